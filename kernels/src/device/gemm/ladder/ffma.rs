//! The f32 main loop by elements, and the epilogue of f32: `cp.async` a few blocks ahead, operands of the next k in registers while this
//! one multiplies.
//!
//! ```text
//! grid    128 × 128 tiles of C, groups of 8 columns                        128 threads, two blocks a multiprocessor
//! block   K in steps of 8: tile k + 3 on its way, k + 1 and k + 2 arrived, k in use         4 stages of 8.25 KiB
//! thread  16 × 8 sums; for each k six 16-byte loads (k + 1) and 128 fused multiply-adds (k)
//! ```
//!
//! Roofline: a multiprocessor issues four warp instructions a clock, all of which would have to be multiply-adds for the 67 TFLOP/s of
//! an H200. For each 1,024 of them a thread issues 48 loads, 16 copies and their addresses: at most 90 % of that. Measured: see
//! `ladder time` in `examples/ladder`.
//!
//! Next: 16 bytes at a time ([`ffma_vectors`](super::ffma_vectors)).
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;
use core::mem;

use super::args::Args;
use super::kernel::{Epilogue, Mainloop, TileScheduler, Work};
use super::load::{Copies, Load};
use super::singles::{PITCH, Singles, TILE, a, accumulator, b};
use super::tile::Tile;
use super::{epilogue, table};
use crate::device::ptx::{cp_async, math::fma, memory::Wide, shared, shared::Shared, thread};
use crate::device::repeat;

/// Tiles in shared memory.
pub const STAGES: u32 = table::F32_STAGES;
/// Bytes of a stage: A's tile, then B's.
pub const STAGE: u32 = 2 * 8 * PITCH * 4;
/// Values of k in a stage.
pub const BLOCK_K: u32 = 8;

/// Rows of the tile that are stored at a time.
const ROWS: u32 = 64;

/// A thread's sums.
pub type Sums = [[f32; 8]; 16];

/// One k's operands of a thread.
#[derive(Clone, Copy)]
pub struct Operands {
    a: [f32; 16],
    b: [f32; 8],
}

impl Operands {
    /// Those of column `k` of a stage.
    ///
    /// # Safety
    /// The stage is full.
    #[inline(always)]
    pub unsafe fn load(stage: u32, tid: u32, k: usize) -> Self {
        // SAFETY: the addresses are 16-byte vectors of the stage's tiles; all-zero bits are a value.
        unsafe {
            let mut all: Self = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |q| {
                    let v: [f32; 4] = mem::transmute(Wide::load(stage + a(tid, q, k)));
                    repeat::<4>(
                        #[inline(always)]
                        |i| all.a[4 * q + i] = v[i],
                    );
                },
            );
            repeat::<2>(
                #[inline(always)]
                |p| {
                    let v: [f32; 4] = mem::transmute(Wide::load(stage + STAGE / 2 + b(tid, p, k)));
                    repeat::<4>(
                        #[inline(always)]
                        |i| all.b[4 * p + i] = v[i],
                    );
                },
            );
            all
        }
    }
}

/// The outer product of one k, added to the sums.
#[inline(always)]
pub fn multiply(sums: &mut Sums, now: &Operands) {
    repeat::<16>(
        #[inline(always)]
        |i| {
            repeat::<8>(
                #[inline(always)]
                |step| {
                    let j = if i % 2 == 0 { step } else { 7 - step };
                    sums[i][j] = fma(now.a[i], now.b[j], sums[i][j]);
                },
            )
        },
    );
}

/// Stores a tile of sums, half after half through shared memory.
///
/// A vector of sums takes its pairs the other way round, and is turned back on its way out: a vector begins with an even register, so
/// that the sum of an even column is in an odd one, the value of B that it is multiplied by, loaded as a vector too, in an even one.
pub struct FfmaEpilogue;

