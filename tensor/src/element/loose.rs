//! [`Loose`]: a constant without a type of its own.

use super::{Category, DType, ElementError};

/// A literal in a run-time expression: its category is known, its width is taken from what it meets.
///
/// ```
/// use azulejo_tensor::{DType, Loose};
/// assert_eq!(Loose::Int(3).concretize(), Ok(DType::I32));
/// assert_eq!(Loose::Int(1 << 31).concretize(), Ok(DType::I64));
/// assert_eq!(Loose::Float(1.0).promote(DType::I16), Ok(DType::F32));
/// assert_eq!(Loose::Int(-18).promote(DType::I8), Ok(DType::I8));
/// assert!(Loose::Int(-170).promote(DType::I8).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loose {
    /// An integer constant.
    Int(i128),
    /// A floating-point constant.
    Float(f64),
}

const fn fits(value: i128, dtype: DType) -> bool {
    let bits = dtype.bits();
    let (low, high) = match dtype {
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        }
        DType::U8 | DType::U16 | DType::U32 | DType::U64 => (0, (1i128 << bits) - 1),
        DType::Bool => (0, 1),
        _ => (i128::MIN, i128::MAX),
    };
    low <= value && value <= high
}

/// The smallest number that a float type rounds to infinity, or beyond its largest; infinity where a double has none such.
const fn limit(dtype: DType) -> f64 {
    // Halfway from the largest to what would follow it.
    match dtype {
        DType::F16 => 65520.0,
        DType::BF16 => f32::from_bits(0x7f7f_8000) as f64,
        DType::TF32 => f32::from_bits(0x7f7f_f000) as f64,
        DType::F32 => f32::MAX as f64 + (1u128 << 103) as f64,
        DType::F8E4M3 => 464.0,
        DType::F8E5M2 => 61440.0,
        _ => f64::INFINITY,
    }
}

impl Loose {
    /// Rejects a constant that the type does not hold, up to rounding: an integer out of range, a finite float that would be
    /// an infinity. An infinity and a NaN fit every float type.
    ///
    /// # Errors
    /// [`ElementError::ConstantOutOfRange`], [`ElementError::FloatOutOfRange`].
    ///
    /// ```
    /// use azulejo_tensor::{DType, Loose};
    /// assert!(Loose::Float(65519.0).fits(DType::F16).is_ok());
    /// assert!(Loose::Float(65520.0).fits(DType::F16).is_err());
    /// assert!(Loose::Float(f64::INFINITY).fits(DType::F16).is_ok());
    /// let error = Loose::Float(1e40).fits(DType::F32).unwrap_err();
    /// assert_eq!(error.to_string(), "1e40 is out of range for float32");
    /// ```
    pub const fn fits(self, dtype: DType) -> Result<(), ElementError> {
        if let Loose::Int(value) = self
            && !fits(value, dtype)
        {
            return Err(ElementError::ConstantOutOfRange {
                value,
                dtype: Some(dtype),
            });
        }
        let value = self.to_f64();
        let limit = limit(dtype);
        let inside = (-limit < value && value < limit) || !value.is_finite();
        if matches!(dtype.category(), Category::Float) && !inside {
            return Err(ElementError::FloatOutOfRange { value, dtype });
        }
        Ok(())
    }

    /// The category of the constant.
    pub const fn category(self) -> Category {
        match self {
            Loose::Int(_) => Category::Int,
            Loose::Float(_) => Category::Float,
        }
    }

    /// The type it takes where nothing else decides: `int32`, else `int64`, else `uint64` by value; `float32`.
    ///
    /// # Errors
    /// [`ElementError::ConstantOutOfRange`] for an integer beyond all three, [`ElementError::FloatOutOfRange`] for a finite
    /// float that `float32` does not hold.
    ///
    /// ```
    /// use azulejo_tensor::{DType, ElementError, Loose};
    /// assert_eq!(Loose::Int(1 << 63).concretize(), Ok(DType::U64));
    /// assert!(matches!(Loose::Int(1 << 64).concretize(), Err(ElementError::ConstantOutOfRange { .. })));
    /// ```
    pub const fn concretize(self) -> Result<DType, ElementError> {
        match self {
            Loose::Float(_) => match self.fits(DType::F32) {
                Ok(()) => Ok(DType::F32),
                Err(error) => Err(error),
            },
            Loose::Int(value) if fits(value, DType::I32) => Ok(DType::I32),
            Loose::Int(value) if fits(value, DType::I64) => Ok(DType::I64),
            Loose::Int(value) if fits(value, DType::U64) => Ok(DType::U64),
            Loose::Int(value) => Err(ElementError::ConstantOutOfRange { value, dtype: None }),
        }
    }

    /// The type of an operation on this constant and a typed operand: the operand's where categories agree or its category is
    /// higher, else the constant's own concrete type.
    ///
    /// # Errors
    /// As [`Loose::fits`], of the type.
    ///
    /// ```
    /// use azulejo_tensor::{DType, Loose};
    /// assert_eq!(Loose::Int(2).promote(DType::F16), Ok(DType::F16));
    /// assert_eq!(Loose::Float(0.5).promote(DType::I64), Ok(DType::F32));
    /// assert!(Loose::Int(256).promote(DType::U8).is_err());
    /// ```
    pub fn promote(self, other: DType) -> Result<DType, ElementError> {
        if self.category() > other.category() {
            return self.concretize();
        }
        self.fits(other)?;
        Ok(other)
    }
}

impl core::ops::Add for Loose {
    type Output = Loose;

    /// Two loose constants give a loose one: integers stay integers, anything with a float is a float.
    fn add(self, rhs: Loose) -> Loose {
        match (self, rhs) {
            (Loose::Int(a), Loose::Int(b)) => Loose::Int(a.saturating_add(b)),
            _ => Loose::Float(self.to_f64() + rhs.to_f64()),
        }
    }
}

impl Loose {
    /// The constant as `f64`.
    pub const fn to_f64(self) -> f64 {
        match self {
            Loose::Int(value) => value as f64,
            Loose::Float(value) => value,
        }
    }
}
