//! The f32 kernel for operands read 16 bytes at a time, chosen where tensor cores for f64 are not as fast as the f32 units, everywhere but
//! on compute capability 9.0: nothing in the way of the multiply-adds.
//!
//! ```text
//! grid    128 × 128 tiles of C, groups of 8 columns                        128 threads, two blocks a multiprocessor
//! block   K in steps of 8: tile k + 3 on its way, k + 1 and k + 2 arrived, k in use         4 stages of 8.25 KiB
//!         where both operands arrive by themselves, of 16: two tiles on their way, two in use, half as many barriers
//! thread  16 × 8 sums; for each k six 16-byte loads (k + 1) and 128 fused multiply-adds (k)
//! ```
//!
//! | contiguous | on its way to shared memory |
//! |---|---|
//! | K | two vectors a thread, in registers for a step, then stored element by element, M or N contiguous |
//! | M or N | two copies of 16 bytes, asynchronous |
//!
//! Blocks inside the matrices take this loop, which has no predicates: past the last step it copies the last one again, to a stage
//! that nobody reads. Those at an edge, and what K has beyond a multiple of 8, take the loop of [`ffma`](super::ffma).
//!
//! Roofline: a multiprocessor issues four warp instructions a clock, and the multiply-adds want all of them. For each 1,024 a thread
//! issues 48 loads, two cycles each, and 30 to 52 others: 87 % of the 67 TFLOP/s of an H200. Each multiply-add reads a value of B and a
//! sum from the register file, the value of A staying in the operand cache: the sums of even columns are in odd registers
//! ([`FfmaEpilogue`](super::ffma::FfmaEpilogue)), so that the two come from different banks.
//!
//! Measured: see `ladder time` in `examples/ladder`.
//!
//! Next: let a matrix instruction do many multiply-adds at once (`multistage`).
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;
use core::mem;

use super::args::Args;
use super::feed::{Ahead, Feed};
use super::ffma::{BLOCK_K, Operands, STAGE, STAGES, Sums, multiply, multiply_blocks};
use super::kernel::{Mainloop, TileScheduler, Work};
use super::singles::{Singles, TILE, Vectors};
use super::tile::Tile;
use crate::device::ptx::{cp_async, shared, thread};
use crate::device::repeat;

const _: () = assert!(STAGES == 4);

/// Operands in orders `A` and `B`, vectors of both at multiples of 16 bytes.
pub struct FfmaVectors<A, B>(PhantomData<(A, B)>);

impl<A, B> Mainloop for FfmaVectors<A, B>
where
    Singles<A>: Tile,
    Singles<B>: Tile,
    Vectors<A>: Ahead,
    Vectors<B>: Ahead,
{
    type Sums = Sums;
    const TILE: (u32, u32) = TILE;
    const BLOCK_K: u32 = BLOCK_K;

    #[inline(always)]
    unsafe fn run<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Sums) {
        let pairs = const { <Vectors<A> as Ahead>::ASYNC && <Vectors<B> as Ahead>::ASYNC };
        let whole = match work.is_inside {
            true if pairs => args.k / BLOCK_K & !1,
            true => args.k / BLOCK_K,
            false => 0,
        };
        // SAFETY: the views are the problem's; every thread passes every barrier, for the branches depend on the block alone.
        unsafe {
            if whole > 0 {
                if pairs {
                    multiply_pairs::<Vectors<A>, Vectors<B>>(args, work.at, whole, sums);
                } else {
                    multiply_whole::<Vectors<A>, Vectors<B>>(args, work.at, whole, sums);
                }
            }
            if whole * BLOCK_K < args.k {
                cp_async::wait::<0>();
                thread::sync();
                multiply_blocks::<A, B>(args, work, whole, sums);
            }
        }
        cp_async::wait::<0>();
    }
}

