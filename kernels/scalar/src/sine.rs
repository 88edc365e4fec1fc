//! Sine and cosine in `f32` for moderate angles, without a branch: some twenty instructions.
//!
//! The quarter turns are taken off by three parts of π/2 (W. J. Cody and W. Waite, Software manual for the elementary
//! functions, 1980). With the first, an FMA is exact: for |x| up to [`FAR`] what is left is below 1 and a
//! multiple of 2^-23, or of the last place of x if that is smaller. Both series are then summed to where the next term is
//! below half a unit in the last place, and the quarter turn chooses one and its sign.

#[cfg(target_arch = "nvptx64")]
use super::math::fma_f32;

#[cfg(not(target_arch = "nvptx64"))]
fn fma_f32(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// The largest magnitude that [`turn_f32`] takes.
pub const FAR: f32 = 65536.0;

/// The sine of `x` moved on by `quarters` quarter turns, to 2 units in the last place, for |x| up to [`FAR`].
#[inline(always)]
pub fn turn_f32(x: f32, quarters: u32) -> f32 {
    use core::f64::consts::FRAC_PI_2;
    const HIGH: f32 = FRAC_PI_2 as f32;
    const MIDDLE: f32 = (FRAC_PI_2 - HIGH as f64) as f32;
    /// What the double nearest to π/2 lacks.
    const REST: f64 = 6.123_233_995_736_766e-17;
    const LOW: f32 = ((FRAC_PI_2 - HIGH as f64 - MIDDLE as f64) + REST) as f32;
    /// At 1.5 · 2^23 the last place is 1: adding it rounds to an integer, which is then in the low bits.
    const WHOLE: f32 = 12_582_912.0;
    let turned = fma_f32(x, core::f32::consts::FRAC_2_PI, WHOLE);
    let n = turned - WHOLE;
    let q = turned.to_bits().wrapping_add(quarters);
    let r = fma_f32(-n, LOW, fma_f32(-n, MIDDLE, fma_f32(-n, HIGH, x)));
    let z = r * r;
    let mut s = 1.0 / 362_880.0;
    let mut c = -1.0 / 3_628_800.0;
    for (to_s, to_c) in [
        (-1.0 / 5040.0, 1.0 / 40_320.0),
        (1.0 / 120.0, -1.0 / 720.0),
        (-1.0 / 6.0, 1.0 / 24.0),
    ] {
        s = fma_f32(s, z, to_s);
        c = fma_f32(c, z, to_c);
    }
    let sine = fma_f32(s * z, r, r);
    let cosine = fma_f32(fma_f32(c, z, -0.5), z, 1.0);
    let y = if q & 1 == 0 { sine } else { cosine };
    let y = f32::from_bits(y.to_bits() ^ (q & 2) << 30);
    // The sine of a zero is that zero.
    if quarters == 0 && x == 0.0 { x } else { y }
}

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{FAR, turn_f32};

    #[test]
    fn sines_and_cosines_are_those_of_the_host() {
        let mut worst = 0.0f64;
        let mut check = |x: f32| {
            for (ours, theirs) in [
                (turn_f32(x, 0), (x as f64).sin()),
                (turn_f32(x, 1), (x as f64).cos()),
            ] {
                let near = (theirs as f32).abs().max(f32::MIN_POSITIVE);
                let ulp = f32::from_bits(near.to_bits() + 1) as f64 - near as f64;
                worst = worst.max((ours as f64 - theirs).abs() / ulp);
                assert!(worst <= 2.0, "{x:e}: {ours:e}, not {theirs:e}");
            }
        };
        let mut x = 1e-30f32;
        while x <= FAR {
            check(x);
            check(-x);
            x *= 1.0003;
        }
        // Next to the multiples of a quarter turn, where nearly everything cancels.
        for k in 1..41_000 {
            let x = (k as f64 * core::f64::consts::FRAC_PI_2) as f32;
            for bits in x.to_bits() - 2..=x.to_bits() + 2 {
                check(f32::from_bits(bits));
            }
        }
        assert_eq!(turn_f32(-0.0, 0).to_bits(), (-0.0f32).to_bits());
        assert_eq!((turn_f32(0.0, 0), turn_f32(0.0, 1)), (0.0, 1.0));
    }
}
