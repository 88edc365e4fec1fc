//! Jobs on rows: batch normalisation, softmax, layer norm.

use super::*;
use azulejo_tensor::f16;
use azulejo_tile::programs::{BatchNorm, LayerNorm, MixedMatrices, Softmax};

#[test]
fn ct_34_j09_batch_norm() {
    let (n, c) = (40, 24);
    let x: Vec<f32> = (0..n * c).map(|i| (37 * i % 101) as f32 / 8.0).collect();
    let of = |f: fn(f32) -> f32| -> Vec<f32> { (0..c).map(|c| f(c as f32)).collect() };
    let (mean, deviation) = (of(|c| c / 4.0), of(|c| 1.0 + c / 8.0));
    let (gamma, beta) = (of(|c| 0.5 + c % 3.0), of(|c| (c - 12.0) / 16.0));
    let mut y = vec![0.0f32; n * c];
    BatchNorm::run(
        matrix(&x, n, c),
        read(&mean),
        read(&deviation),
        read(&gamma),
        read(&beta),
        matrix_mut(&mut y, n, c),
        1e-5,
    )
    .unwrap();
    let close = |a: f32, b: f64| assert!((a as f64 - b).abs() <= 2e-6 * b.abs(), "{a} {b}");
    close(y[0], -0.75);
    close(y[23], 0.445565134);
    close(y[17 * 24 + 11], 3.621695);
    close(y[39 * 24], 4.874944);
    close(y[39 * 24 + 23], -0.441529274);
    assert!((sum(&y) - 2597.94799826).abs() < 2e-6 * 2598.0);
}

#[test]
fn ct_82_j18_mixed_matrices() {
    let index = |i: usize| (i / 256, i % 256);
    let a: Vec<f16> = (0..65536)
        .map(|i| f16::from_f64(((7 * index(i).0 + 3 * index(i).1) % 64) as f64 / 64.0))
        .collect();
    let b: Vec<f32> = (0..65536)
        .map(|i| ((5 * index(i).0 + 11 * index(i).1) % 128) as f32 / 128.0)
        .collect();
    let mut y = vec![0.0f32; 65536];
    MixedMatrices::run(
        matrix(&a, 256, 256),
        matrix(&b, 256, 256),
        matrix_mut(&mut y, 256, 256),
    )
    .unwrap();
    assert_eq!((y[0], y[10 * 256 + 20], y[65535]), (1.0, 1.28125, 4.4375));
    assert_eq!(sum(&y), 195072.0);
}

fn values(n: usize) -> Vec<f32> {
    (0..n)
        .map(|i| ((i * 7919) % 1000) as f32 / 250.0 - 2.0)
        .collect()
}

#[test]
fn softmax_of_any_length() {
    for (rows, columns) in [(3, 1), (5, 37), (2, 1000), (2, 4096)] {
        let x = values(rows * columns);
        let mut y = vec![0.0f32; rows * columns];
        Softmax::run(matrix(&x, rows, columns), matrix_mut(&mut y, rows, columns)).unwrap();
        for (x, y) in x.chunks(columns).zip(y.chunks(columns)) {
            let total: f64 = x.iter().map(|x| (*x as f64).exp()).sum();
            for (x, y) in x.iter().zip(y) {
                let expected = (*x as f64).exp() / total;
                assert!((*y as f64 / expected - 1.0).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn layer_norm_of_any_length() {
    for (rows, columns) in [(3, 8), (5, 37), (2, 1000), (2, 4096)] {
        let x = values(rows * columns);
        let (gamma, beta) = (values(columns), values(columns));
        let mut y = vec![0.0f32; rows * columns];
        LayerNorm::run(
            matrix(&x, rows, columns),
            read(&gamma),
            read(&beta),
            matrix_mut(&mut y, rows, columns),
            1e-5,
        )
        .unwrap();
        for (x, y) in x.chunks(columns).zip(y.chunks(columns)) {
            let mean = sum(x) / columns as f64;
            let variance =
                x.iter().map(|x| (*x as f64 - mean).powi(2)).sum::<f64>() / columns as f64;
            for (c, x) in x.iter().enumerate() {
                let normal = (*x as f64 - mean) / (variance + 1e-5).sqrt();
                let expected = normal * gamma[c] as f64 + beta[c] as f64;
                assert!((y[c] as f64 - expected).abs() < 1e-4, "{} {expected}", y[c]);
            }
        }
    }
}