/// Adds the products of the first `blocks` blocks of K.
///
/// # Safety
/// The block of threads is that of [`Mainloop::run`], its tile inside the matrices; `blocks` is not 0.
#[inline(always)]
unsafe fn multiply_whole<A: Ahead, B: Ahead>(
    args: &Args,
    (m0, n0, batch): (u32, u32, u32),
    blocks: u32,
    sums: &mut Sums,
) {
    let (tid, base) = (thread::tid(), shared::base());
    let arrived = #[inline(always)]
    || {
        if A::ASYNC || B::ASYNC {
            cp_async::wait::<{ STAGES - 2 }>();
        }
        // SAFETY: every thread of the block comes here.
        unsafe { thread::sync() };
    };
    // SAFETY: a stage is filled after the barrier behind its last use and read after the wait and the barrier behind its filling.
    unsafe {
        let mut left = Feed::<A>::new(&args.a, (args.m, args.k), m0, batch, tid, blocks);
        let mut right = Feed::<B>::new(&args.b, (args.n, args.k), n0, batch, tid, blocks);
        let mut fill = #[inline(always)]
        |block: u32, stage: u32| {
            left.next(block, tid, stage);
            right.next(block, tid, stage + STAGE / 2);
            if A::ASYNC || B::ASYNC {
                cp_async::commit();
            }
        };
        for stage in 0..STAGES - 1 {
            fill(stage, base + stage * STAGE);
        }
        arrived();
        let end = base + STAGES * STAGE;
        let (mut read, mut write) = (base, base + (STAGES - 1) * STAGE);
        let mut now = Operands::load(read, tid, 0);
        for block in 0..blocks {
            fill(block + STAGES - 1, write);
            repeat::<8>(
                #[inline(always)]
                |k| {
                    if k == 7 {
                        write = read;
                        read += STAGE;
                        if read == end {
                            read = base;
                        }
                        read = shared::opaque(read);
                        arrived();
                    }
                    let next = Operands::load(read, tid, (k + 1) % 8);
                    multiply(sums, &now);
                    now = next;
                },
            );
        }
    }
}

/// Adds the products of the first `blocks` blocks of K, two at a time.
///
/// # Safety
/// The block of threads is that of [`Mainloop::run`], its tile inside the matrices; `blocks` is even and not 0.
#[inline(always)]
unsafe fn multiply_pairs<A: Ahead, B: Ahead>(
    args: &Args,
    (m0, n0, batch): (u32, u32, u32),
    blocks: u32,
    sums: &mut Sums,
) {
    let (tid, base) = (thread::tid(), shared::base());
    let arrived = #[inline(always)]
    || {
        cp_async::wait::<0>();
        // SAFETY: every thread of the block comes here.
        unsafe { thread::sync() };
    };
    // SAFETY: stages are filled after the barrier behind their last use and read after the wait and the barrier behind their filling.
    unsafe {
        let mut left = Feed::<A>::new(&args.a, (args.m, args.k), m0, batch, tid, blocks);
        let mut right = Feed::<B>::new(&args.b, (args.n, args.k), n0, batch, tid, blocks);
        let mut fill = #[inline(always)]
        |block: u32, stage: u32| {
            left.next(block, tid, stage);
            right.next(block, tid, stage + STAGE / 2);
            cp_async::commit();
        };
        fill(0, base);
        fill(1, base + STAGE);
        arrived();
        let (mut read, mut write) = (base, base + 2 * STAGE);
        let mut now = Operands::load(read, tid, 0);
        let mut block = 0;
        while block < blocks {
            repeat::<16>(
                #[inline(always)]
                |k| {
                    if k % 8 == 0 {
                        let half = k as u32 / 8;
                        fill(block + 2 + half, write + half * STAGE);
                    }
                    if k == 15 {
                        mem::swap(&mut read, &mut write);
                        read = shared::opaque(read);
                        arrived();
                    }
                    let stage = (k as u32 + 1) % 16 / 8 * STAGE;
                    let next = Operands::load(read + stage, tid, (k + 1) % 8);
                    multiply(sums, &now);
                    now = next;
                },
            );
            block += 2;
        }
    }
}
