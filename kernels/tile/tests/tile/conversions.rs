//! Rounding: quotients and casts in every mode.

use super::*;
use azulejo_tensor::{bf16, f16};
use azulejo_tile::programs::*;

#[test]
fn ct_67_j35_quotients() {
    let x: Vec<f32> = [1.0, -1.0, 10.0, -10.0].repeat(4);
    let mut out = [(); 4].map(|()| vec![0.0f32; 16]);
    let [nearest, zero, down, up] = &mut out;
    RoundedQuotients::run(
        read(&x),
        write(nearest),
        write(zero),
        write(down),
        write(up),
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
        read(&x),
        write(nearest),
        write(zero),
        write(down),
        write(up),
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
    Truncations::run(read(&x), write(&mut i), write(&mut u), write(&mut l)).unwrap();
    assert_eq!(i, [2, -2, 0, i32::MAX, 0, -1, 300, i32::MAX]);
    assert_eq!(u, [2, 0, 0, 255, 0, 0, 255, 255]);
    assert_eq!(l, [2, -2, 0, 3_000_000_000, 0, -1, 300, i64::MAX]);
}

/// Each operation and mode as the program lays them out: a row of 16 each.
fn modes<T: Element>(
    x: &[T; 16],
    z: &[T; 16],
    run: impl Fn(View<'_, T>, View<'_, T>, ViewMut<'_, T>),
) -> Vec<Vec<f64>> {
    let mut y = zeros::<T>(24, 16);
    run(read(x), read(z), y.view_mut());
    let wide = |row: &[T]| row.iter().map(|y| y.to_f64()).collect();
    y.data().chunks(16).map(wide).collect()
}

/// Checks that RM and RP are around the exact value, RZ the one nearer to 0, and RN one of them.
fn surround(rows: &[Vec<f64>], exact: impl Fn(usize, usize) -> f64) {
    for op in 0..5 {
        let [nearest, zero, down, up] = [0, 1, 2, 3].map(|mode| &rows[5 * mode + op]);
        for i in 0..16 {
            let exact = exact(op, i);
            assert!(
                down[i] <= exact && exact <= up[i],
                "{op} {i}: {} {exact} {}",
                down[i],
                up[i]
            );
            assert_eq!(zero[i], if exact > 0.0 { down[i] } else { up[i] });
            assert!(nearest[i] == down[i] || nearest[i] == up[i]);
            let (below, above) = (exact - down[i], up[i] - exact);
            let expected = if below < above { down[i] } else { up[i] };
            assert!(below == above || nearest[i] == expected);
        }
    }
}

fn operands<T: Element>() -> ([T; 16], [T; 16]) {
    let x = |i: usize| T::from_f64((i as f64 + 1.0) * 0.3);
    let z =
        |i: usize| T::from_f64(if i.is_multiple_of(2) { 3.1 } else { -0.007 } * (i as f64 + 0.7));
    (core::array::from_fn(x), core::array::from_fn(z))
}

#[test]
fn ct_66_ct_67_every_operation_in_every_mode() {
    // Of 16-bit floats and f32, f64 computes sums and products exactly, quotients and roots on the right side.
    macro_rules! check {
        ($($t:ident $program:ident;)*) => {$({
            let (x, z) = operands::<$t>();
            let rows = modes::<$t>(&x, &z, |x, z, y| $program::run(x, z, y).unwrap());
            surround(&rows, |op, i| {
                let (a, b) = (x[i].to_f64(), z[i].to_f64());
                [a + b, a - b, a * b, a / b, a.sqrt()][op]
            });
            for i in 0..16 {
                let exact = x[i].to_f64() * z[i].to_f64() + x[i].to_f64();
                assert!(rows[21][i] <= exact && exact <= rows[22][i]);
                assert!(rows[20][i] == rows[21][i] || rows[20][i] == rows[22][i]);
                let (below, above) = (exact - rows[21][i], rows[22][i] - exact);
                let nearest = if below < above { rows[21][i] } else { rows[22][i] };
                assert!(below == above || rows[23][i] == nearest);
            }
        })*};
    }
    check! { f16 RoundedF16; bf16 RoundedBf16; f32 RoundedF32; }
}

#[test]
fn f64_in_every_mode_is_a_neighbour_of_the_nearest() {
    let (x, z) = operands::<f64>();
    let rows = modes::<f64>(&x, &z, |x, z, y| RoundedF64::run(x, z, y).unwrap());
    for op in 0..5 {
        let [nearest, zero, down, up] = [0, 1, 2, 3].map(|mode| &rows[5 * mode + op]);
        for i in 0..16 {
            let (a, b) = (x[i], z[i]);
            assert_eq!(nearest[i], [a + b, a - b, a * b, a / b, a.sqrt()][op]);
            assert!(down[i] == up[i] || down[i].next_up() == up[i]);
            assert!(nearest[i] == down[i] || nearest[i] == up[i]);
            assert_eq!(zero[i], if up[i] > 0.0 { down[i] } else { up[i] });
        }
    }
    // One third, from below and from above.
    let mut y = zeros::<f64>(24, 1);
    RoundedF64::run(read(&[1.0]), read(&[3.0]), y.view_mut()).unwrap();
    let (down, up) = (y.data()[13], y.data()[18]);
    assert_eq!((down, up), (0.3333333333333333, 0.33333333333333337));
}

#[test]
fn ct_70_fast_forms() {
    let x: Vec<f32> = (0..16).map(|i| i as f32 / 2.0 - 4.0).collect();
    let mut y = zeros::<f32>(7, 16);
    Approximate::run(read(&x), y.view_mut()).unwrap();
    for (i, x) in x.iter().enumerate() {
        let exact = [
            x / 3.0,
            x / 3.0,
            x.abs().sqrt(),
            x.tanh(),
            x.exp2(),
            x.tanh(),
            x.exp2(),
        ];
        for (row, exact) in exact.iter().enumerate() {
            let far = (y.data()[16 * row + i] - exact).abs();
            assert!(far <= 5e-4 * exact.abs().max(1.0), "{row} {i}");
        }
    }
}
