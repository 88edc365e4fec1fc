//! `composition`: one layout after another.
//!
//! Length: the steps of one recursion over types, which are read together.

use super::basis::basis_checked;
use super::checked::{compose_rule, through_checked};
use super::recognize::{Route, Steps};
use super::strip::SizeThrough;
use crate::algebra::coalesce::CoalesceOpen;
use crate::check::rules::{Describe, Rule, Settled, build_from};
use crate::int::{
    Bool, C, CeilDiv, Dyn, Dynamic, IAbs, IDiv, IMin, IMul, Int, N, Nat, No, SignLike, Yes,
};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{
    Cons, Flatten, Lf, Ly, M, Native, Nil, StrideKind, Tree, Underscore, Unwrap, entrywise,
};
use typenum::{B1, U2, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The coalesced modes of a left operand, as composition wants them.
pub trait LeftOperand {
    /// The flat list, function kept past the size.
    type Out: Copy;
    /// Computes it.
    fn left_operand(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> LeftOperand for L
where
    L: Flatten<Nil>,
    <L as Flatten<Nil>>::Out: CoalesceOpen,
{
    type Out = <<L as Flatten<Nil>>::Out as CoalesceOpen>::Out;
    #[inline(always)]
    fn left_operand(self) -> Self::Out {
        self.flatten(Nil).coalesce_open()
    }
}

/// [`LeftOperand`] of modes that are coalesced already: a single one, or a list whose last size is not the static 1.
pub trait CoalescedOperand {
    /// The flat list, function kept past the size.
    type Out: Copy;
    /// Computes it.
    fn coalesced_operand(self) -> Self::Out;
}
impl<S: Int, D: Copy> CoalescedOperand for M<S, D> {
    type Out = Cons<M<<<S as Int>::IsOne as Bool>::Pick<C<U2>, S>, D>, Nil>;
    #[inline(always)]
    fn coalesced_operand(self) -> Self::Out {
        let size = <<S as Int>::IsOne as Bool>::pick(C::NEW, self.0);
        Cons(M(size, self.1), Nil)
    }
}
impl<H: Copy, T: Copy> CoalescedOperand for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn coalesced_operand(self) -> Self {
        self
    }
}

/// A tree of modes pushed through the flat list `A`.
#[diagnostic::on_unimplemented(
    message = "the right operand of this composition cannot be divided by the modes of the left one",
    note = "composition needs integers that divide: static ones, `i32`, `u32`, `i64`, `usize`"
)]
pub trait Through<A> {
    /// The modes of the result.
    type Out: Copy;
    /// Computes it.
    fn through(self, a: A) -> Self::Out;
}
entrywise!(Through::through with one argument);
impl<A, S, D> Through<A> for M<S, D>
where
    D: StrideThrough<S, A>,
{
    type Out = <D as StrideThrough<S, A>>::Out;
    #[inline(always)]
    fn through(self, a: A) -> Self::Out {
        self.1.stride_through(self.0, a)
    }
}

/// A mode `S:Self` pushed through the flat list `A`, by the kind of its stride.
pub trait StrideThrough<S, A> {
    /// The mode or modes of the result.
    type Out: Copy;
    /// Computes it.
    fn stride_through(self, s: S, a: A) -> Self::Out;
}
macro_rules! integer {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> StrideThrough<S, A> for $t
        where
            <$t as Int>::IsZero: UnlessZero<S, $t, A>,
        {
            type Out = <<$t as Int>::IsZero as UnlessZero<S, $t, A>>::Out;
            #[inline(always)]
            fn stride_through(self, s: S, a: A) -> Self::Out {
                <<$t as Int>::IsZero as UnlessZero<S, $t, A>>::unless_zero(s, self, a)
            }
        }
    };
}
integer!({S, A, U: Nat} N<U>);
integer!({S, A} i32);
integer!({S, A} u32);
integer!({S, A} i64);
integer!({S, A} usize);
integer!({S, A, K: Nat, T: Dynamic} Dyn<K, T>);
impl<S: Copy, A> StrideThrough<S, A> for C<UTerm> {
    type Out = M<S, C<UTerm>>;
    #[inline(always)]
    fn stride_through(self, s: S, _: A) -> Self::Out {
        M(s, self)
    }
}
impl<S, A, V, B> StrideThrough<S, A> for C<UInt<V, B>>
where
    S: SizeThrough<UInt<V, B>, A>,
{
    type Out = S::Out;
    #[inline(always)]
    fn stride_through(self, s: S, a: A) -> Self::Out {
        s.size_through(a)
    }
}

