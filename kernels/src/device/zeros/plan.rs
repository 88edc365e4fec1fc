//! How a fill is cut into blocks: the same arithmetic on host and device.

/// Bytes of one store.
pub const VECTOR: u64 = 16;
/// Threads in a block.
pub const THREADS: u64 = 256;
/// Stores a thread issues for each tile.
pub const UNROLL: u64 = 8;
/// Values that each thread of a fill with gaps writes.
pub const STRIDED_UNROLL: u32 = 4;
/// Bytes a block writes before it moves on by a whole grid.
pub const TILE: u64 = VECTOR * THREADS * UNROLL;

/// A launch in one dimension: blocks, threads in each, and how often the grid passes over the data.
///
/// All of it is 64-bit arithmetic: a grid of 2^24 blocks of 256 threads steps by exactly 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks.
    pub grid: u32,
    /// Threads in a block.
    pub block: u32,
    /// Elements one pass covers: `grid * block`.
    pub step: u64,
    /// Passes: `ceil(n / step)`, 0 for no elements.
    pub rounds: u64,
}

/// Plans a launch of one thread an element over `n` elements.
///
/// The block is `min(block, max_threads)`, the grid `min(ceil(n / block), grid_x)`, as InfiniCore's elementwise
/// framework defines it. `None` where the device admits no block or no grid, or where `block` is 0.
///
/// ```
/// use azulejo_kernels::device::zeros::launch;
/// let l = launch(1 << 32, 256, 1024, 65535).unwrap();
/// assert_eq!((l.grid, l.step, l.rounds), (65535, 16_776_960, 257));
/// ```
pub const fn launch(n: u64, block: u32, max_threads: u32, grid_x: u32) -> Option<Launch> {
    let block = if block < max_threads {
        block
    } else {
        max_threads
    };
    if block == 0 || grid_x == 0 {
        return None;
    }
    let want = n.div_ceil(block as u64);
    let grid = if want < grid_x as u64 {
        want as u32
    } else {
        grid_x
    };
    let step = grid as u64 * block as u64;
    let rounds = if step == 0 { 0 } else { n.div_ceil(step) };
    Some(Launch {
        grid,
        block,
        step,
        rounds,
    })
}

/// Blocks that a contiguous fill of `bytes` bytes starts, capped at `grid_x`; 0 for an empty one.
pub const fn fill_grid(bytes: u64, grid_x: u32) -> u32 {
    // A thread of the plan is one of the kernel, with the bytes of all its stores.
    match launch(
        bytes.div_ceil(VECTOR * UNROLL),
        THREADS as u32,
        THREADS as u32,
        grid_x,
    ) {
        Some(plan) => plan.grid,
        None => 0,
    }
}

/// A byte range cut at 16-byte boundaries: `head` single bytes, `body` vectors, `tail` single bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Bytes before the first aligned vector.
    pub head: u64,
    /// Aligned vectors.
    pub body: u64,
    /// Bytes after the last of them.
    pub tail: u64,
}

/// Cuts `bytes` bytes at address `address`.
#[inline(always)]
pub const fn span(address: u64, bytes: u64) -> Span {
    let to_boundary = address.wrapping_neg() % VECTOR;
    let head = if to_boundary < bytes {
        to_boundary
    } else {
        bytes
    };
    let rest = bytes - head;
    Span {
        head,
        body: rest / VECTOR,
        tail: rest % VECTOR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_exact_in_64_bits() {
        let l = |n, max, x| launch(n, 256, max, x).map(|l| (l.grid, l.block, l.step, l.rounds));
        assert_eq!(
            l(1024 * 1024, 1024, i32::MAX as u32),
            Some((4096, 256, 1 << 20, 1))
        );
        assert_eq!(l(2600, 1024, 4), Some((4, 256, 1024, 3)));
        assert_eq!(l(257, 1024, i32::MAX as u32), Some((2, 256, 512, 1)));
        assert_eq!(l(1000, 128, i32::MAX as u32), Some((8, 128, 1024, 1)));
        assert_eq!(
            l(1 << 32, 1024, i32::MAX as u32),
            Some((1 << 24, 256, 1 << 32, 1))
        );
        assert_eq!(l(1 << 32, 1024, 65535), Some((65535, 256, 16_776_960, 257)));
        assert_eq!(l(1 << 32, 1024, 1 << 20), Some((1 << 20, 256, 1 << 28, 16)));
        assert_eq!(l(0, 1024, 65535), Some((0, 256, 0, 0)));
        assert_eq!(l(5, 1024, 0), None);
        assert_eq!(l(5, 0, 7), None);
    }

    #[test]
    fn z19_a_fill_starts_the_blocks_of_the_plan() {
        for bytes in [0, 1, TILE - 1, TILE, TILE + 1, 7 * TILE, 1 << 32, u64::MAX] {
            for most in [1, 4, 65_535, i32::MAX as u32] {
                let blocks = bytes.div_ceil(TILE).min(most as u64);
                assert_eq!(fill_grid(bytes, most) as u64, blocks);
            }
        }
        assert_eq!(fill_grid(5, 0), 0);
    }

    #[test]
    fn a_span_covers_every_byte_once() {
        for address in 0..40 {
            for bytes in 0..100 {
                let s = span(address, bytes);
                assert_eq!(s.head + s.body * VECTOR + s.tail, bytes);
                assert!(s.tail < VECTOR && s.head < VECTOR);
                assert!(s.body == 0 || (address + s.head).is_multiple_of(VECTOR));
            }
        }
    }
}
