//! [`TmaLoad`]: `SM90_TMA_LOAD`, `SM90_TMA_LOAD_MULTICAST` and the prefetch of a tile.

use core::marker::PhantomData;

use azulejo_tensor::engine::Value;
use azulejo_tensor::{MemoryLayout, Tensor, TmaCoordTree, tma_plan};

use super::boxes::{Planned, TmaTile, by_rank, each_box, first_address};
use crate::copy::CacheHint;
use crate::copy::tiled::ExecuteTiledCopy;
use crate::engine::SharedPtr;
use crate::ptx::{bulk_tensor, tma};

/// Loads tiles `Tile` of elements `T` by a tensor map that `make_tma_copy::<T, Tile, MULTICAST>` describes.
///
/// With `MULTICAST` above 1 so many CTAs of a cluster each load a part of the tile into all of them.
///
/// Source: CuTe, `SM90_TMA_LOAD` and `SM90_TMA_LOAD_MULTICAST`.
#[derive(Debug)]
pub struct TmaLoad<T, Tile, const MULTICAST: u32 = 1> {
    map: u64,
    tile: PhantomData<(T, Tile)>,
}

impl<T, Tile, const MULTICAST: u32> Clone for TmaLoad<T, Tile, MULTICAST> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Tile, const MULTICAST: u32> Copy for TmaLoad<T, Tile, MULTICAST> {}

/// The CTAs that load a tile together, by their number.
#[derive(Debug)]
pub struct Ctas<const N: u32>;

/// One CTA, which loads whole tiles.
#[diagnostic::on_unimplemented(
    message = "`with`: the CTAs of a cluster load a part of the tile each, into all of them, which a mask names",
    label = "`{Self}` load together",
    note = "call `with_multicast(bar, mask)`; `create_tma_multicast_mask` makes the mask"
)]
pub trait WholeTile {}

impl WholeTile for Ctas<1> {}

/// A [`TmaLoad`] that arrives at a barrier.
#[derive(Debug)]
pub struct TmaLoadTo<T, Tile, const MULTICAST: u32 = 1> {
    load: TmaLoad<T, Tile, MULTICAST>,
    bar: SharedPtr<u64>,
    mask: Option<u16>,
    hint: Option<CacheHint>,
}

/// A [`TmaLoad`] that loads a tile to L2 alone: `copy` ignores its destination.
///
/// Source: CuTe, `SM90_TMA_LOAD::PREFETCH`.
#[derive(Debug)]
pub struct TmaPrefetch<T, Tile> {
    map: u64,
    tile: PhantomData<(T, Tile)>,
}

impl<T, Tile: MemoryLayout, const MULTICAST: u32> TmaLoad<T, Tile, MULTICAST> {
    /// Bytes that arrive in a CTA for a tile, from all CTAs that load it.
    pub const BYTES: u32 = tma_plan::<T, Tile>(MULTICAST).bytes;

    /// The map at this address of global memory.
    ///
    /// # Safety
    /// It is one that `make_tma_copy::<T, Tile, MULTICAST>` describes, written before the launch; modes that nest have the extents of
    /// the identity tensors that are copied from.
    #[inline(always)]
    pub const unsafe fn new(map: u64) -> Self {
        TmaLoad {
            map,
            tile: PhantomData,
        }
    }

    /// This load, which arrives at `bar`, of this CTA: one of whole tiles.
    ///
    /// Source: CuTe, `tma.with(mbar)`.
    #[inline(always)]
    pub fn with(self, bar: SharedPtr<u64>) -> TmaLoadTo<T, Tile, MULTICAST>
    where
        Ctas<MULTICAST>: WholeTile,
    {
        TmaLoadTo {
            load: self,
            bar,
            mask: None,
            hint: None,
        }
    }

    /// This load, which arrives at `bar` in every CTA of the cluster whose bit in `mask` is set.
    ///
    /// Source: CuTe, `tma.with(mbar, mcast_mask)`.
    #[inline(always)]
    pub fn with_multicast(self, bar: SharedPtr<u64>, mask: u16) -> TmaLoadTo<T, Tile, MULTICAST> {
        TmaLoadTo {
            load: self,
            bar,
            mask: Some(mask),
            hint: None,
        }
    }

