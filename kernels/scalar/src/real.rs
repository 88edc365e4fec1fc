//! [`Real`]: functions of one element.

use azulejo_tensor::Float;

use super::Compute;

/// A floating-point element type with functions: `f16`, `bf16`, `f32`, `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such function",
    note = "it is there for f16, bf16, f32 and f64: cast first"
)]
#[allow(missing_docs)] // The methods are the functions of their names.
pub trait Real: Compute + Float {
    fn quotient(self, b: Self) -> Self;
    fn exp(self) -> Self;
    fn exp2(self) -> Self;
    fn log(self) -> Self;
    fn log2(self) -> Self;
    fn sqrt(self) -> Self;
    fn rsqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tanh(self) -> Self;
    fn sigmoid(self) -> Self;
    fn silu(self) -> Self;
    fn gelu(self) -> Self;
    fn is_nan(self) -> bool;
}
