//! Tensors at addresses that the compiler keeps as they are, and copies of vectors that are partly inside the matrix.

use azulejo_device::cute::SharedPtr;
use azulejo_device::inlined;
use azulejo_layout::Int;
use azulejo_tensor::engine::{Engine, Gmem, GmemPtr, SharedBase};
use azulejo_tensor::{OffsetAt, SlicedBy, Tensor, make_gmem_ptr};

use crate::device::ptx::{cp_async, memory, shared};

/// The same tensor, at an address of which the compiler knows nothing: it keeps that address, and no sum of it for each copy.
#[inline(always)]
pub fn black_box<T, L: Copy>(tensor: Tensor<GmemPtr<T>, L>) -> Tensor<GmemPtr<T>, L> {
    let (engine, layout) = tensor.into_parts();
    let same = memory::black_box(engine.raw() as u64) as *mut T;
    // SAFETY: the pointer that it was.
    Tensor::from_parts(unsafe { make_gmem_ptr(same) }, layout)
}

/// The tensor `bytes` after `first`, in another stage: a sum of the thread's address and of what all threads have alike.
///
/// # Safety
/// Same requirements as [`SharedPtr::new`].
#[inline(always)]
pub unsafe fn at_stage<E: SharedBase + Engine, L: Copy>(
    first: &Tensor<E, L>,
    bytes: u32,
) -> Tensor<SharedPtr<E::Item>, L> {
    // SAFETY: upheld by the caller: the address of the same element of another stage.
    let ptr = unsafe { SharedPtr::new(first.engine().shared_address() + bytes) };
    Tensor::from_parts(ptr, first.layout())
}

/// [`Tensor::slice`] at `near` and `far` together, in the stage `bytes` after `tensor`'s: `far` is a constant distance from the element at
/// `near`, the sum of whose address and `bytes` is made once, in a register of its own.
///
/// # Safety
/// Same requirements as [`SharedPtr::new`].
#[inline(always)]
pub unsafe fn slice_at_stage<T, L, N, At, X, Kept, Offset>(
    tensor: &Tensor<SharedPtr<T>, L>,
    near: N,
    far: X,
    bytes: u32,
) -> Tensor<SharedPtr<T>, Kept>
where
    T: Copy,
    L: SlicedBy<X, Out = (Kept, Offset)> + OffsetAt<N, Offset = At> + Copy,
    Offset: Int,
    At: Int,
{
    let (layout, far) = tensor.layout().sliced_at(far);
    let [near, far] = [tensor.layout().offset_at(near).value(), far.value()]
        .map(inlined!(|elements| elements as u32 * size_of::<T>() as u32));
    let first = shared::black_box(tensor.engine().shared_address() + near);
    // SAFETY: upheld by the caller: the address of the slice in another stage.
    let ptr = unsafe { SharedPtr::new(shared::black_box(first + bytes) + far) };
    Tensor::from_parts(ptr, layout)
}

/// [`Tensor::slice`] at a distance of which the compiler knows nothing: it adds it to the tensor's address, not to that of another slice.
#[inline(always)]
pub fn black_box_slice<T, L, X, Kept, Offset>(
    tensor: &Tensor<GmemPtr<T>, L>,
    coord: X,
) -> Tensor<GmemPtr<T>, Kept>
where
    L: SlicedBy<X, Out = (Kept, Offset)> + Copy,
    Offset: Int,
{
    let (layout, offset) = tensor.layout().sliced_at(coord);
    let bytes = memory::black_box((offset.value() * size_of::<T>() as i64) as u64);
    let first = tensor.engine().raw().wrapping_byte_offset(bytes as isize);
    // SAFETY: the pointer of the slice.
    Tensor::from_parts(unsafe { make_gmem_ptr(first) }, layout)
}

/// Starts the copy of a vector of `WIDTH` bytes, by L2 alone if `GLOBAL`, of which `bytes` lie inside the matrix; the others become zeros.
///
/// # Safety
/// As `copy`, for the bytes that are read.
#[inline(always)]
pub unsafe fn copy_bytes<const WIDTH: u32, const GLOBAL: bool, ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    dst: &Tensor<ED, LD>,
    bytes: u32,
) where
    ES: Engine<Space = Gmem>,
    ED: SharedBase + Engine<Item = ES::Item>,
    LS: OffsetAt<usize, Offset: Int> + Copy,
    LD: OffsetAt<usize, Offset: Int> + Copy,
{
    let from = src
        .engine()
        .base()
        .wrapping_offset(src.layout().offset_at(0).value() as isize);
    let to = dst.engine().shared_address()
        + dst.layout().offset_at(0).value() as u32 * size_of::<ES::Item>() as u32;
    // SAFETY: upheld by the caller: readable global memory, writable shared memory, both aligned to the vector.
    unsafe { cp_async::copy::<WIDTH, GLOBAL, 0>(to, from as u64, Some(bytes), None) }
}
