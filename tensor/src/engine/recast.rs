//! The same bytes as elements of another width.

use core::marker::PhantomData;

use generic_array::ArrayLength;

use super::{Array, Engine, EngineMut, Ptr, Rmem, SharedBase, Slice, SliceMut, Space, Value};
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

/// Implements one of the two traits for engines: the type of each view of the lifetime `'a`, and how it is made.
macro_rules! recasts {
    ($trait:ident $view:ident $recast:ident $self:ty:
        $({$($generic:tt)*} $engine:ty as $to:ty => $made:ty, |$this:ident| $make:expr;)*) => {$(
        impl<$($generic)*> $trait<$to> for $engine {
            type $view<'a>
                = $made
            where
                Self: 'a;

            #[inline(always)]
            fn $recast(self: $self) -> Option<Self::$view<'_>> {
                let $this = self;
                $make
            }
        }
    )*};
}
pub(super) use recasts;

recasts! { Recastable Recast recast &Self:
    {T: Element, U: Element, S: Space} Ptr<T, S> as U => Ptr<U, S>, |this| {
        let raw = this.raw().cast::<U>();
        // SAFETY: the bytes are those that the maker of `this` promised, and any bytes are a value of every `Element`; the address is
        // checked.
        raw.is_aligned().then(|| unsafe { Ptr::new(raw) })
    };
    {E: SharedCast<Item: Element>, U: Element} E as U => E::As<U>, |this| cast_shared(this);
    {T: Element, U: Element, S: Space} Slice<'_, T, S> as U => Slice<'a, U, S>,
        |this| Slice::recast(*this);
    {T: Element, U: Element, S: Space} SliceMut<'_, T, S> as U => Slice<'a, U, S>,
        |this| Slice::recast(this.view(0));
    {T: Element, U: Element, N: ArrayLength} Array<T, N> as U => Slice<'a, U, Rmem>,
        |this| Slice::recast(this.view(0));
}

recasts! { RecastableMut RecastMut recast_mut &mut Self:
    {T: Element, U: Element, S: Space} Ptr<T, S> as U => Ptr<U, S>,
        |this| <Self as Recastable<U>>::recast(this);
    {E: SharedCast<Item: Element>, U: Element} E as U => E::As<U>, |this| cast_shared(this);
    {T: Element, U: Element, S: Space} SliceMut<'_, T, S> as U => SliceMut<'a, U, S>,
        |this| SliceMut::recast(this.view_mut(0));
    {T: Element, U: Element, N: ArrayLength} Array<T, N> as U => SliceMut<'a, U, Rmem>,
        |this| SliceMut::recast(this.view_mut(0));
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
