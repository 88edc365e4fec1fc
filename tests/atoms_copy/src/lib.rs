//! A kernel for every copy atom: values through `copy`, as a user's kernel calls it; and small ones of pipelines and clusters.
//!
//! For a device each row of [`atoms`] and each function of [`tiles`] and [`pipelines`] becomes an entry point. On the host the rows are a table of
//! [`Case`]s with what the kernel must store, computed from the atom's layouts alone.
#![no_std]
// Layouts are types, which nest.
#![recursion_limit = "1024"]
#![allow(non_snake_case, reason = "CuTe's names")]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, asm_experimental_arch))]

#[cfg(not(target_arch = "nvptx64"))]
extern crate alloc;

pub mod atoms;
#[cfg(not(target_arch = "nvptx64"))]
mod case;
pub mod pipelines;
pub mod registers;
pub mod tiles;
pub mod tma;

#[cfg(not(target_arch = "nvptx64"))]
pub use case::{Case, Route, expected};
