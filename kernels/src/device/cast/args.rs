//! How a cast is cut into blocks and vectors.

use azulejo_tensor::DType;

/// Threads in a block of every kernel of this PTX file.
pub const THREADS: u32 = 256;
/// Elements that a thread of `azulejo_cast_any` converts.
pub const ANY_UNROLL: u32 = 4;
/// Vectors that a thread of a pair's kernel converts: one where a cast to twice the size writes most of what it moves.
pub const fn unroll(from: DType, to: DType) -> u32 {
    if to.bytes() > 2 * from.bytes() {
        4
    } else if to.bytes() > from.bytes() {
        1
    } else {
        2
    }
}

/// Threads in a block of a pair's kernel for vectors: half as many where a thread has one vector, so that blocks come and go more evenly.
pub const fn threads(from: DType, to: DType) -> u32 {
    if unroll(from, to) == 1 {
        THREADS / 2
    } else {
        THREADS
    }
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

#[cfg(test)]
mod tests {
    use crate::device::cast::{KERNELS, PAIRS};

    #[test]
    fn every_pair_has_its_two_rows() {
        assert_eq!(KERNELS.len(), 1 + 2 * PAIRS.len());
        for (at, (from, to)) in PAIRS.iter().enumerate() {
            let name = format!("azulejo_cast_{}_{}", from.short_name(), to.short_name());
            assert_eq!(KERNELS[1 + 2 * at].name, name);
            assert_eq!(KERNELS[2 + 2 * at].name, format!("{name}_1"));
        }
    }
}
