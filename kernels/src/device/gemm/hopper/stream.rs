//! A tile's sum from the parts that several blocks have of it: those dealt by K blocks
//! ([`Deal`](super::scheduler::Deal)).
//!
//! A block that has not a tile's first K block leaves its part in the workspace and raises a flag; the one that has it adds
//! the parts in the order of K, taking each flag down, and stores the tile by the same epilogue as any other:
//!
//! ```text
//! lane 2   K blocks 3 … 9 of tile 1 ▸ leave ▸ flag 2          ▸ tile 2 …
//! lane 1   … ▸ K blocks 0 … 2 of tile 1 ▸ wait for flag 2 ▸ add ▸ store
//! ```
//!
//! Each consumer has flags and places of its own: its threads find their accumulators where those of the same consumer of
//! another block put them. Parts are in L2, 64 rows by a tile's columns of four bytes each; a block leaves one at most.

use super::args::Args;
use super::emit::Emit;
use super::epilogue::{Fragments, Place};
use super::kernel::Device;
use super::pipeline::Units;
use super::scheduler::Part;
use super::unroll::{unroll, up_to_2, up_to_4, up_to_32};
use crate::device::ptx::{
    counter,
    memory::{Global, Wide, load_now},
    warpgroup,
    wgmma::Wgmma,
};

/// Addresses of a consumer's part and flag of share `lane`.
#[inline(always)]
fn places<C: Device>(workspace: u64, place: Place, lane: u32) -> (u64, u64) {
    let bytes = C::ROW_BLOCKS * C::TILE.1 * 256;
    let share = (lane * C::CONSUMERS + place.group) as u64;
    let flags = workspace + Units::clusters::<C>() as u64 * (C::CONSUMERS * bytes) as u64;
    let part = workspace + share * bytes as u64 + place.thread as u64 * 16;
    (part, flags + share * 4)
}

/// From a thread's four accumulators of eight columns to the next.
const STEP: u64 = 128 * 16;

/// Leaves the consumer's part of a sum.
///
/// # Safety
/// All threads of the consumer call this, their last batch complete; the launch's workspace has a part of 64 rows by the
/// tile's columns for each row block of each consumer of each block, and behind these a flag of four bytes for each
/// consumer, which is down.
#[inline(always)]
pub unsafe fn leave<C: Device>(args: &Args, place: Place, lane: u32, acc: &Fragments<C>) {
    let (part, flag) = places::<C>(args.workspace, place, lane);
    let chunks = C::TILE.1 / 8;
    // SAFETY: the caller's contract; register indices are constants inside the fragment. The barrier has every thread's part
    // written before one of them raises the flag.
    unsafe {
        unroll!(up_to_2, C::ROW_BLOCKS, |r| {
            unroll!(up_to_32, chunks, |i| {
                let word = #[inline(always)]
                |j: usize| C::Mma::get(&acc[r], 4 * i + j).bits();
                let to = part + (r as u64 * chunks as u64 + i as u64) * STEP;
                Wide::store(to as *mut u8, Wide([word(0), word(1), word(2), word(3)]));
            });
        });
        warpgroup::sync(1 + place.group, 128);
        if place.thread == 0 {
            counter::raise_flag(flag);
        }
    }
}

/// Adds the parts that the shares behind this one left of the consumer's sum.
///
/// # Safety
/// As [`leave`]; those shares leave their parts without waiting for anything.
#[inline(always)]
pub unsafe fn gather<C: Device>(args: &Args, place: Place, part: Part, acc: &mut Fragments<C>) {
    let chunks = C::TILE.1 / 8;
    let mut other = 1;
    while other <= part.others {
        let (from, flag) = places::<C>(args.workspace, place, part.lane + other);
        // SAFETY: as above; the barrier has no thread read before one of them has seen the flag, which nobody raises again
        // before the launch has ended.
        unsafe {
            if place.thread == 0 {
                counter::take_flag(flag);
            }
            warpgroup::sync(1 + place.group, 128);
            unroll!(up_to_2, C::ROW_BLOCKS, |r| {
                unroll!(up_to_32, chunks, |i| {
                    let from = from + (r as u64 * chunks as u64 + i as u64) * STEP;
                    let Wide(words) = load_now(from as *const u8);
                    unroll!(up_to_4, 4, |j| {
                        let sum = C::Mma::get(&acc[r], 4 * i + j);
                        let more = <C::Mma as Wgmma>::Acc::from_bits(words[j]);
                        C::Mma::set(&mut acc[r], 4 * i + j, sum.add(more));
                    });
                });
            });
        }
        other += 1;
    }
}
