//! The tensor-core kernels: `cp.async` through four stages (the broad tile three), fragments by `ldmatrix` or plain loads, `mma.sync`.
//!
//! ```text
//! grid    tiles of C in groups of 8 (f64: 16) columns
//!         128 × 256, 256 threads, one block a multiprocessor
//!         128 × 128 (f64, and f32 in f64: 128 × 64), 128 threads, two blocks a multiprocessor
//!         f64 and f32 in f64, where a few tiles are left over after whole rounds: blocks share them, a slice of K each (`slices`)
//! block   K in steps of 128 bytes (the smaller tile of 64, f64 128): the next tiles on their way while one is used, a barrier a step
//! warp    64 × 64 of C (f64: 64 × 32): 4 × 8 (4 × 4) accumulators of 16 × 8
//! step    16 units of K: 32 (16) instructions, N back and forth; with each row of 8 (4) a quarter of the next step's fragments, also
//!         those of the next block, and a part of the copies of the block that is the number of stages less one ahead (f64: all of
//!         them with the last row of the first step)
//! ```
//!
//! What is read from shared memory and copied to it is spread over the instructions: eight warps that ask for all of a step at its
//! beginning wait for each other, and the tensor cores for them. An instruction on f64 takes 32 cycles, in which a few loads fit; its copies
//! are together where registers for their addresses are free, and whole tiles go from registers to D (`direct`). Measured on an H200
//! (2026-11-23), all orders, 2048 to 8192: 54 to 57 TFLOP/s at the card's power limit, 0.999 to 1.032 of the better of cuBLASLt's
//! first and best of 16, two runs.
//!
//! On compute capability 9.0 alone f32 is computed in f64 (`widened`): its tensor cores for f64 are as fast as its f32 units, and not held
//! up by loads, transposes and banks of registers. The product of two f32 is exact in f64, sums have 53 bits of mantissa and D is rounded
//! once, so its error is at most that of multiply-adds in f32; infinities and NaN give what they give there. Measured on an H200
//! (2026-11-22), all orders, 2048 to 8192: 59 to 64 TFLOP/s of 66.9, 1.13 to 1.24 of cuBLASLt's best of 16, multiply-adds 50 to 54.
//!
//! Roofline: on Hopper `mma.sync` reaches 62 % of what the tensor cores do with `wgmma`, which reads its operands from shared memory by
//! itself. Before that the smaller tile is bound by what it reads from the second-level cache, a byte for 64 operations on 16 bits; the
//! broad one reads a byte for 85 (f64: 10.7). Measured: see `ladder time` in `examples/ladder`.
//!
//! Length: the fragments and the loop that has them in its registers are read together.
//!
//! Next: leave the copies to the copy engine (`fed`), and operands in shared memory (`hopper`).
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use super::args::{Args, tile_of};
use super::epilogue::{self, Emit};
use super::join::join;
use super::load::Load;
use super::sums::Sums;
use super::tile::Tile;
use super::{direct, doubles, halves, widened};
use crate::device::ptx::{cp_async, ldmatrix, mma, mma::Mma, shared, shared::Shared, thread};
use crate::device::repeat;

/// The fragments of a tile: `N` of them a step.
pub trait Fragments<F, const N: usize> {
    /// What a thread computes once of where they are.
    type Places: Copy;

    /// That.
    fn places(tid: u32) -> Self::Places;

    /// Loads a quarter of the fragments of step `k`, number `part`, where they belong in `all`.
    ///
    /// # Safety
    /// The whole block calls it, the tile at `stage` being full.
    unsafe fn load(stage: u32, places: &Self::Places, k: usize, part: usize, all: &mut [F; N]);
}

/// The address of block `i` and step `k`: steps along one of them are constant.
#[inline(always)]
fn address<T: halves::Matrices>(
    stage: u32,
    places: &[u32; 4],
    step: u32,
    i: usize,
    k: usize,
) -> u32 {
    if T::TRANSPOSE {
        stage + places[i] + k as u32 * step
    } else {
        stage + places[k] + i as u32 * step
    }
}

/// What a thread computes once: where its parts of the first step of every block are, or of every step of the first block.
#[inline(always)]
fn places<T: halves::Matrices + Tile>(of: impl Fn(usize, usize) -> u32) -> [u32; 4] {
    let mut all = [0; 4];
    repeat::<4>(
        #[inline(always)]
        |at| {
            all[at] = if T::TRANSPOSE {
                of(at, 0)
            } else if at < (T::BLOCK_K * T::SIZE / 32) as usize {
                of(0, at)
            } else {
                0
            };
        },
    );
    all
}

