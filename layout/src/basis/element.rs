//! The scaled basis element, a leaf of strides.

use super::add::{AddCoords, CoordTree, IntoOffset};
use super::path::{Path, PathEq};
use crate::int::{Bool, C, IAbs, IAdd, IMul, Int, Known, Leaf, N, No, StaticEq, Yes, for_integers};
use crate::tree::{Lf, M, Show, StrideKind, Tree};
use core::fmt;
use core::marker::PhantomData;
use typenum::UTerm;

/// A basis element scaled by an integer: `_1@0` steps 1 along mode 0, `n@0@1` steps `n` along sub-mode 0 of mode 1.
///
/// It stands where a stride stands. Written `basis!(_1 @ 0)`, and without the macro's name inside `layout!`.
///
/// ```
/// use azulejo_layout::{basis, layout};
/// let n = 5;
/// assert_eq!(basis!(_1 @ 0).to_string(), "_1@0");
/// assert_eq!(basis!(n @ 0 @ 1).to_string(), "5@0@1");
/// let tile = layout!((_2, _3):(_1 @ 1, _4 @ 0));
/// assert_eq!(tile.to_string(), "(_2,_3):(_1@1,_4@0)");
/// assert_eq!(tile.at((1, 2)), (8, 1));
/// ```
pub struct E<X, P> {
    value: X,
    path: PhantomData<P>,
}

impl<X, P> E<X, P> {
    /// The element along `P` scaled by `value`.
    #[inline(always)]
    pub const fn new(value: X) -> Self {
        E {
            value,
            path: PhantomData,
        }
    }

    /// The scale.
    #[inline(always)]
    pub const fn value(self) -> X
    where
        X: Copy,
    {
        self.value
    }
}
impl<X: Clone, P> Clone for E<X, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        E::new(self.value.clone())
    }
}
impl<X: Copy, P> Copy for E<X, P> {}
impl<X: Default, P> Default for E<X, P> {
    #[inline(always)]
    fn default() -> Self {
        E::new(X::default())
    }
}
impl<X: PartialEq<Y>, P: PathEq<Q>, Y, Q> PartialEq<E<Y, Q>> for E<X, P> {
    #[inline(always)]
    fn eq(&self, other: &E<Y, Q>) -> bool {
        <P::Out as Bool>::VALUE && self.value == other.value
    }
}
impl<X: Int, P: Path> Leaf for E<X, P> {
    type IsStatic = X::IsStatic;
    const KNOWN: Known = X::KNOWN;
    const ALONG: u64 = P::CODE;
    const MOST: i64 = X::MOST;
    #[inline(always)]
    fn scalar(self) -> i64 {
        self.value.scalar()
    }
    #[inline(always)]
    fn any() -> Self {
        E::new(X::any())
    }
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(self.value, f)?;
        P::show(f, 0)
    }
}
impl<X: Int, P: Path> Show for E<X, P> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(*self, f)
    }
}
impl<X: Int, P: Path> fmt::Display for E<X, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(*self, f)
    }
}
impl<X: Int, P: Path> fmt::Debug for E<X, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(*self, f)
    }
}
impl<X: Int, P: Path> Tree for E<X, P> {
    type L = Lf<Self>;
    #[inline(always)]
    fn tree(self) -> Lf<Self> {
        Lf(self)
    }
}
impl<S, X, P> StrideKind for M<S, E<X, P>> {
    type IsBasis = Yes;
}

