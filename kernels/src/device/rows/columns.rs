//! Reductions down the columns: the outputs are neighbours in memory, not the elements that fall together.
//!
//! ```text
//! block of 256 threads     across = 8 to 32 lanes along the columns, 256 / across down the rows
//!   lane    a vector of up to 16 bytes: V columns, V accumulators; a warp reads whole lines
//!   row     rows r, r + 256/across, …: eight vectors in flight
//! then    the accumulators meet in shared memory, and one thread an output adds them, first row first
//! ```
//!
//! Roofline: the input is read once, so the time is its bytes over the memory's speed. The order in which elements are
//! combined depends on the shape alone.

use super::{
    args::{COLUMN_THREADS, Columns},
    reduce::{ARGMAX, ARGMIN, MAX, PROD, SUM, Sum, Term},
};
use crate::device::{
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

/// Calls `f` on this thread's vectors with their rows, in order, eight loads in flight.
///
/// # Safety
/// `args` must describe readable vectors aligned to `C`.
#[inline(always)]
unsafe fn each<T: Term, C: Global, const V: usize>(
    args: &Columns,
    part: &Part,
    mut f: impl FnMut(u64, [T; V]),
) {
    let [_, from] = args.columns.offsets(part.vector(args, part.lane));
    let src = (args.src as *const u8).wrapping_offset(from as isize);
    let mut at = part.row;
    while at < args.count {
        let c: [C; 8] = unrolled(|u| {
            let index = (at + u as u32 * part.down).min(args.count - 1);
            // SAFETY: a row below `count`.
            unsafe { C::load(src.offset(args.rows.offsets(index)[0] as isize)) }
        });
        repeat::<8>(|u| {
            if at + u as u32 * part.down < args.count {
                // SAFETY: a carrier is as large as `V` elements, and any bits are elements.
                let x: [T; V] = unsafe { core::mem::transmute_copy(&c[u]) };
                f((at + u as u32 * part.down) as u64, x);
            }
        });
        at += 8 * part.down;
    }
}

/// Where the accumulator of column `v` of a lane's vector lies, for one row of the block.
#[inline(always)]
fn place<const V: usize>(part: &Part, row: u32, lane: u32, v: u32) -> u32 {
    shared::base() + ((row * part.across + lane) * V as u32 + v) * 8
}

/// Combines the accumulators down the rows and gives each output, with its address, to `write`.
///
/// # Safety
/// Every thread of the block must make the call; shared memory must hold eight bytes an accumulator and number of `S`.
#[inline(always)]
unsafe fn finish<S: Shared, const V: usize, const S_COUNT: usize>(
    args: &Columns,
    part: &Part,
    values: [[S; V]; S_COUNT],
    f: impl Fn([S; S_COUNT], [S; S_COUNT]) -> [S; S_COUNT],
    size: u32,
    write: impl FnOnce(*mut u8, u32, u32, [S; S_COUNT]),
) {
    let plane = COLUMN_THREADS * V as u32 * 8;
    // SAFETY: each accumulator has its own place; the barrier separates the writes from the reads.
    unsafe {
        repeat::<S_COUNT>(|s| {
            repeat::<V>(|v| {
                let at = place::<V>(part, part.row, part.lane, v as u32);
                S::store(at + s as u32 * plane, values[s][v]);
            });
        });
        sync();
        let (lane, v) = (tid() / V as u32, tid() % V as u32);
        if lane < part.across && ctaid() * part.across + lane < args.vectors {
            let read = |row: u32| -> [S; S_COUNT] {
                unrolled(|s| S::load(place::<V>(part, row, lane, v) + s as u32 * plane))
            };
            let mut all = read(0);
            let mut row = 1;
            while row < part.down {
                all = f(all, read(row));
                row += 1;
            }
            let [to, _] = args.columns.offsets(part.vector(args, lane));
            let at = (args.dst as *mut u8).wrapping_offset(to as isize);
            write(at.wrapping_add((v * size) as usize), lane, v, all);
        }
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
    let size = const { size_of::<T>() as u32 };
    // SAFETY: buffers are live, aligned, apart and of these types, and shared memory holds the accumulators, by the caller; the
    // choice is the same in the whole block, so every thread combines.
    unsafe {
        if args.code == SUM || args.code > ARGMIN {
            let mut sum = [T::Sum::ZERO; V];
            each::<T, C, V>(args, &part, |_, x| {
                repeat::<V>(|v| sum[v] = sum[v].plus(x[v].term()));
            });
            let plus = |[a]: [T::Sum; 1], [b]: [T::Sum; 1]| [a.plus(b)];
            if args.code == SUM {
                finish(args, &part, [sum], plus, size, |at, _, _, [sum]| {
                    at.cast::<T>().write(T::result(sum));
                });
            } else {
                let mean = const { size_of::<T::Mean>() as u32 };
                finish(args, &part, [sum], plus, mean, |at, _, _, [sum]| {
                    at.cast::<T::Mean>()
                        .write(T::mean(sum.to_f64() / args.count as f64));
                });
            }
        } else if args.code == PROD {
            let mut product = [T::Sum::ONE; V];
            each::<T, C, V>(args, &part, |_, x| {
                repeat::<V>(|v| product[v] = product[v].times(x[v].term()));
            });
            let times = |[a]: [T::Sum; 1], [b]: [T::Sum; 1]| [a.times(b)];
            finish(args, &part, [product], times, size, |at, _, _, [all]| {
                at.cast::<T>().write(T::result(all));
            });
        } else {
            let largest = args.code == MAX || args.code == ARGMAX;
            // The best so far and the first row that has it; a NaN is passed over, so nothing found is possible.
            let (mut best, mut place) = ([T::bound(largest); V], [u64::MAX; V]);
            each::<T, C, V>(args, &part, |row, x| {
                repeat::<V>(|v| {
                    let x = x[v].term();
                    let better = if largest { x > best[v] } else { x < best[v] };
                    // `x == x` fails for a NaN alone.
                    #[allow(clippy::eq_op)]
                    if better || (place[v] == u64::MAX && x == x) {
                        place[v] = row;
                    }
                    best[v] = best[v].best(x, largest);
                });
            });
            let values: [[u64; V]; 2] = [unrolled(|v| best[v].to_bits()), place];
            let better = #[inline(always)]
            |a: [u64; 2], b: [u64; 2]| {
                let (x, y) = (T::Sum::of_bits(a[0]), T::Sum::of_bits(b[0]));
                let ahead = if largest { y > x } else { y < x };
                if ahead {
                    b
                } else if y == x {
                    [x.best(y, largest).to_bits(), a[1].min(b[1])]
                } else {
                    a
                }
            };
            if args.code == ARGMAX || args.code == ARGMIN {
                finish(args, &part, values, better, 8, |at, _, _, [_, place]| {
                    at.cast::<i64>()
                        .write(if place == u64::MAX { 0 } else { place as i64 });
                });
            } else {
                finish(
                    args,
                    &part,
                    values,
                    better,
                    size,
                    |at, lane, v, [best, place]| {
                        let value = if place == u64::MAX {
                            // Nothing but NaN.
                            let [_, from] = args.columns.offsets(part.vector(args, lane));
                            let src = (args.src as *const u8).wrapping_offset(from as isize);
                            src.cast::<T>().add(v as usize).read()
                        } else {
                            T::result(T::Sum::of_bits(best))
                        };
                        at.cast::<T>().write(value);
                    },
                );
            }
        }
    }
}
