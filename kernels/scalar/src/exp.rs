//! Exponentials in `f64`: `2^n e^r` with `|r|` below `ln 2 / 2`, and the series of `e^r` to r^13.

use super::trig::{fma_f64, nearest_f64};

const LN2_HIGH: f64 = core::f64::consts::LN_2;
/// What the double nearest to ln 2 lacks.
const LN2_LOW: f64 = 2.319_046_813_846_299_6e-17;

/// `2^n`, for n from -1022 to 1023.
fn power_of_two(n: i64) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// `2^n e^(r + rest)` and `factor` times it.
///
/// In two steps, so that a subnormal result is rounded once and a large one does not overflow early.
#[inline(always)]
fn scaled(n: f64, r: f64, rest: f64, factor: f64) -> (f64, f64) {
    let (r, rest) = (r + rest, rest - ((r + rest) - r));
    let mut p = 1.0 / 6_227_020_800.0;
    for c in [
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
    ] {
        p = fma_f64(p, r, c);
    }
    let y = 1.0 + (r + fma_f64(r * r, p, rest));
    let n = n as i64;
    let half = n / 2;
    let scale = |y: f64| y * power_of_two(half) * power_of_two(n - half);
    (scale(y), scale(factor * y))
}

/// `e^x`.
#[inline(always)]
pub fn exp_f64(x: f64) -> f64 {
    exp_times_f64(x, 1.0).0
}

/// `e^x`, and `factor e^x`, which is none of a subnormal `e^x`.
#[inline(always)]
pub fn exp_times_f64(x: f64, factor: f64) -> (f64, f64) {
    if x > 709.8 {
        (f64::INFINITY, factor * f64::INFINITY)
    } else if x < -745.2 {
        (0.0, factor * 0.0)
    } else {
        let n = nearest_f64(x * core::f64::consts::LOG2_E);
        let r = fma_f64(-n, LN2_HIGH, x);
        scaled(n, r, -n * LN2_LOW, factor)
    }
}

/// `2^x`.
#[inline(always)]
pub fn exp2_f64(x: f64) -> f64 {
    if x >= 1024.0 {
        f64::INFINITY
    } else if x < -1075.5 {
        0.0
    } else {
        let n = nearest_f64(x);
        let f = x - n;
        let r = f * LN2_HIGH;
        scaled(n, r, fma_f64(f, LN2_HIGH, -r) + f * LN2_LOW, 1.0).0
    }
}

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{exp_f64, exp2_f64};

    #[test]
    fn exponentials_are_those_of_the_host() {
        let close = |ours: f64, theirs: f64, x: f64| {
            let ulp = f64::from_bits(theirs.to_bits() + 1) - theirs;
            assert!(
                (ours - theirs).abs() <= 2.0 * ulp,
                "{x}: {ours:e}, not {theirs:e}"
            );
        };
        let mut x = -745.0;
        while x < 709.7 {
            close(exp_f64(x), f64::exp(x), x);
            close(exp2_f64(x), f64::exp2(x), x);
            x += 0.0173;
        }
        assert_eq!(
            (exp_f64(0.0), exp2_f64(10.0), exp2_f64(-1074.0)),
            (1.0, 1024.0, 5e-324)
        );
        assert_eq!(
            (exp_f64(1e4), exp_f64(-1e4), exp2_f64(f64::INFINITY)),
            (f64::INFINITY, 0.0, f64::INFINITY)
        );
        assert!(exp_f64(f64::NAN).is_nan() && exp2_f64(f64::NAN).is_nan());
    }
}
