//! `copy`, `copy_if`.

use azulejo_layout::Int;

use super::pattern::{Chosen, CopiedFrom};
use super::repeat::{Extent, Repeat, Step, Words, common};
use crate::engine::{Engine, EngineMut, Space, copy_word};
use crate::tensor::{OffsetAt, Tensor, TensorError};

/// `dst(i) = src(i)` for every 1-D coordinate, between any memories, in words of up to 16 bytes.
///
/// The width is chosen at compile time ([`copy_bits`]): the run that the layouts have in common
/// ([`azulejo_layout::max_common_vector`]), reduced to what divides the other strides ([`azulejo_layout::max_alignment`]). Where an
/// address, or a stride that only the run time knows, is not a multiple of it, elements go one by one. Elements in registers have no
/// address: the other side decides alone.
///
/// Tensors on pointers that overlap give an unspecified order.
///
/// # Panics
/// Where dynamic sizes differ ([`try_copy`] returns that); static ones are compared when the program is built.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{copy, make_tensor};
/// let src: Vec<u32> = (0..32).collect();
/// let mut dst = [0u32; 32];
/// copy(
///     &make_tensor(&src[..], layout!((_4, _8):(_8, _1)))?,
///     &mut make_tensor(&mut dst[..], layout!((_4, _8):(_1, _4)))?,
/// );
/// assert_eq!(dst[..6], [0, 8, 16, 24, 1, 9]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
/// Static sizes that differ do not compile:
/// ```compile_fail
/// use azulejo_layout::layout;
/// use azulejo_tensor::{copy, make_rmem};
/// copy(&make_rmem::<f32, _>(layout!((_4, _8))), &mut make_rmem::<f32, _>(layout!(_31)));
/// ```
#[inline(always)]
pub fn copy<ES, LS, ED, LD>(src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int> + CopiedFrom<LS>,
{
    copy_if(|_: usize| true, src, dst);
}

/// [`copy`] that returns a mismatch of dynamic sizes.
///
/// # Errors
/// [`TensorError::SizeMismatch`]; nothing is copied then.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{TensorError, make_tensor, try_copy};
/// let (n, m) = (3usize, 2usize);
/// let (src, mut dst) = ([1, 2, 3], [0; 3]);
/// let src = make_tensor(&src[..], layout!(n))?;
/// let short = try_copy(&src, &mut make_tensor(&mut dst[..], layout!(m))?);
/// assert_eq!(short, Err(TensorError::SizeMismatch { lhs: 3, rhs: 2 }));
/// try_copy(&src, &mut make_tensor(&mut dst[..], layout!(n))?)?;
/// assert_eq!(dst, [1, 2, 3]);
/// # Ok::<(), TensorError>(())
/// ```
#[inline]
pub fn try_copy<ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
) -> Result<(), TensorError>
where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int> + CopiedFrom<LS>,
{
    let (lhs, rhs) = (src.layout().extent().count(), dst.layout().extent().count());
    if lhs != rhs {
        return Err(TensorError::SizeMismatch { lhs, rhs });
    }
    copy(src, dst);
    Ok(())
}

/// The width in bits of the words that [`copy`] and [`copy_if`] move between two tensors: that of an element where they go one by one.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{copy_bits, make_tensor};
/// let (from, mut to) = ([0u16; 64], [0u16; 128]);
/// let from = make_tensor(&from[..], layout!((_8, _8)))?;
/// let rows = make_tensor(&mut to[..], layout!((_8, _8):(_1, _16)))?;
/// assert_eq!(copy_bits(&from, &rows), 128);
/// let padded = make_tensor(&mut to[..], layout!((_8, _8):(_1, _12)))?;
/// assert_eq!(copy_bits(&from, &padded), 64); // every second column starts at a multiple of 4 only
/// let turned = make_tensor(&mut to[..], layout!((_8, _8):(_8, _1)))?;
/// assert_eq!(copy_bits(&from, &turned), 16);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn copy_bits<ES, LS, ED, LD>(_src: &Tensor<ES, LS>, _dst: &Tensor<ED, LD>) -> usize
where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LD: CopiedFrom<LS>,
{
    8 * const { bytes::<ES, LS, ED, LD>() }
}

/// Says at which 1-D coordinates something happens: a function, or a tensor of `bool`.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{Predicate, make_tensor};
/// let mask = make_tensor(&[true, false][..], layout!(_2))?;
/// assert!(mask.holds(0) && !mask.holds(1));
/// assert!((|i: usize| i < 3).holds(2));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
pub trait Predicate {
    /// Whether it happens at `index`.
    fn holds(&self, index: usize) -> bool;
}

impl<F: Fn(usize) -> bool> Predicate for F {
    #[inline(always)]
    fn holds(&self, index: usize) -> bool {
        self(index)
    }
}

/// An element that is true or false: `bool`, and [`Bool`](crate::Bool), of which owning tensors are made.
pub trait Truth: Copy {
    /// `true` if it is.
    fn is_true(self) -> bool;
}

impl Truth for bool {
    #[inline(always)]
    fn is_true(self) -> bool {
        self
    }
}

impl Truth for crate::element::Bool {
    #[inline(always)]
    fn is_true(self) -> bool {
        self.get()
    }
}

impl<E: Engine<Item: Truth>, L: OffsetAt<usize, Offset: Int>> Predicate for Tensor<E, L> {
    #[inline(always)]
    fn holds(&self, index: usize) -> bool {
        self.at(index).is_true()
    }
}

