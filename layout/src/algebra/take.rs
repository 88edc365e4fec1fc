//! `take`: a range of modes.

use crate::int::C;
use crate::layout::Domain;
use crate::tree::{Beyond, Leading, Native, TopModes};

/// The modes `B..E` of a tree.
#[diagnostic::on_unimplemented(
    message = "the layout has fewer modes than the range asks for",
    note = "a range `_b, _e` of modes needs b <= e <= rank"
)]
pub trait TakeTree<B, E> {
    /// The list of modes.
    type Out: Copy;
    fn take_tree(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, B, E> TakeTree<B, E> for L
where
    L: TopModes,
    <L as TopModes>::Out: Leading<E>,
    <<L as TopModes>::Out as Leading<E>>::Out: Beyond<B>,
{
    type Out = <<<L as TopModes>::Out as Leading<E>>::Out as Beyond<B>>::Out;
    #[inline(always)]
    fn take_tree(self) -> Self::Out {
        self.top().first().skip()
    }
}

/// The modes `_b` to `_e`, the last excluded, as a tuple (also of one).
///
/// | | |
/// |---|---|
/// | precondition | `b <= e <= rank(layout)`; a compile error otherwise |
/// | rule | mode `i` of the result is mode `b + i` of the layout |
/// | difference from CuTe | positions are values, and an empty range gives `():()` |
///
/// ```
/// use azulejo_layout::{ints::*, layout, take};
/// let l = layout!((_4, _2, 3):(_1, _4, _8));
/// assert_eq!(take(l, _1, _3).to_string(), "(_2,3):(_4,_8)");   // table 0 4 8 12 16 20
/// assert_eq!(take(l, _0, _1).to_string(), "(_4):(_1)");
/// ```
#[inline(always)]
pub fn take<L: Domain, B, E>(
    layout: L,
    _begin: C<B>,
    _end: C<E>,
) -> <L as Domain>::With<<<L as Domain>::L as TakeTree<B, E>>::Out>
where
    <L as Domain>::L: TakeTree<B, E>,
    <<L as Domain>::L as TakeTree<B, E>>::Out: Native,
{
    layout.with(<<L as Domain>::L as TakeTree<B, E>>::take_tree(
        layout.domain(),
    ))
}
