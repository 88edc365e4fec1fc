//! Atoms: the smallest copy and multiply-accumulate instructions, as data.
//!
//! An atom is a zero-sized type. It says which threads take part ([`MmaAtom::ThrId`]) and, as layouts, which element each
//! thread's registers hold: everything else (tilings, partitions, the CPU emulation, the tables of `azulejo atoms`) follows from
//! those layouts. The names are CuTe's: `SM80_16x8x16_F32F16F16F32_TN` multiplies a 16×16 tile of `f16` by an 8×16 tile and
//! accumulates 16×8 in `f32`, `T` (row-major `A`) and `N` (column-major `B`) both meaning K-major.
//!
//! # Adding one
//! A multiply-accumulate atom of a known family is one line in its family's table (`mma/sm80.rs`, …); one with layouts of its own
//! is a new file in `mma/` plus its name in the `families!` list of `mma/mod.rs`. The tests iterate over that list.
//!
//! # Where the instruction is
//! Not here: this package compiles on stable. A kernel package implements [`MmaInstruction`] for a zero-sized type of its own that
//! names the atom and hands it to [`crate::gemm_with`]. On the host `emulate_mma` and
//! `emulate_copy` run any atom from its layouts alone. A copy instruction needs no trait: kernels call it on what `partition_S` and
//! `partition_D` of a [`crate::TiledCopy`] give.

#![allow(non_camel_case_types)]

pub mod copy;
#[cfg(feature = "alloc")]
mod describe;
#[cfg(feature = "alloc")]
mod emulate;
pub mod mma;
#[cfg(feature = "alloc")]
mod picture;
mod static_layout;

pub use copy::*;
#[cfg(feature = "alloc")]
pub use describe::{AtomText, describe_atoms};
#[cfg(feature = "alloc")]
pub use emulate::{emulate_copy, emulate_mma, multiply_tiles};
pub use mma::*;
pub use static_layout::{StaticLayout, StaticShape};
