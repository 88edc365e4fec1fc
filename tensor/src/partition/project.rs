//! Projections: the modes of a three-mode tiler and coordinate that one operand has.

use azulejo_layout::{Cons, Lf, Nil, Tree, Underscore};

use super::inner::TiledBy;
use super::list::Listed;
use crate::tensor::{Moves, MovesMut, Tensor};

/// The entries of `T` where the projection `Self` has an integer; `_` drops the entry (CuTe's `X`).
#[diagnostic::on_unimplemented(
    message = "this projection does not fit what it projects",
    label = "the projection `{Self}` meets `{T}`",
    note = "a projection has one entry per entry of the tiler: `_1` keeps it, `_` drops it, e.g. `coord!(_1, _, _1)`"
)]
pub trait Project<T> {
    /// What is kept.
    type Out: Copy;
    /// Keeps it.
    fn project(self, tree: T) -> Self::Out;
}

impl Project<Nil> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn project(self, _: Nil) -> Nil {
        Nil
    }
}

impl<X, Y: Project<T>, H: Copy, T> Project<Cons<H, T>> for Cons<Lf<X>, Y> {
    type Out = Cons<H, Y::Out>;
    #[inline(always)]
    fn project(self, tree: Cons<H, T>) -> Self::Out {
        Cons(tree.0, self.1.project(tree.1))
    }
}

impl<Y: Project<T>, H, T> Project<Cons<H, T>> for Cons<Underscore, Y> {
    type Out = Y::Out;
    #[inline(always)]
    fn project(self, tree: Cons<H, T>) -> Self::Out {
        self.1.project(tree.1)
    }
}

/// `X` after the projection `P`, as a tiler or coordinate.
pub type Projected<P, X> = Listed<<<P as Tree>::L as Project<<X as Tree>::L>>::Out>;

/// [`local_tile`](crate::local_tile) with the tiler and the coordinate of a whole problem, of which `projection` keeps the modes that
/// this operand has: `coord!(_1, _, _1)` for `A` of (M, N, K), `coord!(_, _1, _1)` for `B`, `coord!(_1, _1, _)` for `C`.
///
/// ```
/// use azulejo_layout::{coord, layout, tile};
/// use azulejo_tensor::{local_tile_proj, make_tensor};
/// let data: Vec<u32> = (0..512 * 64).collect();
/// let a = make_tensor(&data[..], layout!((512, 64):(_1, 512)))?;
/// let tiles = local_tile_proj(&a, tile!(_128, _128, _8), coord!(2, 1, _), coord!(_1, _, _1));
/// assert_eq!(tiles.layout().to_string(), "(_128,_8,8):(_1,512,4096)");
/// assert_eq!((tiles.at((0, 0, 0)), tiles.at((0, 0, 7))), (256, 28928));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn local_tile_proj<E, L, T, X, P, Tile, Offset>(
    tensor: &Tensor<E, L>,
    tiler: T,
    coord: X,
    projection: P,
) -> Tensor<E::View<'_>, Tile>
where
    T: Tree,
    X: Tree,
    P: Tree<L: Project<T::L> + Project<X::L>>,
    L: TiledBy<Projected<P, T>, Projected<P, X>, Out = (Tile, Offset)>,
    E: Moves<Offset>,
{
    let tiler = Listed(projection.tree().project(tiler.tree()));
    let coord = Listed(projection.tree().project(coord.tree()));
    crate::partition::local_tile(tensor, tiler, coord)
}

impl<E, L> Tensor<E, L> {
    /// See [`local_tile_proj`].
    #[inline(always)]
    pub fn local_tile_proj<T, X, P, Tile, Offset>(
        &self,
        tiler: T,
        coord: X,
        projection: P,
    ) -> Tensor<E::View<'_>, Tile>
    where
        T: Tree,
        X: Tree,
        P: Tree<L: Project<T::L> + Project<X::L>>,
        L: TiledBy<Projected<P, T>, Projected<P, X>, Out = (Tile, Offset)>,
        E: Moves<Offset>,
    {
        local_tile_proj(self, tiler, coord, projection)
    }

    /// See [`local_tile_proj`].
    #[inline(always)]
    pub fn local_tile_proj_mut<T, X, P, Tile, Offset>(
        &mut self,
        tiler: T,
        coord: X,
        projection: P,
    ) -> Tensor<E::ViewMut<'_>, Tile>
    where
        T: Tree,
        X: Tree,
        P: Tree<L: Project<T::L> + Project<X::L>>,
        L: TiledBy<Projected<P, T>, Projected<P, X>, Out = (Tile, Offset)>,
        E: MovesMut<Offset>,
    {
        let tiler = Listed(projection.tree().project(tiler.tree()));
        let coord = Listed(projection.tree().project(coord.tree()));
        self.local_tile_mut(tiler, coord)
    }
}
