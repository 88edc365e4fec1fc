//! The epilogue of f64 sums: whole tiles that are only scaled straight from registers, others through shared memory to whole rows of D.
//!
//! From registers four lanes store 64 bytes of a row in pairs, so each instruction fills sectors of 32 bytes, and a warp stores as soon as
//! it has its sums: its neighbours may still multiply.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;
use core::mem;

use super::args::Args;
use super::doubles::{PITCH, accumulator};
use super::epilogue::{self, Emit, only};
use super::kernel::{Epilogue, TileScheduler, Work};
use crate::device::ptx::{
    memory::{Global, Wide},
    shared::{self, Shared},
    thread,
};
use crate::device::repeat;

/// A thread's sums: 4 × 4 accumulators of 16 × 8.
pub type Sums = [[[f64; 4]; 4]; 4];

/// Rows of a tile that are stored at a time: those of one row of a warp's accumulators.
const ROWS: u32 = 32;

/// Sums to a D of `Out`.
pub struct F64Epilogue<Out>(PhantomData<Out>);

impl<Out> Epilogue<Sums> for F64Epilogue<Out>
where
    f64: Emit<Out>,
{
    #[inline(always)]
    unsafe fn store<T: TileScheduler>(args: &Args, work: &Work, sums: &mut Sums) {
        let Work { at, is_inside, .. } = *work;
        let (tid, base) = (thread::tid(), shared::base());
        // SAFETY: the main loop has used shared memory, and every thread passes every barrier: the branches depend on the block alone.
        unsafe {
            // f64 to f64, for the sums of f32 in f64 have another type than D.
            let from_registers = const { T::SLICED && size_of::<Out>() == 8 };
            if !from_registers {
                thread::sync();
            }
            if !T::fixup(args, sums) {
                return;
            }
            if from_registers {
                if is_inside && args.wide != 0 && epilogue::is_plain(args) {
                    store_scaled::<Out>(args, at, tid, sums);
                    return;
                }
                thread::sync();
            }
            for i in 0..shared::opaque(4) {
                only::<4>(i, |i| {
                    repeat::<4>(
                        #[inline(always)]
                        |j| {
                            let [x, y, z, w] = sums[i][j];
                            put(base + accumulator(tid, 0, 0, j) * 8, [x, y]);
                            put(base + accumulator(tid, 2, 0, j) * 8, [z, w]);
                        },
                    );
                });
                thread::sync();
                let from = (at.0 + i * ROWS, at.1, at.2);
                epilogue::store::<f64, Out, ROWS, false>(args, base, PITCH * 8, from);
                thread::sync();
            }
        }
    }
}

/// Writes two neighbouring sums to shared memory.
///
/// # Safety
/// `at` is a multiple of 16 and writable.
#[inline(always)]
unsafe fn put(at: u32, pair: [f64; 2]) {
    // SAFETY: upheld by the caller: writable shared memory at a multiple of 16.
    unsafe { <Wide as Shared>::store(at, mem::transmute::<[f64; 2], Wide>(pair)) }
}

/// Stores the tile at `at` of D, the sums times alpha.
///
/// # Safety
/// The tile lies inside D, of f64, whose rows are contiguous and aligned to 16 bytes.
#[inline(always)]
unsafe fn store_scaled<Out>(args: &Args, at: (u32, u32, u32), tid: u32, sums: &Sums)
where
    f64: Emit<Out>,
{
    let place = #[inline(always)]
    |tid: u32, v: usize, i: usize, j: usize| {
        let at = accumulator(tid, v, i, j);
        (at / PITCH, at % PITCH)
    };
    let alpha = <f64 as Emit<Out>>::alpha(args);
    let (row, column) = place(tid, 0, 0, 0);
    let first = epilogue::address::<f64>(&args.d, (at.0 + row, at.1 + column, at.2));
    repeat::<8>(
        #[inline(always)]
        |rows| {
            let (i, v) = (rows / 2, 2 * (rows % 2));
            let row = first.wrapping_offset((place(0, v, i, 0).0 as i64 * args.d.row) as isize);
            repeat::<4>(
                #[inline(always)]
                |j| {
                    let to = row.wrapping_add(place(0, 0, 0, j).1 as usize);
                    // SAFETY: inside D, at an even column.
                    unsafe {
                        keep(
                            to.cast(),
                            [sums[i][j][v] * alpha, sums[i][j][v + 1] * alpha],
                        )
                    }
                },
            );
        },
    );
}

/// Writes a pair of sums to global memory.
///
/// # Safety
/// `at` is writable and a multiple of 16.
#[inline(always)]
pub unsafe fn keep(at: *mut u8, pair: [f64; 2]) {
    // SAFETY: upheld by the caller: writable global memory at a multiple of 16.
    unsafe { <Wide as Global>::store(at, mem::transmute::<[f64; 2], Wide>(pair)) }
}
