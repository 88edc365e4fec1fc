//! What one thread of the tutorial kernel does, on any machine with a barrier.
//!
//! `C = alpha · A · Bᵀ + beta · C` in f32: A is M × K, B is N × K, C is M × N with M contiguous. A block makes a 128 × 128
//! tile of C from 8 columns of A and B at a time; its 256 threads copy in one shape and compute as 16 × 16 (CuTe
//! tutorial, `sgemm_1`). Two programs differ in the layouts alone:
//!
//! | | A and B | copying threads | shared memory |
//! |---|---|---|---|
//! | [`thread_nt`] | M and N contiguous | `(32,8):(1,32)` | `(128,8):(1,128)` |
//! | [`thread_tn`] | K contiguous | `(32,8):(8,1)` | `(128,8):(1,132)` |
//!
//! Every access to global memory is predicated by an identity tensor that is cut as the data is, so the sizes are any.

use azulejo_layout::ints::{_4, _8};
use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::engine::{GmemPtr, SmemPtr};
use azulejo_tensor::{
    Arithmetic, Repeat, clear, gemm, local_partition, local_tile_proj, make_identity_tensor,
    make_rmem, make_tensor, within,
};

/// Rows, columns and depth of a block's tile.
pub const TILE: (usize, usize, usize) = (128, 128, 8);
/// Threads of a block.
pub const THREADS: u32 = 256;
/// Floats of shared memory for A, and as many for B.
pub const SHARED: usize = 132 * 8;

/// The product's sizes, leading dimensions and factors.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Problem {
    /// Rows of C.
    pub m: usize,
    /// Columns of C.
    pub n: usize,
    /// Terms of a sum.
    pub k: usize,
    /// Elements from one line of A to the next: from column to column, or from row to row where K is contiguous.
    pub lda: usize,
    /// As `lda`, of B.
    pub ldb: usize,
    /// Elements from one column of C to the next.
    pub ldc: usize,
    /// Factor of the product.
    pub alpha: f32,
    /// Factor of C; where it is 0, C is not read.
    pub beta: f32,
}

/// Declares a program: its name, the strides of A and B, the copying threads and the shared tiles.
macro_rules! program {
    ($(#[$doc:meta])* $thread:ident: |$p:ident| $a_layout:expr, $b_layout:expr; copiers $copiers:expr; shared $shared:expr;) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $thread(
            $p: Problem,
            (a, b, c): (GmemPtr<f32>, GmemPtr<f32>, GmemPtr<f32>),
            (shared_a, shared_b): (SmemPtr<f32>, SmemPtr<f32>),
            (bx, by): (usize, usize),
            tid: usize,
            sync: impl Fn(),
        ) {
            // The whole matrices, and the coordinates of their elements.
            let a = make_tensor(a, $a_layout); // (M,K)
            let b = make_tensor(b, $b_layout); // (N,K)
            let mut c = make_tensor(c, layout!(($p.m, $p.n):(_1, $p.ldc))); // (M,N)
            let (a_all, b_all, c_all) = (($p.m, $p.k), ($p.n, $p.k), ($p.m, $p.n));
            let a_at = make_identity_tensor(shape!($p.m, $p.k)); // (M,K)
            let b_at = make_identity_tensor(shape!($p.n, $p.k)); // (N,K)
            let c_at = make_identity_tensor(shape!($p.m, $p.n)); // (M,N)

            // This block's tiles.
            let tiler = tile!(_128, _128, _8);
            let a_tiles = local_tile_proj(&a, tiler, coord!(bx, by, _), coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
            let b_tiles = local_tile_proj(&b, tiler, coord!(bx, by, _), coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
            let mut c_tile = c.local_tile_proj_mut(tiler, coord!(bx, by, _), coord!(_1, _1, _)); // (BLK_M,BLK_N)
            let a_tiles_at = local_tile_proj(&a_at, tiler, coord!(bx, by, _), coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
            let b_tiles_at = local_tile_proj(&b_at, tiler, coord!(bx, by, _), coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
            let c_tile_at = local_tile_proj(&c_at, tiler, coord!(bx, by, _), coord!(_1, _1, _)); // (BLK_M,BLK_N)
            let mut a_shared = make_tensor(shared_a, $shared); // (BLK_M,BLK_K)
            let mut b_shared = make_tensor(shared_b, $shared); // (BLK_N,BLK_K)

            // What this thread copies: four elements of each operand, one column of the tile.
            let copiers = $copiers;
            let a_from = local_partition(&a_tiles, copiers, tid); // (THR_M,THR_K,k)
            let b_from = local_partition(&b_tiles, copiers, tid); // (THR_N,THR_K,k)
            let a_from_at = local_partition(&a_tiles_at, copiers, tid); // (THR_M,THR_K,k)
            let b_from_at = local_partition(&b_tiles_at, copiers, tid); // (THR_N,THR_K,k)

            // What it computes: rows of A by the first mode of its place, columns of B by the second.
            let workers = layout!((_16, _16));
            let mut c_to = c_tile.local_partition_mut(workers, tid); // (THR_M,THR_N)
            let c_to_at = local_partition(&c_tile_at, workers, tid); // (THR_M,THR_N)
            let mut sums = make_rmem::<f32, _>(layout!((_8, _8))); // (THR_M,THR_N)
            clear(&mut sums);

            for k in 0..$p.k.div_ceil(TILE.2) {
                {
                    let mut a_to = a_shared.local_partition_mut(copiers, tid); // (THR_M,THR_K)
                    let mut b_to = b_shared.local_partition_mut(copiers, tid); // (THR_N,THR_K)
                    _4::NEW.repeat(|i| {
                        let at = (i, 0usize, k);
                        let inside = within(a_from_at.coord(at), a_all);
                        a_to.put((i, 0usize), if inside { a_from.at(at) } else { 0.0 });
                        let inside = within(b_from_at.coord(at), b_all);
                        b_to.put((i, 0usize), if inside { b_from.at(at) } else { 0.0 });
                    });
                }
                sync();
                let rows = a_shared.local_partition_proj(workers, tid, coord!(_1, _)); // (THR_M,BLK_K)
                let columns = b_shared.local_partition_proj(workers, tid, coord!(_, _1)); // (THR_N,BLK_K)
                gemm(&rows, &columns, &mut sums);
                sync();
            }
            _8::NEW.repeat(|j| {
                _8::NEW.repeat(|i| {
                    if within(c_to_at.coord((i, j)), c_all) {
                        let product = $p.alpha * sums.at((i, j));
                        let sum = if $p.beta == 0.0 {
                            product
                        } else {
                            <f32 as Arithmetic>::mul_add($p.beta, c_to.at((i, j)), product)
                        };
                        c_to.put((i, j), sum);
                    }
                });
            });
        }
    };
}

program! {
    /// Thread `tid` of block `(bx, by)` for operands with M and N contiguous. `sync` waits for all threads of the block.
    thread_nt: |p| layout!((p.m, p.k):(_1, p.lda)), layout!((p.n, p.k):(_1, p.ldb));
    copiers layout!((_32, _8));
    shared layout!((_128, _8));
}

program! {
    /// Thread `tid` of block `(bx, by)` for operands with K contiguous. `sync` waits for all threads of the block.
    thread_tn: |p| layout!((p.m, p.k):(p.lda, _1)), layout!((p.n, p.k):(p.ldb, _1));
    copiers layout!((_32, _8):(_8, _1));
    shared layout!((_128, _8):(_1, _132));
}
