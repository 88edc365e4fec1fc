//! [`tma_partition`] and [`create_tma_multicast_mask`]: the part of a tile that a CTA of a cluster loads, and who receives it.

use azulejo_layout::{AddCoords, CoordTree, Int, Plain};
use azulejo_tensor::engine::{Coords, Engine, Moves, Value};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, TmaCoordTree, TmaPlan, tma_plan};

use super::boxes::steps;
use super::load::TmaLoad;
use crate::engine::SharedPtr;

/// The CTAs of a cluster that differ from this one along `MODE` alone, as a multicast mask: bit `cta_layout(i)` for each.
///
/// `cta_layout` sends a CTA's coordinate (x, y) in the cluster to its rank, `layout!((_2, _1))` for two along x; `cta_coord` is this CTA's.
/// `MODE` 1 gives the CTAs of one row, which share A; `MODE` 0 those of one column, which share B.
/// A rank outside 0 to 15, which no CTA of a cluster has, has no bit.
///
/// ```
/// use azulejo_device::copy::create_tma_multicast_mask;
/// use azulejo_layout::{ints::*, layout};
/// assert_eq!(create_tma_multicast_mask::<1, _>(layout!((_2, _4)), (1, 0)), 0b1010_1010);
/// assert_eq!(create_tma_multicast_mask::<0, _>(layout!((_2, _4)), (1, 3)), 0b1100_0000);
/// assert_eq!(create_tma_multicast_mask::<0, _>(layout!((_2, _1):(_16, _1)), (0, 0)), 1);
/// ```
///
/// Source: CuTe, `create_tma_multicast_mask`.
#[inline(always)]
pub fn create_tma_multicast_mask<const MODE: usize, L>(cta_layout: L, cta_coord: (u32, u32)) -> u16
where
    L: OffsetAt<(u32, u32), Offset: Int> + OffsetAt<usize, Offset: Int> + Copy,
    L: azulejo_layout::Domain<L: azulejo_tensor::Modes2>,
{
    use azulejo_tensor::{Modes2, Repeat};
    const {
        assert!(
            MODE < 2,
            "create_tma_multicast_mask: MODE is 0, CTAs of one column, or 1, CTAs of one row"
        )
    };
    let (m, n) = cta_layout.domain().extents();
    let count = if MODE == 0 { m.count() } else { n.count() };
    let (mut mask, mut i) = (0u16, 0);
    while i < count {
        let coord = if MODE == 0 {
            (i as u32, cta_coord.1)
        } else {
            (cta_coord.0, i as u32)
        };
        let rank = OffsetAt::<(u32, u32)>::offset_at(cta_layout, coord).value();
        if (0..16).contains(&rank) {
            mask |= 1 << rank;
        }
        i += 1;
    }
    mask
}

/// The coordinates of a tile of which each of `N` CTAs loads its share: the engine of what [`tma_partition`] gives.
#[derive(Clone, Copy, Debug)]
pub struct Share<B, const N: u32>(Coords<B>);

impl<B: Copy, const N: u32> Share<B, N> {
    /// The coordinates, from the share's first element on.
    #[inline(always)]
    pub const fn coords(&self) -> Coords<B> {
        self.0
    }
}

impl<B: AddCoords<O> + Copy, O, const N: u32> Moves<O> for Share<B, N> {
    type View<'a>
        = Share<B::Out, N>
    where
        Self: 'a;

    #[inline(always)]
    fn moved(&self, by: O) -> Share<B::Out, N> {
        Share(self.0.moved(by))
    }
}

/// The tensor of coordinates of which a CTA loads its part.
type Part<B> = <<<B as CoordTree>::L as TmaCoordTree>::Moved as Plain>::T;

/// The parts of `sA` and `gA` that CTA `cta_coord` of `MULTICAST` loads: they begin at its share of every tile, in shared memory and in
/// coordinates. A `copy` by the same TMA then moves that share into the CTAs of its mask.
///
/// `cta_layout` sends `cta_coord` to the CTA's share, 0 to `MULTICAST - 1`: `layout!(_2)` for two CTAs. Shares are contiguous in
/// shared memory. Modes stay as they are, `(BLK_M,BLK_K,k)` and `(BLK_M,BLK_K,PIPE)`.
///
/// Source: CuTe, `tma_partition`.
#[inline(always)]
#[allow(non_snake_case, clippy::type_complexity)]
pub fn tma_partition<T, Tile, const MULTICAST: u32, X, LC, LS, B, LG>(
    _tma: &TmaLoad<T, Tile, MULTICAST>,
    cta_coord: X,
    cta_layout: LC,
    sA: &Tensor<SharedPtr<T>, LS>,
    gA: &Tensor<Coords<B>, LG>,
) -> (
    Tensor<Share<Part<B>, MULTICAST>, LG>,
    Tensor<SharedPtr<T>, LS>,
)
where
    T: Value,
    Tile: MemoryLayout,
    LC: OffsetAt<X, Offset: Int>,
    LS: Copy,
    LG: Copy,
    B: Copy + CoordTree<L: TmaCoordTree<Moved: Plain>>,
{
    let plan: &TmaPlan = const { &tma_plan::<T, Tile>(MULTICAST) };
    let share = cta_layout.offset_at(cta_coord).value() as u32;
    let boxes = const { tma_plan::<T, Tile>(MULTICAST).boxes() / MULTICAST };
    // A share of `MULTICAST` or more is none of the tile's: its parts lie outside, and reading them is what `copy` forbids.
    let first = share.wrapping_mul(boxes);
    let by = steps(plan, first);
    let origin = gA.engine().origin().coord_tree().moved(&by, 0).plain();
    let elements = const { tma_plan::<T, Tile>(MULTICAST).box_bytes } / size_of::<T>() as u32;
    let moved = sA.engine().view(first.wrapping_mul(elements) as isize);
    (
        Tensor::from_parts(Share(Coords::new(origin)), gA.layout()),
        Tensor::from_parts(moved, sA.layout()),
    )
}
