//! `copy` and `copy_if` of a tiled copy.

use azulejo_layout::check::rules::Describe;
use azulejo_layout::{Domain, Int};
use azulejo_tensor::engine::Engine;
use azulejo_tensor::{
    Extent, MemoryLayout, OffsetAt, Predicate, Tensor, TiledCopy, Truth, assert_predicate,
};

use super::execute::{ExecuteCopy, Instructions};

/// A copy as [`copy`] takes it: a tiled copy, `AutoVectorizingCopy`, or a TMA copy with its barrier.
#[diagnostic::on_unimplemented(
    message = "this copy does not go from `{S}` to `{D}`",
    note = "take the source from `partition_S` or `retile_S` and the destination from `partition_D` or `retile_D` of the same tiled copy"
)]
pub trait ExecuteTiledCopy<S, D> {
    /// What the build checks of the layouts: [`copy`] evaluates it, so that an error names the line of the call.
    const CHECKS: () = ();

    /// Executes the copy.
    ///
    /// # Safety
    /// Same requirements as [`copy`].
    unsafe fn execute(&self, src: &S, dst: &mut D);
}

/// A copy as [`copy_if`] takes it.
#[diagnostic::on_unimplemented(
    message = "this copy does not go from `{S}` to `{D}` where a predicate holds",
    note = "take the source from `partition_S` or `retile_S` and the destination from `partition_D` or `retile_D` of the same tiled copy"
)]
pub trait ExecuteTiledCopyIf<S, D> {
    /// What the build checks of the layouts: [`copy_if`] evaluates it, so that an error names the line of the call.
    const CHECKS: () = ();

    /// Executes the copy where the predicate holds.
    ///
    /// # Safety
    /// Same requirements as [`copy_if`].
    unsafe fn execute_if<P: Predicate>(&self, predicate: &P, src: &S, dst: &mut D);
}

impl<Op, T, Tv, Tiler, ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>>
    for TiledCopy<Op, T, Tv, Tiler>
where
    Op: ExecuteCopy<ES, LS, ED, LD>,
    ES: Engine<Item = T>,
    LS: MemoryLayout + Extent,
    LD: MemoryLayout + Extent,
{
    const CHECKS: () = Instructions::<Op, ES, LS, ED, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        // SAFETY: upheld by the caller: all threads of the instruction are here, and the elements are readable and
        // writable, aligned to what the instruction moves.
        unsafe { Op::unpack(src, dst) }
    }
}

impl<Op, T, Tv, Tiler, ES, LS, ED, LD> ExecuteTiledCopyIf<Tensor<ES, LS>, Tensor<ED, LD>>
    for TiledCopy<Op, T, Tv, Tiler>
where
    Op: ExecuteCopy<ES, LS, ED, LD>,
    ES: Engine<Item = T>,
    LS: MemoryLayout + Extent,
    LD: MemoryLayout + Extent,
{
    const CHECKS: () = Instructions::<Op, ES, LS, ED, LD>::CHECKS;

    #[inline(always)]
    unsafe fn execute_if<P: Predicate>(
        &self,
        predicate: &P,
        src: &Tensor<ES, LS>,
        dst: &mut Tensor<ED, LD>,
    ) {
        // SAFETY: upheld by the caller: all threads of the instruction are here, and the elements at which the
        // predicate holds are readable and writable, aligned to what the instruction moves.
        unsafe { Op::unpack_if(predicate, src, dst) }
    }
}

/// `dst(i) = src(i)` by the copy's instruction, on what its `partition_S` and `partition_D` (or `retile_D`) gave.
///
/// Instructions go in the order of the source's coordinates. Values that the layouts do not keep together as the instruction
/// moves them do not compile.
///
/// Source: CuTe, `copy(tiled_copy, src, dst)` in `algorithm/copy.hpp`.
///
/// # Safety
/// All threads of the instruction make the call together, converged. The elements are readable and writable, and aligned to what
/// the instruction moves for a thread. The results of an asynchronous copy are used after its wait.
#[inline(always)]
pub unsafe fn copy<X: ExecuteTiledCopy<S, D>, S, D>(copy: &X, src: &S, dst: &mut D) {
    const { X::CHECKS };
    // SAFETY: upheld by the caller: all threads of the instruction are here, and the elements are readable and
    // writable, aligned to what the instruction moves.
    unsafe { copy.execute(src, dst) }
}

/// [`copy`] where the predicate holds: `predicate(m, n, ...)` for all values of the first mode at `(_, m, n, ...)`.
///
/// Where it does not hold nothing is read, and nothing is written, except by instructions that fill with zeros
/// (`SM80_CP_ASYNC_*_ZFILL`). The predicate is a tensor of `bool` with the modes of the source after the first; that of a tile is
/// `make_rmem::<Bool, _>(layout!((_4, _2):(_1, _0)))`, filled by `within` on a partitioned identity tensor.
///
/// Source: CuTe, `copy_if(tiled_copy, pred, src, dst)` in `algorithm/copy.hpp`.
///
/// # Safety
/// Same requirements as [`copy`], for the elements at which the predicate holds. For an instruction of a warp it is the same in all its threads.
#[inline(always)]
pub unsafe fn copy_if<X, EP, LP, ES, LS, D>(
    copy: &X,
    predicate: &Tensor<EP, LP>,
    src: &Tensor<ES, LS>,
    dst: &mut D,
) where
    X: ExecuteTiledCopyIf<Tensor<ES, LS>, D>,
    EP: Engine<Item: Truth>,
    LP: OffsetAt<usize, Offset: Int> + Domain<L: Describe>,
    LS: Domain<L: Describe>,
{
    const { X::CHECKS };
    const { assert_predicate(<LP::L as Describe>::DESC, <LS::L as Describe>::DESC) };
    // SAFETY: upheld by the caller: all threads of the instruction are here, with one predicate for those of a
    // warp, and the elements at which it holds are readable and writable, aligned to what the instruction moves.
    unsafe { copy.execute_if(predicate, src, dst) }
}
