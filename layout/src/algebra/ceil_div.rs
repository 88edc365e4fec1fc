//! `ceil_div`, `shape_div`: shapes divided by shapes.

use crate::int::{Bool, CeilDiv, IMod, Int, Leaf, Yes};
use crate::tree::{Cons, Lf, Nil, Plain, Size, Tree};

macro_rules! division {
    ($tr:ident $f:ident $leaf:ident $leaf_f:ident, $word:literal) => {
        /// The tree of sizes `Self` divided by the tree `R`.
        #[diagnostic::on_unimplemented(
                                            message = "this shape cannot be divided by that one",
                                            label = "the sizes `{Self}` meet the divisors `{R}`",
                                            note = $word
                                        )]
        pub trait $tr<R> {
            /// The tree of quotients.
            type Out: Copy;
            fn $f(self, r: R) -> Self::Out;
        }
        #[diagnostic::do_not_recommend]
        impl<X: $leaf<Y>, Y> $tr<Lf<Y>> for Lf<X> {
            type Out = Lf<X::Out>;
            #[inline(always)]
            fn $f(self, r: Lf<Y>) -> Self::Out {
                Lf(self.0.$leaf_f(r.0))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<X, H, T> $tr<Cons<H, T>> for Lf<X>
        where
            Cons<H, T>: Size,
            X: $leaf<<Cons<H, T> as Size>::Out>,
        {
            type Out = Lf<<X as $leaf<<Cons<H, T> as Size>::Out>>::Out>;
            #[inline(always)]
            fn $f(self, r: Cons<H, T>) -> Self::Out {
                Lf(self.0.$leaf_f(r.size()))
            }
        }
        #[diagnostic::do_not_recommend]
        impl $tr<Nil> for Nil {
            type Out = Nil;
            #[inline(always)]
            fn $f(self, _: Nil) -> Nil {
                Nil
            }
        }
        #[diagnostic::do_not_recommend]
        impl<Y> $tr<Lf<Y>> for Nil {
            type Out = Nil;
            #[inline(always)]
            fn $f(self, _: Lf<Y>) -> Nil {
                Nil
            }
        }
        #[diagnostic::do_not_recommend]
        impl<H: Copy, T: Copy> $tr<Nil> for Cons<H, T> {
            type Out = Self;
            #[inline(always)]
            fn $f(self, _: Nil) -> Self {
                self
            }
        }
        #[diagnostic::do_not_recommend]
        impl<H: $tr<I>, T: $tr<R>, I, R> $tr<Cons<I, R>> for Cons<H, T> {
            type Out = Cons<H::Out, T::Out>;
            #[inline(always)]
            fn $f(self, r: Cons<I, R>) -> Self::Out {
                Cons(self.0.$f(r.0), self.1.$f(r.1))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<H, T, Y> $tr<Lf<Y>> for Cons<H, T>
        where
            H: $tr<Lf<Y>> + Size + Copy,
            Y: $leaf<<H as Size>::Out> + Copy,
            T: $tr<Lf<<Y as $leaf<<H as Size>::Out>>::Out>>,
        {
            type Out = Cons<
                <H as $tr<Lf<Y>>>::Out,
                <T as $tr<Lf<<Y as $leaf<<H as Size>::Out>>::Out>>>::Out,
            >;
            #[inline(always)]
            fn $f(self, r: Lf<Y>) -> Self::Out {
                let rest = Lf(r.0.$leaf_f(self.0.size()));
                Cons(self.0.$f(r), self.1.$f(rest))
            }
        }
    };
}
division!(CeilDivTree ceil_div_tree CeilDiv ceil_div,
    "divide a tuple by a tuple of at most as many entries, or by an integer, which folds through the modes");
division!(ShapeDivTree shape_div_tree EvenDiv even_div,
    "divide a tuple by a tuple of at most as many entries, or by an integer, which folds through the modes; of each pair one must divide the other");

/// `ceil(x / y)` where one of the two is a multiple of the other.
pub trait EvenDiv<R> {
    /// The quotient.
    type Out: Copy;
    fn even_div(self, r: R) -> Self::Out;
}
/// Holds unless both remainders are static and neither is zero.
#[diagnostic::on_unimplemented(
    message = "these sizes do not divide: neither is a multiple of the other",
    note = "`shape_div` needs one of each pair to divide the other; use `ceil_div` to round up"
)]
pub trait OneDivides {}
impl OneDivides for Yes {}
type Unknown<X> = <<X as Leaf>::IsStatic as Bool>::Not;
type Settled<X> = <<X as Int>::IsZero as Bool>::Or<Unknown<X>>;
impl<X, Y> EvenDiv<Y> for X
where
    X: CeilDiv<Y> + IMod<Y> + Copy,
    Y: IMod<X> + Copy,
    <X as IMod<Y>>::Out: Int,
    <Y as IMod<X>>::Out: Int,
    <Settled<<X as IMod<Y>>::Out> as Bool>::Or<Settled<<Y as IMod<X>>::Out>>: OneDivides,
{
    type Out = <X as CeilDiv<Y>>::Out;
    #[inline(always)]
    fn even_div(self, r: Y) -> Self::Out {
        self.ceil_div(r)
    }
}

/// Sizes divided by sizes, rounding up: tuple by tuple mode by mode (missing divisors are 1), tuple by integer by folding
/// the integer through the modes, integer by tuple by the tuple's size.
///
/// | | |
/// |---|---|
/// | precondition | divisors are positive; a tuple divisor has at most as many entries |
/// | error | a static divisor 0, or a tuple divisor of more entries, does not compile; a dynamic 0 panics |
/// | rule | `ceil_div(a, b) * b >= a` mode by mode |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{Notation, ceil_div, shape};
/// assert_eq!(Notation(ceil_div(shape!(_4, _6), shape!(_8))).to_string(), "(_1,_3)");
/// assert_eq!(Notation(ceil_div(shape!(300, 200), shape!(_128, _64))).to_string(), "(3,4)");
/// ```
#[inline(always)]
pub fn ceil_div<A: Tree, B: Tree>(a: A, b: B) -> <<A::L as CeilDivTree<B::L>>::Out as Plain>::T
where
    A::L: CeilDivTree<B::L>,
    <A::L as CeilDivTree<B::L>>::Out: Plain,
{
    a.tree().ceil_div_tree(b.tree()).plain()
}

/// [`ceil_div`] for sizes of which one must divide the other, leaf by leaf.
///
/// | | |
/// |---|---|
/// | precondition | for each pair `a mod b = 0` or `b mod a = 0`: a compile error where static; dynamic pairs are taken on trust |
/// | rule | the product of quotients is `size(a) / size(b)` where `b` divides |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{Notation, shape, shape_div};
/// assert_eq!(Notation(shape_div(shape!(_4, _6), shape!(_8))).to_string(), "(_1,_3)");
/// ```
#[inline(always)]
pub fn shape_div<A: Tree, B: Tree>(a: A, b: B) -> <<A::L as ShapeDivTree<B::L>>::Out as Plain>::T
where
    A::L: ShapeDivTree<B::L>,
    <A::L as ShapeDivTree<B::L>>::Out: Plain,
{
    a.tree().shape_div_tree(b.tree()).plain()
}
