//! Judgement on types: what a tree of modes looks like to a `const fn`, and the laws that operations check with it.
//!
//! The types compute the structure of a result; whether that structure is the function that was asked for is decided
//! here, at compile time where the leaves are static, on the values where they are not.

mod basis;
mod check;
mod composition;
mod describe;
mod proof;
mod strong;
mod text;

pub use basis::basis_checked;
pub use check::{divided_through, through_checked, verdict};
pub use composition::{Verdict, composition_verdict};
pub(crate) use describe::build;
pub use describe::{Desc, Describe, Ways};
pub use proof::{Proof, Tag, tag};
pub use text::Text;
