//! A layout or a swizzled layout after a swizzled layout.
//!
//! In `f o p o A` after `g o o o L`, let `A` be made of bits, and let it send the bits of `g` to those of another swizzle
//! `h`, each pair as far apart as the next. Then `A(g(x)) = h(A(x))` for every `x` in the domain of `A`, because both sides
//! are linear over xor and agree on each bit. Where the offsets share no bit with what is added to them, the whole is
//! `f o h o p + A(o) o (A o L)`, and one swizzled layout where `f o h` is one swizzle.

use super::bits::{NatAnd, NatOr};
use super::composed::ComposedLayout;
use super::inverse::{Image, MovesTo, Transfer};
use super::merge::{Fuses, Merges};
use super::object::SwizzleMasks;
use super::reach::{KnownOffset, OffsetBits, Reach};
use crate::algebra::Composes;
use crate::int::{Bool, C, Dyn, IAdd, KnownLess, N, Nat, No, Yes, for_dynamic};
use crate::layout::{AnyLayout, CrdIdx, Extent, Layout};
use crate::tree::{Cons, Lf, M, Nil, Size};
use typenum::UTerm;

/// Whether no stride of a tree of modes is negative or dynamic.
pub trait Forward {
    /// The answer.
    type Out: Bool;
}
impl Forward for Nil {
    type Out = Yes;
}
impl<H: Forward, T: Forward> Forward for Cons<H, T> {
    type Out = <H::Out as Bool>::And<T::Out>;
}
impl<S, U> Forward for M<S, C<U>> {
    type Out = Yes;
}
impl<S, U> Forward for M<S, N<U>> {
    type Out = No;
}
impl<S, K, T> Forward for M<S, Dyn<K, T>> {
    type Out = No;
}
macro_rules! dynamic {
    ($t:ident) => {
        impl<S> Forward for M<S, $t> {
            type Out = No;
        }
    };
}
for_dynamic!(dynamic);

type Modes<L> = <L as AnyLayout>::L;
type IsZero<U> = <U as Nat>::IsZero;
/// The bits of an offset, all of them known: else `No`.
type IsKnown<O> = <<O as OffsetBits>::IsBits as Bool>::And<IsZero<<O as OffsetBits>::Free>>;
/// Whether two numbers share no bit.
type Disjoint<U, V> = IsZero<<U as NatAnd<V>>::Out>;
type Known<O> = <O as OffsetBits>::Known;
type Bits<L> = <L as Reach<UTerm>>::Bits;
type IsBits<L> = <L as Reach<UTerm>>::IsBits;
/// Whether an offset adds to the modes `L` without a carry.
type Adds<O, L> = <IsKnown<O> as Bool>::And<
    <IsZero<Known<O>> as Bool>::Or<<IsBits<L> as Bool>::And<Disjoint<Known<O>, Bits<L>>>>,
>;
/// The largest index that the offset `O` and the modes `L` lead to.
type Last<O, L> = <O as IAdd<<L as Extent>::Out>>::Out;
type SizeOf<A> = <A as Size>::Out;
type Yz<W> = <W as SwizzleMasks>::Yz;
/// Whether the swizzle `W`, the offset `O` and the modes `L` stay in the domain of the modes `A`.
type Inside<W, O, L, A> = <<C<Yz<W>> as KnownLess<SizeOf<A>>>::Out as Bool>::And<
    <<Last<O, L> as KnownLess<SizeOf<A>>>::Out as Bool>::And<<L as Forward>::Out>,
>;
type Holds<W, A, O, L> = <<IsBits<A> as Bool>::And<<W as Transfer<A>>::Exists> as Bool>::And<
    <Inside<W, O, L, A> as Bool>::And<Adds<O, L>>,
>;

/// A layout `A` after `Self o O o L`.
pub trait Through<A, O, L>: Copy {
    /// The composition.
    type Out: Copy;
    fn through(a: A, b: ComposedLayout<Self, O, L>) -> Self::Out;
}
impl<W, A, O, Sh, D> Through<A, O, Layout<Sh, D>> for W
where
    A: AnyLayout,
    Layout<Sh, D>: AnyLayout,
    O: OffsetBits + IAdd<<Modes<Layout<Sh, D>> as Extent>::Out>,
    Known<O>: NatAnd<Bits<Modes<Layout<Sh, D>>>>,
    Modes<A>: Reach<UTerm> + Size,
    Modes<Layout<Sh, D>>: Reach<UTerm> + Extent + Forward,
    Last<O, Modes<Layout<Sh, D>>>: KnownLess<SizeOf<Modes<A>>>,
    C<Yz<W>>: KnownLess<SizeOf<Modes<A>>>,
    W: Transfer<Modes<A>>,
    Holds<W, Modes<A>, O, Modes<Layout<Sh, D>>>: MoveOrKeep<W, A, O, Layout<Sh, D>>,
{
    type Out =
        <Holds<W, Modes<A>, O, Modes<Layout<Sh, D>>> as MoveOrKeep<W, A, O, Layout<Sh, D>>>::Out;
    #[inline(always)]
    fn through(a: A, b: ComposedLayout<W, O, Layout<Sh, D>>) -> Self::Out {
        <Holds<W, Modes<A>, O, Modes<Layout<Sh, D>>> as MoveOrKeep<W, A, O, Layout<Sh, D>>>::go(
            a, b,
        )
    }
}

