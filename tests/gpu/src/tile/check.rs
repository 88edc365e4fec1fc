//! Every program on both machines: vectors, matrices, products.

use azulejo_tile::programs::*;

use crate::both::{arange, values, whole};
use crate::prelude::*;

pub fn vectors(t: &mut Run) -> Result<(), Failure> {
    for n in [1024, 100, 1] {
        let x = t.rows(arange::<f32>(n), &[n])?;
        agree!(t, 0.0, Scale: input(x), output(f32, [n]));
        agree!(t, 0.0, AddOne: input(x), output(f32, [n]));
        agree!(t, 0.0, Unchanged: input(x), output(f32, [n]));
        agree!(t, 0.0, Affine: input(x), output(f32, [n]), number(2.5));
        agree!(t, 0.0, ScaleAndShift: input(x), output(f32, [n]), number(2.5), number(10));
        agree!(t, 0.0, Chosen: input(x), output(f32, [n]), output(f32, [n]));
        agree!(t, 0.0, PlusHundred: input(arange::<i32>(n), [n]), output(i32, [n]));
    }
    for n in [8192, 5000] {
        let x = t.rows(values::<f32>(n, 1), &[n])?;
        let mut y = t.blank::<f32>(&[n])?;
        agree!(t, 0.0, ScaleAny: input(x), output(y));
        if n == 8192 {
            agree!(t, 0.0, ScaleWhole: input(x), output(y));
        }
        agree!(t, 0.0, DoubleInPlace: output(y));
        agree!(t, 0.0, LowerPrecision: input(x), output(f16, [n]), output(bf16, [n]));
        let odd = [2.9f32, -2.9, -0.5, 3e9, f32::NAN, -1.0, 300.7, 1e30].repeat(n / 8);
        agree!(t, 0.0, Truncations: input(odd, [n]), output(i32, [n]), output(u8, [n]), output(i64, [n]));
        agree!(t, 0.0, RoundedQuotients: input(x), output(f32, [n]), output(f32, [n]), output(f32, [n]), output(f32, [n]));
        agree!(t, 0.0, RoundedCasts: input(x), output(f16, [n]), output(f16, [n]), output(f16, [n]), output(f16, [n]));
        agree!(t, 0.0, Promotion: input(arange::<i16>(n), [n]), input(arange::<i32>(n), [n]), input(x), output(f32, [n]));
        agree!(t, 0.0, MixedPrecision: input(values::<f16>(n, 2), [n]), input(x), output(f32, [n]), output(f16, [n]));
        let bytes: Vec<u8> = (0..n).map(|i| i as u8).collect();
        let signed: Vec<i8> = (0..n).map(|i| (i * 31) as i8).collect();
        agree!(t, 0.0, MixedSigns: input(bytes, [n]), input(signed, [n]), output(i16, [n]), output(i8, [n]));
        let fine: Vec<f64> = values::<f32>(n, 3)
            .iter()
            .map(|x| *x as f64 * 1.123456789)
            .collect();
        agree!(t, 0.0, Precisions: input(fine, [n]), output(f32, [n]), output(f16, [n]), output(i32, [n]));
    }
    agree!(t, 0.0, Paddings: input(arange::<f32>(100), [100]), output(f32, [112]), output(f32, [112]), output(f32, [112]), output(f32, [112]), output(f32, [112]));
    agree!(t, 0.0, Stats: input(arange::<f32>(16), [16]), output(f32, [1]), output(f32, [1]), output(f32, [1]));
    agree!(t, 0.0, Indexed: input(arange::<i32>(8), [8]), input(vec![0, 0, 7, 3, -1, 8, 5, 5], [8]), output(i32, [8]), output(i32, [64]));
    agree!(t, 0.0, Histogram: input(arange::<i32>(4096), [4096]), output(i32, [16]));
    agree!(t, 3e-6, Functions: input(values::<f32>(40, 5), [40]), output(f32, [8, 40]));
    Ok(())
}

