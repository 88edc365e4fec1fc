//! Views of accumulators: as operand A of a second product, and as rows and columns.

use azulejo_layout::ints::_2;
use azulejo_layout::law::Desc;
use azulejo_layout::{AnyLayout, Cons, DivideTree, Layout, LayoutOf, Lf, Native, Nil, layout_of};

use crate::Tensor;
use crate::atom::{MmaAtom, StaticLayout, StaticShape};
use crate::engine::{Engine, EngineMut};

/// The layout of accumulators `((2,2,V),M,N)` of a 16×8 or a 64×N atom.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the layout of accumulators ((2,2,V),M,N)"
)]
pub trait AccumulatorLayout: Copy {
    /// `((2,2,2),M,(V/2,N))`: operand A of K = 16.
    type Aregs: Copy;
    /// `((2,M),(2,V,N))`: rows, columns.
    type RowCol: Copy;
    /// CuTe's `convert_layout_acc_Aregs`.
    fn acc_aregs(self) -> Self::Aregs;
    /// CuTe's `convert_layout_acc_rowcol`.
    fn acc_rowcol(self) -> Self::RowCol;
}

type Aregs<M0, M1, In, MM, Out, MN> =
    Cons<Cons<M0, Cons<M1, Cons<In, Nil>>>, Cons<MM, Cons<Cons<Out, Cons<MN, Nil>>, Nil>>>;
type RowCol<M0, M1, M2, MM, MN> =
    Cons<Cons<M1, Cons<MM, Nil>>, Cons<Cons<M0, Cons<M2, Cons<MN, Nil>>>, Nil>>;

#[diagnostic::do_not_recommend]
impl<S, D, M0, M1, M2, MM, MN, In, Out> AccumulatorLayout for Layout<S, D>
where
    S: Copy,
    D: Copy,
    Self: AnyLayout<L = Cons<Cons<M0, Cons<M1, Cons<M2, Nil>>>, Cons<MM, Cons<MN, Nil>>>>,
    M0: Copy,
    M1: Copy,
    M2: Copy,
    MM: Copy,
    MN: Copy,
    Lf<_2>: DivideTree<M2, Out = Cons<In, Cons<Out, Nil>>>,
    Aregs<M0, M1, In, MM, Out, MN>: Native,
    RowCol<M0, M1, M2, MM, MN>: Native,
{
    type Aregs = LayoutOf<Aregs<M0, M1, In, MM, Out, MN>>;
    type RowCol = LayoutOf<RowCol<M0, M1, M2, MM, MN>>;

    #[inline(always)]
    fn acc_aregs(self) -> Self::Aregs {
        let Cons(Cons(m0, Cons(m1, Cons(m2, Nil))), Cons(mm, Cons(mn, Nil))) = self.modes();
        let Cons(inner, Cons(outer, Nil)) = Lf(_2::NEW).divide_tree(m2);
        layout_of(Cons(
            Cons(m0, Cons(m1, Cons(inner, Nil))),
            Cons(mm, Cons(Cons(outer, Cons(mn, Nil)), Nil)),
        ))
    }
    #[inline(always)]
    fn acc_rowcol(self) -> Self::RowCol {
        let Cons(Cons(m0, Cons(m1, Cons(m2, Nil))), Cons(mm, Cons(mn, Nil))) = self.modes();
        layout_of(Cons(
            Cons(m1, Cons(mm, Nil)),
            Cons(Cons(m0, Cons(m2, Cons(mn, Nil))), Nil),
        ))
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

/// The bits of a lane's number that do not change its rows of the accumulator: whom it exchanges with to reduce a row.
pub const fn row_lanes<Atom: MmaAtom>() -> u32 {
    let Desc::Cons(threads, _) = <Atom::CLayout as StaticLayout>::DESC else {
        panic!()
    };
    let rows = <Atom::ShapeMnk as StaticShape>::EXTENTS[0] as i64;
    let (mut bit, mut lanes) = (0, 0);
    while bit < 5 {
        if crate::engine::offset_in(threads, 1 << bit) % rows == 0 {
            lanes |= 1 << bit;
        }
        bit += 1;
    }
    lanes
}
