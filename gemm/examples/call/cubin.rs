//! Products by machine code beside the same ones by PTX, which the driver compiles: the same bits.

use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, gemm};
use azulejo_tensor::DType;

use crate::harness::{Failure, Run, Ways, encode};

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
fn fractions(len: usize, seed: u32) -> impl Iterator<Item = f64> {
    let number = move |i: u32| (i ^ seed).wrapping_mul(2_654_435_761) >> 20;
    (0..len as u32).map(move |i| f64::from(number(i)) / 2048.0 - 1.0)
}

/// Compares products of all types and orders by both ways, and prints the kernels that machine code was loaded of.
pub fn compare(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let ways = Ways::new(stream)?;
    let most = if run.is_small() { 1024 } else { 8192 };
    let sizes = SIZES.iter().filter(|size| size.0 <= most && size.1 <= most);
    for [input, output] in TYPES {
        let operand = |seed| stream.upload(&encode(input, fractions(most * most, seed)));
        let (a, b) = (operand(1)?, operand(2)?);
        // Whether A and B have contiguous columns.
        const COLUMNS: [[bool; 2]; 4] =
            [[false, true], [false, false], [true, true], [true, false]];
        for (&(m, k), columns) in sizes.clone().flat_map(|size| COLUMNS.map(|c| (size, c))) {
            let view = |data, rows: usize, columns: usize, by_columns| {
                let strides = match by_columns {
                    false => (columns as isize, 1),
                    true => (1, rows as isize),
                };
                GpuMatRef::of_bytes(data, input, (rows, columns), strides)
            };
            let (a, b) = (view(&a, m, k, columns[0])?, view(&b, k, k, columns[1])?);
            let name = format!("{input} {m} x {k} columns {columns:?}");
            let elements = m * k * output.bytes();
            let end = ways.compare::<u8>(&name, (elements, 3), |stream, d| {
                let mut to = GpuMatMut::of_bytes(d, output, (m, k), (k as isize, 1))?;
                Ok(gemm(stream, a, b, &mut to, &GpuEpilogue::default())?)
            });
            run.add(name, end);
        }
    }
    ways.end()
}
