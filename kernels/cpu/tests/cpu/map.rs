//! Elementwise jobs with known answers: scaling, broadcasting, mixed types, several outputs' worth of precision.

use approx::assert_abs_diff_eq;
use azulejo_cpu::{Array, Strided, View, ViewMut, map};
use azulejo_tensor::{Element, bf16, f16};

fn range<T: Element>(n: usize) -> Vec<T> {
    (0..n).map(|i| T::from_f64(i as f64)).collect()
}

fn sum<T: Element>(values: &[T]) -> f64 {
    values.iter().map(|x| x.to_f64()).sum()
}

/// All of some memory.
fn line<T: Element>(data: &[T]) -> View<'_, T> {
    View::from_slice(data)
}

/// The same by rows.
fn rows<'a, T: Element>(data: &'a [T], extents: &[usize]) -> View<'a, T> {
    View::new(data, Strided::row_major(extents).unwrap()).unwrap()
}

/// An array of the shape, filled by a map.
fn mapped<S: azulejo_cpu::Sources, O: Element>(
    inputs: S,
    extents: &[usize],
    f: impl FnMut(S::Items) -> O,
) -> Vec<O> {
    let mut out = Array::<O>::zeros(extents).unwrap();
    map(inputs, &mut out.view_mut(), f).unwrap();
    out.into_vec()
}

#[test]
fn a_vector_is_scaled_and_shifted() {
    let x = range::<f32>(1024);
    let y = mapped((line(&x),), &[1024], |(x,)| x * 2.0);
    assert_eq!((y[1023], sum(&y)), (2046.0, 1_047_552.0));
    let y = mapped((line(&x),), &[1024], |(x,)| x * 2.0 + 1.0);
    assert_eq!((y[1023], sum(&y)), (2047.0, 1_048_576.0));
    let y = mapped((line(&x[..256]),), &[256], |(x,)| x + 1.0);
    assert_eq!((y[0], y[255], sum(&y)), (1.0, 256.0, 32_896.0));
    let y = mapped((line(&x[..16]),), &[16], |(x,)| x + 100.0);
    assert_eq!(y, (100..116).map(|i| i as f32).collect::<Vec<_>>());
}

#[test]
fn row_major_and_column_major_arrays_meet() {
    let data = range::<f32>(64);
    let a = rows(&data, &[16, 4]);
    let b = View::new(&data, Strided::column_major(&[16, 4]).unwrap()).unwrap();
    let c = mapped((a, b), &[16, 4], |(a, b)| a + b);
    assert!((0..64).all(|i| c[i] == (5 * (i / 4) + 17 * (i % 4)) as f32));
    assert_eq!(c[60..], [75.0, 92.0, 109.0, 126.0]);
    assert_eq!(sum(&c), 4032.0);
}

#[test]
fn rows_and_scalars_broadcast() {
    let x = range::<f32>(512);
    let inputs = (line(&x[..64]), rows(&[2.0], &[]), rows(&[10.0], &[]));
    let y = mapped(inputs, &[64], |(x, a, b): (f32, f32, f32)| x * a + b);
    assert_eq!((y[0], y[63], sum(&y)), (10.0, 136.0, 4672.0));
    let inputs = (rows(&x, &[16, 32]), line(&x[..32]));
    let y = mapped(inputs, &[16, 32], |(x, bias)| x + bias);
    assert!((0..512).all(|i| y[i] == (32 * (i / 32) + 2 * (i % 32)) as f32));
    assert_eq!(sum(&y), 138_752.0);
    let inputs = (rows(&x, &[8, 8]), line(&x[..8]));
    let y = mapped(inputs, &[8, 8], |(x, row)| (x + row) * 2.0);
    assert!((0..64).all(|i| y[i] == (16 * (i / 8) + 4 * (i % 8)) as f32));
    assert_eq!(sum(&y), 4480.0);
}

#[test]
fn batch_normalisation_is_four_broadcast_rows() {
    let (n, c) = (40, 24);
    let data: Vec<f32> = (0..n * c).map(|i| (37 * i % 101) as f32 / 8.0).collect();
    let row = |f: &dyn Fn(usize) -> f32| (0..c).map(f).collect::<Vec<f32>>();
    let (mean, std) = (row(&|c| c as f32 / 4.0), row(&|c| 1.0 + c as f32 / 8.0));
    let gamma = row(&|c| 0.5 + (c % 3) as f32);
    let beta = row(&|c| (c as f32 - 12.0) / 16.0);
    let inputs = (rows(&data, &[n, c]), line(&mean), line(&std));
    let centre = |(x, mean, std): (f32, f32, f32)| (x - mean) / (std + 1e-5);
    let centred = mapped(inputs, &[n, c], centre);
    let inputs = (rows(&centred, &[n, c]), line(&gamma), line(&beta));
    let y = mapped(inputs, &[n, c], |(x, gamma, beta)| x * gamma + beta);
    let close =
        |x: f32, expected: f64| assert_abs_diff_eq!(f64::from(x) / expected, 1.0, epsilon = 2e-6);
    close(y[0], -0.75);
    close(y[23], 0.445565134);
    close(y[17 * c + 11], 3.621695);
    close(y[39 * c], 4.874944);
    close(y[39 * c + 23], -0.441529274);
    assert_abs_diff_eq!(sum(&y) / 2597.94799826, 1.0, epsilon = 2e-6);
}

