//! `composition` with a swizzle or a composed layout on the left.

use super::bits::{NatAnd, NatXor};
use super::composed::ComposedLayout;
use super::object::{Swizzle, SwizzleMasks};
use crate::algebra::Composes;
use crate::int::{Bool, C, Inc, N, Nat, Yes};
use crate::layout::Layout;
use crate::tree::Congruent;
use typenum::{B0, B1, UInt, UTerm};

type Zero = C<UTerm>;

// By the sign of the shift: the compiler names an impl that stands alone for its head, even if told not to.
macro_rules! after {
    ($t:ident $s:ty) => {
        // A swizzle after a layout; a swizzle of no bits is the identity and vanishes.
        #[diagnostic::do_not_recommend]
        impl<B, M, $t, Sh, D> Composes<Swizzle<B, M, $s>> for Layout<Sh, D>
        where
            Swizzle<B, M, $s>: SwizzleMasks,
            Sh: Congruent<D>,
            D: Copy,
        {
            type Out = <<<Swizzle<B, M, $s> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::Pick<
                Self,
                ComposedLayout<Swizzle<B, M, $s>, Zero, Self>,
            >;
            #[inline(always)]
            fn compose_with(self, a: Swizzle<B, M, $s>) -> Self::Out {
                <<<Swizzle<B, M, $s> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::pick(
                    self,
                    ComposedLayout::new(a, C::NEW, self),
                )
            }
        }

        // A swizzle after a composed layout: two stages.
        #[diagnostic::do_not_recommend]
        impl<B, M, $t, A: Copy, O: Copy, L: Copy> Composes<Swizzle<B, M, $s>>
            for ComposedLayout<A, O, L>
        where
            Swizzle<B, M, $s>: SwizzleMasks,
        {
            type Out = <<<Swizzle<B, M, $s> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::Pick<
                Self,
                ComposedLayout<Swizzle<B, M, $s>, Zero, Self>,
            >;
            #[inline(always)]
            fn compose_with(self, a: Swizzle<B, M, $s>) -> Self::Out {
                <<<Swizzle<B, M, $s> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::pick(
                    self,
                    ComposedLayout::new(a, C::NEW, self),
                )
            }
        }
    };
}
after!(T C<T>);
after!(T N<T>);

/// The bits of a mask: how many zeros lie below, and how many ones, which must be adjacent.
#[diagnostic::on_unimplemented(
    message = "these swizzles do not merge into one",
    note = "the bits that only one of them flips must be adjacent; compose each with the layout instead: `composition(f, composition(g, layout))`"
)]
pub trait MaskBits {
    /// The zeros below.
    type At: Nat;
    /// The ones.
    type Count: Nat;
}
impl MaskBits for UTerm {
    type At = UTerm;
    type Count = UTerm;
}
impl<U> MaskBits for UInt<U, B0>
where
    U: MaskBits,
    <U as MaskBits>::At: Inc,
{
    type At = <<U as MaskBits>::At as Inc>::Out;
    type Count = <U as MaskBits>::Count;
}
impl<U> MaskBits for UInt<U, B1>
where
    U: OnesAlone,
{
    type At = UTerm;
    type Count = <U as OnesAlone>::Count;
}
/// The length of a number made of ones alone, counting one more.
#[diagnostic::on_unimplemented(
    message = "these swizzles do not merge into one",
    note = "the bits that only one of them flips must be adjacent; compose each with the layout instead: `composition(f, composition(g, layout))`"
)]
pub trait OnesAlone {
    /// The length.
    type Count: Nat;
}
impl OnesAlone for UTerm {
    type Count = UInt<UTerm, B1>;
}
impl<U> OnesAlone for UInt<U, B1>
where
    U: OnesAlone,
    <U as OnesAlone>::Count: Inc,
{
    type Count = <<U as OnesAlone>::Count as Inc>::Out;
}

/// The lower one of the masks of a swizzle, by the sign of its shift.
pub trait LowerMask<W> {
    /// The mask.
    type Out: Nat;
}
impl<W: SwizzleMasks, S> LowerMask<W> for C<S> {
    type Out = W::Z;
}
impl<W: SwizzleMasks, S> LowerMask<W> for N<S> {
    type Out = W::Y;
}
/// What the second swizzle flips is not read by the first: `Yes`.
#[diagnostic::on_unimplemented(
    message = "these swizzles do not merge into one",
    note = "the second flips bits that the first reads; compose each with the layout instead: `composition(f, composition(g, layout))`"
)]
pub trait Unread {}
impl Unread for Yes {}

type Lower<S, W> = <S as LowerMask<W>>::Out;
type Merged<S, V, W> = <Lower<S, V> as NatXor<Lower<S, W>>>::Out;
// Two swizzles of one shift: bits that both flip cancel.
#[diagnostic::do_not_recommend]
impl<B, M, S, B2, M2> Composes<Swizzle<B, M, S>> for Swizzle<B2, M2, S>
where
    Swizzle<B, M, S>: SwizzleMasks,
    Swizzle<B2, M2, S>: SwizzleMasks,
    S: LowerMask<Swizzle<B, M, S>> + LowerMask<Swizzle<B2, M2, S>>,
    <Swizzle<B, M, S> as SwizzleMasks>::Y: NatAnd<<Swizzle<B2, M2, S> as SwizzleMasks>::Z>,
    <<<Swizzle<B, M, S> as SwizzleMasks>::Y as NatAnd<
        <Swizzle<B2, M2, S> as SwizzleMasks>::Z,
    >>::Out as Nat>::IsZero: Unread,
    Lower<S, Swizzle<B, M, S>>: NatXor<Lower<S, Swizzle<B2, M2, S>>>,
    Merged<S, Swizzle<B, M, S>, Swizzle<B2, M2, S>>: MaskBits,
{
    type Out = Swizzle<
        C<<Merged<S, Swizzle<B, M, S>, Swizzle<B2, M2, S>> as MaskBits>::Count>,
        C<<Merged<S, Swizzle<B, M, S>, Swizzle<B2, M2, S>> as MaskBits>::At>,
        S,
    >;
    #[inline(always)]
    fn compose_with(self, _: Swizzle<B, M, S>) -> Self::Out {
        Swizzle::NEW
    }
}
