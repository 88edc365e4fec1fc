//! The block: its place in the grid, and the exchange of elements between its threads.

mod exchange;
mod place;
mod whole;

pub(crate) use exchange::exchange;
#[cfg(target_arch = "nvptx64")]
pub(crate) use exchange::{across, in_order};
pub use place::{Block, Space};
pub use whole::WholeBlock;

/// Bytes of shared memory that a program's exchanges use.
pub const SHARED: u32 = 8 << 10;
