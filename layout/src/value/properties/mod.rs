//! Questions about layouts: equality of functions, injectivity, runs and gaps, and how a warp meets memory.

mod function;
mod image;
mod memory;

pub use function::{collision, covers, functionally_equal, injective, surjective};
pub use image::{Footprint, contiguous_run, first_gap, footprint, gaps, index_bits};
pub use memory::{WarpAccess, WarpTraffic, bank_conflicts, coalescing};