pub fn matrices(t: &mut Run) -> Result<(), Failure> {
    let matrix = |n: usize, m: usize| values::<f32>(n * m, n);
    for (n, m) in [(16, 16), (41, 55), (1, 1), (64, 128)] {
        let x = t.rows(matrix(n, m), &[n, m])?;
        agree!(t, 0.0, DoubleTile: input(x), output(f32, [n, m]));
        agree!(t, 0.0, Filter: input(x), output(f32, [n, m]));
        let by_columns = t.laid(values::<f32>(n * m, 9), Strided::column_major(&[n, m])?)?;
        agree!(t, 0.0, SumOfTwo: input(x), input(by_columns), output(f32, [n, m]));
        agree!(t, 0.0, PredicatedCopy: input(by_columns), output(f32, [n, m]));
        let row = t.rows(values::<f32>(m, 4), &[m])?;
        agree!(t, 0.0, RowBias: input(x), input(row), output(f32, [n, m]));
        agree!(t, 0.0, MatrixRowScalar: input(x), input(row), output(f32, [n, m]), number(2.0));
        agree!(t, 0.0, OuterSum: input(matrix(n, 1), [n, 1]), input(matrix(1, m), [1, m]), output(f32, [n, m]));
        agree!(t, 0.0, MixedMatrices: input(values::<f16>(n * m, 6), [n, m]), input(x), output(f32, [n, m]));
        agree!(t, 0.0, MixedRows: input(arange::<i32>(n * m), [n, m]), input(values::<f16>(m, 6), [m]), output(f32, [n, m]));
        let deviation: Vec<f32> = values::<f32>(m, 2).iter().map(|x| x.abs() + 0.5).collect();
        let (gamma, beta) = (
            t.rows(values::<f32>(m, 3), &[m])?,
            t.rows(values::<f32>(m, 5), &[m])?,
        );
        agree!(t, 0.0, BatchNorm: input(x), input(values::<f32>(m, 1), [m]), input(deviation, [m]), input(gamma), input(beta), output(f32, [n, m]), number(1e-5));
        agree!(t, 1e-5, Softmax: input(x), output(f32, [n, m]));
        agree!(t, 1e-3, LayerNorm: input(x), input(gamma), input(beta), output(f32, [n, m]), number(1e-5));
        let rgb: Vec<u8> = (0..n * m * 3).map(|i| (i * 37) as u8).collect();
        agree!(t, 0.0, Gray: input(rgb, [n, m, 3]), output(f32, [n, m]));
    }
    for (n, m) in [(7, 4096), (3, 1000)] {
        let x = t.rows(matrix(n, m), &[n, m])?;
        agree!(t, 1e-5, Softmax: input(x), output(f32, [n, m]));
        agree!(t, 1e-3, LayerNorm: input(x), input(values::<f32>(m, 3), [m]), input(values::<f32>(m, 5), [m]), output(f32, [n, m]), number(1e-5));
    }
    agree!(t, 0.0, Describe: input(arange::<f32>(60), [3, 4, 5]), output(i64, [8]), output(f32, [1]));
    agree!(t, 0.0, PartitionCopy: input(arange::<f32>(8192 * 128), [8192, 128]), output(f32, [128, 4]));
    let x = t.rows(matrix(16, 16), &[16, 16])?;
    agree!(t, 0.0, MappedAxes: input(x), output(f32, [2, 2]), output(f32, [2, 2]), output(f32, [2, 2]));
    agree!(t, 0.0, Overlapping: input(x), output(f32, [2, 4]));
    // Fractions: the order of summation shows.
    agree!(t, 0.0, Reductions: input(matrix(32, 64), [32, 64]), output(f32, [32, 1]), output(f32, [1, 64]), output(i32, [32, 1]), output(f32, [32, 64]), output(f32, [2, 2]));
    agree!(t, 0.0, Rearrangements: input(arange::<i32>(512), [16, 32]), output(i32, [32, 16]), output(i32, [16, 64]), output(i32, [4, 8]), output(i32, [16, 32]));
    Ok(())
}

pub fn products(t: &mut Run) -> Result<(), Failure> {
    fn operand<T: DeviceElement>(n: usize, seed: usize) -> Vec<T> {
        whole(n, seed, 7, -3.0)
    }
    for (m, n, k) in t.of(
        &[(1, 1, 1), (64, 64, 64), (41, 55, 37), (257, 129, 65)],
        &[(41, 55, 37)],
    ) {
        macro_rules! of {
            ($($program:ident $T:ty => $C:ty;)*) => {$(
                agree!(t, 0.0, $program: input(operand::<$T>(m * k, 1), [m, k]), input(operand::<$T>(k * n, 2), [k, n]), output($C, [m, n]));
            )*};
        }
        of! { GemmF32 f32 => f32; GemmF64 f64 => f64; GemmF16 f16 => f32; GemmBf16 bf16 => f32; GemmI8 i8 => i32; }
    }
    for (queries, keys) in [(64, 128), (45, 77)] {
        let head = |n: usize, seed: usize| values::<f32>(n * 64, seed);
        agree!(t, 1e-2, Attention: input(head(queries, 1), [queries, 64]), input(head(keys, 2), [keys, 64]), input(head(keys, 3), [keys, 64]), output(f32, [queries, 64]), number(0.125));
    }
    Ok(())
}
