//! The tiles that a block takes, one after the other.

use core::marker::PhantomData;

use super::super::args::{Args, tile_of};
use super::super::slices::Unit;
use super::plan::Plan;
use crate::device::ptx::thread;

/// A tile, or the part of its K that a block has of it.
pub struct Work {
    /// The first row and column.
    pub at: (u32, u32),
    /// The blocks of K, from and to.
    pub blocks: (u32, u32),
    /// What of the tile it is.
    pub unit: Unit,
}

/// Every unit of C whose number is this block's plus a multiple of the blocks, tiles in the order of [`tile_of`].
pub struct Walk<P> {
    next: u32,
    across: u32,
    end: u32,
    plan: PhantomData<P>,
}

impl<P: Plan> Walk<P> {
    /// Those of this block.
    #[inline(always)]
    pub fn new(args: &Args) -> Self {
        // Never 0: the compiler does not know.
        let across = (args.m.div_ceil(P::TILE.0) << args.group).max(1);
        let down = (args.n.div_ceil(P::TILE.1) + (1 << args.group) - 1) >> args.group;
        let tiles = across * down;
        Self {
            next: thread::ctaid(),
            across,
            end: if P::SLICED {
                args.slices.blocks(tiles)
            } else {
                tiles
            },
            plan: PhantomData,
        }
    }

    /// The next one.
    #[inline(always)]
    pub fn next(&mut self, args: &Args) -> Option<Work> {
        while self.next < self.end {
            let unit = if P::SLICED {
                args.slices.unit(self.next)
            } else {
                Unit::whole(self.next)
            };
            let (x, y) = (unit.tile % self.across, unit.tile / self.across);
            self.next += thread::nctaid();
            let (m, n) = tile_of(args.group, x, y);
            if n * P::TILE.1 < args.n {
                return Some(Work {
                    at: (m * P::TILE.0, n * P::TILE.1),
                    blocks: unit.range(args.k.div_ceil(P::EDGE)),
                    unit,
                });
            }
        }
        None
    }
}
