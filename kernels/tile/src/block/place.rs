//! [`Block`]: the position of a block in its grid.

use core::num::NonZeroU32;

use super::WholeBlock;
use crate::{Index, MAX_RANK, headed, unrolled};

/// A grid's blocks along each axis, as a kernel takes them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Space<const N: usize>([u32; N]);

impl<const N: usize> Space<N> {
    /// A grid whose axes from `N` on are 1.
    #[cfg(feature = "std")]
    pub(crate) fn new(space: [u32; MAX_RANK]) -> Self {
        Self(core::array::from_fn(|axis| space[axis]))
    }
}

/// Rows of blocks that are walked together where programs share operands.
const GROUP: u32 = 16;

/// One block of a grid: the grid is the space of regions of the outputs, and a block makes one region.
///
/// Tiles are made where there is one: all threads of the block make them together.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    at: [u32; MAX_RANK],
    space: [u32; MAX_RANK],
    _whole: WholeBlock,
}

impl Block {
    /// The block with this row-major number in a grid of `space`, of which only the first `rank` axes are not 1.
    #[inline(always)]
    pub(crate) fn new(number: u32, space: [u32; MAX_RANK], rank: usize) -> Self {
        let mut at = [0; MAX_RANK];
        let mut rest = number;
        // From the last axis; unrolled, so that a rank 1 costs no division.
        macro_rules! axes {
            ($($axis:literal)*) => {$(
                if $axis < rank && let Some(extent) = NonZeroU32::new(space[$axis]) {
                    at[$axis] = rest % extent;
                    rest /= extent;
                }
            )*};
        }
        axes!(7 6 5 4 3 2 1);
        at[0] = rest;
        Self::placed(at, space)
    }

    #[inline(always)]
    fn placed(at: [u32; MAX_RANK], space: [u32; MAX_RANK]) -> Self {
        let _whole = WholeBlock::MARK;
        Self { at, space, _whole }
    }

    /// The only block of a grid of one, to try tiles on the CPU.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = Block::single();
    /// assert_eq!(Tile::<f32, _>::ones(&blk, tile!(_4)).sum_all().item(), 4.0);
    /// ```
    #[cfg(not(target_arch = "nvptx64"))]
    pub fn single() -> Self {
        Self::new(0, [1; MAX_RANK], 1)
    }

    /// The block that this thread is in, of a grid whose axes from `RANK` on are 1.
    ///
    /// # Safety
    /// All threads of the block must make the call, in a kernel of [`THREADS`](crate::THREADS) threads a block and
    /// with the shared memory that a program's launch gives it; and the control flow from there on must be the same in all.
    #[cfg(target_arch = "nvptx64")]
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn here<const RANK: usize, const GROUPED: bool, const N: usize>(
        space: Space<N>,
    ) -> Self {
        let number = azulejo_kernels::device::ptx::thread::ctaid();
        let space = headed(space.0, 1);
        if GROUPED && RANK == 2 {
            Self::grouped(number, space)
        } else {
            Self::new(number, space, RANK)
        }
    }

    /// The block with this number in a grid of two axes that is walked in groups of [`GROUP`] rows, column by column:
    /// blocks that run together share rows and columns of tiles.
    #[cfg_attr(not(target_arch = "nvptx64"), allow(dead_code))]
    #[inline(always)]
    pub(crate) fn grouped(number: u32, space: [u32; MAX_RANK]) -> Self {
        let (rows, columns) = (space[0], space[1]);
        // A grid has fewer than 2^31 blocks, and a row of it is no group only where there is none.
        let Some(whole) = NonZeroU32::new(columns.saturating_mul(GROUP)) else {
            return Self::placed([0; MAX_RANK], space);
        };
        let group = number / whole * GROUP;
        let height =
            NonZeroU32::new(rows.saturating_sub(group).min(GROUP)).unwrap_or(NonZeroU32::MIN);
        let within = number - group * columns;
        Self::placed(headed([group + within % height, within / height], 0), space)
    }

    /// The place of the block in the grid, as an index of the rank that is asked for.
    #[inline(always)]
    pub fn id<I: Index>(&self) -> I {
        I::from_numbers(self.numbers())
    }

    /// The place along one axis of the grid.
    ///
    /// ```compile_fail
    /// use azulejo_tile::Block;
    /// let at: fn(&Block) -> usize = Block::at::<8>; // a grid has axes 0 to 7
    /// ```
    #[inline(always)]
    pub fn at<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < MAX_RANK, "a grid has axes 0 to 7") };
        self.at[AXIS] as usize
    }

    /// Blocks along one axis of the grid.
    #[inline(always)]
    pub fn count<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < MAX_RANK, "a grid has axes 0 to 7") };
        self.space[AXIS] as usize
    }

    #[inline(always)]
    pub(crate) fn numbers(&self) -> [usize; MAX_RANK] {
        let mut numbers = [0; MAX_RANK];
        unrolled!(AXIS in MAX_RANK => {
            numbers[AXIS] = self.at[AXIS] as usize;
        });
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_the_grid() {
        for (rows, columns) in [(1, 1), (16, 3), (37, 5), (15, 40)] {
            let mut seen: Vec<_> = (0..rows * columns)
                .map(|n| Block::grouped(n, headed([rows, columns], 1)).at)
                .collect();
            assert!(columns < 2 || seen[0][1] == seen[1][1] || rows == 1);
            seen.sort();
            let all: Vec<_> = (0..rows * columns)
                .map(|n| headed([n / columns, n % columns], 0))
                .collect();
            assert_eq!(seen, all, "{rows} x {columns}");
        }
    }
}
