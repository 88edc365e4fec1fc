//! Views of accumulators: as operand A of a second product, and as rows and columns.

use azulejo_layout::check::rules::Desc;
use azulejo_layout::ints::_2;
use azulejo_layout::{AnyLayout, Cons, DivideTree, Layout, LayoutOf, Lf, Native, Nil, layout_of};

use crate::atom::{MmaAtom, StaticLayout, StaticShape};
use crate::engine::{Coords, Engine, EngineMut};
use crate::tensor::Tensor;

/// The layout of accumulators: `((2,2),M,N)` of a 16×8 atom, `((2,2,V),M,N)` of a 64×N one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the layout of accumulators ((2,2),M,N) or ((2,2,V),M,N)"
)]
pub trait AccumulatorLayout: Copy {
    /// `((2,2,2),M,N/2)` or `((2,2,2),M,(V/2,N))`: operand A of K = 16.
    type Aregs: Copy;
    /// `((2,M),(2,N))` or `((2,M),(2,V,N))`: rows, columns.
    type RowCol: Copy;
    /// CuTe's `convert_layout_acc_Aregs`.
    fn acc_aregs(self) -> Self::Aregs;
    /// CuTe's `convert_layout_acc_rowcol`.
    fn acc_rowcol(self) -> Self::RowCol;
}

/// The modes of such a layout.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not the modes of accumulators ((2,2),M,N) or ((2,2,V),M,N)"
)]
pub trait AccumulatorModes {
    /// Those of [`AccumulatorLayout::Aregs`].
    type Aregs: Native;
    /// Those of [`AccumulatorLayout::RowCol`].
    type RowCol: Native;
    fn aregs(self) -> Self::Aregs;
    fn rowcol(self) -> Self::RowCol;
}

type Pair<A, B> = Cons<A, Cons<B, Nil>>;
type Triple<A, B, C> = Cons<A, Cons<B, Cons<C, Nil>>>;

#[diagnostic::do_not_recommend]
impl<M0, M1, M2, MM, MN, In, Out> AccumulatorModes for Triple<Triple<M0, M1, M2>, MM, MN>
where
    Lf<_2>: DivideTree<M2, Out = Pair<In, Out>>,
    Triple<Triple<M0, M1, In>, MM, Pair<Out, MN>>: Native,
    Pair<Pair<M1, MM>, Triple<M0, M2, MN>>: Native,
{
    type Aregs = Triple<Triple<M0, M1, In>, MM, Pair<Out, MN>>;
    type RowCol = Pair<Pair<M1, MM>, Triple<M0, M2, MN>>;

    #[inline(always)]
    fn aregs(self) -> Self::Aregs {
        let Cons(Cons(m0, Cons(m1, Cons(m2, Nil))), Cons(mm, Cons(mn, Nil))) = self;
        let Cons(inner, Cons(outer, Nil)) = Lf(_2::NEW).divide_tree(m2);
        let n = Cons(outer, Cons(mn, Nil));
        Cons(Cons(m0, Cons(m1, Cons(inner, Nil))), Cons(mm, Cons(n, Nil)))
    }

    #[inline(always)]
    fn rowcol(self) -> Self::RowCol {
        let Cons(Cons(m0, Cons(m1, Cons(m2, Nil))), Cons(mm, Cons(mn, Nil))) = self;
        let columns = Cons(m0, Cons(m2, Cons(mn, Nil)));
        Cons(Cons(m1, Cons(mm, Nil)), Cons(columns, Nil))
    }
}

#[diagnostic::do_not_recommend]
impl<M0, M1, MM, MN, In, Out> AccumulatorModes for Triple<Pair<M0, M1>, MM, MN>
where
    Lf<_2>: DivideTree<MN, Out = Pair<In, Out>>,
    MN: Copy,
    Triple<Triple<M0, M1, In>, MM, Out>: Native,
    Pair<Pair<M1, MM>, Pair<M0, MN>>: Native,
{
    type Aregs = Triple<Triple<M0, M1, In>, MM, Out>;
    type RowCol = Pair<Pair<M1, MM>, Pair<M0, MN>>;

    #[inline(always)]
    fn aregs(self) -> Self::Aregs {
        let Cons(Cons(m0, Cons(m1, Nil)), Cons(mm, Cons(mn, Nil))) = self;
        let Cons(inner, Cons(outer, Nil)) = Lf(_2::NEW).divide_tree(mn);
        Cons(
            Cons(m0, Cons(m1, Cons(inner, Nil))),
            Cons(mm, Cons(outer, Nil)),
        )
    }

    #[inline(always)]
    fn rowcol(self) -> Self::RowCol {
        let Cons(Cons(m0, Cons(m1, Nil)), Cons(mm, Cons(mn, Nil))) = self;
        Cons(Cons(m1, Cons(mm, Nil)), Cons(Cons(m0, Cons(mn, Nil)), Nil))
    }
}

#[diagnostic::do_not_recommend]
impl<S: Copy, D: Copy> AccumulatorLayout for Layout<S, D>
where
    Self: AnyLayout<L: AccumulatorModes>,
    LayoutOf<<<Self as AnyLayout>::L as AccumulatorModes>::Aregs>: Copy,
    LayoutOf<<<Self as AnyLayout>::L as AccumulatorModes>::RowCol>: Copy,
{
    type Aregs = LayoutOf<<<Self as AnyLayout>::L as AccumulatorModes>::Aregs>;
    type RowCol = LayoutOf<<<Self as AnyLayout>::L as AccumulatorModes>::RowCol>;

    #[inline(always)]
    fn acc_aregs(self) -> Self::Aregs {
        layout_of(self.modes().aregs())
    }

    #[inline(always)]
    fn acc_rowcol(self) -> Self::RowCol {
        layout_of(self.modes().rowcol())
    }
}

