//! Kernels on a GPU by criterion: matrix products against cuBLASLt, memory kernels against the driver's own memset and copy.
//!
//! ```text
//! cargo bench --bench gpu [FILTER]
//! ```
//!
//! An iteration runs every implementation once, one after the other on the same buffers, and counts the device's time of one of them,
//! between two CUDA events: a change of clock meets all alike. Data is random. Before anything is timed our results are compared: a
//! product with the library's, a memory kernel with the CPU. Without a GPU it prints a message and times nothing.

use std::time::Duration;

use azulejo::kernels::cpu::Op;
use azulejo::kernels::host::cublaslt::{Cublas, Product};
use azulejo::kernels::host::gemm::ladder::{LadderEpilogue, LadderGemm, StridedMatrix};
use azulejo::kernels::host::gemm::{Region, Sizes};
use azulejo::kernels::host::{
    Buffer, Device, Error, Replay, Stream, View, ViewMut, cast, copy, fill, map,
};
use azulejo::tensor::{DType, Element, bf16, with_dtype};
use criterion::{Criterion, Throughput};

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

/// Rows, columns and terms of a product.
const SIDE: u64 = 4096;
/// Elements of a buffer of the memory kernels: a gibibyte of `f32`.
const COUNT: usize = 1 << 28;

/// A way to do the work, and its name.
type Implementation<'a> = (&'static str, Box<dyn FnMut() -> Result<(), Error> + 'a>);

/// Milliseconds that the device spends on one call.
fn timed(stream: &Stream, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<f32, Error> {
    let before = stream.record()?;
    work()?;
    before.milliseconds_to(&stream.record()?)
}

/// A criterion group whose implementations take turns.
fn compare(
    criterion: &mut Criterion,
    stream: &Stream,
    name: &str,
    throughput: Throughput,
    implementations: &mut [Implementation<'_>],
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(throughput).sample_size(10);
    for own in 0..implementations.len() {
        group.bench_function(implementations[own].0, |bencher| {
            bencher.iter_custom(|iterations| {
                let mut sum = 0.0;
                for _ in 0..iterations {
                    for (at, (_, work)) in implementations.iter_mut().enumerate() {
                        let time = timed(stream, work).expect("the work ran when it was checked");
                        if at == own {
                            sum += f64::from(time);
                        }
                    }
                }
                Duration::from_secs_f64(sum / 1e3)
            });
        });
    }
    group.finish();
}

/// Numbers between -1 and 1 that are the same in every run.
fn uniform(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    })
}

/// Random elements, as bytes on the device.
fn random(stream: &Stream, dtype: DType, seed: u64, count: usize) -> Result<Buffer<u8>, Error> {
    let bytes: Vec<u8> = with_dtype!(dtype, T => {
        let raw = uniform(seed).take(count).map(|x| <T as Element>::from_f64(x).to_raw());
        raw.flat_map(|raw| raw.to_le_bytes().into_iter().take(dtype.bytes())).collect()
    });
    stream.upload(&bytes)
}

/// The elements of a buffer as numbers.
fn numbers(stream: &Stream, dtype: DType, buffer: &Buffer<u8>) -> Result<Vec<f64>, Error> {
    let bytes = stream.download(buffer)?;
    let raw = |chunk: &[u8]| {
        let mut all = [0; 8];
        all[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(all)
    };
    let chunks = bytes.chunks_exact(dtype.bytes());
    Ok(
        with_dtype!(dtype, T => chunks.map(|chunk| <T as Element>::from_raw(raw(chunk)).to_f64()).collect()),
    )
}

/// A row-major product of `SIDE`³ by the ladder and by cuBLASLt, whose results may be `bound` of their norm apart.
fn product(
    criterion: &mut Criterion,
    stream: &Stream,
    cublas: &Cublas,
    dtype: DType,
    bound: f64,
) -> Result<(), Failure> {
    let elements = (SIDE * SIDE) as usize;
    let a = random(stream, dtype, 1, elements)?;
    let b = random(stream, dtype, 2, elements)?;
    let mut d = stream.zeros::<u8>(elements * dtype.bytes())?;
    let mut e = stream.zeros::<u8>(elements * dtype.bytes())?;
    {
        let regions = [
            Region::read(&a),
            Region::read(&b),
            Region::write(&mut d),
            Region::write(&mut e),
        ];
        let side = SIDE as u32;
        let sizes = Sizes {
            m: side,
            n: side,
            k: side,
            batches: 1,
        };
        let [left, right, to] =
            [0, 1, 2].map(|at| StridedMatrix::row_major(regions[at], SIDE, SIDE));
        let plain = LadderEpilogue::default();
        let ours = LadderGemm::prepare(stream, (dtype, dtype), sizes, left, right, to, plain)?;
        // The library is column-major: it computes the transposed product.
        let transposed = Product {
            m: SIDE,
            n: SIDE,
            k: SIDE,
            transpose_a: false,
            transpose_b: false,
            types: [dtype; 3],
            batches: 1,
        };
        let prepared = cublas.prepare(&transposed, 1)?;
        let theirs = prepared.call(0, regions[1], regions[0], regions[3])?;
        ours.start()?;
        theirs.start()?;
        stream.synchronize()?;
        let mut implementations: Vec<Implementation<'_>> = vec![
            ("azulejo", Box::new(|| ours.start())),
            ("cuBLASLt", Box::new(|| theirs.start())),
        ];
        let name = format!("gemm {dtype} {SIDE}");
        let flops = Throughput::Elements(2 * SIDE * SIDE * SIDE);
        compare(criterion, stream, &name, flops, &mut implementations);
    }
    let (x, y) = (numbers(stream, dtype, &d)?, numbers(stream, dtype, &e)?);
    let apart: f64 = x.iter().zip(&y).map(|(x, y)| (x - y) * (x - y)).sum();
    let norm: f64 = y.iter().map(|y| y * y).sum();
    if apart.sqrt() <= bound * norm.sqrt() && norm > 0.0 {
        Ok(())
    } else {
        Err(format!("{dtype}: the results are {:e} apart", (apart / norm).sqrt()).into())
    }
}

