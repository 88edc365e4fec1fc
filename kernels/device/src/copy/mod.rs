//! Copy atoms that run, and `copy` of a tiled copy.
//!
//! A copy atom of `azulejo_tensor` says which bits each thread reads and writes; here it has its instruction ([`ExecuteCopy`]).
//! [`copy`] takes a [`TiledCopy`](azulejo_tensor::TiledCopy), or a TMA copy with its barrier, and what its `partition_S` and
//! `partition_D` gave; [`copy_if`] a predicate tensor with it.
//!
//! | atom | source | destination | complete after |
//! |---|---|---|---|
//! | `UniversalCopy<_8>` to `<_128>` | any | any | itself |
//! | `SM80_CP_ASYNC_*` | global | shared | [`cp_async_fence`], [`cp_async_wait`], a barrier |
//! | `SM75_*_LDSM_*` | shared | registers of a warp | itself |
//! | `SM90_*_STSM_*` | registers of a warp | shared | a barrier |
//! | `SM50_Shuffle_*` | registers of a warp | the same | itself |
//! | [`TmaLoad`] | global, by coordinates | shared | its barrier |

mod cache;
mod cp_async;
mod execute;
mod ldmatrix;
mod matrix;
mod shuffle;
mod space;
mod stmatrix;
mod tiled;
mod tma;
mod universal;

pub use cache::{CacheHint, Cached, ExecuteCachedCopy, WithCache};
pub use cp_async::{cp_async_fence, cp_async_wait};
pub use execute::ExecuteCopy;
pub use space::{VectorSpace, VectorSpaceMut};
pub use tiled::{ExecuteTiledCopy, ExecuteTiledCopyIf, copy, copy_if};
pub use tma::{TmaCoord, TmaLoad, TmaLoadTo};
