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

use super::compose::{ComposeTree, StrideThrough, Through};
use crate::basis::{E, Pick};
use crate::check::rules::{Describe, hold_along_basis};
use crate::tree::{Ly, M};

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

/// The tree `b`, some of whose strides are basis elements, pushed through the layout `a`.
///
/// Each mode of `b` is checked where it meets the mode of `a` that it walks. What is left is whether modes that walk the
/// same mode of `a` carry into each other there: decided when the call is compiled where the leaves are static, on the
/// values otherwise.
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when they do; the message has both operands and the smallest
/// coordinate at which the parts do not add up.
#[inline(always)]
pub(super) fn basis_checked<A, B>(a: A, b: B) -> <B as Through<A>>::Out
where
    A: Describe,
    B: Through<A> + Describe,
    <B as Through<A>>::Out: Describe,
{
    hold_along_basis(a, b);
    // Not from its type alone, static or not: each mode is checked where it is made.
    b.through(a)
}
