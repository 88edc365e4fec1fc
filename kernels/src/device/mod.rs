//! The device code, by area, with the index arithmetic that host and device share.
//!
//! A folder an area. In each, `mod.rs` lists the entry points with [`kernels!`](crate::kernels), files for pure index
//! arithmetic compile everywhere and are tested on the host, and files that touch the machine compile for
//! `nvptx64-nvidia-cuda` alone.

pub mod copy;
mod entry;
pub mod gemm;
pub mod modes;
#[cfg(target_arch = "nvptx64")]
mod panic;
#[cfg(target_arch = "nvptx64")]
pub mod ptx;
pub mod zeros;
