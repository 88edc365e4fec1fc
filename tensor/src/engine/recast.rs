//! The same bytes as elements of another width.

use core::marker::PhantomData;

use generic_array::ArrayLength;

use super::{Array, Engine, EngineMut, Ptr, SharedBase, Slice, SliceMut, Space, Value};
use crate::element::Element;

/// Storage whose bytes can be seen as elements of type `U`.
pub trait Recastable<U: Copy>: Engine {
    /// The view.
    type Recast<'a>: Engine<Item = U>
    where
        Self: 'a;

    /// The view from the same base; `None` where the base is no place for a `U`.
    fn recast(&self) -> Option<Self::Recast<'_>>;
}

/// [`Recastable`] for writing.
pub trait RecastableMut<U: Copy>: EngineMut {
    /// The view.
    type RecastMut<'a>: EngineMut<Item = U>
    where
        Self: 'a;

    /// As [`Recastable::recast`], writable.
    fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>>;
}

/// Shared memory by its address, whose bytes can be seen as any elements.
///
/// # Safety
/// `cast` gives an engine at the same address.
pub unsafe trait SharedCast: SharedBase + EngineMut {
    /// The engine of elements `U`.
    type As<U: Value>: SharedBase + EngineMut<Item = U>;

    /// The engine of elements `U` from the same base.
    ///
    /// # Safety
    /// The address is a multiple of the alignment and of the size of `U`, of which any bytes are a value and which has no padding.
    unsafe fn cast<U: Value>(&self) -> Self::As<U>;
}

/// The shared memory as elements `U`; `None` where its base is no place for one.
#[inline(always)]
pub(super) fn cast_shared<E: SharedCast<Item: Element>, U: Element>(from: &E) -> Option<E::As<U>> {
    let at = from.shared_address() as usize;
    let fits = at.is_multiple_of(
        const {
            if size_of::<U>() > align_of::<U>() {
                size_of::<U>()
            } else {
                align_of::<U>()
            }
        },
    );
    // SAFETY: the address is checked; any bytes are a value of every `Element`, none of which has padding.
    fits.then(|| unsafe { from.cast::<U>() })
}

impl<E: SharedCast<Item: Element>, U: Element> Recastable<U> for E {
    type Recast<'a>
        = E::As<U>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<E::As<U>> {
        cast_shared(self)
    }
}

impl<E: SharedCast<Item: Element>, U: Element> RecastableMut<U> for E {
    type RecastMut<'a>
        = E::As<U>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<E::As<U>> {
        cast_shared(self)
    }
}

impl<T: Element, U: Element, S: Space> Recastable<U> for Ptr<T, S> {
    type Recast<'a>
        = Ptr<U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Ptr<U, S>> {
        let raw = self.raw().cast::<U>();
        // SAFETY: the bytes are those that the maker of `self` promised, and any bytes are a value of every `Element`; the address is
        // checked.
        raw.is_aligned().then(|| unsafe { Ptr::new(raw) })
    }
}

impl<T: Element, U: Element, S: Space> RecastableMut<U> for Ptr<T, S> {
    type RecastMut<'a>
        = Ptr<U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<Ptr<U, S>> {
        <Self as Recastable<U>>::recast(self)
    }
}

/// The elements of type `U` in `len` elements of type `T` around the base: how many bytes lie before the first, how many there are, and
/// the base among them. `None` where the base is not aligned for `U`.
#[inline(always)]
fn around<T, U>(data: *const T, len: usize, base: isize) -> Option<(usize, usize, isize)> {
    if !data.wrapping_offset(base).cast::<U>().is_aligned() {
        return None;
    }
    let unit = size_of::<U>() as isize;
    let at = base.wrapping_mul(size_of::<T>() as isize);
    let head = at.rem_euclid(unit);
    let bytes = (len * size_of::<T>()).saturating_sub(head as usize);
    Some((head as usize, bytes / size_of::<U>(), at.div_euclid(unit)))
}

impl<'s, T: Element, S: Space> Slice<'s, T, S> {
    /// The same bytes as elements of type `U`, counted from the same base; `None` where the base is not aligned for `U`.
    #[inline(always)]
    pub fn recast<U: Element>(self) -> Option<Slice<'s, U, S>> {
        let (head, len, base) = around::<T, U>(self.data.as_ptr(), self.data.len(), self.base)?;
        // SAFETY: `head + len * size_of::<U>()` bytes are at most those of `data`; the first element is aligned, since it is a multiple
        // of the size of `U` away from the base, which is; any bytes are a value of every `Element`. Without an element the pointer
        // need not be in the slice, and it is aligned all the same.
        let data = unsafe {
            core::slice::from_raw_parts(self.data.as_ptr().wrapping_byte_add(head).cast::<U>(), len)
        };
        Some(Slice {
            data,
            base,
            space: PhantomData,
        })
    }
}

impl<'s, T: Element, S: Space> SliceMut<'s, T, S> {
    /// As [`Slice::recast`], writable.
    #[inline(always)]
    pub fn recast<U: Element>(self) -> Option<SliceMut<'s, U, S>> {
        let (head, len, base) = around::<T, U>(self.data.as_ptr(), self.data.len(), self.base)?;
        // SAFETY: `head + len * size_of::<U>()` bytes are at most those of `data`; the first element is aligned, since it is a
        // multiple of the size of `U` away from the base, which is. The exclusive borrow is consumed; any bytes are a value of every
        // `Element`, written as `U` or read as `T`.
        let data = unsafe {
            core::slice::from_raw_parts_mut(
                self.data.as_mut_ptr().wrapping_byte_add(head).cast::<U>(),
                len,
            )
        };
        Some(SliceMut {
            data,
            base,
            space: PhantomData,
        })
    }
}

impl<T: Element, U: Element, S: Space> Recastable<U> for Slice<'_, T, S> {
    type Recast<'a>
        = Slice<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, S>> {
        Slice::recast(*self)
    }
}

impl<T: Element, U: Element, S: Space> Recastable<U> for SliceMut<'_, T, S> {
    type Recast<'a>
        = Slice<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, S>> {
        Slice::recast(self.view(0))
    }
}

impl<T: Element, U: Element, S: Space> RecastableMut<U> for SliceMut<'_, T, S> {
    type RecastMut<'a>
        = SliceMut<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<SliceMut<'_, U, S>> {
        SliceMut::recast(self.view_mut(0))
    }
}

impl<T: Element, U: Element, N: ArrayLength> Recastable<U> for Array<T, N> {
    type Recast<'a>
        = Slice<'a, U, super::Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, super::Rmem>> {
        Slice::recast(self.view(0))
    }
}

impl<T: Element, U: Element, N: ArrayLength> RecastableMut<U> for Array<T, N> {
    type RecastMut<'a>
        = SliceMut<'a, U, super::Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<SliceMut<'_, U, super::Rmem>> {
        SliceMut::recast(self.view_mut(0))
    }
}
