//! Epilogue fragments to D where TMA cannot take it, from registers: lines of D start at any element.
//!
//! Four lanes have eight neighbours of a row, two each, of every eight columns. Where a row of 16-bit elements starts in the
//! middle of a word of memory, each lane takes its second element and the next lane's first:
//!
//! ```text
//! lane          0      1      2      3      0
//! even row   | 0 1 | 2 3 | 4 5 | 6 7 | 8 9 |       one word a lane
//! odd row   0 | 1 2 | 3 4 | 5 6 | 7 8 | 9 …        the first element and the last are stored alone
//! ```
//!
//! Four lanes more have the row below. Both rows of sixteen columns change places, so that eight lanes store 32 bytes of one row:
//!
//! ```text
//! lanes        columns 0-7   8-15             one store      the next
//! 0-3          row 0         row 0        ▸   row 0, 0-7     row 1, 0-7
//! 4-7          row 1         row 1            row 0, 8-15    row 1, 8-15
//! ```
//!
//! Of a column, eight lanes have eight neighbours, and each stores its own; so is each of 32 bits. Threads with 128 accumulators and
//! more have no registers for it, and bytes are stored sixteen at a time: [`unaligned`](super::unaligned).
//!
//! Roofline: D out once, in parts of sectors of L2, which takes as long to write a part as the whole. Some ten instructions for two
//! elements; nothing waits for another warp.

use super::epi_tile::EpiFragments;
use super::*;
use azulejo_device::ptx::shuffle::Exchange as _;
use core::mem;

/// Where fragments lie in D, as a thread sees it.
#[derive(Clone, Copy)]
struct Place<'a> {
    args: &'a Args,
    consumer: ConsumerThread,
    /// The first row, the thread's first column, and where the columns end.
    row: u32,
    column: u32,
    end: u32,
    batch: u32,
}

impl Place<'_> {
    /// The address of the thread's first column in a row.
    #[inline(always)]
    fn address<C: Device>(&self, row: u32) -> i64 {
        let at = (row, self.column, self.batch);
        self.args.d.address::<C::Out>(at) as i64
    }
}

/// Stores a thread's elements of `FRAGMENTS_AT_ONCE` epilogue fragments, the first of which starts at `(row, first)` of a batch of D.
///
/// # Safety
/// All threads of the consumer call this, with the launch's arguments; elements have two or four bytes, and lines of D are contiguous.
#[inline(always)]
pub unsafe fn store<C: Device>(
    args: &Args,
    consumer: ConsumerThread,
    (row, first, batch): (u32, u32, u32),
    tDrD: &EpiFragments<C>,
) {
    // Nothing that follows from the columns is kept through a loop.
    let first = math::rematerialize(first);
    let column = first + consumer.value::<C>(0).1;
    let place = Place {
        args,
        consumer,
        row,
        column,
        end: args.n.min(first + 16 * C::FRAGMENTS_AT_ONCE),
        batch,
    };
    unroll!(2, |half| {
        // Nor is what follows from the row kept from half to half.
        let row = math::rematerialize(place.row);
        let place = Place { row, ..place };
        // SAFETY: the caller has all threads here; only elements of D are stored.
        unsafe {
            if C::OUT == 2 && args.route & route::COLUMN_MAJOR == 0 {
                words::<C>(place, half, tDrD)
            } else {
                elements::<C>(place, half, tDrD)
            }
        }
    });
}

/// Stores each element of the thread's row of half `half`.
///
/// # Safety
/// Same requirements as [`store`].
#[inline(always)]
unsafe fn elements<C: Device>(place: Place<'_>, half: usize, tDrD: &EpiFragments<C>) {
    let Place { args, .. } = place;
    let pitch = args.d.column * C::OUT as i64;
    let row = place.row + place.consumer.value::<C>(register(0, half)).0;
    let to = place.address::<C>(row);
    let end = if row < args.m { place.end } else { 0 };
    unroll!(4 * C::FRAGMENTS_AT_ONCE, |k| {
        let i = tiled_mma::columns(register(k, 0));
        if place.column + i < end {
            let at = (to + i as i64 * pitch) as *mut u8;
            let out = tDrD[k / 4].at(k % 2 + 2 * half + 4 * (k / 2 % 2));
            // SAFETY: an element of D, of two or four bytes.
            unsafe {
                match C::OUT {
                    4 => <u32 as Global>::store(at, mem::transmute_copy(&out)),
                    _ => <u16 as Global>::store(at, mem::transmute_copy(&out)),
                }
            }
        }
    });
}

