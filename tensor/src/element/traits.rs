//! [`Element`] and the marker traits that say which operations a type has.

use super::Value;
use super::{DType, FloatFormat, Number, Overflow, RoundingMode};

/// Closes [`Element`] to the types of this crate, whose all-zero bytes are a valid value.
pub trait Sealed {}

/// A type that a tensor can hold. Sealed: the sixteen types of [`DType`] are all there are.
///
/// Every conversion goes through [`Number`], so it is exact or rounded once. All methods work on the host and on a device.
///
/// ```
/// use azulejo_tensor::{DType, Element, F8E4M3, f16};
/// assert_eq!(f16::DTYPE, DType::F16);
/// assert_eq!(f16::from_f64(100.0 / 256.0).to_bits(), 0x3640);
/// assert_eq!(F8E4M3::from_f64(1e9).to_f64(), 448.0); // the 8-bit floats saturate
/// assert_eq!(i32::from_f64(3e9), i32::MAX);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type",
    note = "elements are Bool, u8..u64, i8..i64, f16, bf16, f32, f64, Tf32, F8E4M3 and F8E5M2"
)]
pub trait Element:
    Sealed + Value + Default + PartialEq + PartialOrd + core::fmt::Debug + Send + Sync + 'static
{
    /// The run-time name.
    const DTYPE: DType;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// What an overflowing cast to this type gives unless the caller says otherwise.
    const OVERFLOW: Overflow = Overflow::Ieee;
    /// Distance from 1 to the next value, `2^-fraction_bits`; 0 for integers.
    const EPSILON: f64;
    /// The type in which products of this type are summed.
    type Acc: Element;

    /// The value, exactly.
    fn to_number(self) -> Number;

    /// The nearest value of this type under `mode`.
    ///
    /// An integer target takes integers by wrapping under [`Overflow::Ieee`] and by clamping under [`Overflow::Saturate`], and
    /// floats always by clamping. A mode that is no rounding direction counts as toward zero; [`crate::cast_mode`] rejects it instead.
    fn from_number(value: Number, mode: RoundingMode, overflow: Overflow) -> Self;

    /// The bits, zero-extended.
    fn to_raw(self) -> u64;

    /// The value with these low bits; higher bits are ignored.
    fn from_raw(bits: u64) -> Self;

    /// Rounds to this type: nearest even for floats, toward zero for integers.
    fn from_f64(x: f64) -> Self {
        Self::from_number(Number::Float(x), default_mode(Self::DTYPE), Self::OVERFLOW)
    }

    /// The value as `f64`: exact but for 64-bit integers beyond 53 bits (nearest even).
    fn to_f64(self) -> f64 {
        self.to_number().to_f64()
    }

    /// Like [`Element::from_f64`] from an `f32`.
    fn from_f32(x: f32) -> Self {
        Self::from_f64(x as f64)
    }

    /// The value as `f32`, nearest even; exact for every type of at most 16 bits and for `Tf32`.
    fn to_f32(self) -> f32 {
        f32::from_number(self.to_number(), RoundingMode::NearestEven, Overflow::Ieee)
    }

    /// Converts by the rules of [`crate::cast`].
    fn cast<B: Element>(self) -> B {
        B::from_number(self.to_number(), default_mode(B::DTYPE), B::OVERFLOW)
    }

    /// Bound on the relative error of a sum of `terms` products whose inputs are exact and whose accumulator is `Self::Acc`,
    /// rounded to `Self` at the end: `2 * terms * eps(Acc) + eps(Self)`; 0 for integers.
    ///
    /// ```
    /// use azulejo_tensor::Element;
    /// assert_eq!(f32::tolerance(8), 16.0 * 2f64.powi(-23) + 2f64.powi(-23));
    /// assert_eq!(i32::tolerance(8), 0.0);
    /// ```
    fn tolerance(terms: usize) -> f64 {
        2.0 * terms as f64 * <Self::Acc as Element>::EPSILON + Self::EPSILON
    }
}

pub(crate) const fn default_mode(target: DType) -> RoundingMode {
    match target.category() {
        super::Category::Float => RoundingMode::NearestEven,
        _ => RoundingMode::NearestIntToZero,
    }
}

/// An element that is a number: all but [`crate::Bool`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "cast bool to an integer first"
)]
pub trait Numeric: Element {}

/// A number with the four operations: the integers, `f16`, `bf16`, `f32` and `f64`.
///
/// Integer operations wrap; `f16` and `bf16` round each result to nearest even.
///
/// ```
/// use azulejo_tensor::Arithmetic;
/// assert_eq!(<i8 as Arithmetic>::add(127, 1), -128);
/// assert_eq!(<f32 as Arithmetic>::mul(2.5, 2.0), 5.0);
/// ```
/// ```compile_fail
/// use azulejo_tensor::{Arithmetic, Element, F8E4M3};
/// F8E4M3::add(F8E4M3::ONE, F8E4M3::ONE); // cast to f32 first
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no arithmetic",
    note = "cast bool to an integer, and tf32 and the 8-bit floats to f32, first"
)]
pub trait Arithmetic: Numeric {
    /// `a + b`.
    fn add(a: Self, b: Self) -> Self;
    /// `a - b`.
    fn sub(a: Self, b: Self) -> Self;
    /// `a * b`.
    fn mul(a: Self, b: Self) -> Self;
    /// `a * b + c`, the product rounded before the sum.
    fn mul_add(a: Self, b: Self, c: Self) -> Self {
        Self::add(Self::mul(a, b), c)
    }
    /// `a * b + c`, of floats rounded once.
    ///
    /// ```
    /// use azulejo_tensor::Arithmetic;
    /// let x = 1.0 + f32::EPSILON;
    /// assert_eq!(f32::fma(x, x, -1.0 - 2.0 * f32::EPSILON), f32::EPSILON * f32::EPSILON);
    /// assert_eq!(<f32 as Arithmetic>::mul_add(x, x, -1.0 - 2.0 * f32::EPSILON), 0.0);
    /// ```
    fn fma(a: Self, b: Self, c: Self) -> Self;
}

/// An integer element.
pub trait Integer: Arithmetic + Ord {
    /// Smallest value.
    const MIN: Self;
    /// Largest value.
    const MAX: Self;
}

/// A floating-point element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a floating-point element",
    note = "rounding modes apply to f16, bf16, f32, f64, Tf32, F8E4M3 and F8E5M2"
)]
pub trait Float: Numeric {
    /// Exponent and fraction bits.
    const FORMAT: FloatFormat;
}
