//! Job J20: integer matrices whose products are known, in every element type and every transpose.

use azulejo_gemm::{
    AsTf32, Epilogue, GemmProblem, Isa, MatMut, MatRef, Operand, Output, gemm, gemm_with, select,
};
use half::{bf16, f16};

fn a(m: usize, k: usize) -> i64 {
    ((3 * m + 5 * k) % 7) as i64 - 3
}

fn b(n: usize, k: usize) -> i64 {
    ((2 * n + 7 * k) % 5) as i64 - 2
}

fn c0(m: usize, n: usize) -> i64 {
    ((m + 2 * n) % 9) as i64 - 4
}

/// An element type that holds the small integers of the job.
trait FromSmall: Copy {
    fn from_small(x: i64) -> Self;
    fn to_i64(self) -> i64;
}

macro_rules! from_small {
    ($($t:ty),*) => { $(impl FromSmall for $t {
        fn from_small(x: i64) -> Self { x as $t }
        fn to_i64(self) -> i64 { assert_eq!(self, self as i64 as $t); self as i64 }
    })* };
}
from_small!(f32, f64, i32, i8);

macro_rules! from_small_half {
    ($($t:ty),*) => { $(impl FromSmall for $t {
        fn from_small(x: i64) -> Self { <$t>::from_f32(x as f32) }
        fn to_i64(self) -> i64 { self.to_f32().to_i64() }
    })* };
}
from_small_half!(f16, bf16);

impl FromSmall for AsTf32 {
    fn from_small(x: i64) -> Self {
        AsTf32(x as f32)
    }
    fn to_i64(self) -> i64 {
        self.0.to_i64()
    }
}

/// Shape, then c00, c_last, c_mid, sum and the weighted sum.
const PRODUCTS: [([usize; 3], [i64; 5]); 8] = [
    ([1, 1, 1], [6, 6, 6, 6, 0]),
    ([16, 8, 16], [1, -9, -2, -3, -5421]),
    ([64, 64, 64], [-6, 6, 4, 5, 3552]),
    ([128, 128, 64], [-6, -10, 5, -6, 107250]),
    ([41, 55, 37], [6, -8, 3, 0, 148]),
    ([257, 129, 65], [-4, 3, -7, 7, 118269]),
    ([512, 512, 512], [-3, 6, -5, 3, -392939]),
    ([1024, 768, 640], [1, -1, -7, -2, 180137]),
];

/// A `rows` x `cols` matrix in row-major or column-major order.
fn matrix<T: FromSmall>(
    rows: usize,
    cols: usize,
    by_column: bool,
    f: impl Fn(usize, usize) -> i64,
) -> Vec<T> {
    let at = |x: usize| {
        if by_column {
            f(x % rows, x / rows)
        } else {
            f(x / cols, x % cols)
        }
    };
    (0..rows * cols).map(|x| T::from_small(at(x))).collect()
}

fn view<T>(data: &[T], rows: usize, cols: usize, by_column: bool) -> MatRef<'_, T> {
    if by_column {
        MatRef::col_major(data, rows, cols).unwrap()
    } else {
        MatRef::row_major(data, rows, cols).unwrap()
    }
}

/// The orders of A, B and C with every instruction set and one or more threads; large products with the fastest only,
/// and without optimisation in one order.
fn runs(large: bool) -> impl Iterator<Item = (u32, Isa, usize)> {
    let sets = Isa::available()
        .into_iter()
        .take(if large { 1 } else { usize::MAX });
    let orders = if large && cfg!(debug_assertions) {
        1
    } else {
        8
    };
    sets.flat_map(move |isa| (0..orders).map(move |order| (order, isa, 1 + order as usize % 3)))
}

/// The product of the job in the four orders of A and B and the two of C.
fn every_order<T, O>(
    [m, n, k]: [usize; 3],
    alpha: i64,
    beta: i64,
    check: impl Fn(&dyn Fn(usize, usize) -> i64),
) where
    T: Operand + FromSmall,
    T::Sum: FromSmall,
    O: Output<T::Sum> + FromSmall,
{
    for (order, isa, threads) in runs(m * n * k > 1 << 22) {
        let [a_cols, b_cols, c_cols] = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        let left = matrix::<T>(m, k, a_cols, a);
        let right = matrix::<T>(k, n, b_cols, |k, n| b(n, k));
        let mut out = matrix::<O>(m, n, c_cols, c0);
        let c = if c_cols {
            MatMut::col_major(&mut out, m, n)
        } else {
            MatMut::row_major(&mut out, m, n)
        };
        let epilogue = Epilogue {
            alpha: FromSmall::from_small(alpha),
            beta: FromSmall::from_small(beta),
            ..Epilogue::default()
        };
        let config = select(&GemmProblem { m, n, k }, isa, threads);
        gemm_with(
            view(&left, m, k, a_cols),
            view(&right, k, n, b_cols),
            c.unwrap(),
            &epilogue,
            &config,
        )
        .unwrap();
        check(&|i, j| out[if c_cols { j * m + i } else { i * n + j }].to_i64());
    }
}

fn job<T, O>()
where
    T: Operand + FromSmall,
    T::Sum: FromSmall,
    O: Output<T::Sum> + FromSmall,
{
    for (shape, expected) in PRODUCTS {
        let [m, n, _] = shape;
        every_order::<T, O>(shape, 1, 0, |c| {
            let all = || (0..m).flat_map(|i| (0..n).map(move |j| (i, j)));
            let sum: i64 = all().map(|(i, j)| c(i, j)).sum();
            let weighted: i64 = all()
                .map(|(i, j)| c(i, j) * ((31 * i + 17 * j) % 1009) as i64)
                .sum();
            assert_eq!(
                [c(0, 0), c(m - 1, n - 1), c(m / 2, n / 2), sum, weighted],
                expected,
                "{shape:?}"
            );
        });
    }
    let total = |c: &dyn Fn(usize, usize) -> i64| {
        (0..41)
            .map(|i| (0..55).map(|j| c(i, j)).sum::<i64>())
            .sum::<i64>()
    };
    every_order::<T, O>([41, 55, 37], 2, 3, |c| {
        assert_eq!([c(0, 0), c(40, 54), total(c)], [0, -16, -30])
    });
    every_order::<T, O>([41, 55, 0], 2, 3, |c| {
        assert_eq!([c(0, 0), total(c)], [-12, -30])
    });
}

#[test]
fn f32_sums() {
    job::<f32, f32>();
}

#[test]
fn f64_sums() {
    job::<f64, f64>();
}

#[test]
fn f16_in_f32_sums() {
    job::<f16, f32>();
    job::<f16, f16>();
}

#[test]
fn bf16_in_f32_sums() {
    job::<bf16, f32>();
    job::<bf16, bf16>();
}

#[test]
fn tf32_in_f32_sums() {
    job::<AsTf32, f32>();
}

#[test]
fn i8_in_i32_sums() {
    job::<i8, i32>();
    job::<i8, f32>();
}

/// Job J21: 4096 ones sum to 4096, which sums kept in f16 would not pass 2048.
#[test]
fn f16_sums_are_kept_in_f32() {
    let ones = vec![f16::ONE; 4096];
    let mut c = [0.0f32; 4];
    let rows = MatRef::new(&ones, (2, 4096), (0, 1)).unwrap();
    gemm(
        rows,
        rows.t(),
        MatMut::row_major(&mut c, 2, 2).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
    assert_eq!(c, [4096.0; 4]);
}