/// Four matrices of 8 × 16 bytes from the rows that lanes name, turned where the operand lies the other way.
///
/// # Safety
/// The whole warp asks for rows of a full tile.
#[inline(always)]
unsafe fn matrices<T: halves::Matrices>(at: u32) -> [u32; 4] {
    if T::TRANSPOSE {
        // SAFETY: upheld by the caller: the whole warp is here, with rows of a full tile.
        unsafe { ldmatrix::load::<4, true>(at) }
    } else {
        // SAFETY: upheld by the caller: the whole warp is here, with rows of a full tile.
        unsafe { ldmatrix::load::<4, false>(at) }
    }
}

/// What turns the bits of an operand into those that the instruction takes.
pub trait Prepare {
    /// By default nothing.
    #[inline(always)]
    fn prepare(bits: u32) -> u32 {
        bits
    }
}

impl Prepare for azulejo_tensor::f16 {}
impl Prepare for azulejo_tensor::bf16 {}
impl Prepare for i8 {}
impl Prepare for azulejo_tensor::Tf32 {
    #[inline(always)]
    fn prepare(bits: u32) -> u32 {
        mma::to_tf32(bits)
    }
}

impl<T: Prepare, O, Side> Fragments<[u32; 4], 4> for halves::Halves<T, O, Side>
where
    Self: halves::Matrices,
{
    type Places = [u32; 4];

    #[inline(always)]
    fn places(tid: u32) -> [u32; 4] {
        places::<Self>(
            #[inline(always)]
            |i, k| <Self as halves::Matrices>::a(tid, i, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[u32; 4]; 4]) {
        let step = <Self as halves::Matrices>::STEPS.0;
        // SAFETY: rows of a full tile, and the whole warp asks for them.
        let r = unsafe { matrices::<Self>(address::<Self>(stage, places, step, i, k)) };
        all[i] = [
            T::prepare(r[0]),
            T::prepare(r[1]),
            T::prepare(r[2]),
            T::prepare(r[3]),
        ];
    }
}

impl<T: Prepare, O, Side> Fragments<[u32; 2], 8> for halves::Halves<T, O, Side>
where
    Self: halves::Matrices,
{
    type Places = [u32; 4];

    #[inline(always)]
    fn places(tid: u32) -> [u32; 4] {
        places::<Self>(
            #[inline(always)]
            |j, k| <Self as halves::Matrices>::b(tid, j, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize, j: usize, all: &mut [[u32; 2]; 8]) {
        let step = <Self as halves::Matrices>::STEPS.1;
        // SAFETY: the caller has a stage that is full and a converged warp.
        let r = unsafe { matrices::<Self>(address::<Self>(stage, places, step, j, k)) };
        all[2 * j] = [T::prepare(r[0]), T::prepare(r[1])];
        all[2 * j + 1] = [T::prepare(r[2]), T::prepare(r[3])];
    }
}

macro_rules! fragments {
    ($($values:literal)*) => {$(
        impl<T: doubles::Fragments> Fragments<[f64; $values], 4> for T {
            type Places = [u32; 4];

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                let places = <T as doubles::Fragments>::places(tid);
                if T::WIDTH == 16 {
                    // Registers of their own, not sums with one of them.
                    places.map(shared::opaque)
                } else {
                    places
                }
            }

            #[inline(always)]
            unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[f64; $values]; 4]) {
                repeat::<$values>(
                    #[inline(always)]
                    |v| {
                        let (place, beyond) = T::beyond(v, i, k);
                        // One register a place, and what lies beyond it in the instruction.
                        let place = shared::opaque(stage + places[place]);
                        // SAFETY: values of a full tile.
                        all[i][v] = unsafe { f64::load(place + beyond) };
                    },
                );
            }
        }
    )*};
}

fragments! { 4 2 }

