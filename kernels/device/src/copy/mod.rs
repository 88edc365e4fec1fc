//! Copy atoms that run, and `copy` of a tiled copy.
//!
//! A copy atom of `azulejo_tensor` says which bits each thread reads and writes; here it has its instruction ([`ExecuteCopy`]).
//! [`copy`] takes a [`TiledCopy`](azulejo_tensor::TiledCopy), or a TMA copy with its barrier, and what its `partition_S` and
//! `partition_D` gave; [`copy_if`] a predicate tensor with it.
//!
//! | atom | source | destination | complete after |
//! |---|---|---|---|
//! | `UniversalCopy<_8>` to `<_128>` | any | any | itself |
//! | `AutoVectorizingCopy` | any | any | itself |
//! | `SM80_CP_ASYNC_*` | global | shared | [`cp_async_fence`], [`cp_async_wait`], a barrier |
//! | `SM75_*_LDSM_*` | shared | registers of a warp | itself |
//! | `SM90_*_STSM_*` | registers of a warp | shared | a barrier |
//! | `SM50_Shuffle_*` | registers of a warp | the same | itself |
//! | [`TmaLoad`] | global, by coordinates | shared | its barrier |
//! | [`TmaStore`], [`TmaReduce`] | shared | global, by coordinates | [`tma_store_arrive`], [`tma_store_wait`] |
//! | [`BulkLoad`], [`BulkStore`] | contiguous bytes | contiguous bytes | as TMA |
//! | [`BulkReduceAdd`] | shared | global, added | as `TmaStore` |
//! | [`ReduceAdd`] | registers | global, added | itself, in any order |
//! | [`BulkRemote`] | shared | shared of another CTA | its barrier there |

mod auto_vectorizing;
mod cache;
mod cp_async;
mod execute;
mod ldmatrix;
mod matrix;
mod reduce;
mod shuffle;
mod space;
mod stmatrix;
mod tiled;
mod tma;
mod universal;

pub use crate::ptx::bulk_tensor::Reduction;
pub use cache::{CacheHint, Cached, ExecuteCachedCopy, WithCache};
pub use cp_async::{cp_async_fence, cp_async_wait};
pub use execute::ExecuteCopy;
pub use reduce::ReduceAdd;
pub use space::{VectorSpace, VectorSpaceMut};
pub use tiled::{ExecuteTiledCopy, ExecuteTiledCopyIf, copy, copy_if};
pub use tma::{
    BulkLoad, BulkLoadTo, BulkReduceAdd, BulkRemote, BulkRemoteTo, BulkStore, Ctas, Share, TmaLoad,
    TmaLoadTo, TmaPrefetch, TmaReduce, TmaStore, WholeTile, create_tma_multicast_mask,
    prefetch_tma_descriptor, tma_partition, tma_store_arrive, tma_store_fence, tma_store_wait,
    tma_store_wait_written,
};
