//! Where a kernel finds its work: the arguments of one product, or a grouped GEMM in device memory.

use super::args::{Args, Grouped};
use super::config::Config;
use super::scheduler::{KSplit, WorkTileInfo};
use super::shared_storage::BlockInCluster;
use crate::device::ptx::thread;

/// Work tiles and what they belong to.
pub trait ProblemVisitor: Copy {
    /// Returns the number of work tiles.
    fn work_tiles(&self) -> u32;

    /// The arguments, where they are at hand before the preceding kernel has ended.
    fn args_before_wait(&self) -> Option<&Args>;

    /// The product that work tile `work_tile` belongs to, and the work tile's number in it. Work tiles are asked for in ascending order.
    ///
    /// # Safety
    /// `work_tile` is below [`ProblemVisitor::work_tiles`].
    unsafe fn problem_of(&mut self, work_tile: u32) -> (&Args, u32);
}

/// One product.
impl ProblemVisitor for Args {
    #[inline(always)]
    fn work_tiles(&self) -> u32 {
        self.grid.work_tiles()
    }

    #[inline(always)]
    fn args_before_wait(&self) -> Option<&Args> {
        Some(self)
    }

    #[inline(always)]
    unsafe fn problem_of(&mut self, work_tile: u32) -> (&Args, u32) {
        (self, work_tile)
    }
}

/// A grouped GEMM.
impl ProblemVisitor for Grouped {
    #[inline(always)]
    fn work_tiles(&self) -> u32 {
        self.work_tiles
    }

    #[inline(always)]
    fn args_before_wait(&self) -> Option<&Args> {
        None
    }

    #[inline(always)]
    #[allow(
        clippy::multiple_unsafe_ops_per_block,
        reason = "one walk over two lists of the launch's"
    )]
    unsafe fn problem_of(&mut self, work_tile: u32) -> (&Args, u32) {
        // SAFETY: the launch passes one more first work tile than there are products, the last being the number of work tiles, so
        // the walk ends inside the list; the products are as many `Args`.
        unsafe {
            let tile_offsets = self.tile_offsets as *const u32;
            while *tile_offsets.add(self.current as usize + 1) <= work_tile {
                self.current += 1;
            }
            let first = *tile_offsets.add(self.current as usize);
            (
                &*(self.problems as *const Args).add(self.current as usize),
                work_tile - first,
            )
        }
    }
}

/// A work tile of a product.
#[derive(Clone, Copy)]
pub struct WorkTile<'a> {
    /// The product.
    pub args: &'a Args,
    /// The tile of this block.
    pub work: WorkTileInfo,
    /// K-tiles of this block.
    pub k_split: KSplit,
    /// The number in the product.
    pub number: u32,
}

impl<'a> WorkTile<'a> {
    /// Work tile `number` of the product, for the block at `cta`.
    #[inline(always)]
    pub fn of<C: Config>(args: &'a Args, number: u32, cta: BlockInCluster) -> Self {
        let work = args.grid.work_tile(number);
        Self {
            args,
            work: WorkTileInfo {
                m: work.m * C::CLUSTER.0 + cta.m,
                n: work.n * C::CLUSTER.1 + cta.n,
                ..work
            },
            k_split: args
                .grid
                .k_split(work.split * C::CLUSTER_K + cta.k, C::CLUSTER_K),
            number,
        }
    }
}

/// Work tile `work_tile`, for the block at `cta`.
///
/// # Safety
/// Same requirements as [`ProblemVisitor::problem_of`].
#[inline(always)]
pub unsafe fn work_tile<C: Config>(
    source: &mut impl ProblemVisitor,
    work_tile: u32,
    cta: BlockInCluster,
) -> WorkTile<'_> {
    // SAFETY: the caller has a work tile that the source knows.
    let (args, number) = unsafe { source.problem_of(work_tile) };
    WorkTile::of::<C>(args, number, cta)
}

/// The work tiles a cluster works on: `next`, `next + step`, ….
#[derive(Clone, Copy)]
pub struct WorkTiles {
    /// The next one.
    pub next: u32,
    /// From one to the next: how many clusters there are.
    pub step: u32,
    /// How many there are.
    pub end: u32,
}

/// This cluster's work tiles.
#[inline(always)]
pub fn work_tiles<C: Config>(source: &impl ProblemVisitor) -> WorkTiles {
    WorkTiles {
        next: thread::ctaid() / C::BLOCKS,
        step: thread::nctaid() / C::BLOCKS,
        end: source.work_tiles(),
    }
}
