//! What GPU kernels are made of: instructions, atoms that run, pipelines, schedulers.
//!
//! A kernel imports [`cute`] and reads as CuTe's do: partitions, copies, pipelines and `gemm` on tensors. With feature `std` a
//! kernel's body also runs on the CPU (`host::run_block`); without it everything but the tables and pure index arithmetic compiles
//! for `nvptx64-nvidia-cuda` alone.
//!
//! | module | contents |
//! |---|---|
//! | [`cute`] | the names that a kernel uses, in one import |
//! | `mma` | `gemm`, MMA atoms with their instructions, the order of `wgmma` |
//! | `copy` | `copy`, copy atoms with their instructions, TMA |
//! | [`pipeline`] | stages between producers and consumers |
//! | [`scheduler`] | which tile of the output a CTA computes next |
//! | `register` | conversions and reductions of fragments |
//! | `barrier`, `cluster` | named barriers, registers, clusters |
//! | `engine` | shared memory as the storage of tensors |
//! | `ptx` | one function per instruction |
//! | `host` | a thread block on the CPU |
//! | [`table`] | a kernel's row: name, threads, architecture |
//! | `dependent_launch` | what a host changes in a text for compute capability 9.0 |
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

#[cfg(any(test, all(feature = "std", not(target_arch = "nvptx64"))))]
extern crate std;

#[macro_use]
mod inlined;

#[cfg(target_arch = "nvptx64")]
pub mod barrier;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub mod cluster;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub mod copy;
pub mod cute;
#[cfg(all(feature = "std", not(target_arch = "nvptx64")))]
pub mod dependent_launch;
pub mod engine;
mod entry;
#[cfg(all(feature = "std", not(target_arch = "nvptx64")))]
pub mod host;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod immediate;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub mod mma;
#[cfg(target_arch = "nvptx64")]
mod panic;
pub mod pipeline;
#[cfg(target_arch = "nvptx64")]
pub mod ptx;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub mod register;
pub mod scheduler;
mod smem_array;
pub mod table;
mod unroll;

/// The layouts and tensors that the macros of this crate name.
#[doc(hidden)]
pub mod reexport {
    pub use azulejo_layout;
    pub use azulejo_tensor;
}

#[cfg(all(feature = "std", not(target_arch = "nvptx64")))]
pub use host::ptx;
pub use unroll::{repeat, unrolled};
