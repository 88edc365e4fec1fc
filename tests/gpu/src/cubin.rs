//! The same calls by machine code and by PTX, which the driver compiles: the same bits, and their times.

use azulejo_attention::gpu::Family;
use azulejo_attention::{AttentionElement, Mask};
use azulejo_runtime::Code;
use azulejo_tensor::DType::{BF16, F8E4M3, F16, F32, TF32};

use crate::attend::data::{centred, count, normal};
use crate::attend::time::prepare;
use crate::prelude::*;

/// Types of A and B.
pub const TYPES: [DType; 5] = [BF16, F16, TF32, F32, F8E4M3];

/// Squares, and a few rows by a square.
#[rustfmt::skip]
const SIZES: [(usize, usize); 13] = [
    (256, 256), (512, 512), (768, 768), (1024, 1024), (1536, 1536), (2048, 2048), (3072, 3072), (4096, 4096), (4104, 4104),
    (6144, 6144), (8192, 8192), (16, 4096), (32, 4096),
];

/// Fractions of both signs, whose sums are rounded.
fn fractions(len: usize, seed: u32) -> impl Iterator<Item = f64> {
    let number = move |i: u32| (i ^ seed).wrapping_mul(2_654_435_761) >> 20;
    (0..len as u32).map(move |i| f64::from(number(i)) / 2048.0 - 1.0)
}

/// Products of all types and orders.
pub fn products(run: &mut Run) -> Result<(), Failure> {
    let ways = Ways::new(&run.stream)?;
    let most = if run.is_small() { 1024 } else { 8192 };
    let sizes = SIZES.iter().filter(|size| size.0 <= most && size.1 <= most);
    for input in TYPES {
        let output = usual_output(input);
        let operand = |seed| {
            run.stream
                .upload(&encode(input, fractions(most * most, seed)))
        };
        let (a, b) = (operand(1)?, operand(2)?);
        // Whether A and B have contiguous columns.
        const COLUMNS: [[bool; 2]; 4] =
            [[false, true], [false, false], [true, true], [true, false]];
        for (&(m, k), columns) in sizes.clone().flat_map(|size| COLUMNS.map(|c| (size, c))) {
            let view = |data, rows: usize, columns: usize, by_columns| {
                let (across, down) = (columns as isize, rows as isize);
                let strides = if by_columns { (1, down) } else { (across, 1) };
                GpuMatRef::of_bytes(data, input, (rows, columns), strides)
            };
            let (a, b) = (view(&a, m, k, columns[0])?, view(&b, k, k, columns[1])?);
            let name = format!("{input} {m} x {k} columns {columns:?}");
            ways.compare::<u8>(run, &name, (m * k * output.bytes(), 3), |stream, d| {
                let mut to = GpuMatMut::of_bytes(d, output, (m, k), (k as isize, 1))?;
                Ok(gemm(stream, a, b, &mut to, &GpuEpilogue::default())?)
            });
        }
    }
    ways.end()
}

/// Forwards of all head dimensions.
pub fn attention(run: &mut Run) -> Result<(), Failure> {
    let ways = Ways::new(&run.stream)?;
    let keys = if run.is_small() { 300 } else { 4096 };
    for dim in [64, 96, 128, 256] {
        for mask in [Mask::Full, Mask::Causal] {
            forward::<bf16>(run, &ways, [2, keys, 4, dim], mask)?;
            forward::<f16>(run, &ways, [2, keys, 4, dim], mask)?;
        }
    }
    ways.end()
}

fn forward<T: AttentionElement + DeviceElement>(
    run: &mut Run,
    ways: &Ways,
    shape: [usize; 4],
    mask: Mask,
) -> Result<(), Failure> {
    let ([_, keys, _, dim], count) = (shape, count(&shape));
    let uniform = &mut centred(dim as u64);
    let mut input = || run.stream.upload(&normal::<T>(uniform, count));
    let (q, k, v) = (input()?, input()?, input()?);
    let name = format!("{} d{dim} S{keys} {mask:?}", T::DTYPE.short_name());
    ways.compare::<T>(run, &name, (count, 2), |stream, out| {
        let to = (out, &shape[..]);
        Ok(prepare(Family::Hopper, stream, [&q, &k, &v], to, mask)?.launch()?)
    });
    Ok(())
}

/// A stream of a device that takes machine code, and one of the same that does not.
struct Ways([Stream; 2]);

impl Ways {
    fn new(stream: &Stream) -> Result<Self, Error> {
        let compiled = stream.device().without_cubins()?.stream()?;
        Ok(Self([stream.clone(), compiled]))
    }

    /// Prints microseconds of the last of `calls` calls by each way, into `count` elements, which must have the same bits.
    fn compare<T: DeviceCopy>(
        &self,
        run: &mut Run,
        name: &str,
        (count, calls): (usize, usize),
        mut call: impl FnMut(&Stream, &mut Buffer<T>) -> Result<(), Failure>,
    ) {
        let mut timed = |stream: &Stream| -> Result<_, Failure> {
            let (mut out, mut time) = (stream.zeros::<T>(count)?, 0.0);
            for _ in 0..calls {
                time = host_micros(stream, 1, || {
                    call(stream, &mut out)?;
                    Ok::<(), Failure>(stream.synchronize()?)
                })?;
            }
            Ok((stream.download(&out.into_bytes())?, time))
        };
        let mut check = || {
            let [(cubin, time), (ptx, other)] = [timed(&self.0[0])?, timed(&self.0[1])?];
            println!("{name}: {time:.1} us by machine code, {other:.1} by PTX");
            let same = (cubin == ptx).then_some(());
            same.ok_or("machine code and PTX give other bits".into())
        };
        run.add(name, check());
    }

    /// Prints the kernels that were loaded from machine code and from PTX.
    fn end(&self) -> Result<(), Failure> {
        let loaded = |stream: &Stream, code: Code| {
            let loaded = stream.device().loaded();
            let of = loaded.iter().filter(|function| function.code() == code);
            let mut names: Vec<_> = of.map(|function| function.name().to_string()).collect();
            names.sort_unstable();
            names
        };
        let [stream, compiled] = &self.0;
        if !loaded(compiled, Code::Cubin).is_empty() {
            return Err("machine code was loaded where PTX was asked for".into());
        }
        let (cubins, texts) = (loaded(stream, Code::Cubin), loaded(stream, Code::Ptx));
        println!("from PTX: {}", texts.join(" "));
        println!("the same bits by machine code of {}", cubins.join(" "));
        match (cubins.is_empty(), stream.device().capability()) {
            (true, (9, 0)) => Err("the driver took no machine code".into()),
            _ => Ok(()),
        }
    }
}
