//! The makers of tiled copies.

use azulejo_layout::{
    AnyLayout, Composes, Layout, LayoutLeft, Native, Plain, RakedRepeats, RightInverse,
    RightInverseTree, Size, Strides,
};

use super::object::{CopyTiling, TiledCopy};
use super::retile::EachSize;
use super::tidfrg::{CopyDst, CopySrc, SideTv};
use crate::atom::CopyAtom;
use crate::certificate::Certified;
use crate::tiled_mma::{AtomTiling, MmaTv, OperandA, OperandB, OperandC};

/// The (thread, value) layout and the tile of threads `Thr` with values `Self` each.
#[diagnostic::on_unimplemented(
    message = "threads `{Thr}` with values `{Self}` make no tiled copy",
    note = "both are static layouts of the tile's rank, the threads compact: `layout!((_32, _8))` and `layout!((_4, _1))`"
)]
pub trait MadeFrom<Thr> {
    /// (thread, value) to a flat coordinate of the tile.
    type Tv: Copy + Default;
    /// The tile.
    type Tiler: Copy + Default;
}

type Raked<Thr, Val> = <Val as RakedRepeats<Thr>>::Out;
type SizeOf<L> = <<L as AnyLayout>::L as Size>::Out;
type Pair<Thr, Val> = (SizeOf<Thr>, SizeOf<Val>);
type Compact<S> = Layout<S, <LayoutLeft as Strides<S>>::D>;

#[diagnostic::do_not_recommend]
impl<Thr, Val> MadeFrom<Thr> for Val
where
    Thr: AnyLayout<L: Size>,
    Val: AnyLayout<L: Size> + RakedRepeats<Thr>,
    Raked<Thr, Val>: AnyLayout<L: RightInverseTree<Out: Native> + EachSize<Out: Plain>>,
    LayoutLeft: Strides<Pair<Thr, Val>>,
    Compact<Pair<Thr, Val>>: Composes<RightInverse<Raked<Thr, Val>>>,
    <Compact<Pair<Thr, Val>> as Composes<RightInverse<Raked<Thr, Val>>>>::Out: Copy + Default,
    <<<Raked<Thr, Val> as AnyLayout>::L as EachSize>::Out as Plain>::T: Default,
{
    type Tv = <Compact<Pair<Thr, Val>> as Composes<RightInverse<Raked<Thr, Val>>>>::Out;
    type Tiler = <<<Raked<Thr, Val> as AnyLayout>::L as EachSize>::Out as Plain>::T;
}

/// The tiled copy in which the threads of `threads` each move the values of `values`, next to each other.
///
/// Both layouts are static. The tile is their product, mode by mode; it need not divide the tensors, whose last rounds are then
/// predicated.
///
/// ```
/// use azulejo_layout::{Notation, ints::*, layout};
/// use azulejo_tensor::{atom::{CopyAtom, SM80_CP_ASYNC_CACHEALWAYS}, f16, make_tiled_copy};
/// let atom = CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS<_128>, f16>::new();
/// let copy = make_tiled_copy(atom, layout!((_16, _8):(_8, _1)), layout!((_1, _8):(_0, _1)));
/// assert_eq!(Notation(copy.tiler()).to_string(), "(_16,_64)");
/// assert_eq!(copy.layout_tv().to_string(), "((_8,_16),_8):((_128,_1),_16)");
/// ```
#[inline(always)]
pub fn make_tiled_copy<Op, T, Thr, Val: MadeFrom<Thr>>(
    _atom: CopyAtom<Op, T>,
    _threads: Thr,
    _values: Val,
) -> TiledCopy<Op, T, Val::Tv, Val::Tiler>
where
    TiledCopy<Op, T, Val::Tv, Val::Tiler>: Certified,
{
    let _proved = TiledCopy::<Op, T, Val::Tv, Val::Tiler>::CERTIFICATE;
    TiledCopy::new()
}

macro_rules! make_for_mma {
    ($($name:ident $operand:ident ($x:ident $y:ident) $what:literal;)*) => {$(
        #[doc = concat!("The tiled copy that brings ", $what, " of a tiled multiply-accumulate to the threads that need it, or from them.")]
        #[inline(always)]
        #[allow(non_snake_case)]
        pub fn $name<Op, T, Mma>(
            _atom: CopyAtom<Op, T>,
            _mma: Mma,
        ) -> TiledCopy<Op, T, <$operand<Mma> as MmaTv>::Out, (Mma::$x, Mma::$y)>
        where
            Mma: AtomTiling,
            $operand<Mma>: MmaTv,
            TiledCopy<Op, T, <$operand<Mma> as MmaTv>::Out, (Mma::$x, Mma::$y)>: Certified,
        {
            let _proved = TiledCopy::<Op, T, <$operand<Mma> as MmaTv>::Out, (Mma::$x, Mma::$y)>::CERTIFICATE;
            TiledCopy::new()
        }
    )*};
}

make_for_mma! {
    make_tiled_copy_A OperandA (TileM TileK) "operand `A`";
    make_tiled_copy_B OperandB (TileN TileK) "operand `B`";
    make_tiled_copy_C OperandC (TileM TileN) "accumulator `C`";
}

macro_rules! make_like_side {
    ($($name:ident $side:ident $what:literal;)*) => {$(
        #[doc = concat!("The tiled copy in which each thread moves what it has as ", $what, " of another one of the same tile, by another instruction.")]
        #[inline(always)]
        #[allow(non_snake_case)]
        pub fn $name<Op, T, Tiled>(
            _atom: CopyAtom<Op, T>,
            _like: Tiled,
        ) -> TiledCopy<Op, T, <$side<Tiled> as SideTv>::Out, Tiled::Tiler>
        where
            Tiled: CopyTiling,
            $side<Tiled>: SideTv,
            TiledCopy<Op, T, <$side<Tiled> as SideTv>::Out, Tiled::Tiler>: Certified,
        {
            let _proved = TiledCopy::<Op, T, <$side<Tiled> as SideTv>::Out, Tiled::Tiler>::CERTIFICATE;
            TiledCopy::new()
        }
    )*};
}

make_like_side! {
    make_tiled_copy_S CopySrc "the source";
    make_tiled_copy_D CopyDst "the destination";
}
