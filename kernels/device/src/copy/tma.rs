//! TMA as a copy: from coordinates to a tile of shared memory.

use azulejo_layout::{AddCoords, Int};
use azulejo_tensor::engine::{Coords, SharedBase};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, TmaPlan, plan_of};
use core::arch::asm;
use core::marker::PhantomData;

use super::tiled::ExecuteTiledCopy;
use crate::engine::SharedPtr;
use crate::ptx::smem::Smem;

/// A tensor map for tiles `Tile` of elements `T`, made by the host's `make_tma_copy::<T, Tile>`.
pub struct TmaLoad<T, Tile> {
    map: u64,
    tile: PhantomData<(T, Tile)>,
}
impl<T, Tile> Clone for TmaLoad<T, Tile> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, Tile> Copy for TmaLoad<T, Tile> {}

/// A [`TmaLoad`] that arrives at a barrier.
pub struct TmaLoadTo<T, Tile> {
    load: TmaLoad<T, Tile>,
    bar: Smem,
}

impl<T, Tile: MemoryLayout> TmaLoad<T, Tile> {
    /// Bytes of a tile.
    pub const BYTES: u32 = plan_of::<Tile, T>().bytes;
    /// The map at this address.
    ///
    /// # Safety
    /// It is one of `make_tma_copy::<T, Tile>`.
    #[inline(always)]
    pub const unsafe fn new(map: u64) -> Self {
        TmaLoad {
            map,
            tile: PhantomData,
        }
    }
    /// CuTe's `tma.with(barrier)`.
    #[inline(always)]
    pub fn with(self, bar: Smem) -> TmaLoadTo<T, Tile> {
        TmaLoadTo { load: self, bar }
    }
}

/// A coordinate as TMA takes it.
pub trait TmaCoord {
    /// Modes.
    const RANK: usize;
    /// The modes, 0 past the last.
    fn array(self) -> [i32; 5];
}
macro_rules! coord {
    ($($n:literal ($($t:ident $i:tt)*) [$($z:literal)*];)*) => {$(
        impl<$($t: Int),*> TmaCoord for ($($t,)*) {
            const RANK: usize = $n;
            #[inline(always)]
            fn array(self) -> [i32; 5] { [$(self.$i.value() as i32,)* $($z),*] }
        }
    )*};
}
coord! {
    2 (A 0 B 1) [0 0 0];
    3 (A 0 B 1 C 2) [0 0];
    4 (A 0 B 1 C 2 D 3) [0];
    5 (A 0 B 1 C 2 D 3 E 4) [];
}

/// # Safety
/// The contract of [`crate::ptx::tma::load`].
#[inline(always)]
unsafe fn load<const RANK: usize>(dst: Smem, map: u64, [c0, c1, c2, c3, c4]: [i32; 5], bar: Smem) {
    macro_rules! load {
        ($rank:literal $holes:literal $($c:ident)*) => {
            asm!(
                concat!("cp.async.bulk.tensor.", $rank, "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{dst}], [{map}, {{", $holes, "}}], [{bar}];"),
                dst = in(reg32) dst, map = in(reg64) map, bar = in(reg32) bar, $($c = in(reg32) $c,)* options(nostack))
        };
    }
    // SAFETY: upheld by the caller: a box of the tile, a barrier that expects its bytes.
    unsafe {
        match RANK {
            2 => load!(2 "{c0}, {c1}" c0 c1),
            3 => load!(3 "{c0}, {c1}, {c2}" c0 c1 c2),
            4 => load!(4 "{c0}, {c1}, {c2}, {c3}" c0 c1 c2 c3),
            _ => load!(5 "{c0}, {c1}, {c2}, {c3}, {c4}" c0 c1 c2 c3 c4),
        }
    }
}

const fn same(a: TmaPlan, b: TmaPlan) -> bool {
    a.boxes == b.boxes && a.bytes == b.bytes && a.box_bytes == b.box_bytes && a.swizzle == b.swizzle
}

impl<T, Tile, B, LS, LD> ExecuteTiledCopy<Tensor<Coords<B>, LS>, Tensor<SharedPtr<T>, LD>>
    for TmaLoadTo<T, Tile>
where
    Tile: MemoryLayout,
    LD: MemoryLayout + Copy,
    LS: OffsetAt<usize>,
    B: Copy + AddCoords<LS::Offset>,
    B::Out: TmaCoord,
{
    #[inline(always)]
    unsafe fn execute(&self, src: &Tensor<Coords<B>, LS>, dst: &mut Tensor<SharedPtr<T>, LD>) {
        const {
            assert!(
                same(plan_of::<Tile, T>(), plan_of::<LD, T>()),
                "the tile is not the one that the tensor map was made for"
            )
        };
        let plan = const { &plan_of::<LD, T>() };
        let order = const { plan_of::<LD, T>().order(<B::Out as TmaCoord>::RANK) };
        let at = src.coord(0usize).array();
        let base = dst
            .engine()
            .shared_address()
            .wrapping_add((dst.layout().start() as u32).wrapping_mul(size_of::<T>() as u32));
        macro_rules! boxes { ($($i:literal)*) => {$(
            if $i * plan.box_bytes < plan.bytes {
                let (mut c, mut left) = (at, $i as u32);
                // The rest modes count up, the first fastest.
                macro_rules! rest { ($r:literal) => {
                    if $r < plan.rests {
                        let mode = plan.rest[$r];
                        c[mode.axis] += ((left % mode.size) * mode.step) as i32;
                        left /= mode.size;
                    }
                } }
                rest!(0);
                rest!(1);
                let _ = left;
                let c = [c[order[0]], c[order[1]], c[order[2]], c[order[3]], c[order[4]]];
                // SAFETY: upheld by the caller: a box of the tile, a barrier that expects its bytes.
                unsafe {
                    match <B::Out as TmaCoord>::RANK {
                        2 => load::<2>(base + $i * plan.box_bytes, self.load.map, c, self.bar),
                        3 => load::<3>(base + $i * plan.box_bytes, self.load.map, c, self.bar),
                        4 => load::<4>(base + $i * plan.box_bytes, self.load.map, c, self.bar),
                        _ => load::<5>(base + $i * plan.box_bytes, self.load.map, c, self.bar),
                    }
                }
            }
        )*} }
        const {
            assert!(
                plan_of::<LD, T>().bytes / plan_of::<LD, T>().box_bytes <= 8,
                "more than eight boxes"
            )
        };
        boxes!(0 1 2 3 4 5 6 7);
    }
}