macro_rules! narrow {
    ($($values:literal)*) => {$(
        impl<T: widened::Narrow> Fragments<[f32; $values], 4> for T {
            type Places = [u32; 4];

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                <T as doubles::Fragments>::places(tid)
            }

            #[inline(always)]
            unsafe fn load(stage: u32, places: &[u32; 4], k: usize, i: usize, all: &mut [[f32; $values]; 4]) {
                repeat::<{ $values / 2 }>(
                    #[inline(always)]
                    |v| {
                        let at = #[inline(always)]
                        |v| {
                            let (place, beyond) = T::beyond(v, i, k);
                            shared::opaque(stage + places[place]) + beyond
                        };
                        let other = v + $values / 2;
                        // SAFETY: values of a full tile, a pair aligned to its bytes.
                        unsafe {
                            if T::PAIRS {
                                [all[i][v], all[i][other]] = mem::transmute::<u64, [f32; 2]>(u64::load(at(v)));
                            } else {
                                (all[i][v], all[i][other]) = (f32::load(at(v)), f32::load(at(other)));
                            }
                        }
                    },
                );
            }
        }
    )*};
}

narrow! { 4 2 }

/// The body of every entry point on tensor cores: loads `A` and `B`, instruction `I`, tile `S`, output `Out`, or `Alt` if the arguments
/// say so, `NB` accumulators along N, `STEPS` instructions along K of a stage, of which there are two more than `PENDING`, rows of C of
/// `ROUNDS` times 32 vectors.
///
/// # Safety
/// Launched with the tile's threads, its stages of shared memory or half a tile of sums if that is more, a grid of [`tile_of`]'s
/// numbering (a line of it, of the arguments' slices, where the tile takes them), batches along z, and arguments whose views are those of
/// the problem.
#[inline(always)]
pub unsafe fn gemm<
    A,
    B,
    I,
    S,
    Out,
    Alt,
    const NB: usize,
    const STEPS: usize,
    const PENDING: u32,
    const ROUNDS: usize,
