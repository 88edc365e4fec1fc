//! Results to global memory: O and gradients by rows of sixteen bytes, and LSE.

use azulejo_device::ptx::shuffle::Exchange;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::ptx::{math, thread};
use azulejo_device::{inlined, repeat, unrolled};
use azulejo_layout::Int;
use azulejo_tensor::atom::StaticLayout;
use azulejo_tensor::engine::{AsRegisters, EngineMut};
use azulejo_tensor::{Extent, OffsetAt, Repeat, Tensor};

use super::args::ProblemShape;
use super::softmax::{Accumulators, rows_of_thread};

/// Stores the logarithms of rows, by the threads that `stores` says; `row` says whether one is a query, and where its LSE is.
///
/// # Safety
/// LSE, where there is one, has an aligned, writable value for each query; one thread of each row stores.
#[inline(always)]
pub unsafe fn store_lse<const ROWS: usize>(
    problem: &ProblemShape,
    stores: bool,
    row: impl Fn(usize) -> (bool, u64),
    logs: [f32; ROWS],
) {
    repeat::<ROWS>(inlined!(|r| {
        let (inside, at) = row(r);
        let inside = stores & (problem.lse != 0) & inside;
        // SAFETY: upheld by the caller, where the row is a query.
        unsafe { u32::store_global_if(inside, at, logs[r].to_bits()) };
    }));
}

/// Word `part` of each of `WORDS` lanes that follow each other, in their order; `part` is `lane % WORDS`.
///
/// # Safety
/// All lanes of the warp make the call.
#[inline(always)]
pub(super) unsafe fn transposed<const WORDS: usize>(
    mut words: [u32; WORDS],
    part: u32,
) -> [u32; WORDS] {
    const {
        assert!(
            WORDS == 2 || WORDS == 4,
            "words of 4 bytes, of which a store takes 2 or 4"
        )
    };
    repeat::<2>(inlined!(|bit: usize| {
        let apart = 1 << bit;
        if apart < WORDS {
            let second = part & apart as u32 != 0;
            repeat::<WORDS>(inlined!(|low: usize| {
                if low & apart == 0 {
                    let high = low + apart;
                    let given = if second { words[low] } else { words[high] };
                    // SAFETY: upheld by the caller: all lanes of the warp are here.
                    let found = unsafe { given.across(apart as u32) };
                    (words[low], words[high]) = if second {
                        (found, words[high])
                    } else {
                        (words[low], found)
                    };
                }
            }));
        }
    }));
    words
}

/// Rows of a thread, at most.
const MAX_ROWS: usize = 4;

/// Stores the elements of a thread that are inside `rows` and `columns`, `WORDS` pairs of a row at a time, where `place` says that a row
/// and a column are: two with fewer instructions, four with fewer requests to L2.
///
/// # Safety
/// All lanes of the warp make the call. `rows` lines of as many columns, a multiple of eight, are there, aligned to 16 bytes; `sums` is
/// compact, of at least 8 `WORDS` columns.
#[inline(always)]
pub unsafe fn store_rows<
    const WORDS: usize,
    E: EngineMut + AsRegisters<u32>,
    L: Accumulators<RowCol: StaticLayout>,
>(
    place: impl Fn(i32, i32) -> u64,
    [rows, columns]: [i32; 2],
    coord: impl Fn(usize) -> (i32, i32),
    sums: &Tensor<E, L>,
) where
    [u32; WORDS]: Vector,
{
    // Worked out here: what follows from it would be kept in registers through the main loop.
    let part = math::rematerialize(thread::lane()) % WORDS as u32;
    // Entry (2 j + e) R + r is of row r of the thread's R and of element e of two neighbours; lanes that follow each other have the columns
    // 8 j and after, and of `WORDS` such j each lane stores one.
    let entries = sums.layout().acc_rowcol();
    let of_thread = const { rows_of_thread::<L>() };
    let (first, next) = (coord(0).1, coord(2 * of_thread).1);
    let own = first + part as i32 * (next - first - 2);
    repeat::<MAX_ROWS>(inlined!(|r| {
        if r < of_thread {
            let row = coord(r).0;
            let line = place(row, own);
            let inside = if row < rows { columns - own } else { 0 };
            entries.extent().repeat(inlined!(|i: usize| {
                if i % (2 * WORDS * of_thread) == r {
                    let words = unrolled::<_, WORDS>(inlined!(|j| {
                        let at = entries.offset_at(i + 2 * of_thread * j).value();
                        // SAFETY: the fragment is compact: two elements of a row follow each other.
                        unsafe { sums.engine().registers(at as isize) }
                    }));
                    // SAFETY: all lanes of the warp are here.
                    let words = unsafe { transposed(words, part) };
                    let column = coord(i).1 - first;
                    let at = line + 2 * column as u64;
                    // SAFETY: upheld by the caller, where the row and its columns are inside.
                    unsafe { <[u32; WORDS]>::store_global_if(column < inside, at, words) };
                }
            }));
        }
    }));
}
