//! [`Array`]: owned elements, as many as a static layout's cosize.

use generic_array::{ArrayLength, GenericArray};

use super::access::out_of_bounds;
use super::{Engine, EngineMut, Rmem, Slice, SliceMut, Value};

/// An owning array of `N` elements: registers on a device, a plain value on the host. `Clone` copies the elements.
///
/// It starts at a multiple of 16 bytes, so that it can be seen as elements of any width.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(16))]
pub struct Array<T, N: ArrayLength> {
    data: GenericArray<T, N>,
}

impl<T: Value, N: ArrayLength> Array<T, N> {
    /// `N` copies of `item`.
    ///
    /// ```
    /// use azulejo_tensor::engine::{Array, Engine, EngineMut};
    /// use typenum::U4;
    /// let mut array = Array::<u16, U4>::filled(7);
    /// array.store(2, 9);
    /// assert_eq!(array.as_slice(), [7, 7, 9, 7]);
    /// assert_eq!(array.load(3), 7);
    /// assert_eq!(Array::<u16, U4>::zeroed().as_slice(), [0; 4]);
    /// ```
    #[inline]
    pub fn filled(item: T) -> Self {
        Array {
            data: core::iter::repeat_n(item, N::USIZE).collect(),
        }
    }

    /// `N` elements whose bytes are zero.
    ///
    /// On a device an accumulator starts with this and not with a loop of stores: the optimiser keeps the array in registers only if
    /// no loop remains when it breaks arrays into scalars.
    #[inline(always)]
    pub fn zeroed() -> Self
    where
        T: crate::element::Element,
    {
        Array {
            // SAFETY: every `Element` is an integer, a float or a transparent wrapper of one, for which all-zero bytes are a valid value
            // (`Element` is sealed to this crate's sixteen types); `GenericArray<T, N>` has the layout of `[T; N]`.
            data: unsafe { core::mem::zeroed() },
        }
    }

    /// The elements in order of offset.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.data
    }

    /// The elements in order of offset, writable.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data
    }
}

// SAFETY: `base` is the array's first element, and `contains` holds for the offsets of its elements alone; borrowed with it.
unsafe impl<T: Value, N: ArrayLength> Engine for Array<T, N> {
    type Item = T;
    type Space = Rmem;
    type View<'a>
        = Slice<'a, T, Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn load(&self, offset: isize) -> T {
        match self.data.get(offset as usize) {
            Some(&item) => item,
            None => out_of_bounds(),
        }
    }

    #[inline(always)]
    fn contains(&self, offset: isize) -> bool {
        (offset as usize) < N::USIZE
    }

    #[inline(always)]
    fn view(&self, offset: isize) -> Slice<'_, T, Rmem> {
        Slice::within(&self.data).moved(offset)
    }

    #[inline(always)]
    fn base(&self) -> *const T {
        self.data.as_ptr()
    }
}

// SAFETY: stores stay inside the array, which is borrowed mutably, or are out of bounds; `base_mut` is where offset 0 is stored.
#[diagnostic::do_not_recommend]
unsafe impl<T: Value, N: ArrayLength> EngineMut for Array<T, N> {
    type ViewMut<'a>
        = SliceMut<'a, T, Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn store(&mut self, offset: isize, item: T) {
        match self.data.get_mut(offset as usize) {
            Some(place) => *place = item,
            None => out_of_bounds(),
        }
    }

    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.data.as_mut_ptr()
    }

    #[inline(always)]
    fn view_mut(&mut self, offset: isize) -> SliceMut<'_, T, Rmem> {
        SliceMut::within(&mut self.data[..]).moved(offset)
    }
}
