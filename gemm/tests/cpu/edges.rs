//! Empty sizes, NaN, strides, errors, epilogues, batches.

use azulejo_gemm::{Activation, Epilogue, GemmError, MatMut, MatRef, gemm, gemm_batched};

/// The sums as they are.
const PLAIN: Epilogue<'static, f32> = Epilogue {
    alpha: 1.0,
    beta: 0.0,
    bias: None,
    activation: Activation::None,
};

fn rows<T>(data: &[T], m: usize, n: usize) -> MatRef<'_, T> {
    MatRef::row_major(data, m, n).unwrap()
}

fn to<T>(data: &mut [T], m: usize, n: usize) -> MatMut<'_, T> {
    MatMut::row_major(data, m, n).unwrap()
}

#[test]
fn without_k_c_is_scaled() {
    let mut c = [1.0f32, 2.0, 3.0, 4.0];
    let epilogue = Epilogue { beta: 3.0, ..PLAIN };
    let (a, b) = (rows(&[], 2, 0), rows(&[], 0, 2));
    gemm::<f32, f32>(a, b, to(&mut c, 2, 2), &epilogue).unwrap();
    assert_eq!(c, [3.0, 6.0, 9.0, 12.0]);
    gemm::<f32, f32>(a, b, to(&mut c, 2, 2), &PLAIN).unwrap();
    assert_eq!(c, [0.0; 4]);
}

#[test]
fn without_rows_or_columns_nothing_is_done() {
    let data = [1.0f64; 6];
    for (m, n) in [(0, 2), (2, 0), (0, 0)] {
        let (a, b) = (rows(&data, m, 3), rows(&data, 3, n));
        gemm::<f64, f64>(a, b, to(&mut [], m, n), &Epilogue::default()).unwrap();
    }
}

#[test]
fn many_rows_of_another_type_than_the_sums_are_whole() {
    let (m, n, k) = (9001, 3, 5);
    let a: Vec<half::f16> = (0..m * k)
        .map(|i| half::f16::from_f32((i % 7) as f32))
        .collect();
    let b = [half::f16::ONE; 15];
    let bias = [0.0f32, 1.0, 2.0];
    let epilogue = Epilogue {
        bias: Some(&bias),
        ..PLAIN
    };
    for in_columns in [false, true] {
        let mut c = vec![half::f16::NAN; m * n];
        let out = match in_columns {
            true => MatMut::col_major(&mut c, m, n),
            false => MatMut::row_major(&mut c, m, n),
        };
        gemm(rows(&a, m, k), rows(&b, k, n), out.unwrap(), &epilogue).unwrap();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f32 = a[i * k..][..k].iter().map(|x| x.to_f32()).sum();
            let found = c[if in_columns { i + j * m } else { i * n + j }];
            assert_eq!(found.to_f32(), sum + j as f32, "{i} {j}");
        }
    }
}

#[test]
fn beta_zero_never_reads_c() {
    for (m, n, k) in [(1, 1, 1), (3, 5, 2), (50, 70, 600), (17, 9, 0)] {
        let (a, b) = (vec![1.0f32; m * k], vec![1.0f32; k * n]);
        let (left, right) = (rows(&a, m, k), rows(&b, k, n));
        let mut c = vec![f32::NAN; m * n];
        gemm(left, right, to(&mut c, m, n), &PLAIN).unwrap();
        assert!(c.iter().all(|&x| x == k as f32));
        let mut c = vec![half::f16::NAN; m * n];
        gemm(
            left,
            right,
            MatMut::col_major(&mut c, m, n).unwrap(),
            &PLAIN,
        )
        .unwrap();
        assert!(c.iter().all(|&x| x.to_f32() == k as f32));
    }
}

#[test]
fn alpha_zero_never_reads_a_or_b() {
    let nan = [f32::NAN; 4];
    let view = || rows(&nan, 2, 2);
    let mut c = [1.0f32; 4];
    let epilogue = Epilogue {
        alpha: 0.0,
        beta: 2.0,
        ..PLAIN
    };
    gemm(view(), view(), to(&mut c, 2, 2), &epilogue).unwrap();
    assert_eq!(c, [2.0; 4]);
}

#[test]
fn nan_in_a_reaches_its_row_only() {
    let mut a = vec![1.0f32; 30 * 20];
    a[7 * 20 + 3] = f32::NAN;
    let b = vec![1.0f32; 20 * 40];
    let mut c = vec![0.0f32; 30 * 40];
    let (left, right) = (rows(&a, 30, 20), rows(&b, 20, 40));
    gemm(left, right, to(&mut c, 30, 40), &PLAIN).unwrap();
    for (i, row) in c.chunks(40).enumerate() {
        assert!(
            row.iter()
                .all(|x| if i == 7 { x.is_nan() } else { *x == 20.0 })
        );
    }
}

#[test]
fn a_zero_stride_repeats_and_a_negative_one_reverses() {
    let a = [1.0f32, 2.0, 3.0];
    let repeated = MatRef::new(&a, (2, 3), (0, 1)).unwrap(); // both rows are 1 2 3
    let reversed = MatRef::new(&a, (3, 1), (-1, 1)).unwrap(); // 3 2 1
    let mut c = [0.0f32; 2];
    gemm(repeated, reversed, to(&mut c, 2, 1), &PLAIN).unwrap();
    assert_eq!(c, [10.0, 10.0]);
    let mut c = [0.0f32; 2];
    gemm(
        repeated,
        reversed,
        MatMut::new(&mut c, (2, 1), (-1, 5)).unwrap(),
        &Epilogue {
            bias: Some(&[0.5]),
            ..PLAIN
        },
    )
    .unwrap();
    assert_eq!(c, [10.5, 10.5]);
}

