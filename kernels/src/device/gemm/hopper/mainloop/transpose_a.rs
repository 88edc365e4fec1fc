//! A with M contiguous, of 32-bit or 8-bit elements, to the registers that `wgmma` takes it from.
//!
//! The tensor cores read such operands from shared memory with K contiguous only.
//!
//! **Words.** A's tile arrives as panels of 32 rows
//! of A, a line of 128 bytes for each K, its 16-byte chunks moved by the swizzle: chunk `c` of line `k` is at `c ^ k % 8`.
//! A fragment of 16 rows and 8 terms takes a thread four words. Rows are permuted to lanes so that no load meets a bank
//! twice; group `g` of four lanes has these of the rows `r` of a panel, for warp `w` and register half `h`:
//!
//! ```text
//! r = 16 (g / 4) + 8 (w % 2) + 4 h + g % 4           panel w / 2
//!
//! lane's K   chunks of its group's two fours of rows         banks, four a chunk
//! t = 0      c        c + 4                                  all eight chunks of the line
//! t = 1      c ^ 1    (c + 4) ^ 1                            positions are met once,
//! t = 2      c ^ 2    (c + 4) ^ 2                            for c below 4
//! t = 3      c ^ 3    (c + 4) ^ 3
//! ```
//!
//! **Bytes.** A's tile arrives as panels of 128 rows of A, a line of 128 bytes for each K, swizzled likewise. `ldmatrix` transposes
//! matrices of eight lines by eight pairs of bytes: lane `4 g + q` gets the rows `2 g` and `2 g + 1` of a matrix's lines `2 q`
//! and `2 q + 1`. Two matrices whose lines are the four terms of each `q` make two registers, one of each row, by picking
//! bytes. Lines are permuted to the two matrices so that each has one of every place in eight, whose chunks are in other banks:
//!
//! ```text
//! matrix          K of its lines             modulo 8
//! first           0 1  4 5  10 11  14 15     0 1 4 5 2 3 6 7
//! second          2 3  6 7   8  9  12 13     2 3 6 7 0 1 4 5
//!                 q=0  q=1  q=2    q=3
//!
//! lane 4 g + q    first: k, k+1 of rows 2g, 2g+1          picked: row 2g      k k+1 k+2 k+3
//!                 second: k+2, k+3 of the same                    row 2g + 1  k k+1 k+2 k+3        k = 4 q
//! ```
//!
//! The rows of D follow: see [`tiling`](super::super::tiling).

use super::super::config::Config;
use super::super::epilogue::ConsumerThread;
use super::super::tiled_mma::permuted_a;
use super::super::unroll::unroll;
use crate::device::ptx::{ldmatrix, math, shared, smem::Smem};
use azulejo_device::inlined;
use azulejo_layout::ints::*;
use azulejo_tensor::engine::AsRegistersMut;

/// As many values as a thread has of an instruction's A: how they are loaded.
pub trait TransposeA {
    /// Loads a consumer's A of a stage to a fragment `(MMA,MMA_M,MMA_K)`.
    ///
    /// # Safety
    /// Called by every thread of the warpgroup, the stage whose A starts at `tile` being full; the fragment's values are contiguous,
    /// then blocks of 64 rows, then K steps.
    unsafe fn load<C: Config, F: AsRegistersMut<[u32; 4]>>(
        tile: Smem,
        consumer: ConsumerThread,
        fragment: &mut F,
    );
}

/// Puts a thread's operand of block `r` and K step `s` into a fragment.
///
/// # Safety
/// Same requirements as [`TransposeA::load`].
#[inline(always)]
unsafe fn put<C: Config, F: AsRegistersMut<[u32; 4]>>(
    fragment: &mut F,
    (r, s): (usize, usize),
    words: [u32; 4],
) {
    let operand = s as u32 * C::ROW_BLOCKS + r as u32;
    // SAFETY: the caller has a fragment whose values are contiguous: an operand of an instruction starts there, 16 bytes of a thread.
    let registers = unsafe { fragment.registers_mut((operand * 16 / C::A.element) as isize) };
    *registers = words;
}

/// 32-bit elements.
impl TransposeA for _4 {
    #[inline(always)]
    unsafe fn load<C: Config, F: AsRegistersMut<[u32; 4]>>(
        tile: Smem,
        consumer: ConsumerThread,
        fragment: &mut F,
    ) {
        let at = inlined!(|thread: u32, v: u32| {
            let (row, k) = permuted_a(thread, v);
            C::at_a(row, k)
        });
        let block = C::A.row_block_step;
        let first = tile + consumer.row_block::<C>() * block + at(consumer.thread_idx, 0);
        unroll!(C::ROW_BLOCKS, |r| {
            unroll!(4, |s| {
                let step = r as u32 * block + s as u32 * C::A.k_step;
                let word = inlined!(|i: u32| {
                    // A thread's place and a register's are of different bits, also when swizzled.
                    // SAFETY: the words are inside the stage.
                    unsafe { shared::ld((first ^ at(0, i)) + step) }
                });
                // SAFETY: upheld by the caller.
                unsafe { put::<C, F>(fragment, (r, s), [word(0), word(1), word(2), word(3)]) };
            });
        });
    }
}

/// 8-bit elements.
impl TransposeA for _16 {
    #[inline(always)]
    unsafe fn load<C: Config, F: AsRegistersMut<[u32; 4]>>(
        tile: Smem,
        consumer: ConsumerThread,
        fragment: &mut F,
    ) {
        let (warp, lane) = (consumer.thread_idx / 32, consumer.thread_idx % 32);
        // The line that this lane names: of matrices 0 and 1 for the first 16 terms of a step, of 2 and 3 for the others.
        let (matrix, q) = (lane / 8, lane % 8 / 2);
        let k = matrix / 2 * 16 + 4 * q + lane % 2 + 2 * ((matrix % 2) ^ (q / 2));
        // Bytes 0 and 2 of a lane's two words are one row's, 1 and 3 the next one's; lanes of the upper terms have the words
        // the other way round.
        let [even, odd] = if lane % 4 < 2 {
            [0x6420, 0x7531]
        } else {
            [0x2064, 0x3175]
        };
        unroll!(C::ROW_BLOCKS, |r| {
            // A warp's 16 rows are a chunk.
            let rows = (consumer.row_block::<C>() + r as u32) * 4 + warp;
            let at = tile + C::at_a(rows * 16, k);
            unroll!(4, |s| {
                let step = s as u32 * C::A.k_step;
                // SAFETY: the lines are inside the stage.
                let [w0, w1, w2, w3] = unsafe { ldmatrix::load::<4, true>(at + step) };
                let words = [(w0, w1, even), (w0, w1, odd), (w2, w3, even), (w2, w3, odd)]
                    .map(inlined!(|(x, y, bytes)| math::prmt(x, y, bytes)));
                // SAFETY: upheld by the caller.
                unsafe { put::<C, F>(fragment, (r, s), words) };
            });
        });
    }
}
