//! Multiply-accumulate atoms that run, and `gemm` on fragments.
//!
//! An atom of `azulejo_tensor` says which thread holds which value; here it has its instruction ([`ExecuteMma`]). [`gemm`] takes a
//! [`TiledMma`](azulejo_tensor::TiledMma) and fragments, and runs the instruction for each `(m, n)`, or for each `(m, n, k)`.
//!
//! Adding an atom of a known family is one line in the family's file.

mod execute;
mod gemm;
#[macro_use]
mod warp;
#[macro_use]
mod gmma_registers;
mod gmma;
mod sm61;
mod sm70;
mod sm75;
mod sm80;
mod sm80_narrow;
mod sm89;
mod sm90;
mod universal;
mod warpgroup;

pub use execute::{ExecuteMma, ExecuteScaledMma, ExecuteTiledMma, ScaleOut, ScaledMma, Scales};
pub use gemm::{GemmForm, gemm};
pub use warpgroup::{
    warpgroup_arrive, warpgroup_commit_batch, warpgroup_discard_operand, warpgroup_fence_operand,
    warpgroup_wait,
};
