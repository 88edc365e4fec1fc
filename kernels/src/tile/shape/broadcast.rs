//! [`Broadcast`]: the shape of an operation on two tiles, by NumPy's rule.

use azulejo_layout::C;
use typenum::{B0, B1, UInt, UTerm};

use super::{MAX_RANK, TileShape, text::Text};

/// The common shape of two tiles: aligned at the last axis, an extent of 1 takes the other's, missing axes count as 1.
///
/// Two extents that are neither equal nor 1 are a compile error that quotes both shapes.
///
/// ```
/// use azulejo_kernels::tile::{Broadcast, TileShape};
/// use azulejo_layout::ints::{_1, _4, _8, _16};
/// assert_eq!(<<(_16, _8, _4) as Broadcast<(_8, _4)>>::Out>::EXTENTS, [16, 8, 4, 1]);
/// assert_eq!(<<(_4, _1) as Broadcast<(_1, _8)>>::Out>::EXTENTS, [4, 8, 1, 1]);
/// assert_eq!(<<() as Broadcast<(_16,)>>::Out>::RANK, 1);
/// ```
/// ```compile_fail
/// use azulejo_kernels::tile::Tile;
/// use azulejo_layout::tile;
/// // tiles of shapes (_16,_8) and (_16,_4) do not broadcast: axis 1 has extents 8 and 4, neither is 1
/// let sum = Tile::<f32, _>::ones(tile!(_16, _8)) + Tile::<f32, _>::ones(tile!(_16, _4));
/// ```
#[diagnostic::on_unimplemented(
    message = "tiles of shapes `{Self}` and `{Rhs}` do not broadcast",
    note = "align the shapes at their last axis: two extents must be equal, or one of them 1"
)]
pub trait Broadcast<Rhs: TileShape>: TileShape {
    /// The common shape.
    type Out: TileShape;
}

/// The larger of two extents of which one is 1 or which are equal; other pairs are found by `broadcasts`.
#[doc(hidden)]
pub trait Wider<Rhs> {
    type Out: Copy + Default + 'static;
}

type One = UInt<UTerm, B1>;

impl<V: Copy + Default + 'static> Wider<V> for One {
    type Out = V;
}
impl<A, B> Wider<One> for UInt<UInt<A, B>, B0>
where
    Self: Copy + Default + 'static,
{
    type Out = Self;
}
impl<A, B, D, E> Wider<UInt<UInt<D, E>, B0>> for UInt<UInt<A, B>, B0>
where
    Self: Copy + Default + 'static,
{
    type Out = Self;
}

/// The axis of the result at which two shapes do not broadcast; the last such.
pub const fn conflict(
    a: [usize; MAX_RANK],
    rank_a: usize,
    b: [usize; MAX_RANK],
    rank_b: usize,
) -> Option<(usize, usize, usize)> {
    let rank = if rank_a > rank_b { rank_a } else { rank_b };
    let mut back = 1;
    while back <= rank_a && back <= rank_b {
        let (x, y) = (a[rank_a - back], b[rank_b - back]);
        if x != y && x != 1 && y != 1 {
            return Some((rank - back, x, y));
        }
        back += 1;
    }
    None
}

/// Refuses, at compile time, two shapes that do not broadcast.
#[inline(always)]
pub const fn broadcasts<A: TileShape, B: TileShape>() {
    const { refuse((A::EXTENTS, A::RANK), (B::EXTENTS, B::RANK)) }
}

/// Refuses two shapes, extents and ranks, that do not broadcast.
pub const fn refuse(a: ([usize; MAX_RANK], usize), b: ([usize; MAX_RANK], usize)) {
    if let Some((axis, x, y)) = conflict(a.0, a.1, b.0, b.1) {
        let text = Text::EMPTY
            .text("tiles of shapes ")
            .shape(a.0, a.1)
            .text(" and ")
            .shape(b.0, b.1)
            .text(" do not broadcast: axis ")
            .number(axis)
            .text(" has extents ")
            .number(x)
            .text(" and ")
            .number(y)
            .text(", neither is 1");
        panic!("{}", text.as_str())
    }
}

/// Pairs of shapes: the axes that only the longer one has, then pairs of extents.
macro_rules! pairs {
    ($([$($lead:ident)*] [$($a:ident $b:ident)*];)*) => {$(
        pairs!(@impl [$($lead)*] [$($a $b)*]);
    )*};
    (@impl [$($lead:ident)*] [$($a:ident $b:ident)*]) => {
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> Broadcast<($(C<$b>,)*)> for ($(C<$lead>,)* $(C<$a>,)*)
        where
            $($a: Wider<$b>,)*
            ($(C<$b>,)*): TileShape,
            ($(C<$lead>,)* $(C<$a>,)*): TileShape,
            ($(C<$lead>,)* $(C<<$a as Wider<$b>>::Out>,)*): TileShape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as Wider<$b>>::Out>,)*);
        }
    };
}

macro_rules! shorter {
    ($([$($lead:ident)+] [$($a:ident $b:ident)*];)*) => {$(
        impl<$($lead: Copy + Default + 'static,)* $($a, $b),*> Broadcast<($(C<$lead>,)* $(C<$b>,)*)> for ($(C<$a>,)*)
        where
            $($a: Wider<$b>,)*
            ($(C<$a>,)*): TileShape,
            ($(C<$lead>,)* $(C<$b>,)*): TileShape,
            ($(C<$lead>,)* $(C<<$a as Wider<$b>>::Out>,)*): TileShape,
        {
            type Out = ($(C<$lead>,)* $(C<<$a as Wider<$b>>::Out>,)*);
        }
    )*};
}

pairs! {
    [] [];
    [L] []; [L M] []; [L M N] []; [L M N O] [];
    [] [A B]; [L] [A B]; [L M] [A B]; [L M N] [A B];
    [] [A B D E]; [L] [A B D E]; [L M] [A B D E];
    [] [A B D E F G]; [L] [A B D E F G];
    [] [A B D E F G H I];
}

shorter! {
    [L] []; [L M] []; [L M N] []; [L M N O] [];
    [L] [A B]; [L M] [A B]; [L M N] [A B];
    [L] [A B D E]; [L M] [A B D E];
    [L] [A B D E F G];
}