/// The layout `A` after `W o O o L`: with the swizzle moved to the front (`Self = Yes`), or as a function of its own.
pub trait MoveOrKeep<W, A, O, L> {
    /// The composition.
    type Out: Copy;
    fn go(a: A, b: ComposedLayout<W, O, L>) -> Self::Out;
}
impl<W: Copy, A: Copy, O: Copy, L: Copy> MoveOrKeep<W, A, O, L> for No {
    type Out = ComposedLayout<A, C<UTerm>, ComposedLayout<W, O, L>>;
    #[inline(always)]
    fn go(a: A, b: ComposedLayout<W, O, L>) -> Self::Out {
        ComposedLayout::new(a, C::NEW, b)
    }
}
impl<W, A, O, L> MoveOrKeep<W, A, O, L> for Yes
where
    A: AnyLayout,
    O: OffsetBits,
    W: MovesTo<A>,
    L: Composes<A> + Copy,
    <L as Composes<A>>::Out: Copy,
    Modes<A>: CrdIdx<Lf<C<Known<O>>>>,
    <Modes<A> as CrdIdx<Lf<C<Known<O>>>>>::Out: KnownOffset,
{
    type Out = ComposedLayout<
        <W as MovesTo<A>>::Moved,
        C<Image<Modes<A>, Known<O>>>,
        <L as Composes<A>>::Out,
    >;
    #[inline(always)]
    fn go(a: A, b: ComposedLayout<W, O, L>) -> Self::Out {
        ComposedLayout::new(Default::default(), C::NEW, b.layout_b().compose_with(a))
    }
}

/// What is in front of the layout `Self` in a composed layout, in front of a composition `R` with it: `A o O o R`.
pub trait InFront<A, O, R> {
    /// The composition.
    type Out: Copy;
    fn in_front(map: A, offset: O, composition: R) -> Self::Out;
}
impl<A, O, R, Sh, D> InFront<A, O, R> for Layout<Sh, D>
where
    Self: AnyLayout,
    R: After<A, O, Modes<Self>>,
{
    type Out = <R as After<A, O, Modes<Self>>>::Out;
    #[inline(always)]
    fn in_front(map: A, offset: O, composition: R) -> Self::Out {
        composition.after(map, offset)
    }
}
// Several stages stay what they are.
impl<A: Copy, O: Copy, R: Copy, A2, O2, L> InFront<A, O, R> for ComposedLayout<A2, O2, L> {
    type Out = ComposedLayout<A, O, R>;
    #[inline(always)]
    fn in_front(map: A, offset: O, composition: R) -> Self::Out {
        ComposedLayout::new(map, offset, composition)
    }
}

/// What is in front of a layout, after it: `F o P o Self`, `Self` being a composition with the modes `A`.
pub trait After<F, P, A> {
    /// The composition.
    type Out: Copy;
    fn after(self, map: F, offset: P) -> Self::Out;
}
impl<F: Copy, P: Copy, A, Sh: Copy, D: Copy> After<F, P, A> for Layout<Sh, D> {
    type Out = ComposedLayout<F, P, Self>;
    #[inline(always)]
    fn after(self, map: F, offset: P) -> Self::Out {
        ComposedLayout::new(map, offset, self)
    }
}
type Sum<P, O> = <Known<P> as NatOr<Known<O>>>::Out;
impl<F, P, A, G: Copy, O, Sh: Copy, D: Copy> After<F, P, A> for ComposedLayout<G, O, Layout<Sh, D>>
where
    F: Merges<G>,
    P: OffsetBits,
    O: OffsetBits,
    A: Reach<UTerm>,
    Known<P>: NatAnd<Bits<A>> + NatOr<Known<O>>,
    <<F as Merges<G>>::Exists as Bool>::And<Adds<P, A>>: OneSwizzle,
    <F as Merges<G>>::Out: Fuses<C<Sum<P, O>>, Layout<Sh, D>>,
{
    type Out = <<F as Merges<G>>::Out as Fuses<C<Sum<P, O>>, Layout<Sh, D>>>::Out;
    #[inline(always)]
    fn after(self, _: F, _: P) -> Self::Out {
        <F as Merges<G>>::merged().fuse(C::NEW, self.layout_b())
    }
}

/// Both swizzles are one in front of one layout: `Yes`.
pub trait OneSwizzle {}
impl OneSwizzle for Yes {}
