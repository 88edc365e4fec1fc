//! CuTe's tutorial `sgemm_1`: `C = alpha A B' + beta C` in f32 by FMA.
//!
//! Idea: each operand's tile goes to shared memory, and each thread multiplies rows by columns from there.
//!
//! ```text
//! grid     (M / 128, N / 128)   a CTA computes a tile of C
//! CTA      (128,128,8)          256 threads copy as (32,8) and compute as (16,16)
//! ```
//!
//! Roofline: the FMA units; 32 FLOP per byte of shared memory.
#![no_std]
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

#[cfg(target_arch = "nvptx64")]
mod gemm_device;
mod storage;

pub use storage::{SharedStorage, SharedStorageNT};

/// M, N and K of a CTA's tile.
pub const TILE: (usize, usize, usize) = (128, 128, 8);

azulejo_device::kernels! {
    file "sgemm_1";
    "tutorial_sgemm_1_nt", threads 256, min_ctas 1, Sm80 => fn(m: u32, n: u32, k: u32, alpha: f32, a: *mut f32, lda: u32, b: *mut f32, ldb: u32, beta: f32, c: *mut f32, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, M and N contiguous.
        unsafe { crate::gemm_device::nt((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
    "tutorial_sgemm_1_tn", threads 256, min_ctas 1, Sm80 => fn(m: u32, n: u32, k: u32, alpha: f32, a: *mut f32, lda: u32, b: *mut f32, ldb: u32, beta: f32, c: *mut f32, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, A and B with K contiguous and C with M.
        unsafe { crate::gemm_device::tn((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
}
