//! The main loops for f16, bf16, tf32 and i8: `cp.async` a few stages ahead, `ldmatrix`, `mma.sync`.
//!
//! ```text
//! square  128 × 128, 4 warps, two CTAs an SM    4 stages of 64 bytes along K
//! broad   128 × 256, 8 warps, one CTA an SM     3 stages of 128 bytes along K: what compute capability 8.0 has room for
//! warp    64 × 64 of C: one panel of 64 rows of A and one of B
//! k-block 32 bytes along K: 32 instructions; with each row of eight a quarter of the next k-block's fragments,
//!         and between them the copies of the stage that is the number of stages less one ahead, a panel at a time
//! ```
//!
//! | panel of an operand | shared memory |
//! |---|---|
//! | K contiguous | `Sw<2,3,3>` (square) or `Sw<3,3,3>` (broad), lines along K |
//! | M or N contiguous, 16-bit elements, which `ldmatrix.trans` transposes | `Sw<3,3,3>`, lines of 64 elements |
//!
//! Loads are spread over the instructions: warps that ask for all of a k-block at its beginning wait for each other, and the tensor
//! cores for them.
//!
//! Roofline: on Hopper `mma.sync` reaches 62 % of what the tensor cores do with `wgmma`. The square tile is bound by what it reads from
//! L2, a byte for 64 operations on 16 bits; the broad one reads a byte for 85. Measured by `gpu time sm80`.

/// What an order of an operand means for a tile: its atom in shared memory, the threads and values of its copies, the copies of a panel.
macro_rules! operand {
    (smem square k $t:ty) => { Layout_K_SW64_Atom<$t> };
    (smem broad k $t:ty) => { Layout_K_SW128_Atom<$t> };
    (smem $tile:ident mn $t:ty) => { Layout_MN_SW128_Atom<$t> };
    (copy square k $V:ident) => { (layout!((_32, _4):(_4, _1)), layout!((_1, $V):(_0, _1))) };
    (copy broad k $V:ident) => { (layout!((_32, _8):(_8, _1)), layout!((_1, $V):(_0, _1))) };
    (copy square mn $V:ident) => { (layout!((_8, _16)), layout!(($V, _1))) };
    (copy broad mn $V:ident) => { (layout!((_8, _32)), layout!(($V, _1))) };
    (vector k $i:expr, $panel:expr) => { coord!(_, $i, _0, $panel) };
    (vector mn $i:expr, $panel:expr) => { coord!(_, _0, $i, $panel) };
}

/// The bits of `$N` values of a fragment that the instruction takes: of tf32 those that are nearest, ties away from zero.
macro_rules! rounded {
    (Tf32 $fragment:expr, $N:ident) => {{
        let mut fragment = $fragment;
        unroll!(i in $N => {
            let bits = math::tf32(f32::from_bits(fragment.at(i).to_bits()));
            // SAFETY: any 32 bits are a tf32.
            fragment.put(i, core::mem::transmute::<u32, Tf32>(bits));
        });
    }};
    ($t:ident $fragment:expr, $N:ident) => {};
}

