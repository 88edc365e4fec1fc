//! [`TrimShape`]: extents that need not be powers of two, and the shapes that operations make of them.

use core::ops::Add;

use azulejo_layout::C;
use typenum::{B0, B1, Max, Sum, U1, UInt, UTerm, Unsigned};

use crate::{
    Index, MAX_RANK, Region, TileShape, broadcast_every_rank, coordinate, each_axis, steps,
    unrolled,
};

/// A number and the smallest power of two that is not below it. Sealed, as `Unsigned` is.
pub trait Ceil: Unsigned + Copy + Default + 'static {
    /// The power of two.
    type Out: Unsigned + Copy + Default + 'static;
}

impl Ceil for UInt<UTerm, B1> {
    type Out = Self;
}

// 2 m: twice that of m.
impl<A, B> Ceil for UInt<UInt<A, B>, B0>
where
    Self: Unsigned + Copy + Default + 'static,
    UInt<A, B>: Ceil,
    UInt<<UInt<A, B> as Ceil>::Out, B0>: Unsigned + Copy + Default + 'static,
{
    type Out = UInt<<UInt<A, B> as Ceil>::Out, B0>;
}

// 2 m + 1: twice that of m + 1.
impl<A, B> Ceil for UInt<UInt<A, B>, B1>
where
    Self: Unsigned + Copy + Default + 'static,
    UInt<A, B>: Add<B1>,
    Sum<UInt<A, B>, B1>: Ceil,
    UInt<<Sum<UInt<A, B>, B1> as Ceil>::Out, B0>: Unsigned + Copy + Default + 'static,
{
    type Out = UInt<<Sum<UInt<A, B>, B1> as Ceil>::Out, B0>;
}

/// The extents of a [`Trimmed`](super::Trimmed) tile: a tuple of up to eight static numbers from 1 on.
///
/// ```
/// use azulejo_tile::{TileShape, TrimShape};
/// use azulejo_layout::ints::{_3, _10};
/// assert_eq!(<(_3, _10) as TrimShape>::Whole::EXTENTS[..2], [4, 16]);
/// assert_eq!(<(_3, _10)>::COUNT, 30);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a trimmed tile",
    note = "it is a tuple of up to eight static numbers from 1 on, as `tile!(_3, _10)` writes it, whose powers of two make at most 16777216 elements"
)]
pub trait TrimShape: Region + Copy + Default + 'static {
    /// The shape of the tile whose corner it is: each extent the next power of two.
    type Whole: TileShape<Index = Self::Index>;
    /// The index of a tile of this rank.
    type Index: Index;
    /// The number of elements.
    const COUNT: usize = {
        let (mut count, mut axis) = (1, 0);
        while axis < <Self as Region>::RANK {
            count *= <Self as Region>::EXTENTS[axis];
            axis += 1;
        }
        count
    };
}

impl TrimShape for () {
    type Whole = ();
    type Index = ();
}

/// What `tile!(…)` gives: a tuple, or for one axis the extent itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a trimmed tile",
    note = "it is a tuple of up to eight static numbers from 1 on, as `tile!(_3, _10)` writes it"
)]
pub trait IntoTrimShape {
    /// The shape.
    type Shape: TrimShape;
}

impl IntoTrimShape for () {
    type Shape = ();
}

impl<U: Copy + Default + 'static> IntoTrimShape for C<U>
where
    (C<U>,): TrimShape,
{
    type Shape = (C<U>,);
}

/// The shape with extent 1 along axis `K`.
#[diagnostic::on_unimplemented(message = "the shape `{Self}` has no axis {K}")]
pub trait TrimKeepOne<const K: usize>: TrimShape {
    /// The shape.
    type Out: TrimShape;
}

/// The shape of two tiles one after the other along axis `K`: the other extents must be equal.
#[diagnostic::on_unimplemented(
    message = "tiles of shapes `{Self}` and `{F}` cannot be joined along axis {K}",
    note = "both have the axis, and their other extents are equal"
)]
pub trait Joined<F: TrimShape, const K: usize>: TrimShape {
    /// The shape.
    type Out: TrimShape;
}

/// The common shape of two trimmed tiles, by NumPy's rule.
#[diagnostic::on_unimplemented(message = "tiles of shapes `{Self}` and `{F}` do not broadcast")]
pub trait TrimBroadcast<F: TrimShape>: TrimShape {
    /// The shape.
    type Out: TrimShape;
}

