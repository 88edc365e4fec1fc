//! Two arrays in static shared memory, 4 × 8 elements each, columns together in the one and rows in the other.

use azulejo_layout::{Layout, ints::*, layout};
use azulejo_tensor::{make_gmem_ptr, make_tensor};

use crate::device::ptx::thread::{sync, tid};

crate::smem_array! {
    /// `smem_4x8_col`
    struct Columns: [f32; Layout<(_4, _8), (_1, _4)>] = "azulejo_smem_4x8_col";
    /// `smem_4x8_row`
    struct Rows: [f32; Layout<(_4, _8), (_8, _1)>] = "azulejo_smem_4x8_row";
}

/// From `x`, whose columns lie together, into the array of columns; from there the element of the opposite coordinate into the
/// array of rows; from there the one before, in its row, to `y`, whose rows lie together: `y(i, j) = x(3 - i, (8 - j) % 8)`.
///
/// # Safety
/// A block of 32 threads calls it; `x` and `y` are 32 floats each that nothing else uses.
#[inline(always)]
pub unsafe fn transpose(x: *mut f32, y: *mut f32) {
    // SAFETY: upheld by the caller: 32 floats that nothing else uses.
    let x = unsafe { make_gmem_ptr(x) };
    // SAFETY: upheld by the caller: 32 floats that nothing else uses.
    let y = unsafe { make_gmem_ptr(y) };
    let x = make_tensor(x, layout!((_4, _8):(_1, _4)));
    let mut y = make_tensor(y, layout!((_4, _8):(_8, _1)));
    // SAFETY: the array is this block's, and a barrier is between writes and reads of other threads' elements.
    let mut columns = unsafe { Columns::tensor() };
    // SAFETY: the array is this block's, and a barrier is between writes and reads of other threads' elements.
    let mut rows = unsafe { Rows::tensor() };
    let (i, j) = (tid() as usize % 4, tid() as usize / 4);
    columns.put((i, j), x.at((i, j)));
    // SAFETY: the caller has the whole block make the call.
    unsafe { sync() };
    rows.put((i, j), columns.at((3 - i, 7 - j)));
    // SAFETY: the caller has the whole block make the call.
    unsafe { sync() };
    y.put((i, j), rows.at((i, (j + 7) % 8)));
}
