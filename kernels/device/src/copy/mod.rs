//! Copy atoms that run, and `copy` of a tiled copy.
//!
//! A copy atom of `azulejo_tensor` says which bits each thread reads and writes; here it has its instruction ([`ExecuteCopy`]).
//! [`copy`] takes a [`TiledCopy`](azulejo_tensor::TiledCopy), or a TMA copy with its barrier, and what its `partition_S` and
//! `partition_D` gave.

mod cp_async;
mod execute;
mod ldmatrix;
mod tma;

pub use execute::{ExecuteCopy, ExecuteTiledCopy, copy};
pub use tma::{TmaCoord, TmaLoad, TmaLoadTo};
