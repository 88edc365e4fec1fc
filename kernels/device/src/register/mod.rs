//! Fragments of registers: conversions and reductions.

mod convert;
mod reduce;

pub use convert::{ConvertPacked, convert_type};
pub use reduce::{accumulator_all_reduce, all_reduce, row_all_reduce};
