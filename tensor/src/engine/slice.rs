//! [`Slice`] and [`SliceMut`]: borrowed memory with known bounds, checked at each access.

use core::marker::PhantomData;

use super::access::out_of_bounds;
use super::{Engine, EngineMut, Host, Space, Value};

/// A borrowed slice with a base inside it, in host memory unless another space is named.
///
/// ```
/// use azulejo_tensor::engine::{Engine, Slice};
/// let data = [10, 11, 12, 13];
/// let tail = Slice::new(&data);
/// assert_eq!(tail.view(2).load(-1), 11);
/// assert!(!tail.view(2).contains(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T, S = Host> {
    pub(super) data: &'a [T],
    pub(super) base: isize,
    pub(super) space: PhantomData<S>,
}

/// A mutably borrowed slice with a base inside it, in host memory unless another space is named.
///
/// ```
/// use azulejo_tensor::engine::{Engine, EngineMut, SliceMut};
/// let mut data = [10, 11, 12, 13];
/// let mut all = SliceMut::new(&mut data);
/// all.view_mut(2).store(1, 0);
/// assert_eq!((all.load(3), all.contains(4)), (0, false));
/// ```
#[derive(Debug)]
pub struct SliceMut<'a, T, S = Host> {
    pub(super) data: &'a mut [T],
    pub(super) base: isize,
    pub(super) space: PhantomData<S>,
}

impl<'a, T, S: Space> Slice<'a, T, S> {
    /// The slice with base 0, in space `S`, which it must be in: device copies choose their instructions by the space.
    #[inline]
    pub(super) const fn within(data: &'a [T]) -> Self {
        Slice {
            data,
            base: 0,
            space: PhantomData,
        }
    }

    /// The same slice with its base `offset` elements further.
    #[inline(always)]
    pub(super) const fn moved(self, offset: isize) -> Self {
        Slice {
            data: self.data,
            base: self.base.wrapping_add(offset),
            space: PhantomData,
        }
    }
}

impl<'a, T> Slice<'a, T> {
    /// The slice with base 0, in host memory.
    #[inline]
    pub const fn new(data: &'a [T]) -> Self {
        Self::within(data)
    }
}

impl<'a, T, S: Space> SliceMut<'a, T, S> {
    /// The slice with base 0, in space `S`, which it must be in: device copies choose their instructions by the space.
    #[inline]
    pub(super) const fn within(data: &'a mut [T]) -> Self {
        SliceMut {
            data,
            base: 0,
            space: PhantomData,
        }
    }

    /// The same slice with its base `offset` elements further.
    #[inline(always)]
    pub(super) const fn moved(self, offset: isize) -> Self {
        SliceMut {
            data: self.data,
            base: self.base.wrapping_add(offset),
            space: PhantomData,
        }
    }
}

impl<'a, T> SliceMut<'a, T> {
    /// The slice with base 0, in host memory.
    #[inline]
    pub const fn new(data: &'a mut [T]) -> Self {
        Self::within(data)
    }
}

macro_rules! slice_engine {
    ($name:ident) => {
        // SAFETY: `base` is `self.base` elements from the start of the slice, and `contains` holds for offsets that lead inside;
        // the slice is borrowed for longer than the value.
        unsafe impl<T: Value, S: Space> Engine for $name<'_, T, S> {
            type Item = T;
            type Space = S;
            type View<'b>
                = Slice<'b, T, S>
            where
                Self: 'b;

            #[inline(always)]
            fn load(&self, offset: isize) -> T {
                match self.data.get(self.base.wrapping_add(offset) as usize) {
                    Some(&item) => item,
                    None => out_of_bounds(),
                }
            }

            #[inline(always)]
            fn contains(&self, offset: isize) -> bool {
                (self.base.wrapping_add(offset) as usize) < self.data.len()
            }

            #[inline(always)]
            fn view(&self, offset: isize) -> Slice<'_, T, S> {
                Slice {
                    data: self.data,
                    base: self.base.wrapping_add(offset),
                    space: PhantomData,
                }
            }

            #[inline(always)]
            fn base(&self) -> *const T {
                self.data.as_ptr().wrapping_offset(self.base)
            }
        }
    };
}

slice_engine!(Slice);
slice_engine!(SliceMut);

// SAFETY: stores stay inside the slice, which is borrowed mutably, or are out of bounds; `base_mut` is where offset 0 is stored.
#[diagnostic::do_not_recommend]
unsafe impl<T: Value, S: Space> EngineMut for SliceMut<'_, T, S> {
    type ViewMut<'b>
        = SliceMut<'b, T, S>
    where
        Self: 'b;

    #[inline(always)]
    fn store(&mut self, offset: isize, item: T) {
        match self.data.get_mut(self.base.wrapping_add(offset) as usize) {
            Some(place) => *place = item,
            None => out_of_bounds(),
        }
    }

    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.data.as_mut_ptr().wrapping_offset(self.base)
    }

    #[inline(always)]
    fn view_mut(&mut self, offset: isize) -> SliceMut<'_, T, S> {
        SliceMut {
            data: self.data,
            base: self.base.wrapping_add(offset),
            space: PhantomData,
        }
    }
}
