//! Matrix products and attention.

use super::*;
use azulejo_tensor::{bf16, f16};
use azulejo_tile::programs::*;

type Sizes = (usize, usize, usize);

fn operands<T: Element>((m, n, k): Sizes) -> (Vec<T>, Vec<T>) {
    let a = (0..m * k).map(|i| T::from_f64(((3 * (i / k) + 5 * (i % k)) % 7) as f64 - 3.0));
    let b = (0..k * n).map(|i| T::from_f64(((2 * (i % n) + 7 * (i / n)) % 5) as f64 - 2.0));
    (a.collect(), b.collect())
}

/// First, last, middle, sum, weighted sum.
fn properties<T: Element>(c: &[T], m: usize, n: usize) -> [f64; 5] {
    let weight = |i: usize| ((31 * (i / n) + 17 * (i % n)) % 1009) as f64;
    let weighted = c
        .iter()
        .enumerate()
        .map(|(i, c)| c.to_f64() * weight(i))
        .sum();
    [
        c[0].to_f64(),
        c[m * n - 1].to_f64(),
        c[m / 2 * n + n / 2].to_f64(),
        sum(c),
        weighted,
    ]
}

const SIZES: [(Sizes, [f64; 5]); 6] = [
    ((1, 1, 1), [6.0, 6.0, 6.0, 6.0, 0.0]),
    ((16, 8, 16), [1.0, -9.0, -2.0, -3.0, -5421.0]),
    ((64, 64, 64), [-6.0, 6.0, 4.0, 5.0, 3552.0]),
    ((128, 128, 64), [-6.0, -10.0, 5.0, -6.0, 107250.0]),
    ((41, 55, 37), [6.0, -8.0, 3.0, 0.0, 148.0]),
    ((257, 129, 65), [-4.0, 3.0, -7.0, 7.0, 118269.0]),
];

macro_rules! exact {
    ($($name:ident $program:ident $t:ty, $acc:ty;)*) => {$(
        #[test]
        fn $name() {
            for (sizes, expected) in SIZES {
                let (m, n, k) = sizes;
                let (a, b) = operands::<$t>(sizes);
                let mut c = zeros::<$acc>(m, n);
                $program::run(matrix(&a, m, k), matrix(&b, k, n), c.view_mut()).unwrap();
                assert_eq!(properties(c.data(), m, n), expected, "{sizes:?}");
            }
        }
    )*};
}

exact! {
    j20_f32 GemmF32 f32, f32;
    j20_f64 GemmF64 f64, f64;
    j20_f16 GemmF16 f16, f32;
    j20_bf16 GemmBf16 bf16, f32;
    j20_i8 GemmI8 i8, i32;
}

#[test]
fn j20_transposed_operands() {
    let (m, n, k) = (41, 55, 37);
    let (a, b) = operands::<f32>((m, n, k));
    // The same matrices, each stored by columns.
    let turned = |x: &[f32], rows: usize, columns: usize| -> Vec<f32> {
        (0..rows * columns)
            .map(|i| x[i % rows * columns + i / rows])
            .collect()
    };
    let (a, b) = (turned(&a, m, k), turned(&b, k, n));
    let mut c = zeros::<f32>(m, n);
    GemmF32::run(
        View::new(&a, Strided::column_major(&[m, k]).unwrap()).unwrap(),
        View::new(&b, Strided::column_major(&[k, n]).unwrap()).unwrap(),
        c.view_mut(),
    )
    .unwrap();
    assert_eq!(properties(c.data(), m, n), SIZES[4].1);
}

#[test]
fn j21_sums_of_f16_are_f32() {
    let (a, b) = (vec![f16::ONE; 4096], vec![f16::ONE; 4096]);
    let mut c = zeros::<f32>(1, 1);
    GemmF16::run(matrix(&a, 1, 4096), matrix(&b, 4096, 1), c.view_mut()).unwrap();
    assert_eq!(c.data(), [4096.0]);
}

#[test]
fn attention_is_softmax_of_scores_times_values() {
    let (queries, keys) = (45, 77);
    let values = |n: usize, seed: usize| -> Vec<f32> {
        (0..n * 64)
            .map(|i| ((i * 7919 + seed) % 1000) as f32 / 500.0 - 1.0)
            .collect()
    };
    let (q, k, v) = (values(queries, 1), values(keys, 2), values(keys, 3));
    let mut y = zeros::<f32>(queries, 64);
    let head = |x, n| matrix(x, n, 64);
    Attention::run(
        head(&q, queries),
        head(&k, keys),
        head(&v, keys),
        y.view_mut(),
        0.125,
    )
    .unwrap();
    for (i, q) in q.chunks(64).enumerate() {
        let score = |k: &[f32]| -> f64 {
            q.iter()
                .zip(k)
                .map(|(q, k)| *q as f64 * *k as f64)
                .sum::<f64>()
                * 0.125
        };
        let powers: Vec<f64> = k.chunks(64).map(|k| score(k).exp()).collect();
        let total: f64 = powers.iter().sum();
        for d in 0..64 {
            let expected: f64 = powers
                .iter()
                .enumerate()
                .map(|(j, p)| p * v[64 * j + d] as f64)
                .sum::<f64>()
                / total;
            assert!((y.data()[64 * i + d] as f64 - expected).abs() < 1e-5);
        }
    }
}
