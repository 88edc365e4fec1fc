//! An integer that knows whether it is known at compile time, with CuTe's arithmetic on that knowledge.

use super::error::LayoutError;
use alloc::format;
use core::fmt;

/// An integer and whether it is static. Written `_4` when static and `4` when dynamic.
///
/// Arithmetic is checked, and keeps as much static as can be known without the dynamic operand: `_0 * n = _0`,
/// `_1 * n = n`, `n % _1 = _0`, `n / _1 = n`, `_0 + n = n`; otherwise a result is static when both operands are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Int {
    /// The number.
    pub value: i64,
    /// `true` if it is known at compile time.
    pub is_static: bool,
}

impl Int {
    /// The static integer `_value`.
    #[must_use]
    pub const fn fixed(value: i64) -> Self {
        Self {
            value,
            is_static: true,
        }
    }

    /// The dynamic integer `value`.
    #[must_use]
    pub const fn dynamic(value: i64) -> Self {
        Self {
            value,
            is_static: false,
        }
    }

    /// Returns `true` if this is the static integer `value`.
    #[must_use]
    pub const fn is(self, value: i64) -> bool {
        self.is_static && self.value == value
    }

    /// The same number, dynamic.
    #[must_use]
    pub const fn erased(self) -> Self {
        Self::dynamic(self.value)
    }

    const fn with(self, other: Self, value: i64) -> Self {
        Self {
            value,
            is_static: self.is_static && other.is_static,
        }
    }

    /// Sum.
    ///
    /// # Errors
    /// Overflow.
    pub fn checked_add(self, other: Self) -> Result<Self, LayoutError> {
        if self.is(0) {
            return Ok(other);
        }
        if other.is(0) {
            return Ok(self);
        }
        match self.value.checked_add(other.value) {
            Some(value) => Ok(self.with(other, value)),
            None => Err(overflow(self, "+", other)),
        }
    }

    /// Difference.
    ///
    /// # Errors
    /// Overflow.
    pub fn checked_sub(self, other: Self) -> Result<Self, LayoutError> {
        if other.is(0) {
            return Ok(self);
        }
        match self.value.checked_sub(other.value) {
            Some(value) => Ok(self.with(other, value)),
            None => Err(overflow(self, "-", other)),
        }
    }

    /// Product.
    ///
    /// # Errors
    /// Overflow.
    pub fn checked_mul(self, other: Self) -> Result<Self, LayoutError> {
        if self.is(0) || other.is(0) {
            return Ok(Self::fixed(0));
        }
        if self.is(1) {
            return Ok(other);
        }
        if other.is(1) {
            return Ok(self);
        }
        match self.value.checked_mul(other.value) {
            Some(value) => Ok(self.with(other, value)),
            None => Err(overflow(self, "*", other)),
        }
    }

    /// Quotient, truncated towards zero.
    ///
    /// # Errors
    /// Division by zero, overflow.
    pub fn checked_div(self, other: Self) -> Result<Self, LayoutError> {
        if self.is(0) {
            return Ok(self);
        }
        if other.is(1) {
            return Ok(self);
        }
        match self.value.checked_div(other.value) {
            Some(value) => Ok(self.with(other, value)),
            None => Err(overflow(self, "/", other)),
        }
    }

    /// Remainder, with the sign of `self`.
    ///
    /// # Errors
    /// Division by zero, overflow.
    pub fn checked_rem(self, other: Self) -> Result<Self, LayoutError> {
        if self.is(0) {
            return Ok(self);
        }
        if other.is(1) {
            return Ok(Self::fixed(0));
        }
        match self.value.checked_rem(other.value) {
            Some(value) => Ok(self.with(other, value)),
            None => Err(overflow(self, "%", other)),
        }
    }

    /// Quotient rounded up, `(self + other - 1) / other`, for a positive divisor.
    ///
    /// # Errors
    /// Division by zero, overflow.
    pub fn ceil_div(self, other: Self) -> Result<Self, LayoutError> {
        if self.value > 0 && other.value > 1 && self.value.checked_add(other.value).is_none() {
            return Ok(self.with(other, (self.value - 1) / other.value + 1));
        }
        self.checked_add(other)?
            .checked_sub(Self::fixed(1))?
            .checked_div(other)
    }

    /// The smaller one.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        self.with(other, self.value.min(other.value))
    }

    /// The larger one.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        self.with(other, self.value.max(other.value))
    }

    /// The absolute value.
    ///
    /// # Errors
    /// Overflow.
    pub fn abs(self) -> Result<Self, LayoutError> {
        match self.value.checked_abs() {
            Some(value) => Ok(Self { value, ..self }),
            None => Err(overflow(Self::fixed(0), "-", self)),
        }
    }

    /// -1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> Self {
        Self {
            value: self.value.signum(),
            is_static: self.is_static,
        }
    }
}

fn overflow(a: Int, operator: &str, b: Int) -> LayoutError {
    let what = if b.value == 0 && operator != "+" && operator != "-" {
        "divides by zero"
    } else {
        "does not fit 64 bits"
    };
    let fix = match b.value {
        0 if what.starts_with("divides") => "divide by at least 1",
        _ => "take smaller sizes or strides",
    };
    LayoutError::overflow(format!("{a} {operator} {b} {what}")).fix_instead(fix)
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_static {
            f.write_str("_")?;
        }
        write!(f, "{}", self.value)
    }
}
