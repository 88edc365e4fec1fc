//! Products by machine code beside the same ones by PTX, which the driver compiles: the same bits.

use std::time::Instant;

use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, gemm};
use azulejo_kernels::host::{Buffer, Code, Stream};
use azulejo_tensor::DType;

use crate::case::upload;
use crate::harness::Failure;

/// Types of A and B, and of D.
const TYPES: [[DType; 2]; 5] = [
    [DType::BF16, DType::BF16],
    [DType::F16, DType::F16],
    [DType::TF32, DType::F32],
    [DType::F32, DType::F32],
    [DType::F8E4M3, DType::BF16],
];

/// Squares, and a few rows by a square.
const SIZES: [(usize, usize); 13] = [
    (256, 256),
    (512, 512),
    (768, 768),
    (1024, 1024),
    (1536, 1536),
    (2048, 2048),
    (3072, 3072),
    (4096, 4096),
    (4104, 4104),
    (6144, 6144),
    (8192, 8192),
    (16, 4096),
    (32, 4096),
];

/// Fractions of both signs, whose sums are rounded.
fn fractions(len: usize, seed: u32) -> Vec<f32> {
    let number = |i: u32| (i ^ seed).wrapping_mul(2_654_435_761) >> 20;
    (0..len as u32)
        .map(|i| number(i) as f32 / 2048.0 - 1.0)
        .collect()
}

/// One product by both ways.
struct Pair<'s> {
    streams: [&'s Stream; 2],
    operands: [&'s Buffer<u8>; 2],
    types: [DType; 2],
    size: (usize, usize),
    /// Whether A and B have contiguous columns.
    columns: [bool; 2],
}

impl Pair<'_> {
    /// Microseconds of a later product by each way, of those whose bits are compared.
    fn run(&self) -> Result<[f64; 2], Failure> {
        let ([input, output], (m, k)) = (self.types, self.size);
        let view = |operand: usize, rows: usize, columns: usize| {
            let strides = match self.columns[operand] {
                false => (columns as isize, 1),
                true => (1, rows as isize),
            };
            let data = self.operands[operand];
            GpuMatRef::of_bytes(data, input, (rows, columns), strides)
        };
        let (a, b) = (view(0, m, k)?, view(1, k, k)?);
        let (mut times, mut bits) = ([0.0; 2], Vec::new());
        for (at, stream) in self.streams.into_iter().enumerate() {
            let mut d = stream.zeros::<u8>(m * k * output.bytes())?;
            for _ in 0..3 {
                stream.synchronize()?;
                let start = Instant::now();
                let mut to = GpuMatMut::of_bytes(&mut d, output, (m, k), (k as isize, 1))?;
                gemm(stream, a, b, &mut to, &GpuEpilogue::default())?;
                stream.synchronize()?;
                times[at] = start.elapsed().as_secs_f64() * 1e6;
            }
            bits.push(stream.download(&d)?);
        }
        if bits[0] != bits[1] {
            return Err(format!(
                "{input} {m} x {k} x {k}, columns {:?}: machine code and PTX give other bits",
                self.columns
            )
            .into());
        }
        Ok(times)
    }
}

/// Compares products of all types and orders by both ways, and prints the kernels that machine code was loaded of.
pub fn compare(stream: &Stream, small: bool) -> Result<(), Failure> {
    let compiled = stream.device().without_cubins()?.stream()?;
    let most = if small { 1024 } else { 8192 };
    let sizes = SIZES.iter().filter(|size| size.0 <= most && size.1 <= most);
    let mut products = 0;
    for types in TYPES {
        let operands = [1, 2].map(|seed| upload(stream, &fractions(most * most, seed), types[0]));
        let [a, b] = operands;
        let (a, b) = (a?, b?);
        for size in sizes.clone() {
            for columns in [[false, true], [false, false], [true, true], [true, false]] {
                let pair = Pair {
                    streams: [stream, &compiled],
                    operands: [&a, &b],
                    types,
                    size: *size,
                    columns,
                };
                let [cubin, ptx] = pair.run()?;
                println!(
                    "{} {} x {} columns {columns:?}: {cubin:.1} us by machine code, {ptx:.1} by PTX, {:.3}",
                    types[0],
                    size.0,
                    size.1,
                    cubin / ptx
                );
                products += 1;
            }
        }
    }
    let loaded = |stream: &Stream, code: Code| {
        let loaded = stream.device().loaded();
        let of = loaded.iter().filter(|function| function.code() == code);
        let mut names: Vec<_> = of.map(|function| function.name().to_string()).collect();
        names.sort_unstable();
        names
    };
    if !loaded(&compiled, Code::Cubin).is_empty() {
        return Err("machine code was loaded where PTX was asked for".into());
    }
    let (cubins, texts) = (loaded(stream, Code::Cubin), loaded(stream, Code::Ptx));
    println!("from machine code: {}", cubins.join(" "));
    println!("from PTX: {}", texts.join(" "));
    println!(
        "{products} products, the same bits by {} kernels of machine code",
        cubins.len()
    );
    match (cubins.is_empty(), stream.device().capability()) {
        (true, (9, 0)) => Err("the driver took no machine code".into()),
        _ => Ok(()),
    }
}
