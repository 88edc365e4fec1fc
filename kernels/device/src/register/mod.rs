//! Fragments of registers: conversions and reductions.

#[cfg(target_arch = "nvptx64")]
mod convert;
mod packed;
mod reduce;

#[cfg(target_arch = "nvptx64")]
pub use convert::convert_type;
pub use packed::ConvertPacked;
pub use reduce::{accumulator_all_reduce, all_reduce, row_all_reduce};
