//! TMA as a copy: tiles between global memory, by coordinates, and shared memory.
//!
//! ```text
//! host     let map = make_tma_copy::<f16, Tile, 1, _, _>(layout)?      a tensor map; the kernel takes its address
//! device   let tma = TmaLoad::<f16, Tile>::new(address);
//!          let gA = make_identity_tensor(shape!(m, k)).local_tile(tile!(_128, _64), coord!(bm, _));   coordinates
//!          copy(&tma.with(barrier), &gA.slice(coord!(_, _, t)), &mut sA.slice_mut(coord!(_, _, stage)));
//! ```
//!
//! One thread makes the call. The tile of the copy is compared at compile time with that of the map.

mod boxes;
mod bulk;
mod load;
mod multicast;
mod store;

pub use bulk::{BulkLoad, BulkLoadTo, BulkReduceAdd, BulkRemote, BulkRemoteTo, BulkStore};
pub use load::{Ctas, TmaLoad, TmaLoadTo, TmaPrefetch, WholeTile, prefetch_tma_descriptor};
pub use multicast::{Share, create_tma_multicast_mask, tma_partition};
pub use store::{
    TmaReduce, TmaStore, tma_store_arrive, tma_store_fence, tma_store_wait, tma_store_wait_written,
};
