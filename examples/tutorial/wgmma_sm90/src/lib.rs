//! CuTe's tutorial `wgmma_sm90`: `C = alpha A B' + beta C` in f16 by `cp.async` and `wgmma`.
//!
//! Idea: `wgmma` reads both operands from swizzled shared memory, named by descriptors; registers hold the accumulator alone.
//!
//! ```text
//! grid       (M / 128, N / 128)      a CTA computes a tile of C, one warpgroup
//! CTA        (128,128,64), 3 stages  cp.async, 16 bytes per thread
//! warpgroup  SM90_64x128x16, SS      two along M
//! ```
//!
//! Roofline: the tensor cores; 64 FLOP per byte of L2.
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
    file "wgmma_sm90";
    "tutorial_wgmma_sm90_tn", threads 128, min_ctas 2, Sm90a => fn(m: u32, n: u32, k: u32, alpha: f32,
        a: *mut f16, lda: u32, b: *mut f16, ldb: u32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, rows of 16 bytes, and `SharedStorage::BYTES`.
        unsafe { crate::gemm_device::tn((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
    "tutorial_wgmma_sm90_nt", threads 128, min_ctas 2, Sm90a => fn(m: u32, n: u32, k: u32, alpha: f32,
        a: *mut f16, lda: u32, b: *mut f16, ldb: u32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes matrices of these extents, whole tiles, columns of 16 bytes along M and N, and
        // `SharedStorageNT::BYTES`.
        unsafe { crate::gemm_device::nt((m, n, k), alpha, (a, lda), (b, ldb), beta, (c, ldc)) }
    }
}
