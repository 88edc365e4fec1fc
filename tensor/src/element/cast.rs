//! Casts between element types as functions on values.

use super::rounding::FloatRounding;
use super::traits::default_mode;
use super::{Category, DType, Element, ElementError, Float, Number, Overflow, RoundingMode};

/// Converts a value: to floats by nearest even, float to integer toward zero with saturation (NaN is 0), integer to integer by
/// wrapping, to `Bool` by `x != 0`.
///
/// ```
/// use azulejo_tensor::{cast, bf16, f16};
/// assert_eq!(cast::<f32, i32>(-2.9), -2);
/// assert_eq!(cast::<f32, u8>(300.7), 255);
/// assert_eq!(cast::<i16, i8>(382), 126);
/// assert_eq!(cast::<f32, bf16>(255.0 / 256.0).to_bits(), 0x3f7f);
/// assert_eq!(cast::<f32, f16>(65520.0), f16::INFINITY);
/// ```
#[inline]
pub fn cast<A: Element, B: Element>(value: A) -> B {
    value.cast()
}

/// Converts like [`cast`] but clamps to the finite range of the target, integers included.
///
/// ```
/// use azulejo_tensor::{cast_saturating, f16};
/// assert_eq!(cast_saturating::<i16, i8>(382), 127);
/// assert_eq!(cast_saturating::<i64, u8>(-1), 0);
/// assert_eq!(cast_saturating::<f32, f16>(1e9), f16::MAX);
/// ```
#[inline]
pub fn cast_saturating<A: Element, B: Element>(value: A) -> B {
    B::from_number(
        value.to_number(),
        default_mode(B::DTYPE),
        Overflow::Saturate,
    )
}

/// Converts like [`cast`] where the value fits, rounding included.
///
/// An integer or a truth value fits if it is in the target's range once its fraction is cut off. A float fits unless a
/// finite value becomes infinite or is clamped, or the target has no infinity for an infinite one; NaN fits floats only.
///
/// # Errors
/// [`ElementError::ConstantOutOfRange`] for integers, [`ElementError::FloatOutOfRange`] for floats; each names value and
/// type.
///
/// ```
/// use azulejo_tensor::{ElementError, DType, F8E4M3, cast, cast_saturating, try_cast};
/// let rejected = ElementError::ConstantOutOfRange { value: 300, dtype: Some(DType::U8) };
/// assert_eq!(try_cast::<i32, u8>(300), Err(rejected));
/// assert_eq!((cast_saturating::<i32, u8>(300), cast::<i32, u8>(300)), (255, 44));
/// assert_eq!(try_cast::<f64, i32>(-2.9), Ok(-2));
/// assert!(try_cast::<f64, f32>(1e300).is_err() && try_cast::<f32, i32>(f32::NAN).is_err());
/// assert!(try_cast::<f32, F8E4M3>(1e9).is_err());
/// ```
pub fn try_cast<A: Element, B: Element>(value: A) -> Result<B, ElementError> {
    try_from_number(value.to_number())
}

/// As [`try_cast`], of a value whatever its type.
///
/// # Errors
/// As [`try_cast`].
///
/// ```
/// use azulejo_tensor::{Number, try_from_number};
/// assert_eq!(try_from_number::<u8>(Number::Float(255.5)), Ok(255));
/// assert!(try_from_number::<u8>(Number::Signed(-1)).is_err());
/// ```
pub fn try_from_number<B: Element>(number: Number) -> Result<B, ElementError> {
    // Nothing is clamped: a float that is too large becomes infinite, or NaN where there is no infinity.
    let result = B::from_number(number, default_mode(B::DTYPE), Overflow::Ieee);
    let (from, to) = (number.to_f64(), result.to_f64());
    let fits = match B::DTYPE.category() {
        Category::Bool => matches!(from, 0.0 | 1.0),
        Category::Int => whole(number).is_some() && whole(number) == whole(result.to_number()),
        Category::Float => from.is_nan() || to.is_finite() || (from.is_infinite() && to == from),
    };
    if fits {
        return Ok(result);
    }
    Err(match number {
        Number::Float(value) => ElementError::FloatOutOfRange {
            value,
            dtype: B::DTYPE,
        },
        Number::Signed(value) => ElementError::ConstantOutOfRange {
            value: value.into(),
            dtype: Some(B::DTYPE),
        },
        Number::Unsigned(value) => ElementError::ConstantOutOfRange {
            value: value.into(),
            dtype: Some(B::DTYPE),
        },
    })
}

/// The value without its fraction; `None` for NaN. What 128 bits do not hold is cut to their range, beyond every type.
fn whole(number: Number) -> Option<i128> {
    match number {
        Number::Signed(x) => Some(x.into()),
        Number::Unsigned(x) => Some(x.into()),
        Number::Float(x) => (!x.is_nan()).then_some(x as i128),
    }
}

/// Converts float to float under a rounding mode named by its type.
///
/// ```
/// use azulejo_tensor::{cast_with, f16, rounding::{RN, RP, RZ}};
/// assert_eq!(cast_with::<f32, f16, RN>(65520.0).to_bits(), 0x7c00);
/// assert_eq!(cast_with::<f32, f16, RZ>(65520.0).to_bits(), 0x7bff);
/// assert_eq!(cast_with::<f32, f16, RP>(2049.0).to_bits(), 0x6801);
/// ```
#[inline]
pub fn cast_with<A: Float, B: Float, R: FloatRounding>(value: A) -> B {
    B::from_number(value.to_number(), R::MODE, B::OVERFLOW)
}

/// Converts under a rounding mode and overflow rule known at run time.
///
/// # Errors
/// [`ElementError::RoundingNotSupported`] for `full` and `approx`, and for `nearest_int_to_zero` with a float target.
///
/// ```
/// use azulejo_tensor::{cast_mode, Overflow, RoundingMode};
/// assert_eq!(cast_mode::<f32, i32>(2.5, RoundingMode::PositiveInf, Overflow::Saturate), Ok(3));
/// assert!(cast_mode::<f64, f32>(2.5, RoundingMode::Approx, Overflow::Ieee).is_err());
/// ```
pub fn cast_mode<A: Element, B: Element>(
    value: A,
    mode: RoundingMode,
    overflow: Overflow,
) -> Result<B, ElementError> {
    let supported = match mode {
        RoundingMode::Full | RoundingMode::Approx => false,
        RoundingMode::NearestIntToZero => B::DTYPE.category() != Category::Float,
        _ => true,
    };
    if !supported {
        return Err(ElementError::RoundingNotSupported {
            mode,
            from: A::DTYPE,
            to: B::DTYPE,
        });
    }
    Ok(B::from_number(value.to_number(), mode, overflow))
}

/// [`cast`] by the shortest way: nothing where the types are the same, one instruction between short floats where the machine
/// has it.
#[inline(always)]
pub(crate) fn convert<A: Element, B: Element>(value: A) -> B {
    const fn short_float(dtype: DType) -> bool {
        matches!(dtype, DType::F16 | DType::BF16 | DType::F32)
    }
    if const { A::DTYPE as usize == B::DTYPE as usize } {
        B::from_raw(value.to_raw())
    } else if const { short_float(A::DTYPE) && short_float(B::DTYPE) } {
        B::from_f32(value.to_f32())
    } else {
        value.cast()
    }
}
