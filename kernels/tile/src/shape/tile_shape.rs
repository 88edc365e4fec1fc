//! [`TileShape`]: the shape of a tile.

use core::ops::Mul;

use azulejo_layout::C;
use typenum::{Prod, U1};

use super::{Extent, tables::unrolled};
use crate::sealed::Sealed;

/// The largest rank of a tile and of the arrays it comes from.
pub const MAX_RANK: usize = 8;

/// A tile's shape: a tuple of up to eight static powers of two. `()` is the shape of a scalar.
///
/// The elements of a tile are numbered in row-major order, as in NumPy.
///
/// ```
/// use azulejo_tile::TileShape;
/// use azulejo_layout::ints::{_8, _16};
/// assert_eq!(<(_16, _8)>::RANK, 2);
/// assert_eq!(<(_16, _8)>::SIZE, 128);
/// let [rows, columns, ..] = <(_16, _8)>::EXTENTS;
/// assert_eq!((rows, columns), (16, 8));
/// ```
/// ```compile_fail
/// use azulejo_tile::TileShape;
/// use azulejo_layout::ints::{_15, _20};
/// let n = <(_15, _20)>::SIZE; // no powers of two
/// ```
/// ```compile_fail
/// use azulejo_tile::TileShape;
/// use azulejo_layout::ints::_10;
/// let n = <(_10,)>::SIZE;
/// ```
/// ```compile_fail
/// use azulejo_tile::TileShape;
/// let n = <(azulejo_layout::C<typenum::U8192>, azulejo_layout::C<typenum::U4096>)>::SIZE; // more than 2^24
/// ```
/// ```compile_fail,E0277
/// use azulejo_tile::TileShape;
/// use azulejo_layout::ints::_2;
/// fn size<S: TileShape>() {}
/// size::<(_2, _2, _2, _2, _2, _2, _2, _2, _2)>(); // nine axes, where eight is the limit
/// ```
///
/// Sealed: its extents say which elements a load or a store touches.
///
/// ```compile_fail,E0277
/// use azulejo_layout::ints::_1;
/// #[derive(Clone, Copy, Default)]
/// struct Any;
/// impl azulejo_tile::TileShape for Any {
///     type Count = _1;
///     type Index = (usize,);
///     const RANK: usize = 1;
///     const EXTENTS: [usize; 8] = [1 << 20, 1, 1, 1, 1, 1, 1, 1];
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a tile",
    note = "the shape of a tile is a tuple of up to eight static powers of two, as `tile!(_16, _8)` writes it"
)]
pub trait TileShape: Sealed + Copy + Default + 'static {
    /// The number of elements.
    type Count: Extent;
    /// The index of a tile of this rank: a tuple of `usize`.
    type Index: Index;
    /// The number of axes.
    const RANK: usize;
    /// The extents, followed by ones.
    const EXTENTS: [usize; MAX_RANK];
    /// The number of elements.
    const SIZE: usize = <Self::Count as Extent>::N;
}

/// The place of a tile in the grid of tiles: a tuple of as many `usize` as the array has axes. Sealed.
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy)]
/// struct Any;
/// impl azulejo_tile::Index for Any {
///     const RANK: usize = 1;
///     fn numbers(self) -> [usize; 8] {
///         [0; 8]
///     }
///     fn from_numbers(_: [usize; 8]) -> Self {
///         Self
///     }
/// }
/// ```
pub trait Index: Sealed + Copy {
    /// The rank.
    const RANK: usize;
    /// The numbers, followed by zeros.
    fn numbers(self) -> [usize; MAX_RANK];
    /// The index with these numbers; those past the rank are left out.
    fn from_numbers(numbers: [usize; MAX_RANK]) -> Self;
}

impl Index for () {
    const RANK: usize = 0;
    #[inline(always)]
    fn numbers(self) -> [usize; MAX_RANK] {
        [0; MAX_RANK]
    }
    #[inline(always)]
    fn from_numbers(_: [usize; MAX_RANK]) -> Self {}
}

impl TileShape for () {
    type Count = C<U1>;
    type Index = ();
    const RANK: usize = 0;
    const EXTENTS: [usize; MAX_RANK] = [1; MAX_RANK];
}

