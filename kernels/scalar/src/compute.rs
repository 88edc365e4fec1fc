//! [`Compute`]: arithmetic with one element.

use azulejo_tensor::Arithmetic;

/// An element type with arithmetic: the integers, `f16`, `bf16`, `f32`, `f64`. Integers wrap.
///
/// `f16` and `bf16` compute in `f32` and round each result once, also a product and sum.
#[diagnostic::on_unimplemented(
    message = "tiles of `{Self}` have no arithmetic",
    note = "cast bool to an integer, and tf32 and the 8-bit floats to f32, first"
)]
pub trait Compute: Arithmetic {
    /// `self + b`.
    fn plus(self, b: Self) -> Self;
    /// `self - b`.
    fn minus(self, b: Self) -> Self;
    /// `self b`.
    fn times(self, b: Self) -> Self;
    /// `-self`.
    fn negated(self) -> Self;
    /// The magnitude.
    fn magnitude(self) -> Self;
    /// The largest integer not above it.
    fn floor(self) -> Self;
    /// The smallest integer not below it.
    fn ceil(self) -> Self;
    /// 0 for what is below it.
    fn relu(self) -> Self;
    /// The smaller, -0 below 0; of a number and a NaN, the number.
    fn least(self, b: Self) -> Self;
    /// The larger, 0 above -0; of a number and a NaN, the number.
    fn most(self, b: Self) -> Self;
    /// The largest integer not above the quotient; 0 for an integer by 0.
    fn floor_div(self, b: Self) -> Self;
    /// What [`Compute::floor_div`] leaves: it has the sign of `b`.
    fn modulo(self, b: Self) -> Self;
    /// What a quotient toward zero leaves: it has the sign of `self`.
    fn remainder(self, b: Self) -> Self;
    /// `self` to the power `b`.
    fn power(self, b: Self) -> Self;
    /// `self b + c`; for floats rounded once.
    fn fused(self, b: Self, c: Self) -> Self;
}