/// CuTe's `convert_layout_acc_Aregs`.
#[inline(always)]
#[allow(non_snake_case)]
pub fn convert_layout_acc_Aregs<L: AccumulatorLayout>(layout: L) -> L::Aregs {
    layout.acc_aregs()
}

/// CuTe's `convert_layout_acc_rowcol`.
#[inline(always)]
pub fn convert_layout_acc_rowcol<L: AccumulatorLayout>(layout: L) -> L::RowCol {
    layout.acc_rowcol()
}

impl<B: Copy, L: AccumulatorLayout> Tensor<Coords<B>, L> {
    /// The coordinates of accumulators as (row, column): of an identity tensor's `partition_C`.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, shape};
    /// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, make_identity_tensor};
    /// let mma = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new();
    /// let at = mma.get_slice(5usize).partition_C(&make_identity_tensor(shape!(_32, _16))).rowcol();
    /// // The second of the thread's four rows, and the third of its columns.
    /// let (row, column) = at.coord((1usize, 2usize));
    /// assert_eq!((row, column), (9, 10));
    /// ```
    #[inline(always)]
    pub fn rowcol(&self) -> Tensor<Coords<B>, L::RowCol> {
        self.with_layout(self.layout.acc_rowcol())
    }
}

impl<E: EngineMut, L: AccumulatorLayout> Tensor<E, L> {
    /// The accumulators as (row, column), to be changed.
    #[inline(always)]
    pub fn rowcol_mut(&mut self) -> Tensor<E::ViewMut<'_>, L::RowCol> {
        let layout = self.layout.acc_rowcol();
        Tensor::from_parts(self.engine.view_mut(0), layout)
    }
    /// The accumulators as (row, column).
    #[inline(always)]
    pub fn rowcol(&self) -> Tensor<<E as Engine>::View<'_>, L::RowCol> {
        Tensor::from_parts(self.engine.view(0), self.layout.acc_rowcol())
    }
}

/// The bits of a lane's number that change its coordinate along mode `mode` of a tile and along no other: whom it exchanges values
/// with to reduce that mode over a warp.
///
/// `Tv` sends (thread, value) to the tile, whose extents are `extents`, the first mode contiguous.
///
/// ```
/// use azulejo_tensor::atom::{MmaAtom, SM80_16x8x16_F32F16F16F32_TN};
/// use azulejo_tensor::lanes_along;
/// type C = <SM80_16x8x16_F32F16F16F32_TN as MmaAtom>::CLayout;
/// assert_eq!(lanes_along::<C>(&[16, 8], 0), 0b11100); // eight rows
/// assert_eq!(lanes_along::<C>(&[16, 8], 1), 0b00011); // four pairs of columns
/// ```
///
/// # Panics
/// Where `mode` is no mode of the tile, or `Tv` has no threads.
pub const fn lanes_along<Tv: StaticLayout>(extents: &[usize], mode: usize) -> u32 {
    assert!(mode < extents.len(), "the tile has no such mode");
    let Desc::Cons(threads, _) = Tv::DESC else {
        panic!("a layout of threads and values has two modes")
    };
    let count = match threads.size() {
        Some(count) => count,
        None => panic!("the threads of a layout are static"),
    };
    let (mut bit, mut lanes) = (0, 0);
    while bit < 5 && 1 << bit < count {
        let mut rest = crate::engine::offset_in(threads, 1 << bit) as usize;
        let (mut along, mut elsewhere, mut i) = (0, 0, 0);
        while i < extents.len() {
            // The last mode has what is left.
            let here = if i + 1 < extents.len() {
                rest % extents[i]
            } else {
                rest
            };
            rest /= extents[i];
            if i == mode {
                along = here;
            } else {
                elsewhere += here;
            }
            i += 1;
        }
        if along > 0 && elsewhere == 0 {
            lanes |= 1 << bit;
        }
        bit += 1;
    }
    lanes
}

/// [`lanes_along`] of an accumulator, as bits of a lane's number in its warp: mode 0 is M, 1 is N.
///
/// ```
/// use azulejo_tensor::accumulator_lanes;
/// use azulejo_tensor::atom::SM70_8x8x4_F32F16F16F32_TN;
/// // The last four threads of a quad pair are 16 lanes from the first.
/// assert_eq!(accumulator_lanes::<SM70_8x8x4_F32F16F16F32_TN, 0>(), 0b10001);
/// assert_eq!(accumulator_lanes::<SM70_8x8x4_F32F16F16F32_TN, 1>(), 0b00010);
/// ```
pub const fn accumulator_lanes<Atom: MmaAtom, const MODE: usize>() -> u32 {
    let extents = <Atom::ShapeMnk as StaticShape>::EXTENTS;
    let threads = lanes_along::<Atom::CLayout>(&[extents[0], extents[1]], MODE);
    let (mut bit, mut lanes) = (0, 0);
    while bit < 5 {
        if threads >> bit & 1 == 1 {
            lanes |= crate::engine::offset_in(Atom::ThrId::DESC, 1 << bit) as u32;
        }
        bit += 1;
    }
    lanes
}
