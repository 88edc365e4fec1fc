//! A [`Fixed`] epilogue: C from the stages behind those of the sum, a bias loaded under the last products, and panels to D, all of
//! it straight-line code.
//!
//! ```text
//! producer    stages of A and B ▸ stages of C ▸ the next tile's
//! consumer    multiply ▸ ask for the first bias ▸ wait ▸ panel by panel: α · sum + bias + β · C ▸ curve ▸ D
//! ```
//!
//! To consumers in turns C comes another way, to the panels of D: [`ring_c`](super::ring_c).
//!
//! Roofline: C in and D out once. Some 30 instructions for 16 columns of a thread's two rows, with C 25 more and for a curve 80:
//! consumers in turns have 700 clocks a stage for them.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::args::{Args, activation};
use super::config::Config;
use super::consume::release;
use super::emit::{Emit, MOST};
use super::epilogue::{Acc, Fragments, Place, corner, wait_for_panel, write_straight};
use super::fixed::Fixed;
use super::kernel::Device;
use super::mainloop::Mainloop;
use super::outputs;
use super::panel::whole;
use super::pipeline::{Panels, Plan, Ring, Seat};
use super::scheduler::Work;
use super::tiling::register;
use super::unroll::{unroll, up_to_2, up_to_4, up_to_8, up_to_16};
use crate::device::ptx::{fence, ldmatrix, mbarrier, memory, smem::Smem, tma, warpgroup};

/// A thread's words of a panel's bias: two neighbours of every eight columns.
pub(super) type Bias = [u32; 8];
/// No bias.
pub(super) const NONE: Bias = [0; 8];

/// The kernel's epilogue, or nothing for one that has no [`Fixed`] one.
const fn fixed<C: Config>() -> Fixed {
    match C::FIXED {
        Some(fixed) => fixed,
        None => Fixed {
            c: false,
            bias: false,
            activation: activation::NONE,
        },
    }
}

/// Asks for the bias of panel `p`.
///
/// # Safety
/// A bias of the launch is as long as D's rows, which are whole chunks of 16 bytes, and starts at a whole word.
#[inline(always)]
unsafe fn ask<C: Device>(args: &Args, place: Place, work: Work, p: u32) -> Bias {
    let mut words = [0; 8];
    if fixed::<C>().bias {
        let first = work.n * C::TILE.1 + p * C::PANEL_COLUMNS + place.value::<C>(0).1;
        let columns = if p == C::WHOLE_PANELS {
            C::REST_WIDTH / C::OUT
        } else {
            C::PANEL_COLUMNS
        };
        unroll!(up_to_8, columns / 8, |i| {
            // Columns beyond D are taken for its last two.
            let column = (first + i as u32 * 8).min(args.n - 2);
            // SAFETY: two entries of the bias.
            words[i] = unsafe { memory::word_now(args.bias.base + column as u64 * 2) };
        });
    }
    words
}

/// Asks for the first panel's bias, which comes while the last products are computed.
///
/// # Safety
/// As [`ask`].
#[inline(always)]
pub(super) unsafe fn ahead<C: Device>(args: &Args, place: Place, work: Work) -> Bias {
    // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
    unsafe { ask::<C>(args, place, work, 0) }
}

/// A thread's words of a panel of C: four of every strip of 16 columns.
pub(super) type Words = [u32; 16];

/// Reads C from `panel`, which is panel `p` of a block of 64 rows.
///
/// # Safety
/// All threads of the warpgroup call this, C being there.
#[inline(always)]
pub(super) unsafe fn read<C: Device>(panel: Smem, place: Place, p: u32) -> Words {
    let rest = p == C::WHOLE_PANELS;
    let width = if rest { C::REST_WIDTH } else { C::PANEL_WIDTH };
    let (row, column) = place.line::<C>();
    let mut words = [0; 16];
    unroll!(up_to_4, width / 32, |j| {
        let byte = (column + j as u32 * 16) * C::OUT;
        let offset = outputs::byte(whole::<C>(false), width, row, byte);
        // SAFETY: the caller has all threads of the warpgroup here and C in the panel; the lines are inside the panel, aligned to 16
        // bytes.
        let four = unsafe { ldmatrix::load::<4, false>(panel + offset) };
        unroll!(up_to_4, 4, |i| words[4 * j + i] = four[i]);
    });
    words
}

