//! One operand's tile in shared memory: which thread copies what, and where to.

#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports, unused_macros)
)]

/// Which index of an operand is contiguous in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// K.
    K,
    /// M or N.
    Mn,
}

/// The operand's K index is contiguous.
pub struct KMajor;
/// The operand's M or N index is contiguous.
pub struct MnMajor;

/// The copies that bring a tile of `MN × BLOCK_K` elements to shared memory, the same number for each thread.
///
/// Copy `i` of a thread starts at element `source(tid) + i · STEP`, an (mn, k) coordinate of the tile, and moves `WIDTH` bytes along
/// [`Tile::ALONG`]; where copies are in pairs, copies `2i` and `2i + 1` at `source(tid) + i · STEP` and `PAIR` further along M or N.
pub trait Tile {
    /// Which index runs along a copy and along neighbouring threads.
    const ALONG: Along;
    /// Extent along M or N.
    const MN: u32;
    /// Extent along K.
    const BLOCK_K: u32;
    /// Bytes of an element.
    const SIZE: u32;
    /// Bytes of a copy.
    const WIDTH: u32;
    /// Copies of a thread.
    const COPIES: u32;
    /// From one copy's coordinate to the next.
    const STEP: (u32, u32);
    /// From the first copy of a pair to the second along M or N, which is then contiguous; 0 where each is one by itself.
    const PAIR: u32;
    /// Bytes of shared memory.
    const BYTES: u32;
    /// Threads that share the copies.
    const THREADS: u32;

    /// Calls `body` for each of a thread's copies, written out.
    fn each(body: impl FnMut(usize));

    /// The (mn, k) coordinate of a thread's first copy.
    fn source(tid: u32) -> (u32, u32);

    /// The byte of the tile that copy `copy` of thread `tid` starts at.
    fn target(tid: u32, copy: usize) -> u32;
}

/// Implements [`Tile`] for `$name`, generic over what stands before it, from the tile's layout in shared memory and a tiled copy of elements.
macro_rules! tile {
    ([$($generics:tt)*] $name:ty, $along:ident, ($mn:literal, $MN:ident) x ($k:literal, $K:ident), size $size:expr, unit $unit:literal, bytes $bytes:expr,
        copies $copies:literal $(pairs $pair:literal)? step $step:expr, threads $threads:literal, smem $smem:expr, copy $copy:expr) => {
        impl<$($generics)*> $crate::device::gemm::ladder::tile::Tile for $name {
            const ALONG: $crate::device::gemm::ladder::tile::Along =
                $crate::device::gemm::ladder::tile::Along::$along;
            const MN: u32 = $mn;
            const BLOCK_K: u32 = $k * $unit / $size;
            const SIZE: u32 = $size;
            const WIDTH: u32 = $mn * $k * $unit / $copies / $threads;
            const COPIES: u32 = $copies;
            const STEP: (u32, u32) = $step;
            const PAIR: u32 = 0 $(+ $pair)?;
            const BYTES: u32 = $bytes;
            const THREADS: u32 = $threads;

            #[inline(always)]
            fn each(body: impl FnMut(usize)) {
                $crate::device::repeat::<$copies>(body);
            }

            #[inline(always)]
            fn source(tid: u32) -> (u32, u32) {
                // The coordinate mn + MN · k of an element is its offset in a column-major tile.
                let flat =
                    $crate::device::gemm::ladder::place::places(azulejo_layout::layout!(($MN, $K))); // (BLK_MN,BLK_K)
                let at = $copy
                    .get_slice(tid)
                    .partition_S(&flat)
                    .at((0usize, 0usize, 0usize)); // (CPY,CPY_MN,CPY_K)
                (at % $mn, at / $mn * $unit / $size)
            }

            #[inline(always)]
            fn target(tid: u32, copy: usize) -> u32 {
                let smem = $crate::device::gemm::ladder::place::places($smem); // (BLK_MN,BLK_K)
                let tXsX = $copy.get_slice(tid).partition_D(&smem); // (CPY,CPY_MN,CPY_K)
                let (mn, k) = if <Self as $crate::device::gemm::ladder::tile::Tile>::PAIR > 0 {
                    (copy % 2, copy / 2)
                } else if $step.0 > 0 {
                    (copy, 0)
                } else {
                    (0, copy)
                };
                tXsX.at((0usize, mn, k)) * $unit
            }
        }
    };
}
pub(crate) use tile;

/// Asserts that the places of values of accumulators, four block rows of `blocks` block columns a thread, are the whole tile of 128
/// rows, each element once.
#[cfg(all(test, not(sanitized)))]
pub fn covers(
    (threads, columns, pitch): (u32, usize, u32),
    blocks: usize,
    at: fn(u32, usize, usize, usize) -> u32,
) {
    let mut seen = vec![false; 128 * pitch as usize];
    for tid in 0..threads {
        for (v, i, j) in
            (0..4).flat_map(|v| (0..4).flat_map(move |i| (0..blocks).map(move |j| (v, i, j))))
        {
            let at = at(tid, v, i, j) as usize;
            assert!(at / pitch as usize / 32 == i && !std::mem::replace(&mut seen[at], true));
        }
    }
    assert_eq!(seen.iter().filter(|seen| **seen).count(), 128 * columns);
}
