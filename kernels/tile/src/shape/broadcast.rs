//! [`Broadcast`]: the shape of an operation on two tiles, by NumPy's rule.

use azulejo_layout::C;
use typenum::{B0, B1, UInt, UTerm};

use super::{MAX_RANK, TileShape, tables::broadcast_every_rank, text::Text};

/// The common shape of two tiles: aligned at the last axis, an extent of 1 takes the other's, missing axes count as 1.
///
/// Two extents that are neither equal nor 1 are a compile error that quotes both shapes.
///
/// ```
/// use azulejo_tile::{Broadcast, TileShape};
/// use azulejo_layout::ints::{_1, _4, _8, _16};
/// assert_eq!(<<(_16, _8, _4) as Broadcast<(_8, _4)>>::Out>::EXTENTS[..3], [16, 8, 4]);
/// assert_eq!(<<(_4, _1) as Broadcast<(_1, _8)>>::Out>::EXTENTS[..2], [4, 8]);
/// assert_eq!(<<() as Broadcast<(_16,)>>::Out>::RANK, 1);
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// // tiles of shapes (_16,_8) and (_16,_4) do not broadcast: axis 1 has extents 8 and 4, neither is 1
/// let sum = Tile::<f32, _>::ones(blk, tile!(_16, _8)) + Tile::<f32, _>::ones(blk, tile!(_16, _4));
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

/// Rejects, at compile time, two shapes that do not broadcast.
#[inline(always)]
pub const fn broadcasts<A: TileShape, B: TileShape>() {
    const { reject((A::EXTENTS, A::RANK), (B::EXTENTS, B::RANK)) }
}

/// Rejects two shapes, extents and ranks, that do not broadcast.
pub const fn reject(a: ([usize; MAX_RANK], usize), b: ([usize; MAX_RANK], usize)) {
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

broadcast_every_rank! { Broadcast of TileShape by Wider::Out }

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{MAX_RANK, reject};

    /// What a program with such a pair does not compile with.
    fn message(a: &[usize], b: &[usize]) -> Option<String> {
        let shape = |extents: &[usize]| {
            let mut all = [1; MAX_RANK];
            all[..extents.len()].copy_from_slice(extents);
            (all, extents.len())
        };
        let (a, b) = (shape(a), shape(b));
        let panic = std::panic::catch_unwind(|| reject(a, b)).err()?;
        let text = panic.downcast::<String>().map(|text| *text);
        Some(text.unwrap_or_else(|panic| {
            panic
                .downcast::<&str>()
                .map_or_else(|_| String::new(), |text| text.to_string())
        }))
    }

    #[test]
    fn a_bad_pair_is_rejected_in_the_shapes_of_the_program() {
        for (a, b, text) in [
            (
                &[16, 8][..],
                &[16, 4][..],
                "tiles of shapes (_16,_8) and (_16,_4) do not broadcast: axis 1 has extents 8 and 4, neither is 1",
            ),
            (
                &[16, 8],
                &[8, 16],
                "tiles of shapes (_16,_8) and (_8,_16) do not broadcast: axis 1 has extents 8 and 16, neither is 1",
            ),
            (
                &[3],
                &[2],
                "tiles of shapes (_3) and (_2) do not broadcast: axis 0 has extents 3 and 2, neither is 1",
            ),
            (
                &[2, 4, 8],
                &[2, 8],
                "tiles of shapes (_2,_4,_8) and (_2,_8) do not broadcast: axis 1 has extents 4 and 2, neither is 1",
            ),
        ] {
            assert_eq!(message(a, b).as_deref(), Some(text));
        }
        let compatible: [(&[usize], &[usize]); 4] = [
            (&[16, 8], &[8]),
            (&[], &[4]),
            (&[4, 1], &[1, 8]),
            (&[4], &[4]),
        ];
        for (a, b) in compatible {
            assert_eq!(message(a, b), None);
        }
    }
}
