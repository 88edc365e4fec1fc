//! From native tuples to internal trees.

use super::describe::least;
use super::list::{Cons, Lf, M, Nil, Underscore};
use crate::check::rules::Desc;
use crate::int::{Leaf, for_integers};

/// Anything that is a tree: a leaf, `_`, a layout as a tiler, or a tuple of up to twelve trees.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree of integers",
    note = "write a leaf (`_8`, `n`), `_`, or a tuple of up to twelve of them, nested as needed"
)]
pub trait Tree: Copy {
    /// The internal tree.
    type L: Copy;
    /// Converts.
    fn tree(self) -> Self::L;
}

/// A shape whose profile is that of the stride `D`: the two zip into one tree of modes.
#[diagnostic::on_unimplemented(
    message = "shape and stride are not congruent: `{Self}` is paired with `{D}`",
    label = "this shape",
    note = "a stride must nest exactly as its shape does, e.g. `(_4, (_2, _3))` with `(_1, (_4, _8))`"
)]
pub trait Congruent<D>: Copy {
    /// The tree of modes.
    type L: Copy;
    /// The modes as data.
    #[doc(hidden)]
    const DESC: &'static Desc;
    /// The greatest value that every dynamic leaf's type holds.
    #[doc(hidden)]
    const MOST: i64;
    /// Zips.
    fn zip(self, stride: D) -> Self::L;
}

macro_rules! leaf {
    ({$($g:tt)*} $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tree for $t {
            type L = Lf<$t>;
            #[inline(always)]
            fn tree(self) -> Lf<$t> {
                Lf(self)
            }
        }
        impl<$($g)* D: Leaf> Congruent<D> for $t {
            type L = M<$t, D>;
            #[inline(always)]
            fn zip(self, stride: D) -> M<$t, D> {
                M(self, stride)
            }
            const DESC: &'static Desc =
                &Desc::Mode(<$t as Leaf>::KNOWN, D::KNOWN, D::ALONG);
            const MOST: i64 = least(<$t as Leaf>::MOST, D::MOST);
        }
    };
}
macro_rules! leaves {
    ({} $t:ty) => { leaf!({} $t); };
    ({$($g:tt)+} $t:ty) => { leaf!({$($g)+,} $t); };
}
for_integers!(leaves);

impl Tree for Underscore {
    type L = Underscore;
    #[inline(always)]
    fn tree(self) -> Underscore {
        self
    }
}
impl Tree for () {
    type L = Nil;
    #[inline(always)]
    fn tree(self) -> Nil {
        Nil
    }
}
impl Congruent<()> for () {
    type L = Nil;
    #[inline(always)]
    fn zip(self, _: ()) -> Nil {
        Nil
    }
    const DESC: &'static Desc = &Desc::Nil;
    const MOST: i64 = i64::MAX;
}

/// Expands `$mac!(A a 0, B b 1, …)` for each tuple rank from 1 to 12: type names, second type names, positions.
macro_rules! for_tuples {
    ($mac:ident) => {
        $mac!(A0 B0 0);
        $mac!(A0 B0 0, A1 B1 1);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6, A7 B7 7);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6, A7 B7 7, A8 B8 8);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6, A7 B7 7, A8 B8 8, A9 B9 9);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6, A7 B7 7, A8 B8 8, A9 B9 9, A10 B10 10);
        $mac!(A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3, A4 B4 4, A5 B5 5, A6 B6 6, A7 B7 7, A8 B8 8, A9 B9 9, A10 B10 10, A11 B11 11);
    };
}
pub(crate) use for_tuples;

/// The list type, or value, of a sequence of node types, or values.
macro_rules! list_type {
    () => { Nil };
    ($h:ty $(, $t:ty)*) => { Cons<$h, list_type!($($t),*)> };
}
macro_rules! list_value {
    () => { Nil };
    ($h:expr $(, $t:expr)*) => { Cons($h, list_value!($($t),*)) };
}

macro_rules! list_desc {
    () => { &Desc::Nil };
    ($h:expr $(, $t:expr)*) => { &Desc::Cons($h, list_desc!($($t),*)) };
}

macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($a: Tree),*> Tree for ($($a,)*) {
            type L = list_type!($(<$a as Tree>::L),*);
            #[inline(always)]
            fn tree(self) -> Self::L {
                list_value!($(self.$i.tree()),*)
            }
        }
        impl<$($a: Congruent<$b>, $b: Copy),*> Congruent<($($b,)*)> for ($($a,)*) {
            type L = list_type!($(<$a as Congruent<$b>>::L),*);
            #[inline(always)]
            fn zip(self, stride: ($($b,)*)) -> Self::L {
                list_value!($(self.$i.zip(stride.$i)),*)
            }
            const DESC: &'static Desc = list_desc!($(<$a as Congruent<$b>>::DESC),*);
            const MOST: i64 = {
                let mut most = i64::MAX;
                $(most = least(most, <$a as Congruent<$b>>::MOST);)*
                most
            };
        }
    };
}
for_tuples!(tuple);
