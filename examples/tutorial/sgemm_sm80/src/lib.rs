//! CuTe's tutorial `sgemm_sm80`: `C = alpha A B' + beta C` in f16 by `cp.async`, `ldmatrix` and `mma.sync`.
//!
//! Idea: three stages of A and B in swizzled shared memory. While a tile is multiplied, two more are in flight, and the registers of
//! the next k-block are loaded during the present one.
//!
//! ```text
//! grid     (M / 128, N / 128)      a CTA computes a tile of C, 128 threads
//! CTA      (128,128,64), 3 stages  cp.async, 16 bytes per thread
//! warps    (2,2)                   SM80_16x8x16, tiled to 32 x 32 x 16
//! ```
//!
//! Roofline: 128 × 128 × 64 tiles need 64 FLOP per byte of L2; the tensor cores are the limit.
#![no_std]
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

#[cfg(target_arch = "nvptx64")]
mod gemm_device;
mod storage;

#[cfg(target_arch = "nvptx64")]
use azulejo_device::cute::f16;
pub use storage::{SharedStorage, SharedStorageNT, TILE};

azulejo_device::kernels! {
    file "sgemm_sm80";
    "tutorial_sgemm_sm80_tn", threads 128, min_ctas 2, Sm80 => fn(m: u32, n: u32, k: u32, alpha: f32,
        a: *mut f16, lda: u32, b: *mut f16, ldb: u32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, rows of 16 bytes, and `SharedStorage::BYTES`.
        unsafe { crate::gemm_device::tn((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
    "tutorial_sgemm_sm80_nt", threads 128, min_ctas 2, Sm80 => fn(m: u32, n: u32, k: u32, alpha: f32,
        a: *mut f16, lda: u32, b: *mut f16, ldb: u32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, columns of 16 bytes along M and N, and
        // `SharedStorageNT::BYTES`.
        unsafe { crate::gemm_device::nt((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
}
