//! The device code, by topic, with the index arithmetic that host and device share.
//!
//! One folder per topic. In each, `mod.rs` lists the entry points with [`kernels!`](crate::kernels), files for pure index
//! arithmetic compile everywhere and are tested on the host, and files that touch the machine compile for
//! `nvptx64-nvidia-cuda` alone.
//!
//! What is static is a layout of the algebra: the tiles and threads of the products, the swizzled tile of a transposing
//! copy, the fragments. The memory kernels take arrays of run-time rank, extents and strides, so what follows from those is
//! decided by the launcher, once a launch, with the same coalescing as the algebra's: which modes there are
//! ([`modes::Modes`]), how wide vectors may be, which tile fits. A kernel for each such layout type would be a compilation
//! for each shape; the price of a run-time layout is one multiplication per mode and thread, overlapped with the loads.
//!
//! The build makes the PTX in groups, `memory`, `sm80` and `hopper_…`, a compiler run each: features of the crate that
//! choose what is compiled for a device. With feature `entries` their entry points are, too. Without any a device crate has
//! the instructions and the macros.

#[cfg(target_arch = "nvptx64")]
#[allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "one exchange of the threads of a block"
)]
pub(crate) mod arrive;
#[cfg(any(feature = "std", feature = "attention", feature = "attention_backward"))]
pub mod attention;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod cast;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod copy;
#[cfg(target_arch = "nvptx64")]
#[doc(hidden)]
pub mod element;
#[cfg(any(
    feature = "std",
    feature = "sm80",
    feature = "hopper",
    feature = "tile"
))]
pub mod gemm;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod map;
pub mod modes;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod probe;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod rows;
#[cfg(any(feature = "std", feature = "memory"))]
pub mod zeros;

#[cfg(target_arch = "nvptx64")]
pub use azulejo_device::ptx;
pub use azulejo_device::{repeat, unrolled};
