//! `composition` with a swizzle or a composed layout on the left.

use super::composed::ComposedLayout;
use super::merge::{Fuses, IsMerged, Merges, NoBits};
use super::object::{Swizzle, SwizzleMasks};
use super::through::{InFront, Through};
use crate::algebra::Composes;
use crate::int::{Bool, C, N, Nat};
use crate::layout::{AnyLayout, Layout};
use crate::tree::{Congruent, Tree};
use typenum::UTerm;

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
    };
}
after!(T C<T>);
after!(T N<T>);

/// A swizzle after a composed layout: one swizzle where both are one, else two stages.
type Stages<F, A, O, L> = ComposedLayout<F, Zero, ComposedLayout<A, O, L>>;
type Merged<F, G> = <F as Merges<G>>::Out;
type Fused<F, G, O, L> = <Merged<F, G> as Fuses<O, L>>::Out;
macro_rules! after_composed {
    ($t:ident $s:ty) => {
        #[diagnostic::do_not_recommend]
        impl<B, M, $t, B2, M2, S2, O: Copy, L: Copy> Composes<Swizzle<B, M, $s>>
            for ComposedLayout<Swizzle<B2, M2, S2>, O, L>
        where
            Swizzle<B, M, $s>: Merges<Swizzle<B2, M2, S2>>,
            Merged<Swizzle<B, M, $s>, Swizzle<B2, M2, S2>>: Fuses<O, L>,
        {
            type Out = <<Swizzle<B, M, $s> as Merges<Swizzle<B2, M2, S2>>>::Exists as Bool>::Pick<
                Fused<Swizzle<B, M, $s>, Swizzle<B2, M2, S2>, O, L>,
                Stages<Swizzle<B, M, $s>, Swizzle<B2, M2, S2>, O, L>,
            >;
            #[inline(always)]
            fn compose_with(self, a: Swizzle<B, M, $s>) -> Self::Out {
                <<Swizzle<B, M, $s> as Merges<Swizzle<B2, M2, S2>>>::Exists as Bool>::pick(
                    <Swizzle<B, M, $s> as Merges<Swizzle<B2, M2, S2>>>::merged()
                        .fuse(self.offset(), self.layout_b()),
                    ComposedLayout::new(a, C::NEW, self),
                )
            }
        }

        #[diagnostic::do_not_recommend]
        impl<B, M, $t, Sh: Copy, D: Copy, O: Copy, L: Copy> Composes<Swizzle<B, M, $s>>
            for ComposedLayout<Layout<Sh, D>, O, L>
        where
            Swizzle<B, M, $s>: NoBits,
        {
            type Out = <<Swizzle<B, M, $s> as NoBits>::Out as Bool>::Pick<
                Self,
                Stages<Swizzle<B, M, $s>, Layout<Sh, D>, O, L>,
            >;
            #[inline(always)]
            fn compose_with(self, a: Swizzle<B, M, $s>) -> Self::Out {
                <<Swizzle<B, M, $s> as NoBits>::Out as Bool>::pick(
                    self,
                    ComposedLayout::new(a, C::NEW, self),
                )
            }
        }
    };
}
after_composed!(T C<T>);
after_composed!(T N<T>);

// Two swizzles of one shift: bits that both flip cancel.
#[diagnostic::do_not_recommend]
impl<B, M, S, B2, M2, S2> Composes<Swizzle<B, M, S>> for Swizzle<B2, M2, S2>
where
    Swizzle<B, M, S>: Merges<Self>,
    <Swizzle<B, M, S> as Merges<Self>>::Exists: IsMerged,
{
    type Out = Merged<Swizzle<B, M, S>, Self>;
    #[inline(always)]
    fn compose_with(self, _: Swizzle<B, M, S>) -> Self::Out {
        <Swizzle<B, M, S> as Merges<Self>>::merged()
    }
}

// A layout after a swizzled one: the swizzle comes to the front where the layout carries its bits to the bits of another.
#[diagnostic::do_not_recommend]
impl<B, M, S, O: Copy, L: Copy, Sh, D> Composes<Layout<Sh, D>>
    for ComposedLayout<Swizzle<B, M, S>, O, L>
where
    Layout<Sh, D>: AnyLayout,
    Swizzle<B, M, S>: Through<Layout<Sh, D>, O, L>,
{
    type Out = <Swizzle<B, M, S> as Through<Layout<Sh, D>, O, L>>::Out;
    #[inline(always)]
    fn compose_with(self, a: Layout<Sh, D>) -> Self::Out {
        <Swizzle<B, M, S> as Through<Layout<Sh, D>, O, L>>::through(a, self)
    }
}

// A tiler is on the domain of a composed layout.
#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: Copy, T: Tree> Composes<ComposedLayout<A, O, L>> for T
where
    T: Composes<L>,
{
    type Out = ComposedLayout<A, O, <T as Composes<L>>::Out>;
    #[inline(always)]
    fn compose_with(self, a: ComposedLayout<A, O, L>) -> Self::Out {
        ComposedLayout::new(a.layout_a(), a.offset(), self.compose_with(a.layout_b()))
    }
}
// The swizzle of a swizzled layout merges with the one in front.
#[diagnostic::do_not_recommend]
impl<A: Copy, O: Copy, L: Copy, A2: Copy, O2: Copy, L2: Copy> Composes<ComposedLayout<A, O, L>>
    for ComposedLayout<A2, O2, L2>
where
    Self: Composes<L>,
    L: InFront<A, O, <Self as Composes<L>>::Out>,
{
    type Out = <L as InFront<A, O, <Self as Composes<L>>::Out>>::Out;
    #[inline(always)]
    fn compose_with(self, a: ComposedLayout<A, O, L>) -> Self::Out {
        L::in_front(a.layout_a(), a.offset(), self.compose_with(a.layout_b()))
    }
}

impl<A, O, L> ComposedLayout<A, O, L> {
    /// On the domain; see [`composition`](crate::composition()).
    ///
    /// | | |
    /// |---|---|
    /// | precondition | after a swizzled layout: the layout inside is static and made of powers of two, carries the bits of the other swizzle to bits that merge with its own, and static offsets share no bit with what is added to them; else a compile error |
    /// | rule | `R(c) = a(b(c))` for every `c` below `size(b)` |
    /// | difference from CuTe | two swizzled layouts make one, or a plain layout where the swizzles cancel; CuTe leaves two stages |
    ///
    /// ```
    /// use azulejo_layout::{composition, ints::{_0, _1, _2, _3}, layout, swizzle};
    /// let a = composition(swizzle(_1, _0, _3), layout!((_8, _8):(_8, _1)));
    /// let b = composition(swizzle(_2, _0, -_3), layout!((_8, _8):(_1, _8)));
    /// let r = a.compose(b);
    /// assert_eq!(r.to_string(), "Sw<1,1,3> o _0 o (_8,_8):(_8,_1)");
    /// assert!((0..64).all(|c| r.at(c) == a.at(b.at(c))));
    /// ```
    #[inline(always)]
    pub fn compose<T: Composes<Self, Out = R>, R>(self, t: T) -> R {
        t.compose_with(self)
    }
}
