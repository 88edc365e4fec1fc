//! `compose_lazy`: one layout after another as a function, whether a layout represents it or not.

use super::composed::ComposedLayout;
use crate::int::{C, No};
use crate::layout::{AnyLayout, Layout};
use crate::tree::StrideKind;
use typenum::UTerm;

/// The function `c -> a(b(c))`, evaluated where it is used: `a o _0 o b`.
///
/// | | |
/// |---|---|
/// | precondition | integer strides in `b` |
/// | rule | `R(c) = a(b(c))` for every coordinate `c` of `b`, with every profile that `b` has |
/// | difference from CuTe | CuTe has it for swizzles alone |
///
/// For compositions that no layout represents: [`composition`](crate::composition()) rejects them, this keeps code
/// working. The price is the arithmetic of both layouts at each access; the result can be sliced and divided on its domain
/// like `b`, but has no strides.
///
/// ```text
/// a = (_4,_2,_8):(_3,_15,_97)   b = _3:_3   a(b(c)) = 0 9 21: no layout, as 21 is not 18
/// ```
/// ```
/// use azulejo_layout::{compose_lazy, layout};
/// let r = compose_lazy(layout!((_4, _2, _8):(_3, _15, _97)), layout!(_3:_3));
/// assert_eq!(r.to_string(), "(_4,_2,_8):(_3,_15,_97) o _0 o _3:_3");
/// assert_eq!([r.at(0), r.at(1), r.at(2)], [0, 9, 21]);
/// ```
///
/// ```compile_fail
/// use azulejo_layout::{compose_lazy, layout};
/// // coordinates are no indices of `a`
/// compose_lazy(layout!((_4, _2)), layout!((_2, _2):(_1 @ 0, _1 @ 1)));
/// ```
#[inline(always)]
pub const fn compose_lazy<A, B: IndexLayout>(a: A, b: B) -> ComposedLayout<A, C<UTerm>, B>
where
    A: AnyLayout,
{
    ComposedLayout::new(a, C::NEW, b)
}

impl<S, D> Layout<S, D> {
    /// See [`compose_lazy`].
    #[inline(always)]
    pub const fn compose_lazy<B: IndexLayout>(self, b: B) -> ComposedLayout<Self, C<UTerm>, B>
    where
        Self: AnyLayout,
    {
        compose_lazy(self, b)
    }
}

/// A layout whose values are integers, which can be indices of another.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are no indices",
    note = "the right operand of `compose_lazy` is a layout of integer strides; `composition` takes basis strides too"
)]
pub trait IndexLayout: AnyLayout {}
#[diagnostic::do_not_recommend]
impl<B> IndexLayout for B
where
    B: AnyLayout,
    <B as AnyLayout>::L: StrideKind<IsBasis = No>,
{
}
