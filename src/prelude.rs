//! Everything that a program on layouts and tensors usually names: `use azulejo::prelude::*;`.

pub use azulejo_gemm::{Activation, Epilogue, GemmError, MatMut, MatRef};
pub use azulejo_layout::*;
pub use azulejo_tensor::*;
// Both crates have a `Bool`; here it is the element type.
pub use azulejo_tensor::Bool;
