//! Trees of leaves: native tuples outside, cons lists inside.
//!
//! A shape, stride, coordinate or tiler is written as a leaf or a nested tuple. Operations recurse over [`Cons`] and
//! [`Nil`], whose node kinds ([`Lf`], [`M`], [`Ly`], [`Underscore`]) are told apart by their head constructor alone.

mod convert;
mod describe;
mod entrywise;
mod fold;
mod index;
mod list;
mod native;
mod show;

pub use convert::{Congruent, Tree};
#[doc(hidden)]
pub use describe::StrideKind;
#[doc(hidden)]
pub use fold::{Cat, Depth, Flatten, Len, Rev, Size, Unwrap};
#[doc(hidden)]
pub use index::{Beyond, Leading, Nth, PadTo, TopModes, UnitMode};
pub use list::Underscore;
#[doc(hidden)]
pub use list::{Cons, Lf, Ly, M, Nil};
#[doc(hidden)]
pub use native::{Native, Plain};
pub use show::Notation;
#[doc(hidden)]
pub use show::Show;

pub(crate) use convert::for_tuples;
pub(crate) use entrywise::{empty, entrywise};
