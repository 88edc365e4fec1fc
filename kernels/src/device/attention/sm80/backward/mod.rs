//! Backward of attention by `mma.sync` and `cp.async`: the gradients of Q, K and V.
//!
//! ```text
//! tiles        the table of kernels: one line a kernel; layouts in shared memory
//! main_loop    the blocks of queries that see a CTA's keys: dK and dV in registers, dQ added to sums in global memory
//! ```
//!
//! Arguments, work, gradients of scores, preprocess, postprocess and redo are those of [`backward`](crate::device::attention::backward).
//! Sums of dQ are 32 lanes after each other, as one `red` of a warp adds them.
//!
//! Source: FlashAttention 2, `flash_bwd_kernel.h`.

#[cfg(all(target_arch = "nvptx64", feature = "attention_sm80_backward"))]
mod main_loop;
pub mod tiles;

tiles::each_kernel!(entries bf16 "attention_sm80_backward_bf16" "attention_sm80_backward" Common => main_loop::backward(crate::device::attention::backward::args::Args), passes by false);
tiles::each_kernel!(entries f16 "attention_sm80_backward_f16" "attention_sm80_backward" Common => main_loop::backward(crate::device::attention::backward::args::Args), passes by false);
