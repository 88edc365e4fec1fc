//! `inner_partition`, `local_tile`: one tile.

use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, CrdIdx, Domain, IntoOffset, Layout, LayoutOf, Native, Nil,
    Tree, ZipTree, ZippedDivides, layout_of,
};

use super::keep::{AllThen, KeptAt};
use super::list::{Listed, PadTo, Unders};
use crate::tensor::{InShape, Moves, MovesMut, SlicedBy, Tensor, TensorError};

/// The slicing coordinate of one tile in a zipped division: all of the tile, `coord` of the rest.
pub type TileCoord<Tile, Coord> = Listed<Cons<Tile, Cons<Coord, Nil>>>;

/// A layout that `T` cuts into tiles, of which the coordinate `X` keeps one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tile `{X}` when cut by `{T}`",
    note = "the tiler needs at most one entry per mode of the tensor, the coordinate at most one per mode of the rest: `local_tile(t, tile!(_128, _64), (i, j))`"
)]
pub trait TiledBy<T, X>: Copy {
    /// The tile's layout and its offset.
    type Out;

    /// The tile and where it starts.
    fn tile(self, tiler: T, coord: X) -> Self::Out;
}

// A plain layout is cut and sliced as a tree of modes; only the tile becomes a layout again.
#[diagnostic::do_not_recommend]
impl<S: Copy, D: Copy, T, X, Modes, Tiler, Tile, Rest, Coord, At, Open, Kept, Sum, Offset>
    TiledBy<T, X> for Layout<S, D>
where
    Self: AnyLayout<L = Modes> + Domain,
    T: Tree<L = Tiler>,
    Tiler: ZipTree<Modes, Out = (Tile, Rest)>,
    X: Tree<L = Coord>,
    Coord: PadTo<Rest, Out = At>,
    Rest: KeptAt<At, Nil, Out = Open> + CrdIdx<At, Out = Sum> + Copy,
    At: Copy,
    Tile: AllThen<Open, Out = Kept>,
    Kept: Native,
    Sum: IntoOffset<Out = Offset>,
{
    type Out = (LayoutOf<Kept>, Offset);

    #[inline(always)]
    fn tile(self, tiler: T, coord: X) -> Self::Out {
        let (tile, rest) = tiler.tree().zip_tree(self.modes());
        let at = coord.tree().pad();
        let kept = tile.all_then(rest.kept_at(at, Nil));
        (layout_of(kept), rest.idx(at).into_offset())
    }
}

#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: Copy, T, X, Cut, Modes, Rest, Coord, All, At, Out> TiledBy<T, X>
    for ComposedLayout<A, O, L>
where
    T: ZippedDivides<Self, Out = Cut, Tile = Modes, Rest = Rest>,
    X: Tree<L = Coord>,
    Modes: Unders<Out = All>,
    Coord: PadTo<Rest, Out = At>,
    Cut: SlicedBy<TileCoord<All, At>, Out = Out>,
    All: Copy + Default,
    At: Copy,
{
    type Out = Out;

    #[inline(always)]
    fn tile(self, tiler: T, coord: X) -> Self::Out {
        let tiled = tiler.zipped_divide_ceil_of(self);
        let coord = Listed(Cons(Default::default(), Cons(coord.tree().pad(), Nil)));
        tiled.sliced_at(coord)
    }
}

/// The tile at `coord` of `tensor` cut by `tiler`; open modes of the rest (`_`, or missing entries) follow the tile's.
///
/// ```
/// use azulejo_layout::{coord, layout, tile};
/// use azulejo_tensor::{local_tile, make_tensor};
/// let data: Vec<u32> = (0..192).collect();
/// let t = make_tensor(&data[..], layout!((8, 24):(1, 8)))?;
/// let tile = local_tile(&t, tile!(_4, _8), coord!(1, 2));
/// assert_eq!(tile.layout().to_string(), "(_4,_8):(1,8)");
/// assert_eq!(tile.at(0), 132);
/// let column = local_tile(&t, tile!(_4, _8), coord!(1, _)); // every tile of block row 1
/// assert_eq!(column.layout().to_string(), "(_4,_8,3):(1,8,64)");
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn local_tile<E, L, T, X, Tile, Offset>(
    tensor: &Tensor<E, L>,
    tiler: T,
    coord: X,
) -> Tensor<E::View<'_>, Tile>
where
    L: TiledBy<T, X, Out = (Tile, Offset)>,
    E: Moves<Offset>,
{
    let (layout, offset) = tensor.layout.tile(tiler, coord);
    Tensor::from_parts(tensor.engine.moved(offset), layout)
}

