//! Fragments of registers: conversions and reductions.

mod convert;

pub use convert::{Packs, convert_type, row_all_reduce};
