//! Arithmetic on coordinates: tuples that add entry by entry, the shorter one filled up with zeros.

use super::path::{First, Here, Next};
use crate::int::{C, Dyn, IAdd, for_integers, for_plain_integers};
use crate::tree::{Cons, Lf, Nil, Plain, Tree, for_tuples};
use typenum::UTerm;

type Zero = C<UTerm>;

/// The coordinate with `X` where the way `Self` leads and zeros elsewhere.
pub trait Place<X> {
    /// The coordinate as a tree.
    type Out: Copy;
    /// Builds it.
    fn place(x: X) -> Self::Out;
}
impl<X: Copy> Place<X> for Here {
    type Out = Lf<X>;
    #[inline(always)]
    fn place(x: X) -> Lf<X> {
        Lf(x)
    }
}
impl<X, P: Place<X>> Place<X> for First<P> {
    type Out = Cons<P::Out, Nil>;
    #[inline(always)]
    fn place(x: X) -> Self::Out {
        Cons(P::place(x), Nil)
    }
}
impl<X, P: Place<X>> Place<X> for Next<P> {
    type Out = Cons<Lf<Zero>, P::Out>;
    #[inline(always)]
    fn place(x: X) -> Self::Out {
        Cons(Lf(C::NEW), P::place(x))
    }
}

/// The sum of two coordinates as trees.
#[diagnostic::on_unimplemented(
    message = "the coordinates `{Self}` and `{R}` cannot be added",
    note = "coordinates add entry by entry; a tuple and an integer have no sum unless the integer is the static 0"
)]
pub trait AddTree<R> {
    /// The sum.
    type Out: Copy;
    /// Computes it.
    fn add_tree(self, r: R) -> Self::Out;
}
impl<X: IAdd<Y>, Y> AddTree<Lf<Y>> for Lf<X> {
    type Out = Lf<X::Out>;
    #[inline(always)]
    fn add_tree(self, r: Lf<Y>) -> Self::Out {
        Lf(self.0.add(r.0))
    }
}
impl<I: Copy, U: Copy> AddTree<Cons<I, U>> for Lf<Zero> {
    type Out = Cons<I, U>;
    #[inline(always)]
    fn add_tree(self, r: Cons<I, U>) -> Self::Out {
        r
    }
}
impl<H: Copy, T: Copy> AddTree<Lf<Zero>> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn add_tree(self, _: Lf<Zero>) -> Self {
        self
    }
}
impl<R: Copy> AddTree<R> for Nil {
    type Out = R;
    #[inline(always)]
    fn add_tree(self, r: R) -> R {
        r
    }
}
impl<H: Copy, T: Copy> AddTree<Nil> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn add_tree(self, _: Nil) -> Self {
        self
    }
}
impl<H: AddTree<I>, T: AddTree<U>, I, U> AddTree<Cons<I, U>> for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
    #[inline(always)]
    fn add_tree(self, r: Cons<I, U>) -> Self::Out {
        Cons(self.0.add_tree(r.0), self.1.add_tree(r.1))
    }
}

/// An offset as a coordinate tree: an integer, a tuple, or a basis element as the tuple that it stands for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate",
    note = "a coordinate is an integer or a tuple of coordinates"
)]
pub trait CoordTree: Copy {
    /// The tree.
    type L: Copy;
    /// Converts.
    fn coord_tree(self) -> Self::L;
}

/// What the evaluation of a layout hands out: integers as they are, basis elements as coordinate tuples.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither an integer nor a coordinate",
    note = "a layout evaluates to an integer, or to a coordinate when its strides are basis elements"
)]
pub trait IntoOffset {
    /// The type handed out.
    type Out: Copy;
    /// Converts.
    fn into_offset(self) -> Self::Out;
}
impl<X, P> IntoOffset for super::E<X, P>
where
    super::E<X, P>: CoordTree,
    <super::E<X, P> as CoordTree>::L: Plain,
{
    type Out = <<super::E<X, P> as CoordTree>::L as Plain>::T;
    #[inline(always)]
    fn into_offset(self) -> Self::Out {
        self.coord_tree().plain()
    }
}

macro_rules! leaf {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> CoordTree for $t {
            type L = Lf<$t>;
            #[inline(always)]
            fn coord_tree(self) -> Lf<$t> {
                Lf(self)
            }
        }
    };
}
for_integers!(leaf);
macro_rules! plain {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> IntoOffset for $t {
            type Out = $t;
            #[inline(always)]
            fn into_offset(self) -> $t {
                self
            }
        }
    };
}
for_plain_integers!(plain);
impl<K, T: Copy> IntoOffset for Dyn<K, T> {
    type Out = T;
    #[inline(always)]
    fn into_offset(self) -> T {
        self.get()
    }
}

/// The sum of two coordinates: entry by entry, the shorter one filled up with zeros; the static 0 is neutral.
#[diagnostic::on_unimplemented(
    message = "the coordinates `{Self}` and `{R}` cannot be added",
    note = "coordinates add entry by entry; a tuple and an integer have no sum unless the integer is the static 0"
)]
pub trait AddCoords<R> {
    /// The sum.
    type Out: Copy;
    /// Computes it.
    fn add_coords(self, r: R) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, R> AddCoords<R> for A
where
    A: CoordTree,
    R: CoordTree,
    <A as CoordTree>::L: AddTree<<R as CoordTree>::L>,
    <<A as CoordTree>::L as AddTree<<R as CoordTree>::L>>::Out: Plain,
{
    type Out = <<<A as CoordTree>::L as AddTree<<R as CoordTree>::L>>::Out as Plain>::T;
    #[inline(always)]
    fn add_coords(self, r: R) -> Self::Out {
        self.coord_tree().add_tree(r.coord_tree()).plain()
    }
}

macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: Copy),*> CoordTree for ($($a,)*)
        where
            ($($a,)*): Tree,
        {
            type L = <($($a,)*) as Tree>::L;
            #[inline(always)]
            fn coord_tree(self) -> Self::L {
                self.tree()
            }
        }
        impl<$($a: Copy),*> IntoOffset for ($($a,)*) {
            type Out = Self;
            #[inline(always)]
            fn into_offset(self) -> Self {
                self
            }
        }
        impl<$($a,)* R> IAdd<R> for ($($a,)*)
        where
            ($($a,)*): AddCoords<R>,
        {
            type Out = <($($a,)*) as AddCoords<R>>::Out;
            #[inline(always)]
            fn add(self, r: R) -> Self::Out {
                self.add_coords(r)
            }
        }
        impl<$($a: Copy),*> IAdd<($($a,)*)> for Zero {
            type Out = ($($a,)*);
            #[inline(always)]
            fn add(self, r: ($($a,)*)) -> Self::Out {
                r
            }
        }
    };
}
for_tuples!(tuple);

/// The sum of two coordinates, entry by entry; the shorter one counts as filled up with zeros.
///
/// The static 0 is neutral; any other integer has no sum with a tuple (a compile error).
///
/// ```
/// use azulejo_layout::add_coords;
/// use azulejo_layout::ints::{_0, _2};
/// assert_eq!(add_coords((1, 2), (3, 4)), (4, 6));
/// assert_eq!(add_coords((1, (2, 3)), (10, (20,))), (11, (22, 3)));
/// assert_eq!(add_coords(_0, (1, 2)), (1, 2));
/// ```
#[inline(always)]
pub fn add_coords<A: AddCoords<B, Out = R>, B, R>(a: A, b: B) -> R {
    a.add_coords(b)
}
