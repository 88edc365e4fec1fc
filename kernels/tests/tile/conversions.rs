//! Rounding: quotients and casts in every mode.

use super::*;
use azulejo_kernels::tile::programs::*;
use azulejo_tensor::f16;

#[test]
fn ct_67_j35_quotients() {
    let x: Vec<f32> = [1.0, -1.0, 10.0, -10.0].repeat(4);
    let mut out = [(); 4].map(|()| vec![0.0f32; 16]);
    let [nearest, zero, down, up] = &mut out;
    RoundedQuotients::run(
        View::from_slice(&x),
        ViewMut::from_slice(nearest),
        ViewMut::from_slice(zero),
        ViewMut::from_slice(down),
        ViewMut::from_slice(up),
    )
    .unwrap();
    let bits = out.map(|out| [0, 1, 2, 3].map(|i: usize| out[i].to_bits()));
    assert_eq!(bits[0], [0x3EAAAAAB, 0xBEAAAAAB, 0x40555555, 0xC0555555]);
    assert_eq!(bits[1], [0x3EAAAAAA, 0xBEAAAAAA, 0x40555555, 0xC0555555]);
    assert_eq!(bits[2], [0x3EAAAAAA, 0xBEAAAAAB, 0x40555555, 0xC0555556]);
    assert_eq!(bits[3], [0x3EAAAAAB, 0xBEAAAAAA, 0x40555556, 0xC0555555]);
}

#[test]
fn ct_69_j35_casts() {
    let tiny = 1.5 * 2f32.powi(-25);
    let x = [65520.0, -65520.0, 2049.0, 2051.0, tiny, -tiny];
    let mut out = [(); 4].map(|()| vec![f16::ZERO; 6]);
    let [nearest, zero, down, up] = &mut out;
    RoundedCasts::run(
        View::from_slice(&x),
        ViewMut::from_slice(nearest),
        ViewMut::from_slice(zero),
        ViewMut::from_slice(down),
        ViewMut::from_slice(up),
    )
    .unwrap();
    let bits = out.map(|out| [0, 1, 2, 3, 4, 5].map(|i: usize| out[i].to_bits()));
    assert_eq!(bits[0], [0x7C00, 0xFC00, 0x6800, 0x6802, 0x0001, 0x8001]);
    assert_eq!(bits[1], [0x7BFF, 0xFBFF, 0x6800, 0x6801, 0x0000, 0x8000]);
    assert_eq!(bits[2], [0x7BFF, 0xFC00, 0x6800, 0x6801, 0x0000, 0x8001]);
    assert_eq!(bits[3], [0x7C00, 0xFBFF, 0x6801, 0x6802, 0x0001, 0x8000]);
}

#[test]
fn ct_68_floats_truncate_and_saturate() {
    let x = [2.9f32, -2.9, -0.5, 3e9, f32::NAN, -1.0, 300.7, 1e30];
    let (mut i, mut u, mut l) = ([7i32; 8], [7u8; 8], [7i64; 8]);
    Truncations::run(
        View::from_slice(&x),
        ViewMut::from_slice(&mut i),
        ViewMut::from_slice(&mut u),
        ViewMut::from_slice(&mut l),
    )
    .unwrap();
    assert_eq!(i, [2, -2, 0, i32::MAX, 0, -1, 300, i32::MAX]);
    assert_eq!(u, [2, 0, 0, 255, 0, 0, 255, 255]);
    assert_eq!(l, [2, -2, 0, 3_000_000_000, 0, -1, 300, i64::MAX]);
}
