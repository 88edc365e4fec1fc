//! Tiles of C in the registers of a block, and where each sum goes in shared memory.

use core::mem;

use super::{doubles, halves};
use crate::device::ptx::{memory::Wide, shared::Shared};

/// A tile of C: its extents, the pitch of its rows in shared memory, and where accumulators go in it.
pub trait Sums<Acc> {
    /// Extents.
    const TILE: (u32, u32);
    /// Bytes from row to row.
    const PITCH: u32;
    /// Threads that share it.
    const THREADS: u32;
    /// Whether blocks go on to another tile, whose first copies are on their way while this one's sums are stored: from a place of their
    /// own, behind the stages.
    const OVERLAP: bool;

    /// Writes two neighbouring sums: values `v` and `v + 1` of accumulator `(i, j)`.
    ///
    /// # Safety
    /// The block no longer needs what lies there.
    unsafe fn put(base: u32, tid: u32, at: (usize, usize, usize), pair: [Acc; 2]);
}

/// The square tile of [`halves`].
pub struct SquareSums;
/// The broad tile of [`halves`].
pub struct BroadSums;
/// The tile of [`doubles`].
pub struct DoubleSums;
/// The broad tile of [`halves`], overlapped.
pub struct DeepSums;

macro_rules! sums {
    ($($name:ident, $tile:expr, $pitch:expr, $place:path, $threads:literal $overlap:literal => $acc:ty, $carrier:ty, $store:expr;)*) => {$(
        impl Sums<$acc> for $name {
            const TILE: (u32, u32) = $tile;
            const PITCH: u32 = $pitch * size_of::<$acc>() as u32;
            const THREADS: u32 = $threads;
            const OVERLAP: bool = $overlap;

            #[inline(always)]
            unsafe fn put(base: u32, tid: u32, (v, i, j): (usize, usize, usize), pair: [$acc; 2]) {
                let at = base + $place(tid, v, i, j) * size_of::<$acc>() as u32;
                // SAFETY: the caller's contract; the pair is aligned, for its column is even.
                unsafe {
                    let value: $carrier = mem::transmute(pair);
                    $store(at, value)
                }
            }
        }
    )*};
}

sums! {
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128 false => f32, u64, |at, value| u64::store(at, value);
    SquareSums, halves::TILE, halves::PITCH, halves::accumulator, 128 false => i32, u64, |at, value| u64::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256 false => f32, u64, |at, value| u64::store(at, value);
    DeepSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256 true => f32, u64, |at, value| u64::store(at, value);
    BroadSums, halves::BROAD_TILE, halves::BROAD_PITCH, halves::broad_accumulator, 256 false => i32, u64, |at, value| u64::store(at, value);
    DoubleSums, doubles::TILE, doubles::PITCH, doubles::accumulator, 128 false => f64, Wide, |at, value| Wide::store(at, value);
}
