//! Identity tensors: the coordinate of each element, for predication.

use azulejo_layout::{
    AddCoords, Cons, CoordTree, IdentityShape, Int, LayoutOf, Lf, Nil, OriginOf, Plain, Tree,
    make_identity_layout, origin_like,
};

use super::{OffsetAt, Tensor};
use crate::engine::Coords;

type Origin<S> = <<<S as Tree>::L as OriginOf>::Out as Plain>::T;

/// The tensor whose element at each coordinate of `shape` is that coordinate.
///
/// Cut and partitioned like the data, it says which element of the whole an entry is; [`within`] then says whether it exists.
///
/// ```
/// use azulejo_layout::{coord, shape, tile};
/// use azulejo_tensor::{local_tile, make_identity_tensor, within};
/// let (m, n) = (41i32, 55i32);
/// let tile = local_tile(&make_identity_tensor(shape!(m, n)), tile!(_4, _8), coord!(10i32, 6i32));
/// assert_eq!(tile.coord((0i32, 3i32)), (40, 51));
/// let valid = (0..32i32).filter(|&i| within(tile.coord(i), (m, n))).count();
/// assert_eq!(valid, 7); // row 40, columns 48 to 54
/// ```
#[inline(always)]
pub fn make_identity_tensor<S>(shape: S) -> Tensor<Coords<Origin<S>>, LayoutOf<S::Modes>>
where
    S: IdentityShape,
    S::L: OriginOf,
    <S::L as OriginOf>::Out: Plain,
{
    Tensor::from_parts(Coords::new(origin_like(shape)), make_identity_layout(shape))
}

impl<B: Copy, L> Tensor<Coords<B>, L> {
    /// The coordinate, in the whole, of the element at `coord` of this part.
    ///
    /// ```
    /// use azulejo_layout::{coord, shape, tile};
    /// use azulejo_tensor::make_identity_tensor;
    /// let tile = make_identity_tensor(shape!(8, 24)).local_tile(tile!(_4, _8), coord!(1, 2));
    /// assert_eq!(tile.coord((3, 7)), (7, 23));
    /// ```
    #[inline(always)]
    pub fn coord<X>(&self, coord: X) -> B::Out
    where
        L: OffsetAt<X>,
        B: AddCoords<L::Offset>,
    {
        self.engine
            .origin()
            .add_coords(self.layout.offset_at(coord))
    }
}

/// A coordinate tree that can be compared with the shape `S`.
#[diagnostic::on_unimplemented(
    message = "the coordinate `{Self}` and the shape `{S}` are not congruent",
    note = "a coordinate of an identity tensor nests as the shape it was made from"
)]
pub trait Within<S> {
    /// Whether every entry is at least 0 and below the extent, and so were those before.
    fn inside(self, shape: S, before: bool) -> bool;
}

impl<X: Int, S: Int> Within<Lf<S>> for Lf<X> {
    #[inline(always)]
    fn inside(self, shape: Lf<S>, before: bool) -> bool {
        let x = self.0.value();
        // Without branches, and in the order in which compilers join the tests for a sign.
        before & (0 <= x) & (x < shape.0.value())
    }
}

impl Within<Nil> for Nil {
    #[inline(always)]
    fn inside(self, _: Nil, before: bool) -> bool {
        before
    }
}

impl<X: Within<H>, Y: Within<T>, H, T> Within<Cons<H, T>> for Cons<X, Y> {
    #[inline(always)]
    fn inside(self, shape: Cons<H, T>, before: bool) -> bool {
        let before = self.0.inside(shape.0, before);
        self.1.inside(shape.1, before)
    }
}

/// Whether a coordinate of an identity tensor lies in `shape`, entry by entry: the predicate of an access that may overhang.
///
/// ```
/// use azulejo_tensor::within;
/// assert!(within((3, (0, 6)), (4, (1, 7))));
/// assert!(!within((3, (0, 7)), (4, (1, 7))));
/// assert!(!within((-1, 0), (4, 4)));
/// ```
#[inline(always)]
pub fn within<X: CoordTree<L: Within<S::L>>, S: Tree>(coord: X, shape: S) -> bool {
    coord.coord_tree().inside(shape.tree(), true)
}
