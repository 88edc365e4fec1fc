//! Small products, many in a batch: the main loop and the epilogue, by elements of any strides.
//!
//! ```text
//! grid    32 × 32 tiles of C, one or a few a product              128 threads, seven CTAs an SM
//! CTA     K in tiles of 32: elements to registers, then to shared memory         one stage
//! warp    16-bit elements: two by two warps of 1 × 2 accumulators of 16 × 8      k-blocks of 16
//! thread  f32: rows t % 16 + 16 i, columns t / 16 + 8 j, 2 × 4 sums              k-blocks of 4
//! C       sums to shared memory; then a warp a row, a lane an element
//! ```
//!
//! A product of a few dozen rows takes less time than its first loads, so none of its loads overlaps its products: those of other CTAs do.
//! K-blocks beyond K are left out.
//!
//! Roofline: instructions, of which a thread issues some 20 for each element of A, B and D that it has.
//!
//! Source: CUTLASS, `mma_singlestage.h`.

/// The threads of the copies of an operand, by its order.
macro_rules! threads {
    (k) => { layout!((_4, _32):(_32, _1)) };
    (mn) => { layout!((_32, _4)) };
}

/// The main loops and epilogues: CuTe's template over layouts, here a macro.
macro_rules! single_stage {
    ($($name:ident: $t:ident by $bits:ident, $Mma:ty, $Block:ident k_blocks of $block:literal, pitch $Pitch:ident, $Sums:ty,
        $($orders:ident: $a:ident $b:ident),*;)*) => {$(
        #[doc = concat!("The main loops `", stringify!($name), "`, by the orders of A and B, and their epilogue.")]
        pub mod $name {
            use crate::device::gemm::sm80::prelude::*;
            use crate::device::gemm::sm80::table::{SINGLE_STAGE_SHARED, SINGLE_STAGE_TILE};
            use crate::device::ptx::shared::Shared;

            type SmemLayout = Layout<(_32, _32), ($Pitch, _1)>;
            type SmemLayoutC = Layout<(_32, _32), (_40, _1)>;
            type Mma = $Mma;
            type AccumulatorTile = Accumulators<f32, $Sums>;

            shared_storage! {
                /// The stage; the sums take its place.
                pub struct Storage {
                    tensor a: [$t; SmemLayout];
                    tensor b: [$t; SmemLayout];
                }
            }

            const _: () = assert!(Storage::BYTES + 1024 <= SINGLE_STAGE_SHARED && 32 * 40 * 4 + 1024 <= SINGLE_STAGE_SHARED);

            $(
            #[doc = concat!("A and B: ", stringify!($orders), ".")]
            pub mod $orders {
                use super::*;

                /// The main loop.
                pub struct MmaSingleStage;

                impl Mainloop for MmaSingleStage {
                    type AccumulatorTile = super::AccumulatorTile;
                    const TILE: (u32, u32) = SINGLE_STAGE_TILE;
                    const BLOCK_K: u32 = 32;

                    #[inline(always)]
                    unsafe fn run(args: &Args, work: &Work, tCrC: &mut Self::AccumulatorTile) {
                        let tid = thread::tid();
                        let (m0, n0, batch) = work.at;
                        // SAFETY: the views are the problem's, and what is copied lies inside them; barriers are between the writes and
                        // reads of the stage; all threads of the CTA run the same code.
                        unsafe {
                            let smem = Storage::at(smem::arena());
                            let (mut sA, mut sB) = (smem.a(), smem.b()); // (BLK_M,BLK_K), (BLK_N,BLK_K)
                            let (mA, mB) = (operand_of!($t, elements $a args.a, m0, batch), operand_of!($t, elements $b args.b, n0, batch)); // (MN,K)
                            let (gA, gB) = (mA.local_tile(tile!(_32, _32), coord!(0i64, _)), mB.local_tile(tile!(_32, _32), coord!(0i64, _))); // (32,BLK_K,k)

                            let copy_a = make_tiled_copy(CopyAtom::<UniversalCopy<$bits>, $t>::new(), threads!($a), layout!((_1, _1)));
                            let copy_b = make_tiled_copy(CopyAtom::<UniversalCopy<$bits>, $t>::new(), threads!($b), layout!((_1, _1)));
                            let (thr_copy_a, thr_copy_b) = (copy_a.get_slice(tid), copy_b.get_slice(tid));
                            let (tAgA, tBgB) = (thr_copy_a.partition_S(&gA), thr_copy_b.partition_S(&gB)); // (CPY,CPY_MN,CPY_K,k)
                            let cX = make_identity_tensor(shape!({ _32::NEW }, { _32::NEW })); // (32,BLK_K)
                            let (tAcA, tBcB) = (thr_copy_a.partition_S(&cX), thr_copy_b.partition_S(&cX)); // coordinates (mn, k)

                            let mma = Mma::new();
                            let thr_mma = mma.get_slice(tid);
                            let tCsA = thr_mma.partition_A(&sA.local_tile(tile!(_32, $Block), coord!(_0, _))); // (MMA,MMA_M,MMA_K,k)
                            let tCsB = thr_mma.partition_B(&sB.local_tile(tile!(_32, $Block), coord!(_0, _))); // (MMA,MMA_N,MMA_K,k)
                            let mut tCrA = thr_mma.make_fragment_A(&tCsA.slice(coord!(_, _, _, _0))); // (MMA,MMA_M,MMA_K)
                            let mut tCrB = thr_mma.make_fragment_B(&tCsB.slice(coord!(_, _, _, _0))); // (MMA,MMA_N,MMA_K)

                            // The elements of a k-tile of an operand that lie inside it, and zeros.
                            macro_rules! load { ($copy:ident $thr:ident $tXgX:ident $tXcX:ident $sX:ident $order:ident, $left:expr, $k_tile:expr) => {{
                                let mut tXrX = $thr.partition_D(&$sX).make_fragment_like::<$t>(); // (CPY,CPY_MN,CPY_K)
                                let inside = ($left as i32, args.k as i32 - 32 * $k_tile as i32);
                                order!(predicate $order pred, $tXcX, inside);
                                copy_if(&$copy, &pred, &$tXgX.slice(coord!(_, _, _, { $k_tile as i64 })), &mut tXrX);
                                tXrX
                            }} }
                            for k_tile in 0..work.blocks {
                                let tArA = load!(copy_a thr_copy_a tAgA tAcA sA $a, args.m - m0, k_tile); // (CPY,CPY_M,CPY_K)
                                let tBrB = load!(copy_b thr_copy_b tBgB tBcB sB $b, args.n - n0, k_tile); // (CPY,CPY_N,CPY_K)
                                if k_tile > 0 {
                                    thread::sync();
                                }
                                copy(&copy_a, &tArA, &mut thr_copy_a.partition_D_mut(&mut sA));
                                copy(&copy_b, &tBrB, &mut thr_copy_b.partition_D_mut(&mut sB));
                                thread::sync();
                                let k_blocks = (args.k - 32 * k_tile).min(32).div_ceil($block);
                                for k_block in 0..k_blocks as i32 {
                                    copy(&AutoVectorizingCopy, &tCsA.slice(coord!(_, _, _, k_block)), &mut tCrA);
                                    copy(&AutoVectorizingCopy, &tCsB.slice(coord!(_, _, _, k_block)), &mut tCrB);
                                    gemm(mma, &tCrA, &tCrB, tCrC);
                                }
                            }
                        }
                    }
                }
            }
            )*

            /// Stores a tile of sums to D, of f32 if the arguments say so.
            pub struct Store;

            impl Epilogue<AccumulatorTile> for Store {
                #[inline(always)]
                unsafe fn store(args: &Args, work: &Work, tCrC: &mut AccumulatorTile) {
                    let memory = smem::arena();
                    // SAFETY: the sums take the place of a stage that no warp reads past the barrier; all threads of the CTA are here.
                    unsafe {
                        thread::sync();
                        let mut sC = make_tensor(SharedPtr::<f32>::new(memory), SmemLayoutC::default()); // (BLK_M,BLK_N)
                        copy(&AutoVectorizingCopy, &*tCrC, &mut Mma::new().get_slice(thread::tid()).partition_C_mut(&mut sC));
                        thread::sync();
                        if args.single != 0 {
                            store_rows::<f32>(args, work.at, memory)
                        } else {
                            store_rows::<$t>(args, work.at, memory)
                        }
                    }
                }
            }

            /// Stores the rows of sums that lie at `memory` to D from `at` on.
            ///
            /// # Safety
            /// All threads of the CTA make the call, after the barrier that follows the sums; D, C and bias are the problem's.
            #[inline(always)]
            unsafe fn store_rows<Out>(args: &Args, at: (u32, u32, u32), memory: u32)
            where
                f32: OutputOp<Out>,
            {
                const ROWS: usize = SINGLE_STAGE_TILE.0 as usize / 4;
                let (warp, column) = (thread::tid() / 32, thread::tid() % 32);
                let layout = SmemLayoutC::default();
                let row = inlined!(|r: u32| warp + 4 * r);
                let sum = inlined!(|r: u32| {
                    let to = layout.offset_at((row(r) as usize, column as usize)).value() as u32;
                    // SAFETY: upheld by the caller: a sum.
                    f32::from_bits(unsafe { <u32 as Shared>::load(memory + 4 * to) })
                });
                if column >= args.n - at.1 {
                    return;
                }
                let at = inlined!(|r: u32| (at.0 + row(r), at.1 + column, at.2));
                if epilogue::is_plain(args) {
                    // All loads before the first store.
                    let sums: [f32; ROWS] = unrolled(inlined!(|r| sum(r as u32)));
                    repeat::<ROWS>(inlined!(|r| {
                        let at = at(r as u32);
                        if at.0 < args.m {
                            // SAFETY: upheld by the caller: an element of D.
                            unsafe { args.d.address::<Out>(at).write(f32::scaled(sums[r], f32::alpha(args))) };
                        }
                    }));
                    return;
                }
                // A loop that stays one.
                for r in 0..shared::black_box(ROWS as u32) {
                    let at = at(r);
                    if at.0 < args.m {
                        // SAFETY: upheld by the caller: an element of D, and C and bias there.
                        unsafe { args.d.address::<Out>(at).write(f32::element(sum(r), args, at)) };
                    }
                }
            }
        }
    )*};
}

single_stage! {
    single_stage_f16: f16 by _16, TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>, _16 k_blocks of 16, pitch _40, ((_2, _2), _1, _2),
        kk: k k, km: k mn, mk: mn k, mm: mn mn;
    single_stage_bf16: bf16 by _16, TiledMma<SM80_16x8x16_F32BF16BF16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>, _16 k_blocks of 16, pitch _40, ((_2, _2), _1, _2),
        kk: k k, km: k mn, mk: mn k, mm: mn mn;
    single_stage_f32: f32 by _32, TiledMma<UniversalFMA<f32>, Layout<(_16, _8, _1), (_1, _16, _0)>>, _4 k_blocks of 4, pitch _36, (_1, _2, _4),
        kk: k k, km: k mn, mk: mn k, mm: mn mn;
}
