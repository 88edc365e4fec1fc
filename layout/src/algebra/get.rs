//! `get`: one mode of a layout.

use crate::int::C;
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Native, Nil, Nth, TopModes, Tree};

/// The mode of the tree `Self` at the path `P`.
#[diagnostic::on_unimplemented(
    message = "a mode of this position does not exist in the layout",
    note = "`get` takes a static position `_0` or a path `(_1, _0)`; positions are counted from 0"
)]
pub trait GetTree<P> {
    /// The mode.
    type Out: Copy;
    /// Computes it.
    fn get_tree(self) -> Self::Out;
}
impl<L, U> GetTree<Lf<C<U>>> for L
where
    L: TopModes,
    <L as TopModes>::Out: Nth<U>,
{
    type Out = <<L as TopModes>::Out as Nth<U>>::Out;
    #[inline(always)]
    fn get_tree(self) -> Self::Out {
        self.top().nth()
    }
}
impl<L: Copy> GetTree<Nil> for L {
    type Out = L;
    #[inline(always)]
    fn get_tree(self) -> L {
        self
    }
}
impl<L, P, Q> GetTree<Cons<P, Q>> for L
where
    L: GetTree<P>,
    <L as GetTree<P>>::Out: GetTree<Q>,
{
    type Out = <<L as GetTree<P>>::Out as GetTree<Q>>::Out;
    #[inline(always)]
    fn get_tree(self) -> Self::Out {
        <<L as GetTree<P>>::Out as GetTree<Q>>::get_tree(<L as GetTree<P>>::get_tree(self))
    }
}

/// A static position, or path of positions, of a mode of the layout `L`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no position of a mode of `{L}`",
    note = "`get` takes a static position `_0` or a path `(_1, _0)`; positions are counted from 0"
)]
pub trait ModePath<L>: Copy {
    /// The mode.
    type Out;
    /// Computes it.
    fn get_from(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, P> ModePath<L> for P
where
    L: AnyLayout,
    P: Tree,
    <L as AnyLayout>::L: GetTree<<P as Tree>::L>,
    <<L as AnyLayout>::L as GetTree<<P as Tree>::L>>::Out: Native,
{
    type Out = LayoutOf<<<L as AnyLayout>::L as GetTree<<P as Tree>::L>>::Out>;
    #[inline(always)]
    fn get_from(self, layout: L) -> Self::Out {
        layout_of(layout.modes().get_tree())
    }
}

/// The mode of `layout` at a static position `_i`, or at a path `(_i, _j)` into nested modes.
///
/// | | |
/// |---|---|
/// | precondition | the position exists; a compile error otherwise |
/// | law | `get(L, _i)(x) = L(0, …, x, …, 0)` with `x` in place `i` |
/// | difference from CuTe | positions are values (`_1`), not template arguments |
///
/// ```
/// use azulejo_layout::{get, ints::*, layout};
/// let l = layout!((_4, (_2, 3)):(_1, (_4, _8)));
/// assert_eq!(get(l, _1).to_string(), "(_2,3):(_4,_8)");
/// assert_eq!(get(l, (_1, _0)).to_string(), "_2:_4");   // table 0 4
/// ```
#[inline(always)]
pub fn get<L, P: ModePath<L>>(layout: L, path: P) -> P::Out {
    path.get_from(layout)
}
