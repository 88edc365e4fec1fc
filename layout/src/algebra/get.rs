//! `get`: one mode of a layout.

use crate::int::C;
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Native, Nil, Nth, TopModes, Tree};

/// The mode of the tree `L` at the path `Self`.
#[diagnostic::on_unimplemented(
    message = "a mode of this position does not exist in the layout",
    note = "`get` takes a static position `_0` or a path `(_1, _0)`; positions are counted from 0"
)]
pub trait TreePath<L> {
    /// The mode.
    type Out: Copy;
    fn get_tree(tree: L) -> Self::Out;
}
impl<L, U> TreePath<L> for Lf<C<U>>
where
    L: TopModes,
    <L as TopModes>::Out: Nth<U>,
{
    type Out = <<L as TopModes>::Out as Nth<U>>::Out;
    #[inline(always)]
    fn get_tree(tree: L) -> Self::Out {
        tree.top().nth()
    }
}
impl<L: Copy> TreePath<L> for Nil {
    type Out = L;
    #[inline(always)]
    fn get_tree(tree: L) -> L {
        tree
    }
}
impl<L, P, Q> TreePath<L> for Cons<P, Q>
where
    P: TreePath<L>,
    Q: TreePath<<P as TreePath<L>>::Out>,
{
    type Out = <Q as TreePath<<P as TreePath<L>>::Out>>::Out;
    #[inline(always)]
    fn get_tree(tree: L) -> Self::Out {
        Q::get_tree(P::get_tree(tree))
    }
}

/// A static position, or path of positions, of a mode of the layout `L`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a position of a mode of `{L}`",
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
    <P as Tree>::L: TreePath<<L as AnyLayout>::L>,
    <<P as Tree>::L as TreePath<<L as AnyLayout>::L>>::Out: Native,
{
    type Out = LayoutOf<<<P as Tree>::L as TreePath<<L as AnyLayout>::L>>::Out>;
    #[inline(always)]
    fn get_from(self, layout: L) -> Self::Out {
        layout_of(<<P as Tree>::L as TreePath<_>>::get_tree(layout.modes()))
    }
}

/// The mode of `layout` at a static position `_i`, or at a path `(_i, _j)` into nested modes.
///
/// | | |
/// |---|---|
/// | precondition | the position exists; a compile error otherwise |
/// | rule | `get(L, _i)(x) = L(0, …, x, …, 0)` with `x` in place `i` |
/// | difference from CuTe | positions are values (`_1`), not template arguments |
///
/// ```
/// use azulejo_layout::{get, ints::*, layout};
/// let l = layout!((_4, (_2, 3)):(_1, (_4, _8)));
/// assert_eq!(get(l, _1).to_string(), "(_2,3):(_4,_8)");
/// assert_eq!(get(l, (_1, _0)).to_string(), "_2:_4");   // table 0 4
/// ```
#[inline(always)]
pub fn get<L, P: ModePath<L, Out = R>, R>(layout: L, path: P) -> R {
    path.get_from(layout)
}
