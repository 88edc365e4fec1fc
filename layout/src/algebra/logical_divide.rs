//! `logical_divide`: a layout cut into a tile and the rest.

use super::coalesce::CoalesceTree;
use super::complement::ComplementTree;
use super::composition::{LeftOperand, Through};
use super::recognise::ByStep;
use crate::int::{Bool, C, CeilDiv, IMul, Int};
use crate::law::{Describe, Law, Settled, build, build_from, divide_law, divided_through};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Tree, Under};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// The sizes of a tree of modes.
pub trait Sizes {
    /// The tree of sizes.
    type Out: Copy;
    /// Computes it.
    fn sizes(self) -> Self::Out;
}
impl Sizes for Nil {
    type Out = Nil;
    #[inline(always)]
    fn sizes(self) -> Nil {
        Nil
    }
}
impl<S: Copy, D> Sizes for M<S, D> {
    type Out = Lf<S>;
    #[inline(always)]
    fn sizes(self) -> Lf<S> {
        Lf(self.0)
    }
}
impl<H: Sizes, T: Sizes> Sizes for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
    #[inline(always)]
    fn sizes(self) -> Self::Out {
        Cons(self.0.sizes(), self.1.sizes())
    }
}

/// A tiler node divided into the modes `A`.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it divides",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of tilers with at most one entry per mode of the layout"
)]
pub trait DivideTree<A> {
    /// The modes of the result.
    type Out: Copy;
    /// What is known of static operands.
    const LAW: Law;
    /// Computes it.
    fn divide_tree(self, a: A) -> Self::Out;
}

/// The coalesced sizes that a tiler must cover.
type CoverSizes<A> = <<A as CoalesceTree>::Out as Sizes>::Out;
/// The complement of the tiler `B` in the layout `A`.
type RestOf<A, B> = <B as ComplementTree<CoverSizes<A>>>::Out;
/// The tiler `B` and its complement in the layout `A`.
type Whole<A, B> = Cons<B, Cons<RestOf<A, B>, Nil>>;
/// The modes `B` seen through the layout `A`.
type Seen<A, B> = <B as Through<ByStep<<A as LeftOperand>::Out>>>::Out;
impl<A, B> DivideTree<A> for Ly<B>
where
    A: LeftOperand + CoalesceTree + Describe,
    <A as CoalesceTree>::Out: Sizes,
    B: ComplementTree<CoverSizes<A>> + Copy,
    RestOf<A, B>: Describe,
    Whole<A, B>: Through<ByStep<<A as LeftOperand>::Out>> + Describe,
    Seen<A, Whole<A, B>>: Describe,
{
    type Out = Seen<A, Whole<A, B>>;
    const LAW: Law = divide_law::<A, Whole<A, B>>();
    #[inline(always)]
    fn divide_tree(self, a: A) -> Self::Out {
        let rest = build(|| self.0.complement_tree(a.coalesce_tree().sizes()));
        divided_through(a, Cons(self.0, Cons(rest, Nil)))
    }
}

/// The stride of a tile of `X` neighbours: `_1`, or `_0` for a single one.
type Unit<X> = <<X as Int>::IsOne as Bool>::Pick<Zero, One>;
/// The number of tiles of `X` in `S`.
type Count<S, X> = <S as CeilDiv<X>>::Out;
// A single mode by an integer needs no composition: (x, ceil(s/x)):(d, x d).
impl<S, D, X> DivideTree<M<S, D>> for Lf<X>
where
    X: Int + IMul<D>,
    D: Copy,
    S: CeilDiv<X>,
    <S as CeilDiv<X>>::Out: Int,
{
    type Out = Cons<
        M<X, <<X as Int>::IsOne as Bool>::Pick<Zero, D>>,
        Cons<
            M<Count<S, X>, <<Count<S, X> as Int>::IsOne as Bool>::Pick<Zero, <X as IMul<D>>::Out>>,
            Nil,
        >,
    >;
    const LAW: Law = Law::HOLDS;
    #[inline(always)]
    fn divide_tree(self, a: M<S, D>) -> Self::Out {
        let (x, M(s, d)) = (self.0, a);
        let rest = <<Count<S, X> as Int>::IsOne as Bool>::pick(C::NEW, x.mul(d));
        Cons(
            M(x, <<X as Int>::IsOne as Bool>::pick(C::NEW, d)),
            Cons(M(s.ceil_div(x), rest), Nil),
        )
    }
}
impl<H, T, X> DivideTree<Cons<H, T>> for Lf<X>
where
    X: Int,
    Ly<M<X, Unit<X>>>: DivideTree<Cons<H, T>>,
{
    type Out = <Ly<M<X, Unit<X>>> as DivideTree<Cons<H, T>>>::Out;
    const LAW: Law = <Ly<M<X, Unit<X>>> as DivideTree<Cons<H, T>>>::LAW;
    #[inline(always)]
    fn divide_tree(self, a: Cons<H, T>) -> Self::Out {
        Ly(M(self.0, <<X as Int>::IsOne as Bool>::pick(C::NEW, C::NEW))).divide_tree(a)
    }
}
impl<A: Copy> DivideTree<A> for Under {
    type Out = A;
    const LAW: Law = Law::HOLDS;
    #[inline(always)]
    fn divide_tree(self, a: A) -> A {
        a
    }
}
impl DivideTree<Nil> for Nil {
    type Out = Nil;
    const LAW: Law = Law::HOLDS;
    #[inline(always)]
    fn divide_tree(self, _: Nil) -> Nil {
        Nil
    }
}
impl<H: Copy, T: Copy> DivideTree<Cons<H, T>> for Nil {
    type Out = Cons<H, T>;
    const LAW: Law = Law::HOLDS;
    #[inline(always)]
    fn divide_tree(self, a: Cons<H, T>) -> Self::Out {
        a
    }
}
impl<H, T, X, Y> DivideTree<Cons<H, T>> for Cons<X, Y>
where
    X: DivideTree<H>,
    Y: DivideTree<T>,
{
    type Out = Cons<<X as DivideTree<H>>::Out, <Y as DivideTree<T>>::Out>;
    const LAW: Law = <X as DivideTree<H>>::LAW.and(<Y as DivideTree<T>>::LAW);
    #[inline(always)]
    fn divide_tree(self, a: Cons<H, T>) -> Self::Out {
        Cons(self.0.divide_tree(a.0), self.1.divide_tree(a.1))
    }
}
impl<S, D, X> DivideTree<M<S, D>> for Cons<X, Nil>
where
    X: DivideTree<M<S, D>>,
{
    type Out = Cons<<X as DivideTree<M<S, D>>>::Out, Nil>;
    const LAW: Law = <X as DivideTree<M<S, D>>>::LAW;
    #[inline(always)]
    fn divide_tree(self, a: M<S, D>) -> Self::Out {
        Cons(self.0.divide_tree(a), Nil)
    }
}

