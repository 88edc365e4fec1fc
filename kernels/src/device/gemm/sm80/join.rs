//! Adding the sums of the blocks that share a tile.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use azulejo_device::cute::*;

use super::f64_epilogue::Sums;
use super::slices::{Slices, Unit};
use crate::device::ptx::{counter, shared, shared::Shared, vector::Vector};

/// A thread's sums in device memory: pair `n` of all threads side by side.
type GmemLayout = Layout<((_2, _2), _4, _4), ((_1, _256), _2048, _512)>;

/// Leaves the sums of a slice in device memory; in the last block of the tile, the sums of all slices in `tCrC`, and `true`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `slices` has room for the sums and counts of `unit`, and no
/// other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn join(slices: &Slices, unit: &Unit, tid: u32, tCrC: &mut Sums) -> bool {
    // Bytes of a tile's sums.
    let bytes = const { 128 * 64 * 8u32 };
    // The thread's sums of a slice.
    let partial = #[inline(always)]
    |slice: u32| {
        let first = slices.sums + slice as u64 * bytes as u64 + (tid * 16) as u64;
        // SAFETY: upheld by the caller: room for the sums of the slice.
        let pointer = unsafe { make_gmem_ptr(first as *mut f64) };
        make_tensor(pointer, GmemLayout::default()) // (MMA,MMA_M,MMA_N)
    };
    let first = unit.shared * unit.of;
    // SAFETY: upheld by the caller: all threads of the block are here, and `slices.sums` has room for each slice's pairs; what
    // other blocks wrote is read after their arrivals, which come after their stores.
    unsafe {
        unroll!(i in _4 => { unroll!(j in _4 => {
            copy(&AutoVectorizingCopy, &tCrC.slice(coord!(_, i, j)), &mut partial(first + unit.slice).slice_mut(coord!(_, i, j)));
        }); });
        fence::device();
        thread::sync();
        let count = slices.counts + 4 * unit.shared as u64;
        if tid == 0 {
            let before = counter::add_one(count);
            if before + 1 == unit.of {
                counter::clear(count);
            }
            <u32 as Shared>::store(shared::base(), before);
        }
        thread::sync();
        let last = <u32 as Shared>::load(shared::base()) + 1 == unit.of;
        thread::sync();
        if !last {
            return false;
        }
        fence::device();
        clear(tCrC);
        for slice in first..first + unit.of {
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
