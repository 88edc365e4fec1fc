//! How a cast is cut into blocks and vectors.

use azulejo_tensor::DType;

/// Threads in a block of every kernel of this area.
pub const THREADS: u32 = 256;
/// Elements that a thread of `azulejo_cast_any` converts.
pub const ANY_UNROLL: u32 = 4;
/// Vectors that a thread of a pair's kernel converts.
pub const fn unroll(from: DType, to: DType) -> u32 {
    if to.bytes() > from.bytes() { 4 } else { 2 }
}

/// Elements in a vector of a pair's kernel: stores are 16 bytes where the cast widens, so that a warp writes whole lines;
/// elsewhere loads are up to 32 bytes, 8 elements at most.
pub const fn vector(from: DType, to: DType) -> u32 {
    if to.bytes() > from.bytes() {
        16 / to.bytes() as u32
    } else if from.bytes() > 4 {
        4
    } else {
        8
    }
}
