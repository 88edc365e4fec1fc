//! Each family of instructions, in a few lines of PTX, against values worked out by hand or by Rust.

mod arithmetic;
mod bits;
mod checks;
mod control;
mod conversions;
mod matrices;
mod memory;
mod products;
mod snippet;
mod warp;
