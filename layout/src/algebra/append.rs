//! `append`, `prepend`: unit modes up to a rank.

use crate::int::C;
use crate::layout::Domain;
use crate::tree::{Cons, M, Native, Nil, PadTo, Rev};
use typenum::{B1, UInt, UTerm};

/// A tree padded at its end to rank `U`; a single mode is rank 1 already.
#[diagnostic::on_unimplemented(
    message = "the layout already has more modes than it is to be padded to",
    note = "`append` and `prepend` need a rank at least that of the layout"
)]
pub trait AppendTree<U> {
    /// The padded tree.
    type Out: Copy;
    fn append_tree(self) -> Self::Out;
}
/// A tree padded at its front to rank `U`; a single mode is rank 1 already.
#[diagnostic::on_unimplemented(
    message = "the layout already has more modes than it is to be padded to",
    note = "`append` and `prepend` need a rank at least that of the layout"
)]
pub trait PrependTree<U> {
    /// The padded tree.
    type Out: Copy;
    fn prepend_tree(self) -> Self::Out;
}
impl<S: Copy, D: Copy> AppendTree<UInt<UTerm, B1>> for M<S, D> {
    type Out = Self;
    #[inline(always)]
    fn append_tree(self) -> Self {
        self
    }
}
impl<S: Copy, D: Copy, U, A, B> AppendTree<UInt<UInt<U, A>, B>> for M<S, D>
where
    Cons<M<S, D>, Nil>: PadTo<UInt<UInt<U, A>, B>>,
{
    type Out = <Cons<M<S, D>, Nil> as PadTo<UInt<UInt<U, A>, B>>>::Out;
    #[inline(always)]
    fn append_tree(self) -> Self::Out {
        Cons(self, Nil).pad_to()
    }
}
#[diagnostic::do_not_recommend]
impl<H, T, U> AppendTree<U> for Cons<H, T>
where
    Cons<H, T>: PadTo<U>,
{
    type Out = <Cons<H, T> as PadTo<U>>::Out;
    #[inline(always)]
    fn append_tree(self) -> Self::Out {
        self.pad_to()
    }
}
impl<S: Copy, D: Copy> PrependTree<UInt<UTerm, B1>> for M<S, D> {
    type Out = Self;
    #[inline(always)]
    fn prepend_tree(self) -> Self {
        self
    }
}
impl<S: Copy, D: Copy, U, A, B> PrependTree<UInt<UInt<U, A>, B>> for M<S, D>
where
    Cons<M<S, D>, Nil>: PrependTree<UInt<UInt<U, A>, B>>,
{
    type Out = <Cons<M<S, D>, Nil> as PrependTree<UInt<UInt<U, A>, B>>>::Out;
    #[inline(always)]
    fn prepend_tree(self) -> Self::Out {
        Cons(self, Nil).prepend_tree()
    }
}
#[diagnostic::do_not_recommend]
impl<H, T, U> PrependTree<U> for Cons<H, T>
where
    Cons<H, T>: Rev<Nil>,
    <Cons<H, T> as Rev<Nil>>::Out: PadTo<U>,
    <<Cons<H, T> as Rev<Nil>>::Out as PadTo<U>>::Out: Rev<Nil>,
{
    type Out = <<<Cons<H, T> as Rev<Nil>>::Out as PadTo<U>>::Out as Rev<Nil>>::Out;
    #[inline(always)]
    fn prepend_tree(self) -> Self::Out {
        self.rev(Nil).pad_to().rev(Nil)
    }
}

/// A rank to which the layout `L` can be padded: a static integer.
#[diagnostic::on_unimplemented(
    message = "`{L}` cannot be padded to the rank `{Self}`",
    note = "`append` takes a static rank that is at least that of the layout"
)]
pub trait Appends<L>: Copy {
    /// The padded layout.
    type Out;
    /// Computes it.
    fn append_to(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, U> Appends<L> for C<U>
where
    L: Domain,
    <L as Domain>::L: AppendTree<U>,
    <<L as Domain>::L as AppendTree<U>>::Out: Native,
{
    type Out = <L as Domain>::With<<<L as Domain>::L as AppendTree<U>>::Out>;
    #[inline(always)]
    fn append_to(self, layout: L) -> Self::Out {
        layout.with(layout.domain().append_tree())
    }
}

/// The layout with unit modes `_1:_0` appended up to rank `_n`.
///
/// | | |
/// |---|---|
/// | precondition | `n >= rank(layout)`; a compile error otherwise |
/// | rule | `append(L, _n)(i) = L(i)` for `0 <= i < size(L)`; `rank` is `n` |
/// | difference from CuTe | the rank is a value, not a template argument |
///
/// ```
/// use azulejo_layout::{append, ints::*, layout};
/// assert_eq!(append(layout!((_4, _2):(_1, _4)), _3).to_string(), "(_4,_2,_1):(_1,_4,_0)");
/// ```
#[inline(always)]
pub fn append<L, U: Appends<L, Out = R>, R>(layout: L, rank: U) -> R {
    rank.append_to(layout)
}

/// A rank to which the layout `L` can be padded: a static integer.
#[diagnostic::on_unimplemented(
    message = "`{L}` cannot be padded to the rank `{Self}`",
    note = "`prepend` takes a static rank that is at least that of the layout"
)]
pub trait Prepends<L>: Copy {
    /// The padded layout.
    type Out;
    /// Computes it.
    fn prepend_to(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, U> Prepends<L> for C<U>
where
    L: Domain,
    <L as Domain>::L: PrependTree<U>,
    <<L as Domain>::L as PrependTree<U>>::Out: Native,
{
    type Out = <L as Domain>::With<<<L as Domain>::L as PrependTree<U>>::Out>;
    #[inline(always)]
    fn prepend_to(self, layout: L) -> Self::Out {
        layout.with(layout.domain().prepend_tree())
    }
}

/// The layout with unit modes `_1:_0` prepended up to rank `_n`.
///
/// | | |
/// |---|---|
/// | precondition | `n >= rank(layout)`; a compile error otherwise |
/// | rule | `prepend(L, _n)(i) = L(i)` for every `i`; `rank` is `n` |
/// | difference from CuTe | the rank is a value, not a template argument |
///
/// ```
/// use azulejo_layout::{ints::*, layout, prepend};
/// assert_eq!(prepend(layout!((_4, _2):(_1, _4)), _3).to_string(), "(_1,_4,_2):(_0,_1,_4)");
/// ```
#[inline(always)]
pub fn prepend<L, U: Prepends<L, Out = R>, R>(layout: L, rank: U) -> R {
    rank.prepend_to(layout)
}
