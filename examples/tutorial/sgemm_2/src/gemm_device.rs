//! The kernel function, generic over the orders of A and B.
#![allow(non_snake_case)]

use azulejo_device::cute::*;

use crate::storage::{SharedStorage, SharedStorageNT};

/// A thread's values are four contiguous ones of each 64, which one instruction loads from shared memory.
type Fours = Layout<(_16, _4), (_4, _1)>;
type Mma = TiledMma<UniversalFMA<f32>, Layout<(_16, _16, _1), (_1, _16, _0)>, (Fours, Fours, _1)>;

/// CuTe's `gemm_device`: a template over layouts, here a macro.
macro_rules! gemm_device {
    ($name:ident: $stride:expr; $storage:ident $sA:ident $sB:ident; $width:ty, $thr:expr, $val:expr) => {
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
            let (Ok(ldA), Ok(ldB)) = (multiple_of(_4::NEW, ldA as usize), multiple_of(_4::NEW, ldB as usize)) else {
                return;
            };
            // SAFETY: the caller has live matrices of these extents, whole tiles, and writes C alone; the grid has a CTA for each
            // tile of C and shared memory for `SharedStorage`. All threads of the CTA run the same code, so all meet each barrier,
            // between writes and reads of a tile.
            unsafe {
                let mA = make_tensor(make_gmem_ptr(A), Layout::new((m as usize, k as usize), $stride(ldA))); // (M,K)
                let mB = make_tensor(make_gmem_ptr(B), Layout::new((n as usize, k as usize), $stride(ldB))); // (N,K)
                let mut mC = make_tensor(make_gmem_ptr(C), layout!((m as usize, n as usize):(_1, ldC as usize))); // (M,N)

                let cta_tiler = tile!(_128, _128, _8);
                let cta_coord = coord!({ thread::ctaid() as usize }, { thread::ctaid_y() as usize }, _);
                let gA = local_tile_proj(&mA, cta_tiler, cta_coord, coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
                let gB = local_tile_proj(&mB, cta_tiler, cta_coord, coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
                let mut gC = mC.local_tile_proj_mut(cta_tiler, cta_coord, coord!(_1, _1, _)); // (BLK_M,BLK_N)

                let smem = $storage::at(smem::arena());
                let (mut sA, mut sB) = (smem.$sA(), smem.$sB()); // (BLK_M,BLK_K), (BLK_N,BLK_K)

                let copy_a = make_tiled_copy(CopyAtom::<UniversalCopy<$width>, f32>::new(), $thr, $val);
                let thr_copy = copy_a.get_slice(thread::tid());
                let (tAgA, tBgB) = (thr_copy.partition_S(&gA), thr_copy.partition_S(&gB)); // (CPY,CPY_M,CPY_K,k)
                let mut tArA = thr_copy.partition_D(&sA).make_fragment_like::<f32>(); // (CPY,CPY_M,CPY_K)
                let mut tBrB = thr_copy.partition_D(&sB).make_fragment_like::<f32>(); // (CPY,CPY_N,CPY_K)
                copy(&AutoVectorizingCopy, &tAgA.slice(coord!(_, _, _, 0usize)), &mut tArA);
                copy(&AutoVectorizingCopy, &tBgB.slice(coord!(_, _, _, 0usize)), &mut tBrB);

                let mma = Mma::new();
                let thr_mma = mma.get_slice(thread::tid());
                let mut tCgC = thr_mma.partition_C_mut(&mut gC); // (MMA,MMA_M,MMA_N)
                let mut tCrC = thr_mma.make_fragment_C(&tCgC); // (MMA,MMA_M,MMA_N)
                clear(&mut tCrC);

                let k_tiles = k / 8;
                for k_tile in 0..k_tiles {
                    thread::sync();
                    copy(&AutoVectorizingCopy, &tArA, &mut thr_copy.partition_D_mut(&mut sA));
                    copy(&AutoVectorizingCopy, &tBrB, &mut thr_copy.partition_D_mut(&mut sB));
                    thread::sync();
                    let k_tile_next = if k_tile + 1 < k_tiles { k_tile + 1 } else { k_tile } as usize;
                    copy(&AutoVectorizingCopy, &tAgA.slice(coord!(_, _, _, k_tile_next)), &mut tArA);
                    copy(&AutoVectorizingCopy, &tBgB.slice(coord!(_, _, _, k_tile_next)), &mut tBrB);
                    let (tCsA, tCsB) = (thr_mma.partition_A(&sA), thr_mma.partition_B(&sB)); // (MMA,MMA_M,MMA_K), (MMA,MMA_N,MMA_K)
                    let mut tCrA = thr_mma.make_fragment_A(&tCsA); // (MMA,MMA_M,MMA_K)
                    let mut tCrB = thr_mma.make_fragment_B(&tCsB); // (MMA,MMA_N,MMA_K)
                    for k_block in 0..8 {
                        copy(&AutoVectorizingCopy, &tCsA.slice(coord!(_, _, k_block)), &mut tCrA.slice_mut(coord!(_, _, k_block)));
                        copy(&AutoVectorizingCopy, &tCsB.slice(coord!(_, _, k_block)), &mut tCrB.slice_mut(coord!(_, _, k_block)));
                        gemm(mma, &tCrA.slice(coord!(_, _, k_block)), &tCrB.slice(coord!(_, _, k_block)), &mut tCrC);
                    }
                }
                axpby(alpha, &tCrC, beta, &mut tCgC);
            }
        }
    };
}

gemm_device!(nt: |ld| (_1::NEW, ld); SharedStorageNT nt_a nt_b; _128, layout!((_32, _8)), layout!((_4, _1)));
gemm_device!(tn: |ld| (ld, _1::NEW); SharedStorage tn_a tn_b; _32, layout!((_32, _8):(_8, _1)), layout!((_1, _1)));
