//! Every program on both machines.

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::{Device, DeviceElement};
use azulejo_kernels::tile::programs::*;
use azulejo_tensor::{Element, bf16, f16};

use crate::{Failure, Size, both, both::Both};

fn arange<T: Element>(n: usize) -> Vec<T> {
    (0..n).map(|i| T::from_f64(i as f64)).collect()
}

/// Numbers between -2 and 2 with three digits.
fn values(n: usize, seed: usize) -> Vec<f32> {
    (0..n)
        .map(|i| (((i + seed) * 7919) % 4001) as f32 / 1000.0 - 2.0)
        .collect()
}

/// Small integers, so that every sum is exact.
fn whole<T: Element>(n: usize, seed: usize) -> Vec<T> {
    (0..n)
        .map(|i| T::from_f64((((i + seed) * 7919) % 7) as f64 - 3.0))
        .collect()
}

pub fn run(device: &Device, size: Size) -> Result<(), Failure> {
    let stream = &device.stream()?;
    let mut failures = 0;
    vectors(stream, &mut failures)?;
    matrices(stream, &mut failures)?;
    products(stream, size, &mut failures)?;
    crate::parts::run(stream, size, &mut failures)?;
    crate::ranks::run(stream, &mut failures)?;
    crate::shapes::run(device, stream, size, &mut failures)?;
    if failures > 0 {
        return Err(format!("{failures} programs differ").into());
    }
    println!("all programs agree");
    Ok(())
}

use azulejo_kernels::host::Stream;

fn vectors(stream: &Stream, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    for n in [1024, 100, 1] {
        let x = Both::rows(stream, arange::<f32>(n), &[n])?;
        let mut y = Both::<f32>::blank(stream, &[n])?;
        both!(stream, failures, 0.0, Scale(input x, output y));
        both!(stream, failures, 0.0, AddOne(input x, output y));
        both!(stream, failures, 0.0, Unchanged(input x, output y));
        let (factor, shift) = (2.5, 10);
        both!(stream, failures, 0.0, Affine(input x, output y, number factor));
        both!(stream, failures, 0.0, ScaleAndShift(input x, output y, number factor, number shift));
        let mut z = Both::<f32>::blank(stream, &[n])?;
        both!(stream, failures, 0.0, Chosen(input x, output y, output z));
        let x = Both::rows(stream, arange::<i32>(n), &[n])?;
        let mut y = Both::<i32>::blank(stream, &[n])?;
        both!(stream, failures, 0.0, PlusHundred(input x, output y));
    }
    for n in [8192, 5000] {
        let x = Both::rows(stream, values(n, 1), &[n])?;
        let mut y = Both::<f32>::blank(stream, &[n])?;
        both!(stream, failures, 0.0, ScaleAny(input x, output y));
        if n == 8192 {
            both!(stream, failures, 0.0, ScaleWhole(input x, output y));
        }
        both!(stream, failures, 0.0, DoubleInPlace(output y));
        let (mut h, mut b) = (
            Both::<f16>::blank(stream, &[n])?,
            Both::<bf16>::blank(stream, &[n])?,
        );
        both!(stream, failures, 0.0, LowerPrecision(input x, output h, output b));
        let (mut i, mut u, mut l) = (
            Both::<i32>::blank(stream, &[n])?,
            Both::<u8>::blank(stream, &[n])?,
            Both::<i64>::blank(stream, &[n])?,
        );
        let odd = [2.9f32, -2.9, -0.5, 3e9, f32::NAN, -1.0, 300.7, 1e30].repeat(n / 8);
        let odd = Both::rows(stream, odd, &[n])?;
        both!(stream, failures, 0.0, Truncations(input odd, output i, output u, output l));
        let mut quotients = [(); 4].map(|()| Both::<f32>::blank(stream, &[n]));
        let [Ok(rn), Ok(rz), Ok(rm), Ok(rp)] = &mut quotients else {
            return Err("no memory".into());
        };
        both!(stream, failures, 0.0, RoundedQuotients(input x, output rn, output rz, output rm, output rp));
        let mut casts = [(); 4].map(|()| Both::<f16>::blank(stream, &[n]));
        let [Ok(rn), Ok(rz), Ok(rm), Ok(rp)] = &mut casts else {
            return Err("no memory".into());
        };
        both!(stream, failures, 0.0, RoundedCasts(input x, output rn, output rz, output rm, output rp));
        let (a, b) = (
            Both::rows(stream, arange::<i16>(n), &[n])?,
            Both::rows(stream, arange::<i32>(n), &[n])?,
        );
        both!(stream, failures, 0.0, Promotion(input a, input b, input x, output y));
        let a = Both::rows(
            stream,
            values(n, 2).iter().map(|x| f16::from_f32(*x)).collect(),
            &[n],
        )?;
        both!(stream, failures, 0.0, MixedPrecision(input a, input x, output y, output h));
        let a = Both::rows(stream, (0..n).map(|i| i as u8).collect(), &[n])?;
        let b = Both::rows(stream, (0..n).map(|i| (i * 31) as i8).collect(), &[n])?;
        let (mut w, mut m) = (
            Both::<i16>::blank(stream, &[n])?,
            Both::<i8>::blank(stream, &[n])?,
        );
        both!(stream, failures, 0.0, MixedSigns(input a, input b, output w, output m));
        let x = Both::rows(
            stream,
            values(n, 3)
                .iter()
                .map(|x| *x as f64 * 1.123456789)
                .collect(),
            &[n],
        )?;
        both!(stream, failures, 0.0, Precisions(input x, output y, output h, output i));
    }
    let x = Both::rows(stream, arange::<f32>(100), &[100])?;
    let mut out = [(); 5].map(|()| Both::<f32>::blank(stream, &[112]));
    let [Ok(a), Ok(b), Ok(c), Ok(d), Ok(e)] = &mut out else {
        return Err("no memory".into());
    };
    both!(stream, failures, 0.0, Paddings(input x, output a, output b, output c, output d, output e));
    let x = Both::rows(stream, arange::<f32>(16), &[16])?;
    let (mut a, mut b, mut c) = (
        Both::<f32>::blank(stream, &[1])?,
        Both::<f32>::blank(stream, &[1])?,
        Both::<f32>::blank(stream, &[1])?,
    );
    both!(stream, failures, 0.0, Stats(input x, output a, output b, output c));
    let x = Both::rows(stream, arange::<i32>(8), &[8])?;
    let at = Both::rows(stream, vec![0, 0, 7, 3, -1, 8, 5, 5], &[8])?;
    let (mut g, mut s) = (
        Both::<i32>::blank(stream, &[8])?,
        Both::<i32>::blank(stream, &[64])?,
    );
    both!(stream, failures, 0.0, Indexed(input x, input at, output g, output s));
    let x = Both::rows(stream, arange::<i32>(4096), &[4096])?;
    let mut bins = Both::<i32>::blank(stream, &[16])?;
    both!(stream, failures, 0.0, Histogram(input x, output bins));
    let x = Both::rows(stream, values(40, 5), &[40])?;
    let mut y = Both::<f32>::blank(stream, &[8, 40])?;
    both!(stream, failures, 3e-6, Functions(input x, output y));
    *failed += failures;
    Ok(())
}

