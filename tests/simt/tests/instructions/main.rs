//! Each family of instructions, in a few lines of PTX, against values worked out by hand or by Rust; and without what makes a text right.

mod arithmetic;
mod bits;
mod bulk;
mod checks;
mod cluster;
mod control;
mod conversions;
mod hopper;
mod matrices;
mod memory;
mod products;
mod races;
mod shared;
mod snippet;
mod warp;
