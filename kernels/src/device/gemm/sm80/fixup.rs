//! Adds the partial accumulators of the CTAs that share a tile.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use azulejo_device::cute::*;

use super::f64_epilogue::AccumulatorTile;
use super::split_k::{SplitK, WorkTile};
use crate::device::ptx::{counter, shared, shared::Shared, vector::Vector};

/// A thread's sums in device memory: pair `n` of all threads side by side.
type GmemLayout = Layout<((_2, _2), _4, _4), ((_1, _256), _2048, _512)>;

/// Stores the partial accumulators of a split in device memory; in the last CTA of the tile, returns the sums of all splits in `tCrC`, and `true`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `split_k` has room for the sums and counts of `work_tile`, and no
/// other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn fixup(
    split_k: &SplitK,
    work_tile: &WorkTile,
    tid: u32,
    tCrC: &mut AccumulatorTile,
) -> bool {
    // Bytes of a tile's sums.
    let bytes = const { 128 * 64 * 8u32 };
    // The thread's partial accumulators of a split.
    let partial = #[inline(always)]
    |slice: u32| {
        let first = split_k.partials + slice as u64 * bytes as u64 + (tid * 16) as u64;
        // SAFETY: upheld by the caller: room for the partial accumulators of the split.
        let pointer = unsafe { make_gmem_ptr(first as *mut f64) };
        make_tensor(pointer, GmemLayout::default()) // (MMA,MMA_M,MMA_N)
    };
    let first = work_tile.shared * work_tile.of;
    // SAFETY: upheld by the caller: all threads of the block are here, and `split_k.partials` has room for each split's pairs; what
    // other blocks wrote is read after their arrivals, which come after their stores.
    unsafe {
        unroll!(i in _4 => { unroll!(j in _4 => {
            copy(&AutoVectorizingCopy, &tCrC.slice(coord!(_, i, j)), &mut partial(first + work_tile.split).slice_mut(coord!(_, i, j)));
        }); });
        fence::device();
        thread::sync();
        let count = split_k.counts + 4 * work_tile.shared as u64;
        if tid == 0 {
            let before = counter::atomic_add_one(count);
            if before + 1 == work_tile.of {
                counter::reset(count);
            }
            <u32 as Shared>::store(shared::base(), before);
        }
        thread::sync();
        let last = <u32 as Shared>::load(shared::base()) + 1 == work_tile.of;
        thread::sync();
        if !last {
            return false;
        }
        fence::device();
        clear(tCrC);
        for slice in first..first + work_tile.of {
            let tCgC = partial(slice);
            unroll!(i in _4 => { unroll!(j in _4 => { unroll!(row in _2 => {
                let pair = tCgC.slice(coord!((_, row), i, j)); // a row's two values of MMA
                let [x, y] = mem::transmute::<[u32; 4], [f64; 2]>(<[u32; 4] as Vector>::load_global(pair.engine().raw() as u64));
                tCrC.put(((0usize, row), i, j), tCrC.at(((0usize, row), i, j)) + x);
                tCrC.put(((1usize, row), i, j), tCrC.at(((1usize, row), i, j)) + y);
            }); }); });
        }
        true
    }
}
