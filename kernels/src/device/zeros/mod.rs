//! Zeros and fill.

mod plan;
pub use plan::*;
#[cfg(target_arch = "nvptx64")]
mod kernel;
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use kernel::fill;

use crate::kernels;

kernels! {
    area "zeros";
    "azulejo_fill_bytes", threads 256, min_ctas 8, Sm80 => fn(dst: *mut u8, bytes: u64, pattern: u64) {
        // SAFETY: the launcher passes `bytes` writable bytes at `dst`, the pattern repeated to eight bytes.
        unsafe { fill(dst, bytes, pattern) }
    }
}
