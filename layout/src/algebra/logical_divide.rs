//! `logical_divide`: a layout cut into a tile and the rest.

use super::coalesce::CoalesceTree;
use super::complement::ComplementTree;
use super::composition::{ByStep, LeftOperand, Through, divide_rule, divided_through};
use crate::check::rules::{Describe, Rule, Settled, build, build_from, checked, wholly};
use crate::int::{Bool, C, CeilDiv, IMul, Int, No, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Tree, Underscore, entrywise};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// The sizes of a tree of modes.
pub trait Sizes {
    /// The tree of sizes.
    type Out: Copy;
    fn sizes(self) -> Self::Out;
}
entrywise!(Sizes::sizes);
impl<S: Copy, D> Sizes for M<S, D> {
    type Out = Lf<S>;
    #[inline(always)]
    fn sizes(self) -> Lf<S> {
        Lf(self.0)
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
    const RULE: Rule;
    /// Computes it.
    fn divide_tree(self, a: A) -> Self::Out;
}

/// The sizes that a tiler of the modes `Self` must cover: those of the coalesced modes.
///
/// They are those of composition's left operand, which is needed anyway, unless the last mode is a static 1.
pub trait CoverSizes {
    /// The tree of sizes.
    type Out: Copy;
    fn cover_sizes(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A> CoverSizes for A
where
    A: LastIsOne,
    <A as LastIsOne>::Out: SizesOf<A>,
{
    type Out = <<A as LastIsOne>::Out as SizesOf<A>>::Out;
    #[inline(always)]
    fn cover_sizes(self) -> Self::Out {
        <<A as LastIsOne>::Out as SizesOf<A>>::sizes_of(self)
    }
}
/// Whether the last mode may have the static size 1.
pub trait LastIsOne {
    /// `No` when it has not.
    type Out: Bool;
}
impl LastIsOne for Nil {
    type Out = Yes;
}
impl<S: Int, D> LastIsOne for M<S, D> {
    type Out = <S as Int>::IsOne;
}
impl<H, T: LastAfter<H>> LastIsOne for Cons<H, T> {
    type Out = <T as LastAfter<H>>::Out;
}
/// [`LastIsOne`] of the node `H` in front of the tail `Self`.
pub trait LastAfter<H> {
    /// `No` when it has not.
    type Out: Bool;
}
impl<H: LastIsOne> LastAfter<H> for Nil {
    type Out = <H as LastIsOne>::Out;
}
impl<H, I, T> LastAfter<H> for Cons<I, T>
where
    Cons<I, T>: LastIsOne,
{
    type Out = <Cons<I, T> as LastIsOne>::Out;
}
/// [`CoverSizes`] of the modes `A`, whose last size may be the static 1 when `Self = Yes`.
pub trait SizesOf<A> {
    /// The tree of sizes.
    type Out: Copy;
    fn sizes_of(a: A) -> Self::Out;
}
impl<A> SizesOf<A> for Yes
where
    A: CoalesceTree,
    <A as CoalesceTree>::Out: Sizes,
{
    type Out = <<A as CoalesceTree>::Out as Sizes>::Out;
    #[inline(always)]
    fn sizes_of(a: A) -> Self::Out {
        a.coalesce_tree().sizes()
    }
}
impl<A> SizesOf<A> for No
where
    A: LeftOperand,
    <A as LeftOperand>::Out: Sizes,
{
    type Out = <<A as LeftOperand>::Out as Sizes>::Out;
    #[inline(always)]
    fn sizes_of(a: A) -> Self::Out {
        a.left_operand().sizes()
    }
}

/// The complement of the tiler `B` in the layout `A`.
type RestOf<A, B> = <B as ComplementTree<<A as CoverSizes>::Out>>::Out;
/// The tiler `B` and its complement in the layout `A`.
type Whole<A, B> = Cons<B, Cons<RestOf<A, B>, Nil>>;
/// The modes `B` seen through the layout `A`.
type Seen<A, B> = <B as Through<ByStep<<A as LeftOperand>::Out>>>::Out;
impl<A, B> DivideTree<A> for Ly<B>
where
    A: LeftOperand + CoverSizes + Describe,
    B: ComplementTree<<A as CoverSizes>::Out> + Describe,
    RestOf<A, B>: Describe,
    Whole<A, B>: Through<ByStep<<A as LeftOperand>::Out>>,
    Seen<A, Whole<A, B>>: Describe,
{
    type Out = Seen<A, Whole<A, B>>;
    const RULE: Rule = divide_rule::<A, Whole<A, B>>();
    #[inline(always)]
    fn divide_tree(self, a: A) -> Self::Out {
        let rest = build(|| self.0.complement_tree(a.cover_sizes()));
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
    const RULE: Rule = Rule::HOLDS;
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
    const RULE: Rule = <Ly<M<X, Unit<X>>> as DivideTree<Cons<H, T>>>::RULE;
    #[inline(always)]
    fn divide_tree(self, a: Cons<H, T>) -> Self::Out {
        Ly(M(self.0, <<X as Int>::IsOne as Bool>::pick(C::NEW, C::NEW))).divide_tree(a)
    }
}
impl<A: Copy> DivideTree<A> for Underscore {
    type Out = A;
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn divide_tree(self, a: A) -> A {
        a
    }
}
impl DivideTree<Nil> for Nil {
    type Out = Nil;
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn divide_tree(self, _: Nil) -> Nil {
        Nil
    }
}
impl<H: Copy, T: Copy> DivideTree<Cons<H, T>> for Nil {
    type Out = Cons<H, T>;
    const RULE: Rule = Rule::HOLDS;
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
    const RULE: Rule = <X as DivideTree<H>>::RULE.and(<Y as DivideTree<T>>::RULE);
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
    const RULE: Rule = <X as DivideTree<M<S, D>>>::RULE;
    #[inline(always)]
    fn divide_tree(self, a: M<S, D>) -> Self::Out {
        Cons(self.0.divide_tree(a), Nil)
    }
}

/// What types alone say of the divide `call`: whether values are needed to tell that tiles are whole.
#[track_caller]
const fn divide_known<A: Describe, B: DivideTree<A> + Settled>(whole: bool, call: &str) -> bool {
    checked::<A, B>(whole, call, B::RULE)
}

/// What can divide the layout `A`: a layout, an integer, `_`, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be divided by `{Self}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of these with at most one entry per mode of the layout"
)]
pub trait Divides<A>: Copy {
    /// The divided layout.
    type Out;
    /// Computes it; with `WHOLE`, a tile that hangs over or leaves elements out is rejected.
    fn logical_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out;
    /// Computes it, tiles being whole.
    #[inline(always)]
    fn logical_divide_of(self, a: A) -> Self::Out {
        self.logical_divide_by::<true>(a)
    }
    /// Computes it, the last tiles hanging over if they must.
    #[inline(always)]
    fn logical_divide_ceil_of(self, a: A) -> Self::Out {
        self.logical_divide_by::<false>(a)
    }
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
    fn logical_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out {
        let open = const { divide_known::<A::L, B::L>(WHOLE, "logical_divide") };
        let divided = build_from::<<A as AnyLayout>::L, <B as Tree>::L, _>(
            || (),
            || self.tree().divide_tree(a.modes()),
        );
        let operands = (a.modes(), self.tree());
        layout_of(wholly("logical_divide", open, operands, divided))
    }
}

/// `layout` cut by `tiler` into `(tile, rest)`; by mode when the tiler is a tuple.
///
/// By a layout `B`: `A o (B, B*)` with `B* = complement(B, shape(coalesce(A)))`. By an integer `n`: by `n:_1`. By `_`: the
/// mode as it is. By a tuple: mode by mode, and modes beyond the last entry stay.
///
/// | | |
/// |---|---|
/// | precondition | the tiler has a complement ([`complement`](crate::complement)) and composes with the layout ([`composition`](crate::composition())); its tiles are whole: no holes (a chain: each stride a multiple of the extent below it, strides of 0 repeating elements), and a period that divides the layout |
/// | rule | mode 0 is `A o B`, mode 1 is `A o B*`; the result holds each element once, or equally often where `B` has strides of 0 |
/// | error | when it is compiled where the leaves are static or a fact ([`Dyn`](crate::Dyn)) tells, a panic with the values where not: both operands, the mode, the equation, the first place past the end, a suggestion |
/// | difference from CuTe | compositions that would be wrong are rejected, and so are tiles that hang over |
///
/// # Tiles that do not divide
/// Write [`logical_divide_ceil`](crate::logical_divide_ceil) (and `zipped_`, `tiled_`, `flat_divide_ceil`): it gives CuTe's
/// layout with the predicate that tells which places are elements. 24 elements in tiles of 7 are 28 places; CuTe gives them by
/// the plain name and its caller has to know. Here a plain divide rejects such a tile, so that the caller may
/// visit all of it.
///
/// With a dynamic size the question is settled when the value is there, on the host; device code trusts what the host has
/// checked. A size that is known to be a multiple of the tile ([`multiple_of`](crate::multiple_of)) needs no check at all. Kernels
/// take the tiles of ragged shapes by `local_tile`, which hangs over as in CuTe: the same `local_tile` of an identity tensor is
/// its predicate.
///
/// A tile with holes whose copies do not fill them is rejected as well, since elements would be in no tile: `(_2,_2):(_1,_3)`
/// covers 0, 1, 3 and 4, and no copy of it holds 2.
///
/// ```
/// use azulejo_layout::{layout, logical_divide, logical_divide_ceil, tile};
/// // A: 0 2 4 6 1 3 5 7 8 10 …    every second element, by fours: 0 4 1 5 | 2 6 3 7 | 8 12 9 13 | …
/// let d = logical_divide(layout!((_4, _2, _3):(_2, _1, _8)), layout!(_4:_2));
/// assert_eq!(d.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// let (m, n) = (384, 192);
/// let d = logical_divide(layout!((m, n):(_1, m)), tile!(_128, _64));
/// assert_eq!(d.to_string(), "((_128,3),(_64,3)):((_1,_128),(384,24576))");
/// let ragged = logical_divide_ceil(layout!((300, 192):(_1, 300)), tile!(_128, _64));
/// assert_eq!(ragged.layout.to_string(), "((_128,3),(_64,3)):((_1,_128),(300,19200))");
/// assert!(ragged.is_real(((43, 2), (0, 0))) && !ragged.is_real(((44, 2), (0, 0))));
/// ```
/// ```should_panic
/// use azulejo_layout::{layout, logical_divide, tile};
/// let n = 300;
/// logical_divide(layout!((n, 192):(_1, 300)), tile!(_128, _64));
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
