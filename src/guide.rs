//! The guide: from what a layout is to how the Hopper GEMM works.
//!
//! Begin with [layouts], or with the chapter for those who come [from CuTe C++](from_cute), [from Triton](from_triton) or
//! [from NumPy](from_numpy). The same chapters are a book in the repository (`docs/guide`); their code is tested.

#[doc = include_str!("../docs/guide/hosted/layouts.md")]
#[doc = include_str!("../docs/guide/src/layouts.md")]
pub mod layouts {}
#[doc = include_str!("../docs/guide/src/errors.md")]
pub mod errors {}
#[doc = include_str!("../docs/guide/hosted/tile-program.md")]
#[doc = include_str!("../docs/guide/src/tile-program.md")]
pub mod tile_program {}
#[doc = include_str!("../docs/guide/hosted/cute-kernel.md")]
#[doc = include_str!("../docs/guide/src/cute-kernel.md")]
pub mod cute_kernel {}
#[doc = include_str!("../docs/guide/hosted/tiled.md")]
#[doc = include_str!("../docs/guide/src/tiled.md")]
pub mod tiled {}
#[doc = include_str!("../docs/guide/hosted/own-kernel.md")]
#[doc = include_str!("../docs/guide/src/own-kernel.md")]
pub mod own_kernel {}
#[doc = include_str!("../docs/guide/src/tutorials.md")]
pub mod tutorials {}
#[doc = include_str!("../docs/guide/src/gpu.md")]
pub mod gpu {}
#[doc = include_str!("../docs/guide/src/gemm.md")]
pub mod gemm {}
#[doc = include_str!("../docs/guide/src/hopper.md")]
pub mod hopper {}
#[doc = include_str!("../docs/guide/hosted/attention.md")]
#[doc = include_str!("../docs/guide/src/attention.md")]
pub mod attention {}
#[doc = include_str!("../docs/guide/hosted/from-cute.md")]
#[doc = include_str!("../docs/guide/src/from-cute.md")]
pub mod from_cute {}
#[doc = include_str!("../docs/guide/hosted/from-triton.md")]
#[doc = include_str!("../docs/guide/src/from-triton.md")]
pub mod from_triton {}
#[doc = include_str!("../docs/guide/src/from-numpy.md")]
pub mod from_numpy {}
#[doc = include_str!("../docs/guide/src/terminology.md")]
pub mod terminology {}
