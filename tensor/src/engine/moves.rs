//! [`Moves`]: an engine whose base is put further on by a layout's offset.

use azulejo_layout::Int;

use super::{Engine, EngineMut, Space};

/// An engine that can be viewed from an offset of type `O`: memory from an integer, coordinates from a coordinate.
#[diagnostic::on_unimplemented(
    message = "the storage `{Self}` cannot be moved by the offset `{O}`",
    note = "memory moves by integers; only an identity tensor moves by coordinates"
)]
pub trait Moves<O> {
    /// The view.
    type View<'a>
    where
        Self: 'a;

    /// The view from `by`.
    fn moved(&self, by: O) -> Self::View<'_>;
}

/// [`Moves`] for writing.
pub trait MovesMut<O> {
    /// The view.
    type ViewMut<'a>
    where
        Self: 'a;
    /// Whether it writes memory that other threads see, and not registers.
    const SHARED: bool;

    /// The writable view from `by`.
    fn moved_mut(&mut self, by: O) -> Self::ViewMut<'_>;
}

#[diagnostic::do_not_recommend]
impl<E: Engine, O: Int> Moves<O> for E {
    type View<'a>
        = E::View<'a>
    where
        E: 'a;

    #[inline(always)]
    fn moved(&self, by: O) -> E::View<'_> {
        self.view(by.value() as isize)
    }
}

#[diagnostic::do_not_recommend]
impl<E: EngineMut, O: Int> MovesMut<O> for E {
    type ViewMut<'a>
        = E::ViewMut<'a>
    where
        E: 'a;
    const SHARED: bool = !E::Space::REGISTERS;

    #[inline(always)]
    fn moved_mut(&mut self, by: O) -> E::ViewMut<'_> {
        self.view_mut(by.value() as isize)
    }
}
