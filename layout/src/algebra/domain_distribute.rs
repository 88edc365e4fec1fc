//! `domain_distribute`: `n` elements spread over the modes of a static shape.

use super::coalesce::CoalesceTree;
use crate::int::{C, IDiv, IMul};
use crate::layout::{LayoutOf, layout_of};
use crate::tree::{Cons, Flatten, Lf, M, Native, Nil, Tree, empty};
use typenum::{B1, Gcd, Gcf, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// What each of the flat sizes `Self` has in common with what is left of `N`, with compact strides from `P`.
#[diagnostic::on_unimplemented(
    message = "elements can only be distributed over a static shape",
    note = "`domain_distribute` takes a shape of static integers and a static number"
)]
pub trait Distribute<N, P> {
    /// The modes.
    type Out: Copy;
    fn distribute(self, n: N, p: P) -> Self::Out;
}
empty!([N, P] Distribute<N, P>::distribute(N, P));
type Common<U, V> = C<Gcf<U, V>>;
impl<U, V, T, P> Distribute<C<V>, P> for Cons<Lf<C<U>>, T>
where
    U: Gcd<V>,
    C<V>: IDiv<Common<U, V>>,
    P: IMul<C<U>> + Copy,
    T: Distribute<<C<V> as IDiv<Common<U, V>>>::Out, <P as IMul<C<U>>>::Out>,
{
    type Out = Cons<
        M<Common<U, V>, P>,
        <T as Distribute<<C<V> as IDiv<Common<U, V>>>::Out, <P as IMul<C<U>>>::Out>>::Out,
    >;
    #[inline(always)]
    fn distribute(self, n: C<V>, p: P) -> Self::Out {
        Cons(
            M(C::NEW, p),
            self.1.distribute(n.div(C::NEW), p.mul(self.0.0)),
        )
    }
}

type Spread<S, N> = <<<S as Tree>::L as Flatten<Nil>>::Out as Distribute<N, One>>::Out;
type Distributed<S, N> = <Spread<S, N> as CoalesceTree>::Out;

/// A number of elements that can be spread over the shape `S`: a static integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` elements cannot be distributed over the shape `{S}`",
    note = "`domain_distribute` takes a shape of static integers and a static number"
)]
pub trait Distributes<S>: Copy {
    /// The layout.
    type Out;
    /// Computes it.
    fn distribute_over(self, shape: S) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<S, N> Distributes<S> for N
where
    N: Copy,
    S: Tree,
    <S as Tree>::L: Flatten<Nil>,
    <<S as Tree>::L as Flatten<Nil>>::Out: Distribute<N, One>,
    Spread<S, N>: CoalesceTree,
    Distributed<S, N>: Native,
{
    type Out = LayoutOf<Distributed<S, N>>;
    #[inline(always)]
    fn distribute_over(self, shape: S) -> Self::Out {
        layout_of(
            shape
                .tree()
                .flatten(Nil)
                .distribute(self, C::NEW)
                .coalesce_tree(),
        )
    }
}

/// The layout of up to `_n` elements of the static `shape`, taking from each mode in turn the greatest common divisor
/// with what is left.
///
/// | | |
/// |---|---|
/// | precondition | shape and number are static |
/// | error | a dynamic shape or number does not compile |
/// | rule | `size` divides `n`, the layout is injective into `0..size(shape)` |
/// | difference from CuTe | none; as there, it may find fewer elements than exist |
///
/// ```
/// use azulejo_layout::{domain_distribute, ints::*, shape};
/// assert_eq!(domain_distribute(shape!(_6, _16), _24).to_string(), "_24:_1");
/// assert_eq!(domain_distribute(shape!(_6, _16), _4).to_string(), "(_2,_2):(_1,_6)");   // table 0 1 6 7
/// ```
#[inline(always)]
pub fn domain_distribute<S, N: Distributes<S, Out = R>, R>(shape: S, n: N) -> R {
    n.distribute_over(shape)
}
