//! Compact strides of a shape, first mode fastest or last mode fastest.

use crate::int::{Bool, C, IMul, Int};
use crate::tree::{Cons, Lf, M, Nil};
use typenum::UTerm;

macro_rules! compact {
    ($(#[$m:meta])* $name:ident $f:ident) => {
        $(#[$m])*
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no compact strides",
            note = "the shape must be a tree of integers: `(_4, (n, _2))`"
        )]
        pub trait $name<Cur> {
            /// The tree of modes.
            type Out: Copy;
            /// The stride that follows.
            type Next: Copy;
            /// Computes both.
            fn $f(self, current: Cur) -> (Self::Out, Self::Next);
        }
        impl<X, Cur> $name<Cur> for Lf<X>
        where
            X: Int + IMul<Cur>,
            Cur: Copy,
        {
            type Out = M<X, <<X as Int>::IsOne as Bool>::Pick<C<UTerm>, Cur>>;
            type Next = <X as IMul<Cur>>::Out;
            #[inline(always)]
            fn $f(self, current: Cur) -> (Self::Out, Self::Next) {
                (M(self.0, <<X as Int>::IsOne as Bool>::pick(C::NEW, current)), self.0.mul(current))
            }
        }
        impl<Cur: Copy> $name<Cur> for Nil {
            type Out = Nil;
            type Next = Cur;
            #[inline(always)]
            fn $f(self, current: Cur) -> (Nil, Cur) {
                (Nil, current)
            }
        }
    };
}
compact! {
    /// Strides that grow from the first mode to the last (column-major), starting at `Cur`.
    CompactLeft left
}
compact! {
    /// Strides that grow from the last mode to the first (row-major), starting at `Cur`.
    CompactRight right
}

impl<H, T, Cur> CompactLeft<Cur> for Cons<H, T>
where
    H: CompactLeft<Cur>,
    T: CompactLeft<<H as CompactLeft<Cur>>::Next>,
{
    type Out =
        Cons<<H as CompactLeft<Cur>>::Out, <T as CompactLeft<<H as CompactLeft<Cur>>::Next>>::Out>;
    type Next = <T as CompactLeft<<H as CompactLeft<Cur>>::Next>>::Next;
    #[inline(always)]
    fn left(self, current: Cur) -> (Self::Out, Self::Next) {
        let (h, current) = self.0.left(current);
        let (t, current) = self.1.left(current);
        (Cons(h, t), current)
    }
}
impl<H, T, Cur> CompactRight<Cur> for Cons<H, T>
where
    T: CompactRight<Cur>,
    H: CompactRight<<T as CompactRight<Cur>>::Next>,
{
    type Out = Cons<
        <H as CompactRight<<T as CompactRight<Cur>>::Next>>::Out,
        <T as CompactRight<Cur>>::Out,
    >;
    type Next = <H as CompactRight<<T as CompactRight<Cur>>::Next>>::Next;
    #[inline(always)]
    fn right(self, current: Cur) -> (Self::Out, Self::Next) {
        let (t, current) = self.1.right(current);
        let (h, current) = self.0.right(current);
        (Cons(h, t), current)
    }
}
