//! [`UniversalCopy`]: a plain load and store of neighbouring bits.

use super::traits::one_thread;

one_thread! {
    /// One load and one store of `Bits` neighbouring bits, between any memories.
    UniversalCopy "UniversalCopy<uint{}_t>" [_8 _16 _32 _64 _128];
}
