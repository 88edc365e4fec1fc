//! [`TmaStore`] and [`TmaReduce`]: `SM90_TMA_STORE` and `SM90_TMA_REDUCE_ADD`.

use core::marker::PhantomData;

use azulejo_tensor::engine::Value;
use azulejo_tensor::{MemoryLayout, Tensor, TmaCoordTree};

use super::boxes::{Planned, TmaTile, by_rank, each_box, first_address};
use crate::copy::CacheHint;
use crate::copy::tiled::ExecuteTiledCopy;
use crate::engine::SharedPtr;
use crate::ptx::bulk_tensor::Reduction;
use crate::ptx::{bulk_tensor, fence, tma};

/// Makes this thread's writes to shared memory visible to TMA, before a barrier and [`TmaStore`].
///
/// Source: CuTe, `tma_store_fence`.
#[inline(always)]
pub fn tma_store_fence() {
    fence::proxy_async();
}

/// Closes this thread's group of TMA stores.
///
/// Source: CuTe, `tma_store_arrive`.
#[inline(always)]
pub fn tma_store_arrive() {
    tma::commit();
}

/// Waits until at most `N` of this thread's newest groups of TMA stores have yet to read shared memory.
///
/// Source: CuTe, `tma_store_wait`.
#[inline(always)]
pub fn tma_store_wait<const N: u32>() {
    tma::wait_read::<N>();
}

/// Waits until at most `N` of this thread's newest groups of TMA stores have yet to be written to global memory.
///
/// Source: PTX ISA, `cp.async.bulk.wait_group`.
#[inline(always)]
pub fn tma_store_wait_written<const N: u32>() {
    tma::wait::<N>();
}

macro_rules! stores {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty),* } by $issue:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<T, Tile> {
            map: u64,
            hint: Option<CacheHint>,
            $($field: $ty,)*
            tile: PhantomData<(T, Tile)>,
        }

        impl<T, Tile> Clone for $name<T, Tile> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T, Tile> Copy for $name<T, Tile> {}

        impl<T, Tile: MemoryLayout> $name<T, Tile> {
            /// The map at this address of global memory.
            ///
            /// # Safety
            /// It is one that `make_tma_copy::<T, Tile, 1>` describes, written before the launch, of writable memory; modes that nest have the
            /// extents of the identity tensors that are copied to. Elements `T` have the reduction, where there is one.
            #[inline(always)]
            pub const unsafe fn new(map: u64 $(, $field: $ty)*) -> Self {
                $name { map, hint: None, $($field,)* tile: PhantomData }
            }

            /// This store, whose destination L2 evicts as the hint says.
            #[inline(always)]
            pub fn with_cache_hint(self, hint: CacheHint) -> Self {
                $name { hint: Some(hint), ..self }
            }

            /// The address of the map.
            #[inline(always)]
            pub fn descriptor(self) -> u64 {
                self.map
            }
        }

        impl<T, Tile, G, LS> ExecuteTiledCopy<Tensor<SharedPtr<T>, LS>, G> for $name<T, Tile>
        where
            T: Value,
            Tile: MemoryLayout,
            G: TmaTile,
            LS: MemoryLayout,
        {
            const CHECKS: () = Planned::<T, Tile, G, LS, 1>::CHECKS;

            #[inline(always)]
            unsafe fn execute(&self, src: &Tensor<SharedPtr<T>, LS>, dst: &mut G) {
                let boxes = const { &Planned::<T, Tile, G, LS, 1>::BOXES };
                let (base, policy) = (first_address(src), self.hint.map(|hint| hint as u64));
                each_box(
                    boxes,
                    dst,
                    crate::inlined!(|offset, coord| {
                        let (map, from) = (self.map, base.wrapping_add(offset));
                        $(let $field = self.$field;)*
                        // The caller has a complete, fenced box, and leaves it unchanged until it waited.
                        by_rank!(G::Coord::RANK, unsafe {
                            bulk_tensor::$issue($($field,)* map, coord, from, policy)
                        })
                    }),
                );
            }
        }
    )*};
}

stores! {
    /// Stores tiles `Tile` of elements `T` by a tensor map: from shared memory to coordinates.
    ///
    /// Elements outside the tensor are not stored, but for those that share 16 bytes with the last along the contiguous mode; the host
    /// makes maps for stores whose contiguous extents end with such a chunk. The tile is complete and fenced ([`tma_store_fence`]) before, and unchanged until
    /// [`tma_store_arrive`] and [`tma_store_wait`].
    ///
    /// Source: CuTe, `SM90_TMA_STORE`.
    TmaStore {} by store;
    /// [`TmaStore`] that combines each element with the one in global memory, atomically.
    ///
    /// Source: CuTe, `SM90_TMA_REDUCE_ADD`; PTX ISA, `cp.reduce.async.bulk.tensor`.
    TmaReduce { op: Reduction } by reduce;
}