/// The main loops: CuTe's template over layouts, here a macro.
macro_rules! mainloops {
    ($($name:ident: $tile:ident ($A:ident, $B:ident panels, $Blocks:ident k_blocks, $Stages:ident stages), $t:ident $Atom:ident $acc:ident, $K:ident by $AtomK:ident, $V:ident,
        $($orders:ident: $a:ident $b:ident),*;)*) => {$(
        #[doc = concat!("The main loops `", stringify!($name), "`: their tile and type, by the orders of A and B.")]
        pub mod $name { $(
        #[doc = concat!("A and B: ", stringify!($orders), ".")]
        pub mod $orders {
            use crate::device::gemm::sm80::{prelude::*, warp_epilogue};

            type SmemLayoutA = TileToShape<operand!(smem $tile $a $t), (_64, $K, $A, $Stages), LayoutLeft>;
            type SmemLayoutB = TileToShape<operand!(smem $tile $b $t), (_64, $K, $B, $Stages), LayoutLeft>;
            /// The stages among four, a power of two, so that one of them is a plain layout.
            type PipeA = TileToShape<operand!(smem $tile $a $t), (_64, $K, $A, _4), LayoutLeft>;
            type PipeB = TileToShape<operand!(smem $tile $b $t), (_64, $K, $B, _4), LayoutLeft>;
            type Mma = warp_epilogue::WarpMma<$Atom, $AtomK>;

            shared_storage! {
                /// The stages.
                pub struct Storage {
                    tensor a: [$t; SmemLayoutA];
                    tensor b: [$t; SmemLayoutB];
                }
            }

            /// The main loop.
            pub struct MmaMultistage;

            impl Mainloop for MmaMultistage {
                type AccumulatorTile = warp_epilogue::AccumulatorTile<$acc>;
                const TILE: (u32, u32) = (64 * <$A as Int>::STATIC.unwrap() as u32, 64 * <$B as Int>::STATIC.unwrap() as u32);
                const BLOCK_K: u32 = <$K as Int>::STATIC.unwrap() as u32;

                #[inline(always)]
                unsafe fn run(args: &Args, work: &Work, tCrC: &mut Self::AccumulatorTile) {
                    const STAGES: u32 = <$Stages as Int>::STATIC.unwrap() as u32;
                    const BLOCKS: usize = <$Blocks as Int>::STATIC.unwrap() as usize;
                    const PANELS: [usize; 2] = [<$A as Int>::STATIC.unwrap() as usize, <$B as Int>::STATIC.unwrap() as usize];
                    const VECTOR: i32 = <$V as Int>::STATIC.unwrap() as i32;
                    const BLOCK_K: i32 = <MmaMultistage as Mainloop>::BLOCK_K as i32;
                    /// `true` if `ldmatrix` comes before the copies of its place, which is faster for broad tiles alone.
                    const IS_128X256: bool = PANELS[1] == 4;
                    /// Bytes of a stage of A and of B.
                    const STAGE: [u32; 2] = [64 * PANELS[0] as u32 * BLOCK_K as u32 * size_of::<$t>() as u32, 64 * PANELS[1] as u32 * BLOCK_K as u32 * size_of::<$t>() as u32];

                    let tid = thread::tid();
                    let (m0, n0, batch) = work.at;
                    // SAFETY: the views are the problem's, and what is copied lies inside them; a stage is filled after the barrier behind
                    // its last use and read after the wait and the barrier behind its copies; all threads of the CTA run the same code.
                    unsafe {
                        let smem = Storage::at(smem::arena());
                        let sA = make_tensor(*smem.a().engine(), PipeA::default()); // (64,BLK_K,PANEL,PIPE)
                        let sB = make_tensor(*smem.b().engine(), PipeB::default()); // (64,BLK_K,PANEL,PIPE)
                        let (mA, mB) = (operand_of!($t, vectors $a args.a, m0, batch), operand_of!($t, vectors $b args.b, n0, batch)); // (MN,K)
                        let gA = mA.local_tile(tile!(_64, $K), coord!(_, _)); // (64,BLK_K,panel,k)
                        let gB = mB.local_tile(tile!(_64, $K), coord!(_, _)); // (64,BLK_K,panel,k)

                        let ((thr_a, val_a), (thr_b, val_b)) = (operand!(copy $tile $a $V), operand!(copy $tile $b $V));
                        let copy_a = make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, $t>::new(), thr_a, val_a);
                        let copy_b = make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, $t>::new(), thr_b, val_b);
                        let (thr_copy_a, thr_copy_b) = (copy_a.get_slice(tid), copy_b.get_slice(tid));
                        let (tAgA, tBgB) = (black_box(thr_copy_a.partition_S(&gA)), black_box(thr_copy_b.partition_S(&gB))); // (CPY,CPY_MN,CPY_K,panel,k)
                        let (tAsA, tBsB) = (thr_copy_a.partition_D(&sA), thr_copy_b.partition_D(&sB)); // (CPY,CPY_MN,CPY_K,PANEL,PIPE)
                        let cX = make_identity_tensor(shape!({ _64::NEW }, { $K::NEW })); // (64,BLK_K)
                        let (tAcA, tBcB) = (thr_copy_a.partition_S(&cX), thr_copy_b.partition_S(&cX)); // coordinates (mn, k)

                        let warp = warpgroup::uniform(tid / 32) as usize;
                        let mma = Mma::new();
                        let thr_mma = mma.get_slice(tid % 32);
                        let sWA = sA.slice(coord!(_, _, { warp / PANELS[1] }, _)); // (64,BLK_K,PIPE)
                        let sWB = sB.slice(coord!(_, _, { warp % PANELS[1] }, _)); // (64,BLK_K,PIPE)
                        let mut tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sWA.slice(coord!(_, _, _0)))); // (MMA,MMA_M,MMA_K)
                        let mut tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sWB.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K)
                        let s2r_a = make_tiled_copy_A(CopyAtom::<order!(ldsm $a), $t>::new(), mma);
                        let s2r_b = make_tiled_copy_B(CopyAtom::<order!(ldsm $b), $t>::new(), mma);
                        let (s2r_thr_a, s2r_thr_b) = (s2r_a.get_slice(tid % 32), s2r_b.get_slice(tid % 32));
                        let (tXsA, tXsB) = (s2r_thr_a.partition_S(&sWA), s2r_thr_b.partition_S(&sWB)); // (CPY,MMA_MN,MMA_K,PIPE)

                        // The copies of a panel: whole, or of each vector what lies inside the matrix.
                        macro_rules! panel { ($copy:ident $tXgX:ident $tXsX:ident $tXcX:ident $order:ident, $left:expr, $panel:expr, $k_tile:expr, $whole:expr) => {
                            if $whole {
                                copy(&$copy, &$tXgX.slice(coord!(_, _, _, $panel)), &mut $tXsX.slice(coord!(_, _, _, $panel)));
                            } else {
                                let (mn_left, k_left) = ($left - 64 * $panel as i32, args.k as i32 - BLOCK_K * $k_tile as i32);
                                unroll!(i in _2 => {
                                    let (mn, k) = $tXcX.coord(VECTOR * i as i32);
                                    let (along, across) = order!(along $order mn_left - mn as i32, k_left - k as i32);
                                    let elements = if across > 0 { along.clamp(0, VECTOR) } else { 0 };
                                    let from = $tXgX.slice(operand!(vector $order i, $panel));
                                    copy_bytes::<16, true, _, _, _, _>(&from, &$tXsX.slice(operand!(vector $order i, $panel)), elements as u32 * size_of::<$t>() as u32);
                                });
                            }
                        } }
                        macro_rules! panel_of_a { ($from:ident $to:ident, $panel:expr, $k_tile:expr, $whole:expr) => {
                            panel!(copy_a $from $to tAcA $a, args.m as i32 - m0 as i32, $panel, $k_tile, $whole)
                        } }
                        macro_rules! panel_of_b { ($from:ident $to:ident, $panel:expr, $k_tile:expr, $whole:expr) => {
                            panel!(copy_b $from $to tBcB $b, args.n as i32 - n0 as i32, $panel, $k_tile, $whole)
                        } }
                        // A tile of K to the stage whose bytes after the first are given for A and B.
                        macro_rules! load_stage { ($k_tile:expr, $stage:expr, $whole:expr) => {{
                            let stage = $stage;
                            let (from_a, to_a) = (tAgA.slice(coord!(_, _, _, _, { $k_tile as i64 })), at_stage(&tAsA.slice(coord!(_, _, _, _, _0)), stage[0]));
                            let (from_b, to_b) = (tBgB.slice(coord!(_, _, _, _, { $k_tile as i64 })), at_stage(&tBsB.slice(coord!(_, _, _, _, _0)), stage[1]));
                            unroll!(panel in $A => { panel_of_a!(from_a to_a, panel, $k_tile, $whole) });
                            unroll!(panel in $B => { panel_of_b!(from_b to_b, panel, $k_tile, $whole) });
                        }} }

                        let k_tiles = work.blocks;
                        let whole_tiles = if work.is_inside { args.k / BLOCK_K as u32 } else { 0 };
                        // A loop that stays one: the copies are in the code once.
                        for stage in 0..shared::black_box(STAGES - 1) {
                            let k_tile = stage;
                            if k_tile < whole_tiles {
                                load_stage!(k_tile, STAGE.map(|bytes| stage * bytes), true);
                            } else if k_tile < k_tiles {
                                load_stage!(k_tile, STAGE.map(|bytes| stage * bytes), false);
                            }
                            cp_async_fence();
                        }
                        // Bytes to the stage of each operand that is read, and to the one that is written.
                        let (mut read, mut write) = ([0; 2], STAGE.map(|bytes| (STAGES - 1) * bytes));
                        macro_rules! fragment_of_a { ($i:expr, $k:expr) => {
                            copy(&s2r_a, &at_stage(&tXsA.slice(coord!(_, { $i }, { $k }, _0)), read[0]), &mut s2r_thr_a.retile_D_mut(&mut tCrA).slice_mut(coord!(_, { $i }, { $k })));
                            rounded!($t tCrA.slice_mut(coord!(_, { $i }, { $k })), _4);
                        } }
                        macro_rules! fragment_of_b { ($j:expr, $k:expr) => {
                            copy(&s2r_b, &at_stage(&tXsB.slice(coord!(_, { $j }, { $k }, _0)), read[1]), &mut s2r_thr_b.retile_D_mut(&mut tCrB).slice_mut(coord!(_, { $j }, { $k })));
                            rounded!($t tCrB.slice_mut(coord!(_, { 2 * $j }, { $k })), _2);
                            rounded!($t tCrB.slice_mut(coord!(_, { 2 * $j + 1 }, { $k })), _2);
                        } }
                        cp_async_wait::<{ STAGES - 2 }>();
                        thread::sync();
                        unroll!(i in _4 => {
                            fragment_of_a!(i, 0usize);
                            fragment_of_b!(i, 0usize);
                        });
                        // Where the next stage of whole tiles comes from and goes to.
                        macro_rules! tile { ($tXgX:ident, $k_tile:expr) => { $tXgX.domain_offset((_0::NEW, _0::NEW, _0::NEW, _0::NEW, $k_tile)) } }
                        let (mut from_a, mut from_b) = (tile!(tAgA, { STAGES as i64 - 1 }), tile!(tBgB, { STAGES as i64 - 1 })); // (CPY,CPY_MN,CPY_K,panel,k)
                        let mut to_a = at_stage(&tAsA.slice(coord!(_, _, _, _, _0)), write[0]); // (CPY,CPY_MN,CPY_K,PANEL)
                        let mut to_b = at_stage(&tBsB.slice(coord!(_, _, _, _, _0)), write[1]); // (CPY,CPY_MN,CPY_K,PANEL)
                        // One stage: its products, and the copies of the stage that comes `STAGES - 1` after it: with `$whole` between them.
                        macro_rules! stage { ($k_tile:expr, $whole:literal) => {{
                            if !$whole {
                                let ahead = $k_tile + (STAGES - 1);
                                if ahead < k_tiles {
                                    load_stage!(ahead, write, false);
                                }
                                cp_async_fence();
                            }
                            unroll!(k in $Blocks => {
                                if k == BLOCKS - 1 {
                                    write = read;
                                    let is_last = read[0] == (STAGES - 1) * STAGE[0];
                                    read = [0, 1].map(inlined!(|of| shared::black_box(if is_last { 0 } else { read[of] + STAGE[of] })));
                                    cp_async_wait::<{ if $whole { STAGES - 3 } else { STAGES - 2 } }>();
                                    thread::sync();
                                }
                                let next = (k + 1) % BLOCKS;
                                unroll!(i in _4 => {
                                    if IS_128X256 {
                                        fragment_of_b!(i, next);
                                    }
                                    if $whole {
                                        let slot = 4 * k + i;
                                        let (next_a, next_b) = (from_a.slice(coord!(_, _, _, _, _0)), from_b.slice(coord!(_, _, _, _, _0))); // (CPY,CPY_MN,CPY_K,panel)
                                        unroll!(panel in $A => { if panel * 4 * BLOCKS / (PANELS[0] + PANELS[1]) == slot { panel_of_a!(next_a to_a, panel, 0, true) } });
                                        unroll!(panel in $B => { if (PANELS[0] + panel) * 4 * BLOCKS / (PANELS[0] + PANELS[1]) == slot { panel_of_b!(next_b to_b, panel, 0, true) } });
                                    }
                                    if !IS_128X256 {
                                        fragment_of_b!(i, next);
                                    }
                                    unroll!(step in _8 => {
                                        let j = if i % 2 == 0 { step } else { 7 - step };
                                        gemm(mma, &tCrA.slice(coord!(_, i, k)), &tCrB.slice(coord!(_, j, k)), &mut tCrC.slice_mut(coord!(_, i, j)));
                                    });
                                    fragment_of_a!(i, next);
                                });
                            });
                            if $whole {
                                cp_async_fence();
                                from_a = black_box(tile!(from_a, _1::NEW));
                                from_b = black_box(tile!(from_b, _1::NEW));
                                to_a = at_stage(&tAsA.slice(coord!(_, _, _, _, _0)), write[0]);
                                to_b = at_stage(&tBsB.slice(coord!(_, _, _, _, _0)), write[1]);
                            }
                        }} }
                        let steady = whole_tiles.saturating_sub(STAGES - 1);
                        let mut k_tile = 0u32;
                        while k_tile < steady {
                            stage!(k_tile, true);
                            k_tile += 1;
                        }
                        while k_tile < k_tiles {
                            stage!(k_tile, false);
                            k_tile += 1;
                        }
                        cp_async_wait::<0>();
                    }
                }
            }
        }
        )* }
    )*};
}

