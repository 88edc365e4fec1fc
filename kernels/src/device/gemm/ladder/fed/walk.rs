//! The tiles that a block takes, one after the other.

use super::super::args::{Args, tile_of};
use super::layouts::TILE;
use crate::device::ptx::thread;

/// Every tile of C whose number is this block's plus a multiple of the blocks, in the order of [`tile_of`].
pub struct Walk {
    next: u32,
    across: u32,
    end: u32,
}

impl Walk {
    /// Those of this block.
    #[inline(always)]
    pub fn new(args: &Args) -> Self {
        // Never 0: the compiler does not know.
        let across = (args.m.div_ceil(TILE.0) << args.group).max(1);
        let down = (args.n.div_ceil(TILE.1) + (1 << args.group) - 1) >> args.group;
        Self {
            next: thread::ctaid(),
            across,
            end: across * down,
        }
    }

    /// The first row and column of the next one.
    #[inline(always)]
    pub fn next(&mut self, args: &Args) -> Option<(u32, u32)> {
        while self.next < self.end {
            let (x, y) = (self.next % self.across, self.next / self.across);
            self.next += thread::nctaid();
            let (m, n) = tile_of(args.group, x, y);
            if n * TILE.1 < args.n {
                return Some((m * TILE.0, n * TILE.1));
            }
        }
        None
    }
}
