//! Machine code of the kernels that are called most, for compute capability 9.0.
//!
//! Each is the committed PTX of its kernel after `ptxas`, and computes the same. `azulejo-kernels` takes it in place of the PTX on
//! a device of compute capability 9.0, whose driver then compiles nothing; where the driver rejects it, it takes the PTX.
#![no_std]

mod table;

pub use table::{FILES, PtxFile};
