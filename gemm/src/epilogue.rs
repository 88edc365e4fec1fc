//! What is applied to an accumulator before it is stored in C.

use std::fmt;

/// The function applied last, elementwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Activation {
    /// The value itself.
    #[default]
    None,
    /// max(x, 0); NaN stays NaN.
    Relu,
    /// x * Phi(x) by the tanh form, 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) (Hendrycks and Gimpel 2016).
    Gelu,
    /// x / (1 + exp(-x)), also called swish.
    Silu,
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Activation::None => "none",
            Activation::Relu => "relu",
            Activation::Gelu => "gelu",
            Activation::Silu => "silu",
        })
    }
}

/// `C = activation(alpha * A*B + beta * C + bias)`, in the accumulator's type `S`.
///
/// The default is `C = A*B`. With `beta` 0 C is written and never read, so NaN in it does not spread; with `alpha` 0
/// neither A nor B is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epilogue<'a, S> {
    /// Factor of the product.
    pub alpha: S,
    /// Factor of C as it was.
    pub beta: S,
    /// One value per column of C, added to every row.
    pub bias: Option<&'a [S]>,
    /// The function applied last.
    pub activation: Activation,
}

impl<S: crate::Accumulator> Default for Epilogue<'_, S> {
    fn default() -> Self {
        Epilogue {
            alpha: S::ONE,
            beta: S::ZERO,
            bias: None,
            activation: Activation::None,
        }
    }
}
