//! The boxes of a tile: where each is in shared and in global memory.

use core::marker::PhantomData;

use azulejo_layout::check::rules::Describe;
use azulejo_layout::{AddCoords, CoordTree, Domain};
use azulejo_tensor::engine::{Coords, Value};
use azulejo_tensor::{
    MemoryLayout, OffsetAt, Tensor, TmaCoordTree, TmaPlan, tma_plan, tma_plan_of_partition,
};

use super::multicast::Share;
use crate::engine::SharedPtr;
use crate::unrolled;

/// Boxes that a copy issues at most.
const BOXES: u32 = 16;

/// A tile of coordinates: what a TMA copy takes as its side of global memory.
pub trait TmaTile {
    /// The coordinate's tree.
    type Coord: TmaCoordTree;
    /// The modes of the tile.
    type Modes: Describe;
    /// How many CTAs load it, each its share.
    const SHARES: u32;

    /// The coordinate of the first element.
    fn first(&self) -> Self::Coord;
}

/// Coordinates of whole tiles, or of the shares of a cluster's CTAs.
pub trait TmaCoords {
    /// The first coordinate.
    type First: Copy;
    /// How many CTAs load a tile, each its share.
    const SHARES: u32;

    /// The coordinates.
    fn coords(&self) -> Coords<Self::First>;
}

impl<B: Copy> TmaCoords for Coords<B> {
    type First = B;
    const SHARES: u32 = 1;

    #[inline(always)]
    fn coords(&self) -> Coords<B> {
        *self
    }
}

impl<B: Copy, const N: u32> TmaCoords for Share<B, N> {
    type First = B;
    const SHARES: u32 = N;

    #[inline(always)]
    fn coords(&self) -> Coords<B> {
        self.coords()
    }
}

impl<E, L, C> TmaTile for Tensor<E, L>
where
    E: TmaCoords<First: AddCoords<L::Offset, Out = C>>,
    C: CoordTree<L: TmaCoordTree>,
    L: OffsetAt<usize> + Domain<L: Describe>,
{
    type Coord = C::L;
    type Modes = <L as Domain>::L;
    const SHARES: u32 = E::SHARES;

    #[inline(always)]
    fn first(&self) -> C::L {
        let whole = Tensor::from_parts(self.engine().coords(), self.layout());
        whole.coord(0usize).coord_tree()
    }
}

/// The plan of a copy between `G` and shared memory of layout `LS`, which is that of the map for `Tile`.
#[track_caller]
pub(super) const fn checked_plan<T, Tile: MemoryLayout, G: TmaTile, LS: MemoryLayout>(
    multicast: u32,
) -> TmaPlan {
    assert!(
        G::SHARES == multicast,
        "copy: CTAs of a cluster load a share of the tile each; take both sides from `tma_partition` of this copy"
    );
    let plan = tma_plan_of_partition::<T, G::Coord, G::Modes, LS>(multicast);
    let of_map = tma_plan::<T, Tile>(multicast);
    if is_flat(<G::Coord as TmaCoordTree>::CODES, G::Coord::RANK) {
        assert!(
            plan.swizzle == of_map.swizzle,
            "copy: the tile in shared memory and the tile of the tensor map have different swizzles; use one layout for both"
        );
        assert!(
            plan.same(&of_map),
            "copy: the tile is not the one that the tensor map was made for; use one layout for both"
        );
    } else {
        assert!(
            plan.bytes == of_map.bytes && plan.swizzle == of_map.swizzle,
            "copy: the tile is not the one that the tensor map was made for; use one layout for both"
        );
    }
    assert!(
        plan.boxes() / multicast <= BOXES,
        "copy: the tile has more than 16 boxes; use a smaller tile or a wider swizzle"
    );
    plan
}

/// `true` if each axis is a mode: its way ends one step below the root.
const fn is_flat(codes: [u64; 8], rank: usize) -> bool {
    let mut i = 0;
    while i < rank {
        // A mode `i` is reached by `i` steps past others, one into it, and the end.
        if codes[i] != (1u64 << i) - 1 + (0b10 << i) {
            return rank == 1;
        }
        i += 1;
    }
    true
}

