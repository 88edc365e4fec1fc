//! The type and what follows from its parameters.

use core::marker::PhantomData;

use azulejo_layout::{AnyLayout, Cons, Int, Nil, Size, Underscore, ZippedDivides};

use crate::atom::{CopyAtom, ValueTv};
use crate::certificate::Certified;

/// A copy instruction `Op` for elements `T`, repeated by `Tv` over the tile `Tiler`.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tiled_copy};
/// use azulejo_layout::ints::*;
/// let atom = CopyAtom::<UniversalCopy<_128>, f32>::new();
/// let copy = make_tiled_copy(atom, layout!((_32, _8)), layout!((_4, _1)));
/// assert_eq!(copy.layout_tv().to_string(), "(_256,_4):(_4,_1)");
/// assert_eq!(copy.threads(), 256);
/// assert_eq!(size_of_val(&copy), 0);
/// ```
#[derive(Debug)]
pub struct TiledCopy<Op, T, Tv, Tiler>(PhantomData<(Op, T, Tv, Tiler)>);

impl<Op, T, Tv, Tiler> Clone for TiledCopy<Op, T, Tv, Tiler> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Op, T, Tv, Tiler> Copy for TiledCopy<Op, T, Tv, Tiler> {}

impl<Op, T, Tv, Tiler> Default for TiledCopy<Op, T, Tv, Tiler>
where
    Self: Certified,
{
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}

/// What follows from an atom, a (thread, value) layout and a tile, all static.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tiled copy",
    note = "the (thread, value) layout must have at least the threads and values of the instruction: see `make_tiled_copy`"
)]
pub trait CopyTiling: Copy {
    /// (thread, value) to a flat coordinate of the tile.
    type Tv: AnyLayout + Default;
    /// The tile.
    type Tiler: Copy + Default;
    /// `((atom thread, atom value), (rest thread, rest value))`.
    type AtomTv: Copy + Default;
    /// Reference to source (thread, value).
    type RefToSrc: Copy + Default;
    /// Reference to destination (thread, value).
    type RefToDst: Copy + Default;
    /// Threads.
    type Threads: Int + Default;
    /// Values that one instruction gives a thread.
    type AtomValues: Int + Default;
}

#[diagnostic::do_not_recommend]
impl<Op, T, Tv, Tiler, Thr, Val, AtomThr, AtomVal> CopyTiling for TiledCopy<Op, T, Tv, Tiler>
where
    CopyAtom<Op, T>: ValueTv<Ref: AnyLayout<L = Cons<AtomThr, Cons<AtomVal, Nil>>>>,
    AtomThr: Size<Out: Default>,
    AtomVal: Size<Out: Int + Default>,
    Tv: AnyLayout<L = Cons<Thr, Cons<Val, Nil>>> + Default,
    Thr: Size<Out: Int + Default>,
    Tiler: Copy + Default,
    (<AtomThr as Size>::Out, <AtomVal as Size>::Out): ZippedDivides<Tv, Out: Copy + Default>,
{
    type Tv = Tv;
    type Tiler = Tiler;
    type AtomTv = <(<AtomThr as Size>::Out, <AtomVal as Size>::Out) as ZippedDivides<Tv>>::Out;
    type RefToSrc = <CopyAtom<Op, T> as ValueTv>::RefToSrc;
    type RefToDst = <CopyAtom<Op, T> as ValueTv>::RefToDst;
    type Threads = <Thr as Size>::Out;
    type AtomValues = <AtomVal as Size>::Out;
}

impl<Op, T, Tv, Tiler> TiledCopy<Op, T, Tv, Tiler> {
    /// The only value; the tiling is proved ([`Certified`]).
    #[inline(always)]
    pub const fn new() -> Self
    where
        Self: Certified,
    {
        let _proved = <Self as Certified>::CERTIFICATE;
        TiledCopy(PhantomData)
    }

    /// (thread, value) to a flat coordinate of the tile.
    #[inline(always)]
    pub fn layout_tv(self) -> Tv
    where
        Tv: Default,
    {
        Tv::default()
    }

    /// The tile.
    #[inline(always)]
    pub fn tiler(self) -> Tiler
    where
        Tiler: Default,
    {
        Tiler::default()
    }

    /// Number of threads.
    #[inline(always)]
    pub fn threads(self) -> usize
    where
        Self: CopyTiling,
    {
        <Self as CopyTiling>::Threads::default().value() as usize
    }
}

/// A tile of one to three static extents.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the tile of a tiled copy",
    note = "write a tuple of one to three static integers: `(_128, _64)`"
)]
pub trait TileExtents {
    /// The extents, 1 where there is no mode.
    const EXTENTS: [i64; 3];
}

macro_rules! tile_extents {
    ($(($($m:ident)*) [$($e:expr),*];)*) => {$(
        impl<$($m: Int),*> TileExtents for ($($m,)*) {
            const EXTENTS: [i64; 3] = [$(extent($e)),*];
        }
    )*};
}

tile_extents! {
    (M) [M::STATIC, Some(1), Some(1)];
    (M N) [M::STATIC, N::STATIC, Some(1)];
    (M N K) [M::STATIC, N::STATIC, K::STATIC];
}

const fn extent(known: Option<i64>) -> i64 {
    match known {
        Some(extent) => extent,
        None => panic!("the extents of a tile are static"),
    }
}

/// `_` twice: keeps both modes.
pub(super) type Both = (Underscore, Underscore);
