//! Backward of attention on Hopper: the gradients of Q, K and V, by TMA and `wgmma`.
//!
//! ```text
//! tiles        the table of kernels: one line a kernel; layouts in shared memory
//! work         a block of keys and the blocks of queries that see them
//! preprocess   D = rowsum(O dO), LSE in exponents of 2, zeros in the sums of dQ
//! main_loop    two warpgroups: dK and dV in registers, dQ added to sums in global memory; in its folder
//!   produce      one thread loads K and V, then Q and dO of block after block
//!   by_keys      64 keys each
//!   by_columns   the same 64 keys, half of the columns each: head dimensions up to 256
//! gradient     scores to probabilities and their gradient
//! postprocess  sums of dQ, scaled and rounded
//! redo         rows again, where one that a mask hides, or that has no finite score, is NaN
//! ```
//!
//! Products of a step, with keys as the rows: `S' = K Q'` and `dP' = V dO'`, so that `P'` and `dS'` in registers are operand A of
//! `dV += P' dO` and `dK += dS' Q`. By keys only `dS'` goes through shared memory, for `dQ += dS K` over the keys of both warpgroups;
//! by columns `P'` does, too.
//!
//! Source: FlashAttention 3, `mainloop_bwd_sm90_tma_gmma_ws.hpp`.

pub mod args;
#[cfg(target_arch = "nvptx64")]
pub(super) mod gradient;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod main_loop;
#[cfg(target_arch = "nvptx64")]
pub(super) mod postprocess;
#[cfg(target_arch = "nvptx64")]
pub(super) mod preprocess;
#[cfg(target_arch = "nvptx64")]
pub(super) mod redo;
pub mod tiles;
pub mod work;

tiles::each_kernel!(entries bf16 "attention_backward_bf16" "attention_backward" Sm90a => main_loop::backward(crate::device::attention::backward::args::Args), passes by true);
tiles::each_kernel!(entries f16 "attention_backward_f16" "attention_backward" Sm90a => main_loop::backward(crate::device::attention::backward::args::Args), passes by true);