/// Products with an integer scale the element; an integer and a basis stride are never equal.
macro_rules! integer {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)* X, P: Path> IMul<E<X, P>> for $t
        where
            $t: IMul<X>,
        {
            type Out = E<<$t as IMul<X>>::Out, P>;
            #[inline(always)]
            fn mul(self, r: E<X, P>) -> Self::Out {
                E::new(IMul::mul(self, r.value))
            }
        }
        impl<$($g)* X, P: Path> IMul<$t> for E<X, P>
        where
            X: IMul<$t>,
        {
            type Out = E<<X as IMul<$t>>::Out, P>;
            #[inline(always)]
            fn mul(self, r: $t) -> Self::Out {
                E::new(IMul::mul(self.value, r))
            }
        }
        impl<$($g)* X, P> StaticEq<$t> for E<X, P> {
            type Out = No;
        }
    };
}
macro_rules! integers {
    ({} $t:ty) => { integer!([] $t); };
    ({$($g:tt)+} $t:ty) => { integer!([$($g)+,] $t); };
}
for_integers!(integers);
impl<U, X, P> StaticEq<E<X, P>> for C<U> {
    type Out = No;
}
impl<U, X, P> StaticEq<E<X, P>> for N<U> {
    type Out = No;
}
impl<X: StaticEq<Y>, P: PathEq<Q>, Y, Q> StaticEq<E<Y, Q>> for E<X, P> {
    type Out = <P::Out as Bool>::And<X::Out>;
}
impl<X: IAbs, P: Path> IAbs for E<X, P> {
    type Out = E<X::Out, P>;
    #[inline(always)]
    fn abs(self) -> Self::Out {
        E::new(self.value.abs())
    }
}

impl<X, P, R> IAdd<R> for E<X, P>
where
    E<X, P>: AddCoords<R>,
{
    type Out = <E<X, P> as AddCoords<R>>::Out;
    #[inline(always)]
    fn add(self, r: R) -> Self::Out {
        self.add_coords(r)
    }
}
impl<X, P> IAdd<E<X, P>> for C<UTerm>
where
    E<X, P>: IntoOffset,
{
    type Out = <E<X, P> as IntoOffset>::Out;
    #[inline(always)]
    fn add(self, r: E<X, P>) -> Self::Out {
        r.into_offset()
    }
}
impl<X: Copy, P> CoordTree for E<X, P>
where
    P: super::add::Place<X>,
{
    type L = <P as super::add::Place<X>>::Out;
    #[inline(always)]
    fn coord_tree(self) -> Self::L {
        P::place(self.value)
    }
}

/// A basis element in the notation: `basis!(_1 @ 0)`, `basis!(n @ 0 @ 1)` for sub-mode 0 of mode 1.
#[macro_export]
macro_rules! basis {
    ($v:tt $(@ $i:tt)+) => { $crate::E::<_, $crate::__path!(($crate::Here) $($i)+)>::new($crate::__leaf!($v)) };
}

/// The type of a way, from the innermost mode index to the outermost.
#[doc(hidden)]
#[macro_export]
macro_rules! __path {
    (($p:ty)) => { $p };
    (($p:ty) 0 $($r:tt)*) => { $crate::__path!(($crate::First<$p>) $($r)*) };
    (($p:ty) 1 $($r:tt)*) => { $crate::__path!(($crate::Next<$crate::First<$p>>) $($r)*) };
    (($p:ty) 2 $($r:tt)*) => { $crate::__path!(($crate::Next<$crate::Next<$crate::First<$p>>>) $($r)*) };
    (($p:ty) 3 $($r:tt)*) => { $crate::__path!(($crate::Next<$crate::Next<$crate::Next<$crate::First<$p>>>>) $($r)*) };
    (($p:ty) 4 $($r:tt)*) => {
        $crate::__path!(($crate::Next<$crate::Next<$crate::Next<$crate::Next<$crate::First<$p>>>>>) $($r)*)
    };
    (($p:ty) 5 $($r:tt)*) => {
        $crate::__path!(($crate::Next<$crate::Next<$crate::Next<$crate::Next<$crate::Next<$crate::First<$p>>>>>>) $($r)*)
    };
    (($p:ty) $i:tt $($r:tt)*) => {
        compile_error!(concat!("a basis element names a mode from 0 to 5, not ", stringify!($i)))
    };
}