mainloops! {
    tile_128x128_f16: square (_2, _2 panels, _2 k_blocks, _4 stages), f16 SM80_16x8x16_F32F16F16F32_TN f32, _32 by _16, _8, kk: k k, km: k mn, mk: mn k, mm: mn mn;
    tile_128x128_bf16: square (_2, _2 panels, _2 k_blocks, _4 stages), bf16 SM80_16x8x16_F32BF16BF16F32_TN f32, _32 by _16, _8, kk: k k, km: k mn, mk: mn k, mm: mn mn;
    tile_128x256_f16: broad (_2, _4 panels, _4 k_blocks, _3 stages), f16 SM80_16x8x16_F32F16F16F32_TN f32, _64 by _16, _8, kk: k k, km: k mn, mk: mn k, mm: mn mn;
    tile_128x256_bf16: broad (_2, _4 panels, _4 k_blocks, _3 stages), bf16 SM80_16x8x16_F32BF16BF16F32_TN f32, _64 by _16, _8, kk: k k, km: k mn, mk: mn k, mm: mn mn;
    tile_128x128_tf32: square (_2, _2 panels, _2 k_blocks, _4 stages), Tf32 SM80_16x8x8_F32TF32TF32F32_TN f32, _16 by _8, _4, kk: k k;
    tile_128x128_i8: square (_2, _2 panels, _2 k_blocks, _4 stages), i8 SM80_16x8x32_S32S8S8S32_TN i32, _64 by _32, _16, kk: k k;
    tile_128x256_i8: broad (_2, _4 panels, _4 k_blocks, _3 stages), i8 SM80_16x8x32_S32S8S8S32_TN i32, _128 by _32, _16, kk: k k;
}