/// A static zero stride passes unchanged (`Self = Yes`); any other is walked through `A`.
pub trait UnlessZero<S, D, A> {
    /// The mode or modes of the result.
    type Out: Copy;
    fn unless_zero(s: S, d: D, a: A) -> Self::Out;
}
impl<S: Copy, D: Copy, A> UnlessZero<S, D, A> for Yes {
    type Out = M<S, D>;
    #[inline(always)]
    fn unless_zero(s: S, d: D, _: A) -> Self::Out {
        M(s, d)
    }
}
/// The modes that `S:D` becomes.
type Routed<S, D, A> = <<A as Steps<S, D>>::IsEven as Route<S, D, A>>::Out;
impl<S, D, A> UnlessZero<S, D, A> for No
where
    A: Steps<S, D>,
    <A as Steps<S, D>>::IsEven: Route<S, D, A>,
    Routed<S, D, A>: Unwrap,
{
    type Out = <Routed<S, D, A> as Unwrap>::Out;
    #[inline(always)]
    fn unless_zero(s: S, d: D, a: A) -> Self::Out {
        <<A as Steps<S, D>>::IsEven as Route<S, D, A>>::route(s, d, a).unwrap()
    }
}

/// The modes that `S:D` meets in the flat list `Self`; `Empty` says that none was emitted before.
pub trait Walk<S, D, Empty> {
    /// The list of modes.
    type Out: Copy;
    fn walk(self, s: S, d: D) -> Self::Out;
}
impl<LS, LD, T, S, D, Empty> Walk<S, D, Empty> for Cons<M<LS, LD>, T>
where
    T: WalkTail<LS, LD, S, D, Empty>,
{
    type Out = <T as WalkTail<LS, LD, S, D, Empty>>::Out;
    #[inline(always)]
    fn walk(self, s: S, d: D) -> Self::Out {
        self.1.walk_tail(self.0, s, d)
    }
}
/// A mode of the left operand in front of the tail `Self`: the last one, or not.
pub trait WalkTail<LS, LD, S, D, Empty> {
    /// The list of modes.
    type Out: Copy;
    fn walk_tail(self, mode: M<LS, LD>, s: S, d: D) -> Self::Out;
}
impl<LS, LD, S, D, Empty> WalkTail<LS, LD, S, D, Empty> for Nil
where
    S: Int,
    Empty: Bool,
    <<Empty as Bool>::Not as Bool>::And<<S as Int>::IsOne>: Last<S, D, LD>,
{
    type Out = <<<Empty as Bool>::Not as Bool>::And<<S as Int>::IsOne> as Last<S, D, LD>>::Out;
    #[inline(always)]
    fn walk_tail(self, mode: M<LS, LD>, s: S, d: D) -> Self::Out {
        <<<Empty as Bool>::Not as Bool>::And<<S as Int>::IsOne> as Last<S, D, LD>>::last(
            s, d, mode.1,
        )
    }
}
/// What is left for the last mode: nothing when `Self` says that it is done.
pub trait Last<S, D, LD> {
    /// The list of modes.
    type Out: Copy;
    fn last(s: S, d: D, ld: LD) -> Self::Out;
}
impl<S, D, LD> Last<S, D, LD> for Yes {
    type Out = Nil;
    #[inline(always)]
    fn last(_: S, _: D, _: LD) -> Nil {
        Nil
    }
}
impl<S: Copy, D: IMul<LD>, LD> Last<S, D, LD> for No {
    type Out = Cons<M<S, D::Out>, Nil>;
    #[inline(always)]
    fn last(s: S, d: D, ld: LD) -> Self::Out {
        Cons(M(s, d.mul(ld)), Nil)
    }
}

