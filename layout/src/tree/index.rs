//! Lists by position: the n-th node, the first n, all but the first n, padding to n.

use super::entrywise::empty;
use super::list::{Cons, M, Nil};
use crate::int::{C, Dec};
use typenum::{B1, UInt, UTerm};

/// The tree as a list of its top-level modes; a single mode is a list of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree of modes",
    note = "this operation takes a layout of integer or basis strides"
)]
pub trait TopModes {
    /// The list.
    type Out: Copy;
    /// Computes it.
    fn top(self) -> Self::Out;
}
impl<S: Copy, D: Copy> TopModes for M<S, D> {
    type Out = Cons<M<S, D>, Nil>;
    #[inline(always)]
    fn top(self) -> Self::Out {
        Cons(self, Nil)
    }
}
empty!(TopModes::top());
impl<H: Copy, T: Copy> TopModes for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn top(self) -> Self {
        self
    }
}

macro_rules! positional {
    ($(#[$m:meta])* $name:ident $f:ident, $text:literal, $note:literal) => {
        $(#[$m])*
        #[diagnostic::on_unimplemented(message = $text, note = $note)]
        pub trait $name<U> {
            /// The result.
            type Out: Copy;
            /// Computes it.
            fn $f(self) -> Self::Out;
        }
    };
}
positional! {
    /// The node at position `U`.
    Nth nth, "a mode of this position does not exist in the layout", "modes are counted from 0 up to the rank minus 1"
}
positional! {
    /// The first `U` nodes.
    Leading first, "the layout has fewer modes than the range asks for", "a range `_b.._e` of modes needs b <= e <= rank"
}
positional! {
    /// All but the first `U` nodes.
    Beyond skip, "the layout has fewer modes than the range asks for", "a range `_b.._e` of modes needs b <= e <= rank"
}
positional! {
    /// The list with unit modes `_1:_0` up to length `U`.
    PadTo pad_to, "the layout already has more modes than it is to be padded to", "padding needs a rank at least that of the layout"
}

impl<H: Copy, T> Nth<UTerm> for Cons<H, T> {
    type Out = H;
    #[inline(always)]
    fn nth(self) -> H {
        self.0
    }
}
impl<H, T, U, B> Nth<UInt<U, B>> for Cons<H, T>
where
    UInt<U, B>: Dec,
    T: Nth<<UInt<U, B> as Dec>::Out>,
{
    type Out = <T as Nth<<UInt<U, B> as Dec>::Out>>::Out;
    #[inline(always)]
    fn nth(self) -> Self::Out {
        self.1.nth()
    }
}
empty!(Leading<UTerm>::first());
impl<H, T> Leading<UTerm> for Cons<H, T> {
    type Out = Nil;
    #[inline(always)]
    fn first(self) -> Nil {
        Nil
    }
}
impl<H: Copy, T, U, B> Leading<UInt<U, B>> for Cons<H, T>
where
    UInt<U, B>: Dec,
    T: Leading<<UInt<U, B> as Dec>::Out>,
{
    type Out = Cons<H, <T as Leading<<UInt<U, B> as Dec>::Out>>::Out>;
    #[inline(always)]
    fn first(self) -> Self::Out {
        Cons(self.0, self.1.first())
    }
}
empty!(Beyond<UTerm>::skip());
impl<H: Copy, T: Copy> Beyond<UTerm> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn skip(self) -> Self {
        self
    }
}
impl<H, T, U, B> Beyond<UInt<U, B>> for Cons<H, T>
where
    UInt<U, B>: Dec,
    T: Beyond<<UInt<U, B> as Dec>::Out>,
{
    type Out = <T as Beyond<<UInt<U, B> as Dec>::Out>>::Out;
    #[inline(always)]
    fn skip(self) -> Self::Out {
        self.1.skip()
    }
}
/// The unit mode `_1:_0`.
pub type UnitMode = M<C<UInt<UTerm, B1>>, C<UTerm>>;
empty!(PadTo<UTerm>::pad_to());
impl<U, B> PadTo<UInt<U, B>> for Nil
where
    UInt<U, B>: Dec,
    Nil: PadTo<<UInt<U, B> as Dec>::Out>,
{
    type Out = Cons<UnitMode, <Nil as PadTo<<UInt<U, B> as Dec>::Out>>::Out>;
    #[inline(always)]
    fn pad_to(self) -> Self::Out {
        Cons(M(C::NEW, C::NEW), Nil.pad_to())
    }
}
#[diagnostic::do_not_recommend]
impl<H: Copy, T, U, B> PadTo<UInt<U, B>> for Cons<H, T>
where
    UInt<U, B>: Dec,
    T: PadTo<<UInt<U, B> as Dec>::Out>,
{
    type Out = Cons<H, <T as PadTo<<UInt<U, B> as Dec>::Out>>::Out>;
    #[inline(always)]
    fn pad_to(self) -> Self::Out {
        Cons(self.0, self.1.pad_to())
    }
}
/// Never holds: the list is longer than it is to be padded to.
#[diagnostic::on_unimplemented(
    message = "the layout already has more modes than it is to be padded to",
    note = "`append` and `prepend` need a rank at least that of the layout"
)]
pub trait Shorter {}
#[diagnostic::do_not_recommend]
impl<H: Copy, T: Copy> PadTo<UTerm> for Cons<H, T>
where
    Cons<H, T>: Shorter,
{
    type Out = Self;
    #[inline(always)]
    fn pad_to(self) -> Self {
        self
    }
}
