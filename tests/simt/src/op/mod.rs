//! What the instructions do, one family a file.

pub mod access;
mod atomic;
mod barrier;
mod bits;
mod carry;
mod compare;
mod control;
mod convert;
mod copies;
mod float;
mod half;
mod integer;
pub mod lane;
mod matrix;
mod moves;
mod print;
mod product;
pub mod rounding;
mod shuffle;
mod table;

pub use barrier::{Gathered, gather};
pub use control::exit;
pub use table::{decode, library};
