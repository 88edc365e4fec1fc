//! Sine and cosine in `f64`, at any magnitude, and accurate enough to round to `f32` once.
//!
//! The angle is reduced to within an eighth of a turn of a quarter turn, by three parts of π/2 while it is small and by
//! the bits of 2/π from where they matter when it is large (M. H. Payne and R. N. Hanek, Radian reduction for
//! trigonometric functions, 1983); then a series gives the rest.

#[cfg(target_arch = "nvptx64")]
pub(super) use super::math::{fma_f64, nearest_f64};

#[cfg(not(target_arch = "nvptx64"))]
pub(super) fn fma_f64(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

#[cfg(not(target_arch = "nvptx64"))]
pub(super) fn nearest_f64(x: f64) -> f64 {
    x.round_ties_even()
}

/// Bits of 2/π from 2^-1 on, 64 a word: enough for every `f64` (K. C. Ng, Argument reduction for huge arguments, 1992).
static TWO_OVER_PI: [u64; 20] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
];

/// `x = q π/2 + r`: the quarter turn `q` modulo 4 and `r` within a quarter of a turn around 0, as a sum of two.
#[inline(always)]
fn reduce(x: f64) -> (u32, f64, f64) {
    const PIO2_HIGH: f64 = core::f64::consts::FRAC_PI_2;
    const PIO2_LOW: f64 = 6.123_233_995_736_766e-17;
    const PIO2_LAST: f64 = -1.497_384_904_859_169_8e-33;
    let magnitude = f64::from_bits(x.to_bits() & !(1 << 63));
    if magnitude < 1e5 {
        let n = nearest_f64(x * core::f64::consts::FRAC_2_PI);
        let high = fma_f64(-n, PIO2_HIGH, x);
        let r = fma_f64(-n, PIO2_LOW, high);
        let rest = fma_f64(-n, PIO2_LOW, high - r) + -n * PIO2_LAST;
        return (n as i32 as u32, r, rest);
    }
    // |x| = m 2^e with a 53-bit m: the bits of 2/π that make whole turns are skipped, 192 bits take part.
    let bits = magnitude.to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let m = (bits & ((1 << 52) - 1)) | 1 << 52;
    // Bit 0 of the window has the weight that makes m times it worth 2^61 at most: a multiple of four.
    let skip = (exponent - 8).max(0) as u32;
    let (word, shift) = ((skip / 64) as usize, skip % 64);
    let at = |i: usize| -> u64 {
        // SAFETY: exponent is at most 971, so word is at most 15 and the index at most 19.
        unsafe { *TWO_OVER_PI.get_unchecked(word + i) }
    };
    let window = |i: usize| {
        if shift == 0 {
            at(i)
        } else {
            at(i) << shift | at(i + 1) >> (64 - shift)
        }
    };
    // product = m * window, 256 bits, with the binary point where |x| 2/π has it.
    let low = m as u128 * window(2) as u128;
    let middle = m as u128 * window(1) as u128 + (low >> 64);
    let high = (m as u128 * window(0) as u128).wrapping_add(middle >> 64);
    // |x| 2/π = m 2^exponent (window 2^-192) 2^-skip: the integer part starts at bit 192 - (exponent - skip).
    let up = exponent - skip as i32;
    let top = high;
    let tail = (middle as u64 as u128) << 64 | low as u64 as u128;
    // Move the point to between `whole` (low two bits matter) and a 128-bit fraction.
    let place = (64 - up) as u32;
    let whole = if place < 128 {
        (top >> place) as u32
    } else {
        0
    };
    let fraction = if place >= 128 {
        top
    } else {
        (top << (128 - place)) | (tail >> place)
    };
    let fraction = if place == 0 { tail } else { fraction };
    // Round to the nearest quarter turn: the fraction becomes signed.
    let whole = whole.wrapping_add((fraction >> 127) as u32);
    // Its upper half in two parts, exactly, and its lower half, which matters close to a quarter turn.
    const UNIT: f64 = 1.0 / (1u128 << 64) as f64;
    let upper = (fraction >> 64) as i64;
    let f_high = upper as f64;
    let f_low = upper.wrapping_sub(f_high as i64) as f64 + fraction as u64 as f64 * UNIT;
    let (f_high, f_low) = (f_high * UNIT, f_low * UNIT);
    let r = f_high * PIO2_HIGH;
    let rest = fma_f64(f_high, PIO2_HIGH, -r) + f_high * PIO2_LOW + f_low * PIO2_HIGH;
    if x < 0.0 {
        (whole.wrapping_neg(), -r, -rest)
    } else {
        (whole, r, rest)
    }
}

