//! What the multiplying warps do: `ldmatrix` and `mma.sync`, nothing else.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use super::layouts::{EDGE, PANEL, PANELS, Panel};
use super::ring::Ring;
use crate::device::ptx::{ldmatrix, mma::Mma, smem::Smem};
use crate::device::repeat;

/// The sums of a warp: 4 × 8 accumulators.
pub type Sums = [[[f32; 4]; 8]; 4];

/// What a lane computes once: where its rows of the first step of every block of a panel are, or of every step of the first block.
#[inline(always)]
pub fn places<P: Panel>(of: impl Fn(usize, usize) -> u32) -> [u32; 4] {
    let mut all = [0; 4];
    repeat::<4>(
        #[inline(always)]
        |at| all[at] = if P::TRANSPOSE { of(at, 0) } else { of(0, at) },
    );
    all
}

/// Four matrices of block `i` and step `k` of the panel at `panel`: steps along one of them are constant.
///
/// # Safety
/// The whole warp asks; the panel is full.
#[inline(always)]
unsafe fn matrices<P: Panel>(panel: Smem, places: &[u32; 4], i: usize, k: usize) -> [u32; 4] {
    // 16 lines of 128 bytes are a block of rows where K is contiguous, else a step.
    if P::TRANSPOSE {
        // SAFETY: upheld by the caller: the whole warp is here, and the panel is full.
        unsafe { ldmatrix::load::<4, true>(panel + places[i] + k as u32 * 2048) }
    } else {
        // SAFETY: upheld by the caller: the whole warp is here, and the panel is full.
        unsafe { ldmatrix::load::<4, false>(panel + places[k] + i as u32 * 2048) }
    }
}

/// A lane's places in the panels of its warp, from a stage's beginning.
#[derive(Clone, Copy)]
pub struct Places {
    a: [u32; 4],
    b: [u32; 4],
}

impl Places {
    /// Those of `lane` of the warp at panel `m` of A and `n` of B.
    #[inline(always)]
    pub fn new<A: Panel, B: Panel>(lane: u32, m: u32, n: u32) -> Self {
        let mut all = Self {
            a: places::<A>(
                #[inline(always)]
                |i, k| A::a(lane, i, k),
            ),
            b: places::<B>(
                #[inline(always)]
                |i, k| B::b(lane, i, k),
            ),
        };
        repeat::<4>(
            #[inline(always)]
            |at| {
                all.a[at] += m * PANEL;
                all.b[at] += (PANELS.0 + n) * PANEL;
            },
        );
        all
    }
}

/// Adds the products of `blocks` stages from `ring` on, more than none, and leaves `ring` behind the last; `leave` says that this warp
/// has read a stage.
///
/// # Safety
/// One whole warp calls it; the feeder fills as many stages.
#[inline(always)]
pub unsafe fn multiply<A: Panel, B: Panel, I: Mma<Acc = f32, A = [u32; 4], B = [u32; 2]>>(
    sums: &mut Sums,
    base: Smem,
    ring: &mut Ring,
    places: &Places,
    blocks: u32,
    leave: impl Fn(Ring),
) {
    let left = #[inline(always)]
    |from: Smem, k: usize, i: usize, a: &mut [[u32; 4]; 4]| {
        // SAFETY: the stage at `from` is full.
        a[i] = unsafe { matrices::<A>(from, &places.a, i, k) };
    };
    let right = #[inline(always)]
    |from: Smem, k: usize, i: usize, b: &mut [[u32; 2]; 8]| {
        // SAFETY: the stage at `from` is full.
        let [x, y, z, w] = unsafe { matrices::<B>(from, &places.b, i, k) };
        (b[2 * i], b[2 * i + 1]) = ([x, y], [z, w]);
    };
    let (mut a, mut b): ([[u32; 4]; 4], [[u32; 2]; 8]);
    // SAFETY: a stage is read after its barrier says that it is full and before this warp leaves it; zeros are numbers.
    unsafe {
        (a, b) = mem::zeroed();
        ring.wait_full(base);
        let mut from = ring.memory(base);
        repeat::<4>(
            #[inline(always)]
            |i| {
                left(from, 0, i, &mut a);
                right(from, 0, i, &mut b);
            },
        );
        let mut remaining = blocks;
        while remaining > 0 {
            remaining -= 1;
            let here = *ring;
            repeat::<{ EDGE as usize / 16 }>(
                #[inline(always)]
                |k| {
                    let ahead = (k + 1) % 4;
                    if ahead == 0 {
                        ring.advance();
                        // Behind the last block the fragments come from where they were, and are not used.
                        if remaining > 0 {
                            ring.wait_full(base);
                            from = ring.memory(base);
                        }
                    }
                    let mut next: [[u32; 2]; 8] = mem::zeroed();
                    repeat::<4>(
                        #[inline(always)]
                        |i| {
                            right(from, ahead, i, &mut next);
                            repeat::<8>(
                                #[inline(always)]
                                |step| {
                                    let j = if i % 2 == 0 { step } else { 7 - step };
                                    I::mma(&mut sums[i][j], a[i], b[j]);
                                },
                            );
                            left(from, ahead, i, &mut a);
                        },
                    );
                    b = next;
                },
            );
            leave(here);
        }
    }
}
