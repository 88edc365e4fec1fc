//! What one thread of the tutorial kernel does, on any machine with a barrier.
//!
//! `C = alpha · A · Bᵀ + beta · C` in f32, A M × K with M contiguous, B N × K with N contiguous, C M × N with M
//! contiguous. A block makes a 128 × 128 tile of C from 8 columns of A and B at a time; its 256 threads copy as 32 × 8 and
//! compute as 16 × 16 (CuTe tutorial, `sgemm_1`).

use azulejo_layout::{coord, layout, tile};
use azulejo_tensor::engine::{GmemPtr, SmemPtr};
use azulejo_tensor::{
    axpby, clear, copy, gemm, local_partition, local_tile_proj, make_rmem, make_tensor,
};

/// Rows, columns and depth of a block's tile.
pub const TILE: (usize, usize, usize) = (128, 128, 8);
/// Threads of a block.
pub const THREADS: u32 = 256;
/// Floats of shared memory for A, and as many for B.
pub const SHARED: usize = 128 * 8;

/// The product's sizes, leading dimensions and factors.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Problem {
    /// Rows of C: a multiple of 128.
    pub m: usize,
    /// Columns of C: a multiple of 128.
    pub n: usize,
    /// Terms of a sum: a multiple of 8.
    pub k: usize,
    /// Elements from one column of A to the next.
    pub lda: usize,
    /// Elements from one column of B to the next.
    pub ldb: usize,
    /// Elements from one column of C to the next.
    pub ldc: usize,
    /// Factor of the product.
    pub alpha: f32,
    /// Factor of C; where it is 0, C is not read.
    pub beta: f32,
}

/// Thread `tid` of block `(bx, by)`. `sync` waits for all threads of the block.
#[inline(always)]
pub fn thread(
    p: Problem,
    (a, b, c): (GmemPtr<f32>, GmemPtr<f32>, GmemPtr<f32>),
    (shared_a, shared_b): (SmemPtr<f32>, SmemPtr<f32>),
    (bx, by): (usize, usize),
    tid: usize,
    sync: impl Fn(),
) {
    // The whole matrices.
    let a = make_tensor(a, layout!((p.m, p.k):(_1, p.lda))); // (M,K)
    let b = make_tensor(b, layout!((p.n, p.k):(_1, p.ldb))); // (N,K)
    let mut c = make_tensor(c, layout!((p.m, p.n):(_1, p.ldc))); // (M,N)

    // This block's tiles.
    let tiler = tile!(_128, _128, _8);
    let a_tiles = local_tile_proj(&a, tiler, coord!(bx, by, _), coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
    let b_tiles = local_tile_proj(&b, tiler, coord!(bx, by, _), coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
    let mut c_tile = c.local_tile_proj_mut(tiler, coord!(bx, by, _), coord!(_1, _1, _)); // (BLK_M,BLK_N)
    let mut a_shared = make_tensor(shared_a, layout!((_128, _8))); // (BLK_M,BLK_K)
    let mut b_shared = make_tensor(shared_b, layout!((_128, _8))); // (BLK_N,BLK_K)

    // What this thread copies.
    let copiers = layout!((_32, _8));
    let a_from = local_partition(&a_tiles, copiers, tid); // (THR_M,THR_K,k)
    let b_from = local_partition(&b_tiles, copiers, tid); // (THR_N,THR_K,k)

    // What it computes: rows of A by the first mode of its place, columns of B by the second.
    let workers = layout!((_16, _16));
    let mut c_to = c_tile.local_partition_mut(workers, tid); // (THR_M,THR_N)
    let mut sums = make_rmem::<f32, _>(layout!((_8, _8))); // (THR_M,THR_N)
    clear(&mut sums);

    for k in 0..p.k / TILE.2 {
        copy(
            &a_from.slice(coord!(_, _, k)),
            &mut a_shared.local_partition_mut(copiers, tid),
        );
        copy(
            &b_from.slice(coord!(_, _, k)),
            &mut b_shared.local_partition_mut(copiers, tid),
        );
        sync();
        let rows = a_shared.local_partition_proj(workers, tid, coord!(_1, _)); // (THR_M,BLK_K)
        let columns = b_shared.local_partition_proj(workers, tid, coord!(_, _1)); // (THR_N,BLK_K)
        gemm(&rows, &columns, &mut sums);
        sync();
    }
    axpby(p.alpha, &sums, p.beta, &mut c_to);
}
