//! [`Finish`]: what a product's epilogue costs a kernel.

use std::fmt;

use azulejo_kernels::device::gemm::hopper::{args::activation, fixed::Fixed};
use azulejo_kernels::host::gemm::{Epilogue, Matrix};
use azulejo_tensor::DType;

/// What is done to a product before it is stored, as far as kernels differ in what it costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Finish {
    /// Whether it is more than a factor of the whole product.
    pub whole: bool,
    /// Whether C is read.
    pub reads_c: bool,
    /// Whether the activation is a curve, `gelu` or `silu`.
    pub curve: bool,
    /// The epilogue of kernels that have no other and compute this, if there are such, and of those that compute the transpose.
    pub fixed: [Option<Fixed>; 2],
}

impl Finish {
    /// That of `epilogue`, to a D of elements of type `out` with C beside it.
    pub fn of(epilogue: &Epilogue<'_>, d: &Matrix<'_>, c: Option<&Matrix<'_>>, out: DType) -> Self {
        Self {
            whole: !epilogue.is_plain(),
            reads_c: epilogue.beta != 0.0,
            curve: matches!(epilogue.activation, activation::GELU | activation::SILU),
            fixed: epilogue.fixed(d, c, out.bytes() as u64),
        }
    }

    /// That of the transpose.
    pub(super) fn transposed(self) -> Self {
        let [this, other] = self.fixed;
        Self {
            fixed: [other, this],
            ..self
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (self.whole, " whole"),
            (self.reads_c, " C"),
            (self.curve, " curve"),
        ];
        words
            .iter()
            .filter(|(is, _)| *is)
            .try_for_each(|(_, word)| f.write_str(word))?;
        let [this, other] = self.fixed;
        match this.or(other) {
            Some(fixed) if fixed != Fixed::STORE_ONLY => write!(f, " {fixed}"),
            _ => Ok(()),
        }
    }
}
