//! Offsets of which some bits are known statically.

use crate::value::composed::Offset;
use crate::value::int::Int;

/// Bits of which some are known statically.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    pub(super) fixed: i64,
    pub(super) dynamic: i64,
    pub(super) mask: i64,
}

impl Bits {
    pub(super) fn of(offset: &Offset) -> Option<Self> {
        Some(match *offset {
            Offset::Int(int) if int.is_static => Self {
                fixed: int.value,
                dynamic: 0,
                mask: 0,
            },
            Offset::Int(int) => Self {
                fixed: 0,
                dynamic: int.value,
                mask: -1,
            },
            Offset::Mixed {
                fixed,
                dynamic,
                mask,
            } => Self {
                fixed,
                dynamic: dynamic & mask,
                mask,
            },
            Offset::Unset { .. } => return None,
        })
    }

    pub(super) fn value(self) -> i64 {
        self.fixed | (self.dynamic & self.mask)
    }

    pub(super) fn xor(self, other: Self) -> Self {
        let mask = self.mask | other.mask;
        Self {
            fixed: (self.fixed ^ other.fixed) & !mask,
            dynamic: (self.value() ^ other.value()) & mask,
            mask,
        }
    }

    pub(super) fn offset(self) -> Offset {
        match self.mask {
            -1 => Offset::Int(Int::dynamic(self.value())),
            mask => Offset::mixed(self.fixed, self.dynamic, mask),
        }
    }

    /// `a` where the bits of `probe` are clear, else `b`; static when these bits are.
    pub(super) fn choose(self, probe: i64, a: i64, b: i64) -> Int {
        Int {
            value: if self.value() & probe == 0 { a } else { b },
            is_static: self.mask & probe == 0,
        }
    }
}