/// Fill, copy, map and cast of a gibibyte between memset and copy.
fn memory(criterion: &mut Criterion, stream: &Stream) -> Result<(), Failure> {
    let data: Vec<f32> = uniform(3).take(COUNT).map(|x| x as f32).collect();
    let a = stream.upload(&data)?;
    let mut b = stream.zeros::<f32>(COUNT)?;
    let mut half = stream.zeros::<bf16>(COUNT)?;
    let mut other = stream.zeros::<f32>(COUNT)?;
    let bytes = 4 * COUNT as u64;

    let flat = [COUNT];
    let view = View::row_major(&a, &flat)?;
    fill(stream, &mut ViewMut::row_major(&mut b, &flat)?, 1.5)?;
    if stream.download(&b)?.iter().any(|x| *x != 1.5) {
        return Err("fill".into());
    }
    copy(stream, &view, &mut ViewMut::row_major(&mut b, &flat)?)?;
    if stream.download(&b)? != data {
        return Err("copy".into());
    }
    cast(stream, &view, &mut ViewMut::row_major(&mut half, &flat)?)?;
    let rounded = data.iter().map(|x| bf16::from_f32(*x).to_bits());
    if !stream
        .download(&half)?
        .iter()
        .map(|x| x.to_bits())
        .eq(rounded)
    {
        return Err("cast".into());
    }
    map(
        stream,
        Op::Relu,
        &[&view],
        &mut ViewMut::row_major(&mut b, &flat)?,
    )?;
    if !stream
        .download(&b)?
        .iter()
        .eq(data.iter().map(|x| x.max(0.0)).collect::<Vec<_>>().iter())
    {
        return Err("relu".into());
    }

    let mut run = |name: &str, bytes: u64, ours: Implementation<'_>, theirs: Implementation<'_>| {
        compare(
            criterion,
            stream,
            name,
            Throughput::Bytes(bytes),
            &mut [ours, theirs],
        );
    };
    run(
        "fill f32",
        bytes,
        (
            "azulejo",
            Box::new(|| fill(stream, &mut ViewMut::row_major(&mut b, &flat)?, 1.5)),
        ),
        ("memset", Box::new(|| stream.set_bytes(&mut other, 0))),
    );
    run(
        "copy f32",
        2 * bytes,
        (
            "azulejo",
            Box::new(|| copy(stream, &view, &mut ViewMut::row_major(&mut b, &flat)?)),
        ),
        ("memcpy", Box::new(|| stream.copy(&a, &mut other))),
    );
    run(
        "relu f32",
        2 * bytes,
        (
            "azulejo",
            Box::new(|| {
                map(
                    stream,
                    Op::Relu,
                    &[&view],
                    &mut ViewMut::row_major(&mut b, &flat)?,
                )
            }),
        ),
        ("memcpy", Box::new(|| stream.copy(&a, &mut other))),
    );
    run(
        "cast f32 to bf16",
        bytes + bytes / 2,
        (
            "azulejo",
            Box::new(|| cast(stream, &view, &mut ViewMut::row_major(&mut half, &flat)?)),
        ),
        ("memcpy", Box::new(|| stream.copy(&a, &mut other))),
    );
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut criterion = Criterion::default().configure_from_args();
    let device = match Device::new(0) {
        Ok(device) => device,
        Err(e @ (Error::NoDriver | Error::NoDevice { .. })) => {
            println!("{e}: nothing is timed");
            return Ok(());
        }
        Err(e) => return Err(e.into()),
    };
    println!("{device:?}");
    let stream = device.stream()?;
    let cublas = Cublas::new(&stream, 64 << 20)?;
    // Sums of 4096 rounded once, and 16-bit results.
    for (dtype, bound) in [
        (DType::F32, 1e-5),
        (DType::F64, 1e-13),
        (DType::F16, 2e-3),
        (DType::BF16, 1e-2),
    ] {
        product(&mut criterion, &stream, &cublas, dtype, bound)?;
    }
    memory(&mut criterion, &stream)?;
    criterion.final_summary();
    Ok(())
}
