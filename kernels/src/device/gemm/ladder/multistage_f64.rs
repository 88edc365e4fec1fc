//! The main loops of f64, and on compute capability 9.0 of f32 in f64: `cp.async` through four stages, `mma.sync`.
//!
//! ```text
//! grid    tiles of 128 × 64 of C in groups of 16 columns, 128 threads, two blocks a multiprocessor
//!         where a few tiles are left over after whole rounds: blocks share them, a slice of K each (`slices`)
//! block   K in steps of 128 bytes: the next tiles on their way while one is used, a barrier a step
//! warp    64 × 32 of C: 4 × 4 accumulators of 16 × 8
//! step    8 of K: 16 instructions, N back and forth; with each row of 4 a quarter of the next step's fragments, also those of the next
//!         block; all copies of the block that is three ahead with the last row of the first step (f32: spread, two at a time)
//! ```
//!
//! An instruction on f64 takes 32 cycles, in which a few loads fit; its copies are together where registers for their addresses are
//! free, and whole tiles go from registers to D.
//!
//! Hopper's tensor cores for f64 are as fast as its f32 units, and not held up by loads, transposes and banks of registers. The product of
//! two f32 is exact in f64, sums have 53 bits of mantissa and D is rounded once, so its error is at most that of multiply-adds in f32;
//! infinities and NaN give what they give there.
//!
//! Roofline: the tensor cores for f64, 66.9 TFLOP/s of an H200 at 1,980 MHz. Measured: `benches/record/gpu-ladder/steps.md`.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;
use core::mem;

use super::args::Args;
use super::doubles::TILE;
use super::f64_epilogue::Sums;
use super::fragments::Fragments;
use super::kernel::{Mainloop, TileScheduler, Work};
use super::load::Load;
use super::tile::Tile;
use crate::device::ptx::{cp_async, mma::Mma, shared, thread};
use crate::device::repeat;

/// Copies waited for behind those that may be in flight: two stages less than there are.
const PENDING: u32 = super::table::STAGES - 2;

/// Loads `A` and `B`, instruction `I`, of which there are `STEPS` along K of a stage.
pub struct MmaMultistage<A, B, I, const STEPS: usize>(PhantomData<(A, B, I)>);

