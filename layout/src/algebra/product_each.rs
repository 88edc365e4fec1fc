//! `product_each`: the size of each top-level mode of a shape.

use crate::tree::{Cons, Lf, Size, empty};

/// The sizes of the top-level nodes of a tree of sizes; an integer stays as it is.
pub trait ProductEach {
    /// The sizes.
    type Out: Copy;
    fn product_each(self) -> Self::Out;
}
impl<X: Copy> ProductEach for Lf<X> {
    type Out = Lf<X>;
    #[inline(always)]
    fn product_each(self) -> Self {
        self
    }
}
empty!(ProductEach::product_each());
impl<H: Size, T: ProductEach> ProductEach for Cons<H, T> {
    type Out = Cons<Lf<H::Out>, T::Out>;
    #[inline(always)]
    fn product_each(self) -> Self::Out {
        Cons(Lf(self.0.size()), self.1.product_each())
    }
}