/// `dst(i) = src(i)` for every 1-D coordinate at which `predicate` holds; the others are neither read nor written.
///
/// Words are as wide as those of [`copy`]; one for which the predicate holds in part goes element by element.
///
/// # Panics
/// As [`copy`].
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{copy_if, make_tensor};
/// let src = [1, 2, 3, 4];
/// let mut dst = [0; 4];
/// copy_if(
///     |i: usize| i < 3,
///     &make_tensor(&src[..], layout!(_4))?,
///     &mut make_tensor(&mut dst[..], layout!(_4))?,
/// );
/// assert_eq!(dst, [1, 2, 3, 0]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn copy_if<P, ES, LS, ED, LD>(predicate: P, src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
where
    P: Predicate,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int> + CopiedFrom<LS>,
{
    let extent = common::<LS, LD>(src.layout(), dst.layout());
    if const { ChosenFor::<ES, LS, ED, LD>::ELEMENTS > 1 }
        && extent
            .count()
            .is_multiple_of(ChosenFor::<ES, LS, ED, LD>::ELEMENTS)
        && (!ES::Space::ADDRESSED || aligned::<ES, ChosenFor<ES, LS, ED, LD>>(&src.engine))
        && (!ED::Space::ADDRESSED || aligned::<ED, ChosenFor<ES, LS, ED, LD>>(&dst.engine))
    {
        let predicate = &predicate;
        extent.repeat_words::<ChosenFor<ES, LS, ED, LD>>(Vectors {
            predicate,
            src,
            dst,
        });
    } else {
        extent.repeat(|i| single(&predicate, src, dst, i));
    }
}

/// The pattern of a copy between two tensors.
type ChosenFor<ES, LS, ED, LD> =
    Chosen<<ES as Engine>::Item, LS, LD, <ES as Engine>::Space, <ED as Engine>::Space>;

/// Whether the base is at a multiple of what is moved together.
#[inline(always)]
fn aligned<E: Engine, W: Words>(engine: &E) -> bool {
    let bytes = W::ELEMENTS * size_of::<E::Item>();
    engine.address().is_multiple_of(bytes)
}

/// `dst(i) = src(i)` where the predicate holds.
#[inline(always)]
fn single<P, ES, LS, ED, LD>(
    predicate: &P,
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
    i: usize,
) where
    P: Predicate,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: OffsetAt<usize, Offset: Int>,
    LD: OffsetAt<usize, Offset: Int>,
{
    if predicate.holds(i) {
        dst.put(i, src.at(i));
    }
}

/// Copies the elements of a word, the `j`-th of the pattern: as one where they are neighbours on both sides, start at a multiple of
/// their number, and the predicate holds for all.
///
/// The questions are asked of the layouts themselves; with static ones nothing of them is left after inlining.
struct Vectors<'a, P, ES, LS, ED, LD> {
    predicate: &'a P,
    src: &'a Tensor<ES, LS>,
    dst: &'a mut Tensor<ED, LD>,
}

impl<P, ES, LS, ED, LD> Step for Vectors<'_, P, ES, LS, ED, LD>
where
    P: Predicate,
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: OffsetAt<usize, Offset: Int>,
    LD: OffsetAt<usize, Offset: Int> + CopiedFrom<LS>,
{
    // Without optimisation each step stays a call, or the many of a long copy take minutes to compile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, j: usize) {
        let chosen = const { &ChosenFor::<ES, LS, ED, LD>::PATTERN };
        let (i, n, predicate) = (chosen.start(j), chosen.elements, self.predicate);
        let (start, end) = self.place(i);
        let starts = |offset: isize, addressed: bool| !addressed || offset % n as isize == 0;
        let mut whole = starts(start, ES::Space::ADDRESSED) && starts(end, ED::Space::ADDRESSED);
        each!(ChosenFor::<ES, LS, ED, LD>::ELEMENTS, k => {
            let (at, step) = (i + chosen.index(k), k as isize);
            whole &= self.place(at) == (start + step, end + step) && predicate.holds(at);
        });
        let (src, dst) = (&self.src.engine, &mut self.dst.engine);
        if !whole {
            each!(ChosenFor::<ES, LS, ED, LD>::ELEMENTS, k => {
                single(predicate, self.src, self.dst, i + chosen.index(k))
            });
        } else if const { bytes::<ES, LS, ED, LD>() == 2 } {
            copy_word::<u16, _, _>(src, start, dst, end);
        } else if const { bytes::<ES, LS, ED, LD>() == 4 } {
            copy_word::<u32, _, _>(src, start, dst, end);
        } else if const { bytes::<ES, LS, ED, LD>() == 8 } {
            copy_word::<u64, _, _>(src, start, dst, end);
        } else {
            copy_word::<u128, _, _>(src, start, dst, end);
        }
    }
}

/// The bytes of a word.
const fn bytes<ES: Engine, LS, ED: Engine, LD: CopiedFrom<LS>>() -> usize {
    ChosenFor::<ES, LS, ED, LD>::ELEMENTS * size_of::<ES::Item>()
}

impl<P, ES, LS, ED, LD> Vectors<'_, P, ES, LS, ED, LD>
where
    LS: OffsetAt<usize, Offset: Int>,
    LD: OffsetAt<usize, Offset: Int>,
{
    /// The offsets of a 1-D coordinate on both sides.
    #[inline(always)]
    fn place(&self, at: usize) -> (isize, isize) {
        (
            self.src.layout.offset_at(at).value() as isize,
            self.dst.layout.offset_at(at).value() as isize,
        )
    }
}
