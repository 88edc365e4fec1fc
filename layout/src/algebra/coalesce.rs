//! `coalesce`: the same function with as few modes as can be proved statically.

use crate::check::rules::build;
use crate::int::{Bool, C, IMul, Int, Leaf, No, StaticEq, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Flatten, M, Native, Nil, Unwrap, empty};
use typenum::U2;

/// Coalesces a flat list of modes, right to left; the empty list stands for `_1:_0`.
pub trait CoalesceList {
    /// The result.
    type Out: Copy;
    fn coalesce_list(self) -> Self::Out;
}
empty!(CoalesceList::coalesce_list());
impl<S, D, T> CoalesceList for Cons<M<S, D>, T>
where
    S: Int,
    T: CoalesceList,
    <S as Int>::IsOne: Step<S, D, <T as CoalesceList>::Out>,
{
    type Out = <<S as Int>::IsOne as Step<S, D, <T as CoalesceList>::Out>>::Out;
    #[inline(always)]
    fn coalesce_list(self) -> Self::Out {
        let Cons(M(s, d), t) = self;
        <<S as Int>::IsOne as Step<S, D, <T as CoalesceList>::Out>>::step(s, d, t.coalesce_list())
    }
}

/// As [`CoalesceList`], but the function is kept past the size too: a last mode `_1:d` stands as `_2:d`.
pub trait CoalesceOpen {
    /// The result, never empty.
    type Out: Copy;
    fn coalesce_open(self) -> Self::Out;
}
impl<S, D, T> CoalesceOpen for Cons<M<S, D>, T>
where
    T: OpenTail<S, D>,
{
    type Out = <T as OpenTail<S, D>>::Out;
    #[inline(always)]
    fn coalesce_open(self) -> Self::Out {
        self.1.open_tail(self.0.0, self.0.1)
    }
}
/// A mode in front of the tail `Self`: the last one, or not.
pub trait OpenTail<S, D> {
    /// The result, never empty.
    type Out: Copy;
    fn open_tail(self, s: S, d: D) -> Self::Out;
}
impl<S, D> OpenTail<S, D> for Nil
where
    S: Int,
    D: Copy,
{
    type Out = Cons<M<<<S as Int>::IsOne as Bool>::Pick<C<U2>, S>, D>, Nil>;
    #[inline(always)]
    fn open_tail(self, s: S, d: D) -> Self::Out {
        Cons(M(<<S as Int>::IsOne as Bool>::pick(C::NEW, s), d), Nil)
    }
}
impl<S, D, I, T> OpenTail<S, D> for Cons<I, T>
where
    S: Int,
    Cons<I, T>: CoalesceOpen,
    <S as Int>::IsOne: Step<S, D, <Cons<I, T> as CoalesceOpen>::Out>,
{
    type Out = <<S as Int>::IsOne as Step<S, D, <Cons<I, T> as CoalesceOpen>::Out>>::Out;
    #[inline(always)]
    fn open_tail(self, s: S, d: D) -> Self::Out {
        <<S as Int>::IsOne as Step<S, D, <Cons<I, T> as CoalesceOpen>::Out>>::step(
            s,
            d,
            self.coalesce_open(),
        )
    }
}

/// One mode in front of the coalesced rest `R`; `Self` says whether its size is the static 1.
pub trait Step<S, D, R> {
    /// The result.
    type Out: Copy;
    fn step(s: S, d: D, r: R) -> Self::Out;
}
impl<S, D, R: Copy> Step<S, D, R> for Yes {
    type Out = R;
    #[inline(always)]
    fn step(_: S, _: D, r: R) -> R {
        r
    }
}
impl<S: Copy, D: Copy> Step<S, D, Nil> for No {
    type Out = Cons<M<S, D>, Nil>;
    #[inline(always)]
    fn step(s: S, d: D, r: Nil) -> Self::Out {
        Cons(M(s, d), r)
    }
}
/// Whether `S:D` runs on into `S2:D2`, provably.
type Runs<S, D, S2, D2> =
    <<S2 as Leaf>::IsStatic as Bool>::And<<<S as IMul<D>>::Out as StaticEq<D2>>::Out>;
