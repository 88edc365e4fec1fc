//! SM90 bulk tensor copies (TMA): one thread moves a box; `Bits` is the box's size.

use super::traits::one_thread;

one_thread! {
    /// `cp.async.bulk.tensor` global to shared memory, arriving at an mbarrier.
    SM90_TMA_LOAD "SM90_TMA_LOAD<{}>" [_65536];
    /// [`SM90_TMA_LOAD`] into several blocks of a cluster.
    SM90_TMA_LOAD_MULTICAST "SM90_TMA_LOAD_MULTICAST<{}>" [_65536];
    /// `cp.async.bulk.tensor` shared to global memory.
    SM90_TMA_STORE "SM90_TMA_STORE<{}>" [_65536];
    /// `cp.reduce.async.bulk.tensor` shared to global memory, adding.
    SM90_TMA_REDUCE_ADD "SM90_TMA_REDUCE_ADD<{}>" [_65536];
}
