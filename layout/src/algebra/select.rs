//! `select`: chosen modes in a chosen order.

use crate::int::C;
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Native, Nil, Nth, TopModes, Tree};

/// The nodes of the list `Self` at the positions `P`.
#[diagnostic::on_unimplemented(
    message = "a mode of this position does not exist in the layout",
    note = "`select` takes a tuple of static positions `(_2, _0)`, counted from 0"
)]
pub trait SelectList<P> {
    /// The chosen nodes.
    type Out: Copy;
    fn select_list(self) -> Self::Out;
}
impl<L> SelectList<Nil> for L {
    type Out = Nil;
    #[inline(always)]
    fn select_list(self) -> Nil {
        Nil
    }
}
impl<L, U, Q> SelectList<Cons<Lf<C<U>>, Q>> for L
where
    L: Nth<U> + SelectList<Q> + Copy,
{
    type Out = Cons<<L as Nth<U>>::Out, <L as SelectList<Q>>::Out>;
    #[inline(always)]
    fn select_list(self) -> Self::Out {
        Cons(
            <L as Nth<U>>::nth(self),
            <L as SelectList<Q>>::select_list(self),
        )
    }
}

/// A tuple of static positions of modes of the layout `L`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not select modes of `{L}`",
    note = "`select` takes a tuple of static positions `(_2, _0)`, counted from 0"
)]
pub trait Selection<L>: Copy {
    /// The chosen modes.
    type Out;
    /// Computes it.
    fn select_from(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, P> Selection<L> for P
where
    L: AnyLayout,
    P: Tree,
    <L as AnyLayout>::L: TopModes,
    <<L as AnyLayout>::L as TopModes>::Out: SelectList<<P as Tree>::L>,
    <<<L as AnyLayout>::L as TopModes>::Out as SelectList<<P as Tree>::L>>::Out: Native,
{
    type Out =
        LayoutOf<<<<L as AnyLayout>::L as TopModes>::Out as SelectList<<P as Tree>::L>>::Out>;
    #[inline(always)]
    fn select_from(self, layout: L) -> Self::Out {
        layout_of(layout.modes().top().select_list())
    }
}

/// The modes of `layout` at the static positions `(_i, _j, …)`, in that order; positions may repeat.
///
/// | | |
/// |---|---|
/// | precondition | every position is below the rank; a compile error otherwise |
/// | rule | mode `k` of the result is mode `i_k` of the layout |
/// | difference from CuTe | positions are values, not template arguments |
///
/// ```
/// use azulejo_layout::{ints::*, layout, select};
/// let l = layout!((_2, _3, _5):(_1, _2, _6));
/// assert_eq!(select(l, (_2, _0)).to_string(), "(_5,_2):(_6,_1)");   // table 0 6 12 18 24 1 7 …
/// ```
#[inline(always)]
pub fn select<L, P: Selection<L, Out = R>, R>(layout: L, positions: P) -> R {
    positions.select_from(layout)
}
