//! Sigmoid, silu and gelu: a number times `1 / (1 + e^-z)`, with exponentials of what is not above 0 alone.
//!
//! `e^-z` is infinite where the product is still a normal number. Below 0 the factor is therefore `e^z / (1 + e^z)`.

macro_rules! gate {
    ($name:ident $t:ident) => {
        /// `by / (1 + e^-z)`, given a function of `x` and `f` that has `e^x` and `f e^x`, each rounded once.
        #[inline(always)]
        pub fn $name(z: $t, by: $t, exp: impl Fn($t, $t) -> ($t, $t)) -> $t {
            let (power, tail) = exp(-z.abs(), by);
            (if z < 0.0 { tail } else { by }) / (1.0 + power)
        }
    };
}

gate!(gate_f32 f32);
gate!(gate_f64 f64);

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{gate_f32, gate_f64};
    use crate::exp::exp_times_f64;

    #[test]
    fn gates_keep_their_tails() {
        let exp_f32 = |x: f32, by: f32| (x.exp(), (by as f64 * (x as f64).exp()) as f32);
        let mut x = -100.0f64;
        while x < 100.0 {
            let expected = x / (1.0 + (-x).exp());
            let found = gate_f64(x, x, exp_times_f64);
            assert!(
                (found - expected).abs() <= 8.0 * f64::EPSILON * expected.abs(),
                "{x}: {found:e}, not {expected:e}"
            );
            let x32 = x as f32;
            let expected = x32 as f64 / (1.0 + (-x32 as f64).exp());
            let found = gate_f32(x32, x32, exp_f32) as f64;
            // Half of the smallest number for those that are subnormal.
            let allowed = 2.0 * f32::EPSILON as f64 * expected.abs() + 1e-45;
            assert!(
                (found - expected).abs() <= allowed,
                "{x32}: {found:e}, not {expected:e}"
            );
            x += 0.0371;
        }
        // The exponential of 712 is infinite, and -712 e^-712 is a normal number.
        let expected = -712.0 * f64::exp(-700.0) * f64::exp(-12.0);
        let found = gate_f64(-712.0, -712.0, exp_times_f64);
        assert!(
            (found / expected - 1.0).abs() < 1e-15,
            "{found:e}, not {expected:e}"
        );
    }

    #[test]
    fn gates_take_numbers_without_bound() {
        let inf = f64::INFINITY;
        assert_eq!(gate_f64(inf, inf, exp_times_f64), inf);
        assert_eq!(gate_f64(-inf, 1.0, exp_times_f64), 0.0);
        assert_eq!(gate_f64(inf, 1.0, exp_times_f64), 1.0);
        assert_eq!(gate_f64(-inf, -1e300, exp_times_f64).to_bits(), 1 << 63);
        assert!(gate_f64(-inf, -inf, exp_times_f64).is_nan());
        assert!(gate_f64(f64::NAN, f64::NAN, exp_times_f64).is_nan());
    }
}