macro_rules! shapes {
    ($($index:ty: $($e:ident)*;)*) => {$(
        impl<$($e: Ceil),*> TrimShape for ($(C<$e>,)*)
        where
            ($(C<<$e as Ceil>::Out>,)*): TileShape<Index = $index>,
        {
            type Whole = ($(C<<$e as Ceil>::Out>,)*);
            type Index = $index;
        }
    )*};
}

shapes! {
    (usize,): A;
    (usize, usize): A B;
    (usize, usize, usize): A B D;
    (usize, usize, usize, usize): A B D E;
    (usize, usize, usize, usize, usize): A B D E F;
    (usize, usize, usize, usize, usize, usize): A B D E F G;
    (usize, usize, usize, usize, usize, usize, usize): A B D E F G H;
    (usize, usize, usize, usize, usize, usize, usize, usize): A B D E F G H I;
}

macro_rules! tuples {
    ($($($e:ident)*;)*) => {$(
        impl<$($e),*> IntoTrimShape for ($(C<$e>,)*)
        where
            ($(C<$e>,)*): TrimShape,
        {
            type Shape = Self;
        }
    )*};
}

tuples! { A; A B; A B D; A B D E; A B D E F; A B D E F G; A B D E F G H; A B D E F G H I; }

macro_rules! axes {
    ($($k:literal [$($before:ident)*] $at:ident [$($after:ident)*];)*) => {$(
        impl<$($before,)* $at, $($after),*> TrimKeepOne<$k> for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TrimShape,
            ($(C<$before>,)* C<U1>, $(C<$after>,)*): TrimShape,
        {
            type Out = ($(C<$before>,)* C<U1>, $(C<$after>,)*);
        }
        impl<$($before,)* $at, Other, $($after),*> Joined<($(C<$before>,)* C<Other>, $(C<$after>,)*), $k>
            for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TrimShape,
            ($(C<$before>,)* C<Other>, $(C<$after>,)*): TrimShape,
            $at: Add<Other>,
            ($(C<$before>,)* C<Sum<$at, Other>>, $(C<$after>,)*): TrimShape,
        {
            type Out = ($(C<$before>,)* C<Sum<$at, Other>>, $(C<$after>,)*);
        }
    )*};
}

each_axis! { axes }

broadcast_every_rank! { TrimBroadcast of TrimShape by Max::Output }

/// The extents.
pub(super) const fn extents<E: TrimShape>() -> [usize; MAX_RANK] {
    <E as Region>::EXTENTS
}

/// The coordinates of element `number` of the whole tile, and whether it is inside.
#[inline(always)]
pub(super) fn place<E: TrimShape>(number: usize) -> ([usize; MAX_RANK], bool) {
    let (mut at, mut inside) = ([0; MAX_RANK], true);
    unrolled!(AXIS in <E as Region>::RANK => {
        at[AXIS] = coordinate::<E::Whole>(number, AXIS);
        inside &= at[AXIS] < const { extents::<E>()[AXIS] };
    });
    (at, inside)
}

/// The number, in the whole tile, of the element at these coordinates, which are inside.
#[inline(always)]
pub(super) fn number<E: TrimShape>(at: [usize; MAX_RANK]) -> usize {
    let step = const {
        steps(
            <E::Whole as TileShape>::EXTENTS,
            <E::Whole as TileShape>::RANK,
        )
    };
    let mut number = 0;
    unrolled!(AXIS in <E as Region>::RANK => {
        number += at[AXIS] * step[AXIS];
    });
    number
}

/// The row-major number among the elements inside, of coordinates.
#[inline(always)]
pub(super) fn count<E: TrimShape>(at: [usize; MAX_RANK]) -> usize {
    let step = const { steps(extents::<E>(), <E as Region>::RANK) };
    let mut count = 0;
    unrolled!(AXIS in <E as Region>::RANK => {
        count += at[AXIS] * step[AXIS];
    });
    count
}

/// The coordinates of the element with this row-major number among those inside.
#[inline(always)]
pub(super) fn coordinates<E: TrimShape>(count: usize) -> [usize; MAX_RANK] {
    let step = const { steps(extents::<E>(), <E as Region>::RANK) };
    let mut at = [0; MAX_RANK];
    unrolled!(AXIS in <E as Region>::RANK => {
        at[AXIS] = count / step[AXIS] % const { extents::<E>()[AXIS] };
    });
    at
}
