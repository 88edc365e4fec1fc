//! Fragments of registers: conversions and reductions.

#[cfg(target_arch = "nvptx64")]
mod convert;
mod reduce;

#[cfg(target_arch = "nvptx64")]
pub use convert::{ConvertPacked, convert_type};
pub use reduce::{accumulator_all_reduce, all_reduce, row_all_reduce};
