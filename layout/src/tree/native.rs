//! From internal trees back to native tuples.

use super::convert::for_tuples;
use super::list::{Cons, Lf, M, Nil, Underscore};
use crate::check::rules::Describe;
use crate::int::Leaf;

/// A tree of modes as a native shape and stride, up to twelve modes at each level.
#[diagnostic::on_unimplemented(
    message = "a result of this operation has more than twelve modes at one level",
    note = "group modes first, or use an operation that nests its result (`zipped_divide` rather than `flat_divide`)"
)]
pub trait Native: Describe {
    /// The shape.
    type S: Copy;
    /// The stride.
    type D: Copy;
    /// The shape's value.
    fn shape(self) -> Self::S;
    /// The stride's value.
    fn stride(self) -> Self::D;
}

/// A tree of leaves as a native tree, up to twelve entries at each level.
#[diagnostic::on_unimplemented(
    message = "a result of this operation has more than twelve entries at one level",
    note = "native tuples of the algebra end at twelve entries"
)]
pub trait Plain: Copy {
    /// The native tree.
    type T: Copy;
    /// Its value.
    fn plain(self) -> Self::T;
}

impl<S: Leaf, D: Leaf> Native for M<S, D> {
    type S = S;
    type D = D;
    #[inline(always)]
    fn shape(self) -> S {
        self.0
    }
    #[inline(always)]
    fn stride(self) -> D {
        self.1
    }
}
impl Native for Nil {
    type S = ();
    type D = ();
    #[inline(always)]
    fn shape(self) {}
    #[inline(always)]
    fn stride(self) {}
}
impl<X: Copy> Plain for Lf<X> {
    type T = X;
    #[inline(always)]
    fn plain(self) -> X {
        self.0
    }
}
impl Plain for Underscore {
    type T = Underscore;
    #[inline(always)]
    fn plain(self) -> Underscore {
        self
    }
}
impl Plain for Nil {
    type T = ();
    #[inline(always)]
    fn plain(self) {}
}

macro_rules! list_type {
    () => { Nil };
    ($h:ty $(, $t:ty)*) => { Cons<$h, list_type!($($t),*)> };
}
macro_rules! list_pattern {
    () => { Nil };
    ($h:ident $(, $t:ident)*) => { Cons($h, list_pattern!($($t),*)) };
}
macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: Native),*> Native for list_type!($($a),*) {
            type S = ($(<$a as Native>::S,)*);
            type D = ($(<$a as Native>::D,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn shape(self) -> Self::S {
                let list_pattern!($($b),*) = self;
                ($($b.shape(),)*)
            }
            #[inline(always)]
            #[allow(non_snake_case)]
            fn stride(self) -> Self::D {
                let list_pattern!($($b),*) = self;
                ($($b.stride(),)*)
            }
        }
        impl<$($a: Plain),*> Plain for list_type!($($a),*) {
            type T = ($(<$a as Plain>::T,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn plain(self) -> Self::T {
                let list_pattern!($($b),*) = self;
                ($($b.plain(),)*)
            }
        }
    };
}
for_tuples!(tuple);
