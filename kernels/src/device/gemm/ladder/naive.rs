//! The first rung: a thread an element of D, neighbours along M.
//!
//! ```text
//! grid    16 × 16 tiles of D
//! block   threads (16,16):(1,16), thread 1 below thread 0
//! thread  one element: K multiply-adds, two loads each
//! ```
//!
//! Roofline: eight bytes a multiply-add, all from the caches. Where rows of B and D are contiguous the 16 neighbours of a thread read
//! and write 16 different lines: a sixteenth of what a line brings is used.
//!
//! Next: `coalesced` turns the threads round.

/// A kernel of one element a thread: the layout of the threads over the tile is all there is to say.
macro_rules! direct {
    ($threads:expr) => {
        /// The body of the entry point.
        ///
        /// # Safety
        /// Launched with 256 threads, a grid of [`tile_of`](super::args::tile_of)'s numbering, batches along z, and arguments whose
        /// views are those of the problem.
        #[inline(always)]
        pub unsafe fn gemm(args: $crate::device::gemm::ladder::args::Args) {
            use azulejo_layout::{coord, shape, tile};
            use azulejo_tensor::{local_partition, local_tile, make_identity_tensor, within};
            use $crate::device::gemm::ladder::{args::tile_of, epilogue, rung};
            use $crate::device::ptx::{math::fma, thread};

            let (bx, by) = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
            let (bx, by, tid) = (bx as i64, by as i64, thread::tid() as i64);
            let (m, n, k) = (args.m as i64, args.n as i64, args.k as i64);
            // SAFETY: the views are the problem's; elements are accessed where they are inside it.
            unsafe {
                let a = rung::matrix(&args.a, m, k); // (M,K)
                let b = rung::matrix(&args.b, n, k); // (N,K)
                let d_at = make_identity_tensor(shape!(m, n)); // (M,N)
                let tile_at = local_tile(&d_at, tile!(_16, _16), coord!(bx, by)); // (BLK_M,BLK_N)
                let mine_at = local_partition(&tile_at, $threads, tid); // (1,1)
                let at = mine_at.coord((0i64, 0i64));
                if within(at, (m, n)) {
                    let mut sum = 0.0;
                    for k in 0..k {
                        sum = fma(a.at((at.0, k)), b.at((at.1, k)), sum);
                    }
                    epilogue::store_one(sum, &args, (at.0 as u32, at.1 as u32, thread::ctaid_z()));
                }
            }
        }
    };
}
pub(super) use direct;

direct!(azulejo_layout::layout!((_16, _16)));
