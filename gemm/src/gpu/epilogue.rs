//! [`GpuEpilogue`]: what happens to a product on a GPU before it is stored.

use azulejo_kernels::device::gemm::args::activation;
use azulejo_kernels::host::gemm::{GpuMatRef, GpuVecMut, GpuVecRef};

use crate::Activation;

/// `D = scale_d · activation(alpha · scale_a · scale_b · A B + beta · C + bias)`.
///
/// The default is `D = A B`. With `beta` 0 C is not read; with `alpha` 0 neither A nor B is read. Scales, `amax` and [`Sums::Half`]
/// need compute capability 9.0 and types that have kernels for it.
#[derive(Clone, Copy, Debug)]
pub struct GpuEpilogue<'a> {
    /// Factor of the product; an integer for integers.
    pub alpha: f64,
    /// Factor of C; an integer for integers.
    pub beta: f64,
    /// C, of D's type and shape; none is D itself.
    pub c: Option<GpuMatRef<'a>>,
    /// What is added to every row or to every column, of D's type.
    pub bias: Option<GpuBias<'a>>,
    /// The function applied last; on sums of f64 and i32 ReLU alone.
    pub activation: Activation,
    /// `f32` factors of A: one, or one for each row of D.
    pub scale_a: Option<GpuVecRef<'a>>,
    /// `f32` factors of B: one, or one for each column of D.
    pub scale_b: Option<GpuVecRef<'a>>,
    /// One `f32` that D is multiplied by as it is stored.
    pub scale_d: Option<GpuVecRef<'a>>,
    /// One `f32` that becomes the largest magnitude in D before `scale_d`, where that is more than what it holds.
    pub amax: Option<GpuVecMut<'a>>,
    /// How sums are kept.
    pub sums: Sums,
}

/// A vector that is added to the product.
#[derive(Clone, Copy, Debug)]
pub enum GpuBias<'a> {
    /// One value for each column of D, added to every row.
    PerColumn(GpuVecRef<'a>),
    /// One value for each row of D, added to every column.
    PerRow(GpuVecRef<'a>),
}

/// How the tensor cores keep sums, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sums {
    /// In f32 (f64 for f64, i32 for i8); for 8-bit floats in about 14 bits of it, as the tensor cores alone do.
    #[default]
    Fast,
    /// Those of 8-bit floats in all of f32, at some cost.
    Full,
    /// Those of f16 in f16 where a kernel does that, in half the registers.
    Half,
}

impl Default for GpuEpilogue<'_> {
    fn default() -> Self {
        Self {
            alpha: 1.0,
            beta: 0.0,
            c: None,
            bias: None,
            activation: Activation::None,
            scale_a: None,
            scale_b: None,
            scale_d: None,
            amax: None,
            sums: Sums::Fast,
        }
    }
}

impl GpuEpilogue<'_> {
    /// The activation as kernels number it.
    pub(super) fn curve(&self) -> u32 {
        match self.activation {
            Activation::None => activation::NONE,
            Activation::Relu => activation::RELU,
            Activation::Gelu => activation::GELU,
            Activation::Silu => activation::SILU,
        }
    }
}