/// The epilogue of panel `p` of row block `r`: a thread's words of D, two neighbours in each half of every eight columns.
#[inline(always)]
pub(super) fn words<C: Device>(
    args: &Args,
    acc: &Fragments<C>,
    (r, p): (u32, u32),
    bias: Bias,
    c: Words,
) -> impl Fn(usize, usize) -> [u32; 2] {
    let Fixed {
        c: adds_c,
        bias: biased,
        activation,
    } = const { fixed::<C>() };
    let words = #[inline(always)]
    move |j: usize, half: usize| {
        let first = (p * C::PANEL_COLUMNS / 4) as usize + 2 * j;
        let c = Acc::<C>::pair([c[2 * j + half], 0]);
        let bias = Acc::<C>::pair([bias[j], 0]);
        let mut x = [Acc::<C>::from_bits(0); MOST];
        unroll!(up_to_2, 2, |k| {
            // SAFETY: register indices are constants below the fragment's length.
            let sum = unsafe { C::Mma::get(acc, r as usize, register(first + k, half)) };
            x[k] = if biased {
                bias[k].plus(args.alpha, sum)
            } else {
                sum.scale(args.alpha)
            };
            if adds_c {
                x[k] = x[k].plus(args.beta, c[k]);
            }
        });
        let x = Acc::<C>::activate(x, 2, activation);
        Acc::<C>::words([x[0], x[1]])
    };
    words
}

/// Waits for C's stages from `ring` on, `from` of which this consumer has left behind, and frees those before `to`.
///
/// # Safety
/// All threads of the consumer have read what they need of these.
#[inline(always)]
unsafe fn leave<C: Device>(
    plan: Plan,
    place: Place,
    seat: Seat,
    ring: &mut Ring,
    from: &mut u32,
    to: u32,
) {
    while *from < to {
        // No stage is released before it was full: an arrival would count for the round before.
        // SAFETY: the caller has all threads of the consumer done with these stages; each is full once its barrier says so.
        unsafe {
            mbarrier::wait(plan.full::<C>(ring.stage), ring.parity);
            release::<C>(plan, place, seat, ring.stage);
        }
        ring.advance::<C>();
        *from += 1;
    }
}

/// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written.
///
/// # Safety
/// All threads of the consumer call this with complete accumulators of `work`, and what [`ahead`] gave; the producer brings C
/// behind the sum's stages.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // What a consumer knows.
pub(super) unsafe fn store<C: Device>(
    args: &Args,
    (plan, panels): (Plan, Panels),
    (place, seat): (Place, Seat),
    ring: &mut Ring,
    work: Work,
    bias: Bias,
    acc: &Fragments<C>,
) {
    let adds_c = const { fixed::<C>() }.c;
    // Where every panel has its own buffer, all of them were read long before the next tile is written.
    let all_fit = C::PANELS == C::TILE_PANELS;
    // SAFETY: barrier 1 + group is this warpgroup's.
    unsafe {
        if all_fit {
            if place.thread == 0 {
                tma::wait_read::<0>();
            }
            warpgroup::sync(1 + place.group, 128);
        }
    }
    // Blocks of rows one after the other, so that C's stages are free soon, or panel by panel, so that blocks share a bias.
    let at = #[inline(always)]
    |i: u32| {
        if adds_c {
            (i / C::ACROSS, i % C::ACROSS)
        } else {
            (i % C::ROW_BLOCKS, i / C::ROW_BLOCKS)
        }
    };
    let (mut next, mut left) = (bias, 0);
    unroll!(up_to_16, C::TILE_PANELS, |index| {
        let index = index as u32;
        let (r, p) = at(index);
        let bias = next;
        if index + 1 < C::TILE_PANELS && at(index + 1).1 != p {
            // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
            next = unsafe { ask::<C>(args, place, work, at(index + 1).1) };
        }
        let panel = panels.buffer::<C>(index % C::PANELS);
        let rest = p == C::WHOLE_PANELS;
        let width = if rest { C::REST_WIDTH } else { C::PANEL_WIDTH };
        // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its share of
        // it, fences, and meets the others before one of them stores it. C's stages before a block's are not needed any more
        // when all have written the block before.
        unsafe {
            let mut c: Words = [0; 16];
            if adds_c {
                let block = place.row_block::<C>() + r;
                if p == 0 {
                    leave::<C>(plan, place, seat, ring, &mut left, block / C::C_BLOCKS);
                    mbarrier::wait(plan.full::<C>(ring.stage), ring.parity);
                }
                let rows = plan.a::<C>(ring.stage) + block % C::C_BLOCKS * C::C_ROWS;
                c = read::<C>(rows + p * C::PANEL, place, p);
            }
            if !all_fit {
                if place.thread == 0 {
                    wait_for_panel::<C>(index);
                }
                warpgroup::sync(1 + place.group, 128);
            }
            let words = words::<C>(args, acc, (r, p), bias, c);
            write_straight::<C>(panel, place, width, words);
            fence::proxy_async();
            warpgroup::sync(1 + place.group, 128);
            if place.thread == 0 {
                let (row, column) = corner::<C>(work, place, r as usize, p as usize);
                let map = args.maps[if rest { 3 } else { 2 }];
                tma::store(map, (column, row, work.batch), panel);
                tma::commit();
            }
        }
    });
    // SAFETY: every panel was written, and what is left of C is not this consumer's.
    unsafe { leave::<C>(plan, place, seat, ring, &mut left, C::C_STAGES) };
}