fn matrices(stream: &Stream, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    let matrix = |n: usize, m: usize| Both::rows(stream, values(n * m, n), &[n, m]);
    for (n, m) in [(16, 16), (41, 55), (1, 1), (64, 128)] {
        let x = matrix(n, m)?;
        let mut y = Both::<f32>::blank(stream, &[n, m])?;
        both!(stream, failures, 0.0, DoubleTile(input x, output y));
        both!(stream, failures, 0.0, Filter(input x, output y));
        let by_columns = Both::new(stream, values(n * m, 9), Strided::column_major(&[n, m])?)?;
        both!(stream, failures, 0.0, SumOfTwo(input x, input by_columns, output y));
        both!(stream, failures, 0.0, PredicatedCopy(input by_columns, output y));
        let row = Both::rows(stream, values(m, 4), &[m])?;
        both!(stream, failures, 0.0, RowBias(input x, input row, output y));
        let factor = 2.0;
        both!(stream, failures, 0.0, MatrixRowScalar(input x, input row, output y, number factor));
        let (column, flat) = (matrix(n, 1)?, matrix(1, m)?);
        both!(stream, failures, 0.0, OuterSum(input column, input flat, output y));
        let half =
            |n: usize, m: usize| values(n * m, 6).iter().map(|x| f16::from_f32(*x)).collect();
        let a = Both::rows(stream, half(n, m), &[n, m])?;
        both!(stream, failures, 0.0, MixedMatrices(input a, input x, output y));
        let (a, b) = (
            Both::rows(stream, arange::<i32>(n * m), &[n, m])?,
            Both::rows(stream, half(1, m), &[m])?,
        );
        both!(stream, failures, 0.0, MixedRows(input a, input b, output y));
        let mean = Both::rows(stream, values(m, 1), &[m])?;
        let deviation = Both::rows(
            stream,
            values(m, 2).iter().map(|x| x.abs() + 0.5).collect(),
            &[m],
        )?;
        let (gamma, beta) = (
            Both::rows(stream, values(m, 3), &[m])?,
            Both::rows(stream, values(m, 5), &[m])?,
        );
        let epsilon = 1e-5;
        both!(stream, failures, 0.0, BatchNorm(input x, input mean, input deviation, input gamma, input beta, output y, number epsilon));
        both!(stream, failures, 1e-5, Softmax(input x, output y));
        both!(stream, failures, 1e-3, LayerNorm(input x, input gamma, input beta, output y, number epsilon));
        let rgb = Both::rows(
            stream,
            (0..n * m * 3).map(|i| (i * 37) as u8).collect(),
            &[n, m, 3],
        )?;
        both!(stream, failures, 0.0, Gray(input rgb, output y));
    }
    for (n, m) in [(7, 4096), (3, 1000)] {
        let x = matrix(n, m)?;
        let mut y = Both::<f32>::blank(stream, &[n, m])?;
        both!(stream, failures, 1e-5, Softmax(input x, output y));
        let (gamma, beta) = (
            Both::rows(stream, values(m, 3), &[m])?,
            Both::rows(stream, values(m, 5), &[m])?,
        );
        let epsilon = 1e-5;
        both!(stream, failures, 1e-3, LayerNorm(input x, input gamma, input beta, output y, number epsilon));
    }
    let x = Both::rows(stream, arange::<f32>(60), &[3, 4, 5])?;
    let (mut numbers, mut sum) = (
        Both::<i64>::blank(stream, &[8])?,
        Both::<f32>::blank(stream, &[1])?,
    );
    both!(stream, failures, 0.0, Describe(input x, output numbers, output sum));
    let x = Both::rows(stream, arange::<f32>(8192 * 128), &[8192, 128])?;
    let mut y = Both::<f32>::blank(stream, &[128, 4])?;
    both!(stream, failures, 0.0, PartitionCopy(input x, output y));
    let x = matrix(16, 16)?;
    let square = || Both::<f32>::blank(stream, &[2, 2]);
    let (mut a, mut b, mut c) = (square()?, square()?, square()?);
    both!(stream, failures, 0.0, MappedAxes(input x, output a, output b, output c));
    let mut y = Both::<f32>::blank(stream, &[2, 4])?;
    both!(stream, failures, 0.0, Overlapping(input x, output y));
    // Fractions: the order of summation shows.
    let x = matrix(32, 64)?;
    let (mut rows, mut columns) = (
        Both::<f32>::blank(stream, &[32, 1])?,
        Both::<f32>::blank(stream, &[1, 64])?,
    );
    let (mut places, mut running) = (
        Both::<i32>::blank(stream, &[32, 1])?,
        Both::<f32>::blank(stream, &[32, 64])?,
    );
    let mut all = Both::<f32>::blank(stream, &[2, 2])?;
    both!(stream, failures, 0.0, Reductions(input x, output rows, output columns, output places, output running, output all));
    let x = Both::rows(stream, arange::<i32>(512), &[16, 32])?;
    let blank = |n, m| Both::<i32>::blank(stream, &[n, m]);
    let (mut turned, mut joined, mut cut, mut spread) =
        (blank(32, 16)?, blank(16, 64)?, blank(4, 8)?, blank(16, 32)?);
    both!(stream, failures, 0.0, Rearrangements(input x, output turned, output joined, output cut, output spread));
    *failed += failures;
    Ok(())
}

