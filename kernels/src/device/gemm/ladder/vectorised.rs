//! The fifth rung: every access of 16 bytes, from global memory, to and from shared memory.
//!
//! ```text
//! grid    128 × 128 tiles of D
//! block   K in steps of 8: each thread four vectors of A and B through registers, a barrier, 8 steps, a barrier
//! thread  16 × 8 sums: for each k six vectors from shared memory and 128 multiply-adds
//! ```
//!
//! Operands have M and N contiguous, at multiples of 16 bytes; the tiles in shared memory and the places of the sums are those of
//! [`singles`](super::singles). Roofline: loads from shared memory are a twentieth of the instructions; what is left is waiting, for
//! nothing is copied while the block multiplies.
//!
//! Next: `double_buffered` copies ahead.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use azulejo_layout::ints::*;
use azulejo_layout::layout;
use azulejo_tensor::atom::{CopyAtom, UniversalCopy};
use azulejo_tensor::make_tiled_copy;
use core::mem;

use super::args::{Args, View, tile_of};
use super::double_buffered::{Operands, multiply, store};
use super::place::places;
use super::singles::{PITCH, TILE};
use crate::device::ptx::{memory::Wide, shared, shared::Shared, thread};
use crate::device::repeat;

/// Bytes of an operand's tile.
const BYTES: u32 = 8 * PITCH * 4;

/// Copies a tile of one operand: 8 values of k from `k0` on, 128 of M or N from `first` on.
///
/// # Safety
/// The view is that of an operand of `mn` by `k` elements with M or N contiguous and vectors aligned; the tile at `to` is free.
#[inline(always)]
unsafe fn copy(view: &View, (mn, k): (u32, u32), first: u32, k0: u32, to: u32, tid: u32) {
    let copy = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, f32>::new(),
        layout!((_32, _4)),
        layout!((_4, _1)),
    );
    let flat = places(layout!((_128, _8))); // (BLK_MN,BLK_K)
    let smem = places(layout!((_128, _8):(_1, _132))); // (BLK_MN,BLK_K)
    let thread = copy.get_slice(tid);
    let (tXcX, tXsX) = (thread.partition_S(&flat), thread.partition_D(&smem)); // (CPY,CPY_MN,CPY_K)
    repeat::<2>(
        #[inline(always)]
        |round| {
            let at = tXcX.at((0usize, 0usize, round));
            let (row, column) = (first + at % 128, k0 + at / 128);
            let offset = row as i64 * view.row
                + column as i64 * view.column
                + thread::ctaid_z() as i64 * view.batch;
            let from = view.base.wrapping_add_signed(offset * 4) as *const f32;
            // SAFETY: a whole vector inside the operand is read at once, others element by element as far as it goes.
            unsafe {
                let vector = if column < k && row + 4 <= mn {
                    from.cast::<Wide>().read()
                } else {
                    let mut part = [0.0f32; 4];
                    repeat::<4>(
                        #[inline(always)]
                        |i| {
                            if column < k && row + (i as u32) < mn {
                                part[i] = from.add(i).read();
                            }
                        },
                    );
                    mem::transmute::<[f32; 4], Wide>(part)
                };
                Wide::store(to + 4 * tXsX.at((0usize, 0usize, round)), vector);
            }
        },
    );
}

/// The body of the entry point.
///
/// # Safety
/// Launched with 128 threads, the table's shared memory, a grid of [`tile_of`]'s numbering, batches along z, and arguments whose views
/// are those of the problem, aligned as [`copy`] asks.
#[inline(always)]
pub unsafe fn gemm(args: Args) {
    let (tile_m, tile_n) = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
    let (m0, n0, batch) = (tile_m * TILE.0, tile_n * TILE.1, thread::ctaid_z());
    if n0 >= args.n {
        return;
    }
    let (tid, base) = (thread::tid(), shared::base());
    // SAFETY: the views are the problem's; the whole block passes the barriers between writing and reading the tiles.
    unsafe {
        let mut sums: [[f32; 8]; 16] = mem::zeroed();
        let mut k0 = 0;
        while k0 < args.k {
            copy(&args.a, (args.m, args.k), m0, k0, base, tid);
            copy(&args.b, (args.n, args.k), n0, k0, base + BYTES, tid);
            thread::sync();
            repeat::<8>(
                #[inline(always)]
                |k| multiply(&mut sums, &Operands::load(base, tid, k)),
            );
            thread::sync();
            k0 += 8;
        }
        store(&args, base, tid, (m0, n0, batch), &sums);
    }
}
