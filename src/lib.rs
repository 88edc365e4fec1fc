//! CuTe for Rust: layouts as types, kernels in Rust, and a GEMM built from layout partitions.

pub use azulejo_gemm as gemm;
pub use azulejo_kernels as kernels;
pub use azulejo_layout as layout;
pub use azulejo_tensor as tensor;