impl<A, B, I, const STEPS: usize> Mainloop for MmaMultistage<A, B, I, STEPS>
where
    A: Load,
    B: Load,
    I: Mma<A: Copy, B: Copy, Acc = f64>,
    A::Tile: Fragments<I::A>,
    B::Tile: Fragments<I::B>,
{
    type Sums = Sums;
    const TILE: (u32, u32) = TILE;
    const BLOCK_K: u32 = <A::Tile as Tile>::BLOCK_K;

    #[inline(always)]
    unsafe fn run<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Self::Sums) {
        let block_k = const {
            assert!(<A::Tile as Tile>::BLOCK_K == <B::Tile as Tile>::BLOCK_K);
            assert!(<A::Tile as Tile>::THREADS == 128 && <B::Tile as Tile>::THREADS == 128);
            <A::Tile as Tile>::BLOCK_K
        };
        let stages = const { PENDING + 2 };
        // Many small copies between the instructions would take registers that the fragments need; without them, too, fragments are then
        // loaded when they are needed and not ahead.
        let spread = const { <A::Tile as Tile>::COPIES <= 8 };
        let stage_bytes = const { <A::Tile as Tile>::BYTES + <B::Tile as Tile>::BYTES };
        let (tid, base) = (thread::tid(), shared::base());
        let Work {
            at,
            is_inside,
            first,
            blocks,
        } = *work;
        // SAFETY: the views are the problem's; a stage is loaded after the barrier behind its last use and read after the wait and the
        // barrier behind its load; every thread passes every barrier and makes every warp-wide call, for the branches depend on the block
        // alone.
        unsafe {
            let mut left = A::new(&args.a, args.m, args.k, at.0, at.2, tid);
            let mut right = B::new(&args.b, args.n, args.k, at.1, at.2, tid);
            if T::SLICED {
                left.skip(first);
                right.skip(first);
            }
            // A loop that stays one: the copies are in the code once.
            for stage in 0..shared::opaque(stages - 1) {
                if stage < blocks {
                    let to = base + stage * stage_bytes;
                    let whole = is_inside && (first + stage + 1) * block_k <= args.k;
                    if whole {
                        left.next(to, true);
                        right.next(to + <A::Tile as Tile>::BYTES, true);
                    } else {
                        left.next(to, false);
                        right.next(to + <A::Tile as Tile>::BYTES, false);
                    }
                }
                cp_async::commit();
            }
            let of_a = <A::Tile as Fragments<I::A>>::places(tid);
            let of_b = <B::Tile as Fragments<I::B>>::places(tid);
            // Blocks whose successor `stages - 1` further on lies inside the matrices.
            let steady = if is_inside {
                let inside = args.k / block_k;
                let inside = if T::SLICED {
                    inside.min(first + blocks) - first
                } else {
                    inside
                };
                inside.saturating_sub(stages - 1)
            } else {
                0
            };
            let end = base + stages * stage_bytes;
            let (mut read, mut write) = (base, base + (stages - 1) * stage_bytes);
            // A quarter of the fragments of a step.
            let quarter_of_a = #[inline(always)]
            |stage: u32, k: usize, part: usize, a: &mut [I::A; 4]| {
                <A::Tile as Fragments<I::A>>::load(stage, &of_a, k, part, a);
            };
            let quarter_of_b = #[inline(always)]
            |stage: u32, k: usize, part: usize, b: &mut [I::B; 4]| {
                let stage = stage + <A::Tile as Tile>::BYTES;
                <B::Tile as Fragments<I::B>>::load(stage, &of_b, k, part, b);
            };
            let (mut a, mut b): ([I::A; 4], [I::B; 4]) = mem::zeroed();
            if spread {
                cp_async::wait::<PENDING>();
                thread::sync();
                repeat::<4>(
                    #[inline(always)]
                    |part| {
                        quarter_of_a(read, 0, part, &mut a);
                        quarter_of_b(read, 0, part, &mut b);
                    },
                );
            }
            // One block of K: its products, and between them the copies of the block `stages - 1` further on and, where they are loaded
            // ahead, the fragments of the next step, from the last step on those of the next block.
            let mut step = #[inline(always)]
            |block: u32, whole: bool| {
                let to = write;
                let between = whole && spread;
                let arrived = #[inline(always)]
                || {
                    wait(if between { PENDING - 1 } else { PENDING });
                    thread::sync();
                };
                let turn = #[inline(always)]
                |read: &mut u32, write: &mut u32| {
                    *write = *read;
                    *read += stage_bytes;
                    if *read == end {
                        *read = base;
                    }
                    *read = shared::opaque(*read);
                };
                if !spread {
                    arrived();
                }
                if between {
                    left.advance();
                    right.advance();
                } else {
                    if whole || block + stages - 1 < blocks {
                        left.next(to, whole);
                        right.next(to + <A::Tile as Tile>::BYTES, whole);
                    }
                    cp_async::commit();
                }
                repeat::<STEPS>(
                    #[inline(always)]
                    |k| {
                        if spread && k == STEPS - 1 {
                            turn(&mut read, &mut write);
                            arrived();
                        }
                        let ahead = (k + 1) % STEPS;
                        let mut next: [I::B; 4] = mem::zeroed();
                        repeat::<4>(
                            #[inline(always)]
                            |i| {
                                if !spread {
                                    quarter_of_a(read, k, i, &mut a);
                                    quarter_of_b(read, k, i, &mut b);
                                }
                            },
                        );
                        repeat::<4>(
                            #[inline(always)]
                            |i| {
                                if between {
                                    copies::<A, B, STEPS>(&mut left, &mut right, to, 4 * k + i);
                                }
                                if spread {
                                    quarter_of_b(read, ahead, i, &mut next);
                                }
                                repeat::<4>(
                                    #[inline(always)]
                                    |step| {
                                        let j = if i % 3 == 0 { step } else { 3 - step };
                                        I::mma(&mut sums[i][j], a[i], b[j]);
                                    },
                                );
                                if spread {
                                    quarter_of_a(read, ahead, i, &mut a);
                                }
                            },
                        );
                        if spread {
                            b = next;
                        }
                    },
                );
                if !spread {
                    turn(&mut read, &mut write);
                }
                if between {
                    cp_async::commit();
                }
            };
            for block in 0..steady {
                step(block, true);
            }
            for block in steady..blocks {
                step(block, false);
            }
            cp_async::wait::<0>();
        }
    }
}

/// [`cp_async::wait`] for a number that the compiler knows.
#[inline(always)]
fn wait(pending: u32) {
    match pending {
        0 => cp_async::wait::<0>(),
        1 => cp_async::wait::<1>(),
        _ => cp_async::wait::<2>(),
    }
}

/// The copies of a block that come before group `slot` of its instructions.
///
/// # Safety
/// As [`Load::copy`], for whole blocks.
#[inline(always)]
unsafe fn copies<A: Load, B: Load, const STEPS: usize>(
    left: &mut A,
    right: &mut B,
    stage: u32,
    slot: usize,
) {
    let all = (A::Tile::COPIES + B::Tile::COPIES) as usize;
    let at = #[inline(always)]
    |copy: usize| {
        if A::Tile::SIZE == 8 {
            // With the last row of the first step: what it leaves of the fragments is registers for addresses.
            3
        } else {
            // Two at a time: the assembler puts three loads that do nothing before every copy that follows a load.
            copy / 2 * 2 * 4 * STEPS / all
        }
    };
    A::Tile::each(
        #[inline(always)]
        |copy| {
            if at(copy) == slot {
                // SAFETY: upheld by the caller: the stage is free, and the tile is inside the operand.
                unsafe { left.copy(stage, copy, true) };
            }
        },
    );
    B::Tile::each(
        #[inline(always)]
        |copy| {
            if at(A::Tile::COPIES as usize + copy) == slot {
                // SAFETY: upheld by the caller: the stage is free, and the tile is inside the operand.
                unsafe { right.copy(stage + A::Tile::BYTES, copy, true) };
            }
        },
    );
}
