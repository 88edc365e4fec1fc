//! Partitions, printed with the offset where they start.

use std::fmt;

use azulejo_layout::{Int, Tree};
use azulejo_tensor::{Listed, Project, Projected, TiledBy};

/// A layout and the offset where it starts, printed `offset + layout` by value.
pub struct FromOffset<L, O>(pub (L, O));

impl<L: fmt::Display, O: Int> fmt::Display for FromOffset<L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.0.1.value(), self.0.0)
    }
}

/// The tile of a projected problem.
pub fn tile_proj<L, T: Tree, X: Tree, P>(l: L, tiler: T, coord: X, projection: P) -> L::Out
where
    P: Tree<L: Project<T::L> + Project<X::L>>,
    L: TiledBy<Projected<P, T>, Projected<P, X>>,
{
    l.tile(
        Listed(projection.tree().project(tiler.tree())),
        Listed(projection.tree().project(coord.tree())),
    )
}