/// How many steps of stride `D` fit a mode of size `LS`.
type Fit<LS, D> = <LS as CeilDiv<<D as IAbs>::Out>>::Out;
/// The magnitude of the stride past a mode of size `LS`.
type PastMag<LS, D> = <<D as IAbs>::Out as CeilDiv<LS>>::Out;
/// The stride past a mode of size `LS`.
type Past<LS, D> = <D as SignLike<PastMag<LS, D>>>::Out;
/// Whether a mode is passed without emitting anything.
type Skips<S, LS, D> = <<Fit<LS, D> as Int>::IsOne as Bool>::Or<<S as Int>::IsOne>;

impl<LS, LD, I, T, S, D, Empty> WalkTail<LS, LD, S, D, Empty> for Cons<I, T>
where
    S: Int,
    D: IAbs + SignLike<PastMag<LS, D>> + Copy,
    LS: CeilDiv<<D as IAbs>::Out> + Copy,
    <D as IAbs>::Out: CeilDiv<LS>,
    Fit<LS, D>: Int,
    Skips<S, LS, D>: Emit<S, D, Fit<LS, D>, Past<LS, D>, LD, Cons<I, T>, Empty>,
{
    type Out = <Skips<S, LS, D> as Emit<S, D, Fit<LS, D>, Past<LS, D>, LD, Cons<I, T>, Empty>>::Out;
    #[inline(always)]
    fn walk_tail(self, mode: M<LS, LD>, s: S, d: D) -> Self::Out {
        let M(ls, ld) = mode;
        let past = d.sign_like(d.abs().ceil_div(ls));
        <Skips<S, LS, D> as Emit<S, D, Fit<LS, D>, Past<LS, D>, LD, Cons<I, T>, Empty>>::emit(
            s,
            d,
            ls.ceil_div(d.abs()),
            past,
            ld,
            self,
        )
    }
}
/// Emits the part of `S:D` that fits the mode at hand and goes on, or goes on at once when `Self = Yes`.
pub trait Emit<S, D, F, P, LD, T, Empty> {
    /// The list of modes.
    type Out: Copy;
    fn emit(s: S, d: D, fit: F, past: P, ld: LD, t: T) -> Self::Out;
}
impl<S, D, F, P, LD, T, Empty> Emit<S, D, F, P, LD, T, Empty> for Yes
where
    T: Walk<S, P, Empty>,
{
    type Out = <T as Walk<S, P, Empty>>::Out;
    #[inline(always)]
    fn emit(s: S, _: D, _: F, past: P, _: LD, t: T) -> Self::Out {
        t.walk(s, past)
    }
}
/// What is taken of a mode.
type Taken<S, F> = <F as IMin<S>>::Out;
/// What is left of the size for the modes that follow.
type Left<S, F> = <S as IDiv<Taken<S, F>>>::Out;
impl<S, D, F, P, LD, T, Empty> Emit<S, D, F, P, LD, T, Empty> for No
where
    F: IMin<S>,
    S: IDiv<Taken<S, F>> + Copy,
    D: IMul<LD>,
    Left<S, F>: Int,
    <Left<S, F> as Int>::IsOne: Ends<Left<S, F>, P, T>,
{
    type Out = Cons<
        M<Taken<S, F>, <D as IMul<LD>>::Out>,
        <<Left<S, F> as Int>::IsOne as Ends<Left<S, F>, P, T>>::Out,
    >;
    #[inline(always)]
    fn emit(s: S, d: D, fit: F, past: P, ld: LD, t: T) -> Self::Out {
        let new = fit.min(s);
        Cons(
            M(new, d.mul(ld)),
            <<Left<S, F> as Int>::IsOne as Ends<Left<S, F>, P, T>>::go_on(s.div(new), past, t),
        )
    }
}
/// What is left of a mode after a part of it was emitted: nothing when `Self = Yes`.
pub trait Ends<S, D, T> {
    /// The list of modes.
    type Out: Copy;
    fn go_on(s: S, d: D, t: T) -> Self::Out;
}
impl<S, D, T> Ends<S, D, T> for Yes {
    type Out = Nil;
    #[inline(always)]
    fn go_on(_: S, _: D, _: T) -> Nil {
        Nil
    }
}
impl<S, D, T: Walk<S, D, No>> Ends<S, D, T> for No {
    type Out = T::Out;
    #[inline(always)]
    fn go_on(s: S, d: D, t: T) -> T::Out {
        t.walk(s, d)
    }
}