/// A call of a function of `bulk_tensor` for the rank of the coordinate.
macro_rules! by_rank {
    ($rank:expr, unsafe { bulk_tensor::$name:ident $arguments:tt }) => {
        by_rank!(@ $rank, $name $arguments, 1 2 3 4, 5)
    };
    (@ $rank:expr, $name:ident $arguments:tt, $($n:literal)*, $last:literal) => {
        match const { $rank } {
            $(
                // SAFETY: the map is live and its rank is the coordinate's, by the contract of the copy's `new`; the caller of the
                // copy has the box and the barrier that the function asks for.
                $n => unsafe { bulk_tensor::$name::<$n> $arguments },
            )*
            // SAFETY: a live map of rank 5; the box and the barrier are the caller's, as for the other ranks.
            _ => unsafe { bulk_tensor::$name::<$last> $arguments },
        }
    };
}
pub(super) use by_rank;

/// The shared address of the first element of a tile.
#[inline(always)]
pub(super) fn first_address<T: Value, L: MemoryLayout>(tile: &Tensor<SharedPtr<T>, L>) -> u32 {
    let start = tile.layout().start() as u32;
    tile.engine()
        .shared_address()
        .wrapping_add(start.wrapping_mul(size_of::<T>() as u32))
}

/// The boxes that one CTA copies, worked out at compile time.
pub(super) struct Boxes {
    /// How many.
    count: u32,
    /// Bytes of each.
    bytes: u32,
    /// The axes in the map's order.
    order: [usize; 5],
    /// The steps of each box along the axes in that order.
    steps: [[i32; 5]; BOXES as usize],
}

/// The copy between `G` and shared memory of layout `L` by the map for `Tile`.
pub(super) struct Planned<T, Tile, G, L, const MULTICAST: u32>(PhantomData<(T, Tile, G, L)>);

impl<T, Tile: MemoryLayout, G: TmaTile, L: MemoryLayout, const MULTICAST: u32>
    Planned<T, Tile, G, L, MULTICAST>
{
    /// Its boxes; the build stops where the map has none for it.
    pub(super) const BOXES: Boxes = Boxes::of::<T, Tile, G, L>(MULTICAST);
    /// The checks of [`BOXES`](Self::BOXES).
    pub(super) const CHECKS: () = {
        let _ = Self::BOXES;
    };
}

impl Boxes {
    /// The boxes of a copy between `G` and shared memory of layout `LS`, of which each of `multicast` CTAs issues a part.
    #[track_caller]
    const fn of<T, Tile: MemoryLayout, G: TmaTile, LS: MemoryLayout>(multicast: u32) -> Self {
        let plan = checked_plan::<T, Tile, G, LS>(multicast);
        let mut boxes = Boxes {
            count: plan.boxes() / multicast,
            bytes: plan.box_bytes,
            order: plan.order(G::Coord::RANK),
            steps: [[0; 5]; BOXES as usize],
        };
        let mut index = 0;
        while index < boxes.count {
            let along = steps(&plan, index);
            let mut k = 0;
            while k < 5 {
                boxes.steps[index as usize][k] = along[boxes.order[k]];
                k += 1;
            }
            index += 1;
        }
        boxes
    }
}

/// The steps of box `index` along each axis.
#[inline(always)]
pub(super) const fn steps(plan: &TmaPlan, index: u32) -> [i32; 8] {
    let (mut c, mut left) = ([0; 8], index);
    macro_rules! rest { ($($r:literal)*) => { $(
        if $r < plan.rest_rank {
            let mode = plan.rest_modes[$r];
            c[mode.axis] += ((left % mode.size) * mode.step) as i32;
            left /= mode.size;
        }
    )* } }
    rest!(0 1 2 3 4);
    let _ = left;
    c
}

/// Calls `f` with the address offset and the coordinate, in the map's order, of each box that one CTA copies.
#[inline(always)]
pub(super) fn each_box<G: TmaTile>(
    boxes: &'static Boxes,
    from: &G,
    mut f: impl FnMut(u32, [i32; 5]),
) {
    let mut first = [0; 8];
    from.first().leaves(&mut first, 0);
    let first = unrolled::<_, 5>(crate::inlined!(|k: usize| first[boxes.order[k]]));
    macro_rules! issue { ($($i:literal)*) => { $(
        if $i < boxes.count {
            f($i * boxes.bytes, unrolled::<_, 5>(crate::inlined!(|k: usize| first[k].wrapping_add(boxes.steps[$i][k]))));
        }
    )* } }
    issue!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
