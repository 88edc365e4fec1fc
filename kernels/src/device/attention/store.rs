//! What leaves beside the tile of O: LSE, and rows that no tensor map may store.

use azulejo_device::repeat;
use azulejo_layout::Int;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Repeat, Tensor};

use super::args::Args;
use super::work::Work;

/// Stores the logarithms of two rows of the tile.
///
/// # Safety
/// LSE, where there is one, has a value for each query of the sequence.
#[inline(always)]
pub unsafe fn store_lse(args: &Args, work: &Work, rows: [i32; 2], logs: [f32; 2]) {
    if args.lse == 0 {
        return;
    }
    let first = work.batch as u64 * args.lse_strides[0]
        + work.head as u64 * args.lse_strides[1]
        + (work.start[0] + work.query) as u64;
    repeat::<2>(
        #[inline(always)]
        |r| {
            if work.query + rows[r] < work.seq[0] {
                // SAFETY: the caller has an LSE with an aligned, writable value for each query of the sequence, of which this is one;
                // no other thread has its row.
                unsafe { ((args.lse + 4 * (first + rows[r] as u64)) as *mut f32).write(logs[r]) };
            }
        },
    );
}

/// Stores the elements of a thread whose rows are queries of the sequence.
///
/// # Safety
/// O has a row for each query of the sequence.
#[inline(always)]
pub unsafe fn store_rows<E, L>(
    args: &Args,
    work: &Work,
    out: &Tensor<E, L>,
    coord: impl Fn(usize) -> (i32, i32),
) where
    E: EngineMut,
    E::Item: Copy,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let [batch, sequence, head] = args.o_strides;
    let first = work.batch as u64 * batch
        + (work.start[0] + work.query) as u64 * sequence
        + work.head as u64 * head;
    let o = out.rowcol();
    o.layout().extent().repeat(
        #[inline(always)]
        |i: usize| {
            let (row, column) = coord(i);
            if work.query + row < work.seq[0] && (column as u32) < args.head_dim_v {
                let at = first + row as u64 * sequence + column as u64;
                // SAFETY: the caller has an O with an aligned, writable row for each query of the sequence, of which this is one; the
                // column is inside the row, and no other thread has the element.
                unsafe {
                    ((args.o + size_of::<E::Item>() as u64 * at) as *mut E::Item).write(o.at(i))
                };
            }
        },
    );
}

/// The slope of a head, 0 without slopes.
///
/// # Safety
/// Slopes, where there are any, have a value for each head of the batch.
#[inline(always)]
pub unsafe fn slope(args: &Args, work: &Work) -> f32 {
    if args.slopes == 0 {
        return 0.0;
    }
    let at = work.batch as u64 * args.slopes_batch as u64 + work.head as u64;
    // SAFETY: the caller has a slope for each head of the batch, as there are slopes.
    unsafe { slope_of(args.slopes, at) }
}

/// Slope `at`, 0 without slopes.
///
/// # Safety
/// Slopes, where there are any, have a value there.
#[inline(always)]
pub unsafe fn slope_of(slopes: u64, at: u64) -> f32 {
    if slopes == 0 {
        return 0.0;
    }
    // SAFETY: upheld by the caller.
    unsafe { ((slopes + 4 * at) as *const f32).read() }
}
