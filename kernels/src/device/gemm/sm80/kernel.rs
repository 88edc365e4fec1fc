//! [`gemm`]: the one kernel of compute capability 8.0, made of a main loop and an epilogue.
//!
//! Each names its own shared memory: stages of the main loop, then, in their place, sums of the epilogue.
//!
//! Source: CUTLASS, `GemmUniversal` of a collective main loop and a collective epilogue.

use core::mem;

use super::args::{Args, tile_of};
use crate::device::ptx::thread;

/// The tile of a block, and the k-tiles that it multiplies.
#[derive(Clone, Copy)]
pub struct Work {
    /// The first row and column of the tile, and the batch.
    pub at: (u32, u32, u32),
    /// `true` if the tile is inside D.
    pub is_inside: bool,
    /// The first block of K.
    pub first: u32,
    /// The number of k-tiles.
    pub blocks: u32,
}

/// The work of this block, if there is any: a tile, or a split of its K if blocks may have one ([`super::split_k`]).
#[inline(always)]
fn work<M: Mainloop>(args: &Args, is_sliced: bool) -> Option<Work> {
    let tile = M::TILE;
    // Each in its branch, in this order: another one costs a kernel of f64 a spill.
    let ((x, y, batch), (first, end)) = if is_sliced {
        let work_tile = args.split_k.work_tile(thread::ctaid());
        let range = work_tile.range(args.k.div_ceil(M::BLOCK_K));
        // Never 0: the compiler does not know.
        let across = args.split_k.across.max(1);
        let (x, y) = (work_tile.tile % across, work_tile.tile / across);
        ((x, y, thread::ctaid_z()), range)
    } else {
        let place = (thread::ctaid(), thread::ctaid_y(), thread::ctaid_z());
        (place, (0, args.k.div_ceil(M::BLOCK_K)))
    };
    let (tile_m, tile_n) = tile_of(args.group, x, y);
    let at = (tile_m * tile.0, tile_n * tile.1, batch);
    if at.1 >= args.n {
        return None;
    }
    Some(Work {
        at,
        is_inside: at.0 + tile.0 <= args.m && at.1 + tile.1 <= args.n,
        first,
        blocks: end - first,
    })
}

/// A main loop: the products of a tile in the registers of a block.
pub trait Mainloop {
    /// The sums of a thread, which begin with zero bits.
    type AccumulatorTile;
    /// Extents of a tile.
    const TILE: (u32, u32);
    /// Values of a block of K.
    const BLOCK_K: u32;

    /// Adds the products of `work`. No copy is in flight afterwards, but a warp may still read shared memory.
    ///
    /// # Safety
    /// Same requirements as [`gemm`], in a block whose work this is.
    unsafe fn run(args: &Args, work: &Work, sums: &mut Self::AccumulatorTile);
}

/// An epilogue: from the sums of a tile to D.
pub trait Epilogue<AccumulatorTile> {
    /// `true` if a block may have a split of a tile's K: the epilogue then adds the sums of the blocks that share a tile.
    const SLICED: bool = false;

    /// Stores the sums of `work`.
    ///
    /// # Safety
    /// Same requirements as [`gemm`], after the main loop.
    unsafe fn store(args: &Args, work: &Work, sums: &mut AccumulatorTile);
}

/// The body of an entry point.
///
/// # Safety
/// Launched with the threads and the shared memory of the kernel's row, a grid of [`tile_of`](super::args::tile_of)'s numbering (a line
/// of it, of the arguments' splits, where the epilogue is sliced), batches along z, and arguments whose views are those of the problem,
/// read as the row says.
#[inline(always)]
pub unsafe fn gemm<M: Mainloop, E: Epilogue<M::AccumulatorTile>>(args: Args) {
    let Some(work) = work::<M>(&args, E::SLICED) else {
        return;
    };
    // SAFETY: zero bits are sums, as the main loop says.
    let mut sums: M::AccumulatorTile = unsafe { mem::zeroed() };
    // SAFETY: upheld by the caller: the launch is that of the kernel's row, the views are those of the problem.
    unsafe { M::run(&args, &work, &mut sums) };
    // SAFETY: upheld by the caller: the launch is that of the kernel's row, the views are those of the problem.
    unsafe { E::store(&args, &work, &mut sums) };
}