/// The sine of `r + rest` near 0, by its series to r^19.
#[inline(always)]
fn sine_series(r: f64, rest: f64) -> f64 {
    let z = r * r;
    let mut p = -1.0 / 121_645_100_408_832_000.0;
    for c in [
        1.0 / 355_687_428_096_000.0,
        -1.0 / 1_307_674_368_000.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 39_916_800.0,
        1.0 / 362_880.0,
        -1.0 / 5040.0,
        1.0 / 120.0,
        -1.0 / 6.0,
    ] {
        p = fma_f64(p, z, c);
    }
    r + fma_f64(p * z, r, rest * fma_f64(z, -0.5, 1.0))
}

/// The cosine of `r + rest` near 0, by its series to r^18.
#[inline(always)]
fn cosine_series(r: f64, rest: f64) -> f64 {
    let z = r * r;
    let mut p = -1.0 / 6_402_373_705_728_000.0;
    for c in [
        1.0 / 20_922_789_888_000.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 479_001_600.0,
        -1.0 / 3_628_800.0,
        1.0 / 40_320.0,
        -1.0 / 720.0,
        1.0 / 24.0,
    ] {
        p = fma_f64(p, z, c);
    }
    let half = 0.5 * z;
    let w = 1.0 - half;
    w + (((1.0 - w) - half) + fma_f64(z * z, p, -(r * rest)))
}

/// The sine of `x` radians moved on by `quarters` quarter turns.
#[inline(always)]
fn turn(x: f64, quarters: u32) -> f64 {
    if x.to_bits() & 0x7FF0_0000_0000_0000 == 0x7FF0_0000_0000_0000 {
        return f64::NAN;
    }
    let (q, r, rest) = reduce(x);
    let q = q.wrapping_add(quarters);
    let y = if q & 1 == 0 {
        sine_series(r, rest)
    } else {
        cosine_series(r, rest)
    };
    if q & 2 == 0 { y } else { -y }
}

/// The sine, in radians.
#[inline(always)]
pub fn sin(x: f64) -> f64 {
    // The sine of a zero is that zero.
    if x == 0.0 { x } else { turn(x, 0) }
}

/// The cosine, in radians.
#[inline(always)]
pub fn cos(x: f64) -> f64 {
    turn(x, 1)
}

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{cos, sin};

    #[test]
    fn sines_and_cosines_are_those_of_the_host() {
        let mut x = 1e-12f64;
        let mut count = 0;
        let mut worst = 0f64;
        while x < 1e300 {
            for y in [x, -x, x * 1.37] {
                for (ours, theirs) in [(sin(y), y.sin()), (cos(y), y.cos())] {
                    let ulp = f64::from_bits(theirs.abs().to_bits() + 1) - theirs.abs();
                    worst = worst.max((ours - theirs).abs() / ulp);
                    assert!(
                        (ours - theirs).abs() <= 3.0 * ulp,
                        "{y:e}: {ours:e}, not {theirs:e}"
                    );
                    count += 1;
                }
            }
            x *= 1.0173;
        }
        assert!(count > 100_000, "{count}");
        // Close to a multiple of half a turn, where a reduction that is too short fails.
        let near = 6381956970095103.0 * 2f64.powi(797);
        assert!(
            (cos(near) - near.cos()).abs() <= 1e-33,
            "{:e} {:e}",
            cos(near),
            near.cos()
        );
        assert!(sin(f64::INFINITY).is_nan() && cos(f64::NAN).is_nan());
        assert_eq!(sin(-0.0).to_bits(), (-0.0f64).to_bits());
    }
}
