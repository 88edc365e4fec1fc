//! Copies of several neighbouring elements at once.

use core::mem::MaybeUninit;

use super::access::out_of_bounds;
use super::{Engine, EngineMut, Space};

/// A machine word: 2, 4, 8 or 16 bytes. Sealed.
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

/// How many elements a word holds.
const fn elements<W, T>() -> usize {
    match size_of::<W>().checked_div(size_of::<T>()) {
        Some(n) => n,
        None => 0,
    }
}

/// Copies as many neighbours as a word holds, from offset `from` of `src` to offset `to` of `dst`: in memory as one word, where they
/// have no address of their own one by one.
///
/// # Panics
/// Where a word is not an integral number of elements, storage that knows its bounds does not hold all of them, or a word in memory is not at
/// a multiple of its size.
///
/// ```
/// use azulejo_tensor::engine::{Array, EngineMut, copy_word};
/// use typenum::U8;
/// let mut from = Array::<u8, U8>::filled(3);
/// from.store(0, 1);
/// let mut to = Array::<u8, U8>::zeroed();
/// copy_word::<u32, _, _>(&from, 0, &mut to, 4);
/// assert_eq!(to.as_slice(), [0, 0, 0, 0, 1, 3, 3, 3]);
/// ```
#[inline(always)]
pub fn copy_word<W: Word, S, D>(src: &S, from: isize, dst: &mut D, to: isize)
where
    S: Engine,
    D: EngineMut<Item = S::Item>,
{
    let n = const { elements::<W, S::Item>() };
    if n * size_of::<S::Item>() != size_of::<W>() {
        out_of_bounds(); // no integral number of elements
    }
    let last = n as isize - 1;
    let mut word = MaybeUninit::<W>::uninit();
    if !S::Space::ADDRESSED {
        let items = word.as_mut_ptr().cast::<S::Item>();
        each!(elements::<W, S::Item>(), e => {
            // SAFETY: `items + e` for e < n is inside `word`.
            let place = unsafe { items.add(e) };
            // SAFETY: the place is inside `word`, whose alignment is at least that of an element: a word is a power of two times an
            // element's size, and no type's alignment exceeds its size.
            unsafe { place.write(src.load(from.wrapping_add(e as isize))) }
        });
    } else {
        let read = src.base().wrapping_offset(from).cast::<MaybeUninit<W>>();
        let inside = src.contains(from) && src.contains(from.wrapping_add(last));
        if !inside || !read.addr().is_multiple_of(size_of::<W>()) {
            out_of_bounds();
        }
        // SAFETY: the address is a multiple of the word's size, which is at least its alignment. All elements of the word are in bounds:
        // bounded storage has just answered for the first and the last, which lie in one slice, and for a `Ptr` its maker's contract
        // covers every offset that is asked for. `MaybeUninit` takes any bytes.
        word = unsafe { read.read() };
    }
    if !D::Space::ADDRESSED {
        let items = word.as_ptr().cast::<S::Item>();
        each!(elements::<W, S::Item>(), e => {
            // SAFETY: `items + e` for e < n is inside `word`.
            let place = unsafe { items.add(e) };
            // SAFETY: the place is inside `word`, whose alignment is at least that of an element, and holds a whole element that came
            // from `src`.
            dst.store(to.wrapping_add(e as isize), unsafe { place.read() })
        });
    } else {
        let write = dst.base_mut().wrapping_offset(to).cast::<MaybeUninit<W>>();
        let inside = dst.contains(to) && dst.contains(to.wrapping_add(last));
        if !inside || !write.addr().is_multiple_of(size_of::<W>()) {
            out_of_bounds();
        }
        // SAFETY: the word is inside the storage and aligned, as checked above; the bytes written are those of whole elements of
        // the same type.
        unsafe { write.write(word) };
    }
}
