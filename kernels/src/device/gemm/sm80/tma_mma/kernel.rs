//! The kernel: a warp that loads stages by TMA, and eight that multiply them by `mma.sync`.

use azulejo_device::cute::*;
use azulejo_device::scheduler::TileSchedulerParams;
use azulejo_tensor::engine::SharedBase;

use super::super::args::Args;
use super::super::prelude::order;
use super::super::warp_epilogue::{WarpMma, store_either};
use super::layouts::{EDGE, STAGES, STORE, Storage, TILE, WARPS};
use crate::device::ptx::shared;

/// Tile `number` of the launch, if there is one: `2^group` columns of tiles side by side, row after row; the scheduler's M is N here.
///
/// What it is computed from is in no register during the main loop.
#[inline(always)]
fn work_tile(args: &Args, number: u32) -> Option<WorkTile> {
    let params = TileSchedulerParams {
        tiles_m: shared::black_box(args.n).div_ceil(TILE.1),
        tiles_n: shared::black_box(args.m).div_ceil(TILE.0),
        batches: 1,
        group_m: 1 << shared::black_box(args.group),
    };
    StaticPersistentTileScheduler::new(params, number, 1).next()
}

/// Panels of an operand in shared memory, by its order.
macro_rules! panels {
    (k $t:ident $shape:ty) => { TileToShape<Layout_K_SW128_Atom<$t>, $shape, LayoutLeft> };
    (mn $t:ident $shape:ty) => { TileToShape<Layout_MN_SW128_Atom<$t>, $shape, LayoutLeft> };
}

