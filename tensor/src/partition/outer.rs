//! `outer_partition`: the same place in every tile.

use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, CrdIdx, IntoOffset, Layout, LayoutOf, Native, Nil, Tree,
    ZipTree, ZippedDivides, layout_of,
};

use super::keep::{AllThen, KeptAt};
use super::list::{Listed, PadTo, Unders};
use crate::tensor::{Moves, MovesMut, SlicedBy, Tensor};

/// The slicing coordinate of one place in every tile: `coord` of the tile, all of the rest.
pub type PartCoord<Coord, Rest> = Listed<Cons<Coord, Cons<Rest, Nil>>>;

/// A layout that `T` cuts into tiles, of each of which the coordinate `X` keeps one place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no place `{X}` in its tiles `{T}`",
    note = "the tiler needs at most one entry per mode of the tensor, and the coordinate at most one per mode of the tile"
)]
pub trait PartedBy<T, X>: Copy {
    /// The layout of that place over the tiles, and its offset.
    type Out;

    /// The part and where it starts.
    fn part(self, tiler: T, coord: X) -> Self::Out;
}

// A plain layout is cut and sliced as a tree of modes; only the part becomes a layout again.
#[diagnostic::do_not_recommend]
impl<S: Copy, D: Copy, T, X, Modes, Tiler, Tile, Rest, Coord, At, All, Kept, Sum, Offset>
    PartedBy<T, X> for Layout<S, D>
where
    Self: AnyLayout<L = Modes>,
    T: Tree<L = Tiler>,
    Tiler: ZipTree<Modes, Out = (Tile, Rest)>,
    X: Tree<L = Coord>,
    Coord: PadTo<Tile, Out = At>,
    Rest: AllThen<Nil, Out = All>,
    Tile: KeptAt<At, All, Out = Kept> + CrdIdx<At, Out = Sum> + Copy,
    At: Copy,
    Kept: Native,
    Sum: IntoOffset<Out = Offset>,
{
    type Out = (LayoutOf<Kept>, Offset);

    #[inline(always)]
    fn part(self, tiler: T, coord: X) -> Self::Out {
        let (tile, rest) = tiler.tree().zip_tree(self.modes());
        let at = coord.tree().pad();
        let kept = tile.kept_at(at, rest.all_then(Nil));
        (layout_of(kept), tile.idx(at).into_offset())
    }
}

#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: Copy, T, X, Cut, Tile, Rest, Coord, All, At, Out> PartedBy<T, X>
    for ComposedLayout<A, O, L>
where
    T: ZippedDivides<Self, Out = Cut, Tile = Tile, Rest = Rest>,
    X: Tree<L = Coord>,
    Rest: Unders<Out = All>,
    Coord: PadTo<Tile, Out = At>,
    Cut: SlicedBy<PartCoord<At, All>, Out = Out>,
    All: Copy + Default,
    At: Copy,
{
    type Out = Out;

    #[inline(always)]
    fn part(self, tiler: T, coord: X) -> Self::Out {
        let tiled = tiler.zipped_divide_ceil_of(self);
        let coord = Listed(Cons(coord.tree().pad(), Cons(Default::default(), Nil)));
        tiled.sliced_at(coord)
    }
}

/// The element at `coord` of every tile that `tiler` cuts `tensor` into; open modes of the tile come first.
///
/// ```
/// use azulejo_layout::{layout, tile};
/// use azulejo_tensor::{make_tensor, outer_partition};
/// let data: Vec<u32> = (0..192).collect();
/// let t = make_tensor(&data[..], layout!((8, 24):(1, 8)))?;
/// let mine = outer_partition(&t, tile!(_4, _8), (1, 1));
/// assert_eq!(mine.layout().to_string(), "(2,3):(4,64)");
/// assert_eq!([0, 1, 2, 3, 4, 5].map(|i| mine.at(i)), [9, 13, 73, 77, 137, 141]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn outer_partition<E, L, T, X, Part, Offset>(
    tensor: &Tensor<E, L>,
    tiler: T,
    coord: X,
) -> Tensor<E::View<'_>, Part>
where
    L: PartedBy<T, X, Out = (Part, Offset)>,
    E: Moves<Offset>,
{
    let (layout, offset) = tensor.layout.part(tiler, coord);
    Tensor::from_parts(tensor.engine.moved(offset), layout)
}

impl<E, L> Tensor<E, L> {
    /// See [`outer_partition`].
    ///
    /// ```
    /// use azulejo_layout::{layout, tile};
    /// use azulejo_tensor::make_tensor;
    /// let data: Vec<u32> = (0..32).collect();
    /// let t = make_tensor(&data[..], layout!((4, 8)))?;
    /// let mine = t.outer_partition(tile!(_2, _4), (1, 0)); // row 1, column 0 of every tile
    /// assert_eq!([0, 1, 2, 3].map(|i| mine.at(i)), [1, 3, 17, 19]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn outer_partition<T, X, Part, Offset>(
        &self,
        tiler: T,
        coord: X,
    ) -> Tensor<E::View<'_>, Part>
    where
        L: PartedBy<T, X, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        outer_partition(self, tiler, coord)
    }

    /// See [`outer_partition`].
    ///
    /// ```
    /// use azulejo_layout::{layout, tile};
    /// use azulejo_tensor::{fill, make_tensor};
    /// let mut data = [0; 8];
    /// let mut t = make_tensor(&mut data[..], layout!((4, 2)))?;
    /// fill(&mut t.outer_partition_mut(tile!(_2, _1), (1, 0)), 1);
    /// assert_eq!(data, [0, 1, 0, 1, 0, 1, 0, 1]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn outer_partition_mut<T, X, Part, Offset>(
        &mut self,
        tiler: T,
        coord: X,
    ) -> Tensor<E::ViewMut<'_>, Part>
    where
        L: PartedBy<T, X, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
    {
        let (layout, offset) = self.layout.part(tiler, coord);
        Tensor::from_parts(self.engine.moved_mut(offset), layout)
    }
}
