//! `fma` and `UniversalFMA`: one rounding to nearest even.

use azulejo_tensor::atom::{MmaInstruction, UniversalFMA};
use azulejo_tensor::{Arithmetic, Element, bf16, f16};

/// Random bits (xorshift).
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
}

#[test]
fn wide_floats_round_as_the_processor_does() {
    let mut bits = Bits(0x9E37_79B9_7F4A_7C15);
    let mut double = || f64::from_bits(bits.next() << 11 ^ bits.next());
    for _ in 0..10_000 {
        let (a, b, c) = (double(), double(), double());
        // Near one another, too, where cancellation leaves the rounding error alone.
        for (a, b, c) in [(a, b, c), (a, b, -a * b), (a, 1.0 / a, -1.0)] {
            let (same, exact) = (f64::fma(a, b, c), a.mul_add(b, c));
            assert!(
                same.to_bits() == exact.to_bits() || exact.is_nan() && same.is_nan(),
                "{a} {b} {c}"
            );
        }
    }
    let mut single = || f32::from_bits(bits.next() as u32);
    for _ in 0..10_000 {
        let (a, b, c) = (single(), single(), single());
        for (a, b, c) in [
            (a, b, c),
            (a, b, -a * b),
            (a, 1.0 / a, -1.0),
            (a, 2.0 / c, c * 1e-8),
        ] {
            let (same, exact) = (f32::fma(a, b, c), a.mul_add(b, c));
            assert!(
                same.to_bits() == exact.to_bits() || exact.is_nan() && same.is_nan(),
                "{a} {b} {c}"
            );
        }
    }
}

/// Returns `true` if no neighbor of `found` is nearer to `exact`, both in units of `2^-unit`, and of two as near `found` is even.
fn nearest<T: Element>(found: T, exact: i128, unit: i32) -> bool {
    let raw = found.to_raw();
    let place = |raw: u64| (T::from_raw(raw).to_f64() * 2f64.powi(unit)) as i128;
    let distance = (exact - place(raw)).abs();
    [raw.wrapping_sub(1), raw + 1]
        .into_iter()
        .filter(|&raw| T::from_raw(raw).to_f64().is_finite())
        .all(|other| {
            let further = (exact - place(other)).abs();
            distance < further
                || distance == further && raw.is_multiple_of(2)
                || place(other) == place(raw)
        })
}

#[test]
fn narrow_floats_are_the_nearest_to_the_exact_sum() {
    let mut bits = Bits(0x2545_F491_4F6C_DD1D);
    for _ in 0..10_000 {
        let [a, b, c] = [(); 3].map(|()| f16::from_bits(bits.next() as u16));
        let (x, y, z) = (a.to_f64(), b.to_f64(), c.to_f64());
        if !(x * y + z).is_finite() || (x * y + z).abs() >= 65504.0 {
            continue;
        }
        let whole = |x: f64| (x * 2f64.powi(24)) as i128;
        let exact = whole(x) * whole(y) + (whole(z) << 24);
        assert!(nearest(f16::fma(a, b, c), exact, 48), "{a} {b} {c}");
    }
    for _ in 0..10_000 {
        // Exponents from -20 to 11, so that sums fit the integers.
        let [a, b, c] = [(); 3].map(|()| {
            let (exponent, rest) = (107 + bits.next() % 32, bits.next());
            bf16::from_bits((rest & 0x807F | exponent << 7) as u16)
        });
        let (x, y, z) = (a.to_f64(), b.to_f64(), c.to_f64());
        let whole = |x: f64| (x * 2f64.powi(28)) as i128;
        let exact = whole(x) * whole(y) + (whole(z) << 28);
        assert!(nearest(bf16::fma(a, b, c), exact, 56), "{a} {b} {c}");
    }
}

#[test]
fn known_roundings() {
    let (a, b, c) = (
        bf16::from_bits(0xc458),
        bf16::from_bits(0xf9d0),
        bf16::from_bits(0xa023),
    );
    assert_eq!(bf16::fma(a, b, c).to_bits(), 0x7eaf);
    let (a, b) = (545.0 * 2f32.powi(-14), 481.0 * 2f32.powi(-15));
    let near = f16::fma(f16::from_f32(a), f16::from_f32(b), f16::ONE);
    assert_eq!(near.to_bits(), 0x3c01);
    assert_eq!(
        f32::fma(f32::MAX, f32::MAX, f32::NEG_INFINITY),
        f32::NEG_INFINITY
    );
    assert_eq!(f32::fma(-0.0, 1.0, 0.0).to_bits(), 0);
    assert_eq!(f32::fma(-0.0, 1.0, -0.0).to_bits(), 1 << 31);
    assert_eq!(i8::fma(100, 2, 1), -55);
}

#[test]
fn the_atom_rounds_once() {
    let x = 1.0 + f32::EPSILON;
    let c = -1.0 - 2.0 * f32::EPSILON;
    assert_eq!(
        UniversalFMA::<f32>::default().fma(x, x, c),
        f32::EPSILON * f32::EPSILON
    );
    let x = 1.0 + f64::EPSILON;
    let c = -1.0 - 2.0 * f64::EPSILON;
    assert_eq!(
        UniversalFMA::<f64>::default().fma(x, x, c),
        f64::EPSILON * f64::EPSILON
    );
}
