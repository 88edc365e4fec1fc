//! [`Epilogue`]: what happens to a product before it is stored.

use super::{GpuMatRef, GpuVecMut, GpuVecRef, Region};
use azulejo_kernels::device::gemm::args::activation;

/// `D = scale_d · activation(alpha · scale_a · scale_b · A B + beta · C + bias)`.
///
/// The default is `D = A B`. With `beta` 0 C is not read; with `alpha` 0 neither A nor B is read. Scales, `amax` and [`Sums::Half`]
/// need compute capability 9.0 and types that have kernels for it. `F` is the number of an
/// [`activation`](azulejo_kernels::device::gemm::args::activation), or a type of which there is one for each.
#[derive(Clone, Copy, Debug)]
pub struct Epilogue<'a, F = u32> {
    /// Factor of the product; an integer for integers.
    pub alpha: f64,
    /// Factor of C; an integer for integers.
    pub beta: f64,
    /// C, of D's type and shape; none is D itself.
    pub c: Option<GpuMatRef<'a>>,
    /// What is added to every row or to every column, of D's type.
    pub bias: Option<GpuBias<'a>>,
    /// The function applied last; on sums of f64 and i32 ReLU alone.
    pub activation: F,
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

impl<F: Default> Default for Epilogue<'_, F> {
    fn default() -> Self {
        Self {
            alpha: 1.0,
            beta: 0.0,
            c: None,
            bias: None,
            activation: F::default(),
            scale_a: None,
            scale_b: None,
            scale_d: None,
            amax: None,
            sums: Sums::Fast,
        }
    }
}

impl<'a, F> Epilogue<'a, F> {
    /// The same with another activation.
    pub fn with<G>(&self, activation: G) -> Epilogue<'a, G> {
        Epilogue {
            alpha: self.alpha,
            beta: self.beta,
            c: self.c,
            bias: self.bias,
            activation,
            scale_a: self.scale_a,
            scale_b: self.scale_b,
            scale_d: self.scale_d,
            amax: self.amax,
            sums: self.sums,
        }
    }
}

impl<'a> Epilogue<'a> {
    /// The same for the transpose.
    pub(super) fn transposed(self) -> Self {
        let bias = self.bias.map(|bias| match bias {
            GpuBias::PerColumn(bias) => GpuBias::PerRow(bias),
            GpuBias::PerRow(bias) => GpuBias::PerColumn(bias),
        });
        let (scale_a, scale_b) = (self.scale_b, self.scale_a);
        Self {
            bias,
            scale_a,
            scale_b,
            ..self
        }
    }

    /// The bias's values.
    pub(super) fn bias_vector(&self) -> Option<GpuVecRef<'a>> {
        self.bias.map(|bias| match bias {
            GpuBias::PerColumn(bias) | GpuBias::PerRow(bias) => bias,
        })
    }

    /// The vectors that it reads, by argument.
    pub(super) fn vectors(&self) -> impl Iterator<Item = (&'static str, GpuVecRef<'a>)> {
        let all = [
            ("bias", self.bias_vector()),
            ("scale_a", self.scale_a),
            ("scale_b", self.scale_b),
            ("scale_d", self.scale_d),
        ];
        all.into_iter()
            .filter_map(|(name, vector)| Some((name, vector?)))
    }

    /// The scale or magnitude that only kernels for compute capability 9.0 have, if any.
    pub(super) fn scaled(&self) -> Option<&'static str> {
        let scale = self
            .vectors()
            .map(|(name, _)| name)
            .find(|name| *name != "bias");
        scale.or(self.amax.map(|_| "amax"))
    }

    /// The scales of A and of B: those that are one factor, and those that have one for each row or column of D.
    pub(super) fn scales(&self) -> [[Option<GpuVecRef<'a>>; 2]; 2] {
        let of = [self.scale_a, self.scale_b];
        [true, false].map(|is_one| of.map(|of| of.filter(|of| (of.len() == 1) == is_one)))
    }

    /// Returns `true` if D is the product times a factor.
    pub fn is_plain(&self) -> bool {
        let none = self.activation == activation::NONE && self.bias.is_none();
        let vectors = matches!(self.scales()[1], [None, None]);
        none && self.beta == 0.0 && self.is_stored_as_it_is() && vectors
    }

    /// Returns `true` if D has no scale of its own, and its largest magnitude is not asked for.
    pub(super) fn is_stored_as_it_is(&self) -> bool {
        self.scale_d.is_none() && self.amax.is_none()
    }
}

#[cfg(test)]
impl Epilogue<'static> {
    /// The default, but for what `set` sets.
    pub(super) fn with_set(set: impl FnOnce(&mut Self)) -> Self {
        let mut epilogue = Self::default();
        set(&mut epilogue);
        epilogue
    }
}

/// The device address of a vector's memory, or 0.
pub(super) fn address(region: Option<Region<'_>>) -> u64 {
    region.map_or(0, |region| region.address())
}
