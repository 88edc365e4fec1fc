//! [`Coords`]: the engine of identity tensors, whose elements are coordinates.

use azulejo_layout::AddCoords;

use super::Moves;

/// No memory: the element at an offset is the origin plus the offset, both coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coords<B> {
    origin: B,
}

impl<B: Copy> Coords<B> {
    /// Coordinates counted from `origin`.
    #[inline(always)]
    pub const fn new(origin: B) -> Self {
        Coords { origin }
    }

    /// Where it counts from.
    #[inline(always)]
    pub const fn origin(&self) -> B {
        self.origin
    }
}

impl<B: AddCoords<O> + Copy, O> Moves<O> for Coords<B> {
    type View<'a>
        = Coords<B::Out>
    where
        Self: 'a;

    #[inline(always)]
    fn moved(&self, by: O) -> Coords<B::Out> {
        Coords {
            origin: self.origin.add_coords(by),
        }
    }
}
