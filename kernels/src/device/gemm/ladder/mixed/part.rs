//! [`Part`]: what a kind of warp does with the stages of K, and the loops over them that both kinds take.
//!
//! Every barrier is one of the whole block, and both kinds pass as many of them.

use core::mem;

use super::super::args::View;
use super::super::double_buffered;
use super::super::feed::{Ahead, Feed};
use super::super::load::{Copies, Load};
use super::super::singles::{self, PITCH};
use super::super::tile::Tile;
use super::layouts::{self, a, b, double_a, double_b};
use crate::device::ptx::{
    cp_async, math::fma, memory::Wide, mma, mma::Mma, shared, shared::Shared, thread,
};
use crate::device::repeat;

/// Bytes of A's tile.
pub const LEFT: u32 = 8 * layouts::PITCH * 4;
/// Bytes of a stage: A's tile, then B's.
pub const STAGE: u32 = LEFT + 8 * singles::PITCH * 4;
/// Values of k in a stage.
pub const BLOCK_K: u32 = double_buffered::BLOCK_K;

/// A kind of warp: its sums, and what it holds of the next k.
pub trait Part {
    /// Holds what it needs before [`Part::pair`], of the pair of stages at `stage`.
    ///
    /// # Safety
    /// The stages are full.
    unsafe fn begin(&mut self, stage: u32);

    /// Adds the products of the pair of stages at `stage`. In each half of it `fill` is called once, with the number of the half, and
    /// `turn` once all has been read: it gives the next pair, which is full then.
    ///
    /// # Safety
    /// The stages are full, whole warps call it, and [`Part::begin`] was called for them.
    unsafe fn pair(&mut self, stage: u32, fill: impl FnMut(u32), turn: impl FnMut() -> u32);

    /// Adds the products of one stage, without anything held.
    ///
    /// # Safety
    /// As [`Part::pair`].
    unsafe fn single(&mut self, stage: u32);
}

/// Four values of A or B beside each other.
///
/// # Safety
/// They are a vector of a full tile.
#[inline(always)]
unsafe fn four(at: u32) -> [f32; 4] {
    // SAFETY: the caller's contract; any bits are numbers.
    unsafe { mem::transmute::<Wide, [f32; 4]>(Wide::load(at)) }
}

/// The warps of the f32 units.
pub struct Singles {
    tid: u32,
    /// What they hold of a k: of A three vectors, of B two.
    a: [[f32; 4]; 3],
    b: [[f32; 4]; 2],
    /// 12 × 8 of them.
    pub sums: [[f32; 8]; 12],
}

impl Singles {
    /// Sums that are 0.
    #[inline(always)]
    pub fn new(tid: u32) -> Self {
        // SAFETY: all-zero bits are values.
        Self {
            tid,
            ..unsafe { mem::zeroed() }
        }
    }

    /// The outer product of four rows of the operands held, back and forth.
    #[inline(always)]
    fn multiply(&mut self, q: usize) {
        repeat::<4>(
            #[inline(always)]
            |v| {
                repeat::<8>(
                    #[inline(always)]
                    |step| {
                        let i = 4 * q + v;
                        let j = if i % 2 == 0 { step } else { 7 - step };
                        self.sums[i][j] = fma(self.a[q][v], self.b[j / 4][j % 4], self.sums[i][j]);
                    },
                );
            },
        );
    }

    /// The vectors of B of column `k`, in a tile that begins `LEFT` after `at`.
    ///
    /// # Safety
    /// The tile is full.
    #[inline(always)]
    unsafe fn right(&self, at: u32, k: usize) -> [[f32; 4]; 2] {
        let at = at + LEFT;
        // SAFETY: the caller's contract.
        unsafe { [four(at + b(self.tid, 0, k)), four(at + b(self.tid, 1, k))] }
    }
}

impl Part for Singles {
    #[inline(always)]
    unsafe fn begin(&mut self, stage: u32) {
        // SAFETY: the caller's contract.
        unsafe {
            self.b = self.right(stage, 0);
            repeat::<3>(
                #[inline(always)]
                |q| self.a[q] = four(stage + a(self.tid, q, 0)),
            );
        }
    }

    #[inline(always)]
    unsafe fn pair(&mut self, stage: u32, fill: impl FnMut(u32), turn: impl FnMut() -> u32) {
        let (mut fill, mut turn, mut stage) = (fill, turn, stage);
        repeat::<16>(
            #[inline(always)]
            |k| {
                if k % 8 == 0 {
                    fill(k as u32 / 8);
                }
                if k == 15 {
                    stage = turn();
                }
                let at = stage + (k as u32 + 1) % 16 / 8 * STAGE;
                let k = (k + 1) % 8;
                // SAFETY: the caller's contract. A vector of A is read over the one that has just been used, so that registers are left.
                unsafe {
                    let next = self.right(at, k);
                    repeat::<3>(
                        #[inline(always)]
                        |q| {
                            self.multiply(q);
                            self.a[q] = four(at + a(self.tid, q, k));
                        },
                    );
                    self.b = next;
                }
            },
        );
    }

