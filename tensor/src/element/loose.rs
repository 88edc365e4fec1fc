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

impl Loose {
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
    /// [`ElementError::ConstantOutOfRange`] for an integer beyond all three.
    ///
    /// ```
    /// use azulejo_tensor::{DType, ElementError, Loose};
    /// assert_eq!(Loose::Int(1 << 63).concretize(), Ok(DType::U64));
    /// assert!(matches!(Loose::Int(1 << 64).concretize(), Err(ElementError::ConstantOutOfRange { .. })));
    /// ```
    pub const fn concretize(self) -> Result<DType, ElementError> {
        match self {
            Loose::Float(_) => Ok(DType::F32),
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
    /// [`ElementError::ConstantOutOfRange`] where an integer constant does not fit the integer type.
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
        match self {
            Loose::Int(value) if !fits(value, other) => Err(ElementError::ConstantOutOfRange {
                value,
                dtype: Some(other),
            }),
            _ => Ok(other),
        }
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
