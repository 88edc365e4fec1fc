//! [`fill_rows`]: rows of global memory to shared memory, 16 bytes a thread.

use azulejo_device::ptx::cp_async;
use azulejo_device::{inlined, repeat};
use azulejo_layout::Int;
use azulejo_tensor::engine::SharedBase;
use azulejo_tensor::{OffsetAt, Tensor};

use crate::device::attention::tiles::{HeadDim, extent};

/// The address of the first of a tensor's 2-byte elements in shared memory.
#[inline(always)]
pub fn first_byte<E: SharedBase, L: OffsetAt<usize, Offset: Int> + Copy>(
    tensor: &Tensor<E, L>,
) -> u32 {
    let offset = tensor.layout().offset_at(0).value() as u32;
    tensor.engine().shared_address() + 2 * offset
}

/// How often the threads of a row fill it.
pub const fn chunks<D: HeadDim<Lanes: Int> + Int>() -> usize {
    (extent::<D>() / (8 * extent::<D::Lanes>())) as usize
}

/// Starts the copies of a thread: a chunk of 16 bytes of each of `ROWS` rows, and `CHUNKS` of each, `8 LANES` columns apart.
///
/// `row` gives a row's address and whether it is there, `to` the place of a chunk; what is not there, and columns from `columns` on,
/// become zeros. Thread `t` has chunk `t % LANES`.
///
/// # Safety
/// Rows that are there are at multiples of 16 bytes and have as many columns of 2 bytes, a multiple of 8; places are 16 bytes of shared
/// memory each, at multiples of as many, and nothing else touches them before the copies were waited for.
#[inline(always)]
pub unsafe fn fill_rows<const ROWS: usize, const CHUNKS: usize, const LANES: u32>(
    thread: u32,
    columns: u32,
    mut row: impl FnMut(usize) -> (u64, bool),
    to: impl Fn(usize, usize) -> u32,
) {
    let first = 8 * (thread % LANES);
    repeat::<ROWS>(inlined!(|i| {
        let (from, is_there) = row(i);
        let from = from + 2 * first as u64;
        repeat::<CHUNKS>(inlined!(|c| {
            let column = first + 8 * LANES * c as u32;
            let bytes = if is_there && column < columns { 16 } else { 0 };
            let from = from + (16 * LANES * c as u32) as u64;
            // SAFETY: upheld by the caller: the row has eight columns from this one on where 16 bytes are read, and both places
            // are at multiples of 16 bytes.
            unsafe { cp_async::copy::<16, true, 0>(to(i, c), from, Some(bytes), None) };
        }));
    }));
}
