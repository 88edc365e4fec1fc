//! [`Early`](super::config::Early): words of A that are turned on their way to registers, brought there a stage ahead.
//!
//! A product whose A is in registers holds its warp up till the one before it has begun, so what is loaded behind a stage's
//! four products has the last of them alone to hide behind. Here each step's product is followed by the load of the same step
//! of the next stage, into the registers that the product four steps before read:
//!
//! ```text
//! step           4 i                         4 i + 1                      4 i + 2
//! multiply       even[0]                     even[1]                      even[2]        stage i, i even
//! then wait      until step 4 i - 2 is done  till 4 i - 1, free i - 1     …
//! then load      odd[0]                      odd[1]                       odd[2]         stage i + 1
//! ```

use super::consume::release;
use super::epilogue::{Fragments, Place};
use super::kernel::Device;
use super::pipeline::{Plan, Ring, Seat};
use super::unroll::{unroll, up_to_4};
use crate::device::ptx::{
    mbarrier,
    smem::Smem,
    stmatrix,
    wgmma::{self, Wgmma},
};

/// The registers of A of a stage's four steps.
type Stage = [[u32; 4]; 4];

/// Multiplies `blocks` stages from `ring` on, and releases all but the last; which that was.
///
/// # Safety
/// Called by every thread of the warpgroup; the last products are in flight when this returns.
#[inline(always)]
pub(super) unsafe fn sum<C: Device>(
    plan: Plan,
    place: Place,
    seat: Seat,
    ring: &mut Ring,
    blocks: u32,
    acc: &mut Fragments<C>,
) -> u32 {
    let (mut even, mut odd): (Stage, Stage) = ([[0; 4]; 4], [[0; 4]; 4]);
    let (mut last, mut block) = (ring.stage, 0);
    // SAFETY: a stage is loaded from once it is full; registers are loaded once the product that read them is done.
    unsafe {
        mbarrier::wait(plan.full::<C>(ring.stage), ring.parity);
        let at = first_word::<C>(plan.a::<C>(ring.stage), place);
        unroll!(up_to_4, 4, |s| even[s] = words(at, s));
        let mut more = #[inline(always)]
        |now: &Stage, next: &mut Stage| {
            let stage = ring.stage;
            ring.advance::<C>();
            multiply::<C>(
                plan,
                place,
                seat,
                (stage, last, *ring),
                (block, block + 1 < blocks),
                (now, next),
                acc,
            );
            last = stage;
            block += 1;
            block < blocks
        };
        while more(&even, &mut odd) && more(&odd, &mut even) {}
    }
    last
}

/// Multiplies stage `stage` from the registers `now`, releases `last` unless this is the first, and loads `next` from the stage
/// that `following` stands at, or, where there is none, once more from this one: straight-line code has no place for a branch.
///
/// # Safety
/// As [`sum`].
#[inline(always)]
unsafe fn multiply<C: Device>(
    plan: Plan,
    place: Place,
    seat: Seat,
    (stage, last, following): (u32, u32, Ring),
    (block, more): (u32, bool),
    (now, next): (&Stage, &mut Stage),
    acc: &mut Fragments<C>,
) {
    let b = C::B.descriptor() | ((plan.b::<C>(stage) & 0x3_ffff) >> 4) as u64;
    let from = if more { following.stage } else { stage };
    let at = first_word::<C>(plan.a::<C>(from), place);
    // SAFETY: the caller's contract; the descriptor names B's tile.
    unsafe {
        unroll!(up_to_4, 4, |s| {
            wgmma::fence();
            let b = b + ((s as u32 * C::B.k_step()) >> 4) as u64;
            C::Mma::mma_from_registers::<0>(&mut acc[0], now[s], b);
            wgmma::commit();
            wgmma::wait_but_two();
            if s == 0 && more {
                mbarrier::wait(plan.full::<C>(following.stage), following.parity);
            }
            next[s] = words(at, s);
            if s == 1 && block != 0 {
                release::<C>(plan, place, seat, last);
            }
        });
    }
}

/// Where a thread's first word of a stage's A is, dealt as in [`turn`](super::turn).
#[inline(always)]
fn first_word<C: Device>(tile: Smem, place: Place) -> Smem {
    let (warp, lane) = (place.thread / 32, place.thread % 32);
    let (group, k) = (lane / 4, lane % 4);
    let chunk = (group / 4 * 4 + warp % 2 * 2) ^ k;
    let panel = (place.row_block::<C>() * 2 + warp / 2) * C::A.box_step();
    tile + panel + k * 128 + chunk * 16 + group % 4 * 4
}

/// The registers of one step.
///
/// # Safety
/// `at` is [`first_word`] of a full stage.
#[inline(always)]
unsafe fn words(at: Smem, s: usize) -> [u32; 4] {
    let mut a = [0; 4];
    unroll!(up_to_4, 4, |i| {
        let (half, far) = (i as u32 % 2, i as u32 / 2);
        let line = s as u32 * 1024 + far * 512;
        // SAFETY: the words are inside the stage.
        a[i] = unsafe { stmatrix::word((at ^ (half * 16) ^ (far * 64)) + line) };
    });
    a
}
