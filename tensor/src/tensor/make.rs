//! Constructors.

use azulejo_layout::{Layout, LayoutLeft, Strides, make_layout};

use super::{Bounded, Reach, Tensor, TensorError};
use crate::engine::{Ptr, Slice, SliceMut, Space, Value};

/// Storage from which a tensor with layout `L` is made.
///
/// | storage | tensor |
/// |---|---|
/// | `&[T]` | reads, checked: `Result` |
/// | `&mut [T]` | reads and writes, checked: `Result` |
/// | [`Ptr`] | as its constructor promised; debug builds check on the host that the layout's integers hold its offsets |
/// | [`Subbyte`](crate::engine::Subbyte) | as its bytes: several elements share one |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not storage for a tensor",
    note = "pass `&data[..]`, `&mut data[..]` or a tagged pointer (`make_gmem_ptr`); owning tensors are made by `make_rmem`"
)]
pub trait Storage<L> {
    /// The tensor, or the reason why there is none.
    type Out;

    /// Makes it.
    fn tensor(self, layout: L) -> Self::Out;
}

pub(super) fn fits<L: Reach>(layout: L, len: usize) -> Result<(), TensorError> {
    let (low, high) = layout.reach().ok_or(TensorError::IndexOverflow)?;
    if low < 0 {
        return Err(TensorError::NegativeOffset { offset: low });
    }
    let needed = high.checked_add(1).and_then(|n| usize::try_from(n).ok());
    let needed = needed.ok_or(TensorError::IndexOverflow)?;
    if needed > len {
        return Err(TensorError::BufferTooShort { len, needed });
    }
    Ok(())
}

impl<'a, T: Value, L: Reach> Storage<L> for &'a [T] {
    type Out = Result<Tensor<Slice<'a, T>, L>, TensorError>;

    fn tensor(self, layout: L) -> Self::Out {
        fits(layout, self.len())?;
        Ok(Tensor::from_parts(Slice::new(self), layout))
    }
}

impl<'a, T: Value, L: Reach> Storage<L> for &'a mut [T] {
    type Out = Result<Tensor<SliceMut<'a, T>, L>, TensorError>;

    fn tensor(self, layout: L) -> Self::Out {
        fits(layout, self.len())?;
        Ok(Tensor::from_parts(SliceMut::new(self), layout))
    }
}

/// Stops in debug builds on the host where narrow integers of a layout do not hold its offsets: a pointer has no length that
/// would show it.
#[inline(always)]
pub(super) fn assert_bounded<L: Bounded>(layout: L) {
    #[cfg(all(debug_assertions, not(target_arch = "nvptx64")))]
    if let Err(error) = layout.bounded() {
        panic!("a tensor on a pointer: {error}");
    }
    #[cfg(not(all(debug_assertions, not(target_arch = "nvptx64"))))]
    let _ = layout;
}

impl<T: Value, S: Space, L: Bounded> Storage<L> for Ptr<T, S> {
    type Out = Tensor<Self, L>;

    #[inline(always)]
    fn tensor(self, layout: L) -> Self::Out {
        assert_bounded(layout);
        Tensor::from_parts(self, layout)
    }
}

/// The tensor of a storage and a layout: non-owning, O(1).
///
/// # Errors
/// From a slice, [`TensorError::BufferTooShort`] where the layout's cosize exceeds its length, [`TensorError::NegativeOffset`] and
/// [`TensorError::IndexOverflow`] where its offsets leave it otherwise.
///
/// # Panics
/// In debug builds on the host, from a pointer and a layout whose dynamic integers do not hold its offsets: the maker of the
/// pointer promised that they do.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::make_tensor;
/// let data = [1.0f32; 16];
/// assert!(make_tensor(&data[..], layout!(8:2)).is_ok());       // cosize 15
/// assert!(make_tensor(&data[..], layout!(_8:_3)).is_err());    // cosize 22
/// ```
#[inline(always)]
pub fn make_tensor<E: Storage<L, Out = R>, L, R>(storage: E, layout: L) -> R {
    storage.tensor(layout)
}

impl Tensor<(), ()> {
    /// The tensor of a storage and a shape, column-major.
    ///
    /// ```
    /// use azulejo_layout::shape;
    /// use azulejo_tensor::Tensor;
    /// let data = [0u16; 128];
    /// let t = Tensor::from_shape(&data[..], shape!(_8, 16))?;
    /// assert_eq!(t.layout().to_string(), "(_8,16):(_1,_8)");
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn from_shape<E, S>(storage: E, shape: S) -> E::Out
    where
        LayoutLeft: Strides<S>,
        E: Storage<Layout<S, <LayoutLeft as Strides<S>>::D>>,
    {
        storage.tensor(make_layout(shape, LayoutLeft))
    }

    /// The tensor of a storage, a shape and strides: [`LayoutLeft`], [`azulejo_layout::LayoutRight`] or a congruent tuple.
    ///
    /// ```
    /// use azulejo_layout::{shape, stride};
    /// use azulejo_tensor::Tensor;
    /// let data = [0u16; 128];
    /// let t = Tensor::from_shape_stride(&data[..], shape!(8, _16), stride!(_16, _1))?;
    /// assert_eq!(t.layout().to_string(), "(8,_16):(_16,_1)");
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn from_shape_stride<E, S, W>(storage: E, shape: S, strides: W) -> E::Out
    where
        W: Strides<S>,
        E: Storage<Layout<S, W::D>>,
    {
        storage.tensor(make_layout(shape, strides))
    }
}
