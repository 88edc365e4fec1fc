//! `copy`, `copy_if`.

use azulejo_layout::Int;

use super::repeat::{Extent, Repeat, common};
use crate::engine::{Engine, EngineMut};
use crate::{OffsetAt, Tensor, TensorError};

/// `dst(i) = src(i)` for every 1-D coordinate, between any memories.
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
#[inline(always)]
pub fn copy<ES, LS, ED, LD>(src: &Tensor<ES, LS>, dst: &mut Tensor<ED, LD>)
where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int>,
{
    copy_if(|_: usize| true, src, dst);
}

/// [`copy`] that returns a mismatch of dynamic sizes.
///
/// # Errors
/// [`TensorError::SizeMismatch`]; nothing is copied then.
#[inline]
pub fn try_copy<ES, LS, ED, LD>(
    src: &Tensor<ES, LS>,
    dst: &mut Tensor<ED, LD>,
) -> Result<(), TensorError>
where
    ES: Engine,
    ED: EngineMut<Item = ES::Item>,
    LS: Extent + OffsetAt<usize, Offset: Int>,
    LD: Extent + OffsetAt<usize, Offset: Int>,
{
    let (lhs, rhs) = (src.layout().extent().count(), dst.layout().extent().count());
    if lhs != rhs {
        return Err(TensorError::SizeMismatch { lhs, rhs });
    }
    copy(src, dst);
    Ok(())
}

/// Says at which 1-D coordinates something happens: a function, or a tensor of `bool`.
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

impl<E: Engine<Item = bool>, L: OffsetAt<usize, Offset: Int>> Predicate for Tensor<E, L> {
    #[inline(always)]
    fn holds(&self, index: usize) -> bool {
        self.at(index)
    }
}

/// `dst(i) = src(i)` for every 1-D coordinate at which `predicate` holds; the others are neither read nor written.
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
    LD: Extent + OffsetAt<usize, Offset: Int>,
{
    let extent = common::<LS, LD>(src.layout(), dst.layout());
    extent.repeat(|i| {
        if predicate.holds(i) {
            dst.put(i, src.at(i));
        }
    });
}
