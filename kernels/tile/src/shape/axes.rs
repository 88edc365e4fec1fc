//! Shapes with an axis fewer, one more, or the axes in another order.

use azulejo_layout::C;
use typenum::U1;

use super::{Extent, TileShape, tables::each_axis};

/// A shape that has axis `K`.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` has no axis {K}",
    note = "axes are counted from 0; a tile of rank n has axes 0 to n - 1"
)]
pub trait Axis<const K: usize>: TileShape {
    /// The extent.
    type Extent: Extent;
}

/// The shape with extent 1 along axis `K`: what a reduction of that axis leaves.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` has no axis {K}",
    note = "axes are counted from 0; a tile of rank n has axes 0 to n - 1"
)]
pub trait KeepOne<const K: usize>: Axis<K> {
    /// The shape.
    type Out: TileShape;
}

/// The shape without axis `K`.
#[diagnostic::on_unimplemented(
    message = "the shape `{Self}` has no axis {K}",
    note = "axes are counted from 0; a tile of rank n has axes 0 to n - 1"
)]
pub trait Drop<const K: usize>: Axis<K> {
    /// The shape.
    type Out: TileShape;
}

/// The shape with an axis of extent 1 in front of axis `K`.
#[diagnostic::on_unimplemented(
    message = "no axis can be inserted at {K} into the shape `{Self}`",
    note = "a tile of rank n takes a new axis at 0 to n, up to rank 8"
)]
pub trait Insert<const K: usize>: TileShape {
    /// The shape.
    type Out: TileShape;
}

/// The shape with twice the extent along axis `K`: what two tiles of a shape make, one after the other.
#[diagnostic::on_unimplemented(
    message = "two tiles of shape `{Self}` cannot be joined along axis {K}",
    note = "axes are counted from 0, and a tile has at most 16777216 elements"
)]
pub trait Doubled<const K: usize>: Axis<K> {
    /// The shape.
    type Out: TileShape;
}

macro_rules! axes {
    ($($k:literal [$($before:ident)*] $at:ident [$($after:ident)*];)*) => {$(
        impl<$($before,)* $at, $($after),*> Axis<$k> for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TileShape,
            C<$at>: Extent,
        {
            type Extent = C<$at>;
        }
        impl<$($before,)* $at, $($after),*> KeepOne<$k> for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TileShape,
            C<$at>: Extent,
            ($(C<$before>,)* C<U1>, $(C<$after>,)*): TileShape,
        {
            type Out = ($(C<$before>,)* C<U1>, $(C<$after>,)*);
        }
        impl<$($before,)* $at, $($after),*> Doubled<$k> for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TileShape,
            C<$at>: Extent,
            ($(C<$before>,)* <C<$at> as Extent>::Twice, $(C<$after>,)*): TileShape,
        {
            type Out = ($(C<$before>,)* <C<$at> as Extent>::Twice, $(C<$after>,)*);
        }
        impl<$($before,)* $at, $($after),*> Drop<$k> for ($(C<$before>,)* C<$at>, $(C<$after>,)*)
        where
            Self: TileShape,
            C<$at>: Extent,
            ($(C<$before>,)* $(C<$after>,)*): TileShape,
        {
            type Out = ($(C<$before>,)* $(C<$after>,)*);
        }
    )*};
}

each_axis! { axes }

macro_rules! inserted {
    ($($k:literal [$($before:ident)*] [$($after:ident)*];)*) => {$(
        impl<$($before,)* $($after),*> Insert<$k> for ($(C<$before>,)* $(C<$after>,)*)
        where
            Self: TileShape,
            ($(C<$before>,)* C<U1>, $(C<$after>,)*): TileShape,
        {
            type Out = ($(C<$before>,)* C<U1>, $(C<$after>,)*);
        }
    )*};
}

inserted! {
    0 [] [];
    0 [] [A]; 1 [A] [];
    0 [] [A B]; 1 [A] [B]; 2 [A B] [];
    0 [] [A B D]; 1 [A] [B D]; 2 [A B] [D]; 3 [A B D] [];
    0 [] [A B D E]; 1 [A] [B D E]; 2 [A B] [D E]; 3 [A B D] [E]; 4 [A B D E] [];
    0 [] [A B D E F]; 1 [A] [B D E F]; 2 [A B] [D E F];
    3 [A B D] [E F]; 4 [A B D E] [F]; 5 [A B D E F] [];
    0 [] [A B D E F G]; 1 [A] [B D E F G]; 2 [A B] [D E F G];
    3 [A B D] [E F G]; 4 [A B D E] [F G]; 5 [A B D E F] [G]; 6 [A B D E F G] [];
    0 [] [A B D E F G H]; 1 [A] [B D E F G H]; 2 [A B] [D E F G H]; 3 [A B D] [E F G H];
    4 [A B D E] [F G H]; 5 [A B D E F] [G H]; 6 [A B D E F G] [H]; 7 [A B D E F G H] [];
}
