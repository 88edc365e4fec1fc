//! Algorithms on tensors: they visit 1-D coordinates in order, whatever the layouts and the memories.
//!
//! | call | does | sizes |
//! |---|---|---|
//! | [`copy`], [`copy_if`] | `dst(i) = src(i)`, in words of up to 16 bytes | equal |
//! | [`copy_with`] | the same in words of a stated width; a compile error where the layouts do not prove them | equal |
//! | [`fill`], [`clear`] | `dst(i) = value`, `0` | |
//! | [`axpby`] | `y(i) = alpha x(i) + beta y(i)` | equal |
//! | [`transform`], [`transform2`] | `dst(i) = f(src(i))`, `f(a(i), b(i))` | equal |
//! | [`gemm`], [`gemm_with`] | `c += a b`, five forms by rank | by mode |
//!
//! Extents that the types state are compared when the program is built; others when the call is made, and a mismatch panics. The
//! `try_` forms return it instead. Loops over static extents are unrolled by the types, so an owning tensor stays in registers.

mod copy;
mod copy_with;
mod elementwise;
mod gemm;
mod pattern;
mod repeat;

pub use crate::atom::Fragment;
pub use copy::{Predicate, Truth, copy, copy_bits, copy_if, try_copy};
pub use copy_with::{Checkable, CopiesWords, KnownStrides, copy_with, try_copy_with};
pub use elementwise::{axpby, clear, fill, transform, transform2};
pub use gemm::{Form, GemmRank, Modes2, Modes3, R1, R2, R3, gemm, gemm_with};
pub use pattern::CopiedFrom;
pub use repeat::{Extent, Repeat, Step, Words};
#[doc(hidden)]
pub use repeat::{agree, same};
