//! A candidate for f32: two kinds of warps share a tile, one on the f32 units, the other on the tensor cores for f64.
//!
//! ```text
//! grid    256 × 128 tiles of C, groups of 8 columns                        384 threads, one block a multiprocessor
//! block   K in steps of 8, two a barrier: two on their way, two in use     4 stages of 12.25 KiB
//! warps   0 to 7: rows 0 to 191 of C, 12 × 8 sums of f32 a thread, A's copies
//!         8 to 11: rows 192 to 255, 64 × 32 sums of f64 a warp, B's copies
//! ```
//!
//! The f32 units are bound by the slots in which instructions are issued, one a clock and quarter of a multiprocessor; an instruction of
//! the tensor cores takes one slot for as many multiply-adds as 32 of theirs. The products of two f32 are exact in f64, so the second
//! kind of warp turns its operands into f64 as it reads them (also zeros, infinities, what is no number and what is too small for a whole
//! mantissa), sums in f64, and rounds to f32 once.
//!
//! | file | of |
//! |---|---|
//! | [`layouts`] | who copies, reads and sums what |
//! | `part` | what a kind of warp does with a stage, and the loops over them |
//! | `kernel` | the block: its two kinds, and how sums leave it |
//! | [`table`] | the entry points |

pub mod layouts;
pub mod table;

#[cfg(target_arch = "nvptx64")]
mod kernel;
#[cfg(target_arch = "nvptx64")]
mod part;
