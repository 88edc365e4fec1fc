//! [`Block`]: where a block stands in its grid.

use core::num::NonZeroU32;

use crate::tile::{Index, MAX_RANK};

/// A grid's blocks along each axis, as a kernel takes them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Space(pub(crate) [u32; MAX_RANK]);

/// One block of a grid: the grid is the space of regions of the outputs, and a block makes one region.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    at: [u32; MAX_RANK],
    space: [u32; MAX_RANK],
}

impl Block {
    /// The block with this row-major number in a grid of `space`, of which only the first `rank` axes are not 1.
    #[inline(always)]
    pub(crate) fn new(number: u32, space: [u32; MAX_RANK], rank: usize) -> Self {
        let mut at = [0; MAX_RANK];
        let mut rest = number;
        // From the last axis; written out, so that a rank 1 costs no division.
        macro_rules! axes {
            ($($axis:literal)*) => {$(
                if $axis < rank && let Some(extent) = NonZeroU32::new(space[$axis]) {
                    at[$axis] = rest % extent;
                    rest /= extent;
                }
            )*};
        }
        axes!(3 2 1);
        at[0] = rest;
        Self { at, space }
    }

    /// The block that this thread is in, of a grid whose axes from `RANK` on are 1.
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    pub fn here<const RANK: usize>(space: Space) -> Self {
        Self::new(crate::device::ptx::thread::ctaid(), space.0, RANK)
    }

    /// The place of the block in the grid, as an index of the rank that is asked for.
    #[inline(always)]
    pub fn id<I: Index>(&self) -> I {
        I::from_numbers(self.numbers())
    }

    /// The place along one axis of the grid.
    ///
    /// ```compile_fail
    /// use azulejo_kernels::tile::Block;
    /// let at: fn(&Block) -> usize = Block::at::<4>; // a grid has axes 0 to 3
    /// ```
    #[inline(always)]
    pub fn at<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < MAX_RANK, "a grid has axes 0 to 3") };
        self.at[AXIS] as usize
    }

    /// Blocks along one axis of the grid.
    #[inline(always)]
    pub fn count<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < MAX_RANK, "a grid has axes 0 to 3") };
        self.space[AXIS] as usize
    }

    #[inline(always)]
    pub(crate) fn numbers(&self) -> [usize; MAX_RANK] {
        let [a, b, c, d] = self.at;
        [a as usize, b as usize, c as usize, d as usize]
    }
}
