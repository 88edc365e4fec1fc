//! Reductions down the columns: the outputs are neighbours in memory, not the elements that fall together.
//!
//! ```text
//! block of 256 threads     across = 8 to 32 lanes along the columns, 256 / across down the rows
//!   lane    a vector of up to 16 bytes: V columns, V accumulators; a warp reads whole lines
//!   row     rows r, r + 256/across, …: eight vectors in flight
//! then    the accumulators meet in shared memory, and one thread an output adds them, first row first
//! ```
//!
//! All operators share one loop: addresses and loads, most of the code, are there once. Which operator it is, is the same
//! in the whole grid: one uniform branch for eight vectors.
//!
//! Roofline: the input is read once, so the time is its bytes over the memory's speed. The order in which elements are
//! combined depends on the shape alone.

use super::{
    args::{COLUMN_THREADS, Columns},
    reduce::{ARGMAX, ARGMIN, Fold, SUM, Sum, Term},
};
use crate::device::{
    element::read,
    ptx::{
        memory::Global,
        shared::{self, Shared},
        thread::{ctaid, sync, tid},
    },
    repeat, unrolled,
};

/// This thread's part of the block.
struct Part {
    /// Lanes along the columns.
    across: u32,
    /// Threads down the rows.
    down: u32,
    /// This thread's lane.
    lane: u32,
    /// This thread's first row.
    row: u32,
}

impl Part {
    #[inline(always)]
    fn of(args: &Columns) -> Self {
        let across = 1 << args.across;
        Self {
            across,
            down: COLUMN_THREADS >> args.across,
            lane: tid() & (across - 1),
            row: tid() >> args.across,
        }
    }

    /// The vector of columns that `lane` works on, or the last one.
    #[inline(always)]
    fn vector(&self, args: &Columns, lane: u32) -> u32 {
        (ctaid() * self.across + lane).min(args.vectors - 1)
    }
}

/// Vectors that a thread has in flight.
const FLIGHT: usize = 8;

/// Vectors of one column of lanes, from row `first` on, `down` rows apart, as far as there are `count` rows.
struct Batch<C> {
    vectors: [C; FLIGHT],
    first: u32,
    down: u32,
    count: u32,
}

impl<C: Global> Batch<C> {
    /// Calls `f` on the vectors with their rows, in order.
    ///
    /// # Safety
    /// A carrier is as large as `V` elements, and any bits are elements.
    #[inline(always)]
    unsafe fn each<T: Term, const V: usize>(&self, mut f: impl FnMut(u64, [T; V])) {
        repeat::<FLIGHT>(|u| {
            let row = self.first + u as u32 * self.down;
            if row < self.count {
                // SAFETY: the caller has a carrier as large as `V` elements, for which any bits are a value.
                f(row as u64, unsafe {
                    core::mem::transmute_copy(&self.vectors[u])
                });
            }
        });
    }
}

/// Calls `f` on this thread's vectors, in order.
///
/// # Safety
/// `args` must describe readable vectors aligned to `C`.
#[inline(always)]
unsafe fn batches<C: Global>(args: &Columns, part: &Part, mut f: impl FnMut(Batch<C>)) {
    let [_, from] = args.columns.offsets(part.vector(args, part.lane));
    let src = (args.src as *const u8).wrapping_offset(from as isize);
    let mut first = part.row;
    while first < args.count {
        let rows = unrolled(|u| (first + u as u32 * part.down).min(args.count - 1));
        let offsets: [[i64; 1]; FLIGHT] = args.rows.offsets_of(rows);
        let vectors = unrolled(|u| {
            // SAFETY: the offset of a row below `count`, which is inside the source, by the caller.
            let vector = unsafe { src.offset(offsets[u][0] as isize) };
            // SAFETY: a vector is there, readable and aligned, by the caller.
            unsafe { C::load(vector) }
        });
        f(Batch {
            vectors,
            first,
            down: part.down,
            count: args.count,
        });
        first += FLIGHT as u32 * part.down;
    }
}

/// Where the accumulator of column `v` of a lane's vector lies, for one row of the block.
#[inline(always)]
fn place<const V: usize>(part: &Part, row: u32, lane: u32, v: u32) -> u32 {
    shared::base() + ((row * part.across + lane) * V as u32 + v) * 8
}

