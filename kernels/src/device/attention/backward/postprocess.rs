//! The sums of dQ, scaled and rounded; and a word for each block of queries whose dQ holds NaN.
//!
//! Sums of 64 queries are in the order of the accumulators, 128 of 16 queries and 8 columns at a time: those of a lane are two of a row and
//! two of the eighth row after it. Four lanes exchange theirs of 32 columns, so that each stores eight columns of a row at once.

use azulejo_device::barrier::wait_on_dependent_grids;
use azulejo_device::ptx::thread;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::{inlined, repeat, unrolled};

use super::args::Args;
use super::redo::any;
use super::work::Queries;
use crate::device::attention::packed::Packed;
use crate::device::attention::store::transposed;

/// Stores a block of queries of a head.
///
/// On Hopper the sums of a lane follow each other; `mma.sync` leaves those of all lanes after each other.
///
/// # Safety
/// Launched with a CTA for each block of queries of each head and batch; arguments of a checked problem. All sums are added.
#[inline(always)]
pub unsafe fn postprocess<T: Packed, const IS_HOPPER: bool>(args: &Args) {
    if IS_HOPPER {
        wait_on_dependent_grids(); // All sums are added.
    }
    // SAFETY: the launcher passes arguments of a checked problem.
    if let Some(queries) = unsafe { args.queries(thread::ctaid()) } {
        // SAFETY: all threads of the CTA, which has these queries.
        unsafe { store_queries::<T, IS_HOPPER>(args, &queries) };
    }
}

/// Stores dQ of a block of queries.
///
/// # Safety
/// All threads of the CTA that has these queries make the call; arguments of a checked problem.
#[inline(always)]
unsafe fn store_queries<T: Packed, const IS_HOPPER: bool>(args: &Args, queries: &Queries) {
    let (of_group, half) = (thread::tid() % 128, thread::tid() / 128);
    let (row, part) = (of_group / 32 * 16 + of_group % 32 / 4, of_group % 4);
    let work = &queries.work;
    let (to, sums) = (
        args.written[0],
        args.sums + 4 * queries.row * args.columns as u64,
    );
    let (mut group, mut nan) = (4 * half, 0);
    while 8 * group < args.columns {
        let words = unrolled::<[u32; 4], 4>(inlined!(|i| {
            let from = sums + 512 * (4 * (group as u64 + i as u64) + of_group as u64 / 32);
            let lane = of_group as u64 % 32;
            if IS_HOPPER {
                // SAFETY: four of the sums of the block.
                return unsafe { <[u32; 4]>::load_global(from + 16 * lane) };
            }
            unrolled(inlined!(|e| {
                // SAFETY: one of the sums of the block.
                unsafe { u32::load_global(from + 128 * e as u64 + 4 * lane) }
            }))
        }));
        let column = 8 * (group + part);
        repeat::<2>(inlined!(|r| {
            let row = row + 8 * r as u32;
            let query = work.query + row as i32;
            let scaled = unrolled::<_, 4>(inlined!(|i| {
                [words[i][2 * r], words[i][2 * r + 1]]
                    .map(|bits| f32::from_bits(bits) * args.problem.scale)
            }));
            repeat::<4>(inlined!(
                |i| nan |= (scaled[i][0] + scaled[i][1]).is_nan() as u32
            ));
            let pairs = unrolled::<_, 4>(inlined!(|i| T::pack(scaled[i][0], scaled[i][1])));
            // SAFETY: all lanes of the warp are here.
            let eight = unsafe { transposed(pairs, part) };
            if query < work.seq[0] && column < args.problem.head_dim {
                let at = to.at(work.batch, work.start[0] + query, work.head) + 2 * column as u64;
                // SAFETY: eight columns of a row of dQ, which is aligned to them.
                unsafe { <[u32; 4]>::store_global(at, eight) };
            }
        }));
        group += 8;
    }
    // SAFETY: all lanes of the warp are here.
    if unsafe { any(nan) } != 0 {
        let block = args.tiles.tiles_m as u64 * args.planes as u64 + thread::ctaid() as u64;
        // SAFETY: the workspace has a word for each block of queries, after those of keys.
        unsafe { u32::store_global(args.nan + 4 * block, 1) };
    }
}
