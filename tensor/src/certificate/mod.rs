//! Certificates: that a partition is one, proved when the program is built.
//!
//! A layout (thread, value) to element is a partition of its tile if every index is in range, every element is owned, and all are owned
//! equally often; it has no two writers if that is once. [`certify_tv`] proves it for any layout; a [`TiledMma`](crate::TiledMma) and a
//! [`TiledCopy`](crate::TiledCopy) are proved when one is constructed, every shipped atom where it is declared. What fails is named with
//! a counterexample: an element and who owns it, or nobody.
//!
//! | of | proved |
//! |---|---|
//! | an atom | `A`, `B`, `C`, or source and destination: range, coverage, equal multiplicity; `C` has one owner |
//! | a `TiledMma` | the same of each operand's whole round |
//! | a `TiledCopy` | the same of both sides; the values that one instruction moves at once are neighbours along one mode of the tile |
//! | `partition_C_mut`, `partition_D_mut` into memory | one writer of each element |
//! | `partition_A`, `partition_B`, `partition_C` | the tiling divides the static extents |
//!
//! In generic code the proof is evaluated when code is generated; [`certify!`](crate::certify) is an item that `cargo check` sees.

mod atom;
mod tiling;
mod tv;

pub use atom::{CopyCertificate, MmaCertificate, certify_copy_op, certify_mma_atom};
pub use tiling::Certified;
pub use tv::{TvCertificate, certify_tv};
pub(crate) use tv::{certify_once, certify_vector, one_writer};
