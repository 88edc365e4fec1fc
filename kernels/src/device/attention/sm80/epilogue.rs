//! [`Epilogue`]: O of the groups of warps and of the splits, combined and stored.
//!
//! ```text
//! shared memory    O of each group, maxima and sums      → O of the CTA
//! workspace        O of each split, maxima and sums      → O of the tile, by the CTA that is the last of its splits
//! ```

use azulejo_device::ptx::{math, thread, vector::Vector};
use azulejo_device::{inlined, repeat};

use super::args::Sm80Args;
use super::rows::Tile;
use crate::device::arrive::arrive;
use crate::device::attention::packed::Packed;
use crate::device::attention::softmax::finished;
use crate::device::attention::store::store_lse;
use crate::device::attention::tiles::Tiles;
use crate::device::attention::work::div;

/// Columns that a thread combines at once.
const COLUMNS: u32 = 4;
/// Parts whose values are in flight at once.
const AT_ONCE: usize = 4;

/// The maximum of a row, in exponents of 2, its sum and four columns of its O from `count` parts, of which `load` gives the columns: their
/// maxima and sums are at `at`, `stride` bytes apart. What a part without keys has may be anything.
///
/// # Safety
/// `count` pairs of f32 are there in shared memory, at multiples of 8 bytes.
#[inline(always)]
unsafe fn combined(
    [at, stride, count]: [u32; 3],
    load: impl Fn(u32) -> [u32; 4],
) -> ([f32; 2], [f32; 4]) {
    let stat = inlined!(|part: u32| {
        // SAFETY: upheld by the caller.
        unsafe { <[u32; 2]>::load_shared(at + part * stride) }.map(f32::from_bits)
    });
    let (mut max, mut part) = (f32::NEG_INFINITY, 0);
    while part < count {
        max = math::max(max, stat(part)[0]);
        part += 1;
    }
    let (mut sum, mut o, mut first) = (0.0, [0.0f32; 4], 0);
    while first < count {
        let (mut parts, mut factors) = ([[0; 4]; AT_ONCE], [0.0f32; AT_ONCE]);
        repeat::<AT_ONCE>(inlined!(|i| {
            let part = first + i as u32;
            if part < count {
                parts[i] = load(part);
                let [of, terms] = stat(part);
                if of != f32::NEG_INFINITY {
                    factors[i] = math::exp2_flushed(of - max);
                }
                sum = math::fma(terms, factors[i], sum);
            }
        }));
        repeat::<AT_ONCE>(inlined!(|i| {
            if factors[i] != 0.0 {
                repeat::<4>(inlined!(|column| {
                    o[column] = math::fma(f32::from_bits(parts[i][column]), factors[i], o[column]);
                }));
            }
        }));
        first += AT_ONCE as u32;
    }
    ([max, sum], o)
}

/// A tile whose O is in shared memory.
#[derive(Clone, Copy)]
pub struct Epilogue<'a> {
    /// Arguments of a checked problem.
    pub args: &'a Sm80Args,
    /// The tile.
    pub tile: &'a Tile,
    /// From here on are O of each group and, [`Tiles::O_BYTES`] after it, a maximum and a sum of each row of each group.
    pub smem: u32,
}

