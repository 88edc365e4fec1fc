//! The sums of dQ, scaled and rounded.
//!
//! Sums of 64 queries and 64 columns are in the order of the accumulators: word `w` of four is of thread `w % 128` of a warpgroup and of
//! columns `8 (w / 128)` and after, two of a row and two of the eighth row after it.

use azulejo_device::barrier::wait_on_dependent_grids;
use azulejo_device::ptx::thread;
use azulejo_device::ptx::vector::Vector;

use super::args::{Args, BLOCK};
use super::packed::Packed;

/// Stores a block of queries of a head.
///
/// # Safety
/// Launched with a CTA for each block of queries of each head and batch; arguments of a checked problem.
#[inline(always)]
pub unsafe fn postprocess<T: Packed>(args: &Args) {
    wait_on_dependent_grids(); // All sums are added.
    // SAFETY: the launcher passes arguments of a checked problem.
    let Some(queries) = (unsafe { args.queries(thread::ctaid()) }) else {
        return;
    };
    let to = args.written[0];
    let sums = args.sums + 4 * queries.row * args.columns as u64;
    let mut word = thread::tid();
    while word < BLOCK / 4 * args.columns {
        let lane = word % 32;
        let (row, column) = (word / 32 % 4 * 16 + lane / 4, word / 128 * 8 + lane % 4 * 2);
        if column < args.head_dim {
            // SAFETY: four of the sums of the block.
            let sums = unsafe { <[u32; 4]>::load_global(sums + 16 * word as u64) };
            azulejo_device::repeat::<2>(
                #[inline(always)]
                |r| {
                    let query = queries.query + row + 8 * r as u32;
                    if query < queries.seq {
                        let [a, b] = [sums[2 * r], sums[2 * r + 1]]
                            .map(|bits| f32::from_bits(bits) * args.scale);
                        let position = (queries.start + query) as i32;
                        let at = to.at(queries.batch, position, queries.head) + 2 * column as u64;
                        // SAFETY: two columns of a row of dQ, which is aligned to them.
                        unsafe { u32::store_global(at, T::pack(a, b)) };
                    }
                },
            );
        }
        word += thread::ntid();
    }
}
