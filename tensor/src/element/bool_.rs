//! `bool_`: [`Bool`], a truth value in one byte.

use super::{DType, Element, Number, Overflow, RoundingMode};

/// A truth value in one byte, 0 or 1.
///
/// Bytes from outside are made canonical, never taken for a Rust `bool`: any non-zero byte is true.
///
/// ```
/// use azulejo_tensor::{Bool, Element};
/// assert_eq!(Bool::from_raw(0x02), Bool::from(true));
/// assert_eq!(Bool::from(true).to_raw(), 0x01);
/// assert_eq!(Bool::from_f64(f64::NAN), Bool::from(true));
/// assert_eq!(size_of::<Bool>(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bool(u8);

impl Bool {
    /// True.
    pub const TRUE: Bool = Bool(1);
    /// False.
    pub const FALSE: Bool = Bool(0);

    /// The truth value; a byte written by others counts as true unless it is 0.
    #[inline]
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Bool {
    #[inline]
    fn from(value: bool) -> Self {
        Bool(value as u8)
    }
}

impl From<Bool> for bool {
    #[inline]
    fn from(value: Bool) -> Self {
        value.get()
    }
}

impl super::traits::Sealed for Bool {}

impl Element for Bool {
    const DTYPE: DType = DType::Bool;
    const ZERO: Self = Bool::FALSE;
    const ONE: Self = Bool::TRUE;
    const EPSILON: f64 = 0.0;
    type Acc = i32;

    #[inline]
    fn to_number(self) -> Number {
        Number::Unsigned(self.get() as u64)
    }

    #[inline]
    fn from_number(value: Number, _: RoundingMode, _: Overflow) -> Self {
        Bool::from(value.is_nonzero())
    }

    #[inline]
    fn to_raw(self) -> u64 {
        self.get() as u64
    }

    #[inline]
    fn from_raw(bits: u64) -> Self {
        Bool::from(bits as u8 != 0)
    }
}
