//! Composition: the operation, and what each mode of the right operand is, seen through the left one.

mod compose;
mod recognize;
mod strip;

#[doc(hidden)]
pub use compose::{CoalescedOperand, ComposeTree, LeftOperand, StrideThrough, Through};
pub use compose::{Composes, composition};
#[doc(hidden)]
pub use recognize::ByStep;
