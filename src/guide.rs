//! The guide: from what a layout is to how the Hopper GEMM works.
//!
//! The same chapters are a book in the repository (`docs/guide`); their code is tested with this documentation.

#[doc = include_str!("../docs/guide/hosted/layouts.md")]
#[doc = include_str!("../docs/guide/src/layouts.md")]
pub mod layouts {}
#[doc = include_str!("../docs/guide/hosted/tile-program.md")]
#[doc = include_str!("../docs/guide/src/tile-program.md")]
pub mod tile_program {}
#[doc = include_str!("../docs/guide/hosted/cute-kernel.md")]
#[doc = include_str!("../docs/guide/src/cute-kernel.md")]
pub mod cute_kernel {}
#[doc = include_str!("../docs/guide/src/hopper.md")]
pub mod hopper {}
#[doc = include_str!("../docs/guide/src/terminology.md")]
pub mod terminology {}
