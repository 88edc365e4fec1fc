//! From a tensor to `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.

use crate::tensor::for_layouts;
use core::marker::PhantomData;

use azulejo_layout::ints::{_0, _1};
use azulejo_layout::{
    AnyLayout, ComposeTree, ComposedLayout, Composes, Cons, CrdIdx, Domain, IntoOffset, Layout,
    LayoutLeft, LayoutOf, Lf, Native, Nil, Profile, Strides, Tree, Underscore, ZipTree,
    ZippedDivides, layout_of,
};

use super::object::{Both, CopyTiling, TiledCopy};
use crate::partition::{AllThen, Listed, Unders};
use crate::tensor::SlicedBy;

/// `((a,b),(c,d))` as `((a,c),(b,d))`.
pub trait ZipPairs {
    /// The zipped layout.
    type Out: Copy + Default;
}

impl<A, B, C, D, E, F, G, H> ZipPairs for Layout<((A, B), (C, D)), ((E, F), (G, H))>
where
    Layout<((A, C), (B, D)), ((E, G), (F, H))>: Copy + Default,
{
    type Out = Layout<((A, C), (B, D)), ((E, G), (F, H))>;
}

/// The source side of the tiled copy.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopySrc<Copy>(PhantomData<Copy>);
/// The destination side of the tiled copy.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopyDst<Copy>(PhantomData<Copy>);

/// One side of a tiled copy: its tile, and `((thr, rest thr), (val, rest val))` to a coordinate of the tile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a side of a tiled copy",
    note = "use `get_slice(thread).partition_S(…)` and `partition_D(…)`"
)]
pub trait SideTiling {
    /// The tile.
    type Tiler: Copy + Default;
    /// The layout.
    type ThrVal: Copy + Default;
}

type Turned<Copy, Turn> = <(Turn, Underscore) as Composes<<Copy as CopyTiling>::AtomTv>>::Out;
type Zipped<Copy, Turn> = <Turned<Copy, Turn> as ZipPairs>::Out;
type ThrVal<Copy, Turn> = <(_1, (_1, _1)) as Profile<Zipped<Copy, Turn>>>::Out;

macro_rules! side {
    ($($side:ident $turn:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Tiled: CopyTiling> SideTiling for $side<Tiled>
        where
            (Tiled::$turn, Underscore): Composes<Tiled::AtomTv>,
            Turned<Tiled, Tiled::$turn>: ZipPairs,
            (_1, (_1, _1)): Profile<Zipped<Tiled, Tiled::$turn>>,
            ThrVal<Tiled, Tiled::$turn>: Copy + Default,
        {
            type Tiler = Tiled::Tiler;
            type ThrVal = ThrVal<Tiled, Tiled::$turn>;
        }
    )*};
}

side! {
    CopySrc RefToSrc;
    CopyDst RefToDst;
}

/// A layout cut for one side of a tiled copy.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be partitioned by this tiled copy",
    note = "the tensor needs at least as many modes as the tile of the copy"
)]
pub trait Tidfrg<Side>: Copy {
    /// `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.
    type Out: Copy;

    /// Cuts it.
    fn tidfrg(self) -> Self::Out;
}

type Tiles<L, Side> = <<Side as SideTiling>::Tiler as ZippedDivides<L>>::Out;
type Shared<L, Side> =
    <(<Side as SideTiling>::ThrVal, Underscore) as Composes<Tiles<L, Side>>>::Out;

macro_rules! tidfrg {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, Side: SideTiling> Tidfrg<Side> for $layout
        where
            Side::Tiler: ZippedDivides<Self>,
            (Side::ThrVal, Underscore): Composes<Tiles<Self, Side>>,
            Shared<Self, Side>: SlicedBy<(Both, Underscore)>,
        {
            type Out = <Shared<Self, Side> as SlicedBy<(Both, Underscore)>>::Kept;

            #[inline(always)]
            fn tidfrg(self) -> Self::Out {
                let tiles = Side::Tiler::default().zipped_divide_ceil_of(self);
                let shared = (Side::ThrVal::default(), Underscore).compose_with(tiles);
                shared.sliced_by(((Underscore, Underscore), Underscore))
            }
        }
    };
}

for_layouts!(tidfrg);

/// The rest modes of a cut layout.
pub trait CopyRest {
    /// The modes.
    type Rest;
}

impl<T, V, R> CopyRest for Cons<T, Cons<V, Cons<R, Nil>>> {
    type Rest = R;
}

/// A layout of which the thread with index `I` takes its part for one side.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be partitioned by this tiled copy",
    note = "the tensor needs at least as many modes as the tile of the copy; the thread index is an integer"
)]
pub trait PartitionCopy<Side, I>: Copy {
    /// `((FrgV,FrgX),RestM,RestN,…)` and where it starts.
    type Out;

    /// The part and where it starts.
    fn partition_copy(self, thread: I) -> Self::Out;
}

// A plain layout goes the steps of `Tidfrg` as a tree of modes; only the part becomes a layout again.
#[diagnostic::do_not_recommend]
impl<S, D, Side, I, Modes, Tiler, Tile, Rest, ThrVal, Thr, Frg, Sum, Offset, All>
    PartitionCopy<Side, I> for Layout<S, D>
