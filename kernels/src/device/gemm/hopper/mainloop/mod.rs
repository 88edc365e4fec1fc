//! Mainloops: TMA's stages through `wgmma` to the accumulators.
//!
//! ```text
//! collective     Ss: A and B from shared memory; Rs: A from registers; Promoted: sums of 8-bit floats in full precision
//! accumulators   a thread's accumulators
//! transpose_a    A with M contiguous, of 8 or 32 bits, to registers
//! accumulation   the loop over k-tiles
//! ```

mod accumulation;
mod accumulators;
mod collective;
mod transpose_a;

pub use accumulation::main_loop;
pub use accumulators::Accumulators;
pub use collective::*;
