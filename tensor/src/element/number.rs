//! [`Number`]: any element's value without loss, the hub of all casts.

use super::pack::Exact;

/// The value of an element, kept exactly.
///
/// ```
/// use azulejo_tensor::{Element, Number};
/// assert_eq!((-3i8).to_number(), Number::Signed(-3));
/// assert_eq!(u64::MAX.to_number(), Number::Unsigned(u64::MAX));
/// assert_eq!(1.5f32.to_number(), Number::Float(1.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A floating-point value; every float type's values are exact in `f64`.
    Float(f64),
}

impl Number {
    pub(crate) const fn exact(self) -> Exact {
        match self {
            Number::Signed(x) => Exact::from_integer(x < 0, x.unsigned_abs()),
            Number::Unsigned(x) => Exact::from_integer(false, x),
            Number::Float(x) => Exact::from_f64(x),
        }
    }

    /// True unless the value is zero; NaN is not zero.
    pub const fn is_nonzero(self) -> bool {
        match self {
            Number::Signed(x) => x != 0,
            Number::Unsigned(x) => x != 0,
            Number::Float(x) => x != 0.0,
        }
    }

    /// The value as `f64`, nearest even where an integer is beyond 53 bits.
    pub const fn to_f64(self) -> f64 {
        match self {
            Number::Signed(x) => x as f64,
            Number::Unsigned(x) => x as f64,
            Number::Float(x) => x,
        }
    }
}
