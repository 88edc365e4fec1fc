//! [`Refer`] and [`ReferMut`]: references to single elements, where an engine can lend them.

use generic_array::ArrayLength;

use super::access::out_of_bounds;
use super::{Array, Engine, EngineMut, Slice, SliceMut, Space, Value};

/// Storage that lends its elements: memory that it owns or borrows, in which each element has an address of its own.
///
/// A [`super::Ptr`] lends none: its copies may write while a reference lives. [`super::Subbyte`] shares bytes, and the
/// elements of [`super::Coords`] are computed.
#[diagnostic::on_unimplemented(
    message = "a tensor on `{Self}` has no `[]`: there is no reference to one of its elements",
    note = "`at` and `get` read a copy of an element, `put` and `set` write one"
)]
pub trait Refer: Engine {
    /// The element at `offset`.
    ///
    /// # Panics
    /// Where `offset` is outside the storage.
    fn element(&self, offset: isize) -> &Self::Item;
}

/// [`Refer`] for storage that is written.
#[diagnostic::on_unimplemented(
    message = "a tensor on `{Self}` has no writable `[]`",
    note = "make the tensor from a `&mut` slice or an owning array; `put` and `set` write a copy of an element"
)]
pub trait ReferMut: Refer + EngineMut {
    /// The element at `offset`, writable.
    ///
    /// # Panics
    /// Where `offset` is outside the storage.
    fn element_mut(&mut self, offset: isize) -> &mut Self::Item;
}

/// The element at an index, if it is one.
#[inline(always)]
fn lent<T>(element: Option<T>) -> T {
    match element {
        Some(element) => element,
        None => out_of_bounds(),
    }
}

impl<T: Value, S: Space> Refer for Slice<'_, T, S> {
    #[inline(always)]
    fn element(&self, offset: isize) -> &T {
        lent(self.data.get(self.base.wrapping_add(offset) as usize))
    }
}

impl<T: Value, S: Space> Refer for SliceMut<'_, T, S> {
    #[inline(always)]
    fn element(&self, offset: isize) -> &T {
        lent(self.data.get(self.base.wrapping_add(offset) as usize))
    }
}

impl<T: Value, S: Space> ReferMut for SliceMut<'_, T, S> {
    #[inline(always)]
    fn element_mut(&mut self, offset: isize) -> &mut T {
        lent(self.data.get_mut(self.base.wrapping_add(offset) as usize))
    }
}

impl<T: Value, N: ArrayLength> Refer for Array<T, N> {
    #[inline(always)]
    fn element(&self, offset: isize) -> &T {
        lent(self.as_slice().get(offset as usize))
    }
}

impl<T: Value, N: ArrayLength> ReferMut for Array<T, N> {
    #[inline(always)]
    fn element_mut(&mut self, offset: isize) -> &mut T {
        lent(self.as_mut_slice().get_mut(offset as usize))
    }
}
