//! Zeros and fill.
//!
//! | kernel | when |
//! |---|---|
//! | `azulejo_fill_bytes` | the output is one run |
//! | `azulejo_fill_{1,2,4,8,16}` | it has gaps: that many bytes at a time, nothing between them touched |

mod plan;
pub use plan::*;
#[cfg(target_arch = "nvptx64")]
mod kernel;
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use {
    crate::device::{modes::Modes, ptx::memory::Wide},
    kernel::{fill, fill_strided},
};

macro_rules! family {
    ($($bytes:literal, $t:ty, $value:expr);*) => {
        crate::kernels! {
            file "zeros", texts crate::table::texts("zeros");
            "azulejo_fill_bytes", threads 256, min_ctas 8, Common => fn(dst: *mut u8, bytes: u64, pattern: u64) {
                // SAFETY: the launcher passes `bytes` writable bytes at `dst`, the pattern repeated to eight bytes.
                unsafe { fill(dst, bytes, pattern) }
            }
            $(concat!("azulejo_fill_", $bytes), threads 256, min_ctas 8, Common
                => fn(dst: *mut u8, pattern: u64, modes: Modes<1>, total: u32) {
                let value: fn(u64) -> $t = $value;
                // SAFETY: the launcher checked that every offset of `modes` is inside the buffer and aligned.
                unsafe { fill_strided::<$t>(dst, value(pattern), &modes, total) }
            })*
        }
    };
}

family!("1", u8, |p| p as u8; "2", u16, |p| p as u16; "4", u32, |p| p as u32; "8", u64, |p| p;
    "16", Wide, |p| Wide([p as u32, (p >> 32) as u32, p as u32, (p >> 32) as u32]));
