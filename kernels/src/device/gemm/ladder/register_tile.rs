//! The fourth rung: 8 × 8 sums a thread, so that each value from shared memory is used eight times.
//!
//! ```text
//! grid    128 × 128 tiles of D
//! block   K in steps of 8: tiles to shared memory, a barrier, 8 steps of outer products, a barrier
//! thread  8 × 8 elements of D, 16 rows and columns apart: threads (16,16):(1,16)
//! ```
//!
//! The kernel is [`shared_tile`](super::shared_tile)'s with other layouts. Roofline: 16 loads of 4 bytes from shared memory for 64
//! multiply-adds.
//!
//! Next: `vectorised` makes four loads of those sixteen.

use azulejo_layout::ints::{_4, _8};
use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::{
    Repeat, clear, gemm_with, local_partition, local_tile_proj, make_identity_tensor, make_rmem,
    make_tensor, within,
};

use super::args::{Args, tile_of};
use super::fused::Fused;
use super::place::places;
use super::shared_tile::staged;
use super::{epilogue, rung};
use crate::device::ptx::{shared, shared::Shared, thread};
use crate::device::repeat;

staged! {
    tile tile!(_128, _128, _8), block_k 8, shared layout!((_128, _8):(_1, _132)), at 1056,
    copiers layout!((_32, _8):(_8, _1)), of _4; workers layout!((_16, _16)), sums layout!((_8, _8));
    store |args, sums, at| {
        let (base, tid) = (shared::base(), thread::tid());
        let origin = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
        let _ = at;
        // Half a tile at a time through shared memory, from which whole rows are stored.
        let half_tile = places(layout!((_64, _128):(_132, _1))); // (BLK_M/2,BLK_N)
        let tCsC = local_partition(&half_tile, layout!((_16, _16)), tid as usize); // (THR_M/2,THR_N)
        repeat::<2>(
            #[inline(always)]
            |half| {
                thread::sync();
                _4::NEW.repeat(|i| {
                    _8::NEW.repeat(|j| f32::store(base + 4 * tCsC.at((i, j)), sums.at((4 * half + i, j))));
                });
                thread::sync();
                let at = (origin.0 * 128 + half as u32 * 64, origin.1 * 128, thread::ctaid_z());
                epilogue::store::<f32, f32, 1, 64, false>(args, base, 132 * 4, 256, at);
            },
        );
    }
}
