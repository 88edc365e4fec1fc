//! GPU kernels in Rust over azulejo layouts, with the PTX that they compile to.
//!
//! Compiled for `nvptx64-nvidia-cuda` it is the device code; `cargo xtask ptx` turns that into the PTX texts under
//! `kernels/ptx/`. Compiled for the host it has what a launcher needs to know of each kernel: its parameters, its row, its
//! index arithmetic. `azulejo-runtime` launches them.
//!
//! | module | what is in it |
//! |---|---|
//! | [`device`] | the kernels: index arithmetic that both sides share, and the device code behind it |
//! | [`table`] | a kernel's row: name, block size, residency, architecture, embedded texts |
//! | `registry` | all rows (feature `std`) |
// Types of fragments and their tilings nest deep. Device builds that have none keep the limit: it changes the registers of their text.
#![cfg_attr(
    any(not(target_arch = "nvptx64"), feature = "sm80"),
    recursion_limit = "512"
)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(
        abi_ptx,
        asm_experimental_arch,
        stdarch_nvptx,
        link_llvm_intrinsics,
        stmt_expr_attributes
    )
)]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]
// What only entry points use is there without them, too.
#![cfg_attr(
    all(target_arch = "nvptx64", not(feature = "entries")),
    allow(dead_code, unused_features, unused_imports, unused_macros)
)]

#[cfg(feature = "cust")]
mod cust;
pub mod device;
#[cfg(feature = "std")]
pub mod registry;
pub mod table;

pub use azulejo_device::{entry_point, kernels, smem_array};

/// The code of README, tested.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}
