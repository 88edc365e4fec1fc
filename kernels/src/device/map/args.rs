//! [`Args`]: what an elementwise kernel takes.

use crate::device::modes::Modes;

/// Threads in a block of every elementwise kernel.
pub const THREADS: u32 = 256;

/// Lanes that a thread works on: vectors of `V` elements, as many as make this number, four at most.
pub const LANES: u32 = 16;

/// Vectors of `v` elements that a thread works on.
pub const fn unroll(v: u32) -> u32 {
    let fit = LANES / v;
    if fit > 4 {
        4
    } else if fit == 0 {
        1
    } else {
        fit
    }
}

/// Elements in a vector of the kernels over elements of `size` bytes: 16 bytes, but 8 elements at most.
pub const fn vector(size: u32) -> u32 {
    let fit = 16 / size;
    if fit > 8 { 8 } else { fit }
}

/// Parameters of an elementwise kernel with `N` inputs; `M` is `N + 1`.
///
/// Index `i` below `total` is a vector; [`Modes::offsets`] gives its place in the output and in each input. Within a
/// vector the output is contiguous, and input `k` steps by `inner[k]` bytes: its element's size (one vector load), 0 (one
/// load for all), or anything else (a load an element).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Args<const N: usize, const M: usize> {
    /// Address of the output.
    pub dst: u64,
    /// Addresses of the inputs.
    pub src: [u64; N],
    /// Bytes from one element of a vector to the next, by input.
    pub inner: [i64; N],
    /// From vector to byte offsets: output, then inputs.
    pub modes: Modes<M>,
    /// Vectors.
    pub total: u32,
    /// The operator, for kernels that take one.
    pub code: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_lanes() {
        let all = [1, 2, 4, 8].map(|size| (vector(size), unroll(vector(size))));
        assert_eq!(all, [(8, 2), (8, 2), (4, 4), (2, 4)]);
        assert_eq!(unroll(1), 4);
    }
}
