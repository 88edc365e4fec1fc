//! `coalesce_by`: coalescing at the leaves of a profile.

use super::coalesce::CoalesceTree;
use crate::check::rules::build;
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, M, Native, Nil, Tree, empty};

/// The tree `Self` coalesced at the leaves of the profile `P`.
#[diagnostic::on_unimplemented(
    message = "this profile does not fit the layout it coalesces",
    label = "the profile `{P}` meets the modes `{Self}`",
    note = "a profile has at most one entry per mode; an integer says: coalesce here"
)]
pub trait CoalesceBy<P> {
    /// The modes of the result.
    type Out: Copy;
    fn coalesce_by(self, profile: P) -> Self::Out;
}
impl<L, X> CoalesceBy<Lf<X>> for L
where
    L: CoalesceTree,
{
    type Out = <L as CoalesceTree>::Out;
    #[inline(always)]
    fn coalesce_by(self, _: Lf<X>) -> Self::Out {
        self.coalesce_tree()
    }
}
empty!(CoalesceBy<Nil>::coalesce_by(Nil));
impl<H: Copy, T: Copy> CoalesceBy<Nil> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn coalesce_by(self, _: Nil) -> Self {
        self
    }
}
impl<H, T, P, Q> CoalesceBy<Cons<P, Q>> for Cons<H, T>
where
    H: CoalesceBy<P>,
    T: CoalesceBy<Q>,
{
    type Out = Cons<<H as CoalesceBy<P>>::Out, <T as CoalesceBy<Q>>::Out>;
    #[inline(always)]
    fn coalesce_by(self, profile: Cons<P, Q>) -> Self::Out {
        Cons(self.0.coalesce_by(profile.0), self.1.coalesce_by(profile.1))
    }
}
impl<S, D, P> CoalesceBy<Cons<P, Nil>> for M<S, D>
where
    M<S, D>: CoalesceBy<P>,
{
    type Out = Cons<<M<S, D> as CoalesceBy<P>>::Out, Nil>;
    #[inline(always)]
    fn coalesce_by(self, profile: Cons<P, Nil>) -> Self::Out {
        Cons(self.coalesce_by(profile.0), Nil)
    }
}

/// A profile by which the layout `L` can be coalesced.
#[diagnostic::on_unimplemented(
    message = "`{L}` cannot be coalesced by the profile `{Self}`",
    note = "a profile has at most one entry per mode; an integer says: coalesce here"
)]
pub trait Profile<L>: Copy {
    /// The coalesced layout.
    type Out;
    /// Computes it.
    fn coalesce_layout(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, P> Profile<L> for P
where
    L: AnyLayout,
    P: Tree,
    <L as AnyLayout>::L: CoalesceBy<<P as Tree>::L>,
    <<L as AnyLayout>::L as CoalesceBy<<P as Tree>::L>>::Out: Native,
{
    type Out = LayoutOf<<<L as AnyLayout>::L as CoalesceBy<<P as Tree>::L>>::Out>;
    #[inline(always)]
    fn coalesce_layout(self, layout: L) -> Self::Out {
        layout_of(build(|| layout.modes().coalesce_by(self.tree())))
    }
}

/// Coalesces the modes of `layout` at the leaves of `profile` each by itself, so that coordinates congruent to the
/// profile stay valid. Modes that the profile does not cover are kept.
///
/// | | |
/// |---|---|
/// | precondition | the profile is a coarsening of the shape, on a prefix of its modes; a compile error otherwise |
/// | rule | mode by mode `coalesce_by(L, P)(c) = L(c)` for every coordinate `c` congruent to `P`; the rank is kept |
/// | difference from CuTe | CuTe's error has no text |
///
/// ```
/// use azulejo_layout::{coalesce_by, layout, shape};
/// let l = layout!((_2, (_1, _6)):(_1, (_6, _2)));
/// assert_eq!(coalesce_by(l, shape!(_1, _1)).to_string(), "(_2,_6):(_1,_2)");   // not _12:_1
/// ```
#[inline(always)]
pub fn coalesce_by<L, P: Profile<L, Out = R>, R>(layout: L, profile: P) -> R {
    profile.coalesce_layout(layout)
}
