//! [`ExecuteCopy`]: the instruction of a copy atom; [`copy`].

use core::marker::PhantomData;

use azulejo_layout::Int;
use azulejo_tensor::atom::{CopyOp, StaticLayout};
use azulejo_tensor::engine::{Engine, SharedBase};
use azulejo_tensor::{Extent, OffsetAt, Repeat, Tensor, TiledCopy, Words};

/// A copy instruction between two tensors.
///
/// Source: CuTe, `copy_unpack` of `Copy_Traits`.
///
/// # Safety
/// `call` moves the values that the instruction's layouts state, and touches nothing else.
#[diagnostic::on_unimplemented(
    message = "the copy instruction `{Self}` does not go from `{ES}` to `{ED}`",
    note = "cp.async goes from global to shared memory, ldmatrix from shared memory to registers, stmatrix from registers to shared memory; shared memory is a tensor on `SharedPtr`"
)]
pub unsafe trait ExecuteCopy<ES, LS, ED, LD>: CopyOp {
    /// Executes the instruction from the 1-D coordinate `i` of `src` to the 1-D coordinate `j` of `dst`.
    ///
    /// # Safety
    /// All threads of the instruction make the call together, converged. The elements are readable and writable, and aligned to what
    /// the instruction moves for a thread.
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize);
}

/// A thread's values on the two sides of an instruction.
struct Values<Op, T>(PhantomData<(Op, T)>);

impl<Op: CopyOp, T> Values<Op, T> {
    const SRC: usize = Op::SrcBits::SIZE / Op::ThrId::SIZE / (8 * size_of::<T>());
    const DST: usize = Op::DstBits::SIZE / Op::ThrId::SIZE / (8 * size_of::<T>());
}

impl<Op: CopyOp, T> Words for Values<Op, T> {
    const ELEMENTS: usize = Self::SRC;
}

/// A copy as [`copy`] takes it: a tiled copy, or a TMA copy with its barrier.
#[diagnostic::on_unimplemented(
    message = "this copy does not go from `{S}` to `{D}`",
    note = "take the source from `partition_S` and the destination from `partition_D` or `retile_D` of the same tiled copy"
)]
pub trait ExecuteTiledCopy<S, D> {
    /// Executes the copy.
    ///
    /// # Safety
    /// As [`copy`].
    unsafe fn execute(&self, src: &S, dst: &mut D);
}

impl<Op, T, Tv, Tiler, ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>>
    for TiledCopy<Op, T, Tv, Tiler>
where
    Op: ExecuteCopy<ES, LS, ED, LD>,
    LS: Extent,
{
    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        src.layout().extent().repeat_words::<Values<Op, T>>(
            #[inline(always)]
            |call: usize| {
                let (i, j) = (call * Values::<Op, T>::SRC, call * Values::<Op, T>::DST);
                // SAFETY: upheld by the caller, with the same requirements.
                unsafe { Op::call(src, i, dst, j) }
            },
        );
    }
}

/// `dst(i) = src(i)` by the copy's instruction, on what its `partition_S` and `partition_D` (or `retile_D`) gave.
///
/// Source: CuTe, `copy(tiled_copy, src, dst)` in `algorithm/copy.hpp`.
///
/// # Safety
/// All threads of the instruction make the call together, converged. The elements are readable and writable, and aligned to what
/// the instruction moves for a thread. The results of an asynchronous copy are used after its wait.
#[inline(always)]
pub unsafe fn copy<X: ExecuteTiledCopy<S, D>, S, D>(copy: &X, src: &S, dst: &mut D) {
    // SAFETY: upheld by the caller, with the same requirements.
    unsafe { copy.execute(src, dst) }
}

/// The shared address of the element at a 1-D coordinate.
#[inline(always)]
pub(super) fn shared_address<E, L>(tensor: &Tensor<E, L>, i: usize) -> u32
where
    E: SharedBase + Engine,
    L: OffsetAt<usize, Offset: Int>,
{
    let offset = tensor.layout().offset_at(i).value() as u32;
    let bytes = offset.wrapping_mul(size_of::<E::Item>() as u32);
    tensor.engine().shared_address().wrapping_add(bytes)
}
