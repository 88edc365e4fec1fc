use azulejo_layout::layout;
use azulejo_tensor::{
    Element, TensorError, axpby, copy, copy_if, fill, gemm, make_rmem, make_tensor, transform2,
    try_copy,
};
use half::f16;

#[test]
fn copies_follow_the_coordinates_not_the_memory() {
    let src: Vec<u32> = (0..32).collect();
    let mut dst = [0u32; 32];
    let from = make_tensor(&src[..], layout!((_4, _8):(_8, _1))).unwrap();
    let mut registers = make_rmem::<u32, _>(layout!((_4, _8):(_2, _8)));
    copy(&from, &mut registers);
    copy(
        &registers,
        &mut make_tensor(&mut dst[..], layout!((_4, _8))).unwrap(),
    );
    for (i, &x) in dst.iter().enumerate() {
        assert_eq!(x as usize, i % 4 * 8 + i / 4);
    }
}

#[test]
fn sizes_that_differ_are_an_error_and_nothing_is_written() {
    let src = [1u8; 8];
    let mut dst = [0u8; 9];
    let (n, m) = (8usize, 9usize);
    let result = try_copy(
        &make_tensor(&src[..], layout!(n)).unwrap(),
        &mut make_tensor(&mut dst[..], layout!(m)).unwrap(),
    );
    assert_eq!(result, Err(TensorError::SizeMismatch { lhs: 8, rhs: 9 }));
    assert_eq!(dst, [0; 9]);
}

#[test]
fn predicates_leave_the_rest_alone() {
    let src = [1, 2, 3, 4];
    let keep = [true, false, true, false];
    let mut dst = [9; 4];
    copy_if(
        make_tensor(&keep[..], layout!(_4)).unwrap(),
        &make_tensor(&src[..], layout!(_4)).unwrap(),
        &mut make_tensor(&mut dst[..], layout!(_4)).unwrap(),
    );
    assert_eq!(dst, [1, 9, 3, 9]);
}

#[test]
fn axpby_with_beta_zero_never_reads_its_target() {
    let x = [1.0, 2.0, 3.0];
    let mut y = [f64::NAN; 3];
    axpby(
        2.0,
        &make_tensor(&x[..], layout!(_3)).unwrap(),
        0.0,
        &mut make_tensor(&mut y[..], layout!(_3)).unwrap(),
    );
    assert_eq!(y, [2.0, 4.0, 6.0]);
}

#[test]
fn transforms_of_two_and_fills() {
    let (a, b) = ([1i16, 2, 3], [0.5f32, 1.0, 1.5]);
    let mut c = [f16::ZERO; 3];
    transform2(
        &make_tensor(&a[..], layout!(_3)).unwrap(),
        &make_tensor(&b[..], layout!(_3)).unwrap(),
        &mut make_tensor(&mut c[..], layout!(_3)).unwrap(),
        |a, b| (a.to_f32() + b).cast(),
    );
    assert_eq!(c.map(|x| x.to_f64()), [1.5, 3.0, 4.5]);
    let mut long = [0u8; 1000];
    fill(
        &mut make_tensor(&mut long[..], layout!(_500:_2)).unwrap(),
        3,
    );
    assert!(
        long.iter()
            .enumerate()
            .all(|(i, &x)| x == if i % 2 == 0 { 3 } else { 0 })
    );
}

#[test]
fn the_five_forms_of_gemm() {
    let mut c = [1, 1, 1];
    gemm(
        &make_tensor(&[1, 2, 3][..], layout!(_3)).unwrap(),
        &make_tensor(&[5, 6, 7][..], layout!(_3)).unwrap(),
        &mut make_tensor(&mut c[..], layout!(_3)).unwrap(),
    );
    assert_eq!(c, [6, 13, 22]);

    let mut c = [0; 6];
    gemm(
        &make_tensor(&[1, 2, 3][..], layout!(_3)).unwrap(),
        &make_tensor(&[5, 6][..], layout!(_2)).unwrap(),
        &mut make_tensor(&mut c[..], layout!((_3, _2):(_2, _1))).unwrap(),
    );
    assert_eq!(c, [5, 6, 10, 12, 15, 18]);

    // (M,K) x (N,K), against three loops; then the same as forms 4 and 5 with one value per instruction.
    let (m, n, k) = (5usize, 3usize, 4usize);
    let a: Vec<i64> = (0..20).collect();
    let b: Vec<i64> = (0..12).map(|x| x * x - 7).collect();
    let expected: Vec<i64> = (0..15)
        .map(|i| (0..k).map(|l| a[i % m + m * l] * b[i / m + n * l]).sum())
        .collect();
    let mut c = [0i64; 15];
    gemm(
        &make_tensor(&a[..], layout!((m, k))).unwrap(),
        &make_tensor(&b[..], layout!((n, k))).unwrap(),
        &mut make_tensor(&mut c[..], layout!((m, n))).unwrap(),
    );
    assert_eq!(c[..], expected[..]);

    let mut c = [0i64; 15];
    gemm(
        &make_tensor(&a[..], layout!((_1, _5, _4):(_0, _1, _5))).unwrap(),
        &make_tensor(&b[..], layout!((_1, _3, _4):(_0, _1, _3))).unwrap(),
        &mut make_tensor(&mut c[..], layout!((_1, _5, _3):(_0, _1, _5))).unwrap(),
    );
    assert_eq!(c[..], expected[..]);

    let mut c = [0i64; 15];
    for l in 0..k {
        gemm(
            &make_tensor(&a[m * l..], layout!((_1, _5):(_0, _1))).unwrap(),
            &make_tensor(&b[n * l..], layout!((_1, _3):(_0, _1))).unwrap(),
            &mut make_tensor(&mut c[..], layout!((_1, _5, _3):(_0, _1, _5))).unwrap(),
        );
    }
    assert_eq!(c[..], expected[..]);
}

/// 4096 products of ones in `f16` with an `f32` accumulator are exact; in `f16` they would stop at 2048.
#[test]
fn halves_accumulate_in_single() {
    let ones = vec![f16::ONE; 4096];
    let mut c = [0.0f32];
    let k = 4096usize;
    gemm(
        &make_tensor(&ones[..], layout!((_1, k):(_0, _1))).unwrap(),
        &make_tensor(&ones[..], layout!((_1, k):(_0, _1))).unwrap(),
        &mut make_tensor(&mut c[..], layout!((_1, _1):(_0, _0))).unwrap(),
    );
    assert_eq!(c, [4096.0]);
}
