//! The (thread, value) layouts of a whole tiling: `get_layoutA_TV` and related functions.

use azulejo_layout::ints::{_0, _1};
use azulejo_layout::{Composes, Layout, LayoutLeft, Strides, Underscore};

use super::thrfrg::{OperandA, OperandB, OperandC, OperandTiling, Thrfrg, step};
use super::{AtomTiling, TiledMma};

/// What the (thread, value) layout of an operand needs beside its tilers.
pub trait OperandTv: OperandTiling {
    /// The extents of one round.
    type Extents: Copy + Default;
    /// Puts back the copies that see the same part of this operand.
    type Spread: Copy + Default;
    /// Thread to its coordinate.
    type Inverse: Copy + Default;
}

/// (ThrM, ThrN) of which only M moves.
type AlongM<Mma> = Layout<(<Mma as AtomTiling>::ThrM, <Mma as AtomTiling>::ThrN), (_1, _0)>;
/// (ThrM, ThrN) of which only N moves.
type AlongN<Mma> = Layout<(<Mma as AtomTiling>::ThrM, <Mma as AtomTiling>::ThrN), (_0, _1)>;

impl<Mma: AtomTiling> OperandTv for OperandA<Mma> {
    type Extents = (Mma::TileM, Mma::TileK);
    type Spread = (Underscore, (AlongM<Mma>, Underscore));
    type Inverse = Mma::Inverse;
}

impl<Mma: AtomTiling> OperandTv for OperandB<Mma> {
    type Extents = (Mma::TileN, Mma::TileK);
    type Spread = (Underscore, (AlongN<Mma>, Underscore));
    type Inverse = Mma::Inverse;
}

impl<Mma: AtomTiling> OperandTv for OperandC<Mma> {
    type Extents = (Mma::TileM, Mma::TileN);
    type Spread = Underscore;
    type Inverse = Mma::Inverse;
}

/// An operand with a (thread, value) layout.
#[diagnostic::on_unimplemented(
    message = "this tiled multiply-accumulate has no (thread, value) layout for `{Self}`",
    note = "the permutation of each extent must be a multiple of the atoms' own extent"
)]
pub trait MmaTv {
    /// (thread, value) to a flat coordinate of the round.
    type Out: Copy;

    /// The layout.
    fn layout_tv() -> Self::Out;
}

/// The operand's whole round, cut: `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY)))` to a flat coordinate of the round.
pub trait MmaCut {
    /// The layout.
    type Cut: Copy;
}

#[diagnostic::do_not_recommend]
impl<O: OperandTv> MmaCut for O
where
    LayoutLeft: Strides<O::Extents>,
    Reference<O>: Thrfrg<O>,
{
    type Cut = Cut<O>;
}

type Reference<O> =
    Layout<<O as OperandTv>::Extents, <LayoutLeft as Strides<<O as OperandTv>::Extents>>::D>;
type Cut<O> = <Reference<O> as Thrfrg<O>>::Out;

step! {
    OperandTv:
    /// With all copies of the atom, those too that see the same part.
    InSpread in_spread (Composes compose_with) (O::Spread, Underscore), (O::Spread::default(), Underscore);
    /// With its threads by number.
    ByThread by_thread (Composes compose_with) (O::Inverse, Underscore), (O::Inverse::default(), Underscore);
}

#[diagnostic::do_not_recommend]
impl<O: OperandTv, Cut, Spread, Tv> MmaTv for O
where
    LayoutLeft: Strides<O::Extents>,
    Reference<O>: Thrfrg<O, Out = Cut>,
    Cut: InSpread<O, Out = Spread>,
    Spread: ByThread<O, Out = Tv>,
    Tv: Copy,
{
    type Out = Tv;

    #[inline(always)]
    fn layout_tv() -> Tv {
        let cut = LayoutLeft.layout(O::Extents::default()).thrfrg();
        cut.in_spread().by_thread()
    }
}

macro_rules! get_layout_tv {
    ($($name:ident $operand:ident $doc:literal;)*) => {
        #[allow(non_snake_case)]
        impl<Atom, Al, P> TiledMma<Atom, Al, P>
        where
            Self: AtomTiling,
        {$(
            #[doc = concat!("(thread, value) to the flat coordinate ", $doc, " of one round.")]
            #[inline(always)]
            pub fn $name(self) -> <$operand<Self> as MmaTv>::Out
            where
                $operand<Self>: MmaTv,
            {
                <$operand<Self> as MmaTv>::layout_tv()
            }
        )*}
    };
}

get_layout_tv! {
    get_layoutA_TV OperandA "`m + M k`";
    get_layoutB_TV OperandB "`n + N k`";
    get_layoutC_TV OperandC "`m + M n`";
}