impl Epilogue<Sums> for FfmaEpilogue {
    #[inline(always)]
    unsafe fn store<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Sums) {
        let (at, base, tid) = (work.at, shared::base(), thread::tid());
        // SAFETY: the places are vectors of half a tile; barriers stand between its uses.
        unsafe {
            repeat::<2>(
                #[inline(always)]
                |half| {
                    thread::sync();
                    repeat::<8>(
                        #[inline(always)]
                        |i| {
                            repeat::<2>(
                                #[inline(always)]
                                |p| {
                                    let place = accumulator(tid, i, 4 * p);
                                    let row = &sums[8 * half + i];
                                    let vector: Wide = mem::transmute([
                                        row[4 * p + 1],
                                        row[4 * p],
                                        row[4 * p + 3],
                                        row[4 * p + 2],
                                    ]);
                                    Wide::store(base + 4 * place, vector);
                                },
                            )
                        },
                    );
                    thread::sync();
                    epilogue::store::<f32, f32, 1, ROWS, true>(
                        args,
                        base,
                        PITCH * 4,
                        128,
                        (at.0 + half as u32 * ROWS, at.1, at.2),
                    );
                },
            );
        }
    }
}

/// Operands in orders `A` and `B`, by elements of any strides.
pub struct FfmaElements<A, B>(PhantomData<(A, B)>);

impl<A, B> Mainloop for FfmaElements<A, B>
where
    Singles<A>: Tile,
    Singles<B>: Tile,
{
    type Sums = Sums;
    const TILE: (u32, u32) = TILE;
    const BLOCK_K: u32 = BLOCK_K;

    #[inline(always)]
    unsafe fn run<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Sums) {
        // SAFETY: upheld by the caller: all threads of the block are here, the views are of matrices of these sizes, and shared memory is
        // as long as the launch says.
        unsafe { multiply_blocks::<A, B>(args, work, 0, sums) };
        cp_async::wait::<0>();
    }
}

/// Adds the products of the blocks of K from `first` on.
///
/// # Safety
/// As [`Mainloop::run`]; shared memory is free.
#[inline(always)]
pub unsafe fn multiply_blocks<A, B>(args: &Args, work: &Work, first: u32, sums: &mut Sums)
where
    Singles<A>: Tile,
    Singles<B>: Tile,
{
    let (tid, base) = (thread::tid(), shared::base());
    let blocks = args.k.div_ceil(BLOCK_K) - first;
    let ((m0, n0, batch), inside) = (work.at, work.is_inside);
    // SAFETY: the views are the problem's; a stage is loaded after the barrier behind its last use and read after the wait and the
    // barrier behind its load; every thread passes every barrier, for the branches depend on the block alone.
    unsafe {
        let mut left = Copies::<Singles<A>>::new(&args.a, args.m, args.k, m0, batch, tid);
        let mut right = Copies::<Singles<B>>::new(&args.b, args.n, args.k, n0, batch, tid);
        left.skip(first);
        right.skip(first);
        let mut load = #[inline(always)]
        |block: u32, stage: u32| {
            if block < blocks {
                let whole = inside && (first + block + 1) * BLOCK_K <= args.k;
                if whole {
                    left.next(stage, true);
                    right.next(stage + STAGE / 2, true);
                } else {
                    left.next(stage, false);
                    right.next(stage + STAGE / 2, false);
                }
            }
            cp_async::commit();
        };
        for stage in 0..STAGES - 1 {
            load(stage, base + stage * STAGE);
        }
        if blocks > 0 {
            cp_async::wait::<{ STAGES - 2 }>();
            thread::sync();
            let end = base + STAGES * STAGE;
            let (mut read, mut write) = (base, base + (STAGES - 1) * STAGE);
            let mut now = Operands::load(read, tid, 0);
            for block in 0..blocks {
                load(block + STAGES - 1, write);
                repeat::<8>(
                    #[inline(always)]
                    |k| {
                        if k == 7 {
                            write = read;
                            read += STAGE;
                            if read == end {
                                read = base;
                            }
                            cp_async::wait::<{ STAGES - 2 }>();
                            thread::sync();
                        }
                        let next = Operands::load(read, tid, (k + 1) % 8);
                        multiply(sums, &now);
                        now = next;
                    },
                );
            }
        }
    }
}
