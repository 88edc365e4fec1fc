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

mod entry;
#[cfg(target_arch = "nvptx64")]
mod panic;
#[cfg(target_arch = "nvptx64")]
pub mod ptx;
mod smem_array;
pub mod table;
mod unroll;

pub use unroll::{repeat, unrolled};
