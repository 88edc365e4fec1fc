//! What the main kernel of either family reads of each query: `rowsum(O dO)` and LSE in exponents of 2; and zeros for it to add to.

use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};
use azulejo_device::ptx::shuffle::Exchange;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::ptx::{math, thread};
use azulejo_device::{inlined, repeat};

use super::args::{Args, BLOCK};
use super::work::Queries;
use crate::device::attention::packed::Packed;

/// Threads of a CTA: four for each query of a block.
const THREADS: u32 = 4 * BLOCK;

/// Prepares a block of queries of a head.
///
/// # Safety
/// Launched with a CTA for each block of queries of each head and batch; arguments of a checked problem.
#[inline(always)]
pub unsafe fn preprocess<T: Packed, const IS_HOPPER: bool>(args: &Args) {
    if IS_HOPPER {
        wait_on_dependent_grids();
        launch_dependent_grids(); // The main kernel waits for this one's end before it reads.
    }
    let count = args.tiles.tiles_m as u64 * args.planes as u64 + thread::nctaid() as u64;
    let mut block = thread::ctaid() as u64 * THREADS as u64 + thread::tid() as u64;
    while block < count {
        // SAFETY: the workspace has a word for each block of keys and of queries.
        unsafe { u32::store_global(args.nan + 4 * block, 0) };
        block += THREADS as u64 * thread::nctaid() as u64;
    }
    // SAFETY: the launcher passes arguments of a checked problem.
    let Some(queries) = (unsafe { args.queries(thread::ctaid()) }) else {
        return;
    };
    let Queries { work, row } = queries;
    let (part, of_block) = (thread::tid() % 4, thread::tid() / 4);
    let query = work.query + of_block as i32;
    let position = work.start[0] + query;
    let mut delta = 0.0;
    if query < work.seq[0] {
        let [o, d_o] =
            [args.read[0], args.read[1]].map(|tensor| tensor.at(work.batch, position, work.head));
        let mut column = 8 * part;
        while column < args.problem.head_dim_v {
            // SAFETY: eight columns of a row of O, which is aligned to 16 bytes.
            let o = unsafe { <[u32; 4]>::load_global(o + 2 * column as u64) };
            // SAFETY: eight columns of a row of dO, which is aligned to 16 bytes.
            let d_o = unsafe { <[u32; 4]>::load_global(d_o + 2 * column as u64) };
            repeat::<4>(inlined!(|i| {
                let (a, b) = (T::unpack(o[i]), T::unpack(d_o[i]));
                delta = math::fma(a[0], b[0], math::fma(a[1], b[1], delta));
            }));
            column += 32;
        }
    }
    // SAFETY: all lanes of the warp are here.
    delta += unsafe { delta.across(1) };
    // SAFETY: all lanes of the warp are here.
    delta += unsafe { delta.across(2) };
    if part == 0 {
        let mut lse2 = f32::INFINITY;
        if query < work.seq[0] {
            let at = args.problem.lse(work.batch, position, work.head);
            // SAFETY: LSE has a value for each query of each head.
            let lse = f32::from_bits(unsafe { <u32 as Vector>::load_global(at) });
            if lse != f32::NEG_INFINITY {
                lse2 = lse * core::f32::consts::LOG2_E;
            }
        }
        let at = 4 * (row + of_block as u64);
        // SAFETY: the workspace has a value for each of its rows.
        unsafe { u32::store_global(args.lse2 + at, lse2.to_bits()) };
        // SAFETY: the workspace has a value for each of its rows in this array too: the sums of `O dO`.
        unsafe { u32::store_global(args.delta + at, delta.to_bits()) };
    }
    let blocks = row / BLOCK as u64;
    let parts = args.columns / BLOCK;
    if args.turns != 0 && thread::tid() < parts {
        let at = blocks * parts as u64 + thread::tid() as u64;
        // SAFETY: the workspace has a counter for each 64 columns of a block of queries.
        unsafe { u32::store_global(args.turns + 4 * at, 0) };
    }
    let sums = args.sums + 4 * row * args.columns as u64;
    let mut word = thread::tid();
    while word < BLOCK / 4 * args.columns {
        // SAFETY: four of the sums of the block.
        unsafe { <[u32; 4]>::store_global(sums + 16 * word as u64, [0; 4]) };
        word += THREADS;
    }
}
