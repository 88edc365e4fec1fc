//! [`gemm`]: the one kernel of compute capability 8.0, made of a main loop, an epilogue and a tile scheduler.
//!
//! | part | of |
//! |---|---|
//! | [`Mainloop`] | `multistage` and `multistage_f64` (`cp.async`, `mma.sync`), `ffma` (FMAs) |
//! | [`Epilogue`] | `warp_epilogue::WarpEpilogue`, `f64_epilogue::F64Epilogue`, `ffma::FfmaEpilogue` |
//! | [`TileScheduler`] | `scheduler::Tiles`, `scheduler::SlicedTiles` |
//!
//! Each names its own shared memory: stages of the main loop, then, in their place, sums of the epilogue.
//!
//! Source: CUTLASS, `GemmUniversal` of a collective main loop, a collective epilogue and a tile scheduler.

use core::mem;

use super::args::Args;
use super::fixup::Partial;

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

/// Which tile a block computes, and which k-tiles of it.
pub trait TileScheduler {
    /// `true` if a block may have a split of a tile's K.
    const SLICED: bool;

    /// The work of this block, if there is any, where tiles have extents `tile` and k-tiles `block_k` values.
    fn work(args: &Args, tile: (u32, u32), block_k: u32) -> Option<Work>;

    /// Adds the sums of the blocks that share a tile; `true` in the block that then stores them. Only tiles of f64 are shared.
    ///
    /// # Safety
    /// All threads of the block make the call, after the last use of shared memory.
    unsafe fn fixup<S: Partial>(args: &Args, sums: &mut S) -> bool;
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
    unsafe fn run<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Self::AccumulatorTile);
}

/// An epilogue: from the sums of a tile to D.
pub trait Epilogue<AccumulatorTile> {
    /// Stores the sums of `work`, after those of other blocks were added by the scheduler.
    ///
    /// # Safety
    /// Same requirements as [`gemm`], after the main loop.
    unsafe fn store<T: TileScheduler>(args: &Args, work: &Work, sums: &mut AccumulatorTile);
}

/// The body of an entry point.
///
/// # Safety
/// Launched with the threads and the shared memory of the kernel's row, a grid of [`tile_of`](super::args::tile_of)'s numbering (a line
/// of it, of the arguments' splits, where the scheduler takes them), batches along z, and arguments whose views are those of the problem,
/// read as the row says.
#[inline(always)]
pub unsafe fn gemm<M: Mainloop, E: Epilogue<M::AccumulatorTile>, T: TileScheduler>(args: Args) {
    let Some(work) = T::work(&args, M::TILE, M::BLOCK_K) else {
        return;
    };
    // SAFETY: zero bits are sums, as the main loop says.
    let mut sums: M::AccumulatorTile = unsafe { mem::zeroed() };
    // SAFETY: upheld by the caller: the launch is that of the kernel's row, the views are those of the problem.
    unsafe { M::run::<T>(&args, &work, &mut sums) };
    // SAFETY: upheld by the caller: the launch is that of the kernel's row, the views are those of the problem.
    unsafe { E::store::<T>(&args, &work, &mut sums) };
}
