//! [`Finish`]: what a product's epilogue costs a kernel.

use std::fmt;

use azulejo_kernels::device::gemm::hopper::args::activation;
use azulejo_kernels::host::gemm::Epilogue;

/// What is done to a product before it is stored, as far as kernels differ in what it costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Finish {
    /// Whether it is more than a factor of the whole product.
    pub whole: bool,
    /// Whether C is read.
    pub reads_c: bool,
    /// Whether the activation is a curve, `gelu` or `silu`.
    pub curve: bool,
}

impl Finish {
    /// That of `epilogue`.
    pub fn of(epilogue: &Epilogue<'_>) -> Self {
        Self {
            whole: !epilogue.is_plain(),
            reads_c: epilogue.beta != 0.0,
            curve: matches!(epilogue.activation, activation::GELU | activation::SILU),
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
            .try_for_each(|(_, word)| f.write_str(word))
    }
}
