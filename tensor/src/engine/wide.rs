//! Copies of several neighbouring elements at once.

use super::{Array, Engine, EngineMut, Ptr, Slice, SliceMut, Space};
use crate::Element;

/// A machine word: 2, 4, 8 or 16 bytes, every bit pattern of which is a value. Sealed.
pub trait Word: Copy + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! words {
    ($($ty:ty)*) => {$(
        impl sealed::Sealed for $ty {}
        impl Word for $ty {}
    )*};
}

words!(u16 u32 u64 u128);

/// Storage whose elements have addresses.
pub trait Addressed: Engine<Item: Element> {
    /// The address of the base; valid for what [`Engine::contains`] allows.
    fn base(&self) -> *const Self::Item;
}

/// Writable [`Addressed`] storage.
pub trait AddressedMut: EngineMut<Item: Element> {
    /// The address of the base; valid for what [`Engine::contains`] allows.
    fn base_mut(&mut self) -> *mut Self::Item;
}

impl<T: Element, S: Space> Addressed for Ptr<T, S> {
    #[inline(always)]
    fn base(&self) -> *const T {
        self.raw()
    }
}

impl<T: Element, S: Space> AddressedMut for Ptr<T, S> {
    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.raw()
    }
}

impl<T: Element, S: Space> Addressed for Slice<'_, T, S> {
    #[inline(always)]
    fn base(&self) -> *const T {
        self.data.as_ptr().wrapping_offset(self.base)
    }
}

impl<T: Element, S: Space> Addressed for SliceMut<'_, T, S> {
    #[inline(always)]
    fn base(&self) -> *const T {
        self.data.as_ptr().wrapping_offset(self.base)
    }
}

impl<T: Element, S: Space> AddressedMut for SliceMut<'_, T, S> {
    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.data.as_mut_ptr().wrapping_offset(self.base)
    }
}

impl<T: Element, N: generic_array::ArrayLength> Addressed for Array<T, N> {
    #[inline(always)]
    fn base(&self) -> *const T {
        self.as_slice().as_ptr()
    }
}

impl<T: Element, N: generic_array::ArrayLength> AddressedMut for Array<T, N> {
    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.as_mut_slice().as_mut_ptr()
    }
}

/// Copies the word at `from` of `src` to `to` of `dst`, or says that it cannot: an end is out of bounds, or an address is not a
/// multiple of the word's size.
#[inline(always)]
pub fn copy_word<W: Word, S, D>(src: &S, from: isize, dst: &mut D, to: isize) -> bool
where
    S: Addressed,
    D: AddressedMut<Item = S::Item>,
{
    let last = (size_of::<W>() / size_of::<S::Item>()) as isize - 1;
    let read = src.base().wrapping_offset(from).cast::<W>();
    let write = dst.base_mut().wrapping_offset(to).cast::<W>();
    let inside = src.contains(from)
        && src.contains(from.wrapping_add(last))
        && dst.contains(to)
        && dst.contains(to.wrapping_add(last));
    let aligned = (read.addr() | write.addr()) % size_of::<W>() == 0;
    if inside && aligned {
        // SAFETY: both addresses are multiples of the word's size, which is at least its alignment. All elements of both words are in
        // bounds: bounded storage has just answered for the first and the last, which lie in one slice, and for a `Ptr` its maker's
        // contract covers every offset that is asked for. Every `Element` has no padding and a `Word` takes any bits; written bits
        // are those of whole elements of the same type, so they are values of it.
        unsafe { write.write(read.read()) };
    }
    inside && aligned
}
