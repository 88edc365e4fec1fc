//! CuTe's tutorial `tiled_copy`: a matrix copied tile by tile, element by element and by vectors of 16 bytes.
//!
//! ```text
//! grid     (M / 128, N / 64)     a CTA copies a tile
//! threads  (32,8):(1,32)         256 threads; each copies (4,1) values at once in the vectorized form
//! ```
//!
//! Roofline: 8 bytes per element of memory traffic.
#![no_std]
#![recursion_limit = "1024"]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

#[cfg(target_arch = "nvptx64")]
mod copy_kernel;

/// M and N of a CTA's tile.
pub const TILE: (usize, usize) = (128, 64);

azulejo_device::kernels! {
    file "tiled_copy";
    "tutorial_tiled_copy", threads 256, min_ctas 1, Sm80 => fn(s: *mut f32, d: *mut f32, m: u32, n: u32) {
        // SAFETY: the launcher passes two compact column-major matrices of whole tiles.
        unsafe { crate::copy_kernel::copy_kernel(s, d, (m, n)) }
    }
    "tutorial_tiled_copy_vectorized", threads 256, min_ctas 1, Sm80 => fn(s: *mut f32, d: *mut f32, m: u32, n: u32) {
        // SAFETY: the launcher passes two compact column-major matrices of whole tiles that start at 16 bytes.
        unsafe { crate::copy_kernel::copy_kernel_vectorized(s, d, (m, n)) }
    }
}