macro_rules! ranks {
    ($($rank:literal ($($e:ident $k:tt $index:ty),*) $count:ty where $($p:ident)? ($($bound:tt)*);)*) => {$(
        impl Index for ($($index,)*) {
            const RANK: usize = $rank;
            #[inline(always)]
            fn numbers(self) -> [usize; MAX_RANK] {
                let mut numbers = [0; MAX_RANK];
                $(numbers[$k] = self.$k;)*
                numbers
            }
            #[inline(always)]
            fn from_numbers(numbers: [usize; MAX_RANK]) -> Self {
                ($(numbers[$k],)*)
            }
        }

        impl<$($e: Copy + Default + 'static),* $(, $p)?> TileShape for ($(C<$e>,)*)
        where
            $(C<$e>: Extent,)*
            $($bound)*
        {
            type Count = $count;
            type Index = ($($index,)*);
            const RANK: usize = $rank;
            const EXTENTS: [usize; MAX_RANK] = {
                let mut extents = [1; MAX_RANK];
                $(extents[$k] = <C<$e> as Extent>::N;)*
                extents
            };
        }
    )*};
}

ranks! {
    1 (A 0 usize) C<A> where ();
    2 (A 0 usize, B 1 usize) C<Prod<A, B>> where (A: Mul<B>, C<Prod<A, B>>: Extent);
    3 (A 0 usize, B 1 usize, D 2 usize) C<Prod<Prod<A, B>, D>> where (A: Mul<B>, Prod<A, B>: Mul<D>, C<Prod<Prod<A, B>, D>>: Extent);
    4 (A 0 usize, B 1 usize, D 2 usize, E 3 usize) C<Prod<Prod<Prod<A, B>, D>, E>>
        where (A: Mul<B>, Prod<A, B>: Mul<D>, Prod<Prod<A, B>, D>: Mul<E>, C<Prod<Prod<Prod<A, B>, D>, E>>: Extent);
    5 (A 0 usize, B 1 usize, D 2 usize, E 3 usize, F 4 usize) C<Prod<P, F>>
        where P ((C<A>, C<B>, C<D>, C<E>): TileShape<Count = C<P>>, P: Mul<F>, C<Prod<P, F>>: Extent);
    6 (A 0 usize, B 1 usize, D 2 usize, E 3 usize, F 4 usize, G 5 usize) C<Prod<P, G>>
        where P ((C<A>, C<B>, C<D>, C<E>, C<F>): TileShape<Count = C<P>>, P: Mul<G>, C<Prod<P, G>>: Extent);
    7 (A 0 usize, B 1 usize, D 2 usize, E 3 usize, F 4 usize, G 5 usize, H 6 usize) C<Prod<P, H>>
        where P ((C<A>, C<B>, C<D>, C<E>, C<F>, C<G>): TileShape<Count = C<P>>, P: Mul<H>, C<Prod<P, H>>: Extent);
    8 (A 0 usize, B 1 usize, D 2 usize, E 3 usize, F 4 usize, G 5 usize, H 6 usize, I 7 usize) C<Prod<P, I>>
        where P ((C<A>, C<B>, C<D>, C<E>, C<F>, C<G>, C<H>): TileShape<Count = C<P>>, P: Mul<I>, C<Prod<P, I>>: Extent);
}

/// What `tile!(…)` gives: a tuple, or for one axis the extent itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a tile",
    note = "the shape of a tile is a tuple of up to eight static powers of two, as `tile!(_16, _8)` writes it"
)]
pub trait IntoTileShape {
    /// The shape.
    type Shape: TileShape;
}

impl<U: Copy + Default + 'static> IntoTileShape for C<U>
where
    C<U>: Extent,
{
    type Shape = (C<U>,);
}

impl IntoTileShape for () {
    type Shape = ();
}

macro_rules! into_shape {
    ($(($($e:ident),*))*) => {$(
        impl<$($e),*> IntoTileShape for ($(C<$e>,)*)
        where
            ($(C<$e>,)*): TileShape,
        {
            type Shape = Self;
        }
    )*};
}

into_shape! {
    (A) (A, B) (A, B, D) (A, B, D, E) (A, B, D, E, F)
    (A, B, D, E, F, G) (A, B, D, E, F, G, H) (A, B, D, E, F, G, H, I)
}

/// How far the row-major number of an element moves when its coordinate along each axis grows by one.
pub const fn steps(extents: [usize; MAX_RANK], rank: usize) -> [usize; MAX_RANK] {
    let mut steps = [0; MAX_RANK];
    let mut step = 1;
    let mut axis = rank;
    while axis > 0 {
        axis -= 1;
        steps[axis] = step;
        step *= extents[axis];
    }
    steps
}

/// The coordinate along `axis` of the element, or the part of an element, with this row-major number.
#[inline(always)]
pub const fn coordinate<S: TileShape>(number: usize, axis: usize) -> usize {
    let step = const { steps(S::EXTENTS, S::RANK) };
    if axis < S::RANK {
        (number / step[axis]) & (S::EXTENTS[axis] - 1)
    } else {
        0
    }
}

/// The axes in the order of a list that names each of the first once; the others stay in their places.
pub const fn order(axes: &[usize]) -> [usize; MAX_RANK] {
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    let mut seen = [false; MAX_RANK];
    let mut at = 0;
    while at < axes.len() {
        assert!(axes[at] < axes.len(), "there is no such axis");
        assert!(!seen[axes[at]], "an axis is named twice");
        seen[axes[at]] = true;
        order[at] = axes[at];
        at += 1;
    }
    order
}

/// A number for each axis: those of the first, and `rest` for the others.
#[inline(always)]
pub fn headed<T: Copy, const N: usize>(first: [T; N], rest: T) -> [T; MAX_RANK] {
    let mut all = [rest; MAX_RANK];
    unrolled!(AXIS in N => {
        all[AXIS] = first[AXIS];
    });
    all
}
