//! Matrix kernels for every GPU since compute capability 8.0.
//!
//! Each computes `D = activation(alpha · A · Bᵀ + beta · C + bias)` of [`args::Args`], for any sizes and strides.
//!
//! `kernel::gemm` is the kernel: a main loop, an epilogue and a tile scheduler.
//!
//! | part | of | types | the tile and its threads |
//! |---|---|---|---|
//! | `multistage` | main loop: `cp.async`, `mma.sync` | f16, bf16, tf32, i8; f64; f32 in f64 | [`halves`]; [`doubles`]; [`widened`] |
//! | `ffma` | main loop: multiply-adds, any strides; epilogue | f32 | [`singles`] |
//! | `ffma_vectors` | main loop: multiply-adds, 16 bytes at a time | f32 | [`singles`] |
//! | `tensor_op` | epilogue of `multistage` | all of it | |
//! | `scheduler` | a block a tile, or slices of K | all | |
//! | [`fed`] | TMA, `mma.sync`, on compute capability 9.0: a kernel of its own | f16, bf16 | 128 × 256 × 64 |
//! | `gemv` | one row of D: nothing but bandwidth | f32, f64, f16, bf16, i8 | 256 threads |
#![allow(non_snake_case)]

pub mod args;
pub mod doubles;
pub mod fed;
pub mod halves;
#[cfg(target_arch = "nvptx64")]
pub mod kernel;
pub mod place;
pub mod singles;
pub mod slices;
pub mod table;
pub mod tile;
pub mod widened;

#[cfg(target_arch = "nvptx64")]
mod direct;
#[cfg(target_arch = "nvptx64")]
mod epilogue;
#[cfg(target_arch = "nvptx64")]
mod feed;
#[cfg(target_arch = "nvptx64")]
mod ffma;
#[cfg(target_arch = "nvptx64")]
mod ffma_vectors;
#[cfg(target_arch = "nvptx64")]
mod fragments;
#[cfg(target_arch = "nvptx64")]
mod gemv;
#[cfg(target_arch = "nvptx64")]
mod join;
#[cfg(target_arch = "nvptx64")]
mod load;
#[cfg(target_arch = "nvptx64")]
mod multistage;
#[cfg(target_arch = "nvptx64")]
mod scheduler;
#[cfg(target_arch = "nvptx64")]
mod sums;
#[cfg(target_arch = "nvptx64")]
mod tensor_op;
