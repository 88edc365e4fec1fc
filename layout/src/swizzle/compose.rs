//! `composition` with a swizzle or a composed layout on the left.

use super::composed::ComposedLayout;
use super::object::{Swizzle, SwizzleMasks};
use crate::algebra::Composes;
use crate::int::{Bool, C, Nat};
use crate::layout::Layout;
use crate::tree::Congruent;
use typenum::UTerm;

type Zero = C<UTerm>;

// A swizzle after a layout; a swizzle of no bits is the identity and vanishes.
#[diagnostic::do_not_recommend]
impl<B, M, S, Sh, D> Composes<Swizzle<B, M, S>> for Layout<Sh, D>
where
    Swizzle<B, M, S>: SwizzleMasks,
    Sh: Congruent<D>,
    D: Copy,
{
    type Out = <<<Swizzle<B, M, S> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::Pick<
        Self,
        ComposedLayout<Swizzle<B, M, S>, Zero, Self>,
    >;
    #[inline(always)]
    fn compose_with(self, a: Swizzle<B, M, S>) -> Self::Out {
        <<<Swizzle<B, M, S> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::pick(
            self,
            ComposedLayout::new(a, C::NEW, self),
        )
    }
}

// A swizzle after a composed layout: two stages.
#[diagnostic::do_not_recommend]
impl<B, M, S, A: Copy, O: Copy, L: Copy> Composes<Swizzle<B, M, S>> for ComposedLayout<A, O, L>
where
    Swizzle<B, M, S>: SwizzleMasks,
{
    type Out = <<<Swizzle<B, M, S> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::Pick<
        Self,
        ComposedLayout<Swizzle<B, M, S>, Zero, Self>,
    >;
    #[inline(always)]
    fn compose_with(self, a: Swizzle<B, M, S>) -> Self::Out {
        <<<Swizzle<B, M, S> as SwizzleMasks>::Bits as Nat>::IsZero as Bool>::pick(
            self,
            ComposedLayout::new(a, C::NEW, self),
        )
    }
}