#[test]
fn types_mix_in_one_expression() {
    let (i16s, i32s) = (range::<i16>(64), range::<i32>(64));
    let f32s: Vec<f32> = (0..64).map(|i| i as f32 / 64.0).collect();
    let inputs = (line(&i16s), line(&i32s), line(&f32s));
    let y = mapped(inputs, &[64], |(a, b, c)| {
        (i32::from(a) + b) as f32 + (b as f32 + c) + (f32::from(a) + 1.0)
    });
    assert_eq!(
        (y[0], y[1], y[63], sum(&y)),
        (1.0, 5.015625, 253.0 + 63.0 / 64.0, 8159.5)
    );

    let (x, ten) = (range::<f32>(64), [10i32]);
    let y = mapped((line(&x), line(&ten)), &[64], |(x, b)| x * 2.5 + b as f32);
    assert_eq!((y[0], y[63], sum(&y)), (10.0, 167.5, 5680.0));
}

#[test]
fn unsigned_and_signed_bytes_meet_in_16_bits() {
    let (u, i) = ([200u8, 255, 0, 128], [-100i8, 127, -128, -128]);
    let sum = |(u, i): (u8, i8)| u.cast::<i16>() + i.cast::<i16>();
    let wide = mapped((line(&u), line(&i)), &[4], sum);
    assert_eq!(wide, [100, 382, -128, 0]);
    let narrow = mapped((line(&wide),), &[4], |(x,)| x.cast::<i8>());
    assert_eq!(narrow, [100, 126, -128, 0]);
}

#[test]
fn mixed_precision_sums_in_f32() {
    let a: Vec<f16> = (0..64).map(|i| f16::from_f32(i as f32 / 3.0)).collect();
    let b: Vec<f32> = (0..64).map(|i| i as f32 / 7.0).collect();
    let scaled = |(a, b): (f16, f32)| (a.to_f32() + b) * 2.0 + 1.0;
    let y = mapped((line(&a), line(&b)), &[64], scaled);
    assert_eq!(y[63].to_bits(), 0x4274_0000);
    assert_eq!(f16::from_f32(y[63]).to_bits(), 0x53A0);
    assert_abs_diff_eq!(sum(&y), 1983.99951494, epsilon = 1e-6);

    let index = |i: usize| (i / 256, i % 256);
    let a = |(r, c): (usize, usize)| f16::from_f32(((7 * r + 3 * c) % 64) as f32 / 64.0);
    let b = |(r, c): (usize, usize)| ((5 * r + 11 * c) % 128) as f32 / 128.0;
    let a: Vec<f16> = (0..65536).map(index).map(a).collect();
    let b: Vec<f32> = (0..65536).map(index).map(b).collect();
    let inputs = (rows(&a, &[256, 256]), rows(&b, &[256, 256]));
    let y = mapped(inputs, &[256, 256], scaled);
    assert_eq!(
        (y[0], y[10 * 256 + 20], y[65535], sum(&y)),
        (1.0, 1.28125, 4.4375, 195_072.0)
    );
}

#[test]
fn half_precision_copies_round_to_nearest_even() {
    let x: Vec<f32> = (0..256).map(|i| i as f32 / 256.0).collect();
    let h = mapped((line(&x),), &[256], |(x,)| x.cast::<f16>());
    let b = mapped((line(&x),), &[256], |(x,)| x.cast::<bf16>());
    assert_eq!(
        (h[100].to_bits(), b[100].to_bits(), b[255].to_bits()),
        (0x3640, 0x3EC8, 0x3F7F)
    );
    assert_eq!(size_of_val(&h[..]) * 2, size_of_val(&x[..]));
}

#[test]
fn inputs_stay_as_they_were() {
    let x: Vec<f32> = (0..16).map(|i| i as f32 / 16.0).collect();
    let before = x.clone();
    let y = mapped((line(&x),), &[16], |(x,)| x + 1.0 - 0.5 * 2.0);
    assert_eq!(y, before);
    assert_eq!(x, before);
}

#[test]
fn strided_outputs_take_broadcast_inputs() {
    let (column, row) = ([0.0f32, 10.0, 20.0], [0.0f32, 1.0, 2.0, 3.0]);
    let column = rows(&column, &[3, 1]);
    let y = mapped((column, line(&row)), &[3, 4], |(a, b)| a + b);
    assert!((0..12).all(|i| y[i] == (10 * (i / 4) + i % 4) as f32));

    let x = range::<f32>(52);
    let mut out = vec![-1.0f32; 124];
    let mut view = ViewMut::new(&mut out, Strided::new(&[13, 4], &[10, 1]).unwrap()).unwrap();
    map((rows(&x, &[13, 4]),), &mut view, |(x,)| x).unwrap();
    for (offset, value) in out.iter().enumerate() {
        let expected = if offset % 10 < 4 {
            (offset / 10 * 4 + offset % 10) as f32
        } else {
            -1.0
        };
        assert_eq!(*value, expected);
    }
}

#[test]
fn inputs_that_do_not_broadcast_leave_the_output_alone() {
    let mut out = vec![7.0f32; 4];
    let x = [1.0f32; 3];
    let to = &mut ViewMut::from_slice(&mut out);
    let error = map((line(&x),), to, |(x,)| x);
    assert!(error.is_err());
    assert_eq!(out, [7.0; 4]);
}
