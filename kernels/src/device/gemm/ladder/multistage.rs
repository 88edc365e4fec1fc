//! The tensor-core kernels: `cp.async` through four stages, fragments by `ldmatrix` or plain loads, `mma.sync`.
//!
//! ```text
//! grid    tiles of C in groups of 8 columns      128 × 256 (f64: 128 × 128), 256 threads, one block a multiprocessor
//!                                                128 × 128 (f64: 128 × 64), 128 threads, two blocks a multiprocessor
//! block   K in steps of 128 bytes (the smaller tile of 64, f64 128): the next tiles on their way while one is used, a barrier a step
//! warp    64 × 64 of C (f64: 64 × 32): 4 × 8 (4 × 4) accumulators of 16 × 8
//! step    16 units of K: 32 (16) instructions, N back and forth; meanwhile the next step's 4 fragments of A and 8 (4) of B, also those
//!         of the next block, and a part of the copies of the block that is the number of stages less one ahead
//! ```
//!
//! Roofline: on Hopper `mma.sync` reaches 62 % of what the tensor cores do with `wgmma`, which reads its operands from shared memory by
//! itself. Before that the smaller tile is bound by what it reads from the second-level cache, a byte for 64 operations on 16 bits; the
//! broad one reads a byte for 85 (f64: 16 and 10.7). Measured: see `ladder time` in `examples/ladder`.
//!
//! Length: the fragments, the sums and the loop that has them in its registers are read together.
//!
//! Next: leave operands in shared memory and the copies to the copy engine (`hopper`).

use core::mem;

use super::args::{Args, tile_of};
use super::epilogue::{self, Emit};
use super::load::Load;
use super::tile::Tile;
use super::{doubles, halves};
use crate::device::ptx::{cp_async, ldmatrix, mma, mma::Mma, shared, shared::Shared, thread};
use crate::device::repeat;

/// The fragments of a tile: `N` of them a step.
pub trait Fragments<F, const N: usize> {
    /// What a thread computes once of where they are.
    type Places: Copy;

    /// That.
    fn places(tid: u32) -> Self::Places;

    /// The fragments of step `k`.
    ///
    /// # Safety
    /// The whole block calls it, the tile at `stage` being full.
    unsafe fn load(stage: u32, places: &Self::Places, k: usize) -> [F; N];
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
    // SAFETY: the caller's.
    unsafe {
        if T::TRANSPOSE {
            ldmatrix::load::<true>(at)
        } else {
            ldmatrix::load::<false>(at)
        }
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
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize) -> [[u32; 4]; 4] {
        // SAFETY: rows of a full tile, and the whole warp asks for them; zero bits are values.
        unsafe {
            let mut all: [[u32; 4]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let step = <Self as halves::Matrices>::STEPS.0;
                    let r = matrices::<Self>(address::<Self>(stage, places, step, i, k));
                    all[i] = [
                        T::prepare(r[0]),
                        T::prepare(r[1]),
                        T::prepare(r[2]),
                        T::prepare(r[3]),
                    ];
                },
            );
            all
        }
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
    unsafe fn load(stage: u32, places: &[u32; 4], k: usize) -> [[u32; 2]; 8] {
        // SAFETY: as above.
        unsafe {
            let mut all: [[u32; 2]; 8] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |j| {
                    let step = <Self as halves::Matrices>::STEPS.1;
                    let r = matrices::<Self>(address::<Self>(stage, places, step, j, k));
                    all[2 * j] = [T::prepare(r[0]), T::prepare(r[1])];
                    all[2 * j + 1] = [T::prepare(r[2]), T::prepare(r[3])];
                },
            );
            all
        }
    }
}

/// Two neighbouring f64.
///
/// # Safety
/// `address` is a 16-byte vector of a full tile.
#[inline(always)]
unsafe fn pair(address: u32) -> [f64; 2] {
    // SAFETY: the caller's contract; 16 bytes are two f64.
    unsafe { mem::transmute(crate::device::ptx::memory::Wide::load(address)) }
}

impl<T: doubles::Fragments> Fragments<[f64; 4], 4> for T {
    type Places = u32;

    #[inline(always)]
    fn places(tid: u32) -> u32 {
        tid
    }

    #[inline(always)]
    unsafe fn load(stage: u32, &tid: &u32, k: usize) -> [[f64; 4]; 4] {
        // SAFETY: values of a full tile; zero bits are values.
        unsafe {
            let mut all: [[f64; 4]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let at = #[inline(always)]
                    |v| stage + <T as doubles::Fragments>::value(tid, v, i, k);
                    all[i] = if <T as doubles::Fragments>::PAIRS {
                        let (low, high) = (pair(at(0)), pair(at(1)));
                        [low[0], high[0], low[1], high[1]]
                    } else {
                        [
                            f64::load(at(0)),
                            f64::load(at(1)),
                            f64::load(at(2)),
                            f64::load(at(3)),
                        ]
                    };
                },
            );
            all
        }
    }
}

impl<T: doubles::Fragments> Fragments<[f64; 2], 4> for T {
    type Places = u32;

