//! `replace`: another layout in the place of a mode.

use crate::int::C;
use crate::int::Dec;
use crate::layout::{AnyLayout, Domain};
use crate::tree::{Cons, Native};
use typenum::{UInt, UTerm};

/// The list `Self` with the node at `U` replaced by `X`.
#[diagnostic::on_unimplemented(
    message = "a mode of this position does not exist in the layout",
    note = "modes are counted from 0 up to the rank minus 1"
)]
pub trait ReplaceList<U, X> {
    /// The list.
    type Out: Copy;
    fn replace_list(self, x: X) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<H, T: Copy, X: Copy> ReplaceList<UTerm, X> for Cons<H, T> {
    type Out = Cons<X, T>;
    #[inline(always)]
    fn replace_list(self, x: X) -> Self::Out {
        Cons(x, self.1)
    }
}
#[diagnostic::do_not_recommend]
impl<H: Copy, T, X, U, B> ReplaceList<UInt<U, B>, X> for Cons<H, T>
where
    UInt<U, B>: Dec,
    T: ReplaceList<<UInt<U, B> as Dec>::Out, X>,
{
    type Out = Cons<H, <T as ReplaceList<<UInt<U, B> as Dec>::Out, X>>::Out>;
    #[inline(always)]
    fn replace_list(self, x: X) -> Self::Out {
        Cons(self.0, self.1.replace_list(x))
    }
}

/// The layout with its mode `_i` replaced by the layout `x`.
///
/// | | |
/// |---|---|
/// | precondition | `i < rank(layout)`; a compile error otherwise |
/// | rule | mode `i` of the result is `x`, every other mode is the layout's own |
/// | difference from CuTe | the position is a value, not a template argument |
///
/// ```
/// use azulejo_layout::{ints::*, layout, replace};
/// let l = layout!((_4, _2):(_1, _4));
/// assert_eq!(replace(l, layout!(3:_10), _1).to_string(), "(_4,3):(_1,_10)");
/// ```
#[inline(always)]
pub fn replace<L: Domain, X: AnyLayout, U>(
    layout: L,
    x: X,
    _position: C<U>,
) -> <L as Domain>::With<<<L as Domain>::L as ReplaceList<U, <X as AnyLayout>::L>>::Out>
where
    <L as Domain>::L: ReplaceList<U, <X as AnyLayout>::L>,
    <<L as Domain>::L as ReplaceList<U, <X as AnyLayout>::L>>::Out: Native,
{
    layout.with(
        <<L as Domain>::L as ReplaceList<U, <X as AnyLayout>::L>>::replace_list(
            layout.domain(),
            x.modes(),
        ),
    )
}
