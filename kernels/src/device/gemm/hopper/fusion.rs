//! An epilogue that is part of a kernel's type: straight-line code, of which nothing is decided when it runs.

use super::args::activation;
use core::fmt;

/// What follows the product before D is stored: `activation(alpha · A·B + beta · C + bias)`, each part there or not.
///
/// D and C have contiguous rows that TMA takes; a bias has an entry a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fusion {
    /// `true` if C is added.
    pub c: bool,
    /// `true` if a bias is.
    pub bias: bool,
    /// One of [`activation`].
    pub activation: u32,
}

impl Fusion {
    /// Sums stored as they are, alpha being 1.
    pub const STORE_ONLY: Self = Self {
        c: false,
        bias: false,
        activation: activation::NONE,
    };
    /// C is added, and nothing else.
    pub const ADD_C: Self = Self {
        c: true,
        ..Self::STORE_ONLY
    };
}

impl fmt::Display for Fusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let curve = match self.activation {
            activation::NONE => "",
            activation::RELU => "relu",
            activation::GELU => "gelu",
            _ => "silu",
        };
        let words = [
            if self.c { "c" } else { "" },
            if self.bias { "bias" } else { "" },
            curve,
        ];
        let mut words = words.iter().filter(|word| !word.is_empty());
        f.write_str(words.next().unwrap_or(&"plain"))?;
        words.try_for_each(|word| write!(f, "_{word}"))
    }
}