    #[inline(always)]
    fn places(tid: u32) -> u32 {
        tid
    }

    #[inline(always)]
    unsafe fn load(stage: u32, &tid: &u32, k: usize) -> [[f64; 2]; 4] {
        // SAFETY: as above.
        unsafe {
            let mut all: [[f64; 2]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |j| {
                    let at = #[inline(always)]
                    |v| stage + <T as doubles::Fragments>::value(tid, v, j, k);
                    all[j] = if <T as doubles::Fragments>::PAIRS {
                        pair(at(0))
                    } else {
                        [f64::load(at(0)), f64::load(at(1))]
                    };
                },
            );
            all
        }
    }
}

/// A tile of C: its extents, the pitch of its rows in shared memory, and where accumulators go in it.
pub trait Sums<Acc> {
    /// Extents.
    const TILE: (u32, u32);
    /// Bytes from row to row.
    const PITCH: u32;
    /// Threads that share it.
    const THREADS: u32;

    /// Writes two neighbouring sums: values `v` and `v + 1` of accumulator `(i, j)`.
    ///
    /// # Safety
    /// The block no longer needs what lies there.
    unsafe fn put(base: u32, tid: u32, at: (usize, usize, usize), pair: [Acc; 2]);
}

/// The square tile of [`halves`].
pub struct SquareSums;
/// The broad tile of [`halves`].
pub struct BroadSums;
/// The tile of [`doubles`].
pub struct DoubleSums;
/// The broad tile of [`doubles`].
pub struct BroadDoubleSums;

macro_rules! sums {
    ($($name:ident, $tile:expr, $pitch:expr, $place:path, $threads:literal: $acc:ty, $carrier:ty, $store:expr;)*) => {$(
        impl Sums<$acc> for $name {
            const TILE: (u32, u32) = $tile;
            const PITCH: u32 = $pitch * size_of::<$acc>() as u32;
            const THREADS: u32 = $threads;

            #[inline(always)]
            unsafe fn put(base: u32, tid: u32, (v, i, j): (usize, usize, usize), pair: [$acc; 2]) {
                let at = base + $place(tid, v, i, j) * size_of::<$acc>() as u32;
                // SAFETY: the caller's contract; the pair is aligned, for its column is even.
                unsafe {
                    let value: $carrier = mem::transmute(pair);
                    $store(at, value)
                }
            }
        }
    )*};
}

use crate::device::ptx::memory::Wide;

sums! {
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128: f32, u64, |at, value| u64::store(at, value);
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128: i32, u64, |at, value| u64::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256: f32, u64, |at, value| u64::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256: i32, u64, |at, value| u64::store(at, value);
    DoubleSums, doubles::TILE, doubles::PITCH, doubles::accumulator, 128: f64, Wide, |at, value| Wide::store(at, value);
    BroadDoubleSums, doubles::BROAD_TILE, doubles::BROAD_PITCH, doubles::broad_accumulator, 256: f64, Wide, |at, value| Wide::store(at, value);
}

