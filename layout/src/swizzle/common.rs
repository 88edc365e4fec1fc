//! `max_common_layout` with a swizzle in front: no longer than the run that the swizzle leaves alone.

use super::bits::ShiftUp;
use super::composed::ComposedLayout;
use super::mixed::MixedBits;
use super::object::{Swizzle, SwizzleMasks};
use crate::algebra::{CommonWith, Composes};
use crate::int::{C, ILess, IMin, No, Yes};
use crate::layout::{AnyLayout, Layout};
use crate::tree::Size;
use crate::units::{Alignment, CommonDivisor, KnownStride};
use typenum::{B1, UInt, UTerm};

/// How many neighbours a swizzle leaves in their order: `2^M`.
pub type Untouched<W> = C<<<W as SwizzleMasks>::Base as ShiftUp<UInt<UTerm, B1>>>::Out>;

/// A layout cut to the size `N`, when `Self = Yes`.
pub trait CutTo<L, N> {
    /// The layout.
    type Out: Copy;
    /// Cuts.
    fn cut_to(layout: L, n: N) -> Self::Out;
}
impl<L: Copy, N> CutTo<L, N> for No {
    type Out = L;
    #[inline(always)]
    fn cut_to(layout: L, _: N) -> L {
        layout
    }
}
impl<L, N: Composes<L>> CutTo<L, N> for Yes
where
    N::Out: Copy,
{
    type Out = N::Out;
    #[inline(always)]
    fn cut_to(layout: L, n: N) -> N::Out {
        n.compose_with(layout)
    }
}

/// A common layout cut to what the swizzle `W` leaves alone.
pub trait CutFor<W>: AnyLayout {
    /// The layout.
    type Out: Copy;
    /// Cuts.
    fn cut_for(self) -> Self::Out;
}
impl<W, L> CutFor<W> for L
where
    L: AnyLayout,
    W: SwizzleMasks,
    <W as SwizzleMasks>::Base: ShiftUp<UInt<UTerm, B1>>,
    <L as AnyLayout>::L: Size,
    Untouched<W>: ILess<<<L as AnyLayout>::L as Size>::Out>,
    <Untouched<W> as ILess<<<L as AnyLayout>::L as Size>::Out>>::Out: CutTo<L, Untouched<W>>,
{
    type Out = <<Untouched<W> as ILess<<<L as AnyLayout>::L as Size>::Out>>::Out as CutTo<
        L,
        Untouched<W>,
    >>::Out;
    #[inline(always)]
    fn cut_for(self) -> Self::Out {
        <<Untouched<W> as ILess<<<L as AnyLayout>::L as Size>::Out>>::Out as CutTo<
            L,
            Untouched<W>,
        >>::cut_to(self, C::NEW)
    }
}

/// `CommonWith` where one of the two is swizzled: the common layout of the layouts inside, cut.
macro_rules! swizzled {
    ([$($g:tt)*] $me:ty, $other:ty; $mine:ty, $theirs:ty; $a:ident $b:ident => $x:expr, $y:expr) => {
        #[diagnostic::do_not_recommend]
        impl<B, M, S, $($g)*> CommonWith<$other> for $me
        where
            $me: Copy,
            Swizzle<B, M, S>: SwizzleMasks,
            <Swizzle<B, M, S> as SwizzleMasks>::Base: ShiftUp<UInt<UTerm, B1>>,
            $mine: CommonWith<$theirs>,
            <$mine as CommonWith<$theirs>>::Out: CutFor<Swizzle<B, M, S>>,
            <$mine as CommonWith<$theirs>>::Vector: IMin<Untouched<Swizzle<B, M, S>>>,
        {
            type Out = <<$mine as CommonWith<$theirs>>::Out as CutFor<Swizzle<B, M, S>>>::Out;
            type Vector =
                <<$mine as CommonWith<$theirs>>::Vector as IMin<Untouched<Swizzle<B, M, S>>>>::Out;
            #[inline(always)]
            fn common_layout(self, $a: $other) -> Self::Out {
                let $b = self;
                <<$mine as CommonWith<$theirs>>::Out as CutFor<Swizzle<B, M, S>>>::cut_for(
                    $x.common_layout($y),
                )
            }
            #[inline(always)]
            fn common_vector(self, $a: $other) -> Self::Vector {
                let $b = self;
                $x.common_vector($y).min(C::NEW)
            }
        }
    };
}
swizzled! {
    [O: Copy, L: Copy, Sh, D] Layout<Sh, D>, ComposedLayout<Swizzle<B, M, S>, O, L>;
    Layout<Sh, D>, L;
    a b => b, a.layout_b()
}
swizzled! {
    [O: Copy, L: Copy, Sh: Copy, D: Copy] ComposedLayout<Swizzle<B, M, S>, O, L>, Layout<Sh, D>;
    L, Layout<Sh, D>;
    a b => b.layout_b(), a
}
// Both swizzled: no longer than either allows.
swizzled! {
    [W: Copy, O: Copy, L: Copy, P: Copy, K: Copy] ComposedLayout<Swizzle<B, M, S>, O, L>, ComposedLayout<W, P, K>;
    L, ComposedLayout<W, P, K>;
    a b => b.layout_b(), a
}

/// What is known to divide the offset `O`: itself when it is static, a fact about it, and for known and possible bits both
/// (only powers of two are asked for, so the lowest bit counts); 0 for a dynamic number, of which nothing is known.
type OffsetDivisor<O> =
    <<O as KnownStride>::Stride as CommonDivisor<<O as KnownStride>::Multiple>>::Out;
/// How many neighbours the swizzle and the layout behind it keep together.
type Together<W, L> = <Untouched<W> as CommonDivisor<<L as Alignment>::Out>>::Out;

/// The offset moves what the layout keeps together, so the answer divides it too.
#[diagnostic::do_not_recommend]
impl<B, M, S, O, L> Alignment for ComposedLayout<Swizzle<B, M, S>, O, L>
where
    O: Copy + KnownStride,
    <O as KnownStride>::Stride: CommonDivisor<<O as KnownStride>::Multiple>,
    L: Alignment,
    Swizzle<B, M, S>: SwizzleMasks,
    <Swizzle<B, M, S> as SwizzleMasks>::Base: ShiftUp<UInt<UTerm, B1>>,
    Untouched<Swizzle<B, M, S>>: CommonDivisor<<L as Alignment>::Out>,
    Together<Swizzle<B, M, S>, L>: CommonDivisor<OffsetDivisor<O>>,
{
    type Out = <Together<Swizzle<B, M, S>, L> as CommonDivisor<OffsetDivisor<O>>>::Out;
}

impl<U, F, T> KnownStride for MixedBits<U, F, T> {
    type Known = No;
    type Stride = C<U>;
    type Multiple = C<F>;
}
