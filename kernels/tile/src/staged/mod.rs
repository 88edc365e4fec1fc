//! Staged operands: arrays whose tiles a long product brings into shared memory ahead of their use.
//!
//! ```text
//! block (i, j)       128 × 128 of C, 128 threads, two blocks per SM
//! stages             3 of 128 × 64 of A and 64 × 128 of B, 32 KiB each, filled by TMA, two ahead
//! step               4 times two wgmma of 64 × 128 × 16, fragments of 2 × 64 registers per thread
//! end                fragments ─► shared memory ─► the tile's own distribution
//! ```
//!
//! A program names the operands as [`Staged`] and calls [`Tile::matmul_along`](crate::Tile::matmul_along). On the
//! CPU that is the plain loop over K; on compute capability 9.0 the pipeline above, for `f16` and `bf16` in tiles of C of 64
//! or 128 rows and 64, 128 or 256 columns, and of 32 or 64 terms of K; else products of whole tiles by `mma.sync`, or
//! without tensor cores.

mod argument;
mod array;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod pipeline;
#[cfg(feature = "std")]
mod view;

pub use argument::{RawStaged, Staged};
pub use array::StagedArray;
#[cfg(feature = "std")]
pub use view::StagedView;

/// Bytes of shared memory for the stages of each operand.
pub(crate) const STAGES: u32 = 48 << 10;

/// Bytes behind the stages: their barriers, and room to align the first.
#[cfg(feature = "std")]
pub(super) const MARGIN: u32 = 1024 + 64;
