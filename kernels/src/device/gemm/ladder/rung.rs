//! What the first rungs share: f32 matrices as tensors with the strides of their views.

use azulejo_layout::{Layout, layout};
use azulejo_tensor::engine::{GmemPtr, SmemPtr};
use azulejo_tensor::{Tensor, make_gmem_ptr, make_smem_ptr, make_tensor};

use super::args::View;
use crate::device::ptx::{shared, thread};

/// A matrix of this block's batch, `rows` by `columns`.
///
/// # Safety
/// The view is that of a matrix of this size.
#[inline(always)]
pub unsafe fn matrix(
    view: &View,
    rows: i64,
    columns: i64,
) -> Tensor<GmemPtr<f32>, Layout<(i64, i64), (i64, i64)>> {
    let batch = thread::ctaid_z() as i64 * view.batch * size_of::<f32>() as i64;
    // SAFETY: upheld by the caller: the view is that of a matrix of this size; predicates keep accesses inside.
    let pointer = unsafe { make_gmem_ptr(view.base.wrapping_add_signed(batch) as *mut f32) };
    make_tensor(pointer, layout!((rows, columns):(view.row, view.column)))
}

/// The block's shared memory from float `start` on.
///
/// # Safety
/// As [`make_smem_ptr`], for the floats that are used.
#[inline(always)]
pub unsafe fn arena(start: usize) -> SmemPtr<f32> {
    // SAFETY: upheld by the caller: the floats that are used are the block's shared memory.
    let first = unsafe { shared::generic(shared::base()).cast::<f32>().add(start) };
    // SAFETY: upheld by the caller: the floats that are used are the block's shared memory, with a barrier between
    // writes and reads of others.
    unsafe { make_smem_ptr(first) }
}
