//! [`Args`]: what an elementwise kernel takes.

use crate::device::modes::Modes;

/// Threads in a block of every elementwise kernel.
pub const THREADS: u32 = 256;

/// Vectors that a thread of the kernels of short operators works on; an input that repeats is loaded once for all of them.
pub const UNROLL: u32 = 4;

/// The same for the kernels of one input: reads and writes then follow each other closely in memory, which an array that is changed in
/// place wants most.
pub const UNROLL_ONE: u32 = 1;

/// Lanes that a thread of the kernels of long operators works on: vectors of `V` elements, as many as make this number,
/// four at most.
pub const LANES: u32 = 16;

/// [`Args::extent`] of arrays that are one mode.
pub const LINE: u32 = u32::MAX;

/// Vectors of `v` elements that a thread of the kernels of long operators works on.
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
///
/// A thread works on `U` vectors. Which ones, the launcher chooses by the layouts:
///
/// | `extent` | vector `u` of a thread | when |
/// |--:|---|---|
/// | [`LINE`] | `u * 256` further on: `walk` bytes from the one before | the arrays are one mode |
/// | 0 | `u * 256` further on, found by division | they are several |
/// | n | the next one along the second mode, of extent n, whose index counts groups of `U` | an input repeats along that mode: it is loaded once for all `U` |
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
    /// Bytes from one of a thread's vectors to the next, where `extent` is not 0.
    pub walk: [i64; M],
    /// How a thread's vectors follow each other.
    pub extent: u32,
    /// Indices.
    pub total: u32,
    /// The operator, for kernels that take one.
    pub code: u32,
    /// The dtypes of the inputs, a byte each, for kernels that take any.
    pub types: u32,
}

impl<const N: usize, const M: usize> Args<N, M> {
    /// The byte offsets of the `U` vectors of a thread, and how many of them there are.
    ///
    /// Where there are fewer than `U`, the places of the others are places of some vector, to read but not to write.
    #[inline(always)]
    pub fn places<const U: usize>(&self, block: u32, thread: u32) -> ([[i64; M]; U], u32) {
        use crate::device::unrolled;
        let walking = self.extent != 0 && self.extent != LINE;
        let first = block * if walking { THREADS } else { THREADS * U as u32 } + thread;
        let inside = first < self.total;
        let index = if inside { first } else { self.total - 1 };
        let (base, [_, group]) = self.modes.locate(index);
        let left = if walking {
            self.extent - group * U as u32
        } else {
            (self.total - index).div_ceil(THREADS)
        };
        let left = if inside { left } else { 0 };
        let at = if self.extent == 0 {
            let last = self.total - 1;
            self.modes.offsets_of(unrolled(|u| {
                let index = index + u as u32 * THREADS;
                if index < last { index } else { last }
            }))
        } else {
            unrolled(|u| {
                unrolled(|k| {
                    let step = if (u as u32) < left { self.walk[k] } else { 0 };
                    base[k] + u as i64 * step
                })
            })
        };
        (at, left)
    }
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

    /// Every place that the grid visits, and how often.
    fn visited(args: &Args<1, 2>, blocks: u32) -> Vec<[i64; 2]> {
        let mut all = Vec::new();
        for block in 0..blocks {
            for thread in 0..THREADS {
                let (at, left) = args.places::<4>(block, thread);
                all.extend(&at[..(left as usize).min(4)]);
            }
        }
        all.sort();
        all
    }

    #[test]
    fn every_scheme_visits_every_vector_once() {
        let args = |modes: &[(u64, [i64; 2])], walk, extent| Args::<1, 2> {
            dst: 0,
            src: [0],
            inner: [4],
            modes: Modes::new(modes).unwrap(),
            walk,
            extent,
            total: modes.iter().map(|(n, _)| *n as u32).product(),
            code: 0,
            types: 0,
        };
        for n in [1u64, 255, 256, 257, 1024, 2000, 5001] {
            let want: Vec<_> = (0..n as i64).map(|i| [16 * i, 8 * i]).collect();
            let blocks = (n as u32).div_ceil(4 * THREADS);
            let line = args(&[(n, [16, 8])], [16 * 256, 8 * 256], LINE);
            assert_eq!(visited(&line, blocks), want, "{n} in a line");
            assert_eq!(visited(&args(&[(n, [16, 8])], [0; 2], 0), blocks), want);
        }
        // Rows of 40 vectors, a repeated input: down the rows by fours.
        for rows in [4i64, 5, 7, 203] {
            let groups = (rows as u64).div_ceil(4);
            let down = args(
                &[(40, [16, 16]), (groups, [4 * 640, 0])],
                [640, 0],
                rows as u32,
            );
            let mut want: Vec<_> = (0..rows)
                .flat_map(|r| (0..40).map(move |c| [r * 640 + c * 16, c * 16]))
                .collect();
            want.sort();
            assert_eq!(
                visited(&down, down.total.div_ceil(THREADS)),
                want,
                "{rows} rows"
            );
        }
    }
}