impl Epilogue<'_> {
    /// Combines the groups' O and stores it: to O, or to the workspace, from which the last split to come stores the tile.
    ///
    /// # Safety
    /// All threads of the CTA make the call. O, f32, and its pairs are in shared memory, and a barrier has passed.
    #[inline(always)]
    pub unsafe fn store<C: Tiles<T: Packed>>(self, o_stride: u32) {
        let Epilogue { args, tile, smem } = self;
        let used = tile.split[1];
        // The rows of split 0 in the workspace.
        let first = (tile.index * args.splits) as u64 * C::M as u64;
        let place = inlined!(|split: u32, row: u32| first + (split * C::M + row) as u64);
        let columns_of =
            inlined!(|at: u64, column: u32| args.partials
                + 4 * (at * C::HEAD_DIM_V as u64 + column as u64));
        each_place::<C>(tile.rows, |row, column| {
            let load = inlined!(|group: u32| {
                let at = smem + 4 * ((group * C::M + row) * o_stride + column);
                // SAFETY: the row of the group has as many columns, and starts at a multiple of 16 bytes.
                unsafe { <[u32; 4]>::load_shared(at) }
            });
            // SAFETY: a pair for each row of each group is there.
            let (stat, o) =
                unsafe { combined([smem + C::O_BYTES + 8 * row, 8 * C::M, C::GROUPS], load) };
            if used == 1 {
                // SAFETY: the row is a query of the sequence.
                return unsafe { self.store_four::<C>((row, column), stat, o) };
            }
            let at = place(tile.split[0], row);
            // SAFETY: the workspace has a row of O for each row of each split.
            unsafe { <[u32; 4]>::store_global(columns_of(at, column), o.map(f32::to_bits)) };
            if column == 0 {
                // SAFETY: the workspace has a pair for each row of each split.
                unsafe { <[u32; 2]>::store_global(args.stats + 8 * at, stat.map(f32::to_bits)) };
            }
        });
        let done = args.done + 4 * tile.index as u64;
        // SAFETY: all threads of the CTA are here; the parts of this split are stored, and O has been read. Only kernels of this family
        // change the counter of the tile.
        if used == 1 || !unsafe { arrive(done, used, smem) } {
            return;
        }
        // The maxima and sums of all splits: (row, split).
        let mut at = thread::tid();
        while at < tile.rows * used {
            let row = div(at, used);
            let from = args.stats + 8 * place(at - row * used, row);
            // SAFETY: each split has stored a pair for each row, before it counted.
            let pair = unsafe { <[u32; 2]>::load_global(from) };
            // SAFETY: the launcher limits the splits so that they fit in the place of O.
            unsafe { <[u32; 2]>::store_shared(smem + 8 * at, pair) };
            at += C::THREADS;
        }
        // SAFETY: all threads of the CTA are here.
        unsafe { thread::sync() };
        each_place::<C>(tile.rows, |row, column| {
            let load = inlined!(|split: u32| {
                // SAFETY: each split has stored its rows of O before it counted.
                unsafe { <[u32; 4]>::load_global(columns_of(place(split, row), column)) }
            });
            // SAFETY: a pair of each split is there.
            let (stat, o) = unsafe { combined([smem + 8 * row * used, 8, used], load) };
            // SAFETY: the row is a query of the sequence.
            unsafe { self.store_four::<C>((row, column), stat, o) };
        });
    }

    /// Stores four columns of a row of O, and with the first its logarithm.
    ///
    /// # Safety
    /// The row is a query of the tile; O and LSE, where there is one, have a place for it.
    #[inline(always)]
    unsafe fn store_four<C: Tiles<T: Packed>>(
        self,
        (row, column): (u32, u32),
        [max, sum]: [f32; 2],
        o: [f32; 4],
    ) {
        let Epilogue { args, tile, .. } = self;
        let (factor, log) = finished(max, sum);
        let o = o.map(inlined!(|o| o * factor));
        if column < args.problem.head_dim_v {
            let words = [C::T::pack(o[0], o[1]), C::T::pack(o[2], o[3])];
            let to = tile.place(&args.o, row) + 2 * column as u64;
            // SAFETY: upheld by the caller; columns of O are a multiple of 8, at multiples of 16 bytes.
            unsafe { <[u32; 2]>::store_global(to, words) };
        }
        let at = inlined!(|_| (true, tile.lse(&args.problem, row)));
        // SAFETY: upheld by the caller, of the thread that has the first column.
        unsafe { store_lse(&args.problem, column == 0, at, [log]) };
    }
}

/// Calls `f` with each row and each [`COLUMNS`]th column of O that is this thread's.
#[inline(always)]
fn each_place<C: Tiles>(rows: u32, f: impl Fn(u32, u32)) {
    let chunks = C::HEAD_DIM_V / COLUMNS;
    let mut at = thread::tid();
    while at < rows * chunks {
        f(at / chunks, COLUMNS * (at % chunks));
        at += C::THREADS;
    }
}
