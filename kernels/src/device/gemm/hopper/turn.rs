//! A with M contiguous, of 32-bit elements, to the registers that `wgmma` takes it from.
//!
//! The tensor cores read operands of 32 bits from shared memory with K contiguous only. A's tile arrives as panels of 32 rows
//! of A, a line of 128 bytes for each K, its 16-byte chunks moved by the swizzle: chunk `c` of line `k` is at `c ^ k % 8`.
//! A fragment of 16 rows and 8 terms takes a thread four words. Rows are dealt to lanes so that no load meets a bank
//! twice; group `g` of four lanes has these of the rows `r` of a panel, for warp `w` and register half `h`:
//!
//! ```text
//! r = 16 (g / 4) + 8 (w % 2) + 4 h + g % 4           panel w / 2
//!
//! lane's K   chunks of its group's two lots of four rows     banks, four a chunk
//! t = 0      c        c + 4                                  all eight chunks of the line
//! t = 1      c ^ 1    (c + 4) ^ 1                            positions are met once,
//! t = 2      c ^ 2    (c + 4) ^ 2                            for c below 4
//! t = 3      c ^ 3    (c + 4) ^ 3
//! ```
//!
//! The rows of D follow: see [`Place::row`].

use super::epilogue::{Fragments, Place};
use super::kernel::Device;
use super::pipeline::Plan;
use super::unroll::{unroll, up_to_2, up_to_4};
use crate::device::ptx::{
    stmatrix,
    wgmma::{self, Wgmma},
};

/// Loads a stage's A, then issues its four K steps as one batch.
///
/// # Safety
/// Called by every thread of the warpgroup, the stage being full and staying so until the batch is waited for.
#[inline(always)]
pub(super) unsafe fn multiply<C: Device>(
    plan: Plan,
    place: Place,
    stage: u32,
    acc: &mut Fragments<C>,
) {
    let (warp, lane) = (place.thread / 32, place.thread % 32);
    let (group, k) = (lane / 4, lane % 4);
    let panel = C::A.box_step();
    // Chunk of register half 0 in line `k`; half 1 is one chunk on, terms four further in the other half of the line.
    let chunk = (group / 4 * 4 + warp % 2 * 2) ^ k;
    let at = plan.a::<C>(stage)
        + (place.row_block::<C>() * 2 + warp / 2) * panel
        + k * 128
        + chunk * 16
        + group % 4 * 4;
    let b = C::B.descriptor() | ((plan.b::<C>(stage) & 0x3_ffff) >> 4) as u64;
    let mut a = [[[0u32; 4]; 4]; 2];
    // SAFETY: the words are inside the stage, which is full; the caller's contract; the descriptor names B's tile.
    unsafe {
        unroll!(up_to_2, C::ROW_BLOCKS, |r| {
            unroll!(up_to_4, 4, |s| {
                unroll!(up_to_4, 4, |i| {
                    let (half, far) = (i as u32 % 2, i as u32 / 2);
                    let line = r as u32 * 2 * panel + s as u32 * 1024 + far * 512;
                    a[r][s][i] = stmatrix::word((at ^ (half * 16) ^ (far * 64)) + line);
                });
            });
        });
        wgmma::fence();
        unroll!(up_to_4, 4, |s| {
            unroll!(up_to_2, C::ROW_BLOCKS, |r| {
                let b = b + ((s as u32 * C::B.k_step()) >> 4) as u64;
                C::Mma::mma_from_registers::<0>(&mut acc[r], a[r][s], b);
            });
        });
        wgmma::commit();
    }
}
