//! What is no number, infinite, or too small for a whole mantissa, through the kernels for f32.

use azulejo_kernels::device::gemm::ladder::table::Row;
use azulejo_kernels::device::gemm::ladder::tile::Along;
use azulejo_kernels::host::Stream;
use azulejo_kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Sizes, StridedMatrix,
};
use azulejo_tensor::DType;

use crate::Failure;
use crate::harness::{decode, encode};

/// M, N and K: a whole tile of every kernel, and more blocks of K than are under way at once.
const SIZE: [usize; 3] = [256, 128, 48];

/// Element `l` of row `i` of A.
fn left(i: usize, l: usize) -> f64 {
    let at = i % (SIZE[2] - 1);
    match (i % 8, l) {
        (1, l) if l == at => f64::NAN,
        (2 | 3, l) if l == at => f64::INFINITY,
        (3, l) if l == at + 1 => f64::NEG_INFINITY,
        (4, _) => 2f64.powi(-149),
        (5, _) => -3.0 * 2f64.powi(-140),
        (6, l) if l == at => f32::MAX as f64,
        (6, l) if l == at + 1 => f32::MIN as f64,
        (6, _) => 0.0,
        (7, _) => -0.0,
        _ => 1.0,
    }
}

/// Element `l` of column `j` of B.
fn right(j: usize, _: usize) -> f64 {
    if j % 16 == 5 { 0.0 } else { 1.0 }
}

/// Checks every element of D of each of `rows` that is for f32.
pub fn run(stream: &Stream, rows: &[&'static Row]) -> Result<(), Failure> {
    let [m, n, k] = SIZE;
    let mut kernels = 0;
    for row in rows {
        if row.types.0 != DType::F32 || row.tile.0 == 1 {
            continue;
        }
        let by_k = row
            .access
            .map(|access| access.along().is_none_or(|along| along == Along::K));
        let dtype = row.types.0;
        let lay = |rows: usize, by_k: bool, value: fn(usize, usize) -> f64| {
            let numbers = (0..rows * k).map(|at| {
                if by_k {
                    value(at / k, at % k)
                } else {
                    value(at % rows, at / rows)
                }
            });
            encode(dtype, numbers)
        };
        let a = stream.upload(&lay(m, by_k[0], left))?;
        let b = stream.upload(&lay(n, by_k[1], right))?;
        let mut d = stream.zeros::<u8>(m * n * 4)?;
        {
            let matrix = |region, rows: usize, columns: usize, by_row: bool| {
                let (rows, columns) = (rows as u64, columns as u64);
                if by_row {
                    StridedMatrix::row_major(region, rows, columns)
                } else {
                    StridedMatrix::col_major(region, rows, columns)
                }
            };
            let arguments = Arguments {
                sizes: Sizes {
                    m: m as u32,
                    n: n as u32,
                    k: k as u32,
                    batches: 1,
                },
                a: matrix(Region::read(&a), m, k, by_k[0]),
                b: matrix(Region::read(&b), k, n, !by_k[1]),
                d: matrix(Region::write(&mut d), m, n, true),
                epilogue: Epilogue::default(),
            };
            Prepared::one(stream, |space| {
                Part::ladder(space, row.types, Some(row), arguments)
            })?
            .launch()?;
            stream.synchronize()?;
        }
        let found = decode(dtype, &stream.download(&d)?);
        for (at, x) in found.iter().enumerate() {
            let (i, j) = (at / n, at % n);
            let sum: f64 = (0..k).map(|l| left(i, l) * right(j, l)).sum();
            if *x != sum && !(x.is_nan() && sum.is_nan()) {
                let name = row.kernel.name;
                return Err(format!("{name}: element ({i}, {j}) is {x}, not {sum}").into());
            }
        }
        kernels += 1;
    }
    println!("{kernels} kernels for f32: what is no number, infinite or very small");
    Ok(())
}
