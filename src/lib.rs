// The pictures of README as data: the hosted documentation has no files beside its pages.
#![cfg_attr(doc, doc = include_str!("../docs/guide/hosted/readme.md"))]
#![cfg_attr(doc, doc = include_str!("../docs/guide/hosted/charts.md"))]
#![doc = include_str!("../README.md")]

#[cfg(any(doc, doctest))]
pub mod guide;
pub mod prelude;

pub use azulejo_attention as attention;
pub use azulejo_cpu as cpu;
pub use azulejo_gemm as gemm;
pub use azulejo_kernels as kernels;
pub use azulejo_layout as layout;
pub use azulejo_runtime as runtime;
pub use azulejo_tensor as tensor;
pub use azulejo_tile as tile;
