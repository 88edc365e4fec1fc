//! [`ExecuteCopy`]: the instruction of a copy atom.

use core::marker::PhantomData;

use azulejo_layout::check::rules::Describe;
use azulejo_tensor::atom::{CopyOp, StaticLayout};
use azulejo_tensor::engine::Engine;
use azulejo_tensor::{Extent, MemoryLayout, Predicate, Repeat, Tensor, Words, values_of};

/// A copy instruction from a tensor on `ES` with layout `LS` to one on `ED` with layout `LD`.
///
/// Source: CuTe, `copy_unpack` of `Copy_Traits`.
///
/// # Safety
/// `call` moves the values that the instruction's layouts state, and touches nothing else.
#[diagnostic::on_unimplemented(
    message = "the copy instruction `{Self}` does not go from `{ES}` to `{ED}`",
    note = "cp.async goes from global to shared memory, ldmatrix from shared memory to registers, stmatrix from registers to shared memory; shared memory is a tensor on `SharedPtr`, and both sides hold the same elements"
)]
pub unsafe trait ExecuteCopy<ES: Engine, LS, ED, LD>: CopyOp {
    /// Values of a thread that the instruction reads.
    const SRC_VALUES: usize = Self::SrcBits::SIZE / Self::ThrId::SIZE / (8 * size_of::<ES::Item>());
    /// Values of a thread that the instruction writes.
    const DST_VALUES: usize = Self::DstBits::SIZE / Self::ThrId::SIZE / (8 * size_of::<ES::Item>());
    /// What the build checks of the layouts, before the first call.
    const CHECKS: () = ();

    /// Executes the instruction from the 1-D coordinate `i` of `src` to the 1-D coordinate `j` of `dst`.
    ///
    /// # Safety
    /// Same requirements as [`copy`](super::copy).
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize);

    /// [`ExecuteCopy::call`] where `predicate` holds. Where it does not, nothing is read, and nothing is written but the zeros of an
    /// instruction that fills.
    ///
    /// # Safety
    /// Same requirements as [`copy_if`](super::copy_if).
    #[inline(always)]
    unsafe fn call_if(
        predicate: bool,
        src: &Tensor<ES, LS>,
        i: usize,
        dst: &mut Tensor<ED, LD>,
        j: usize,
    ) {
        if predicate {
            // SAFETY: the caller has all threads of the instruction here, and elements that are readable and writable, aligned to
            // what it moves, where the predicate holds, as it does.
            unsafe { Self::call(src, i, dst, j) }
        }
    }

    /// Executes the instruction for all values of `src` and `dst`.
    ///
    /// # Safety
    /// Same requirements as [`copy`](super::copy).
    #[inline(always)]
    unsafe fn unpack(src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
    where
        LS: MemoryLayout + Extent,
        LD: MemoryLayout + Extent,
    {
        each_call::<Self, ES, LS, ED, LD>(
            src,
            dst,
            crate::inlined!(|dst, [i, j, _]| {
                // SAFETY: the caller has all threads of the instruction here, and elements that are readable and writable, aligned to
                // what it moves; `each_call` gives coordinates of both tensors.
                unsafe { Self::call(src, i, dst, j) }
            }),
        );
    }

    /// [`ExecuteCopy::unpack`] where `predicate` holds at the coordinate of the modes after the first.
    ///
    /// # Safety
    /// Same requirements as [`copy_if`](super::copy_if).
    #[inline(always)]
    unsafe fn unpack_if<P: Predicate>(predicate: &P, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
    where
        LS: MemoryLayout + Extent,
        LD: MemoryLayout + Extent,
    {
        each_call::<Self, ES, LS, ED, LD>(
            src,
            dst,
            crate::inlined!(|dst, [i, j, rest]| {
                // SAFETY: the caller has all threads of the instruction here, and elements that are readable and writable, aligned to
                // what it moves, where the predicate holds; `each_call` gives coordinates of both tensors.
                unsafe { Self::call_if(predicate.holds(rest), src, i, dst, j) }
            }),
        );
    }
}

/// The values of a vector that instruction `Op` reads.
struct Source<Op, ES, LS, ED, LD>(PhantomData<(Op, ES, LS, ED, LD)>);

impl<Op: ExecuteCopy<ES, LS, ED, LD>, ES: Engine, LS, ED, LD> Words for Source<Op, ES, LS, ED, LD> {
    const ELEMENTS: usize = Op::SRC_VALUES;
}

/// The instructions `Op` of a copy.
pub(super) struct Instructions<Op, ES, LS, ED, LD>(PhantomData<(Op, ES, LS, ED, LD)>);

impl<Op, ES, LS, ED, LD> Instructions<Op, ES, LS, ED, LD>
where
    Op: ExecuteCopy<ES, LS, ED, LD>,
    ES: Engine,
    LS: MemoryLayout,
    LD: MemoryLayout,
{
    /// Stops the build unless the layouts hold whole instructions, whose values they keep together.
    pub(super) const CHECKS: () = {
        assert_whole(
            [values_of(LS::Modes::DESC), values_of(LD::Modes::DESC)],
            [LS::Modes::DESC.size(), LD::Modes::DESC.size()],
            [Op::SRC_VALUES, Op::DST_VALUES],
        );
        Op::CHECKS
    };
}

/// Stops the build unless the values of both sides are whole instructions, equally many.
#[track_caller]
pub(super) const fn assert_whole(values: [usize; 2], sizes: [Option<i64>; 2], moved: [usize; 2]) {
    assert!(
        moved[0] > 0 && moved[1] > 0,
        "copy: the instruction does not move whole values; choose a wider instruction or narrower values"
    );
    assert!(
        values[0].is_multiple_of(moved[0])
            && values[1].is_multiple_of(moved[1])
            && values[0] / moved[0] == values[1] / moved[1],
        "copy: source and destination hold different numbers of instructions in their first mode; take both from `partition_S`, `partition_D`, `retile_S` or `retile_D` of this tiled copy"
    );
    if let (Some(src), Some(dst)) = (sizes[0], sizes[1]) {
        assert!(
            src as usize / moved[0] == dst as usize / moved[1],
            "copy: source and destination have different extents; partition tensors of the same shape, or slice the larger one"
        );
    }
}

/// Calls `f` for each instruction with the 1-D coordinates of the source and the destination and that of the modes after the first.
#[inline(always)]
pub(super) fn each_call<Op, ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
    f: impl Fn(&mut Tensor<ED, LD>, [usize; 3]),
) where
    Op: ExecuteCopy<ES, LS, ED, LD>,
    ES: Engine,
    LS: MemoryLayout + Extent,
    LD: MemoryLayout + Extent,
{
    const { Instructions::<Op, ES, LS, ED, LD>::CHECKS };
    let extent = src.layout().extent();
    let each = const { values_of(LS::Modes::DESC) / Op::SRC_VALUES };
    extent.repeat_words::<Source<Op, ES, LS, ED, LD>>(crate::inlined!(|call: usize| {
        let (i, j) = (call * Op::SRC_VALUES, call * Op::DST_VALUES);
        f(dst, [i, j, call / each]);
    }));
}
