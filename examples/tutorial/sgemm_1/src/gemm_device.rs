//! The kernel function, generic over the orders of A and B.
#![allow(non_snake_case)]

use azulejo_device::cute::*;
use azulejo_tensor::gemm;

use crate::storage::{SharedStorage, SharedStorageNT};

/// CuTe's `gemm_device`: a template over layouts, here a macro.
macro_rules! gemm_device {
    ($name:ident: $stride:expr; $storage:ident $sA:ident $sB:ident; $thr:expr) => {
        /// # Safety
        /// A is m × k, B n × k, C m × n with M contiguous; m and n are multiples of 128, k of 8.
        #[inline(always)]
        pub unsafe fn $name(
            (m, n, k): (u32, u32, u32),
            alpha: f32,
            (A, ldA): (*mut f32, u32),
            (B, ldB): (*mut f32, u32),
            beta: f32,
            (C, ldC): (*mut f32, u32),
        ) {
            // SAFETY: the caller has live matrices of these extents, whole tiles, and writes C alone; the grid has a CTA for each
            // tile of C and shared memory for `SharedStorage`. All threads of the CTA run the same code, so all meet each barrier,
            // between writes and reads of a tile.
            unsafe {
                let mA = make_tensor(make_gmem_ptr(A), Layout::new((m as usize, k as usize), $stride(ldA as usize))); // (M,K)
                let mB = make_tensor(make_gmem_ptr(B), Layout::new((n as usize, k as usize), $stride(ldB as usize))); // (N,K)
                let mut mC = make_tensor(make_gmem_ptr(C), layout!((m as usize, n as usize):(_1, ldC as usize))); // (M,N)

                let cta_tiler = tile!(_128, _128, _8);
                let cta_coord = coord!({ thread::ctaid() as usize }, { thread::ctaid_y() as usize }, _);
                let gA = local_tile_proj(&mA, cta_tiler, cta_coord, coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
                let gB = local_tile_proj(&mB, cta_tiler, cta_coord, coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
                let mut gC = mC.local_tile_proj_mut(cta_tiler, cta_coord, coord!(_1, _1, _)); // (BLK_M,BLK_N)

                let smem = $storage::at(smem::arena());
                let (mut sA, mut sB) = (smem.$sA(), smem.$sB()); // (BLK_M,BLK_K), (BLK_N,BLK_K)

                let tA = $thr;
                let tAgA = local_partition(&gA, tA, thread::tid()); // (THR_M,THR_K,k)
                let tBgB = local_partition(&gB, tA, thread::tid()); // (THR_N,THR_K,k)
                let tC = layout!((_16, _16));
                let mut tCgC = gC.local_partition_mut(tC, thread::tid()); // (THR_M,THR_N)
                let mut tCrC = make_rmem::<f32, _>(layout!((_8, _8))); // (THR_M,THR_N)
                clear(&mut tCrC);

                for k_tile in 0..k as usize / 8 {
                    copy(&AutoVectorizingCopy, &tAgA.slice(coord!(_, _, k_tile)), &mut sA.local_partition_mut(tA, thread::tid()));
                    copy(&AutoVectorizingCopy, &tBgB.slice(coord!(_, _, k_tile)), &mut sB.local_partition_mut(tA, thread::tid()));
                    thread::sync();
                    let tCsA = sA.local_partition_proj(tC, thread::tid(), coord!(_1, _)); // (THR_M,BLK_K)
                    let tCsB = sB.local_partition_proj(tC, thread::tid(), coord!(_, _1)); // (THR_N,BLK_K)
                    gemm(&tCsA, &tCsB, &mut tCrC);
                    thread::sync();
                }
                axpby(alpha, &tCrC, beta, &mut tCgC);
            }
        }
    };
}

gemm_device!(nt: |ld| (_1::NEW, ld); SharedStorageNT nt_a nt_b; layout!((_32, _8)));
gemm_device!(tn: |ld| (ld, _1::NEW); SharedStorage tn_a tn_b; layout!((_32, _8):(_8, _1)));
