//! The kernel function, generic over the orders of A and B.
#![allow(non_snake_case)]

use azulejo_device::cute::*;

use crate::storage::{SharedStorage, SharedStorageNT, TileA, TileAMN, TileB, TileBMN};

type TwoAlongM = Layout<(_2, _1, _1), (_1, _0, _0)>;
type MmaTN = TiledMma<SM90_64xNx16_F32F16F16_SS<_256, K, K>, TwoAlongM>;
type MmaNT = TiledMma<SM90_64xNx16_F32F16F16_SS<_256, MN, MN>, TwoAlongM>;

/// CuTe's `gemm_device`: a template over layouts, here a macro.
macro_rules! gemm_device {
    ($name:ident: $storage:ident $sA:ident $sB:ident; $tile_a:ty, $tile_b:ty; $mma:ty) => {
        /// # Safety
        /// The maps are of A, m × k, and B, n × k, made for the tiles; C is m × n with M contiguous; m is a multiple of 128, n of 256,
        /// k of 64.
        #[inline(always)]
        pub unsafe fn $name((map_a, map_b): (u64, u64), (m, n, k): (u32, u32, u32), alpha: f32, beta: f32, (C, ldC): (*mut f16, u32)) {
            // SAFETY: the launcher's maps, matrix and shared memory; warpgroups branch as a whole.
            unsafe {
                let (tma_a, tma_b) = (TmaLoad::<f16, $tile_a>::new(map_a), TmaLoad::<f16, $tile_b>::new(map_b));
                let (bm, bn) = (thread::ctaid() as i32, thread::ctaid_y() as i32);
                let mA = make_identity_tensor(shape!({ m as i32 }, { k as i32 })); // (M,K)
                let mB = make_identity_tensor(shape!({ n as i32 }, { k as i32 })); // (N,K)
                let gA = mA.local_tile(tile!(_128, _64), coord!(bm, _)); // (BLK_M,BLK_K,k)
                let gB = mB.local_tile(tile!(_256, _64), coord!(bn, _)); // (BLK_N,BLK_K,k)

                let smem = $storage::at(smem::arena());
                let (mut sA, mut sB) = (smem.$sA(), smem.$sB()); // (BLK_M,BLK_K,PIPE), (BLK_N,BLK_K,PIPE)
                let transaction_bytes = TmaLoad::<f16, $tile_a>::BYTES + TmaLoad::<f16, $tile_b>::BYTES;
                let params = PipelineTmaParams { transaction_bytes, consumers: 2 };
                let pipeline = PipelineTmaAsync::<4>::new(smem.pipeline(), params);
                thread::sync();

                let k_tiles = k / 64;
                let warp_group = warpgroup::uniform(thread::tid() / 128);
                if warp_group == 0 {
                    warpgroup_reg_dealloc::<40>();
                    if warpgroup::uniform(thread::tid() / 32) == 0 && warpgroup::elect_one_sync() {
                        let mut state = PipelineState::PRODUCER_START;
                        for k_tile in 0..k_tiles as i32 {
                            pipeline.producer_acquire(state);
                            let (barrier, stage) = (pipeline.producer_get_barrier(state), state.index());
                            copy(&tma_a.with(barrier), &gA.slice(coord!(_, _, k_tile)), &mut sA.slice_mut(coord!(_, _, stage)));
                            copy(&tma_b.with(barrier), &gB.slice(coord!(_, _, k_tile)), &mut sB.slice_mut(coord!(_, _, stage)));
                            state.advance();
                        }
                    }
                } else {
                    warpgroup_reg_alloc::<232>();
                    let mut mC = make_tensor(make_gmem_ptr(C), layout!((m as usize, n as usize):(_1, ldC as usize))); // (M,N)
                    let mut gC = mC.local_tile_mut(tile!(_128, _256), coord!({ bm as usize }, { bn as usize })); // (BLK_M,BLK_N)
                    let mma = <$mma>::new();
                    let thr_mma = mma.get_slice(thread::tid() - 128);
                    let mut tCgC = thr_mma.partition_C_mut(&mut gC); // (MMA,MMA_M,MMA_N)
                    let tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sA)); // (MMA,MMA_M,MMA_K,PIPE)
                    let tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sB)); // (MMA,MMA_N,MMA_K,PIPE)
                    let mut tCrC = thr_mma.make_fragment_C(&tCgC); // (MMA,MMA_M,MMA_N)
                    clear(&mut tCrC);

                    let mut state = PipelineState::CONSUMER_START;
                    let mut release = state;
                    warpgroup_fence_operand(&mut tCrC);
                    for k_tile in 0..k_tiles {
                        pipeline.consumer_wait(state);
                        warpgroup_arrive();
                        let stage = state.index();
                        gemm(mma, &tCrA.slice(coord!(_, _, _, stage)), &tCrB.slice(coord!(_, _, _, stage)), &mut tCrC);
                        warpgroup_commit_batch();
                        warpgroup_wait::<1>(); // All batches but this one are complete.
                        if k_tile > 0 {
                            pipeline.consumer_release(release);
                            release.advance();
                        }
                        state.advance();
                    }
                    warpgroup_wait::<0>();
                    warpgroup_fence_operand(&mut tCrC);
                    axpby(alpha, &tCrC, beta, &mut tCgC);
                }
            }
        }
    };
}

gemm_device!(tn: SharedStorage tn_a tn_b; TileA, TileB; MmaTN);
gemm_device!(nt: SharedStorageNT nt_a nt_b; TileAMN, TileBMN; MmaNT);