/// What can divide the layout `A`: a layout, an integer, `_`, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be divided by `{Self}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of these with at most one entry per mode of the layout"
)]
pub trait Divides<A>: Copy {
    /// The divided layout.
    type Out;
    /// Computes it.
    fn logical_divide_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B> Divides<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: DivideTree<<A as AnyLayout>::L> + Settled,
    <<B as Tree>::L as DivideTree<<A as AnyLayout>::L>>::Out: Native,
{
    type Out = LayoutOf<<<B as Tree>::L as DivideTree<<A as AnyLayout>::L>>::Out>;
    #[inline(always)]
    fn logical_divide_of(self, a: A) -> Self::Out {
        layout_of(build_from::<<A as AnyLayout>::L, <B as Tree>::L, _>(
            || const { <<B as Tree>::L as DivideTree<<A as AnyLayout>::L>>::LAW.hold() },
            || self.tree().divide_tree(a.modes()),
        ))
    }
}

/// `layout` cut by `tiler` into `(tile, rest)`; by mode when the tiler is a tuple.
///
/// By a layout `B`: `A o (B, B*)` with `B* = complement(B, shape(coalesce(A)))`. By an integer `n`: by `n:_1`. By `_`: the
/// mode as it is. By a tuple: mode by mode, and modes beyond the last entry stay.
///
/// | | |
/// |---|---|
/// | precondition | the tiler has a complement ([`complement`](crate::complement)) and composes with the layout ([`composition`](crate::composition())), in which a mode may be padded if the tiler has no holes |
/// | law | mode 0 is `A o B`, mode 1 is `A o B*`; when `B` is injective and its last extent divides `size(A)`, the result holds each element once |
/// | difference from CuTe | compositions that would be wrong are refused |
///
/// A tile that does not divide hangs over, as in CuTe: the mode in which it ends is padded, and the caller predicates
/// ([`logical_divide_ceil`](crate::logical_divide_ceil) asks for that by name and gives the predicate). Only a tile without holes
/// hangs over inside a mode: `(_2,_2):(_1,_3)` covers 0, 1, 3 and 4 of every 6, so that no padding of a mode of 8 gives each
/// element to one tile, and is refused there.
///
/// ```
/// use azulejo_layout::{layout, logical_divide, tile};
/// // A: 0 2 4 6 1 3 5 7 8 10 …    every second element, by fours: 0 4 1 5 | 2 6 3 7 | 8 12 9 13 | …
/// let d = logical_divide(layout!((_4, _2, _3):(_2, _1, _8)), layout!(_4:_2));
/// assert_eq!(d.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// let (m, n) = (300, 200);
/// let d = logical_divide(layout!((m, n):(_1, m)), tile!(_128, _64));
/// assert_eq!(d.to_string(), "((_128,3),(_64,4)):((_1,_128),(300,19200))");
/// ```
#[inline(always)]
pub fn logical_divide<A, B: Divides<A, Out = R>, R>(layout: A, tiler: B) -> R {
    tiler.logical_divide_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`logical_divide`].
    #[inline(always)]
    pub fn logical_divide<B: Divides<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.logical_divide_of(self)
    }
}
