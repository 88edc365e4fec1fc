//! A device's lazy tiles: in registers at once, as all tiles are. What is used twice is loaded and computed once.

use super::{Each, Formula, Mapped, Paired, Pairwise};
use crate::{Broadcast, Tile};

/// Every formula: on the CPU, one that can be asked for its elements.
pub trait Rows: Formula {}

impl<E: Formula> Rows for E {}

/// What a lazy tile keeps: the tile.
pub(super) type Kept<E> = Tile<<E as Formula>::Element, <E as Formula>::Shape>;

/// Keeps a formula's tile.
#[inline(always)]
pub(super) fn keep<E: Formula>(formula: E) -> Kept<E> {
    formula.tile()
}

/// Keeps a function of each element.
#[inline(always)]
pub(super) fn mapped<A: Formula, F: Each<A::Element>>(a: Kept<A>, f: F) -> Kept<Mapped<A, F>> {
    a.mapped(|x| f.of(x))
}

/// Keeps a function of each pair of elements.
#[inline(always)]
pub(super) fn paired<A, B, F>(a: Kept<A>, b: Kept<B>, f: F) -> Kept<Paired<A, B, F>>
where
    A: Formula<Shape: Broadcast<B::Shape>>,
    B: Formula,
    F: Pairwise<A::Element, B::Element>,
{
    a.pair(b, |x, y| f.of(x, y))
}