#[test]
fn bias_and_activation_equal_the_two_steps() {
    let (m, n, k) = (37, 53, 700);
    let value = |i: usize| (i * 2654435761 % 1000) as f32 / 500.0 - 1.0;
    let (a, b): (Vec<f32>, Vec<f32>) = (
        (0..m * k).map(value).collect(),
        (0..k * n).map(|i| value(i + 7)).collect(),
    );
    let bias: Vec<f32> = (0..n).map(|i| value(3 * i)).collect();
    let product = |by_column: bool, epilogue: &Epilogue<'_, f32>| {
        let mut c = vec![0.0f32; m * n];
        let out = if by_column {
            MatMut::col_major(&mut c, m, n)
        } else {
            MatMut::row_major(&mut c, m, n)
        };
        gemm(rows(&a, m, k), rows(&b, k, n), out.unwrap(), epilogue).unwrap();
        c
    };
    for by_column in [false, true] {
        let plain = product(by_column, &PLAIN);
        for activation in [
            Activation::None,
            Activation::Relu,
            Activation::Gelu,
            Activation::Silu,
        ] {
            let fused = product(
                by_column,
                &Epilogue {
                    bias: Some(&bias),
                    activation,
                    ..PLAIN
                },
            );
            for (x, (&plain, &fused)) in plain.iter().zip(&fused).enumerate() {
                let sum = plain + bias[if by_column { x / m } else { x % n }];
                let wide = f64::from(sum);
                let cubic = wide + 0.044715 * wide.powi(3);
                let expected = match activation {
                    Activation::Gelu => {
                        wide / (1.0 + (-cubic * (8.0 / std::f64::consts::PI).sqrt()).exp())
                    }
                    Activation::Silu => wide / (1.0 + (-wide).exp()),
                    Activation::Relu => {
                        assert_eq!(fused, sum.max(0.0), "{activation} at {x}");
                        continue;
                    }
                    _ => {
                        assert_eq!(fused, sum, "{activation} at {x}");
                        continue;
                    }
                };
                let off = (f64::from(fused) - expected).abs();
                assert!(
                    off <= 1e-5 * expected.abs(),
                    "{activation} at {x}: {fused}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn ones_plus_ten_batched_and_broadcast() {
    let ones = [1.0f32; 8];
    let a = [rows(&ones, 2, 4); 3];
    let b = [rows(&ones, 4, 2)];
    let mut c = [10.0f32; 12];
    let out = c.chunks_mut(4).map(|c| to(c, 2, 2)).collect();
    gemm_batched(&a, &b, out, &Epilogue { beta: 1.0, ..PLAIN }).unwrap();
    assert_eq!(c, [14.0; 12]);
    let error = gemm_batched(&a[..2], &b, vec![to(&mut c[..4], 2, 2)], &PLAIN);
    assert_eq!(error, Err(GemmError::BatchMismatch { a: 2, b: 1, c: 1 }));
}

#[test]
fn wrong_arguments_are_rejected_with_their_values() {
    let data = [0.0f32; 12];
    let mut c = [7.0f32; 12];
    let a = rows(&data, 3, 4);
    let rejected = gemm(a, a, to(&mut c, 3, 4), &PLAIN).unwrap_err();
    assert_eq!(
        rejected,
        GemmError::InnerMismatch {
            a: (3, 4),
            b: (3, 4)
        }
    );
    assert!(
        rejected
            .to_string()
            .contains("4 columns must equal B's 3 rows"),
        "{rejected}"
    );
    let rejected = gemm(a, a.t(), to(&mut c, 3, 4), &PLAIN).unwrap_err();
    assert_eq!(
        rejected,
        GemmError::OutputMismatch {
            c: (3, 4),
            product: (3, 3)
        }
    );
    let bias = [0.0; 2];
    let rejected = gemm(
        a,
        a.t(),
        to(&mut c, 3, 3),
        &Epilogue {
            bias: Some(&bias),
            ..PLAIN
        },
    );
    assert_eq!(rejected, Err(GemmError::BiasLength { len: 2, columns: 3 }));
    assert_eq!(c, [7.0; 12]);

    let short = MatRef::row_major(&data, 4, 4).unwrap_err();
    assert_eq!(
        short,
        GemmError::ShortSlice {
            shape: (4, 4),
            strides: (4, 1),
            needed: 16,
            len: 12
        }
    );
    for (shape, strides) in [
        ((2, 3), (1, 1)),
        ((2, 2), (0, 1)),
        ((3, 4), (2, 1)),
        ((4, 3), (1, 3)),
    ] {
        let rejected = MatMut::new(&mut c, shape, strides).unwrap_err();
        assert_eq!(rejected, GemmError::OutputAliases { shape, strides });
    }
    assert!(MatMut::new(&mut c, (2, 3), (3, 2)).is_ok()); // 0 2 4 and 3 5 7 interleave without meeting
    for (shape, strides) in [
        ((usize::MAX, 2), (1, 1)),
        ((2, 2), (isize::MAX, isize::MAX)),
        ((1 << 40, 1 << 40), (1 << 40, 1)),
    ] {
        assert_eq!(
            MatRef::new(&data, shape, strides).unwrap_err(),
            GemmError::TooLarge { shape, strides }
        );
    }

    let bytes = [1i8; 4];
    let square = rows(&bytes, 2, 2);
    let mut sums = [0i32; 4];
    let epilogue = Epilogue {
        activation: Activation::Gelu,
        ..Epilogue::default()
    };
    let rejected = gemm(square, square, to(&mut sums, 2, 2), &epilogue);
    assert_eq!(
        rejected,
        Err(GemmError::IntegerActivation {
            activation: Activation::Gelu,
            accumulator: "i32"
        })
    );
}
