//! Softmax and layer norm.

use approx::assert_abs_diff_eq;
use azulejo_cpu::{Array, Strided, View, layer_norm, softmax};
use azulejo_tensor::{bf16, f16};

#[test]
fn softmax_rows_sum_to_one_and_ignore_a_shift() {
    let values: Vec<f32> = (0..60)
        .map(|i| ((i * 37) % 23) as f32 / 3.0 - 3.0)
        .collect();
    let x = Array::from_vec(values.clone(), &[3, 4, 5]).unwrap();
    let y = softmax(x.view()).unwrap();
    for (row, x) in y.data().chunks(5).zip(values.chunks(5)) {
        let total: f64 = x.iter().map(|x| f64::from(*x).exp()).sum();
        for (y, x) in row.iter().zip(x) {
            assert_abs_diff_eq!(f64::from(*y), f64::from(*x).exp() / total, epsilon = 1e-7);
        }
    }
    let shifted: Vec<f32> = values.iter().map(|x| x * 3.0 + 1024.0).collect();
    let base: Vec<f32> = shifted.iter().map(|x| x - 1024.0).collect();
    let shifted = Array::from_vec(shifted, &[12, 5]).unwrap();
    let base = Array::from_vec(base, &[12, 5]).unwrap();
    assert_eq!(
        softmax(shifted.view()).unwrap(),
        softmax(base.view()).unwrap()
    );
}

#[test]
fn softmax_of_a_transposed_view_reads_its_own_rows() {
    let x = [0.0f64, 0.0, 100.0, -100.0, 3.0, 3.0];
    let view = View::new(&x, Strided::new(&[2, 3], &[1, 2]).unwrap()).unwrap();
    let y = softmax(view).unwrap();
    assert_abs_diff_eq!(y.data()[1], 1.0, epsilon = 1e-12);
    assert!(y.data()[4] < 1e-40);
    assert_eq!(y.extents(), [2, 3]);
}

#[test]
fn softmax_of_extremes_is_defined() {
    let run = |x: &[f32]| softmax(View::from_slice(x)).unwrap().into_vec();
    assert_eq!(run(&[f32::NEG_INFINITY, 0.0]), [0.0, 1.0]);
    assert!(run(&[f32::NEG_INFINITY; 2]).iter().all(|x| x.is_nan()));
    assert!(run(&[f32::NAN, 0.0]).iter().all(|x| x.is_nan()));
    assert_eq!(run(&[]), [0.0; 0]);
    assert_eq!(run(&[88.0, 88.0, f32::MAX]), [0.0, 0.0, 1.0]);
    let scalar = [bf16::from_f32(3.0)];
    let scalar = View::new(&scalar, Strided::row_major(&[]).unwrap()).unwrap();
    assert_eq!(softmax(scalar).unwrap().into_vec(), [bf16::ONE]);
}

#[test]
fn layer_norm_has_mean_zero_and_variance_one() {
    let values: Vec<f16> = (0..64)
        .map(|i| f16::from_f32(((i * 29) % 31) as f32))
        .collect();
    let x = Array::from_vec(values, &[4, 16]).unwrap();
    let y = layer_norm(x.view(), None, None, 0.0).unwrap();
    for row in y.data().chunks(16) {
        let mean: f64 = row.iter().map(|x| x.to_f64()).sum::<f64>() / 16.0;
        let variance: f64 = row.iter().map(|x| x.to_f64() * x.to_f64()).sum::<f64>() / 16.0;
        assert_abs_diff_eq!(mean, 0.0, epsilon = 1e-3);
        assert_abs_diff_eq!(variance, 1.0, epsilon = 2e-3);
    }
    let (scale, shift) = ([f16::from_f32(2.0); 16], [f16::ONE; 16]);
    let z = layer_norm(x.view(), Some(&scale), Some(&shift), 0.0).unwrap();
    for (z, y) in z.data().iter().zip(y.data()) {
        assert_abs_diff_eq!(z.to_f64(), 2.0 * y.to_f64() + 1.0, epsilon = 4e-3);
    }
    assert!(layer_norm(x.view(), Some(&scale[..3]), None, 0.0).is_err());
}

#[test]
fn rows_of_a_view_that_repeats_its_elements_are_its_own() {
    // More elements than the slice holds.
    let x = [0.0f64, 3f64.ln()];
    let rows = View::new(&x, Strided::new(&[4, 2], &[0, 1]).unwrap()).unwrap();
    let y = softmax(rows).unwrap();
    assert_eq!(y.extents(), [4, 2]);
    for row in y.data().chunks(2) {
        assert_abs_diff_eq!(row[0], 0.25, epsilon = 1e-15);
        assert_abs_diff_eq!(row[1], 0.75, epsilon = 1e-15);
    }
    let equal = View::new(&x, Strided::new(&[3, 5], &[1, 0]).unwrap());
    assert!(equal.is_err(), "it reaches past the slice");
    let equal = View::new(&x, Strided::new(&[2, 5], &[1, 0]).unwrap()).unwrap();
    assert_eq!(
        layer_norm(equal, None, None, 1.0).unwrap().data(),
        [0.0; 10]
    );
}

#[test]
fn rows_of_any_length_without_elements_take_no_memory() {
    for extents in [[0, 1 << 40], [0, usize::MAX], [0, 0], [3, 0]] {
        let none = View::<f32>::new(&[], Strided::row_major(&extents).unwrap()).unwrap();
        assert_eq!(softmax(none).unwrap().extents(), extents);
        assert_eq!(
            layer_norm(none, None, None, 0.0).unwrap().extents(),
            extents
        );
    }
}
