//! The chapters of `docs/guide`, so that their code is compiled and run with the documentation's.

#[doc = include_str!("../docs/guide/src/layouts.md")]
mod layouts {}
#[doc = include_str!("../docs/guide/src/tile-program.md")]
mod tile_program {}
#[doc = include_str!("../docs/guide/src/cute-kernel.md")]
mod cute_kernel {}
#[doc = include_str!("../docs/guide/src/hopper.md")]
mod hopper {}