/// A, B and the place of C of one product.
type Operands<T, C> = (Both<T>, Both<T>, Both<C>);

fn products(stream: &Stream, size: Size, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    fn operands<T: DeviceElement, C: DeviceElement>(
        stream: &Stream,
        (m, n, k): (usize, usize, usize),
    ) -> Result<Operands<T, C>, Failure> {
        Ok((
            Both::rows(stream, whole(m * k, 1), &[m, k])?,
            Both::rows(stream, whole(k * n, 2), &[k, n])?,
            Both::blank(stream, &[m, n])?,
        ))
    }
    let sizes = &[(1, 1, 1), (64, 64, 64), (41, 55, 37), (257, 129, 65)];
    for sizes in size.of(sizes, &[(41, 55, 37)]).iter().copied() {
        let (a, b, mut c) = operands::<f32, f32>(stream, sizes)?;
        both!(stream, failures, 0.0, GemmF32(input a, input b, output c));
        let (a, b, mut c) = operands::<f64, f64>(stream, sizes)?;
        both!(stream, failures, 0.0, GemmF64(input a, input b, output c));
        let (a, b, mut c) = operands::<f16, f32>(stream, sizes)?;
        both!(stream, failures, 0.0, GemmF16(input a, input b, output c));
        let (a, b, mut c) = operands::<bf16, f32>(stream, sizes)?;
        both!(stream, failures, 0.0, GemmBf16(input a, input b, output c));
        let (a, b, mut c) = operands::<i8, i32>(stream, sizes)?;
        both!(stream, failures, 0.0, GemmI8(input a, input b, output c));
    }
    for (queries, keys) in [(64, 128), (45, 77)] {
        let head = |n: usize, seed: usize| Both::rows(stream, values(n * 64, seed), &[n, 64]);
        let (q, k, v) = (head(queries, 1)?, head(keys, 2)?, head(keys, 3)?);
        let mut y = Both::<f32>::blank(stream, &[queries, 64])?;
        let factor = 0.125;
        both!(stream, failures, 1e-2, Attention(input q, input k, input v, output y, number factor));
    }
    *failed += failures;
    Ok(())
}
