//! Empty sizes, NaN, strides, errors, epilogues, batches.

use azulejo_gemm::{Activation, Epilogue, GemmError, MatMut, MatRef, gemm, gemm_batched};

#[test]
fn without_k_c_is_scaled() {
    let mut c = [1.0f32, 2.0, 3.0, 4.0];
    let epilogue = Epilogue {
        beta: 3.0,
        ..Epilogue::default()
    };
    let (a, b) = (
        MatRef::row_major(&[], 2, 0).unwrap(),
        MatRef::row_major(&[], 0, 2).unwrap(),
    );
    gemm::<f32, f32>(a, b, MatMut::row_major(&mut c, 2, 2).unwrap(), &epilogue).unwrap();
    assert_eq!(c, [3.0, 6.0, 9.0, 12.0]);
    gemm::<f32, f32>(
        a,
        b,
        MatMut::row_major(&mut c, 2, 2).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
    assert_eq!(c, [0.0; 4]);
}

#[test]
fn without_rows_or_columns_nothing_is_done() {
    let data = [1.0f64; 6];
    for (m, n) in [(0, 2), (2, 0), (0, 0)] {
        let (a, b) = (
            MatRef::row_major(&data, m, 3).unwrap(),
            MatRef::row_major(&data, 3, n).unwrap(),
        );
        gemm::<f64, f64>(
            a,
            b,
            MatMut::row_major(&mut [], m, n).unwrap(),
            &Epilogue::default(),
        )
        .unwrap();
    }
}

#[test]
fn beta_zero_never_reads_c() {
    for (m, n, k) in [(1, 1, 1), (3, 5, 2), (50, 70, 600), (17, 9, 0)] {
        let (a, b) = (vec![1.0f32; m * k], vec![1.0f32; k * n]);
        let (left, right) = (
            MatRef::row_major(&a, m, k).unwrap(),
            MatRef::row_major(&b, k, n).unwrap(),
        );
        let mut c = vec![f32::NAN; m * n];
        gemm(
            left,
            right,
            MatMut::row_major(&mut c, m, n).unwrap(),
            &Epilogue::default(),
        )
        .unwrap();
        assert!(c.iter().all(|&x| x == k as f32));
        let mut c = vec![half::f16::NAN; m * n];
        gemm(
            left,
            right,
            MatMut::col_major(&mut c, m, n).unwrap(),
            &Epilogue::default(),
        )
        .unwrap();
        assert!(c.iter().all(|&x| x.to_f32() == k as f32));
    }
}

#[test]
fn alpha_zero_never_reads_a_or_b() {
    let nan = [f32::NAN; 4];
    let view = || MatRef::row_major(&nan, 2, 2).unwrap();
    let mut c = [1.0f32; 4];
    let epilogue = Epilogue {
        alpha: 0.0,
        beta: 2.0,
        ..Epilogue::default()
    };
    gemm(
        view(),
        view(),
        MatMut::row_major(&mut c, 2, 2).unwrap(),
        &epilogue,
    )
    .unwrap();
    assert_eq!(c, [2.0; 4]);
}

#[test]
fn nan_in_a_reaches_its_row_only() {
    let mut a = vec![1.0f32; 30 * 20];
    a[7 * 20 + 3] = f32::NAN;
    let b = vec![1.0f32; 20 * 40];
    let mut c = vec![0.0f32; 30 * 40];
    let (left, right) = (
        MatRef::row_major(&a, 30, 20).unwrap(),
        MatRef::row_major(&b, 20, 40).unwrap(),
    );
    gemm(
        left,
        right,
        MatMut::row_major(&mut c, 30, 40).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
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
    gemm(
        repeated,
        reversed,
        MatMut::row_major(&mut c, 2, 1).unwrap(),
        &Epilogue::default(),
    )
    .unwrap();
    assert_eq!(c, [10.0, 10.0]);
    let mut c = [0.0f32; 2];
    gemm(
        repeated,
        reversed,
        MatMut::new(&mut c, (2, 1), (-1, 5)).unwrap(),
        &Epilogue {
            bias: Some(&[0.5]),
            ..Epilogue::default()
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
        gemm(
            MatRef::row_major(&a, m, k).unwrap(),
            MatRef::row_major(&b, k, n).unwrap(),
            out.unwrap(),
            epilogue,
        )
        .unwrap();
        c
    };
    for by_column in [false, true] {
        let plain = product(by_column, &Epilogue::default());
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
                    ..Epilogue::default()
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
    let a = [MatRef::row_major(&ones, 2, 4).unwrap(); 3];
    let b = [MatRef::row_major(&ones, 4, 2).unwrap()];
    let mut c = [10.0f32; 12];
    let out = c
        .chunks_mut(4)
        .map(|c| MatMut::row_major(c, 2, 2).unwrap())
        .collect();
    gemm_batched(
        &a,
        &b,
        out,
        &Epilogue {
            beta: 1.0,
            ..Epilogue::default()
        },
    )
    .unwrap();
    assert_eq!(c, [14.0; 12]);
    let error = gemm_batched(
        &a[..2],
        &b,
        vec![MatMut::row_major(&mut c[..4], 2, 2).unwrap()],
        &Epilogue::default(),
    );
    assert_eq!(error, Err(GemmError::BatchMismatch { a: 2, b: 1, c: 1 }));
}

#[test]
fn wrong_arguments_are_rejected_with_their_values() {
    let data = [0.0f32; 12];
    let mut c = [7.0f32; 12];
    let a = MatRef::row_major(&data, 3, 4).unwrap();
    let rejected = gemm(
        a,
        a,
        MatMut::row_major(&mut c, 3, 4).unwrap(),
        &Epilogue::default(),
    )
    .unwrap_err();
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
    let rejected = gemm(
        a,
        a.t(),
        MatMut::row_major(&mut c, 3, 4).unwrap(),
        &Epilogue::default(),
    )
    .unwrap_err();
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
        MatMut::row_major(&mut c, 3, 3).unwrap(),
        &Epilogue {
            bias: Some(&bias),
            ..Epilogue::default()
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
    let square = MatRef::row_major(&bytes, 2, 2).unwrap();
    let mut sums = [0i32; 4];
    let epilogue = Epilogue {
        activation: Activation::Gelu,
        ..Epilogue::default()
    };
    let rejected = gemm(
        square,
        square,
        MatMut::row_major(&mut sums, 2, 2).unwrap(),
        &epilogue,
    );
    assert_eq!(
        rejected,
        Err(GemmError::IntegerActivation {
            activation: Activation::Gelu,
            accumulator: "i32"
        })
    );
}