impl<S, D, S2, D2, T> Step<S, D, Cons<M<S2, D2>, T>> for No
where
    S2: Leaf,
    S: IMul<D>,
    <S as IMul<D>>::Out: StaticEq<D2>,
    Runs<S, D, S2, D2>: Merge<S, D, S2, D2, T>,
{
    type Out = <Runs<S, D, S2, D2> as Merge<S, D, S2, D2, T>>::Out;
    #[inline(always)]
    fn step(s: S, d: D, r: Cons<M<S2, D2>, T>) -> Self::Out {
        <Runs<S, D, S2, D2> as Merge<S, D, S2, D2, T>>::merge(s, d, r)
    }
}

/// Merges a mode with the next one, or not, as `Self` says.
pub trait Merge<S, D, S2, D2, T> {
    /// The result.
    type Out: Copy;
    fn merge(s: S, d: D, r: Cons<M<S2, D2>, T>) -> Self::Out;
}
impl<S: IMul<S2>, D: Copy, S2, D2, T: Copy> Merge<S, D, S2, D2, T> for Yes {
    type Out = Cons<M<S::Out, D>, T>;
    #[inline(always)]
    fn merge(s: S, d: D, r: Cons<M<S2, D2>, T>) -> Self::Out {
        Cons(M(s.mul(r.0.0), d), r.1)
    }
}
impl<S: Copy, D: Copy, S2: Copy, D2: Copy, T: Copy> Merge<S, D, S2, D2, T> for No {
    type Out = Cons<M<S, D>, Cons<M<S2, D2>, T>>;
    #[inline(always)]
    fn merge(s: S, d: D, r: Cons<M<S2, D2>, T>) -> Self::Out {
        Cons(M(s, d), r)
    }
}

/// Flattens, coalesces and unwraps a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this layout cannot be coalesced",
    note = "`coalesce` needs integer sizes and strides that multiply: static ones, `i32`, `u32`, `i64`, `usize`"
)]
pub trait CoalesceTree {
    /// The modes of the result.
    type Out: Copy;
    fn coalesce_tree(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> CoalesceTree for L
where
    L: Flatten<Nil>,
    <L as Flatten<Nil>>::Out: CoalesceList,
    <<L as Flatten<Nil>>::Out as CoalesceList>::Out: Unwrap,
{
    type Out = <<<L as Flatten<Nil>>::Out as CoalesceList>::Out as Unwrap>::Out;
    #[inline(always)]
    fn coalesce_tree(self) -> Self::Out {
        self.flatten(Nil).coalesce_list().unwrap()
    }
}

/// Layouts that [`coalesce`] accepts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be coalesced",
    note = "`coalesce` takes a layout of integer or basis strides"
)]
pub trait Coalesce {
    /// The coalesced layout.
    type Out;
    /// Computes it.
    fn coalesce(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> Coalesce for L
where
    L: AnyLayout,
    <L as AnyLayout>::L: CoalesceTree,
    <<L as AnyLayout>::L as CoalesceTree>::Out: Native,
{
    type Out = LayoutOf<<<L as AnyLayout>::L as CoalesceTree>::Out>;
    #[inline(always)]
    fn coalesce(self) -> Self::Out {
        layout_of(build(|| self.modes().coalesce_tree()))
    }
}

/// The same function with as few modes as can be proved: static size-1 modes vanish and neighbours
/// `(s0,s1):(d,s0*d)` merge.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | `coalesce(L)(i) = L(i)` for `0 <= i < size(L)`; `size` is kept, `depth <= 1`; for static layouts the result is the canonical form: two layouts of equal size are the same function exactly when they coalesce to the same layout |
/// | difference from CuTe | none |
///
/// A dynamic size-1 mode is never removed, and modes merge only when the compiler can see that they run on.
///
/// ```
/// use azulejo_layout::{coalesce, layout};
/// let n = 6;
/// //                               i: 0 1 2 3 … both are the table 0, 1, 2, …, 11
/// assert_eq!(coalesce(layout!((_2, (_1, _6)):(_1, (_6, _2)))).to_string(), "_12:_1");
/// assert_eq!(coalesce(layout!((_2, n):(_1, _2))).to_string(), "(_2,6):(_1,_2)");
/// assert_eq!(coalesce(layout!((_1, _1):(_3, n))).to_string(), "_1:_0");
/// ```
#[inline(always)]
pub fn coalesce<L: Coalesce<Out = R>, R>(layout: L) -> R {
    layout.coalesce()
}

impl<S, D> Layout<S, D> {
    /// See [`coalesce`].
    #[inline(always)]
    pub fn coalesce(self) -> <Self as Coalesce>::Out
    where
        Self: Coalesce,
    {
        <Self as Coalesce>::coalesce(self)
    }
}
