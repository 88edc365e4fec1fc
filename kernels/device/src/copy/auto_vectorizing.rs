//! `AutoVectorizingCopy`: vectors as wide as both layouts allow.

use azulejo_layout::Int;
use azulejo_layout::law::Describe;
use azulejo_tensor::atom::AutoVectorizingCopy;
use azulejo_tensor::engine::{Engine, EngineMut, Space};
use azulejo_tensor::{Extent, MemoryLayout, OffsetAt, Tensor, is_vectorized, values_of};

use super::execute::ExecuteCopy;
use super::space::{VectorSpace, VectorSpaceMut};
use super::tiled::ExecuteTiledCopy;
use super::universal::copy_vector;

/// The widest vector, in elements, that both sides keep together: a power of two, at most 16 bytes.
const fn widest<ES: Engine, LS: MemoryLayout, ED: Engine, LD: MemoryLayout>() -> usize {
    let mut n = 16 / size_of::<ES::Item>();
    while n > 1 {
        let src = ES::Space::REGISTERS || is_vectorized::<LS>(n);
        let dst = ED::Space::REGISTERS || is_vectorized::<LD>(n);
        let whole = values_of(LS::Modes::DESC).is_multiple_of(n)
            && values_of(LD::Modes::DESC).is_multiple_of(n);
        if src && dst && whole {
            return n;
        }
        n /= 2;
    }
    1
}

// SAFETY: loads and stores of the elements that both sides keep together.
unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for AutoVectorizingCopy
where
    ES: Engine<Space: VectorSpace<ES>>,
    ED: EngineMut<Item = ES::Item, Space: VectorSpaceMut<ED>>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const SRC_VALUES: usize = widest::<ES, LS, ED, LD>();
    const DST_VALUES: usize = widest::<ES, LS, ED, LD>();

    #[inline(always)]
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
        // SAFETY: upheld by the caller, with the same requirements; the width is one that both layouts keep together.
        unsafe {
            match const {
                (
                    widest::<ES, LS, ED, LD>() * size_of::<ES::Item>(),
                    size_of::<ES::Item>(),
                )
            } {
                (1, _) => copy_vector::<u8, ES, LS, ED, LD>(src, i, dst, j),
                (2, _) => copy_vector::<u16, ES, LS, ED, LD>(src, i, dst, j),
                (4, _) => copy_vector::<u32, ES, LS, ED, LD>(src, i, dst, j),
                (8, 8) => copy_vector::<u64, ES, LS, ED, LD>(src, i, dst, j),
                (8, _) => copy_vector::<[u32; 2], ES, LS, ED, LD>(src, i, dst, j),
                (_, 8) => copy_vector::<[u64; 2], ES, LS, ED, LD>(src, i, dst, j),
                _ => copy_vector::<[u32; 4], ES, LS, ED, LD>(src, i, dst, j),
            }
        }
    }
}

/// `copy(&AutoVectorizingCopy, &src, &mut dst)`: tensors of one thread, without a tiled copy.
///
/// Bases in memory, and strides known only at run time, are multiples of 16 bytes: `AutoVectorizingCopyWithAssumedAlignment<128>`.
impl<ES, LS, ED, LD> ExecuteTiledCopy<Tensor<ES, LS>, Tensor<ED, LD>> for AutoVectorizingCopy
where
    Self: ExecuteCopy<ES, LS, ED, LD>,
    ES: Engine,
    LS: MemoryLayout + Extent,
    LD: MemoryLayout + Extent,
{
    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>) {
        // SAFETY: upheld by the caller, with the same requirements.
        unsafe { Self::unpack(src, dst) }
    }
}
