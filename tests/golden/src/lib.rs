//! Accesses and partitions, each twice: through layouts, and as the index arithmetic that one would write by hand.
//!
//! `cargo xtask golden` compiles them for x86-64 and for NVIDIA GPUs and compares the instructions: `typed_…` may have no more than its
//! `hand_…`. Offsets are in elements.
#![no_std]

mod access;
mod partition;
mod predicate;
