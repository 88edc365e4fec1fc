//! `filter`, `filter_zeros`: the modes that move.

use crate::int::{Bool, C, Int};
use crate::tree::{Cons, M, Nil};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// Size 1 wherever the stride is the static 0.
pub trait FilterZeros {
    /// The result.
    type Out: Copy;
    /// Computes it.
    fn filter_zeros(self) -> Self::Out;
}
impl FilterZeros for Nil {
    type Out = Nil;
    #[inline(always)]
    fn filter_zeros(self) -> Nil {
        Nil
    }
}
impl<S: Copy, D: Int> FilterZeros for M<S, D> {
    type Out = M<<D::IsZero as Bool>::Pick<One, S>, D>;
    #[inline(always)]
    fn filter_zeros(self) -> Self::Out {
        M(<D::IsZero as Bool>::pick(C::NEW, self.0), self.1)
    }
}
impl<H: FilterZeros, T: FilterZeros> FilterZeros for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
    #[inline(always)]
    fn filter_zeros(self) -> Self::Out {
        Cons(self.0.filter_zeros(), self.1.filter_zeros())
    }
}
