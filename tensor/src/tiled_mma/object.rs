//! The type and what follows from its parameters.

use core::marker::PhantomData;

use azulejo_layout::{
    AnyLayout, C, Cons, IMul, Int, Layout, Native, Nil, RightInverse, RightInverseTree, Size,
    TiledRepeats, Underscore,
};

use crate::atom::MmaAtom;
use crate::certificate::Certified;

/// An atom repeated over threads (`AtomLayout`, rank 3: M, N, K) and over values (`Permutation`: one entry each for M, N and K, `_`, an
/// extent or a layout).
///
/// ```
/// use azulejo_layout::{Layout, Underscore, ints::*};
/// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom};
/// type Mma = TiledMma<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>;
/// let mma = Mma::new();
/// assert_eq!(mma.thr_layout_vmnk().to_string(), "(_32,_2,_2,_1):(_1,_32,_64,_0)");
/// assert_eq!((mma.threads(), mma.tile_shape()), (128, [32, 16, 16]));
/// assert_eq!(size_of::<Mma>(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TiledMma<Atom, AtomLayout, Permutation = (Underscore, Underscore, Underscore)>(
    PhantomData<(Atom, AtomLayout, Permutation)>,
);

impl<Atom, AtomLayout, Permutation> Default for TiledMma<Atom, AtomLayout, Permutation>
where
    Self: Certified,
{
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}

/// What one round covers along one extent: `Self` where it is given, the atoms' own extent where it is `_`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a permutation of a tiled multiply-accumulate",
    note = "write `_`, a static extent (`_32`) or a static layout for each of M, N and K"
)]
pub trait Permutes<Extent, Threads> {
    /// The tiler of this extent.
    type Tiler: Copy + Default;
    /// Its size.
    type Size: Int + Default;
}

impl<E: IMul<T>, T> Permutes<E, T> for Underscore
where
    <E as IMul<T>>::Out: Int + Default,
{
    type Tiler = <E as IMul<T>>::Out;
    type Size = <E as IMul<T>>::Out;
}

impl<U, E, T> Permutes<E, T> for C<U>
where
    C<U>: Int,
{
    type Tiler = Self;
    type Size = Self;
}

impl<S, D, E, T> Permutes<E, T> for Layout<S, D>
where
    Self: AnyLayout<L: Size<Out: Int + Default>> + Default,
{
    type Tiler = Self;
    type Size = <<Self as AnyLayout>::L as Size>::Out;
}

/// The thread layout (V, M, N, K) of a tiled atom: which thread runs which copy.
pub type VmnkLayout<Mma> = <Mma as AtomTiling>::Vmnk;

/// What follows from an atom, a layout of atoms and a permutation, all static.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tiled multiply-accumulate",
    note = "write `TiledMma<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>`: an atom, a static layout of atoms of rank 3 and, if wanted, three permutations"
)]
pub trait AtomTiling: Copy {
    /// The atom.
    type Atom: MmaAtom;
    /// (V, M, N, K) to thread.
    type Vmnk: AnyLayout + Default;
    /// Thread to (V, M, N, K), as far as the threads are numbered without gaps.
    type Inverse: Copy + Default;
    /// The atom's extents.
    type AtomM: Copy + Default;
    /// See [`AtomTiling::AtomM`].
    type AtomN: Copy + Default;
    /// See [`AtomTiling::AtomM`].
    type AtomK: Copy + Default;
    /// Copies of the atom along M.
    type ThrM: Copy + Default;
    /// Along N.
    type ThrN: Copy + Default;
    /// Along K.
    type ThrK: Int + Default;
    /// The tiler along M.
    type PermM: Copy + Default;
    /// Along N.
    type PermN: Copy + Default;
    /// Along K.
    type PermK: Copy + Default;
    /// The extent of one round along M.
    type TileM: Int + Default;
    /// Along N.
    type TileN: Int + Default;
    /// Along K.
    type TileK: Int + Default;
}

#[diagnostic::do_not_recommend]
impl<Atom, AtomM, AtomN, AtomK, Al, Hm, Hn, Hk, Pm, Pn, Pk> AtomTiling
    for TiledMma<Atom, Al, (Pm, Pn, Pk)>
where
    Atom: MmaAtom<ShapeMnk = (AtomM, AtomN, AtomK)>,
    AtomM: Copy + Default,
    AtomN: Copy + Default,
    AtomK: Copy + Default,
    Al: AnyLayout<L = Cons<Hm, Cons<Hn, Cons<Hk, Nil>>>> + TiledRepeats<Atom::ThrId>,
    <Al as TiledRepeats<Atom::ThrId>>::Out: AnyLayout<L: RightInverseTree<Out: Native>> + Default,
    RightInverse<<Al as TiledRepeats<Atom::ThrId>>::Out>: Copy + Default,
    Hm: Size<Out: Default>,
    Hn: Size<Out: Default>,
    Hk: Size<Out: Int + Default>,
    Pm: Permutes<AtomM, <Hm as Size>::Out> + Copy,
    Pn: Permutes<AtomN, <Hn as Size>::Out> + Copy,
    Pk: Permutes<AtomK, <Hk as Size>::Out> + Copy,
{
    type Atom = Atom;
    type Vmnk = <Al as TiledRepeats<Atom::ThrId>>::Out;
    type Inverse = RightInverse<<Al as TiledRepeats<Atom::ThrId>>::Out>;
    type AtomM = AtomM;
    type AtomN = AtomN;
    type AtomK = AtomK;
    type ThrM = <Hm as Size>::Out;
    type ThrN = <Hn as Size>::Out;
    type ThrK = <Hk as Size>::Out;
    type PermM = Pm::Tiler;
    type PermN = Pn::Tiler;
    type PermK = Pk::Tiler;
    type TileM = Pm::Size;
    type TileN = Pn::Size;
    type TileK = Pk::Size;
}

impl<Atom, AtomLayout, Permutation> TiledMma<Atom, AtomLayout, Permutation>
where
    Self: Certified,
{
    /// The only value; the tiling is proved ([`Certified`]).
    #[inline(always)]
    pub const fn new() -> Self {
        let _proved = <Self as Certified>::CERTIFICATE;
        TiledMma(PhantomData)
    }
}

impl<Atom, Al, P> TiledMma<Atom, Al, P>
where
    Self: AtomTiling,
{
    /// (V, M, N, K) to thread: the atom's threads, then its copies.
    #[inline(always)]
    pub fn thr_layout_vmnk(self) -> VmnkLayout<Self> {
        Default::default()
    }

    /// Number of threads.
    #[inline(always)]
    pub fn threads(self) -> usize
    where
        <VmnkLayout<Self> as AnyLayout>::L: Size<Out: Int>,
    {
        self.thr_layout_vmnk().modes().size().value() as usize
    }

    /// M, N and K of one round.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*};
    /// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom};
    /// let mma = TiledMma::<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>::new();
    /// assert_eq!(mma.tile_shape(), [32, 16, 16]);
    /// assert_eq!(mma.threads(), 128);
    /// assert_eq!(mma.thr_layout_vmnk().to_string(), "(_32,_2,_2,_1):(_1,_32,_64,_0)");
    /// ```
    #[inline(always)]
    pub fn tile_shape(self) -> [usize; 3] {
        [
            <Self as AtomTiling>::TileM::default().value() as usize,
            <Self as AtomTiling>::TileN::default().value() as usize,
            <Self as AtomTiling>::TileK::default().value() as usize,
        ]
    }
}
