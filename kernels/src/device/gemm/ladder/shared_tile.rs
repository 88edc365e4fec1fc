//! The third rung: tiles of A and B in shared memory, read from global memory once a block.
//!
//! ```text
//! grid    32 × 32 tiles of D
//! block   K in steps of 32: A's and B's tile to shared memory, a barrier, 32 steps of multiply-adds, a barrier
//! thread  4 elements of D, 8 rows apart: threads (8,32):(32,1)
//! ```
//!
//! Roofline: a quarter of a byte a multiply-add from global memory; from shared memory five loads for four multiply-adds, a sixth of
//! what the multiply-adds could take.
//!
//! Next: `register_tile` uses what it loads more than once.

use azulejo_layout::ints::_4;
use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::{
    Repeat, clear, gemm_with, local_partition, local_tile_proj, make_identity_tensor, make_rmem,
    make_tensor, within,
};

use super::args::{Args, tile_of};
use super::fused::Fused;
use super::{epilogue, rung};
use crate::device::ptx::thread;

/// A kernel of a block's tile in shared memory: tile, thread layouts for copying and computing, and how much a thread has of both.
macro_rules! staged {
    (tile $tile:expr, block_k $block_k:literal, shared $shared:expr, at $second:literal, copiers $copiers:expr, of $copies:ident; workers $workers:expr,
        sums $layout:expr; store |$args:ident, $sums:ident, $at:ident| $finish:block) => {
        /// The body of the entry point.
        ///
        /// # Safety
        /// Launched with 256 threads, the table's shared memory, a grid of [`tile_of`]'s numbering, batches along z, and arguments whose
        /// views are those of the problem.
        #[inline(always)]
        pub unsafe fn gemm(args: Args) {
            let (bx, by) = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
            let (bx, by, tid) = (bx as i64, by as i64, thread::tid() as i64);
            let (m, n, k) = (args.m as i64, args.n as i64, args.k as i64);
            // SAFETY: the views are the problem's; elements are accessed where they are inside it. Shared memory is written by one
            // thread an element, with barriers between writes and reads that the whole block passes.
            unsafe {
                let a = rung::matrix(&args.a, m, k); // (M,K)
                let b = rung::matrix(&args.b, n, k); // (N,K)
                let a_at = make_identity_tensor(shape!(m, k)); // (M,K)
                let b_at = make_identity_tensor(shape!(n, k)); // (N,K)
                let d_at = make_identity_tensor(shape!(m, n)); // (M,N)
                let tiler = $tile;
                let gA = local_tile_proj(&a, tiler, coord!(bx, by, _), coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
                let gB = local_tile_proj(&b, tiler, coord!(bx, by, _), coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
                let cA = local_tile_proj(&a_at, tiler, coord!(bx, by, _), coord!(_1, _, _1)); // (BLK_M,BLK_K,k)
                let cB = local_tile_proj(&b_at, tiler, coord!(bx, by, _), coord!(_, _1, _1)); // (BLK_N,BLK_K,k)
                let cD = local_tile_proj(&d_at, tiler, coord!(bx, by, _), coord!(_1, _1, _)); // (BLK_M,BLK_N)
                let mut sA = make_tensor(rung::arena(0), $shared); // (BLK_M,BLK_K)
                let mut sB = make_tensor(rung::arena($second), $shared); // (BLK_N,BLK_K)

                let copiers = $copiers;
                let tAgA = local_partition(&gA, copiers, tid); // (THR_M,THR_K,k)
                let tBgB = local_partition(&gB, copiers, tid); // (THR_N,THR_K,k)
                let tAcA = local_partition(&cA, copiers, tid); // (THR_M,THR_K,k)
                let tBcB = local_partition(&cB, copiers, tid); // (THR_N,THR_K,k)
                let workers = $workers;
                let tCcD = local_partition(&cD, workers, tid); // (THR_M,THR_N)
                let mut sums = make_rmem::<f32, _>($layout); // (THR_M,THR_N)
                clear(&mut sums);

                for block in 0..(k + $block_k - 1) / $block_k {
                    {
                        let mut tAsA = sA.local_partition_mut(copiers, tid); // (THR_M,THR_K)
                        let mut tBsB = sB.local_partition_mut(copiers, tid); // (THR_N,THR_K)
                        $copies::NEW.repeat(|i| {
                            let at = (i as i64, 0i64, block);
                            let inside = within(tAcA.coord(at), (m, k));
                            tAsA.put((i as i64, 0i64), if inside { tAgA.at(at) } else { 0.0 });
                            let inside = within(tBcB.coord(at), (n, k));
                            tBsB.put((i as i64, 0i64), if inside { tBgB.at(at) } else { 0.0 });
                        });
                    }
                    thread::sync();
                    let tCsA = sA.local_partition_proj(workers, tid, coord!(_1, _)); // (THR_M,BLK_K)
                    let tCsB = sB.local_partition_proj(workers, tid, coord!(_, _1)); // (THR_N,BLK_K)
                    gemm_with(&Fused, &tCsA, &tCsB, &mut sums);
                    thread::sync();
                }
                let ($args, $sums, $at) = (&args, sums, tCcD); // (THR_M,THR_N)
                $finish
            }
        }
    };
}
pub(super) use staged;

staged! {
    tile tile!(_32, _32, _32), block_k 32, shared layout!((_32, _32):(_1, _33)), at 1056,
    copiers layout!((_8, _32):(_32, _1)), of _4; workers layout!((_8, _32):(_32, _1)), sums layout!((_4, _1));
    store |args, sums, at| {
        _4::NEW.repeat(|i| {
            let at = at.coord((i as i64, 0i64));
            if within(at, (args.m as i64, args.n as i64)) {
                epilogue::store_one(sums.at((i, 0usize)), args, (at.0 as u32, at.1 as u32, thread::ctaid_z()));
            }
        });
    }
}
