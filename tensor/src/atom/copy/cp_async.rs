//! SM80 `cp.async`: global to shared memory, past the registers.

use super::traits::one_thread;

one_thread! {
    /// `cp.async.ca`: cached in L1 and L2; 32, 64 or 128 bits.
    SM80_CP_ASYNC_CACHEALWAYS "SM80_CP_ASYNC_CACHEALWAYS<uint{}_t>" [_32 _64 _128];
    /// `cp.async.cg`: cached in L2 only; 128 bits.
    SM80_CP_ASYNC_CACHEGLOBAL "SM80_CP_ASYNC_CACHEGLOBAL<uint{}_t>" [_128];
    /// `cp.async.ca` that fills with zeros where its predicate does not hold.
    SM80_CP_ASYNC_CACHEALWAYS_ZFILL "SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint{}_t>" [_32 _64 _128];
    /// `cp.async.cg` that fills with zeros where its predicate does not hold.
    SM80_CP_ASYNC_CACHEGLOBAL_ZFILL "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint{}_t>" [_128];
}
