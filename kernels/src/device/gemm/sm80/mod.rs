//! Matrix kernels for every GPU since compute capability 8.0.
//!
//! Each computes `D = activation(alpha · A · Bᵀ + beta · C + bias)` of [`args::Args`], for any sizes and strides.
//!
//! `kernel::gemm` is the kernel: a main loop and an epilogue, for a CTA per tile or splits of K.
//!
//! | part | of | types | the tile and its threads |
//! |---|---|---|---|
//! | `multistage` | main loop: `cp.async`, `ldmatrix`, `mma.sync` | f16, bf16, tf32, i8 | 128 × 128, 128 × 256 |
//! | `multistage_f64` | main loop: `cp.async`, `mma.sync` | f64; f32 in f64 | 128 × 64, 64 × 32; f64: 64 × 64, 32 × 32 |
//! | `ffma` | main loops: FMAs, by elements and by vectors; epilogue | f32 | 128 × 128 |
//! | `single_stage` | main loops by elements of any strides, for batches of small products; epilogue | f16, bf16, f32 | 32 × 32 |
//! | `warp_epilogue` | epilogue of `multistage` and [`tma_mma`] | f16, bf16, tf32, i8 | 64 × 64 a warp |
//! | `f64_epilogue` | epilogue of `multistage_f64` | f64; f32 in f64 | |
//! | `fixup` | the sums of CTAs that share a tile of `multistage_f64` | f64; f32 in f64 | |
//! | [`tma_mma`] | TMA, `mma.sync`, on compute capability 9.0: a kernel of its own | f16, bf16 | 128 × 256 × 64 |
//! | [`split_k_reduce`] | the second grid of a product whose K is split: adds the partial sums | f16, bf16, tf32, f32, i8 | 256 threads |
//! | `gemv` | one row of D: nothing but bandwidth | f32, f64, f16, bf16, i8 | 256 threads |
#![allow(non_snake_case)]
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

pub mod args;
#[cfg(target_arch = "nvptx64")]
pub mod kernel;
pub mod split_k;
pub mod split_k_reduce;
pub mod table;
pub mod tma_mma;

#[cfg(not(target_arch = "nvptx64"))]
mod cut;
#[cfg(not(target_arch = "nvptx64"))]
mod entry;

#[cfg(target_arch = "nvptx64")]
mod epilogue;
#[cfg(target_arch = "nvptx64")]
mod f64_atom;
#[cfg(target_arch = "nvptx64")]
mod f64_epilogue;
#[cfg(target_arch = "nvptx64")]
mod ffma;
#[cfg(target_arch = "nvptx64")]
mod fixup;
#[cfg(target_arch = "nvptx64")]
mod gemv;
#[cfg(target_arch = "nvptx64")]
mod load;
#[cfg(target_arch = "nvptx64")]
mod multistage;
#[cfg(target_arch = "nvptx64")]
mod multistage_f64;
#[cfg(target_arch = "nvptx64")]
mod prelude;
#[cfg(target_arch = "nvptx64")]
mod single_stage;
#[cfg(target_arch = "nvptx64")]
mod warp_epilogue;
