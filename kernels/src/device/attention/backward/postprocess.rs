//! The sums of dQ, scaled and rounded; and rows of all gradients again, where one that a mask hides is NaN.
//!
//! Sums of 64 queries are in the order of the accumulators, 128 of 16 queries and 8 columns at a time: those of a lane are two of a row and
//! two of the eighth row after it. Four lanes exchange theirs of 32 columns, so that each stores eight columns of a row at once.

use azulejo_device::barrier::wait_on_dependent_grids;
use azulejo_device::ptx::thread;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::scheduler::WorkTile;
use azulejo_device::{inlined, repeat, unrolled};

use super::args::Args;
use super::hidden::{any, redo_keys, redo_query};
use super::work::Queries;
use crate::device::attention::packed::Packed;
use crate::device::attention::store::transposed;
use crate::device::attention::work::div;

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
    // SAFETY: all threads of the CTA, on arguments of a checked problem.
    unsafe { redo_blocks::<T>(args) };
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
                |i| nan |= ((scaled[i][0] + scaled[i][1]).is_nan() as u32) << (row % 16)
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
    let mut rows = unsafe { any(nan) };
    while rows != 0 {
        let row = of_group / 32 * 16 + rows.trailing_zeros();
        if work.query + row as i32 >= work.seq[0] {
            break;
        }
        // SAFETY: all lanes of the warp, on a query of the sequence; the warp's columns are its own.
        unsafe {
            redo_query::<T>(
                args,
                queries,
                row,
                inlined!(|column| column / 32 % 2 == half), // Those that this warp has stored.
            )
        };
        rows &= rows - 1;
    }
}

/// Computes rows of dK and dV again: those that hold NaN in the blocks of keys whose words say so.
///
/// # Safety
/// All threads of the CTA make the call; arguments of a checked problem with such words.
#[inline(always)]
unsafe fn redo_blocks<T: Packed>(args: &Args) {
    let count = args.tiles.tiles_m * args.planes;
    let mut block = thread::ctaid();
    while block < count {
        // SAFETY: the workspace has a word for each block of keys.
        if unsafe { <u32 as Vector>::load_global(args.nan + 4 * block as u64) } != 0 {
            let plane = div(block, args.tiles.tiles_m);
            let batch = div(plane, args.tiles.tiles_n);
            let tile = WorkTile {
                m: block - plane * args.tiles.tiles_m,
                n: plane - batch * args.tiles.tiles_n,
                batch,
            };
            // SAFETY: the caller has arguments of a checked problem.
            if let Some(work) = unsafe { args.work(tile, args.keys) } {
                let (warp, warps) = (thread::tid() / 32, thread::ntid() / 32);
                // SAFETY: all lanes of the warp, whose number no other has.
                unsafe { redo_keys::<T>(args, &work, args.keys as i32, warp, warps) };
            }
        }
        block += thread::nctaid();
    }
}
