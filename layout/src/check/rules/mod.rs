//! The rules of operations on types: what a tree of modes looks like to a `const fn`, and what operations check with it.
//!
//! The types compute the structure of a result. Whether that structure is the function that was asked for is checked
//! here: at compile time where the leaves are static, on the values where they are not.

mod basis;
mod composition;
mod describe;
mod product;
mod rule;
mod strong;
mod text;
mod whole;

pub(crate) use basis::hold_along_basis;
pub use composition::{CheckResult, check_composition_desc};
#[cfg(feature = "alloc")]
pub(crate) use composition::{counterexample, differs, failing_mode, help, reason};
pub(crate) use composition::{decide, fail};
#[doc(hidden)]
pub use describe::Ways;
pub use describe::{Desc, Describe};
pub(crate) use describe::{Settled, build, build_from};
#[doc(hidden)]
pub use product::{ByMode, Tiles, modes_checked};
#[cfg(feature = "alloc")]
pub(crate) use product::{HELP, HELP_BY_MODE, UNDECIDED, astray, before_block, meeting};
pub(crate) use product::{copies_checked, copies_forward};
#[doc(hidden)]
pub use rule::Rule;
pub(crate) use rule::{composed_checked, rule};
#[doc(hidden)]
pub use text::Text;
#[cfg(feature = "alloc")]
pub(crate) use whole::{COUNTED_HELP, counted, not_whole, whole, whole_help};
pub(crate) use whole::{checked, wholly};