/// Combines the accumulators down the rows and writes each output.
///
/// # Safety
/// Every thread of the block must make the call; shared memory must hold eight bytes an accumulator, and as many for its
/// row where `fold` keeps one. `args` must describe a live output of the type of the reduction's result.
#[inline(always)]
unsafe fn finish<T: Term, const V: usize>(
    args: &Columns,
    part: &Part,
    fold: Fold,
    all: [T::Sum; V],
    rows: [u64; V],
) {
    let plane = COLUMN_THREADS * V as u32 * 8;
    repeat::<V>(|v| {
        let at = place::<V>(part, part.row, part.lane, v as u32);
        // SAFETY: this thread's place for the accumulator, in shared memory by the caller.
        unsafe { <T::Sum as Shared>::store(at, all[v]) };
        if fold.is_best() {
            // SAFETY: this thread's place for the row, in shared memory by the caller.
            unsafe { <u64 as Shared>::store(at + plane, rows[v]) };
        }
    });
    // SAFETY: every thread of the block is here, by the caller.
    unsafe { sync() };
    let (lane, v) = (tid() / V as u32, tid() % V as u32);
    if lane >= part.across || ctaid() * part.across + lane >= args.vectors {
        return;
    }
    // SAFETY: the place of a row and a lane of the block, written before the barrier.
    let mut all = unsafe { <T::Sum as Shared>::load(place::<V>(part, 0, lane, v)) };
    let mut first = u64::MAX;
    if fold.is_best() {
        // SAFETY: the place of a row and a lane of the block, written before the barrier for such an operator.
        first = unsafe { <u64 as Shared>::load(place::<V>(part, 0, lane, v) + plane) };
    }
    let mut row = 1;
    while row < part.down {
        let at = place::<V>(part, row, lane, v);
        // SAFETY: the place of a row and a lane of the block, written before the barrier.
        let next = unsafe { <T::Sum as Shared>::load(at) };
        match fold {
            Fold::Sum => all = all.plus(next),
            Fold::Product => all = all.times(next),
            Fold::Best { largest } => {
                // SAFETY: the place of a row and a lane of the block, written before the barrier for such an operator.
                let theirs = unsafe { <u64 as Shared>::load(at + plane) };
                let ahead = if largest { next > all } else { next < all };
                if ahead {
                    (all, first) = (next, theirs);
                } else if next == all {
                    (all, first) = (all.best(next, largest), first.min(theirs));
                }
            }
        }
        row += 1;
    }
    let [to, from] = args.columns.offsets(part.vector(args, lane));
    let dst = (args.dst as *mut u8).wrapping_offset(to as isize);
    let src = (args.src as *const u8).wrapping_offset(from as isize);
    let v = v as usize;
    match fold {
        Fold::Sum if args.code != SUM => {
            let mean = T::mean(all.to_f64() / args.count as f64);
            // SAFETY: the output has a place for this mean, by the caller; this thread alone writes it.
            unsafe { dst.cast::<T::Mean>().wrapping_add(v).write(mean) };
        }
        Fold::Best { .. } if args.code == ARGMAX || args.code == ARGMIN => {
            let row = if first == u64::MAX { 0 } else { first as i64 };
            // SAFETY: the output has a place for this row, by the caller; this thread alone writes it.
            unsafe { dst.cast::<i64>().wrapping_add(v).write(row) };
        }
        // Nothing but NaN.
        Fold::Best { .. } if first == u64::MAX => {
            // SAFETY: the source has an element in this column, by the caller.
            let nan = unsafe { read(src.cast::<T>(), v) };
            // SAFETY: the output has a place for this element, by the caller; this thread alone writes it.
            unsafe { dst.cast::<T>().wrapping_add(v).write(nan) };
        }
        // SAFETY: the output has a place for this element, by the caller; this thread alone writes it.
        _ => unsafe { dst.cast::<T>().wrapping_add(v).write(T::result(all)) },
    }
}

/// The outputs of one block.
///
/// # Safety
/// `args` must describe live buffers apart from each other, vectors aligned to `C`; the output must have the type of the
/// reduction's result. The block needs its accumulators in shared memory.
#[inline(always)]
pub unsafe fn reduce_columns<T: Term, C: Global, const V: usize>(args: &Columns) {
    let part = Part::of(args);
    let fold = Fold::of(args.code);
    // The best so far and the first row that has it; a NaN is passed over, so nothing found is possible.
    let (mut all, mut rows) = ([fold.first::<T>(); V], [u64::MAX; V]);
    let fold_batch = |batch: Batch<C>| match fold {
        Fold::Sum => {
            let add = |_, x: [T; V]| repeat::<V>(|v| all[v] = all[v].plus(x[v].term()));
            // SAFETY: a carrier is `V` elements, by the caller.
            unsafe { batch.each::<T, V>(add) }
        }
        Fold::Product => {
            let multiply = |_, x: [T; V]| repeat::<V>(|v| all[v] = all[v].times(x[v].term()));
            // SAFETY: a carrier is `V` elements, by the caller.
            unsafe { batch.each::<T, V>(multiply) }
        }
        Fold::Best { largest } => {
            let take = |row, x: [T; V]| {
                repeat::<V>(|v| x[v].term().take(largest, row, &mut all[v], &mut rows[v]));
            };
            // SAFETY: a carrier is `V` elements, by the caller.
            unsafe { batch.each::<T, V>(take) }
        }
    };
    // SAFETY: the source is live and its vectors aligned, by the caller.
    unsafe { batches::<C>(args, &part, fold_batch) };
    // SAFETY: the choice is the same in the whole block, so every thread is here; shared memory holds the accumulators, and the
    // output is live, apart, and of the type of the result, by the caller.
    unsafe { finish::<T, V>(args, &part, fold, all, rows) };
}
