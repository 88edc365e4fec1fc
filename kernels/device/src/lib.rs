//! What GPU kernels are made of.
#![no_std]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(
        asm_experimental_arch,
        stdarch_nvptx,
        link_llvm_intrinsics,
        stmt_expr_attributes
    )
)]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]

#[cfg(target_arch = "nvptx64")]
pub mod copy;
#[cfg(target_arch = "nvptx64")]
pub mod engine;
mod entry;
#[cfg(target_arch = "nvptx64")]
pub mod mma;
#[cfg(target_arch = "nvptx64")]
mod panic;
#[cfg(target_arch = "nvptx64")]
pub mod pipeline;
#[cfg(target_arch = "nvptx64")]
pub mod ptx;
#[cfg(target_arch = "nvptx64")]
pub mod register;
mod smem_array;
pub mod table;
mod unroll;

pub use unroll::{repeat, unrolled};

/// `unroll!(k in _4 => { ... })`: the block for k of 0, 1, 2, 3, each with a constant `k`, unrolled.
///
/// The count is a static integer. A plain loop is unrolled later by the compiler, when arrays no longer become registers.
#[macro_export]
macro_rules! unroll {
    ($k:ident in $n:ty => $body:block) => {
        ::azulejo_tensor::Repeat::repeat(
            <$n>::NEW,
            #[inline(always)]
            |$k: usize| $body,
        )
    };
}
