//! `copy_vectorized`: the widest words that both layouts and both addresses allow.

use azulejo_layout::ints::_0;
use azulejo_layout::{CommonWith, Divides, Int};

use super::repeat::{Extent, Repeat, common};
use crate::engine::{Addressed, AddressedMut, Word, copy_word};
use crate::{OffsetAt, Tensor};

/// Copies `count` vectors of `vector` elements word by word, elements where a word cannot be used.
#[inline(always)]
fn words<W: Word, S, D>(
    src: &S,
    dst: &mut D,
    vector: usize,
    count: usize,
    from: impl Fn(usize) -> isize,
    to: impl Fn(usize) -> isize,
) where
    S: Addressed,
    D: AddressedMut<Item = S::Item>,
{
    let elements = size_of::<W>() / size_of::<S::Item>();
    for i in 0..count {
        for part in 0..vector / elements {
            let step = (part * elements) as isize;
            let (from, to) = (from(i) + step, to(i) + step);
            if !copy_word::<W, S, D>(src, from, dst, to) {
                for element in 0..elements as isize {
                    dst.store(to + element, src.load(from + element));
                }
            }
        }
    }
}

/// [`crate::copy`] in words of up to 16 bytes: as wide as the run of neighbours that the layouts have in common
/// ([`azulejo_layout::max_common_vector`]), element by element where an address is not aligned for it.
///
/// # Panics
/// As [`crate::copy`].
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{copy_vectorized, make_tensor};
/// let src: Vec<u16> = (0..64).collect();
/// let mut dst = [0u16; 128];
/// copy_vectorized(
///     &make_tensor(&src[..], layout!((_8, _8)))?,
///     &mut make_tensor(&mut dst[..], layout!((_8, _8):(_1, _16)))?,
/// );
/// assert_eq!((dst[7], dst[8], dst[16], dst[119]), (7, 0, 8, 63));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn copy_vectorized<ES, LS, ED, LD>(src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
where
    ES: Addressed,
    ED: AddressedMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int> + CommonWith<LS, Vector: Int>,
    LD::Out: Divides<LS> + Divides<LD> + Copy,
    <LD::Out as Divides<LS>>::Out: OffsetAt<(_0, usize), Offset: Int>,
    <LD::Out as Divides<LD>>::Out: OffsetAt<(_0, usize), Offset: Int>,
{
    let (from, to) = (src.layout(), dst.layout());
    let size = common::<LS, LD>(from, to).count();
    let vector = to.common_vector(from).value() as usize;
    if vector == 0 || !size.is_multiple_of(vector) {
        return crate::copy(src, dst);
    }
    let tile = to.common_layout(from);
    let (starts, ends) = (tile.logical_divide_of(from), tile.logical_divide_of(to));
    let from = |i: usize| starts.offset_at((_0::NEW, i)).value() as isize;
    let to = |i: usize| ends.offset_at((_0::NEW, i)).value() as isize;
    let (bytes, count) = (vector * size_of::<ES::Item>(), size / vector);
    let (src, dst) = (&src.engine, &mut dst.engine);
    if bytes % 16 == 0 {
        words::<u128, _, _>(src, dst, vector, count, from, to);
    } else if bytes % 8 == 0 {
        words::<u64, _, _>(src, dst, vector, count, from, to);
    } else if bytes % 4 == 0 {
        words::<u32, _, _>(src, dst, vector, count, from, to);
    } else if bytes % 2 == 0 {
        words::<u16, _, _>(src, dst, vector, count, from, to);
    } else {
        for i in 0..count {
            for element in 0..vector as isize {
                dst.store(to(i) + element, src.load(from(i) + element));
            }
        }
    }
}
