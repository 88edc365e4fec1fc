//! Tensors, atoms and partitions over azulejo layouts.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