/// A tiler node composed with the modes `A`.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it is composed with",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of tilers with at most one entry per mode of the layout"
)]
pub trait ComposeTree<A> {
    /// The modes of the result.
    type Out: Copy;
    /// What is known of static operands.
    const RULE: Rule;
    /// Computes it.
    fn compose_tree(self, a: A) -> Self::Out;
}
impl<A, B> ComposeTree<A> for Ly<B>
where
    B: StrideKind,
    <B as StrideKind>::IsBasis: ComposeKind<A, B>,
{
    type Out = <<B as StrideKind>::IsBasis as ComposeKind<A, B>>::Out;
    const RULE: Rule = <<B as StrideKind>::IsBasis as ComposeKind<A, B>>::RULE;
    #[inline(always)]
    fn compose_tree(self, a: A) -> Self::Out {
        <<B as StrideKind>::IsBasis as ComposeKind<A, B>>::compose_kind(a, self.0)
    }
}
/// The modes `A` after the modes `B`, whose strides are basis elements (`Self = Yes`) or integers.
pub trait ComposeKind<A, B> {
    /// The modes of the result.
    type Out: Copy;
    /// What is known of static operands.
    const RULE: Rule;
    fn compose_kind(a: A, b: B) -> Self::Out;
}
impl<A, B> ComposeKind<A, B> for No
where
    A: LeftOperand + Describe,
    B: Through<<A as LeftOperand>::Out> + Describe,
    <B as Through<<A as LeftOperand>::Out>>::Out: Describe,
{
    type Out = <B as Through<<A as LeftOperand>::Out>>::Out;
    const RULE: Rule = compose_rule::<A, B>();
    #[inline(always)]
    fn compose_kind(a: A, b: B) -> Self::Out {
        through_checked(a, b)
    }
}
// A basis element picks the mode of `a` that its multiples walk.
impl<A: Describe, B: Through<A> + Describe> ComposeKind<A, B> for Yes
where
    B::Out: Describe,
{
    type Out = B::Out;
    // Each mode is checked where it is made.
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn compose_kind(a: A, b: B) -> B::Out {
        basis_checked(a, b)
    }
}
impl<A, X> ComposeTree<A> for Lf<X>
where
    Ly<M<X, One>>: ComposeTree<A>,
{
    type Out = <Ly<M<X, One>> as ComposeTree<A>>::Out;
    const RULE: Rule = <Ly<M<X, One>> as ComposeTree<A>>::RULE;
    #[inline(always)]
    fn compose_tree(self, a: A) -> Self::Out {
        Ly(M(self.0, C::NEW)).compose_tree(a)
    }
}
impl<A: Copy> ComposeTree<A> for Underscore {
    type Out = A;
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn compose_tree(self, a: A) -> A {
        a
    }
}
impl<A> ComposeTree<A> for Nil {
    type Out = Nil;
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn compose_tree(self, _: A) -> Nil {
        Nil
    }
}
impl<H, T, X, Y> ComposeTree<Cons<H, T>> for Cons<X, Y>
where
    X: ComposeTree<H>,
    Y: ComposeTree<T>,
{
    type Out = Cons<<X as ComposeTree<H>>::Out, <Y as ComposeTree<T>>::Out>;
    const RULE: Rule = <X as ComposeTree<H>>::RULE.and(<Y as ComposeTree<T>>::RULE);
    #[inline(always)]
    fn compose_tree(self, a: Cons<H, T>) -> Self::Out {
        Cons(self.0.compose_tree(a.0), self.1.compose_tree(a.1))
    }
}
impl<S, D, X> ComposeTree<M<S, D>> for Cons<X, Nil>
where
    X: ComposeTree<M<S, D>>,
{
    type Out = Cons<<X as ComposeTree<M<S, D>>>::Out, Nil>;
    const RULE: Rule = <X as ComposeTree<M<S, D>>>::RULE;
    #[inline(always)]
    fn compose_tree(self, a: M<S, D>) -> Self::Out {
        Cons(self.0.compose_tree(a), Nil)
    }
}

