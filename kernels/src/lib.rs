//! GPU kernels in Rust over azulejo layouts, and the runtime that launches them.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