    #[inline(always)]
    unsafe fn single(&mut self, stage: u32) {
        // A loop: this is for edges.
        let mut k = 0;
        while k < BLOCK_K {
            let row = shared::opaque(k);
            // SAFETY: the caller's contract; the compiler does not know the row.
            unsafe {
                self.b = self.right(stage + row * 4 * PITCH, 0);
                repeat::<3>(
                    #[inline(always)]
                    |q| {
                        self.a[q] = four(stage + row * 4 * layouts::PITCH + a(self.tid, q, 0));
                        self.multiply(q);
                    },
                );
            }
            k += 1;
        }
    }
}

/// The warps of the tensor cores.
pub struct Doubles {
    tid: u32,
    /// 4 × 4 accumulators of 16 × 8.
    pub sums: [[[f64; 4]; 4]; 4],
}

impl Doubles {
    /// Sums that are 0.
    #[inline(always)]
    pub fn new(tid: u32) -> Self {
        Self {
            tid,
            // SAFETY: all-zero bits are values.
            sums: unsafe { mem::zeroed() },
        }
    }
}

impl Part for Doubles {
    #[inline(always)]
    unsafe fn begin(&mut self, _: u32) {}

    #[inline(always)]
    unsafe fn pair(&mut self, stage: u32, fill: impl FnMut(u32), turn: impl FnMut() -> u32) {
        let (mut fill, mut turn) = (fill, turn);
        repeat::<2>(
            #[inline(always)]
            |half| {
                fill(half as u32);
                // SAFETY: the caller's contract.
                unsafe { self.single(stage + half as u32 * STAGE) };
            },
        );
        turn();
    }

    #[inline(always)]
    unsafe fn single(&mut self, stage: u32) {
        // SAFETY: values of full tiles, and the whole warp multiplies.
        unsafe {
            let mut right: [[f64; 2]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |j| {
                    repeat::<2>(
                        #[inline(always)]
                        |v| {
                            let at = stage + LEFT + double_b(self.tid, v, j);
                            right[j][v] = f32::load(at) as f64;
                        },
                    );
                },
            );
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let mut left = [0.0; 4];
                    repeat::<4>(
                        #[inline(always)]
                        |v| left[v] = f32::load(stage + double_a(self.tid, v, i)) as f64,
                    );
                    repeat::<4>(
                        #[inline(always)]
                        |j| mma::F64::mma(&mut self.sums[i][j], left, right[j]),
                    );
                },
            );
        }
    }
}

/// An operand that a kind of warp copies: the view, its extents along M or N and K, where the tile begins, its batch.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub view: &'a View,
    pub size: (u32, u32),
    pub first: u32,
    pub batch: u32,
    /// Bytes of a stage before the operand's tile.
    pub at: u32,
}

/// Adds the products of the first `blocks` blocks of K, two at a time.
///
/// # Safety
/// All threads of the block call it, each kind for its part and operand, whose tile is inside the matrix; `blocks` is even and not 0.
#[inline(always)]
pub unsafe fn multiply_pairs<T: Ahead, P: Part>(
    part: &mut P,
    source: Source<'_>,
    tid: u32,
    blocks: u32,
) {
    let base = shared::base();
    let arrived = #[inline(always)]
    || {
        if T::ASYNC {
            cp_async::wait::<0>();
        }
        // SAFETY: every thread of the block comes here.
        unsafe { thread::sync() };
    };
    // SAFETY: stages are filled after the barrier behind their last use and read after the wait and the barrier behind their filling.
    unsafe {
        let Source {
            view,
            size,
            first,
            batch,
            at,
        } = source;
        let mut feed = Feed::<T>::new(view, size, first, batch, tid, blocks);
        let mut fill = #[inline(always)]
        |block: u32, stage: u32| {
            feed.next(block, tid, stage + at);
            if T::ASYNC {
                cp_async::commit();
            }
        };
        fill(0, base);
        fill(1, base + STAGE);
        arrived();
        let (mut read, mut write) = (base, base + 2 * STAGE);
        part.begin(read);
        let mut block = 0;
        while block < blocks {
            let (from, to) = (read, write);
            part.pair(
                from,
                #[inline(always)]
                |half| fill(block + 2 + half, to + half * STAGE),
                #[inline(always)]
                || {
                    (read, write) = (shared::opaque(to), from);
                    arrived();
                    read
                },
            );
            block += 2;
        }
        if T::ASYNC {
            cp_async::wait::<0>();
        }
    }
}

/// Adds the products of the blocks of K from `first` on, as far as the matrices go.
///
/// # Safety
/// All threads of the block call it, each kind for its part and operand, all stages free.
#[inline(always)]
pub unsafe fn multiply_rest<T: Tile, P: Part>(
    part: &mut P,
    source: Source<'_>,
    tid: u32,
    first: u32,
) {
    let base = shared::base();
    let blocks = source.size.1.div_ceil(BLOCK_K) - first;
    // SAFETY: as in `multiply_pairs`.
    unsafe {
        let Source {
            view,
            size: (mn, k),
            first: begin,
            batch,
            at,
        } = source;
        let mut copies = Copies::<T>::new(view, mn, k, begin, batch, tid);
        copies.skip(first);
        let (mut read, mut write) = (base, base + STAGE);
        copies.next(read + at, false);
        for block in 0..blocks {
            cp_async::commit();
            cp_async::wait::<0>();
            thread::sync();
            if block + 1 < blocks {
                copies.next(write + at, false);
            }
            part.single(read);
            mem::swap(&mut read, &mut write);
        }
    }
}