/// CuTe's other name for [`local_tile`] without a projection.
///
/// ```
/// use azulejo_layout::{coord, layout, tile};
/// use azulejo_tensor::{inner_partition, make_tensor};
/// let data: Vec<u32> = (0..192).collect();
/// let t = make_tensor(&data[..], layout!((8, 24):(1, 8)))?;
/// let tile = inner_partition(&t, tile!(_4, _8), coord!(1, 2));
/// assert_eq!((tile.at((0, 0)), tile.at((3, 7))), (132, 191));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn inner_partition<E, L, T, X, Tile, Offset>(
    tensor: &Tensor<E, L>,
    tiler: T,
    coord: X,
) -> Tensor<E::View<'_>, Tile>
where
    L: TiledBy<T, X, Out = (Tile, Offset)>,
    E: Moves<Offset>,
{
    local_tile(tensor, tiler, coord)
}

impl<E, L> Tensor<E, L> {
    /// See [`local_tile`].
    ///
    /// ```
    /// use azulejo_layout::{coord, layout, tile};
    /// use azulejo_tensor::make_tensor;
    /// let data: Vec<u32> = (0..32).collect();
    /// let t = make_tensor(&data[..], layout!((_4, _8)))?;
    /// assert_eq!(t.local_tile(tile!(_2, _4), coord!(1, 1)).at((0, 0)), 18);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn local_tile<T, X, Tile, Offset>(&self, tiler: T, coord: X) -> Tensor<E::View<'_>, Tile>
    where
        L: TiledBy<T, X, Out = (Tile, Offset)>,
        E: Moves<Offset>,
    {
        local_tile(self, tiler, coord)
    }

    /// See [`local_tile`].
    ///
    /// ```
    /// use azulejo_layout::{coord, layout, tile};
    /// use azulejo_tensor::{fill, make_tensor};
    /// let mut data = [0; 16];
    /// let mut t = make_tensor(&mut data[..], layout!((_4, _4)))?;
    /// fill(&mut t.local_tile_mut(tile!(_2, _2), coord!(1, 0)), 1);
    /// assert_eq!(data[..8], [0, 0, 1, 1, 0, 0, 1, 1]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn local_tile_mut<T, X, Tile, Offset>(
        &mut self,
        tiler: T,
        coord: X,
    ) -> Tensor<E::ViewMut<'_>, Tile>
    where
        L: TiledBy<T, X, Out = (Tile, Offset)>,
        E: MovesMut<Offset>,
    {
        let (layout, offset) = self.layout.tile(tiler, coord);
        Tensor::from_parts(self.engine.moved_mut(offset), layout)
    }

    /// [`local_tile`] that rejects a tile outside the tensor.
    ///
    /// # Errors
    /// [`TensorError::IndexOutOfSpace`].
    ///
    /// ```
    /// use azulejo_layout::{coord, layout, tile};
    /// use azulejo_tensor::{TensorError, make_tensor};
    /// let data = [0; 32];
    /// let t = make_tensor(&data[..], layout!((4, 8)))?;
    /// assert!(t.try_local_tile(tile!(_2, _4), coord!(1, 1)).is_ok());
    /// let outside = t.try_local_tile(tile!(_2, _4), coord!(2, 0));
    /// assert_eq!(outside.map(|_| ()), Err(TensorError::IndexOutOfSpace));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    pub fn try_local_tile<T, X, Tile, Offset>(
        &self,
        tiler: T,
        coord: X,
    ) -> Result<Tensor<E::View<'_>, Tile>, TensorError>
    where
        T: ZippedDivides<L>,
        T::Out: Domain<L = Cons<T::Tile, Cons<T::Rest, Nil>>>,
        X: Tree<L: InShape<T::Rest>>,
        L: TiledBy<T, X, Out = (Tile, Offset)>,
        E: Moves<Offset>,
    {
        let Cons(_, Cons(rest, Nil)) = tiler.zipped_divide_ceil_of(self.layout).domain();
        if coord.tree().in_shape(&rest) {
            Ok(self.local_tile(tiler, coord))
        } else {
            Err(TensorError::IndexOutOfSpace)
        }
    }
}