/// The kernels of an element type, its MMA atom, and the orders of A and B.
macro_rules! kernels {
    ($($of:ident: $t:ident $atom:ident, $($name:ident: $a:ident $b:ident),*;)*) => {$(
        #[doc = concat!("Kernels `", stringify!($of), "`, by the orders of A and B.")]
        pub mod $of { use super::*; $(
        /// The body of an entry point.
        ///
        /// # Safety
        /// Launched with [`THREADS`](super::super::layouts::THREADS) threads, [`SHARED`](super::super::layouts::SHARED) bytes of shared memory, batches along z, and
        /// arguments whose views are those of the problem but for A and B, whose bases are those of tensor maps of panels.
        #[inline(always)]
        pub unsafe fn $name(args: Args) {
            type PanelA = panels!($a $t (_64, _64));
            type PanelB = panels!($b $t (_64, _64));
            type SmemLayoutA = panels!($a $t (_64, _64, _2, _4));
            type SmemLayoutB = panels!($b $t (_64, _64, _4, _4));

            // SAFETY: whole warps take each branch; one thread loads a stage after the consumers have released it, the consumers read
            // it after it is full; a warp's sums are in memory of its own.
            unsafe {
                let smem = Storage::at(smem::arena());
                let mut sA = make_tensor(SharedPtr::<$t>::new(smem.a().engine().shared_address()), SmemLayoutA::default()); // (64,64,PANEL,PIPE)
                let mut sB = make_tensor(SharedPtr::<$t>::new(smem.b().engine().shared_address()), SmemLayoutB::default()); // (64,64,PANEL,PIPE)
                let (tma_a, tma_b) = (TmaLoad::<$t, PanelA>::new(args.a.base), TmaLoad::<$t, PanelB>::new(args.b.base));
                let transaction_bytes = 2 * TmaLoad::<$t, PanelA>::BYTES + 4 * TmaLoad::<$t, PanelB>::BYTES;
                let pipeline = PipelineTmaAsync::<STAGES>::new(smem.pipeline(), PipelineTmaParams { transaction_bytes, consumers: WARPS });
                thread::sync();
                let k_tiles = args.k.div_ceil(EDGE);
                let warp = warpgroup::uniform(thread::tid() / 32);
                if warp >= WARPS {
                    warpgroup_reg_dealloc::<24>();
                    if warp == WARPS && k_tiles > 0 && warpgroup::elect_one_sync() {
                        prefetch_tma_descriptor(args.a.base);
                        prefetch_tma_descriptor(args.b.base);
                        let batch = thread::ctaid_z() as i32;
                        let mX = make_identity_tensor(shape!({ i32::MAX }, { i32::MAX }, { i32::MAX })); // (MN,K,batch)
                        let mX = mX.domain_offset((0i32, 0i32, batch)).slice(coord!(_, _, 0i32)); // (MN,K)
                        let gX = mX.local_tile(tile!(_64, _64), coord!(_, _)); // (64,64,panel,k)
                        let mut state = PipelineState::PRODUCER_START;
                        let mut number = thread::ctaid();
                        while let Some(tile) = work_tile(&args, number) {
                            number += thread::nctaid();
                            for k_tile in 0..k_tiles as i32 {
                                pipeline.producer_acquire(state);
                                let (barrier, stage) = (pipeline.producer_get_barrier(state), state.index());
                                unroll!(panel in _2 => {
                                    let at = 2 * tile.n as i32 + panel as i32;
                                    copy(&tma_a.with(barrier), &gX.slice(coord!(_, _, at, k_tile)), &mut sA.slice_mut(coord!(_, _, panel, stage)));
                                });
                                unroll!(panel in _4 => {
                                    let at = 4 * tile.m as i32 + panel as i32;
                                    copy(&tma_b.with(barrier), &gX.slice(coord!(_, _, at, k_tile)), &mut sB.slice_mut(coord!(_, _, panel, stage)));
                                });
                                state.advance();
                            }
                        }
                    }
                    return;
                }
                warpgroup_reg_alloc::<240>();
                let lane = thread::tid() % 32;
                let (panel_m, panel_n) = ((warp / 4) as usize, (warp % 4) as usize);
                let sA = sA.slice(coord!(_, _, panel_m, _)); // (64,64,PIPE)
                let sB = sB.slice(coord!(_, _, panel_n, _)); // (64,64,PIPE)
                let mma = WarpMma::<$atom>::new();
                let thr_mma = mma.get_slice(lane);
                let mut tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sA.slice(coord!(_, _, _0)))); // (MMA,MMA_M,MMA_K)
                let mut tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sB.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K)
                let cC = make_identity_tensor(shape!({ _64::NEW }, { _64::NEW })); // (64,64)
                let mut tCrC = thr_mma.make_fragment_C(&thr_mma.partition_C(&cC)); // (MMA,MMA_M,MMA_N)
                let s2r_a = make_tiled_copy_A(CopyAtom::<order!(ldsm $a), $t>::new(), mma);
                let s2r_b = make_tiled_copy_B(CopyAtom::<order!(ldsm $b), $t>::new(), mma);
                let (thr_a, thr_b) = (s2r_a.get_slice(lane), s2r_b.get_slice(lane));
                let (tXsA, tXsB) = (thr_a.partition_S(&sA), thr_b.partition_S(&sB)); // (CPY,CPY_MN,CPY_K,PIPE)
                let mut state = PipelineState::CONSUMER_START;
                let mut number = thread::ctaid();
                while let Some(tile) = work_tile(&args, number) {
                    number += thread::nctaid();
                    clear(&mut tCrC);
                    if k_tiles > 0 {
                        pipeline.consumer_wait(state);
                        let mut stage_a = tXsA.slice(coord!(_, _, _, { state.index() })); // (CPY,CPY_M,CPY_K)
                        let mut stage_b = tXsB.slice(coord!(_, _, _, { state.index() })); // (CPY,CPY_N,CPY_K)
                        copy(&s2r_a, &stage_a.slice(coord!(_, _, _0)), &mut thr_a.retile_D_mut(&mut tCrA).slice_mut(coord!(_, _, _0)));
                        copy(&s2r_b, &stage_b.slice(coord!(_, _, _0)), &mut thr_b.retile_D_mut(&mut tCrB).slice_mut(coord!(_, _, _0)));
                        for left in (0..k_tiles).rev() {
                            let read = state;
                            unroll!(k in _4 => {
                                let next = (k + 1) % 4;
                                if next == 0 {
                                    state.advance();
                                    // The stage's addresses are computed before the wait. After the last stage the fragments come from
                                    // where they were, and are not used.
                                    let from = if left > 0 { state } else { read };
                                    stage_a = tXsA.slice(coord!(_, _, _, { from.index() }));
                                    stage_b = tXsB.slice(coord!(_, _, _, { from.index() }));
                                    if left > 0 {
                                        pipeline.consumer_wait(state);
                                    }
                                }
                                // The fragments of the next k-block are loaded between the instructions of this one.
                                unroll!(i in _4 => {
                                    copy(&s2r_b, &stage_b.slice(coord!(_, i, next)), &mut thr_b.retile_D_mut(&mut tCrB).slice_mut(coord!(_, i, next)));
                                    unroll!(step in _8 => {
                                        let j = if i % 2 == 0 { step } else { 7 - step };
                                        gemm(mma, &tCrA.slice(coord!(_, i, k)), &tCrB.slice(coord!(_, j, k)), &mut tCrC.slice_mut(coord!(_, i, j)));
                                    });
                                    copy(&s2r_a, &stage_a.slice(coord!(_, i, next)), &mut thr_a.retile_D_mut(&mut tCrA).slice_mut(coord!(_, i, next)));
                                });
                            });
                            pipeline.consumer_release_warp(read);
                        }
                    }
                    let at = (tile.n * TILE.0 + panel_m as u32 * EDGE, tile.m * TILE.1 + panel_n as u32 * EDGE, thread::ctaid_z());
                    store_either::<f32, $t>(&args, smem.sums().shared_address() + warp * STORE, lane, at, &tCrC);
                }
            }
        }
        )* }
    )*};
}

kernels! {
    of_f16: f16 SM80_16x8x16_F32F16F16F32_TN, kk: k k, km: k mn, mk: mn k, mm: mn mn;
    of_bf16: bf16 SM80_16x8x16_F32BF16BF16F32_TN, kk: k k, km: k mn, mk: mn k, mm: mn mn;
}