/// Stores the rows of half `half` of elements of 16 bits by words of memory.
///
/// # Safety
/// Same requirements as [`store`].
#[inline(always)]
unsafe fn words<C: Device>(place: Place<'_>, half: usize, tDrD: &EpiFragments<C>) {
    let Place { args, consumer, .. } = place;
    let thread = consumer.thread_idx;
    let (lane, below) = (thread % 4, thread & 4 != 0);
    let of = inlined!(|eight: usize| {
        let [low, high] = [0, 1].map(inlined!(|c| {
            let out = tDrD[eight / 2].at(c + 2 * half + 4 * (eight % 2));
            // SAFETY: the first bytes of an element that has two or four.
            unsafe { mem::transmute_copy::<C::Out, u16>(&out) as u32 }
        }));
        low | high << 16
    });
    // The row above and the one below, one of which is the thread's own: where they start, and where D ends there.
    let rows = [thread & !4, thread | 4].map(inlined!(|thread_idx| {
        let thread = ConsumerThread {
            thread_idx,
            ..consumer
        };
        let row = place.row + thread.value::<C>(register(0, half)).0;
        (
            place.address::<C>(row),
            if row < args.m { place.end } else { 0 },
        )
    }));
    let (start, end) = if below { rows[1] } else { rows[0] };
    let odd = start % 4 != 0;
    if odd && lane == 0 && place.column < end {
        // SAFETY: the row's first element.
        unsafe { <u16 as Global>::store(start as *mut u8, of(0) as u16) };
    }
    let last = 2 * C::FRAGMENTS_AT_ONCE as usize - 1;
    let word = inlined!(|eight: usize| {
        let (pair, next) = (of(eight), of((eight + 1).min(last)));
        // SAFETY: the caller has all threads of the consumer here.
        let behind = unsafe { of_next_lane(lane, if lane == 0 { next } else { pair }) };
        if odd { pair >> 16 | behind << 16 } else { pair }
    });
    // The lanes below have the second eight columns of both rows, all the first whole word of memory.
    let rows = rows.map(inlined!(|(to, end)| {
        let first = to as u32 / 2 % 2 + if below { 8 } else { 0 };
        let left = end.saturating_sub(place.column + first);
        (to + 2 * first as i64, left)
    }));
    unroll!(C::FRAGMENTS_AT_ONCE, |fragment| {
        let pair = [word(2 * fragment), word(2 * fragment + 1)];
        // SAFETY: the caller has all threads of the consumer here.
        let other = unsafe { (if below { pair[0] } else { pair[1] }).across(4) };
        let words = if below {
            [other, pair[1]]
        } else {
            [pair[0], other]
        };
        unroll!(2, |row| {
            let ((to, left), column) = (rows[row], 16 * fragment as u32);
            let at = (to + 2 * column as i64) as *mut u8;
            // SAFETY: elements of D, two at a multiple of 4 bytes.
            unsafe {
                if left > column + 1 {
                    <u32 as Global>::store(at, words[row]);
                } else if left > column {
                    <u16 as Global>::store(at, words[row] as u16);
                }
            }
        });
    });
}

unsafe extern "C" {
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    fn shfl_idx(mask: i32, value: i32, lane: i32, clamp: i32) -> i32;
}

/// The value of the next of four lanes, or of their first to their last.
///
/// # Safety
/// All 32 lanes of the warp make the same call; `lane` is this one's number in the warp, or in the four.
#[inline(always)]
unsafe fn of_next_lane(lane: u32, value: u32) -> u32 {
    /// Segments of four lanes (PTX ISA, `shfl.sync`, operand `c`).
    const FOURS: i32 = 0b11100 << 8 | 0b11111;
    // SAFETY: the caller has all lanes here.
    unsafe { shfl_idx(-1, value as i32, lane as i32 + 1, FOURS) as u32 }
}
