//! Copies between layouts: contiguous, strided, and transposing through swizzled shared memory.
//!
//! | kernel | when |
//! |---|---|
//! | `azulejo_copy_bytes` | both sides are one run at the same phase of 16 bytes |
//! | `azulejo_copy_{1,2,4,8,16}` | the run is innermost on both sides, or nowhere: that many bytes at a time |
//! | `azulejo_transpose_{1,2,4,8}` | the runs are in different modes and 16-byte vectors fit both |
//! | `azulejo_transpose_{1,2,4,8}_edge` | the runs are in different modes, of any length at any address |

mod args;
mod tile;
pub use args::{THREADS, Transpose, UNROLL};
pub use tile::Tile;
#[cfg(target_arch = "nvptx64")]
mod strided;
#[cfg(target_arch = "nvptx64")]
mod transpose;
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use {strided::*, transpose::*};

#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use crate::device::modes::Modes;

macro_rules! family {
    ($(($bytes:literal, $t:ty)),*; $(($tbytes:literal, $tt:ty)),*) => {
        crate::kernels! {
            file "copy", texts crate::table::texts("copy");
            "azulejo_copy_bytes", threads 256, min_ctas 4, Common => fn(dst: *mut u8, src: *const u8, bytes: u64) {
                // SAFETY: the launcher passes `bytes` bytes at both, at one phase of 16, not overlapping.
                unsafe { copy_bytes(dst, src, bytes) }
            }
            $(concat!("azulejo_copy_", $bytes), threads 256, min_ctas 4, Common
                => fn(dst: *mut u8, src: *const u8, modes: Modes<2>, total: u32) {
                // SAFETY: the launcher checked that every offset of `modes` is inside both buffers and aligned.
                unsafe { copy_strided::<$t>(dst, src, &modes, total) }
            })*
            $(concat!("azulejo_transpose_", $tbytes), threads 256, min_ctas 6, Common
                => fn(dst: *mut u8, src: *const u8, shape: Transpose) {
                // SAFETY: the launcher checked extents, alignment and bounds, and gives 16 KiB of shared memory.
                unsafe { transpose::<$tt>(dst, src, &shape) }
            })*
            $(concat!("azulejo_transpose_", $tbytes, "_edge"), threads 256, min_ctas 4, Common
                => fn(dst: *mut u8, src: *const u8, shape: Transpose) {
                // SAFETY: the launcher checked extents and bounds, and gives 16 KiB of shared memory.
                unsafe { transpose_edge::<$tt>(dst, src, &shape) }
            })*
        }
    };
}

family!(("1", u8), ("2", u16), ("4", u32), ("8", u64), ("16", u128); ("1", u8), ("2", u16), ("4", u32), ("8", u64));
