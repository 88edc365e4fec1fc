//! The main loops of f32 by FMAs, chosen where f64 tensor cores are not as fast as the f32 units, and their epilogue.
//!
//! ```text
//! grid    128 × 128 tiles of C, groups of 8 columns                        128 threads, two CTAs an SM
//! CTA     K in tiles of 8: tile k + 3 on its way, k + 1 and k + 2 arrived, k in use            4 stages
//! thread  16 × 8 sums; for each k six 16-byte loads of k + 1, and 128 FMAs of k
//! lane = (2, 4, 4): n, m, n              m = 4 · lane_m + 32 · warp_m + v + 16 · q + 64 · half      v: 4, q: 2, half: 2
//!   n: lane%2 + 2·(lane/8)               n = 4 · lane_n + 64 · warp_n + v + 32 · p                  v: 4, p: 2
//!   m: lane/2 % 4
//! ```
//!
//! In shared memory M or N is contiguous in either order, 132 elements from one k to the next, so that no copy and no load meets in a bank.
//!
//! | main loop | contiguous | on its way to shared memory |
//! |---|---|---|
//! | `FfmaElements`, any strides | either | `cp.async` of 4 bytes, with zeros beyond the matrix |
//! | `FfmaVectors` | K | 16 bytes in registers for a tile, then stored element by element |
//! | `FfmaVectors` | M or N | `cp.async` of 16 bytes; where both operands come so, two tiles at a time, half as many barriers |
//!
//! `FfmaVectors` takes the whole tiles of K of CTAs inside the matrices without predicates: past the last one it copies that again, to a
//! stage that is never read. What is left, and CTAs at an edge, take the loop by elements.
//!
//! Roofline: an SM issues four warp instructions per clock, and the FMAs want all of them. For each 1,024 a thread issues 48
//! loads, two cycles each, and 30 to 52 others: 87 % of the 67 TFLOP/s of an H200. Measured by `gpu time sm80`.

use super::prelude::*;

/// (M, N, K) to thread.
type Threads = Layout<((_4, _2), ((_2, _4), _2), _1), ((_2, _32), ((_1, _8), _64), _0)>;
/// Thread, then value, to m.
type Rows = Layout<(_4, _2, _4, _2, _2), (_4, _32, _1, _16, _64)>;
/// Thread, then value, to n.
type Columns = Layout<(_8, _2, _4, _2), (_4, _64, _1, _32)>;
type Mma = TiledMma<UniversalFMA<f32>, Threads, (Rows, Columns, Underscore)>;

/// Elements of a stage of an operand: 8 · 132.
type StageElements = azulejo_layout::C<typenum::Sum<typenum::U1024, typenum::U32>>;
type SmemLayout = Layout<(_128, _8, _4), (_1, _132, StageElements)>;
/// Of both halves, of which one at a time is there.
type SmemLayoutC = Layout<(_128, _128), (_132, _1)>;

/// Elements from one k of an operand, or row of C, in shared memory to the next.
const PITCH: u32 = 132;
/// Bytes of a stage of an operand.
const STAGE: u32 = 8 * PITCH * 4;

shared_storage! {
    /// The stages.
    pub struct Storage {
        tensor a: [f32; SmemLayout];
        tensor b: [f32; SmemLayout];
    }
}

const _: () = assert!(Storage::BYTES + 1024 == super::table::F32_SHARED);

/// What an order of an operand means: the threads and values of its copies, and how they go.
macro_rules! operand {
    (elements k) => { (layout!((_16, _8):(_8, _1)), layout!((_1, _1))) };
    (elements mn) => { (layout!((_128, _1)), layout!((_1, _1))) };
    (vectors k) => { (layout!((_64, _2):(_2, _1)), layout!((_1, _4):(_0, _1))) };
    (vectors mn) => { (layout!((_32, _4)), layout!((_4, _1))) };
    (atom k) => { UniversalCopy<_128> };
    (atom mn) => { SM80_CP_ASYNC_CACHEGLOBAL<_128> };
    (is_async k) => { false };
    (is_async mn) => { true };
}

