//! GPU kernels in Rust over azulejo layouts, and the runtime that launches them.
//!
//! The crate has two faces. Compiled for `nvptx64-nvidia-cuda` it is the device code; `cargo xtask ptx` turns that
//! into the PTX texts under `kernels/ptx/`. Compiled for the host it embeds those texts and launches them through the
//! CUDA driver, which is looked up when it is first needed: without a driver everything here still builds and runs,
//! and asking for a device is an error that names the feature.
//!
//! | module | what is in it |
//! |---|---|
//! | [`device`] | the kernels: index arithmetic that both sides share, and the device code behind it |
//! | `tile` | tile programs: load tiles, compute on tiles, store tiles; one source for the CPU and a device |
//! | [`table`] | every kernel's name, block size, residency and architecture |
//! | `cpu` | what the memory kernels compute, on strided arrays on the CPU (feature `std`) |
//! | `host` | device, streams, buffers, modules, a launcher for each kernel (feature `std`) |
//! | `build` | from a device crate to checked PTX (feature `build`) |
// Types of fragments and their tilings nest deep. Device builds that have none keep the limit: it changes the registers of their text.
#![cfg_attr(
    any(not(target_arch = "nvptx64"), feature = "sm80"),
    recursion_limit = "512"
)]
#![cfg_attr(not(any(test, feature = "std", feature = "build")), no_std)]
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

#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "std")]
pub mod cpu;
#[cfg(any(feature = "std", feature = "build"))]
mod dependent_launch;
pub mod device;
#[cfg(feature = "std")]
pub mod host;
#[cfg(feature = "std")]
pub mod registry;
pub mod table;
#[cfg(any(
    feature = "std",
    all(target_arch = "nvptx64", not(feature = "entries"))
))]
pub mod tile;

pub use azulejo_device::{entry_point, kernels, smem_array};

/// The code of README, tested.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}
