//! Attention by `mma.sync` and `cp.async`, for compute capability 8.0 and above: forward, and queries over a cache.
//!
//! ```text
//! tiles      the table of kernels: one line a kernel; layouts in shared memory
//! rows       the rows of a tile, its split of the keys, and where keys are: tensors, pages, appended rows
//! forward    the main loop
//! epilogue   O of groups of warps and of splits combined, and stored with LSE
//! fill       where a copy to shared memory writes
//! append     new keys and values to the cache
//! prefetch   what a grid asks for before the one before it has ended
//! backward   the gradients of Q, K and V
//! ```
//!
//! A kernel for few queries has 16 rows, and its warps divide the keys; one for many has 64 or 128 rows, which its warps divide. The rows
//! of a tile are queries of one head, or the queries of all heads that read one head of K and V.
//!
//! Roofline: 16 rows of a head read 512 bytes of K and V for each key of 128 columns, in 28 clocks of one SM of an H200, and need 16
//! clocks of its tensor cores: memory is the limit. 128 rows read the operands of 32 queries at once from shared memory.

#[cfg(target_arch = "nvptx64")]
mod append;
pub mod args;
pub mod backward;
#[cfg(target_arch = "nvptx64")]
mod epilogue;
#[cfg(target_arch = "nvptx64")]
mod fill;
#[cfg(all(target_arch = "nvptx64", feature = "attention_sm80"))]
mod forward;
#[cfg(target_arch = "nvptx64")]
mod prefetch;
pub mod rows;
pub mod tiles;

tiles::each_kernel!(entries bf16 "attention_sm80_bf16" "attention_sm80" Common => forward::forward(crate::device::attention::sm80::args::Sm80Args));
tiles::each_kernel!(entries f16 "attention_sm80_f16" "attention_sm80" Common => forward::forward(crate::device::attention::sm80::args::Sm80Args));