where
    S: Copy,
    D: Copy,
    Side: SideTiling,
    Self: AnyLayout<L = Modes>,
    Side::Tiler: Tree<L = Tiler>,
    Tiler: ZipTree<Modes, Out = (Tile, Rest)>,
    Side::ThrVal: Tree<L = ThrVal>,
    ThrVal: ComposeTree<Tile, Out = Cons<Thr, Cons<Frg, Nil>>>,
    Thr: CrdIdx<Lf<I>, Out = Sum>,
    Sum: IntoOffset<Out = Offset>,
    Rest: AllThen<Nil, Out = All>,
    Cons<Frg, All>: Native,
{
    type Out = (LayoutOf<Cons<Frg, All>>, Offset);

    #[inline(always)]
    fn partition_copy(self, thread: I) -> Self::Out {
        let (tile, rest) = Side::Tiler::default().tree().zip_tree(self.modes());
        let Cons(thr, Cons(frg, Nil)) = Side::ThrVal::default().tree().compose_tree(tile);
        let offset = thr.idx(Lf(thread)).into_offset();
        (layout_of(Cons(frg, rest.all_then(Nil))), offset)
    }
}

/// The slicing coordinate of the thread `I`: its values, and `All` of the rest.
type ThreadCoord<I, All> = Listed<Cons<Lf<I>, Cons<Underscore, Cons<All, Nil>>>>;

#[diagnostic::do_not_recommend]
impl<A, Off, L, Side, I: Copy, Cut, Modes, Rest, All, Out> PartitionCopy<Side, I>
    for ComposedLayout<A, Off, L>
where
    A: Copy,
    Off: Copy,
    L: Copy,
    Self: Tidfrg<Side, Out = Cut>,
    Cut: Domain<L = Modes>,
    Modes: CopyRest<Rest = Rest>,
    Rest: Unders<Out = All>,
    All: Copy + Default,
    Cut: SlicedBy<ThreadCoord<I, All>, Out = Out>,
{
    type Out = Out;

    #[inline(always)]
    fn partition_copy(self, thread: I) -> Self::Out {
        let cut = self.tidfrg();
        let coord = Listed(Cons(
            Lf(thread),
            Cons(Underscore, Cons(Default::default(), Nil)),
        ));
        cut.sliced_at(coord)
    }
}

/// The (thread, value) layout of one side: `get_layoutS_TV`, `get_layoutD_TV`.
pub trait SideTv {
    /// The layout.
    type Out: Copy;

    /// The layout.
    fn layout_tv() -> Self::Out;
}

type Reference<Side> = Layout<
    (<Side as SideTiling>::Tiler, _1),
    <LayoutLeft as Strides<(<Side as SideTiling>::Tiler, _1)>>::D,
>;
type ReferenceShared<Side> =
    <(<Side as SideTiling>::ThrVal, Underscore) as Composes<Reference<Side>>>::Out;
type ReferenceCut<Side> = <ReferenceShared<Side> as SlicedBy<(Both, Underscore)>>::Kept;

#[diagnostic::do_not_recommend]
impl<Side: SideTiling> SideTv for Side
where
    LayoutLeft: Strides<(Side::Tiler, _1)>,
    (Side::ThrVal, Underscore): Composes<Reference<Side>>,
    ReferenceShared<Side>: SlicedBy<(Both, Underscore)>,
    ReferenceCut<Side>: SlicedBy<(Underscore, Underscore, _0)>,
{
    type Out = <ReferenceCut<Side> as SlicedBy<(Underscore, Underscore, _0)>>::Kept;

    fn layout_tv() -> Self::Out {
        let reference = LayoutLeft.layout((Side::Tiler::default(), _1::NEW));
        let shared = (Side::ThrVal::default(), Underscore).compose_with(reference);
        shared
            .sliced_by(((Underscore, Underscore), Underscore))
            .sliced_by((Underscore, Underscore, _0::NEW))
    }
}

#[allow(non_snake_case)]
impl<Op, T, Tv, Tiler> TiledCopy<Op, T, Tv, Tiler> {
    /// (thread, value) of the source to a flat coordinate of the tile.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tiled_copy};
    /// let copy = make_tiled_copy(CopyAtom::<UniversalCopy<_64>, f32>::new(), layout!((_4, _2)), layout!((_2, _1)));
    ///
    /// assert_eq!(copy.get_layoutS_TV().to_string(), "(_8,(_2,_1)):(_2,(_1,_0))");
    /// ```
    pub fn get_layoutS_TV(self) -> <CopySrc<Self> as SideTv>::Out
    where
        CopySrc<Self>: SideTv,
    {
        <CopySrc<Self> as SideTv>::layout_tv()
    }

    /// (thread, value) of the destination to a flat coordinate of the tile.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tiled_copy};
    /// let copy = make_tiled_copy(CopyAtom::<UniversalCopy<_64>, f32>::new(), layout!((_4, _2)), layout!((_2, _1)));
    ///
    /// assert_eq!(copy.get_layoutD_TV().to_string(), copy.get_layoutS_TV().to_string());
    /// ```
    pub fn get_layoutD_TV(self) -> <CopyDst<Self> as SideTv>::Out
    where
        CopyDst<Self>: SideTv,
    {
        <CopyDst<Self> as SideTv>::layout_tv()
    }
}
