//! Programmatic dependent launch: what a grid does while the one before it in its stream ends.
//!
//! ```text
//! this grid        … its last blocks ▸ O
//! the next one          launched ▸ first keys and values to L2 ▸ waits ▸ reads them from there
//! ```
//!
//! A CTA of the next grid starts where one of this grid has ended. What the slowest CTAs leave of the memory's rate brings its first keys.

use azulejo_device::ptx::{memory, thread};

use super::args::Sm80Args;
use super::rows::{KeyRows, Tile};
use crate::device::attention::work::div;

/// Bytes that one request loads to L2.
const SECTOR: u32 = 32;

/// Asks for the first keys and values of a tile's split to be in L2, `args.early` keys at most.
///
/// The preceding kernel may still write lengths and rows. A length is then an old one, so keys are those of the tensor at most; L2 is
/// where writes meet, so a row that comes too early is no wrong one.
///
/// # Safety
/// All threads of the CTA make the call. K and V are tensors without pages, of `args.problem.seq[1]` keys of a sequence or more.
#[inline(always)]
pub unsafe fn prefetch(args: &Sm80Args, tile: Option<Tile>, n: i32) {
    let Some(tile) = tile else { return };
    let (begin, end) = (tile.blocks.first, tile.blocks.end);
    let from = (begin * n).max(0);
    let to = (from + args.early as i32)
        .min(end * n)
        .min(args.problem.seq[1]);
    let keys = KeyRows::new(args, &tile.work, &args.k, &args.new_k);
    let values = KeyRows::new(args, &tile.work, &args.v, &args.new_v);
    // SAFETY: upheld by the caller: rows from `from` to `to` are the tensor's.
    unsafe { rows(&keys, args.problem.head_dim, [from, to]) };
    // SAFETY: upheld by the caller: rows from `from` to `to` are the tensor's.
    unsafe { rows(&values, args.problem.head_dim_v, [from, to]) };
}

/// Asks for rows of K or of V.
///
/// # Safety
/// Same requirements as [`prefetch`]; the tensor has these rows, of `columns` elements of 2 bytes.
#[inline(always)]
unsafe fn rows(of: &KeyRows, columns: u32, [from, to]: [i32; 2]) {
    let sectors = 2 * columns / SECTOR;
    let mut i = thread::tid();
    while (i as i32) < (to - from) * sectors as i32 {
        let row = div(i, sectors);
        let at = of.base(from + row as i32) + (SECTOR * (i - row * sectors)) as u64;
        // SAFETY: upheld by the caller: a byte of a row of the tensor.
        unsafe { memory::prefetch_l2(at) };
        i += thread::ntid();
    }
}
