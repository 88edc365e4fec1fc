//! Folds over trees: flattening, concatenation, size, length, depth.

use super::list::{Cons, Lf, M, Nil, Underscore};
use crate::int::{C, IMul, Int};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// All leaves of a tree in order, followed by the list `Acc`.
pub trait Flatten<Acc> {
    /// The flat list.
    type Out: Copy;
    /// Computes it.
    fn flatten(self, acc: Acc) -> Self::Out;
}
impl<Acc: Copy> Flatten<Acc> for Nil {
    type Out = Acc;
    #[inline(always)]
    fn flatten(self, acc: Acc) -> Acc {
        acc
    }
}
impl<Acc: Copy, X: Copy> Flatten<Acc> for Lf<X> {
    type Out = Cons<Lf<X>, Acc>;
    #[inline(always)]
    fn flatten(self, acc: Acc) -> Self::Out {
        Cons(self, acc)
    }
}
impl<Acc: Copy, S: Copy, D: Copy> Flatten<Acc> for M<S, D> {
    type Out = Cons<M<S, D>, Acc>;
    #[inline(always)]
    fn flatten(self, acc: Acc) -> Self::Out {
        Cons(self, acc)
    }
}
impl<Acc, H, T> Flatten<Acc> for Cons<H, T>
where
    T: Flatten<Acc>,
    H: Flatten<<T as Flatten<Acc>>::Out>,
{
    type Out = <H as Flatten<<T as Flatten<Acc>>::Out>>::Out;
    #[inline(always)]
    fn flatten(self, acc: Acc) -> Self::Out {
        self.0.flatten(self.1.flatten(acc))
    }
}

/// The list `Self` followed by the list `R`, one level deep.
pub trait Cat<R> {
    /// The concatenation.
    type Out: Copy;
    /// Computes it.
    fn cat(self, r: R) -> Self::Out;
}
impl<R: Copy> Cat<R> for Nil {
    type Out = R;
    #[inline(always)]
    fn cat(self, r: R) -> R {
        r
    }
}
impl<H: Copy, T: Cat<R>, R> Cat<R> for Cons<H, T> {
    type Out = Cons<H, T::Out>;
    #[inline(always)]
    fn cat(self, r: R) -> Self::Out {
        Cons(self.0, self.1.cat(r))
    }
}

/// The list `Self` reversed, followed by `Acc`.
pub trait Rev<Acc> {
    /// The reversed list.
    type Out: Copy;
    /// Computes it.
    fn rev(self, acc: Acc) -> Self::Out;
}
impl<Acc: Copy> Rev<Acc> for Nil {
    type Out = Acc;
    #[inline(always)]
    fn rev(self, acc: Acc) -> Acc {
        acc
    }
}
impl<H, T: Rev<Cons<H, Acc>>, Acc> Rev<Acc> for Cons<H, T> {
    type Out = T::Out;
    #[inline(always)]
    fn rev(self, acc: Acc) -> Self::Out {
        self.1.rev(Cons(self.0, acc))
    }
}

/// The product of the sizes of a tree.
pub trait Size {
    /// Its type.
    type Out: Copy;
    /// Computes it.
    fn size(self) -> Self::Out;
}
impl<X: Int> Size for Lf<X> {
    type Out = X;
    #[inline(always)]
    fn size(self) -> X {
        self.0
    }
}
impl<S: Int, D> Size for M<S, D> {
    type Out = S;
    #[inline(always)]
    fn size(self) -> S {
        self.0
    }
}
impl Size for Nil {
    type Out = One;
    #[inline(always)]
    fn size(self) -> One {
        C::NEW
    }
}
impl<H, T> Size for Cons<H, T>
where
    H: Size,
    T: Size,
    <H as Size>::Out: IMul<<T as Size>::Out>,
{
    type Out = <<H as Size>::Out as IMul<<T as Size>::Out>>::Out;
    #[inline(always)]
    fn size(self) -> Self::Out {
        self.0.size().mul(self.1.size())
    }
}

/// The number of nodes at the top level: 1 for a leaf.
pub trait Len {
    /// The number.
    const LEN: usize;
}
/// How deep a tree nests: 0 for a leaf.
pub trait Depth {
    /// The depth.
    const DEPTH: usize;
}
impl<X> Len for Lf<X> {
    const LEN: usize = 1;
}
impl<S, D> Len for M<S, D> {
    const LEN: usize = 1;
}
impl Len for Underscore {
    const LEN: usize = 1;
}
impl Len for Nil {
    const LEN: usize = 0;
}
impl<H, T: Len> Len for Cons<H, T> {
    const LEN: usize = 1 + T::LEN;
}
impl<X> Depth for Lf<X> {
    const DEPTH: usize = 0;
}
impl<S, D> Depth for M<S, D> {
    const DEPTH: usize = 0;
}
impl Depth for Underscore {
    const DEPTH: usize = 0;
}
impl Depth for Nil {
    const DEPTH: usize = 1;
}
impl<H: Depth, T: Depth> Depth for Cons<H, T> {
    const DEPTH: usize = {
        let (h, t) = (H::DEPTH + 1, T::DEPTH);
        if h > t { h } else { t }
    };
}

/// A list of one node is that node; the empty list is the unit mode `_1:_0`.
pub trait Unwrap {
    /// The node.
    type Out: Copy;
    /// Unwraps.
    fn unwrap(self) -> Self::Out;
}
impl<S: Copy, D: Copy> Unwrap for M<S, D> {
    type Out = M<S, D>;
    #[inline(always)]
    fn unwrap(self) -> Self::Out {
        self
    }
}
impl<X: Copy> Unwrap for Lf<X> {
    type Out = Lf<X>;
    #[inline(always)]
    fn unwrap(self) -> Self::Out {
        self
    }
}
impl Unwrap for Nil {
    type Out = M<One, C<UTerm>>;
    #[inline(always)]
    fn unwrap(self) -> Self::Out {
        M(C::NEW, C::NEW)
    }
}
impl<H: Unwrap> Unwrap for Cons<H, Nil> {
    type Out = H::Out;
    #[inline(always)]
    fn unwrap(self) -> Self::Out {
        self.0.unwrap()
    }
}
impl<H: Copy, I: Copy, T: Copy> Unwrap for Cons<H, Cons<I, T>> {
    type Out = Self;
    #[inline(always)]
    fn unwrap(self) -> Self {
        self
    }
}
