//! A kernel for each multiply-accumulate atom: operands through `partition_A` and `partition_B`, the product through `gemm`, the
//! result through `partition_C`.
//!
//! One macro a kind of atom ([`warp`], [`gmma`]) makes a [`Case`] of each row of a list: a type that names the atom and its tile, a
//! function that runs on the CPU and on a device, and the entry point.
#![no_std]
// Layouts are types, which nest.
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

mod case;
#[macro_use]
mod entry;
#[cfg(any(feature = "gmma_n", feature = "gmma_majors", feature = "gmma_types"))]
pub mod gmma;
#[cfg(feature = "warp")]
pub mod warp;

pub use case::{Case, CaseVisitor, Runs, Stored};
