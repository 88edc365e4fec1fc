//! [`ElementError`]: what can be wrong with a dtype, a constant or a rounding mode.

use core::fmt;

use super::{DType, RoundingMode};

/// Why an operation on element types was rejected.
///
/// ```
/// use azulejo_tensor::{DType, ElementError};
/// let error = DType::U8.promote(DType::I8).unwrap_err();
/// assert_eq!(error, ElementError::NoImplicitPromotion { lhs: DType::U8, rhs: DType::I8 });
/// assert_eq!(error.to_string(), "implicit promotion of uint8 and int8 is not supported: cast one operand explicitly");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ElementError {
    /// No dtype has this code.
    UnknownCode {
        /// The code given.
        code: u8,
    },
    /// No dtype has this name.
    UnknownDType,
    /// No rounding mode has this name.
    UnknownRounding,
    /// The promotion table has no type for this pair.
    NoImplicitPromotion {
        /// Left operand.
        lhs: DType,
        /// Right operand.
        rhs: DType,
    },
    /// A constant does not fit its dtype; `dtype` is `None` where it fits no integer type at all.
    ConstantOutOfRange {
        /// The constant.
        value: i128,
        /// The type it was meant for.
        dtype: Option<DType>,
    },
    /// A floating-point value does not fit its dtype: too large, infinite or NaN.
    FloatOutOfRange {
        /// The value.
        value: f64,
        /// The type it was meant for.
        dtype: DType,
    },
    /// The rounding mode means nothing for this conversion.
    RoundingNotSupported {
        /// The mode given.
        mode: RoundingMode,
        /// Source type.
        from: DType,
        /// Target type.
        to: DType,
    },
}

impl fmt::Display for ElementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElementError::UnknownCode { code } => {
                write!(f, "no dtype has code {code}: codes are 0 to 15")
            }
            ElementError::UnknownDType => {
                f.write_str("unknown dtype: use one of")?;
                for dtype in DType::ALL {
                    write!(f, " {}", dtype.short_name())?;
                }
                Ok(())
            }
            ElementError::UnknownRounding => {
                f.write_str("unknown rounding mode: use one of")?;
                for mode in RoundingMode::ALL {
                    write!(f, " {mode}")?;
                }
                Ok(())
            }
            ElementError::NoImplicitPromotion { lhs, rhs } => write!(
                f,
                "implicit promotion of {lhs} and {rhs} is not supported: cast one operand explicitly"
            ),
            ElementError::ConstantOutOfRange {
                value,
                dtype: Some(dtype),
            } => {
                write!(f, "constant {value} is out of range for {dtype}")
            }
            ElementError::ConstantOutOfRange { value, dtype: None } => {
                write!(f, "constant {value} is out of range for every integer type")
            }
            ElementError::FloatOutOfRange { value, dtype } => {
                write!(f, "{value:?} is out of range for {dtype}")
            }
            ElementError::RoundingNotSupported { mode, from, to } => {
                write!(
                    f,
                    "rounding mode {mode} does not apply to a cast from {from} to {to}"
                )
            }
        }
    }
}

impl core::error::Error for ElementError {}
