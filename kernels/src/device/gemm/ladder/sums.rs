//! Tiles of C in the registers of a block, and where each sum goes in shared memory.

use core::mem;

use super::args::Args;
use super::{doubles, epilogue, halves};
use crate::device::ptx::{memory::Global, memory::Wide, shared::Shared};

/// A tile of C: its extents, the pitch of its rows in shared memory, and where accumulators go in it.
pub trait Sums<Acc> {
    /// Extents.
    const TILE: (u32, u32);
    /// Bytes from row to row.
    const PITCH: u32;
    /// Threads that share it.
    const THREADS: u32;

    /// The row and the column in the tile of value `v` of accumulator `(i, j)`.
    fn place(tid: u32, at: (usize, usize, usize)) -> (u32, u32);

    /// Writes two neighbouring sums: values `v` and `v + 1` of accumulator `(i, j)`.
    ///
    /// # Safety
    /// The block no longer needs what lies there.
    unsafe fn put(base: u32, tid: u32, at: (usize, usize, usize), pair: [Acc; 2]);

    /// Writes two neighbouring elements of 16 bits where [`Sums::put`] writes sums, half as far from `base`.
    ///
    /// # Safety
    /// As [`Sums::put`].
    unsafe fn put_narrow(base: u32, tid: u32, at: (usize, usize, usize), pair: u32);

    /// Stores [`epilogue::NARROW_ROWS`] rows of them.
    ///
    /// # Safety
    /// As [`epilogue::store_narrow`].
    unsafe fn store_narrow<Out>(args: &Args, from: u32, at: (u32, u32, u32));

    /// Writes a pair of sums to global memory.
    ///
    /// # Safety
    /// `at` is writable and aligned to the pair.
    unsafe fn keep(at: *mut u8, pair: [Acc; 2]);

    /// [`Sums::keep`], times `alpha`.
    ///
    /// # Safety
    /// As there.
    unsafe fn keep_scaled(at: *mut u8, pair: [Acc; 2], alpha: Acc);

    /// Adds to sums what [`Sums::keep`] wrote.
    ///
    /// # Safety
    /// It wrote there, before in the order of memory.
    unsafe fn add(at: *const u8, pair: [Acc; 2]) -> [Acc; 2];
}

/// The square tile of [`halves`].
pub struct SquareSums;
/// The broad tile of [`halves`].
pub struct BroadSums;
/// The tile of [`doubles`].
pub struct DoubleSums;

macro_rules! sums {
    ($($name:ident, $tile:expr, $pitch:expr, $place:path, $threads:literal => $acc:ty, $carrier:ty, $store:expr;)*) => {$(
        impl Sums<$acc> for $name {
            const TILE: (u32, u32) = $tile;
            const PITCH: u32 = $pitch * size_of::<$acc>() as u32;
            const THREADS: u32 = $threads;

            #[inline(always)]
            fn place(tid: u32, (v, i, j): (usize, usize, usize)) -> (u32, u32) {
                let at = $place(tid, v, i, j);
                (at / $pitch, at % $pitch)
            }

            #[inline(always)]
            unsafe fn put(base: u32, tid: u32, (v, i, j): (usize, usize, usize), pair: [$acc; 2]) {
                let at = base + $place(tid, v, i, j) * size_of::<$acc>() as u32;
                // SAFETY: upheld by the caller: the tile's sums at `base` are this block's writable shared memory;
                // the pair is aligned, for its column is even.
                unsafe {
                    let value: $carrier = mem::transmute(pair);
                    $store(at, value)
                }
            }

            #[inline(always)]
            unsafe fn put_narrow(base: u32, tid: u32, (v, i, j): (usize, usize, usize), pair: u32) {
                // SAFETY: upheld by the caller: the tile's narrow sums at `base` are this block's writable shared
                // memory, and a pair is a word of them.
                unsafe { <u32 as Shared>::store(base + $place(tid, v, i, j) * 2, pair) }
            }

            #[inline(always)]
            unsafe fn store_narrow<Out>(args: &Args, from: u32, at: (u32, u32, u32)) {
                // SAFETY: upheld by the caller: all threads of the block are here, the rows at `from` are written,
                // and `at` is a tile of D.
                unsafe {
                    epilogue::store_narrow::<Out, { $tile.1 }, $threads>(args, from, $pitch * 2, at)
                }
            }

            #[inline(always)]
            unsafe fn keep(at: *mut u8, pair: [$acc; 2]) {
                // SAFETY: upheld by the caller: `at` is writable global memory for a pair, aligned to it.
                unsafe { <$carrier as Global>::store(at, mem::transmute::<[$acc; 2], $carrier>(pair)) }
            }

            #[inline(always)]
            unsafe fn keep_scaled(at: *mut u8, [x, y]: [$acc; 2], alpha: $acc) {
                // SAFETY: upheld by the caller: `at` is writable global memory for a pair, aligned to it.
                unsafe { Self::keep(at, [x * alpha, y * alpha]) }
            }

            #[inline(always)]
            unsafe fn add(at: *const u8, [x, y]: [$acc; 2]) -> [$acc; 2] {
                // SAFETY: upheld by the caller: `at` is readable global memory for a pair, aligned to it.
                let [a, b] = unsafe { mem::transmute::<$carrier, [$acc; 2]>(<$carrier as Global>::load(at)) };
                [x + a, y + b]
            }
        }
    )*};
}

sums! {
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128 => f32, u64, |at, value| <u64 as Shared>::store(at, value);
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128 => i32, u64, |at, value| <u64 as Shared>::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256 => f32, u64, |at, value| <u64 as Shared>::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256 => i32, u64, |at, value| <u64 as Shared>::store(at, value);
    DoubleSums, doubles::TILE, doubles::PITCH, doubles::accumulator, 128 => f64, Wide, |at, value| <Wide as Shared>::store(at, value);
}