/// The main loops of each order of A and B: CuTe's template over layouts, here a macro.
macro_rules! mainloops {
    ($($name:ident: $a:ident $b:ident, $tiles:literal at a time $Steps:ident;)*) => {$(
        #[doc = concat!("The main loops `", stringify!($name), "`: the orders of A and B.")]
        pub mod $name {
            use super::*;

            /// By elements of any strides.
            pub type FfmaElements = Ffma<false>;
            /// By vectors at multiples of 16 bytes.
            pub type FfmaVectors = Ffma<true>;
            /// Whole tiles of K by vectors if `VECTORS`.
            pub struct Ffma<const VECTORS: bool>;

            impl<const VECTORS: bool> Mainloop for Ffma<VECTORS> {
                type AccumulatorTile = AccumulatorTile;
                const TILE: (u32, u32) = (128, 128);
                const BLOCK_K: u32 = 8;

                #[inline(always)]
                unsafe fn run(args: &Args, work: &Work, tCrC: &mut AccumulatorTile) {
                // Tiles of K of a barrier, and how far ahead of them the copies are.
                const TILES: u32 = $tiles;
                const AHEAD: u32 = 4 - TILES;
                const ASYNC: bool = operand!(is_async $a) || operand!(is_async $b);
                let tid = thread::tid();
                let (m0, n0, batch) = work.at;
                // SAFETY: the views are the problem's, and what is copied lies inside them; a stage is filled after the barrier that follows its
                // last use and read after the wait and the barrier that follows its filling; all threads of the CTA run the same code.
                unsafe {
                    let smem = Storage::at(smem::arena());
                    let (sA, sB) = (smem.a(), smem.b()); // (128,8,PIPE)
                    let (mA, mB) = (operand_of!(f32, vectors $a args.a, m0, batch), operand_of!(f32, vectors $b args.b, n0, batch)); // (MN,K)
                    let (gA, gB) = (mA.local_tile(tile!(_128, _8), coord!(0i64, _)), mB.local_tile(tile!(_128, _8), coord!(0i64, _))); // (128,8,k)

                    let mma = Mma::new();
                    let thr_mma = mma.get_slice(tid);
                    let (tCsA, tCsB) = (thr_mma.partition_A(&sA), thr_mma.partition_B(&sB)); // (MMA,MMA_MN,MMA_K,PIPE)
                    let mut tCrA = thr_mma.make_fragment_A(&tCsA.slice(coord!(_, _, _, _0))); // (MMA,MMA_M,MMA_K)
                    let mut tCrB = thr_mma.make_fragment_B(&tCsB.slice(coord!(_, _, _, _0))); // (MMA,MMA_N,MMA_K)
                    macro_rules! fragments { ($k:expr, $stage:expr) => {
                        copy(&AutoVectorizingCopy, &at_stage(&tCsA.slice(coord!(_, _, { $k }, _0)), $stage), &mut tCrA.slice_mut(coord!(_, _, { $k })));
                        copy(&AutoVectorizingCopy, &at_stage(&tCsB.slice(coord!(_, _, { $k }, _0)), $stage), &mut tCrB.slice_mut(coord!(_, _, { $k })));
                    } }
                    macro_rules! multiply { ($k:expr) => {
                        gemm(mma, &tCrA.slice(coord!(_, _, { $k })), &tCrB.slice(coord!(_, _, { $k })), tCrC)
                    } }

                    let mut first = 0;
                    if VECTORS && work.is_inside {
                        first = args.k / 8 / TILES * TILES;
                    }
                    if VECTORS && first > 0 {
                        let ((thr_a, val_a), (thr_b, val_b)) = (operand!(vectors $a), operand!(vectors $b));
                        let copy_a = make_tiled_copy(CopyAtom::<operand!(atom $a), f32>::new(), thr_a, val_a);
                        let copy_b = make_tiled_copy(CopyAtom::<operand!(atom $b), f32>::new(), thr_b, val_b);
                        let (thr_copy_a, thr_copy_b) = (copy_a.get_slice(tid), copy_b.get_slice(tid));
                        let (mut tAgA, mut tBgB) = (thr_copy_a.partition_S(&gA), thr_copy_b.partition_S(&gB)); // (CPY,CPY_MN,CPY_K,k)
                        let (tAsA, tBsB) = (thr_copy_a.partition_D(&sA), thr_copy_b.partition_D(&sB)); // (CPY,CPY_MN,CPY_K,PIPE)
                        let mut tArA = tAsA.slice(coord!(_, _, _, _0)).make_fragment_like::<f32>(); // (CPY,CPY_MN,CPY_K)
                        let mut tBrB = tBsB.slice(coord!(_, _, _, _0)).make_fragment_like::<f32>(); // (CPY,CPY_MN,CPY_K)
                        // Tile `$k_tile` to its stage, or to registers.
                        macro_rules! fetch {
                            (to_registers k $copy:ident $tXgX:ident $tXrX:ident $tXsX:ident, $k_tile:expr, $stage:expr) => {
                                copy(&$copy, &$tXgX.slice(coord!(_, _, _, _0)), &mut $tXrX);
                                advance!($tXgX, $k_tile);
                            };
                            (to_stage mn $copy:ident $tXgX:ident $tXrX:ident $tXsX:ident, $k_tile:expr, $stage:expr) => {
                                copy(&$copy, &$tXgX.slice(coord!(_, _, _, _0)), &mut at_stage(&$tXsX.slice(coord!(_, _, _, _0)), $stage));
                                advance!($tXgX, $k_tile);
                            };
                            ($to:ident $order:ident $copy:ident $tXgX:ident $tXrX:ident $tXsX:ident, $k_tile:expr, $stage:expr) => {};
                        }
                        // The tensor of tile `$k_tile` of K from the next one on; at the last one it stays where it is.
                        macro_rules! advance { ($tXgX:ident, $k_tile:expr) => {
                            $tXgX = black_box($tXgX.domain_offset((_0::NEW, _0::NEW, _0::NEW, { ($k_tile + 1 < first) as i64 })))
                        } }
                        // From registers to the stage.
                        macro_rules! put {
                            (k $tXrX:ident $tXsX:ident, $stage:expr) => { copy(&AutoVectorizingCopy, &$tXrX, &mut at_stage(&$tXsX.slice(coord!(_, _, _, _0)), $stage)) };
                            (mn $tXrX:ident $tXsX:ident, $stage:expr) => {};
                        }
                        macro_rules! fetch_both { ($to:ident, $k_tile:expr, $stage:expr) => {
                            fetch!($to $a copy_a tAgA tArA tAsA, $k_tile, $stage);
                            fetch!($to $b copy_b tBgB tBrB tBsB, $k_tile, $stage);
                        } }
                        macro_rules! put_both { ($stage:expr) => {
                            put!($a tArA tAsA, $stage);
                            put!($b tBrB tBsB, $stage);
                        } }
                        macro_rules! arrived { () => {
                            if ASYNC {
                                cp_async_wait::<{ 4 - 2 * TILES }>();
                            }
                            thread::sync();
                        } }
                        for stage in 0..AHEAD {
                            fetch_both!(to_stage, stage, stage * STAGE);
                            if ASYNC {
                                cp_async_fence();
                            }
                            fetch_both!(to_registers, stage, 0);
                            if stage < AHEAD - 1 {
                                put_both!(stage * STAGE);
                            }
                        }
                        arrived!();
                        // Bytes to the stages that are read, written by `cp.async`, and written from registers: a tile later.
                        let (mut read, mut write, mut put) = (0, AHEAD * STAGE, (AHEAD - 1) * STAGE);
                        fragments!(0usize, read);
                        let mut k_tile = 0;
                        while k_tile < first {
                            unroll!(k in $Steps => {
                                if k % 8 == 0 {
                                    fetch_both!(to_stage, k_tile + AHEAD + k as u32 / 8, write + k as u32 / 8 * STAGE);
                                    if ASYNC {
                                        cp_async_fence();
                                    }
                                }
                                if k == 3 {
                                    put_both!(put);
                                }
                                if k == 4 {
                                    fetch_both!(to_registers, k_tile + AHEAD, write);
                                }
                                if k as u32 == 8 * TILES - 1 {
                                    put = write;
                                    write = read;
                                    read = shared::black_box(if TILES == 2 { put } else if read == 3 * STAGE { 0 } else { read + STAGE });
                                    arrived!();
                                }
                                fragments!((k + 1) % 8, read + (k as u32 + 1) % (8 * TILES) / 8 * STAGE);
                                multiply!(k % 8);
                            });
                            k_tile += TILES;
                        }
                    }
                    if !VECTORS || first * 8 < args.k {
                        if VECTORS {
                            cp_async_wait::<0>();
                            thread::sync();
                        }
                        let (mA, mB) = (operand_of!(f32, elements $a args.a, m0, batch), operand_of!(f32, elements $b args.b, n0, batch)); // (MN,K)
                        let (gA, gB) = (mA.local_tile(tile!(_128, _8), coord!(0i64, _)), mB.local_tile(tile!(_128, _8), coord!(0i64, _))); // (128,8,k)
                        let ((thr_a, val_a), (thr_b, val_b)) = (operand!(elements $a), operand!(elements $b));
                        let copy_a = make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_32>, f32>::new(), thr_a, val_a);
                        let copy_b = make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_32>, f32>::new(), thr_b, val_b);
                        let (thr_copy_a, thr_copy_b) = (copy_a.get_slice(tid), copy_b.get_slice(tid));
                        let mut tAgA = thr_copy_a.partition_S(&gA).domain_offset((_0::NEW, _0::NEW, _0::NEW, { first as i64 })); // (CPY,CPY_MN,CPY_K,k)
                        let mut tBgB = thr_copy_b.partition_S(&gB).domain_offset((_0::NEW, _0::NEW, _0::NEW, { first as i64 })); // (CPY,CPY_MN,CPY_K,k)
                        let (tAsA, tBsB) = (thr_copy_a.partition_D(&sA), thr_copy_b.partition_D(&sB)); // (CPY,CPY_MN,CPY_K,PIPE)
                        let cX = make_identity_tensor(shape!({ _128::NEW }, { _8::NEW })); // (128,8)
                        let (tAcA, tBcB) = (thr_copy_a.partition_S(&cX), thr_copy_b.partition_S(&cX)); // coordinates (mn, k)
                        let k_tiles = args.k.div_ceil(8);
                        // The next tile of K.
                        macro_rules! load_operand { ($copy:ident $tXgX:ident $tXsX:ident $tXcX:ident $order:ident, $left:expr, $k_tile:expr, $stage:expr, $whole:expr) => {{
                            let (from, mut to) = ($tXgX.slice(coord!(_, _, _, _0)), $tXsX.slice(coord!(_, _, _, { $stage as i32 })));
                            if $whole {
                                copy(&$copy, &from, &mut to);
                            } else {
                                let inside = ($left as i32, args.k as i32 - 8 * $k_tile as i32);
                                order!(predicate $order pred, $tXcX, inside);
                                copy_if(&$copy, &pred, &from, &mut to);
                            }
                            $tXgX = black_box($tXgX.domain_offset((_0::NEW, _0::NEW, _0::NEW, _1::NEW)));
                        }} }
                        macro_rules! load { ($k_tile:expr, $stage:expr) => {{
                            let k_tile = $k_tile;
                            if work.is_inside && (k_tile + 1) * 8 <= args.k {
                                load_operand!(copy_a tAgA tAsA tAcA $a, 0, k_tile, $stage, true);
                                load_operand!(copy_b tBgB tBsB tBcB $b, 0, k_tile, $stage, true);
                            } else if k_tile < k_tiles {
                                load_operand!(copy_a tAgA tAsA tAcA $a, args.m - m0, k_tile, $stage, false);
                                load_operand!(copy_b tBgB tBsB tBcB $b, args.n - n0, k_tile, $stage, false);
                            }
                            cp_async_fence();
                        }} }
                        for stage in 0..3 {
                            load!(first + stage, stage);
                        }
                        if first < k_tiles {
                            cp_async_wait::<2>();
                            thread::sync();
                            let (mut read, mut write) = (0, 3);
                            fragments!(0usize, read * STAGE);
                            let mut k_tile = first;
                            while k_tile < k_tiles {
                                load!(k_tile + 3, write);
                                unroll!(k in _8 => {
                                    if k == 7 {
                                        write = read;
                                        read = shared::black_box(if read == 3 { 0 } else { read + 1 });
                                        cp_async_wait::<2>();
                                        thread::sync();
                                    }
                                    fragments!((k + 1) % 8, read * STAGE);
                                    multiply!(k);
                                });
                                k_tile += 1;
                            }
                        }
                    }
                    cp_async_wait::<0>();
                }
                }
            }
        }
    )*};
}

