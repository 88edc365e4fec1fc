//! The layout algebra of azulejo: integers, tuples, layouts and their operations, in types and in values.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
pub mod judge;
