//! Adds the partial accumulators of the CTAs that share a tile.

use core::mem;

use azulejo_device::cute::*;
use azulejo_layout::Int;

use super::args::Args;
use super::f64_epilogue::AccumulatorTile;
use crate::device::arrive::arrive;
use crate::device::ptx::{shared, vector::Vector};

/// Accumulators of a thread that CTAs exchange through device memory, pair `n` of all 128 threads side by side.
pub trait Partial {
    /// Bytes of the accumulators of all threads.
    const BYTES: u32;
    /// `true` if splits are added in groups, and the sums of groups after them.
    const IN_GROUPS: bool;

    /// Stores them from `to` on, which is the thread's own first pair.
    ///
    /// # Safety
    /// Room for [`Partial::BYTES`] less 16 times the thread's number.
    unsafe fn store_partial(&self, to: u64);

    /// Replaces them by the sums of `count` of what [`Partial::store_partial`] left, `step` bytes from one to the next.
    ///
    /// # Safety
    /// Each was stored by the thread of this number, which happened before.
    unsafe fn sum_partials(&mut self, from: u64, count: u32, step: u64);
}

/// Accumulators of `$MmasM` by `$MmasN` instructions: `$Steps` times `$Pairs` pairs are loaded, of `$Depth` splits at a time.
macro_rules! partial {
    ($($MmasM:ident by $MmasN:ident: $Steps:ident of $Pairs:ident pairs, $Depth:ident at a time, in groups $in_groups:literal;)*) => {$(
        impl Partial for AccumulatorTile<$MmasM, $MmasN> {
            const BYTES: u32 = 128 * size_of::<Self>() as u32;
            const IN_GROUPS: bool = $in_groups;

            #[inline(always)]
            unsafe fn store_partial(&self, to: u64) {
                const PAIRS: usize = <$Pairs as Int>::STATIC.unwrap() as usize;
                unroll!(part in $Steps => { unroll!(i in $Pairs => {
                    let pair = PAIRS * part + i;
                    // SAFETY: upheld by the caller: room for the thread's pairs; two f64 are 16 bytes.
                    unsafe {
                        let bits = mem::transmute::<[f64; 2], [u32; 4]>([self.at(2 * pair), self.at(2 * pair + 1)]);
                        Vector::store_global(to + pair as u64 * 2048, bits);
                    }
                }); });
            }

            #[inline(always)]
            unsafe fn sum_partials(&mut self, mut from: u64, mut count: u32, step: u64) {
                const PAIRS: usize = <$Pairs as Int>::STATIC.unwrap() as usize;
                const DEPTH: usize = <$Depth as Int>::STATIC.unwrap() as usize;
                clear(self);
                while count > 0 {
                    unroll!(part in $Steps => {
                        let mut loaded = [[[0u32; 4]; PAIRS]; DEPTH];
                        unroll!(split in $Depth => {
                            if (split as u32) < count {
                                let from = from + split as u64 * step;
                                // SAFETY: upheld by the caller: pairs that this thread's number stored.
                                unroll!(i in $Pairs => { loaded[split][i] = unsafe { Vector::load_global(from + (PAIRS * part + i) as u64 * 2048) }; });
                            }
                        });
                        unroll!(split in $Depth => { unroll!(i in $Pairs => {
                            let pair = PAIRS * part + i;
                            // SAFETY: 16 bytes are two f64.
                            let [x, y] = unsafe { mem::transmute::<[u32; 4], [f64; 2]>(loaded[split][i]) };
                            self.put(2 * pair, self.at(2 * pair) + x);
                            self.put(2 * pair + 1, self.at(2 * pair + 1) + y);
                        }); });
                    });
                    from += DEPTH as u64 * step;
                    count = count.saturating_sub(DEPTH as u32);
                }
            }
        }
    )*};
}

partial! {
    _4 by _4: _4 of _8 pairs, _1 at a time, in groups false;
    _2 by _4: _2 of _8 pairs, _1 at a time, in groups true;
    _2 by _2: _1 of _8 pairs, _2 at a time, in groups true;
    _1 by _2: _1 of _4 pairs, _4 at a time, in groups true;
}

/// Adds the partial accumulators of the CTAs that share a tile; `true` in the one that then stores the sums, which are in `tCrC`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `args.split_k` has room for the sums and counts of the tiles of all
/// batches that are cut, and no other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn fixup<S: Partial>(args: &Args, tCrC: &mut S) -> bool {
    let (split_k, tid) = (&args.split_k, thread::tid());
    // Asked for again, so that no register holds it all the time.
    let work_tile = split_k.work_tile(shared::black_box(thread::ctaid()));
    let of = work_tile.of;
    if of <= 1 {
        return true;
    }
    // Which of the tiles that are cut, of all batches where each tile of a batch is.
    let shared = match S::IN_GROUPS {
        true => thread::ctaid_z() * (thread::nctaid() / of) + work_tile.shared,
        false => work_tile.shared,
    };
    let first = split_k.partials + (shared * of) as u64 * S::BYTES as u64 + (tid * 16) as u64;
    // Counts of a tile, how many splits are added at a time, and which of these groups is this CTA's.
    let (counts_of, group, index) = match S::IN_GROUPS {
        true => {
            let group = split_k.in_group();
            (split_k.counts_of(of), group, work_tile.split / group)
        }
        false => (1, of, 0),
    };
    let counts = split_k.counts + 4 * (shared * counts_of) as u64;
    // The splits that are added next: which of them is this CTA's, the first, the distance of one to the next, how many, and their count.
    let (mut own, mut from, mut step) = (work_tile.split, index * group, 1);
    let (mut count, mut counter) = (group.min(of - from), counts + 4 * index as u64);
    loop {
        // SAFETY: upheld by the caller: all threads of the block are here, and `split_k.partials` has room for each split's pairs; what
        // other blocks wrote is read after their arrivals, which come after their stores. A sum takes the place of its group's first
        // split, of which this thread has read its own pairs.
        unsafe {
            tCrC.store_partial(first + own as u64 * S::BYTES as u64);
            if !arrive(counter, count, shared::base()) {
                return false;
            }
            tCrC.sum_partials(
                first + from as u64 * S::BYTES as u64,
                count,
                step as u64 * S::BYTES as u64,
            );
        }
        if !S::IN_GROUPS || step > 1 || count == of {
            return true;
        }
        own = from;
        (from, step) = (0, group);
        count = of.div_ceil(step);
        counter = counts + 4 * count as u64;
    }
}