>(
    args: Args,
) where
    A: Load,
    B: Load,
    I: Mma<Acc: Emit<Out> + Emit<Alt>, A: Copy, B: Copy>,
    S: Sums<I::Acc>,
    A::Tile: Fragments<I::A, 4>,
    B::Tile: Fragments<I::B, NB>,
{
    let block_k = const {
        assert!(<A::Tile as Tile>::BLOCK_K == <B::Tile as Tile>::BLOCK_K);
        assert!(
            <A::Tile as Tile>::THREADS == S::THREADS && <B::Tile as Tile>::THREADS == S::THREADS
        );
        <A::Tile as Tile>::BLOCK_K
    };
    let stages = const { PENDING + 2 };
    // Many small copies between the instructions would take registers that the fragments need; without them, too, fragments are then
    // loaded when they are needed and not ahead.
    let spread = const { <A::Tile as Tile>::COPIES <= 8 };
    let stage_bytes = const { <A::Tile as Tile>::BYTES + <B::Tile as Tile>::BYTES };
    let (tid, base) = (thread::tid(), shared::base());
    // The blocks of K: from where on, and how many.
    let unit = args.slices.unit(thread::ctaid());
    let (first, blocks) = if S::SLICED {
        let (from, to) = unit.range(args.k.div_ceil(block_k));
        (from, to - from)
    } else {
        (0, args.k.div_ceil(block_k))
    };
    // The tile of a place, in the order of the grid that has a block a tile.
    let tile = #[inline(always)]
    |(x, y, batch): (u32, u32, u32)| {
        let (tile_m, tile_n) = tile_of(args.group, x, y);
        (tile_m * S::TILE.0, tile_n * S::TILE.1, batch)
    };
    let place = if S::SLICED {
        // Never 0: the compiler does not know.
        let across = args.slices.across.max(1);
        (unit.tile % across, unit.tile / across, thread::ctaid_z())
    } else {
        (thread::ctaid(), thread::ctaid_y(), thread::ctaid_z())
    };
    let at = tile(place);
    if at.1 >= args.n {
        return;
    }
    let is_inside = at.0 + S::TILE.0 <= args.m && at.1 + S::TILE.1 <= args.n;
    // SAFETY: the views are the problem's; a stage is loaded after the barrier behind its last use and read after the wait and the
    // barrier behind its load; every thread passes every barrier and makes every warp-wide call, for the branches depend on the block
    // alone.
    unsafe {
        let mut left = A::new(&args.a, args.m, args.k, at.0, at.2, tid);
        let mut right = B::new(&args.b, args.n, args.k, at.1, at.2, tid);
        if S::SLICED {
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
        let of_a = <A::Tile as Fragments<I::A, 4>>::places(tid);
        let of_b = <B::Tile as Fragments<I::B, NB>>::places(tid);
        // Blocks whose successor `stages - 1` further on lies inside the matrices.
        let steady = if is_inside {
            let inside = args.k / block_k;
            let inside = if S::SLICED {
                inside.min(first + blocks) - first
            } else {
                inside
            };
            inside.saturating_sub(stages - 1)
        } else {
            0
        };
        let mut sums: [[[I::Acc; 4]; NB]; 4] = mem::zeroed();
        let end = base + stages * stage_bytes;
        let (mut read, mut write) = (base, base + (stages - 1) * stage_bytes);
        // A quarter of the fragments of a step.
        let quarter_of_a = #[inline(always)]
        |stage: u32, k: usize, part: usize, a: &mut [I::A; 4]| {
            <A::Tile as Fragments<I::A, 4>>::load(stage, &of_a, k, part, a);
        };
        let quarter_of_b = #[inline(always)]
        |stage: u32, k: usize, part: usize, b: &mut [I::B; NB]| {
            let stage = stage + <A::Tile as Tile>::BYTES;
            <B::Tile as Fragments<I::B, NB>>::load(stage, &of_b, k, part, b);
        };
        let (mut a, mut b): ([I::A; 4], [I::B; NB]) = mem::zeroed();
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
                    let mut next: [I::B; NB] = mem::zeroed();
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
                            repeat::<NB>(
                                #[inline(always)]
                                |step| {
                                    let j = if i % 3 == 0 { step } else { NB - 1 - step };
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
        // f64 to f64, for the sums of f32 in f64 have another type than D.
        let from_registers = const { S::SLICED && size_of::<Out>() == size_of::<I::Acc>() };
        if !from_registers {
            thread::sync();
        }
        if S::SLICED {
            // Asked for again, so that no register holds it all the time.
            let unit = args.slices.unit(shared::opaque(thread::ctaid()));
            if unit.of > 1 && !join::<S, I::Acc, NB>(&args.slices, &unit, tid, &mut sums) {
                return;
            }
        }
        if from_registers {
            if is_inside && args.wide != 0 && epilogue::is_plain(&args) {
                direct::store::<I::Acc, Out, S, NB>(&args, at, tid, &sums);
                return;
            }
            thread::sync();
        }
        let narrow = <I::Acc as Emit<Out>>::NARROW;
        if let Some(narrow) = narrow
            && args.single == 0
            && args.wide == 2
            && epilogue::is_plain(&args)
            && is_inside
        {
            // Nothing but scaling: rounded before they are exchanged, twice as many rows at a time.
            let alpha = <I::Acc as Emit<Out>>::alpha(&args);
            for half in 0..shared::opaque(2) {
                only::<2>(half, |half| {
                    repeat::<2>(
                        #[inline(always)]
                        |i| {
                            repeat::<NB>(
                                #[inline(always)]
                                |j| {
                                    let [upper, lower] = narrow(alpha, sums[2 * half + i][j]);
                                    S::put_narrow(base, tid, (0, i, j), upper);
                                    S::put_narrow(base, tid, (2, i, j), lower);
                                },
                            );
                        },
                    );
                });
                thread::sync();
                let at = (at.0 + half * epilogue::NARROW_ROWS, at.1, at.2);
                S::store_narrow::<Out>(&args, base, at);
                thread::sync();
            }
            return;
        }
        for i in 0..shared::opaque(4) {
            only::<4>(i, |i| {
                repeat::<NB>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums[i][j];
                        S::put(base, tid, (0, 0, j), [x, y]);
                        S::put(base, tid, (2, 0, j), [z, w]);
                    },
                );
            });
            thread::sync();
            let from = (at.0 + i * ROWS, at.1, at.2);
            if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                epilogue::store::<I::Acc, Alt, ROUNDS, ROWS, false>(
                    &args,
                    base,
                    S::PITCH,
                    S::THREADS,
                    from,
                );
            } else {
                epilogue::store::<I::Acc, Out, ROUNDS, ROWS, false>(
                    &args,
                    base,
                    S::PITCH,
                    S::THREADS,
                    from,
                );
            }
            thread::sync();
        }
    }
}

/// Calls `f` with `i`, of `N`, as a number that the compiler knows: what registers hold has constant indices, and what
/// follows in a loop over `i` is in the code once.
#[inline(always)]
pub(super) fn only<const N: usize>(i: u32, mut f: impl FnMut(usize)) {
    // Not to be seen through, or the loop is written out again.
    let i = shared::opaque(i);
    repeat::<N>(
        #[inline(always)]
        |n| {
            if i == n as u32 {
                f(n)
            }
        },
    );
}

/// Rows of a tile that are stored at a time: those of one row of a warp's accumulators.
const ROWS: u32 = 32;

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
