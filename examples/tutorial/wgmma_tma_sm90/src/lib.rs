//! CuTe's tutorial `wgmma_tma_sm90`: `C = alpha A B' + beta C` in f16 by TMA and `wgmma`.
//!
//! Idea: one thread starts TMA loads into four stages, two warpgroups multiply; barriers in shared memory order them.
//!
//! ```text
//! grid        (M / 128, N / 256)       a CTA computes a tile of C
//! CTA         (128,256,64), 4 stages   producer warpgroup: 40 registers, one thread starts 2 TMA loads per stage
//! warpgroups  (2,1)                    SM90_64x256x16, SS: 232 registers, 128 of them accumulators
//! ```
//!
//! Roofline: the tensor cores; 85 FLOP per byte of L2.
#![no_std]
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

#[cfg(target_arch = "nvptx64")]
mod gemm_device;
pub mod storage;

#[cfg(target_arch = "nvptx64")]
use azulejo_device::cute::f16;

azulejo_device::kernels! {
    file "wgmma_tma_sm90";
    "tutorial_wgmma_tma_sm90_tn", threads 384, min_ctas 1, Sm90a => fn(map_a: u64, map_b: u64, m: u32, n: u32, k: u32,
        alpha: f32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes maps of matrices of these extents, whole tiles, and `SharedStorage::BYTES`.
        unsafe { crate::gemm_device::tn((map_a, map_b), (m, n, k), alpha, beta, (c, ldc)) }
    }
    "tutorial_wgmma_tma_sm90_nt", threads 384, min_ctas 1, Sm90a => fn(map_a: u64, map_b: u64, m: u32, n: u32, k: u32,
        alpha: f32, beta: f32, c: *mut f16, ldc: u32) {
        // SAFETY: the launcher passes maps of matrices of these extents, M and N contiguous, whole tiles, and
        // `SharedStorageNT::BYTES`.
        unsafe { crate::gemm_device::nt((map_a, map_b), (m, n, k), alpha, beta, (c, ldc)) }
    }
}
