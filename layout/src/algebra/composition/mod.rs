//! Composition: the operation, what each mode of the right operand is, seen through the left one, and its rule, checked.

mod basis;
mod checked;
mod compose;
mod proof;
mod recognize;
mod strip;

pub use checked::check_composition;
pub(super) use checked::{divide_rule, divided_through};
#[doc(hidden)]
pub use compose::{CoalescedOperand, ComposeTree, LeftOperand, StrideThrough, Through};
pub use compose::{Composes, composition};
#[doc(hidden)]
pub use proof::{Composed, Composition, composed};
#[doc(hidden)]
pub use recognize::ByStep;
