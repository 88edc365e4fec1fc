//! `group`: a range of modes nested in one.

use crate::int::C;
use crate::layout::Domain;
use crate::tree::{Beyond, Cat, Cons, Leading, Native, TopModes};

/// A list with the nodes `B..E` nested as one.
#[diagnostic::on_unimplemented(
    message = "the layout has fewer modes than the range asks for",
    note = "a range `_b, _e` of modes needs b <= e <= rank"
)]
pub trait GroupTree<B, E> {
    /// The list of modes.
    type Out: Copy;
    fn group_tree(self) -> Self::Out;
}
type Top<L> = <L as TopModes>::Out;
type Inner<L, B, E> = <<Top<L> as Leading<E>>::Out as Beyond<B>>::Out;
type Tail<L, B, E> = Cons<Inner<L, B, E>, <Top<L> as Beyond<E>>::Out>;
#[diagnostic::do_not_recommend]
impl<L, B, E> GroupTree<B, E> for L
where
    L: TopModes,
    <L as TopModes>::Out: Leading<B> + Leading<E> + Beyond<E>,
    <<L as TopModes>::Out as Leading<E>>::Out: Beyond<B>,
    <<L as TopModes>::Out as Leading<B>>::Out: Cat<Tail<L, B, E>>,
{
    type Out = <<<L as TopModes>::Out as Leading<B>>::Out as Cat<Tail<L, B, E>>>::Out;
    #[inline(always)]
    fn group_tree(self) -> Self::Out {
        let top = self.top();
        let inner =
            <<Top<L> as Leading<E>>::Out as Beyond<B>>::skip(<Top<L> as Leading<E>>::first(top));
        <Top<L> as Leading<B>>::first(top).cat(Cons(inner, <Top<L> as Beyond<E>>::skip(top)))
    }
}

/// The layout with its modes `_b` to `_e`, the last excluded, nested as one mode.
///
/// | | |
/// |---|---|
/// | precondition | `b <= e <= rank(layout)`; a compile error otherwise |
/// | rule | `group(L)(i) = L(i)` for every `i` |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{group, ints::*, layout};
/// let l = layout!((_2, _3, _5):(_1, _2, _6));
/// assert_eq!(group(l, _1, _3).to_string(), "(_2,(_3,_5)):(_1,(_2,_6))");   // table 0 1 2 … as before
/// ```
#[inline(always)]
pub fn group<L: Domain, B, E>(
    layout: L,
    _begin: C<B>,
    _end: C<E>,
) -> <L as Domain>::With<<<L as Domain>::L as GroupTree<B, E>>::Out>
where
    <L as Domain>::L: GroupTree<B, E>,
    <<L as Domain>::L as GroupTree<B, E>>::Out: Native,
{
    layout.with(<<L as Domain>::L as GroupTree<B, E>>::group_tree(
        layout.domain(),
    ))
}
