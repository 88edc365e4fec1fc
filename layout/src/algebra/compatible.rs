//! `congruent`, `weakly_congruent`, `compatible`: how the profiles of two shapes stand to each other.

use crate::int::Int;
use crate::tree::{Cons, Lf, Nil, Size, Tree};

/// Comparisons of a tree of sizes with the tree `R`.
pub trait Compare<R> {
    /// The same profile.
    const CONGRUENT: bool;
    /// The profile of `Self` is a coarsening of `R`'s.
    const WEAKLY: bool;
    /// Every coordinate of `Self` is one of `R`, and the sizes are equal.
    fn compatible(self, r: R) -> bool;
}
impl<X: Int, Y: Int> Compare<Lf<Y>> for Lf<X> {
    const CONGRUENT: bool = true;
    const WEAKLY: bool = true;
    fn compatible(self, r: Lf<Y>) -> bool {
        self.0.value() == r.0.value()
    }
}
impl<X: Int> Compare<Nil> for Lf<X> {
    const CONGRUENT: bool = false;
    const WEAKLY: bool = true;
    fn compatible(self, _: Nil) -> bool {
        self.0.value() == 1
    }
}
impl<X: Int, H, T> Compare<Cons<H, T>> for Lf<X>
where
    Cons<H, T>: Size,
    <Cons<H, T> as Size>::Out: Int,
{
    const CONGRUENT: bool = false;
    const WEAKLY: bool = true;
    fn compatible(self, r: Cons<H, T>) -> bool {
        self.0.value() == r.size().value()
    }
}
macro_rules! never {
    ($($a:ty, $b:ty, [$($g:ident)*];)*) => {$(
        impl<$($g),*> Compare<$b> for $a {
            const CONGRUENT: bool = false;
            const WEAKLY: bool = false;
            fn compatible(self, _: $b) -> bool {
                false
            }
        }
    )*};
}
never! {
    Nil, Lf<Y>, [Y];
    Nil, Cons<H, T>, [H T];
    Cons<H, T>, Nil, [H T];
    Cons<H, T>, Lf<Y>, [H T Y];
}
impl Compare<Nil> for Nil {
    const CONGRUENT: bool = true;
    const WEAKLY: bool = true;
    fn compatible(self, _: Nil) -> bool {
        true
    }
}
impl<H: Compare<I>, T: Compare<R>, I, R> Compare<Cons<I, R>> for Cons<H, T> {
    const CONGRUENT: bool = H::CONGRUENT && T::CONGRUENT;
    const WEAKLY: bool = H::WEAKLY && T::WEAKLY;
    fn compatible(self, r: Cons<I, R>) -> bool {
        self.0.compatible(r.0) && self.1.compatible(r.1)
    }
}

/// Whether two trees have the same profile.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | an equivalence; `congruent(a, b)` iff each is weakly congruent to the other |
/// | difference from CuTe | a function of values, not a type trait |
///
/// ```
/// use azulejo_layout::{congruent, shape};
/// assert!(congruent(shape!(_4, (2, _3)), shape!(1, (_1, _1))));
/// assert!(!congruent(shape!(_4, _6), shape!(_4, (_2, _3))));
/// ```
pub fn congruent<A: Tree, B: Tree>(_: A, _: B) -> bool
where
    A::L: Compare<B::L>,
{
    <A::L as Compare<B::L>>::CONGRUENT
}

/// Whether the profile of `a` is a coarsening of that of `b`: a partial order in which an integer is least.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | a partial order on profiles; an integer is below every tree |
/// | difference from CuTe | a function of values, not a type trait |
///
/// ```
/// use azulejo_layout::{shape, weakly_congruent};
/// assert!(weakly_congruent(shape!(_4, _6), shape!(1, (_1, _1))));
/// assert!(!weakly_congruent(shape!(1, (_1, _1)), shape!(_4, _6)));
/// ```
pub fn weakly_congruent<A: Tree, B: Tree>(_: A, _: B) -> bool
where
    A::L: Compare<B::L>,
{
    <A::L as Compare<B::L>>::WEAKLY
}

/// Whether every coordinate of `a` is also one of `b` and their sizes are equal: `24 <= (4,6) <= ((2,2),6)`, a partial
/// order.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | reflexive, transitive, antisymmetric; compatible shapes are weakly congruent and of equal size |
/// | difference from CuTe | dynamic sizes are compared by value |
///
/// ```
/// use azulejo_layout::{compatible, shape};
/// assert!(compatible(shape!(24), shape!(_4, _6)));
/// assert!(compatible(shape!(_4, _6), shape!((_2, _2), 6)));
/// assert!(!compatible(shape!((_2, _2), _6), shape!(_4, _6)));
/// ```
pub fn compatible<A: Tree, B: Tree>(a: A, b: B) -> bool
where
    A::L: Compare<B::L>,
{
    a.tree().compatible(b.tree())
}
