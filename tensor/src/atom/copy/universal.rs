//! [`UniversalCopy`]: a plain load and store of neighbouring bits; [`AutoVectorizingCopy`]: as many as the layouts allow.

use core::fmt;

use azulejo_layout::Layout;
use azulejo_layout::ints::{_0, _1};

use super::traits::{CopyOp, one_thread};

one_thread! {
    /// One load and one store of `Bits` neighbouring bits, between any memories.
    UniversalCopy "UniversalCopy<uint{}_t>" [_8 _16 _32 _64 _128];
}

/// Loads and stores of up to 128 bits, as wide as the layouts of both sides allow.
///
/// Tiled copies by it are written in single elements; the width is chosen where the copy is executed.
///
/// Source: CuTe, `AutoVectorizingCopy` in `arch/copy.hpp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutoVectorizingCopy;

impl CopyOp for AutoVectorizingCopy {
    type ThrId = Layout<_1, _0>;
    type SrcBits = Layout<(_1, _1), (_0, _0)>;
    type DstBits = Self::SrcBits;
    type RefBits = Self::SrcBits;

    fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AutoVectorizingCopy")
    }
}