/// The body of every entry point on tensor cores: loads `A` and `B`, instruction `I`, tile `S`, output `Out`, or `Alt` if the arguments
/// say so, `NB` accumulators along N, `STEPS` instructions along K of a stage, of which `PENDING` may be on their way while the next is waited for and one is used, rows of C
/// of `ROUNDS` times 32 vectors; `BUFFERED` fragments are loaded a step ahead.
///
/// # Safety
/// Launched with the tile's threads, its stages of shared memory or half a tile of sums if that is more, a grid of [`tile_of`]'s
/// numbering, batches along z, and arguments whose views are those of the problem.
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
    const BUFFERED: bool,
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
    // Many small copies between the instructions would take registers that the fragments need.
    let together = const { <A::Tile as Tile>::COPIES > 8 };
    let stage_bytes = const { <A::Tile as Tile>::BYTES + <B::Tile as Tile>::BYTES };
    let (tile_m, tile_n) = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
    let (m0, n0, batch) = (tile_m * S::TILE.0, tile_n * S::TILE.1, thread::ctaid_z());
    if n0 >= args.n {
        return;
    }
    let tid = thread::tid();
    let base = shared::base();
    let blocks = args.k.div_ceil(block_k);
    let inside = m0 + S::TILE.0 <= args.m && n0 + S::TILE.1 <= args.n;
    // Blocks whose successor `stages - 1` further on lies inside the matrices.
    let steady = if inside {
        (args.k / block_k).saturating_sub(stages - 1)
    } else {
        0
    };
    // SAFETY: the views are the problem's; a stage is loaded after the barrier behind its last use and read after the wait and the
    // barrier behind its load; every thread passes every barrier and makes every warp-wide call, for the branches depend on the block
    // alone.
    unsafe {
        let mut left = A::new(&args.a, args.m, args.k, m0, batch, tid);
        let mut right = B::new(&args.b, args.n, args.k, n0, batch, tid);
        for stage in 0..stages - 1 {
            if stage < blocks {
                let to = base + stage * stage_bytes;
                if inside && (stage + 1) * block_k <= args.k {
                    left.next(to, true);
                    right.next(to + <A::Tile as Tile>::BYTES, true);
                } else {
                    left.next(to, false);
                    right.next(to + <A::Tile as Tile>::BYTES, false);
                }
            }
            cp_async::commit();
        }
        let mut sums: [[[I::Acc; 4]; NB]; 4] = mem::zeroed();
        let end = base + stages * stage_bytes;
        let (mut read, mut write) = (base, base + (stages - 1) * stage_bytes);
        let of_a = <A::Tile as Fragments<I::A, 4>>::places(tid);
        let of_b = <B::Tile as Fragments<I::B, NB>>::places(tid);
        let fragments = #[inline(always)]
        |stage: u32, k: usize| {
            let a: [I::A; 4] = <A::Tile as Fragments<I::A, 4>>::load(stage, &of_a, k);
            let right = stage + <A::Tile as Tile>::BYTES;
            let b: [I::B; NB] = <B::Tile as Fragments<I::B, NB>>::load(right, &of_b, k);
            (a, b)
        };
        let mut now = if BUFFERED {
            cp_async::wait::<PENDING>();
            thread::sync();
            fragments(read, 0)
        } else {
            mem::zeroed()
        };
        // One block of K: its products, the copies of the block `stages - 1` further on between them, and the first fragments of the
        // next block.
        let mut step = #[inline(always)]
        |block: u32, whole: bool| {
            if !BUFFERED {
                cp_async::wait::<PENDING>();
                thread::sync();
            }
            let ahead = block + stages - 1 < blocks;
            if whole && together {
                left.next(write, true);
                right.next(write + <A::Tile as Tile>::BYTES, true);
            } else if whole {
                left.advance();
                right.advance();
            } else {
                if ahead {
                    left.next(write, false);
                    right.next(write + <A::Tile as Tile>::BYTES, false);
                }
                cp_async::commit();
            }
            repeat::<STEPS>(
                #[inline(always)]
                |k| {
                    if BUFFERED && k == STEPS - 1 {
                        if whole {
                            cp_async::commit();
                        }
                        write = read;
                        read += stage_bytes;
                        if read == end {
                            read = base;
                        }
                        read = shared::opaque(read);
                        cp_async::wait::<PENDING>();
                        thread::sync();
                    }
                    let next = if BUFFERED {
                        fragments(read, (k + 1) % STEPS)
                    } else {
                        now = fragments(read, k);
                        now
                    };
                    repeat::<4>(
                        #[inline(always)]
                        |i| {
                            if whole && !together {
                                copies::<A, B, STEPS>(&mut left, &mut right, write, 4 * k + i);
                            }
                            repeat::<NB>(
                                #[inline(always)]
                                |step| {
                                    let j = if i % 2 == 0 { step } else { NB - 1 - step };
                                    I::mma(&mut sums[i][j], now.0[i], now.1[j]);
                                },
                            )
                        },
                    );
                    now = next;
                },
            );
            if !BUFFERED {
                if whole {
                    cp_async::commit();
                }
                write = read;
                read += stage_bytes;
                if read == end {
                    read = base;
                }
                read = shared::opaque(read);
            }
        };
        for block in 0..steady {
            step(block, true);
        }
        for block in steady..blocks {
            step(block, false);
        }
        cp_async::wait::<0>();
        repeat::<2>(
            #[inline(always)]
            |half| {
                thread::sync();
                repeat::<2>(
                    #[inline(always)]
                    |i| {
                        repeat::<NB>(
                            #[inline(always)]
                            |j| {
                                let [x, y, z, w] = sums[2 * half + i][j];
                                S::put(base, tid, (0, i, j), [x, y]);
                                S::put(base, tid, (2, i, j), [z, w]);
                            },
                        )
                    },
                );
                thread::sync();
                let at = (m0 + half as u32 * epilogue::ROWS, n0, batch);
                if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                    epilogue::store::<I::Acc, Alt, ROUNDS, false>(
                        &args,
                        base,
                        S::PITCH,
                        S::THREADS,
                        at,
                    );
                } else {
                    epilogue::store::<I::Acc, Out, ROUNDS, false>(
                        &args,
                        base,
                        S::PITCH,
                        S::THREADS,
                        at,
                    );
                }
            },
        );
    }
}

/// The copies of a block that come before group `slot` of its instructions: all of them before the last step of K.
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
    let slots = 4 * (STEPS - 1);
    let all = (A::Tile::COPIES + B::Tile::COPIES) as usize;
    A::Tile::each(
        #[inline(always)]
        |copy| {
            if copy * slots / all == slot {
                // SAFETY: the caller's contract.
                unsafe { left.copy(stage, copy, true) };
            }
        },
    );
    B::Tile::each(
        #[inline(always)]
        |copy| {
            if (A::Tile::COPIES as usize + copy) * slots / all == slot {
                // SAFETY: the caller's contract.
                unsafe { right.copy(stage + A::Tile::BYTES, copy, true) };
            }
        },
    );
}
