//! The tensor-core kernels: `cp.async` through four stages, fragments by `ldmatrix` or plain loads, `mma.sync`.
//!
//! ```text
//! grid    128 × 128 tiles of C (f64: 128 × 64), groups of 8 columns        128 threads, two blocks a multiprocessor
//! block   K in steps of 64 bytes (f64: 128): three tiles on their way while one is used, a barrier a step
//! warp    64 × 64 of C (f64: 64 × 32): 4 × 8 (4 × 4) accumulators of 16 × 8
//! step    16 units of K: 4 fragments of A, 8 (4) of B, 32 (16) instructions, N back and forth
//! ```
//!
//! Roofline: on Hopper `mma.sync` reaches 62 % of what the tensor cores do with `wgmma`, which reads its operands from shared memory by
//! itself. Measured: see `ladder time` in `examples/ladder`.
//!
//! Next: leave operands in shared memory and the copies to the copy engine (`hopper`).

use core::mem;

use super::args::{Args, tile_of};
use super::epilogue::{self, Emit};
use super::load::Load;
use super::tile::Tile;
use super::{doubles, halves, table};
use crate::device::ptx::{cp_async, ldmatrix, mma, mma::Mma, shared, shared::Shared, thread};
use crate::device::repeat;

/// The fragments of a tile: `N` of them a step.
pub trait Fragments<F, const N: usize> {
    /// Those of step `k`.
    ///
    /// # Safety
    /// The whole block calls it, the tile at `stage` being full.
    unsafe fn load(stage: u32, tid: u32, k: usize) -> [F; N];
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

impl<T: Prepare, O> Fragments<[u32; 4], 4> for halves::Halves<T, O>
where
    Self: halves::Matrices,
{
    #[inline(always)]
    unsafe fn load(stage: u32, tid: u32, k: usize) -> [[u32; 4]; 4] {
        // SAFETY: rows of a full tile, and the whole warp asks for them; zero bits are values.
        unsafe {
            let mut all: [[u32; 4]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let at = stage + <Self as halves::Matrices>::a(tid, i, k);
                    let r = if <Self as halves::Matrices>::TRANSPOSE {
                        ldmatrix::load::<true>(at)
                    } else {
                        ldmatrix::load::<false>(at)
                    };
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

impl<T: Prepare, O> Fragments<[u32; 2], 8> for halves::Halves<T, O>
where
    Self: halves::Matrices,
{
    #[inline(always)]
    unsafe fn load(stage: u32, tid: u32, k: usize) -> [[u32; 2]; 8] {
        // SAFETY: as above.
        unsafe {
            let mut all: [[u32; 2]; 8] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |j| {
                    let at = stage + <Self as halves::Matrices>::b(tid, j, k);
                    let r = if <Self as halves::Matrices>::TRANSPOSE {
                        ldmatrix::load::<true>(at)
                    } else {
                        ldmatrix::load::<false>(at)
                    };
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

impl<O> Fragments<[f64; 4], 4> for doubles::Left<O>
where
    Self: doubles::Fragments,
{
    #[inline(always)]
    unsafe fn load(stage: u32, tid: u32, k: usize) -> [[f64; 4]; 4] {
        // SAFETY: values of a full tile; zero bits are values.
        unsafe {
            let mut all: [[f64; 4]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |i| {
                    let at = #[inline(always)]
                    |v| stage + <Self as doubles::Fragments>::value(tid, v, i, k);
                    all[i] = if <Self as doubles::Fragments>::PAIRS {
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

impl<O> Fragments<[f64; 2], 4> for doubles::Right<O>
where
    Self: doubles::Fragments,
{
    #[inline(always)]
    unsafe fn load(stage: u32, tid: u32, k: usize) -> [[f64; 2]; 4] {
        // SAFETY: as above.
        unsafe {
            let mut all: [[f64; 2]; 4] = mem::zeroed();
            repeat::<4>(
                #[inline(always)]
                |j| {
                    let at = #[inline(always)]
                    |v| stage + <Self as doubles::Fragments>::value(tid, v, j, k);
                    all[j] = if <Self as doubles::Fragments>::PAIRS {
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

    /// Writes two neighbouring sums: values `v` and `v + 1` of accumulator `(i, j)`.
    ///
    /// # Safety
    /// The block no longer needs what lies there.
    unsafe fn put(base: u32, tid: u32, at: (usize, usize, usize), pair: [Acc; 2]);
}

/// The tile of [`halves`].
pub struct Wide128;
/// The tile of [`doubles`].
pub struct Wide64;

macro_rules! sums {
    ($($name:ident, $module:ident: $acc:ty, $carrier:ty, $store:expr;)*) => {$(
        impl Sums<$acc> for $name {
            const TILE: (u32, u32) = $module::TILE;
            const PITCH: u32 = $module::PITCH * size_of::<$acc>() as u32;

            #[inline(always)]
            unsafe fn put(base: u32, tid: u32, (v, i, j): (usize, usize, usize), pair: [$acc; 2]) {
                let at = base + $module::accumulator(tid, v, i, j) * size_of::<$acc>() as u32;
                // SAFETY: the caller's contract; the pair is aligned, for its column is even.
                unsafe {
                    let value: $carrier = mem::transmute(pair);
                    $store(at, value)
                }
            }
        }
    )*};
}

sums! {
    Wide128, halves: f32, u64, |at, value| u64::store(at, value);
    Wide128, halves: i32, u64, |at, value| u64::store(at, value);
    Wide64, doubles: f64, crate::device::ptx::memory::Wide, |at, value| Shared::store(at, value);
}

/// The body of every entry point on tensor cores: loads `A` and `B`, instruction `I`, tile `S`, output `Out`, or `Alt` if the arguments say so, `NB` accumulators along N
/// and `STEPS` instructions along K of a stage.
///
/// # Safety
/// Launched with 128 threads, four stages of shared memory or half a tile of sums if that is more, a grid of [`tile_of`]'s numbering,
/// batches along z, and arguments whose views are those of the problem.
#[inline(always)]
pub unsafe fn gemm<A, B, I, S, Out, Alt, const NB: usize>(args: Args)
where
    A: Load,
    B: Load,
    I: Mma<Acc: Emit<Out> + Emit<Alt>>,
    S: Sums<I::Acc>,
    A::Tile: Fragments<I::A, 4>,
    B::Tile: Fragments<I::B, NB>,
{
    const STAGES: u32 = table::STAGES;
    let block_k = const {
        assert!(<A::Tile as Tile>::BLOCK_K == <B::Tile as Tile>::BLOCK_K);
        <A::Tile as Tile>::BLOCK_K
    };
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
    // SAFETY: the views are the problem's; a stage is loaded after the barrier behind its last use and read after the wait and the
    // barrier behind its load; every thread passes every barrier and makes every warp-wide call, for the branches depend on the block
    // alone.
    unsafe {
        let mut left = A::new(&args.a, args.m, args.k, m0, batch, tid);
        let mut right = B::new(&args.b, args.n, args.k, n0, batch, tid);
        let mut load = #[inline(always)]
        |block: u32, stage: u32| {
            if block < blocks {
                let whole = inside && (block + 1) * block_k <= args.k;
                if whole {
                    left.next(stage, true);
                    right.next(stage + <A::Tile as Tile>::BYTES, true);
                } else {
                    left.next(stage, false);
                    right.next(stage + <A::Tile as Tile>::BYTES, false);
                }
            }
            cp_async::commit();
        };
        for stage in 0..STAGES - 1 {
            load(stage, base + stage * stage_bytes);
        }
        let mut sums: [[[I::Acc; 4]; NB]; 4] = mem::zeroed();
        let end = base + STAGES * stage_bytes;
        let (mut read, mut write) = (base, base + (STAGES - 1) * stage_bytes);
        for block in 0..blocks {
            cp_async::wait::<{ STAGES - 2 }>();
            thread::sync();
            load(block + STAGES - 1, write);
            repeat::<2>(
                #[inline(always)]
                |k| {
                    let a: [I::A; 4] = <A::Tile as Fragments<I::A, 4>>::load(read, tid, k);
                    let b: [I::B; NB] = <B::Tile as Fragments<I::B, NB>>::load(
                        read + <A::Tile as Tile>::BYTES,
                        tid,
                        k,
                    );
                    repeat::<4>(
                        #[inline(always)]
                        |i| {
                            repeat::<NB>(
                                #[inline(always)]
                                |step| {
                                    let j = if i % 2 == 0 { step } else { NB - 1 - step };
                                    I::mma(&mut sums[i][j], a[i], b[j]);
                                },
                            )
                        },
                    );
                },
            );
            write = read;
            read += stage_bytes;
            if read == end {
                read = base;
            }
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
                    epilogue::store::<I::Acc, Alt>(&args, base, S::PITCH, 128, at);
                } else {
                    epilogue::store::<I::Acc, Out>(&args, base, S::PITCH, 128, at);
                }
            },
        );
    }
}
