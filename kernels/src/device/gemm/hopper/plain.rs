//! Sums stored as they are, and nothing else, by consumers in turns: the first 64 rows of a tile leave while the other 64 are still
//! multiplied, and a block's last tile leaves without a wait for room.
//!
//! Nothing hides the end of a product of at most two rounds of tiles. Two blocks of rows are two batches of products, so the first
//! one's sums are complete a batch earlier; and what the panels of D have too little room for, the stages have, which nobody fills
//! any more behind the last tile: 64 rows of A are as large as a panel.
//!
//! ```text
//! tensor cores   … | rows 0-63, last K block | rows 64-127, last K block |
//! consumer                                   | panels of rows 0-63       | panels of rows 64-127 | end
//!
//! last stage but p   | A: rows 0-63 ▸ panel p of these | A: rows 64-127 ▸ panel p of these | B |
//! ```
//!
//! Roofline: D out once, half of it behind the last products. Measured (H200, 2026-11-22, bf16): 2048³ 23.71 µs, 23.85 in one batch;
//! 1536 × 2560 × 2048 23.12 and 23.43. With more rounds, whose ends are hidden, batches of 64 rows are slower: 4096 × 4096 × 1024
//! 48.3 and 46.9.

use super::args::Args;
use super::consume::release;
use super::emit::Emit;
use super::epilogue::{Acc, Fragments, Place, corner, wait_for_panel, write_straight};
use super::kernel::Device;
use super::mainloop::Mainloop;
use super::pipeline::{Panels, Plan, Seat};
use super::scheduler::Work;
use super::tiling::register;
use super::unroll::{unroll, up_to_2, up_to_8};
use crate::device::ptx::{fence, tma, warpgroup};
use azulejo_device::cute::warpgroup_wait;

/// Waits for each block of rows and sends it to D; frees `last`, the stage that was read last. `ends` says that no stage is filled
/// any more, and that the tile has read as many as it has panels across.
///
/// # Safety
/// All threads of the consumer call this behind the last products of `work`, a batch for each block of rows.
#[inline(always)]
pub(super) unsafe fn store<C: Device>(
    args: &Args,
    (plan, panels): (Plan, Panels),
    (place, seat, last): (Place, Seat, u32),
    ends: bool,
    work: Work,
    acc: &mut Fragments<C>,
) {
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        if r == 0 {
            // SAFETY: the caller has all threads of the consumer here; the block's batch is the oldest of those in flight.
            unsafe { warpgroup_wait::<1>() };
        } else {
            // SAFETY: the caller has all threads of the consumer here; the block's batch is the last in flight.
            unsafe { warpgroup_wait::<0>() };
        }
        C::Mma::fence(acc, r);
        if r == 1 {
            // SAFETY: the last batch, which was waited for, is the last that reads the stage.
            unsafe { release::<C>(plan, place, seat, last) };
        }
        let rows = r as u32 * C::A.row_block_step();
        let mut stage = last;
        unroll!(up_to_8, C::ACROSS, |p| {
            let index = r as u32 * C::ACROSS + p as u32;
            let panel = if ends {
                plan.a::<C>(stage) + rows
            } else {
                panels.buffer::<C>(index % C::PANELS)
            };
            stage = if stage == 0 { C::STAGES } else { stage } - 1;
            let words = #[inline(always)]
            |j: usize, half: usize| {
                let k = p * C::PANEL_COLUMNS as usize / 4 + 2 * j;
                Acc::<C>::words([0, 1].map(
                    #[inline(always)]
                    // SAFETY: constants below the fragment's length.
                    |c| unsafe { C::Mma::get(acc, r, register(k + c, half)) },
                ))
            };
            if !ends && place.thread == 0 {
                wait_for_panel::<C>(index);
            }
            if !ends || p == 0 {
                // SAFETY: barrier 1 + group is this warpgroup's, whose threads are all here.
                unsafe { warpgroup::sync(1 + place.group, 128) };
            }
            // SAFETY: the panel is this warpgroup's own, free since its last store, or all products of its rows, have read it.
            unsafe { write_straight::<C>(panel, place, C::PANEL_WIDTH, words) };
            fence::proxy_async();
            // SAFETY: barrier 1 + group is this warpgroup's, whose threads are all here.
            unsafe { warpgroup::sync(1 + place.group, 128) };
            if place.thread == 0 {
                let (row, column) = corner::<C>(work, place, r, p);
                // SAFETY: D's map is the launch's; every thread has written its share of the panel, and fenced it.
                unsafe { tma::store(args.maps[2], (column, row, work.batch), panel) };
                tma::commit();
            }
        });
    });
}