mainloops! {
    kk: k k, 1 at a time _8;
    km: k mn, 1 at a time _8;
    mk: mn k, 1 at a time _8;
    mm: mn mn, 2 at a time _16;
}

/// A thread's sums: 16 rows by 8 columns.
pub type AccumulatorTile = Accumulators<f32, (_1, _16, _8)>;

/// Stores a tile of sums, half after half through shared memory.
///
/// A vector of sums takes its pairs the other way round, and is turned back on its way out: a vector begins with an even register, so
/// that the sum of an even column is in an odd one, the value of B that it is multiplied by, loaded as a vector too, in an even one.
pub struct FfmaEpilogue;

impl Epilogue<AccumulatorTile> for FfmaEpilogue {
    #[inline(always)]
    unsafe fn store(args: &Args, work: &Work, tCrC: &mut AccumulatorTile) {
        let memory = smem::arena();
        // SAFETY: the rows of a half are those of the storage; barriers are between its uses.
        unsafe {
            let sC = make_tensor(SharedPtr::<f32>::new(memory), SmemLayoutC::default()); // (128,128)
            let tCsC = Mma::new().get_slice(thread::tid()).partition_C(&sC); // (MMA,MMA_M,MMA_N)
            repeat::<2>(inlined!(|half| {
                thread::sync();
                unroll!(i in _8 => { unroll!(p in _2 => {
                    let mut vector = make_rmem::<f32, _>(layout!(_4));
                    repeat::<4>(inlined!(|v| vector.put(v, tCrC.at((0usize, 8 * half + i, 4 * p + (v ^ 1))))));
                    let at = tCsC.layout().offset_at((0usize, i, 4 * p)).value() as u32;
                    let to = SharedPtr::<f32>::new(tCsC.engine().shared_address() + 4 * at);
                    copy(&AutoVectorizingCopy, &vector, &mut make_tensor(to, layout!(_4)));
                }); });
                thread::sync();
                let at = (work.at.0 + 64 * half as u32, work.at.1, work.at.2);
                epilogue::store::<f32, f32, 64, true>(args, memory, PITCH * 4, at);
            }));
        }
    }
}