/// What can stand to the right of a composition with the layout `A`: a layout, an integer, `_`, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be composed with `{Self}`",
    note = "the right operand is a layout, an integer tile, `_`, or a tuple of these with at most one entry per mode; two swizzles, or two swizzled layouts, compose where one swizzle is both, else in stages: `composition(f, composition(g, layout))`"
)]
pub trait Composes<A>: Copy {
    /// The composition.
    type Out;
    /// Computes it.
    fn compose_with(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B, Modes, Tiler, R> Composes<A> for B
where
    A: AnyLayout<L = Modes>,
    B: Tree<L = Tiler>,
    Modes: Describe,
    Tiler: ComposeTree<Modes, Out = R> + Settled,
    R: Native,
{
    type Out = LayoutOf<R>;
    #[inline(always)]
    fn compose_with(self, a: A) -> Self::Out {
        layout_of(build_from::<Modes, Tiler, _>(
            || const { <Tiler as ComposeTree<Modes>>::RULE.hold() },
            || self.tree().compose_tree(a.modes()),
        ))
    }
}

/// `a` after `b`: the layout with the profile of `b` that sends `c` to `a(b(c))`; by mode when `b` is a tuple.
///
/// By a layout: each leaf of `b` becomes one leaf or a tuple of leaves. By an integer `n`: by `n:_1`. By `_`: the mode
/// as it is. By a tuple: mode by mode; modes of `a` beyond the last entry are dropped.
///
/// | | |
/// |---|---|
/// | precondition | a layout compatible with `b` represents `c -> a(b(c))`: the rule below |
/// | rule | `R(c) = a(b(c))` for every `c` below `size(b)`; `size(R) = size(b)`; the profile of `R` refines that of `b` |
/// | difference from CuTe | CuTe asks each mode of `b` to divide the sizes of `a`. That test lets wrong results through (of a set of 700 hard pairs, 62), which are rejected here with a counterexample, and rejects right ones (75 of 349), which are given here |
///
/// # The rule
/// Let `a` be canonical (coalesced, its last mode unbounded) with sizes `S_k` and strides `D_k`, and let `b` have the
/// modes `s_j:d_j`. The composition is a layout compatible with `b` exactly when
///
/// 1. *the parts add up*: `a(Σ c_j d_j) = Σ a(c_j d_j)` for all coordinates `c`, and
/// 2. *each part is a layout*: `f_j(c) = a(c d_j)`, `0 <= c < s_j`, is one by itself.
///
/// # Proof
/// *Necessary.* A layout compatible with `b` is a sum of one function per mode of `b`. With all other coordinates zero it
/// shows that these functions are the `f_j`. So they are layouts, and their sum is `a(b(c))`.
/// *Sufficient.* Put the layouts of the `f_j` in the place of the modes of `b`.
///
/// *Test of 1.* Write an index in the digits of `S_0, S_1, …`; `a` is linear in the digits. Let `m_jk` be the largest
/// digit `k` of `c d_j`. If `Σ_j m_jk < S_k` for every `k` but the last, no addition carries and `a` distributes over the
/// sum. If a digit overflows, one carry moves the sum by `D_(k+1) - S_k D_k`, which is not zero for a canonical `a`;
/// several carries may cancel, which is settled by looking at each element.
///
/// *Test of 2.* Let `n` be the first `c` with `f(c) != c f(1)`: the canonical layout of `f` starts with the mode `n:f(1)`.
/// So `n` divides `s`, `f(q n + r) = f(q n) + f(r)` for `r < n` (test 1 for the modes `n:d` and `s/n : n d`), and
/// `q -> f(q n)` is a layout: the same question, smaller.
///
/// # What the types compute
/// A mode `s:d` of `b` walks the modes of `a` by CuTe's steps: mode `k` is passed when `ceil(S_k/|d|) = 1`, otherwise it
/// emits `min(ceil(S_k/|d|), s) : d D_k`; what is left of `s` goes on with the stride `ceil(|d|/S_k)`, and the last mode
/// takes the rest. Where a static division among these leaves a remainder, the layout of test 2 is built instead, in types
/// too: `n` is the least `ceil(S_k / digit_k(d))`. Either way [`check::compose`](crate::check::compose) decides whether
/// the result is right, leaf by leaf: for static operands when the program is built ([`composition!`](crate::composition!)
/// tells `cargo check`, too), for dynamic ones on their values, on the host, unless their static leaves settle it.
///
/// Of the 700 hard pairs (`tests/corpus/composition_exact.jsonl`, 349 of them representable) the types accept 349, all
/// right, and reject 351; `tests/corpus_exact.rs` holds them to it. What types reject although a layout exists: a mode
/// whose carries cancel (none in that set), and dynamic sizes or strides of `b` that do not divide, since the steps fix
/// the structure before the values are known. [`DynLayout`](crate::value::DynLayout) accepts these as well, and
/// [`compose_lazy`](crate::compose_lazy) gives every composition as a function.
///
/// # Panics
/// Never for static operands (those do not compile); for dynamic ones when the composition is no layout. The message
/// quotes both operands, the smallest coordinate at which the rule breaks, and a suggestion.
///
/// ```
/// use azulejo_layout::{composition, layout, tile};
/// // a:        0 8 16 24 32 40 2 10 18 26 34 42
/// // b:        0 3 6 9 1 4 7 10 2 5 8 11
/// // a o b:    0 24 2 26 8 32 10 34 16 40 18 42
/// let (a, b) = (layout!((_6, _2):(_8, _2)), layout!((_4, _3):(_3, _1)));
/// let r = composition(a, b);
/// assert_eq!(r.to_string(), "((_2,_2),_3):((_24,_2),_8)");
/// assert!((0..12).all(|c| r.at(c) == a.at(b.at(c))));
/// let n = 100;
/// assert_eq!(composition(layout!((_8, _16):(n, _1)), tile!(_4, _2:_8)).to_string(), "(_4,_2):(100,_8)");
/// // CuTe returns a wrong layout for the first and rejects the second.
/// assert_eq!(composition(layout!((_8, _8):(_8, _1)), layout!(_6:_3)).to_string(), "(_3,_2):(_24,_9)");
/// assert_eq!(composition(layout!((_4, _6):(_1, _100)), layout!(_2:_6)).to_string(), "_2:_102");
/// ```
///
/// ```compile_fail
/// use azulejo_layout::{composition, layout};
/// // R = _3:_9 has R(2) = 18, but A(B(2)) = 21
/// composition(layout!((_4, _2, _8):(_3, _15, _97)), layout!(_3:_3));
/// ```
#[inline(always)]
pub fn composition<A, B: Composes<A, Out = R>, R>(a: A, b: B) -> R {
    b.compose_with(a)
}

impl<S, D> Layout<S, D> {
    /// See [`composition()`].
    #[inline(always)]
    pub fn compose<B: Composes<Self, Out = R>, R>(self, b: B) -> R {
        b.compose_with(self)
    }
}
