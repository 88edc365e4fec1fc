//! `AutoVectorizingCopy`: vectors as wide as both layouts allow.

use core::marker::PhantomData;

use azulejo_layout::Int;
use azulejo_layout::check::rules::Describe;
use azulejo_tensor::atom::AutoVectorizingCopy;
use azulejo_tensor::engine::{Engine, EngineMut, Space};
use azulejo_tensor::{
    Extent, MemoryLayout, OffsetAt, Repeat, Tensor, Words, is_vectorized, values_of,
};

use super::execute::{ExecuteCopy, assert_whole};
use super::space::{VectorSpace, VectorSpaceMut};
use super::tiled::ExecuteTiledCopy;
use super::universal::copy_vector;

/// The widest vector, in elements, that both sides keep together: a power of two, at most 16 bytes.
///
/// It is inside the first mode, the values of an instruction, or, where `whole`, in any modes of static extents.
const fn widest<ES: Engine, LS: MemoryLayout, ED: Engine, LD: MemoryLayout>(whole: bool) -> usize {
    let (mut src, mut dst) = (values_of(LS::Modes::DESC), values_of(LD::Modes::DESC));
    if whole && let (Some(s), Some(d)) = (LS::Modes::DESC.size(), LD::Modes::DESC.size()) {
        (src, dst) = (s as usize, d as usize);
    }
    let mut n = 16 / size_of::<ES::Item>();
    while n > 1 {
        let together = (ES::Space::REGISTERS || is_vectorized::<LS>(n))
            && (ED::Space::REGISTERS || is_vectorized::<LD>(n));
        if together && src.is_multiple_of(n) && dst.is_multiple_of(n) {
            return n;
        }
        n /= 2;
    }
    1
}

/// Copies one vector of [`widest`] from the 1-D coordinate `i` of `src` to `j` of `dst`.
///
/// # Safety
/// Same requirements as [`ExecuteCopy::call`].
#[inline(always)]
unsafe fn copy_widest<const WHOLE: bool, ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    i: usize,
    dst: &mut Tensor<ED, LD>,
    j: usize,
) where
    ES: Engine<Space: VectorSpace<ES>>,
    ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    macro_rules! copy_as {
        ($vector:ty) => {
            // SAFETY: the caller has values from `i` and `j` on that are inside their storage, aligned to the vector in memory, and
            // the thread's to write; `widest` gives a width that both layouts keep together.
            unsafe { copy_vector::<$vector, ES, LS, ED, LD>(src, i, dst, j) }
        };
    }
    match const {
        (
            widest::<ES, LS, ED, LD>(WHOLE) * size_of::<ES::Item>(),
            size_of::<ES::Item>(),
        )
    } {
        (1, _) => copy_as!(u8),
        (2, _) => copy_as!(u16),
        (4, _) => copy_as!(u32),
        (8, 8) => copy_as!(u64),
        (8, _) => copy_as!([u32; 2]),
        (_, 8) => copy_as!([u64; 2]),
        _ => copy_as!([u32; 4]),
    }
}

// SAFETY: loads and stores of the elements that both sides keep together.
unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for AutoVectorizingCopy
where
    ES: Engine<Space: VectorSpace<ES>>,
    ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const SRC_VALUES: usize = widest::<ES, LS, ED, LD>(false);
    const DST_VALUES: usize = widest::<ES, LS, ED, LD>(false);

    #[inline(always)]
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
        // SAFETY: the caller has values from `i` and `j` on that are inside their storage, aligned in memory, and the thread's to write.
        unsafe { copy_widest::<false, ES, LS, ED, LD>(src, i, dst, j) }
    }
}

/// The values of the widest vector in any modes.
struct Whole<ES, LS, ED, LD>(PhantomData<(ES, LS, ED, LD)>);

impl<ES: Engine, LS: MemoryLayout, ED: Engine, LD: MemoryLayout> Words for Whole<ES, LS, ED, LD> {
    const ELEMENTS: usize = widest::<ES, LS, ED, LD>(true);
}

/// `copy(&AutoVectorizingCopy, &src, &mut dst)`: tensors of one thread, without a tiled copy.
///
/// Bases in memory, and strides known only at run time, are multiples of 16 bytes: `AutoVectorizingCopyWithAssumedAlignment<128>`.
impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for AutoVectorizingCopy
where
    ES: Engine<Space: VectorSpace<ES>>,
    ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int> + Extent,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int> + Extent,
{
    const CHECKS: () = assert_whole(
        [1; 2],
        [LS::Modes::DESC.size(), LD::Modes::DESC.size()],
        [1; 2],
    );

    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        const { <Self as ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>>>::CHECKS };
        let n = const { widest::<ES, LS, ED, LD>(true) };
        let extent = src.layout().extent();
        extent.repeat_words::<Whole<ES, LS, ED, LD>>(crate::inlined!(|call: usize| {
            // SAFETY: the caller has tensors inside their storage, aligned to 16 bytes in memory, and the thread's to write; `call` is
            // below the number of vectors in both.
            unsafe { copy_widest::<true, ES, LS, ED, LD>(src, n * call, dst, n * call) }
        }));
    }
}
