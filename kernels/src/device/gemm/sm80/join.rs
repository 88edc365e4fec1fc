//! Adding the sums of the blocks that share a tile.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem::{transmute, zeroed};

use azulejo_device::cute::*;
use azulejo_tensor::Accumulators;

use super::slices::{SUMS, Slices, Unit};
use crate::device::ptx::{counter, shared, shared::Shared, vector::Vector};
use crate::device::repeat;

/// The sums of one of the 128 threads of a tile that blocks share.
pub trait Partials {
    /// Stores them to the thread's place in device memory.
    ///
    /// # Safety
    /// `place` is that of the thread in the sums of a slice, which no other block uses.
    unsafe fn store(&self, place: u64);

    /// Adds the sums at the thread's place in device memory.
    ///
    /// # Safety
    /// `place` is that of the thread in the sums of a slice, which are complete.
    unsafe fn add(&mut self, place: u64);
}

macro_rules! partials {
    ($($Acc:ident $N:ident: $Strides:ty, |$k:ident, $r:ident| $mma:expr, $n:expr; |$a:ident, $b:ident| $sum:expr;)*) => {$(
        impl Partials for Accumulators<$Acc, ((_2, _2), _4, $N)> {
            #[inline(always)]
            unsafe fn store(&self, place: u64) {
                // SAFETY: upheld by the caller: the thread's place in memory of its own.
                let pointer = unsafe { make_gmem_ptr(place as *mut $Acc) };
                let mut tCgC = make_tensor(pointer, Layout::<((_2, _2), _4, $N), $Strides>::default()); // (MMA,MMA_M,MMA_N)
                unroll!(i in _4 => { unroll!(j in $N => {
                    // SAFETY: as above.
                    unsafe { copy(&AutoVectorizingCopy, &self.slice(coord!(_, i, j)), &mut tCgC.slice_mut(coord!(_, i, j))) };
                }); });
            }

            #[inline(always)]
            unsafe fn add(&mut self, place: u64) {
                const VALUES: usize = 16 / size_of::<$Acc>();
                unroll!(i in _4 => { unroll!(r in _8 => {
                    // SAFETY: upheld by the caller: the thread's vector of sums that are complete; four words are 16 bytes of numbers.
                    let vector: [$Acc; VALUES] = unsafe { transmute(<[u32; 4] as Vector>::load_global(place + 2048 * (8 * i + r) as u64)) };
                    repeat::<VALUES>(#[inline(always)] |k| {
                        let ($k, $r) = (k, r);
                        let at = ($mma, i, $n);
                        let ($a, $b) = (self.at(at), vector[k]);
                        self.put(at, $sum);
                    });
                }); });
            }
        }
    )*};
}

// Vector `r` of row `i` of the accumulators, of all threads side by side; the place of its value `k`.
partials! {
    f32 _8: ((_1, _2), _4096, _512), |k, r| (k % 2, k / 2), r; |a, b| a + b;
    i32 _8: ((_1, _2), _4096, _512), |k, r| (k % 2, k / 2), r; |a, b| a.wrapping_add(b);
    f64 _4: ((_1, _256), _2048, _512), |k, r| (k, r % 2), r / 2; |a, b| a + b;
}

/// Leaves the sums of a slice in device memory; in the last block of the tile, the sums of all slices in `sums`, and `true`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `slices` has room for the sums and counts of `unit`, and no
/// other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn join<S: Partials>(slices: &Slices, unit: &Unit, tid: u32, sums: &mut S) -> bool {
    // The thread's place in the sums of a slice.
    let place = #[inline(always)]
    |slice: u32| slices.sums + slice as u64 * SUMS as u64 + (tid * 16) as u64;
    let first = unit.shared * unit.of;
    // SAFETY: upheld by the caller: all threads of the block are here, and `slices.sums` has room for each slice's vectors; what
    // other blocks wrote is read after their arrivals, which come after their stores; zero bits are sums.
    unsafe {
        sums.store(place(first + unit.slice));
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
        *sums = zeroed();
        for slice in first..first + unit.of {
            sums.add(place(slice));
        }
        true
    }
}
