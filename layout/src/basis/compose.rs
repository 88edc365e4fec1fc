//! Composition with a layout of basis strides on the right.
//!
//! `composition(a, b)` sends `c` to `a(b(c))` with `b(c)` a coordinate of `a`. The mode `s:n@i` of `b` becomes the mode
//! `i` of `a` composed with `s:n`, whose rule is checked as that of any composition. Modes of `b` that walk the same mode
//! of `a` must not carry into each other there either: `(_2,_2):(_1@0,_1@0)` on a mode `(_2,_2):(_1,_10)` would reach 2
//! where `a` has 10, and is rejected with both operands. CuTe does not check it.
//!
//! ```
//! use azulejo_layout::{composition, ints::*, layout};
//! let a = layout!(((_4, _2, _8), _4):((_3, _15, _97), _1));
//! let r = composition(a, layout!((_2, _2):(_3 @ 0, _1 @ 1)));
//! assert_eq!(r.to_string(), "(_2,_2):(_9,_1)");
//! ```
//! Three steps of 3 do not run straight through mode 0:
//! ```compile_fail
//! use azulejo_layout::{composition, ints::*, layout};
//! let a = layout!(((_4, _2, _8), _4):((_3, _15, _97), _1));
//! let r = composition(a, layout!((_3, _2):(_3 @ 0, _1 @ 1)));
//! assert_eq!(r.to_string(), "(_3,_2):(_9,_1)");
//! ```

use super::element::E;
use super::path::Pick;
use crate::algebra::{ComposeTree, StrideThrough};
use crate::int::{Bool, No, Yes, for_integers};
use crate::tree::{Cons, Ly, M, Nil};

/// Whether a layout has basis strides.
pub trait StrideKind {
    /// The answer.
    type IsBasis: Bool;
}
impl StrideKind for Nil {
    type IsBasis = No;
}
impl<H: StrideKind, T: StrideKind> StrideKind for Cons<H, T> {
    type IsBasis = <H::IsBasis as Bool>::Or<T::IsBasis>;
}
impl<S, X, P> StrideKind for M<S, E<X, P>> {
    type IsBasis = Yes;
}
macro_rules! integer {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)*> StrideKind for M<S, $t> {
            type IsBasis = No;
        }
    };
}
macro_rules! integers {
    ({} $t:ty) => { integer!([S] $t); };
    ({$($g:tt)+} $t:ty) => { integer!([S, $($g)+] $t); };
}
for_integers!(integers);

impl<S, A, X, P> StrideThrough<S, A> for E<X, P>
where
    X: Copy,
    P: Pick<A>,
    Ly<M<S, X>>: ComposeTree<<P as Pick<A>>::Out>,
{
    type Out = <Ly<M<S, X>> as ComposeTree<<P as Pick<A>>::Out>>::Out;
    #[inline(always)]
    fn stride_through(self, s: S, a: A) -> Self::Out {
        Ly(M(s, self.value())).compose_tree(P::pick(a))
    }
}
