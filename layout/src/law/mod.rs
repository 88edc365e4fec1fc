//! Judgement on types: what a tree of modes looks like to a `const fn`, and the laws that operations check with it.
//!
//! The types compute the structure of a result; whether that structure is the function that was asked for is decided
//! here, at compile time where the leaves are static, on the values where they are not.

mod basis;
mod check;
mod composition;
mod describe;
mod product;
mod proof;
mod strong;
mod text;
mod whole;

#[doc(hidden)]
pub use basis::basis_checked;
#[doc(hidden)]
pub use check::Law;
pub use check::verdict;
pub(crate) use check::{compose_law, divide_law};
#[doc(hidden)]
pub use check::{divided_through, through_checked};
pub use composition::{Verdict, composition_verdict};
#[cfg(feature = "alloc")]
pub(crate) use composition::{differs, failing_mode, reason, way_out, witness};
#[doc(hidden)]
pub use describe::Ways;
pub use describe::{Desc, Describe};
pub(crate) use describe::{Settled, build, build_from};
#[doc(hidden)]
pub use product::{ByMode, Tiles, copies_checked, modes_checked};
#[cfg(feature = "alloc")]
pub(crate) use product::{UNDECIDED, WAY_OUT, WAY_OUT_BY_MODE, astray, before_block, meeting};
#[doc(hidden)]
pub use proof::{Proof, Tag, tag};
#[doc(hidden)]
pub use text::Text;
#[cfg(feature = "alloc")]
pub(crate) use whole::{COUNTED_WAY_OUT, counted, not_whole, whole, whole_way_out};
pub(crate) use whole::{judged, wholly};
