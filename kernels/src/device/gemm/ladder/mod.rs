//! Matrix kernels for every GPU since compute capability 8.0.
//!
//! Each computes `D = activation(alpha · A · Bᵀ + beta · C + bias)` of [`args::Args`], for any sizes and strides.
//!
//! | file | idea | types | the tile and its threads |
//! |---|---|---|---|
//! | `double_buffered` | copy ahead, in shared memory and in registers | f32 | [`singles`] |
//! | `prefetched` | 16 bytes at a time, no predicates, no bank conflicts among registers | f32 | [`singles`] |
//! | `gemv` | one row of D: nothing but bandwidth | f32, f64, f16, bf16, i8 | 256 threads |
//! | `multistage` | tensor cores | f16, bf16, tf32, i8; f64; f32 in f64 | [`halves`]; [`doubles`]; [`widened`] |
//! | [`fed`] | the copy engine feeds the tensor cores, on compute capability 9.0 | f16, bf16 | 128 × 256 × 64 |
#![allow(non_snake_case)]

pub mod args;
pub mod doubles;
pub mod fed;
pub mod halves;
pub mod place;
pub mod singles;
pub mod slices;
pub mod table;
pub mod tile;
pub mod widened;

#[cfg(target_arch = "nvptx64")]
mod direct;
#[cfg(target_arch = "nvptx64")]
mod double_buffered;
#[cfg(target_arch = "nvptx64")]
mod epilogue;
#[cfg(target_arch = "nvptx64")]
mod feed;
#[cfg(target_arch = "nvptx64")]
mod gemv;
#[cfg(target_arch = "nvptx64")]
mod join;
#[cfg(target_arch = "nvptx64")]
mod load;
#[cfg(target_arch = "nvptx64")]
mod multistage;
#[cfg(target_arch = "nvptx64")]
mod prefetched;
#[cfg(target_arch = "nvptx64")]
mod sums;
