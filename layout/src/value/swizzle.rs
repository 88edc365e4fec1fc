//! The swizzle function, `x ^ shift(x & Y)`.

use super::error::{ErrorKind, LayoutError};
use alloc::format;
use core::fmt;

/// `Sw<B,M,S>`: XORs `B` bits of an offset into `B` other bits `S` places lower (higher when `S` is negative).
///
/// ```text
/// 0bxxYYYxxxxxZZZxxxx      M low bits stay; the B bits Z are replaced by Z ^ Y
///     ^--^  S  ^-^ ^--^ M
/// ```
/// A swizzle is its own inverse and a bijection of each aligned block of `2^(M + B + |S|)` offsets. `Sw<3,4,3>` is the
/// 128-byte pattern of tensor-core tiles in units of bytes.
///
/// The constructor needs `B >= 0`, `M >= 0`, `|S| >= B` and `M + B + |S| <= 62`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    /// A negative `bits` or `base`, bit fields that overlap (`|shift| < bits`), or fields beyond bit 62.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self, LayoutError> {
        let fault = if bits < 0 {
            "B must not be negative"
        } else if base < 0 {
            "M must not be negative"
        } else if shift.unsigned_abs() < bits.unsigned_abs() {
            "|S| must be at least B, or the source and target bits overlap"
        } else if base > 62
            || shift.unsigned_abs() > 62
            || base as u64 + bits as u64 + shift.unsigned_abs() > 62
        {
            "M + B + |S| must be at most 62"
        } else {
            return Ok(Self {
                bits: bits as u32,
                base: base as u32,
                shift: shift as i32,
            });
        };
        Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("Sw<{bits},{base},{shift}>: {fault}"),
        )
        .fix("take b and m not negative, s of either sign with |s| >= b, as in `Sw<3,4,3>`"))
    }

    /// `B`: how many bits are replaced.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// `M`: how many low bits stay.
    #[must_use]
    pub const fn base(self) -> u32 {
        self.base
    }

    /// `S`: how far the source bits lie above the target bits.
    #[must_use]
    pub const fn shift(self) -> i32 {
        self.shift
    }

    /// The source bits.
    #[must_use]
    pub const fn source(self) -> i64 {
        let low = if self.shift > 0 { self.shift } else { 0 } as u32;
        ((1 << self.bits) - 1) << (self.base + low)
    }

    /// The bits that change.
    #[must_use]
    pub const fn target(self) -> i64 {
        let low = if self.shift < 0 { -self.shift } else { 0 } as u32;
        ((1 << self.bits) - 1) << (self.base + low)
    }

    /// The swizzled offset.
    #[must_use]
    pub const fn apply(self, x: i64) -> i64 {
        let y = x & self.source();
        x ^ if self.shift >= 0 {
            y >> self.shift
        } else {
            y << -self.shift
        }
    }

    /// `M + B + |S|`: offsets keep their bits from here on.
    #[must_use]
    pub const fn period_bits(self) -> u32 {
        self.base + self.bits + self.shift.unsigned_abs()
    }

    /// The swizzle that moves `source` bits into `target` bits, if the masks are two runs of equal length.
    #[must_use]
    pub fn from_masks(source: i64, target: i64) -> Option<Self> {
        if source < 0 || target < 0 || source.count_ones() != target.count_ones() {
            return None;
        }
        if source == 0 {
            return Self::new(0, 0, 0).ok();
        }
        let bits = i64::from(source.count_ones());
        let (y, z) = (
            i64::from(source.trailing_zeros()),
            i64::from(target.trailing_zeros()),
        );
        let run = |mask: i64, low: i64| mask >> low == (1 << bits) - 1;
        if !run(source, y) || !run(target, z) {
            return None;
        }
        Self::new(bits, y.min(z), y - z).ok()
    }

    /// The swizzle in units `n` times larger (`n` a power of two): `M` shrinks, then `B`.
    ///
    /// A negative shift moves low bits up. Bits inside a unit that change one above it scatter the unit's elements, so that
    /// `n` divides `2^M` or is a multiple of `2^(M + B + |S|)`, of which nothing is left.
    ///
    /// # Errors
    /// `n` is not a power of two, or the elements of a unit would not stay neighbours.
    pub fn upcast(self, n: i64) -> Result<Self, LayoutError> {
        let log = log2(n)?;
        let base = i64::from(self.base) - log;
        if self.bits > 0 && self.shift < 0 && base < 0 && log < self.period_bits().into() {
            let apart = 1_i64 << (log - 1).min((self.base + self.bits - 1).into());
            return Err(LayoutError::new(
                ErrorKind::Divisibility,
                format!(
                    "{self} takes the offsets 0 and {apart} of a unit of {n} to 0 and {}: its elements are not neighbours",
                    self.apply(apart)
                ),
            )
            .fix(format!(
                "take a unit of at most {}, or a swizzle with a positive shift",
                1_i64 << self.base
            )));
        }
        if base >= 0 {
            Self::new(self.bits.into(), base, self.shift.into())
        } else {
            Self::new((i64::from(self.bits) + base).max(0), 0, self.shift.into())
        }
    }

    /// The swizzle in units `n` times smaller (`n` a power of two): `M` grows.
    ///
    /// # Errors
    /// `n` is not a power of two, or the fields pass bit 62.
    pub fn downcast(self, n: i64) -> Result<Self, LayoutError> {
        let log = log2(n)?;
        Self::new(
            self.bits.into(),
            i64::from(self.base) + log,
            self.shift.into(),
        )
    }
}

fn log2(n: i64) -> Result<i64, LayoutError> {
    if n > 0 && n.count_ones() == 1 {
        Ok(n.trailing_zeros().into())
    } else {
        Err(LayoutError::new(
            ErrorKind::Divisibility,
            format!("a swizzle changes units by powers of two, not by {n}"),
        )
        .fix("take a power of two"))
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}
