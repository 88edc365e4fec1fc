//! The CPU backend: [`micro`] multiplies a register tile, [`pack`] lays panels out for it, [`blocked`] walks the
//! [`tiles`], [`in_place`] does the same for products too small to be worth panels.

mod blocked;
mod convert;
mod execute;
mod kernels;
mod micro;
mod pack;
mod scratch;
mod tiles;
mod unpacked;

pub(crate) use convert::{from_f16, to_f16};
pub(crate) use execute::execute;
pub use kernels::Kernels;
pub use micro::Vectorize;
pub(crate) use tiles::{Matrix, Tiles};
