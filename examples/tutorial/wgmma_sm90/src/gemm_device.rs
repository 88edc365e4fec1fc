//! The kernel function, generic over the orders of A and B.
#![allow(non_snake_case)]

use azulejo_device::cute::*;

use crate::storage::{SharedStorage, SharedStorageNT};

type One = Layout<(_1, _1, _1), (_0, _0, _0)>;
type MmaTN = TiledMma<SM90_64xNx16_F32F16F16_SS<_128, K, K>, One>;
type MmaNT = TiledMma<SM90_64xNx16_F32F16F16_SS<_128, MN, MN>, One>;

/// CuTe's `gemm_device`: a template over layouts, here a macro, for the bounds of a generic function would be longer than it.
macro_rules! gemm_device {
    ($name:ident: $dA:expr, $dB:expr; $storage:ident $sA:ident $sB:ident; $copy_layouts:expr; $mma:ty) => {
        /// # Safety
        /// A is m × k, B n × k, C m × n with M contiguous; m and n are multiples of 128, k of 64; rows start at 16 bytes.
        #[inline(always)]
        pub unsafe fn $name(
            (m, n, k): (u32, u32, u32),
            alpha: f32,
            (A, ldA): (*mut f16, u32),
            (B, ldB): (*mut f16, u32),
            beta: f32,
            (C, ldC): (*mut f16, u32),
        ) {
            // SAFETY: the launcher's matrices and shared memory; all threads of the block run the same code.
            unsafe {
                let (m, n, k, ldC) = (m as usize, n as usize, k as usize, ldC as usize);
                let mA = make_tensor(make_gmem_ptr(A), Layout::new((m, k), $dA(ldA as usize))); // (M,K)
                let mB = make_tensor(make_gmem_ptr(B), Layout::new((n, k), $dB(ldB as usize))); // (N,K)
                let mut mC = make_tensor(make_gmem_ptr(C), layout!((m, n):(_1, ldC))); // (M,N)

                let cta_tiler = tile!(_128, _128, _64);
                let cta_coord = coord!({ thread::ctaid() as usize }, { thread::ctaid_y() as usize }, _);
                let gA = local_tile_proj(&mA, cta_tiler, cta_coord, coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
                let gB = local_tile_proj(&mB, cta_tiler, cta_coord, coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
                let mut gC = mC.local_tile_proj_mut(cta_tiler, cta_coord, coord!(_1, _1, _)); // (BLK_M,BLK_N)

                let smem = $storage::at(smem::arena());
                let (sA, sB) = (smem.$sA(), smem.$sB()); // (BLK_M,BLK_K,PIPE), (BLK_N,BLK_K,PIPE)

                let (thr, val) = $copy_layouts;
                let copy_a = make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f16>::new(), thr, val);
                let thr_copy = copy_a.get_slice(thread::tid());
                let (tAgA, tBgB) = (thr_copy.partition_S(&gA), thr_copy.partition_S(&gB)); // (CPY,CPY_M,CPY_K,k)
                let (tAsA, tBsB) = (thr_copy.partition_D(&sA), thr_copy.partition_D(&sB)); // (CPY,CPY_M,CPY_K,PIPE)

                let load_tile = |k_tile: usize, pipe: usize| {
                    copy(&copy_a, &tAgA.slice(coord!(_, _, _, k_tile)), &mut tAsA.slice(coord!(_, _, _, pipe)));
                    copy(&copy_a, &tBgB.slice(coord!(_, _, _, k_tile)), &mut tBsB.slice(coord!(_, _, _, pipe)));
                };

                let mma = <$mma>::new();
                let thr_mma = mma.get_slice(thread::tid());
                let mut tCgC = thr_mma.partition_C_mut(&mut gC); // (MMA,MMA_M,MMA_N)
                let tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sA)); // (MMA,MMA_M,MMA_K,PIPE)
                let tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sB)); // (MMA,MMA_N,MMA_K,PIPE)
                let mut tCrC = thr_mma.make_fragment_C(&tCgC); // (MMA,MMA_M,MMA_N)
                clear(&mut tCrC);

                let k_tiles = k / 64;
                for pipe in 0..2 {
                    if pipe < k_tiles {
                        load_tile(pipe, pipe);
                    }
                    cp_async::commit();
                }
                let (mut pipe_read, mut pipe_write) = (0, 2);
                for k_tile in 0..k_tiles {
                    // This tile is complete, and visible to `wgmma`, which reads by the asynchronous proxy.
                    cp_async::wait::<1>();
                    fence::proxy_async();
                    thread::sync();
                    warpgroup_fence_operand(&mut tCrC);
                    warpgroup_arrive();
                    gemm(mma, &tCrA.slice(coord!(_, _, _, pipe_read)), &tCrB.slice(coord!(_, _, _, pipe_read)), &mut tCrC);
                    warpgroup_commit_batch();
                    // While it is multiplied, the stage of the tile before takes the next.
                    if k_tile + 2 < k_tiles {
                        load_tile(k_tile + 2, pipe_write);
                    }
                    cp_async::commit();
                    warpgroup_wait::<0>();
                    warpgroup_fence_operand(&mut tCrC);
                    pipe_read = if pipe_read == 2 { 0 } else { pipe_read + 1 };
                    pipe_write = if pipe_write == 2 { 0 } else { pipe_write + 1 };
                }
                axpby(alpha, &tCrC, beta, &mut tCgC);
            }
        }
    };
}

gemm_device!(tn: |ld| (ld, _1::NEW), |ld| (ld, _1::NEW); SharedStorage tn_a tn_b;
    (layout!((_16, _8):(_8, _1)), layout!((_1, _8):(_0, _1))); MmaTN);
gemm_device!(nt: |ld| (_1::NEW, ld), |ld| (_1::NEW, ld); SharedStorageNT nt_a nt_b;
    (layout!((_16, _8)), layout!((_8, _1))); MmaNT);
