//! `UniversalCopy`: one load and one store of 8 to 128 bits, between global memory, shared memory and registers.

use azulejo_layout::Int;
use azulejo_layout::ints::{_8, _16, _32, _64, _128};
use azulejo_tensor::atom::UniversalCopy;
use azulejo_tensor::engine::{Engine, EngineMut, Space};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, assert_vectorized, is_vectorized};

use super::execute::ExecuteCopy;
use super::space::{VectorSpace, VectorSpaceMut};
use crate::ptx::vector::Vector;

/// Copies the values of one vector from the 1-D coordinate `i` of `src` to `j` of `dst`.
///
/// In registers the values need not be contiguous.
///
/// # Safety
/// Same requirements as [`ExecuteCopy::call`].
#[inline(always)]
pub(super) unsafe fn copy_vector<V, ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    i: usize,
    dst: &mut Tensor<ED, LD>,
    j: usize,
) where
    V: Vector,
    ES: Engine<Space: VectorSpace<ES>>,
    ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    let n = const { size_of::<V>() / size_of::<ES::Item>() };
    let from = |k: usize| src.layout().offset_at(i + k).value() as isize;
    let to = dst.layout();
    let to = |k: usize| to.offset_at(j + k).value() as isize;
    let vector: V = if const {
        ES::Space::REGISTERS && !is_vectorized::<LS>(size_of::<V>() / size_of::<ES::Item>())
    } {
        let mut vector = core::mem::MaybeUninit::<V>::uninit();
        let items = vector.as_mut_ptr().cast::<ES::Item>();
        each(n, |k| {
            // SAFETY: `each` gives `k` below `n`, the elements of a vector, so the place is inside it.
            let place = unsafe { items.add(k) };
            // SAFETY: a place of the vector.
            unsafe { place.write_unaligned(src.engine().load(from(k))) }
        });
        // SAFETY: each of the `n` elements was written, and any bits are a vector.
        unsafe { vector.assume_init() }
    } else {
        // SAFETY: the caller has `n` readable values inside the storage, aligned to the vector in memory; they are contiguous, as
        // checked here and where the instruction is chosen.
        unsafe { <ES::Space as VectorSpace<ES>>::load(src.engine(), from(0)) }
    };
    if const { ED::Space::REGISTERS && !is_vectorized::<LD>(size_of::<V>() / size_of::<ES::Item>()) }
    {
        let items = (&raw const vector).cast::<ES::Item>();
        each(n, |k| {
            let (engine, at) = (dst.engine_mut(), to(k));
            // SAFETY: `each` gives `k` below `n`, the elements of the vector, so the place is inside it.
            let place = unsafe { items.add(k) };
            // SAFETY: a place of the vector, which holds values of the source.
            engine.store(at, unsafe { place.read_unaligned() })
        });
    } else {
        // SAFETY: the caller has room for `n` values inside the storage, aligned to the vector in memory and this thread's to write;
        // they are contiguous, as checked here and where the instruction is chosen.
        unsafe { <ED::Space as VectorSpaceMut<ED>>::store(dst.engine_mut(), to(0), vector) };
    }
}

/// Calls `f` for each index below `n`, at most 16, without a loop.
#[inline(always)]
fn each(n: usize, mut f: impl FnMut(usize)) {
    macro_rules! steps { ($($k:literal)*) => { $(if $k < n { f($k); })* } }
    steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Stops the build where a side in memory does not keep the values of a vector together.
#[track_caller]
const fn assert_sides<ES: Engine, LS: MemoryLayout, ED: Engine, LD: MemoryLayout>(
    name: &str,
    n: usize,
) {
    if !ES::Space::REGISTERS {
        assert_vectorized::<LS>(name, "source", n);
    }
    if !ED::Space::REGISTERS {
        assert_vectorized::<LD>(name, "destination", n);
    }
}

macro_rules! universal {
    ($($bits:ident $name:literal $narrow:ty, $wide:ty;)*) => {$(
        // SAFETY: a load and a store of so many bits.
        unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for UniversalCopy<$bits>
        where
            ES: Engine<Space: VectorSpace<ES>>,
            ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
            LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
            LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
        {
            const CHECKS: () =
                assert_sides::<ES, LS, ED, LD>($name, size_of::<$narrow>() / size_of::<ES::Item>());

            #[inline(always)]
            unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                const { <Self as ExecuteCopy<ES, LS, ED, LD>>::CHECKS };
                // SAFETY: upheld by the caller: where the predicate holds, the values are inside the storage and
                // aligned to the instruction's word.
                unsafe {
                    if const { size_of::<ES::Item>() == 8 } {
                        copy_vector::<$wide, ES, LS, ED, LD>(src, i, dst, j)
                    } else {
                        copy_vector::<$narrow, ES, LS, ED, LD>(src, i, dst, j)
                    }
                }
            }
        }
    )*};
}

universal! {
    _8 "UniversalCopy<_8>" u8, u8;
    _16 "UniversalCopy<_16>" u16, u16;
    _32 "UniversalCopy<_32>" u32, u32;
    _64 "UniversalCopy<_64>" [u32; 2], u64;
    _128 "UniversalCopy<_128>" [u32; 4], [u64; 2];
}
