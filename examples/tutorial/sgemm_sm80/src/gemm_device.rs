//! The kernel function, generic over the orders of A and B.
#![allow(non_snake_case)]

use azulejo_device::cute::*;

use crate::storage::{SharedStorage, SharedStorageNT};

type Mma =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;

/// CuTe's `gemm_device`: a template over layouts, here a macro, for the bounds of a generic function would be longer than it.
macro_rules! gemm_device {
    ($name:ident: $dA:expr, $dB:expr; $storage:ident $sA:ident $sB:ident; $copy_layouts:expr; $s2r_atom:ty) => {
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

                let mma = Mma::new();
                let thr_mma = mma.get_slice(thread::tid());
                let mut tCgC = thr_mma.partition_C_mut(&mut gC); // (MMA,MMA_M,MMA_N)
                let mut tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sA.slice(coord!(_, _, _0)))); // (MMA,MMA_M,MMA_K)
                let mut tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sB.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K)
                let mut tCrC = thr_mma.make_fragment_C(&tCgC); // (MMA,MMA_M,MMA_N)
                clear(&mut tCrC);

                let s2r_atom = CopyAtom::<$s2r_atom, f16>::new();
                let (s2r_a, s2r_b) = (make_tiled_copy_A(s2r_atom, mma), make_tiled_copy_B(s2r_atom, mma));
                let (s2r_thr_a, s2r_thr_b) = (s2r_a.get_slice(thread::tid()), s2r_b.get_slice(thread::tid()));
                let (tXsA, tXsB) = (s2r_thr_a.partition_S(&sA), s2r_thr_b.partition_S(&sB)); // (CPY,MMA_M,MMA_K,PIPE)

                let load_tile = |k_tile: usize, pipe: usize| {
                    copy(&copy_a, &tAgA.slice(coord!(_, _, _, k_tile)), &mut tAsA.slice(coord!(_, _, _, pipe)));
                    copy(&copy_a, &tBgB.slice(coord!(_, _, _, k_tile)), &mut tBsB.slice(coord!(_, _, _, pipe)));
                };
                let k_tiles = k / 64;
                for pipe in 0..2 {
                    if pipe < k_tiles {
                        load_tile(pipe, pipe);
                    }
                    cp_async::commit();
                }
                let (mut pipe_read, mut pipe_write) = (0, 2);
                cp_async::wait::<1>();
                thread::sync();
                macro_rules! load_block {
                    ($k_block:expr) => {
                        copy(&s2r_a, &tXsA.slice(coord!(_, _, { $k_block }, pipe_read)), &mut s2r_thr_a.retile_D_mut(&mut tCrA).slice_mut(coord!(_, _, { $k_block })));
                        copy(&s2r_b, &tXsB.slice(coord!(_, _, { $k_block }, pipe_read)), &mut s2r_thr_b.retile_D_mut(&mut tCrB).slice_mut(coord!(_, _, { $k_block })));
                    };
                }
                load_block!(0usize);

                for k_tile in 0..k_tiles {
                    for k_block in 0..4 {
                        if k_block == 3 {
                            // The next tile is complete, and all warps have read this one.
                            pipe_read = if pipe_read == 2 { 0 } else { pipe_read + 1 };
                            cp_async::wait::<1>();
                            thread::sync();
                        }
                        load_block!((k_block + 1) % 4);
                        if k_block == 0 {
                            if k_tile + 2 < k_tiles {
                                load_tile(k_tile + 2, pipe_write);
                            }
                            cp_async::commit();
                            pipe_write = if pipe_write == 2 { 0 } else { pipe_write + 1 };
                        }
                        gemm(mma, &tCrA.slice(coord!(_, _, k_block)), &tCrB.slice(coord!(_, _, k_block)), &mut tCrC);
                    }
                }
                axpby(alpha, &tCrC, beta, &mut tCgC);
            }
        }
    };
}

gemm_device!(tn: |ld| (ld, _1::NEW), |ld| (ld, _1::NEW); SharedStorage tn_a tn_b;
    (layout!((_16, _8):(_8, _1)), layout!((_1, _8):(_0, _1))); SM75_U32x4_LDSM_N);
gemm_device!(nt: |ld| (_1::NEW, ld), |ld| (_1::NEW, ld); SharedStorageNT nt_a nt_b;
    (layout!((_16, _8)), layout!((_8, _1))); SM75_U16x8_LDSM_T);
