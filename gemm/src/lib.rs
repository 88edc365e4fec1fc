//! Matrix products through azulejo layouts, on CPU and GPU.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
