//! Results to global memory: O and gradients by rows of sixteen bytes, and LSE.

use azulejo_device::ptx::shuffle::Exchange;
use azulejo_device::ptx::thread;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::{inlined, repeat, unrolled};
use azulejo_layout::Int;
use azulejo_tensor::atom::StaticLayout;
use azulejo_tensor::engine::{AsRegisters, EngineMut};
use azulejo_tensor::{Extent, OffsetAt, Repeat, Tensor};

use super::args::ProblemShape;
use super::softmax::{Accumulators, rows_of_thread};
use super::work::Work;

/// Stores the logarithms of two rows of the tile, by the threads that `stores` says.
///
/// # Safety
/// LSE, where there is one, has a value for each query of the sequence; one thread of each row stores.
#[inline(always)]
pub unsafe fn store_lse(
    problem: &ProblemShape,
    work: &Work,
    stores: bool,
    rows: [i32; 2],
    logs: [f32; 2],
) {
    let first = problem.lse(work.batch, work.start[0] + work.query, work.head);
    repeat::<2>(inlined!(|r| {
        let inside = stores & (problem.lse != 0) & (work.query + rows[r] < work.seq[0]);
        let at = first + 4 * rows[r] as u64;
        // SAFETY: the caller has an LSE with an aligned, writable value for each query of the sequence, of which this is one where the
        // row is inside; no other thread stores its row.
        unsafe { u32::store_global_if(inside, at, logs[r].to_bits()) };
    }));
}

/// Word `lane % 4` of four lanes that follow each other, in their order.
///
/// # Safety
/// All lanes of the warp make the call, each with `part` of `lane % 4`.
#[inline(always)]
pub(super) unsafe fn transposed([a, b, c, d]: [u32; 4], part: u32) -> [u32; 4] {
    let exchanged = inlined!(|low: u32, high: u32, bit: u32| {
        let second = part & bit != 0;
        // SAFETY: all lanes of the warp are here.
        let found = unsafe { if second { low } else { high }.across(bit) };
        if second { (found, high) } else { (low, found) }
    });
    let ((a, b), (c, d)) = (exchanged(a, b, 1), exchanged(c, d, 1));
    let ((a, c), (b, d)) = (exchanged(a, c, 2), exchanged(b, d, 2));
    [a, b, c, d]
}

/// Rows of a thread, at most.
const MAX_ROWS: usize = 4;

/// Stores the elements of a thread that are inside `rows` and `columns`, eight of a row at a time, from `address` on.
///
/// # Safety
/// All lanes of the warp make the call. `rows` lines of as many columns, a multiple of eight, are at `address` and `sequence` elements
/// after each other, aligned to 16 bytes; `sums` is compact, of at least 32 columns.
#[inline(always)]
pub unsafe fn store_rows<E: EngineMut + AsRegisters<u32>, L: Accumulators<RowCol: StaticLayout>>(
    (address, sequence): (u64, u64),
    [rows, columns]: [i32; 2],
    coord: impl Fn(usize) -> (i32, i32),
    sums: &Tensor<E, L>,
) {
    let part = thread::lane() % 4;
    // Entry (2 j + e) R + r is of row r of the thread's R and of element e of two neighbours; lanes that follow each other have the columns
    // 8 j and after, and of four such j each lane stores one.
    let entries = sums.layout().acc_rowcol();
    let of_thread = const { rows_of_thread::<L>() };
    let (first, next) = (coord(0).1, coord(2 * of_thread).1);
    let own = first + part as i32 * (next - first - 2);
    repeat::<MAX_ROWS>(inlined!(|r| {
        if r < of_thread {
            let row = coord(r).0;
            let line = address + 2 * (row as u64 * sequence + own as u64);
            let inside = if row < rows { columns - own } else { 0 };
            entries.extent().repeat(inlined!(|i: usize| {
                if i % (8 * of_thread) == r {
                    let words = unrolled::<_, 4>(inlined!(|j| {
                        let at = entries.offset_at(i + 2 * of_thread * j).value();
                        // SAFETY: the fragment is compact: two elements of a row follow each other.
                        unsafe { sums.engine().registers(at as isize) }
                    }));
                    // SAFETY: all lanes of the warp are here.
                    let eight = unsafe { transposed(words, part) };
                    let column = coord(i).1 - first;
                    let at = line + 2 * column as u64;
                    // SAFETY: upheld by the caller, where the row and its eight columns are inside.
                    unsafe { <[u32; 4]>::store_global_if(column < inside, at, eight) };
                }
            }));
        }
    }));
}
