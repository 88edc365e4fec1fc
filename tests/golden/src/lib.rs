//! Accesses and partitions, each twice: through layouts, and as the index arithmetic that one would write by hand.
//!
//! `cargo xtask golden` compiles them for x86-64 and for NVIDIA GPUs and compares the instructions: `typed_…` may have no more than its
//! `hand_…`. Offsets are in elements. Main loops are counted from their first asynchronous or matrix instruction to their last.
#![no_std]
#![recursion_limit = "1024"]

mod access;
#[cfg(target_arch = "nvptx64")]
#[allow(non_snake_case, reason = "CuTe's names")]
mod instructions;
mod partition;
mod predicate;
