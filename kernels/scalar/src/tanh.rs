//! The hyperbolic tangent from an exponential.
//!
//! Near 0, where `1 - 2 / (e^2x + 1)` loses digits, Lambert's continued fraction
//! `tanh x = x / (1 + x² / (3 + x² / (5 + …)))` stands in, cut where the rest is below the last place.

macro_rules! tanh {
    ($name:ident $t:ident $bound:literal $($odd:literal)*) => {
        /// The hyperbolic tangent, given the exponential of the type.
        #[inline(always)]
        pub fn $name(x: $t, exp: impl Fn($t) -> $t) -> $t {
            let magnitude = x.abs();
            if magnitude < $bound {
                let z = x * x;
                // `value / next` is the fraction from the odd number in hand on.
                let (mut value, mut next): ($t, $t) = (1.0, 0.0);
                for odd in [$($odd),*] {
                    (value, next) = (odd * value + z * next, value);
                }
                return x * next / value;
            }
            // A NaN compares with nothing and comes out of the exponential.
            let y = 1.0 - 2.0 / (exp(2.0 * magnitude) + 1.0);
            if x < 0.0 { -y } else { y }
        }
    };
}

tanh!(tanh_f32 f32 0.55 9.0 7.0 5.0 3.0 1.0);
tanh!(tanh_f64 f64 0.55 17.0 15.0 13.0 11.0 9.0 7.0 5.0 3.0 1.0);

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{tanh_f32, tanh_f64};

    #[test]
    fn tangents_are_those_of_the_host() {
        let mut x = 1e-30f64;
        while x < 1e3 {
            for y in [x, -x] {
                let (ours, theirs) = (tanh_f64(y, f64::exp), y.tanh());
                assert!(
                    (ours - theirs).abs() <= 4.0 * f64::EPSILON * theirs.abs(),
                    "{y}: {ours:e}, not {theirs:e}"
                );
                let y = y as f32;
                let (ours, theirs) = (tanh_f32(y, f32::exp), (y as f64).tanh() as f32);
                assert!(
                    (ours - theirs).abs() <= 4.0 * f32::EPSILON * theirs.abs(),
                    "{y}: {ours:e}, not {theirs:e}"
                );
            }
            x *= 1.013;
        }
        assert_eq!(tanh_f32(f32::INFINITY, f32::exp), 1.0);
        assert_eq!(tanh_f64(f64::NEG_INFINITY, f64::exp), -1.0);
        assert!(tanh_f32(f32::NAN, f32::exp).is_nan());
    }
}
