//! What the arguments of all matrix kernels have in common.

#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::math;

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
#[cfg(target_arch = "nvptx64")]
#[derive(Clone, Copy)]
pub struct GeluSilu {
    linear: f32,
    cubic: f32,
}

#[cfg(target_arch = "nvptx64")]
impl GeluSilu {
    const GELU: Self = Self {
        linear: -1.595_769_1 * core::f32::consts::LOG2_E,
        cubic: -1.595_769_1 * 0.044_715 * core::f32::consts::LOG2_E,
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
    #[inline(always)]
    pub fn at(self, x: f32) -> f32 {
        let power = x * math::fma(self.cubic, x * x, self.linear);
        x * math::reciprocal_flushed(1.0 + math::exp2_flushed(power))
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