    /// This load in code for any number of CTAs: [`with_multicast`](Self::with_multicast) of a part of a tile,
    /// [`with`](Self::with) of a whole one.
    #[inline(always)]
    pub fn with_share(self, bar: SharedPtr<u64>, mask: u16) -> TmaLoadTo<T, Tile, MULTICAST> {
        TmaLoadTo {
            mask: if MULTICAST == 1 { None } else { Some(mask) },
            ..self.with_multicast(bar, mask)
        }
    }

    /// The prefetch of tiles to L2.
    #[inline(always)]
    pub fn prefetch(self) -> TmaPrefetch<T, Tile> {
        const {
            assert!(
                MULTICAST == 1,
                "prefetch: CTAs that share a tile each prefetch their own; use the map without multicast"
            )
        };
        TmaPrefetch {
            map: self.map,
            tile: PhantomData,
        }
    }

    /// The address of the map.
    #[inline(always)]
    pub fn descriptor(self) -> u64 {
        self.map
    }
}

impl<T, Tile, const MULTICAST: u32> TmaLoadTo<T, Tile, MULTICAST> {
    /// This load, whose source L2 evicts as the hint says.
    #[inline(always)]
    pub fn with_cache_hint(self, hint: CacheHint) -> Self {
        TmaLoadTo {
            hint: Some(hint),
            ..self
        }
    }
}

/// Loads the tensor map at this address to the descriptor cache.
///
/// Source: CuTe, `prefetch_tma_descriptor`.
///
/// # Safety
/// A tensor map is at the address.
#[inline(always)]
pub unsafe fn prefetch_tma_descriptor(map: u64) {
    // SAFETY: the caller has a tensor map at the address.
    unsafe { tma::prefetch_tma_descriptor(map) }
}

impl<T, Tile, G, LD, const MULTICAST: u32> ExecuteTiledCopy<G, Tensor<SharedPtr<T>, LD>>
    for TmaLoadTo<T, Tile, MULTICAST>
where
    T: Value,
    Tile: MemoryLayout,
    G: TmaTile,
    LD: MemoryLayout,
{
    const CHECKS: () = Planned::<T, Tile, G, LD, MULTICAST>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &G, dst: &mut Tensor<SharedPtr<T>, LD>) {
        let boxes = const { &Planned::<T, Tile, G, LD, MULTICAST>::BOXES };
        let (base, policy) = (first_address(dst), self.hint.map(|hint| hint as u64));
        each_box(
            boxes,
            src,
            crate::inlined!(|offset, coord| {
                let to = base.wrapping_add(offset);
                let (map, bar, mask) = (self.load.map, self.bar.shared_address(), self.mask);
                // The caller has a box of shared memory that nothing else uses, and a barrier that expects its bytes.
                by_rank!(G::Coord::RANK, unsafe {
                    bulk_tensor::load(to, map, coord, bar, mask, policy)
                })
            }),
        );
    }
}

impl<T, Tile, G, LD> ExecuteTiledCopy<G, Tensor<SharedPtr<T>, LD>> for TmaPrefetch<T, Tile>
where
    T: Value,
    Tile: MemoryLayout,
    G: TmaTile,
    LD: MemoryLayout,
{
    const CHECKS: () = Planned::<T, Tile, G, LD, 1>::CHECKS;

    #[inline(always)]
    unsafe fn execute(&self, src: &G, _: &mut Tensor<SharedPtr<T>, LD>) {
        let boxes = const { &Planned::<T, Tile, G, LD, 1>::BOXES };
        each_box(
            boxes,
            src,
            crate::inlined!(|_, coord| {
                by_rank!(G::Coord::RANK, unsafe {
                    bulk_tensor::prefetch(self.map, coord, None)
                })
            }),
        );
    }
}
