//! What the arguments of all matrix kernels have in common.

#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::math;

/// The instructions that a curve takes, where a test computes it.
#[cfg(all(test, not(target_arch = "nvptx64")))]
mod math {
    fn flushed(x: f32) -> f32 {
        if x.is_subnormal() { 0.0 } else { x }
    }

    pub fn fma(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }

    pub fn exp2_flushed(x: f32) -> f32 {
        flushed(x.exp2())
    }

    pub fn reciprocal_flushed(x: f32) -> f32 {
        flushed(1.0 / flushed(x))
    }
}

/// A matrix in global memory for element-wise access: where it starts and how far apart its elements are.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct View {
    /// Device address of element (0, 0) of batch 0.
    pub base: u64,
    /// Elements from one row to the next; of an operand, along M or N.
    pub row: i64,
    /// Elements from one column to the next; of an operand, along K.
    pub column: i64,
    /// Elements from one batch to the next.
    pub batch: i64,
}

impl View {
    /// Where element `(row, column)` of a batch is.
    #[inline(always)]
    pub fn address<T>(&self, (row, column, batch): (u32, u32, u32)) -> *mut T {
        let offset =
            row as i64 * self.row + column as i64 * self.column + batch as i64 * self.batch;
        self.base
            .wrapping_add_signed(offset * size_of::<T>() as i64) as *mut T
    }
}

/// `gelu(x) = x (1 + tanh(z)) / 2 = x / (1 + e^-2z)` for `2z = 1.5958 (x + 0.044715 x^3)`, and `silu(x) = x / (1 + e^-x)`:
/// factors of `x` and `x^3` in the exponent of two.
#[cfg(any(test, target_arch = "nvptx64"))]
#[derive(Clone, Copy)]
pub struct GeluSilu {
    linear: f32,
    cubic: f32,
}

#[cfg(any(test, target_arch = "nvptx64"))]
impl GeluSilu {
    const GELU: Self = Self {
        linear: -1.595_769 * core::f32::consts::LOG2_E,
        cubic: -1.595_769 * 0.044_715 * core::f32::consts::LOG2_E,
    };
    const SILU: Self = Self {
        linear: -core::f32::consts::LOG2_E,
        // Nothing beside `linear`, and infinite where a square is.
        cubic: -f32::MIN_POSITIVE,
    };

    /// That of one of [`activation`]: [`activation::GELU`] or else [`activation::SILU`].
    #[inline(always)]
    pub fn of(kind: u32) -> Self {
        if kind == activation::GELU {
            Self::GELU
        } else {
            Self::SILU
        }
    }

    /// Returns the value at `x`.
    ///
    /// `1 / (1 + 2^p)` is computed as `2^-8 / (2^-8 + 2^(p - 8))`: for some `x` far below 0 `2^p` is infinite, and the value is not 0.
    #[inline(always)]
    pub fn at(self, x: f32) -> f32 {
        const SCALE: f32 = 1.0 / 256.0;
        let power = math::fma(x, math::fma(self.cubic, x * x, self.linear), -8.0);
        x * (SCALE * math::reciprocal_flushed(SCALE + math::exp2_flushed(power)))
    }
}

/// Activations of the epilogue.
pub mod activation {
    /// `x`.
    pub const NONE: u32 = 0;
    /// `max(x, 0)`.
    pub const RELU: u32 = 1;
    /// `x / 2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))`.
    pub const GELU: u32 = 2;
    /// `x / (1 + e^-x)`.
    pub const SILU: u32 = 3;
}

#[cfg(all(test, not(target_arch = "nvptx64")))]
mod tests {
    use super::{GeluSilu, activation};

    #[test]
    fn curves_have_their_values_down_to_the_smallest_normal_one() {
        let silu = |x: f64| x / (1.0 + (-x).exp());
        let gelu =
            |x: f64| x / (1.0 + (-1.595_769_121_605_731 * (x + 0.044_715 * x * x * x)).exp());
        let curves: [(_, &dyn Fn(f64) -> f64); 2] =
            [(activation::SILU, &silu), (activation::GELU, &gelu)];
        for (kind, exact) in curves {
            let curve = GeluSilu::of(kind);
            let mut x = -120.0f32;
            while x < 120.0 {
                let (found, expected) = (curve.at(x) as f64, exact(x as f64));
                // The exponent is rounded, and what is rounded then is as large as it.
                let allowed = 4e-7 + 2e-7 * expected.abs().ln().abs();
                if expected.abs() >= f32::MIN_POSITIVE as f64 {
                    let off = (found / expected - 1.0).abs();
                    assert!(off <= allowed, "{kind} at {x}: {found:e}, not {expected:e}");
                } else {
                    assert!(found.abs() <= f32::MIN_POSITIVE as f64, "{kind} at {x}");
                }
                x += 0.013;
            }
            for x in [1e-30, 1e20, f32::MAX, f32::INFINITY] {
                assert_eq!(curve.at(x), if x < 1.0 { x / 2.0 } else { x });
            }
            assert_eq!(curve.at(-1e30), 0.0);
            assert!(curve.at(f32::NAN).is_nan());
        }
    }
}
