//! The exponential and the hyperbolic tangent, without branches or calls, so that loops over them become vectors.

/// log2(e).
pub const LOG2_E: f32 = std::f32::consts::LOG2_E;

/// `a * b + c`: fused where that is one instruction.
#[inline(always)]
pub fn multiply_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// 2^x to 2 units in the last place; 0 below 2^-126, infinity above 2^127, NaN for NaN.
///
/// Range reduction to [-1/2, 1/2] and the polynomial of Moshier's Cephes library (`exp2f`).
#[inline(always)]
pub fn exp2<const FMA: bool>(x: f32) -> f32 {
    // Added to a small number, it leaves the nearest integer in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let shifted = x + ROUND;
    let fraction = x - (shifted - ROUND);
    let mut p = 1.535_336_2e-4;
    for c in [
        1.339_887_4e-3,
        9.618_437e-3,
        5.550_332_5e-2,
        2.402_264_8e-1,
        6.931_472e-1,
        1.0,
    ] {
        p = multiply_add::<FMA>(p, fraction, c);
    }
    let power = f32::from_bits(shifted.to_bits().wrapping_add(127) << 23);
    let value = p * power;
    // NaN fails both comparisons, and its polynomial is NaN.
    let value = if x < -126.0 { 0.0 } else { value };
    if x > 127.0 { f32::INFINITY } else { value }
}

/// tanh(x) to 4 units in the last place; NaN for NaN.
#[inline(always)]
pub fn tanh<const FMA: bool>(x: f32) -> f32 {
    let magnitude = x.abs();
    let squared = x * x;
    let mut p = -5.704_988_7e-3;
    for c in [2.063_909e-2, -5.373_971_6e-2, 1.333_144_2e-1, -3.333_328e-1] {
        p = multiply_add::<FMA>(p, squared, c);
    }
    let small = multiply_add::<FMA>(p * squared, x, x);
    // Above 9 it is 1, and so is the quotient.
    let large = 1.0 - 2.0 / (exp2::<FMA>(2.0 * LOG2_E * magnitude) + 1.0);
    if magnitude < 0.625 {
        small
    } else {
        large.copysign(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units in the last place between a value and the exact one.
    fn ulps(value: f32, exact: f64) -> f64 {
        let unit = f64::from((exact as f32).abs().max(f32::MIN_POSITIVE)) * f64::from(f32::EPSILON);
        (f64::from(value) - exact).abs() / unit
    }

    #[test]
    fn powers_of_two_and_tangents_are_close() {
        let (mut worst, mut worst_tanh) = (0f64, 0f64);
        for i in -1_270_000..=1_270_000 {
            let x = i as f32 * 1e-4;
            let exact = f64::from(x).exp2();
            if exact >= f64::from(f32::MIN_POSITIVE) && x <= 127.0 {
                worst = worst.max(ulps(exp2::<true>(x), exact));
                worst = worst.max(ulps(exp2::<false>(x), exact));
            }
            let x = x * 0.1;
            let exact = f64::from(x).tanh();
            worst_tanh = worst_tanh.max(ulps(tanh::<true>(x), exact));
            worst_tanh = worst_tanh.max(ulps(tanh::<false>(x), exact));
        }
        assert!(worst <= 2.0, "{worst}");
        assert!(worst_tanh <= 4.0, "{worst_tanh}");
    }

    #[test]
    fn special_values_are_exact() {
        for (x, expected) in [
            (0.0, 1.0),
            (-1.0, 0.5),
            (10.0, 1024.0),
            (-126.0, f32::MIN_POSITIVE),
            (-126.5, 0.0),
            (-1e30, 0.0),
            (f32::NEG_INFINITY, 0.0),
            (128.0, f32::INFINITY),
            (f32::INFINITY, f32::INFINITY),
        ] {
            assert_eq!(exp2::<true>(x), expected, "{x}");
            assert_eq!(exp2::<false>(x), expected, "{x}");
        }
        assert!(exp2::<true>(f32::NAN).is_nan() && tanh::<false>(f32::NAN).is_nan());
        for (x, expected) in [(0.0, 0.0), (1e30, 1.0), (-50.0, -1.0), (f32::INFINITY, 1.0)] {
            assert_eq!(tanh::<true>(x), expected);
        }
    }
}
