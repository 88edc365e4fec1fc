//! The main loop of a tile, and how its products come to the accumulators.

use super::super::consumer::Consumer;
use super::super::epilogue::output_op::Accumulator;
use super::super::epilogue::{Acc, Fragments};
use super::super::kernel::Device;
use super::super::unroll::unroll;
use super::{Accumulators, Mainloop};
use crate::device::ptx::smem::Smem;
use azulejo_device::cute::{PipelineState, ScaleOut, warpgroup_wait};

/// The accumulators before the first k-tile.
#[inline(always)]
pub fn start<C: Device>() -> Fragments<C> {
    let mut acc = Fragments::<C>::zero();
    if !C::PROMOTES && !C::Mma::FROM_REGISTERS {
        acc.discard();
    }
    acc
}

/// Makes each accumulator of a thread `f` of it, of its block of 64 rows and its number there, which are constants.
#[inline(always)]
pub fn update<C: Device>(acc: &mut Fragments<C>, f: impl Fn(Acc<C>, usize, usize) -> Acc<C>) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::TILE.1 / 8, |i| {
            unroll!(4, |j| {
                let i = 4 * i + j;
                // SAFETY: register indices are constants inside the fragment.
                unsafe { acc.set(r, i, f(acc.get(r, i), r, i)) };
            });
        });
    });
}

/// Multiplies a k-tile, and waits until the one before it is complete, or itself where its products are added in full precision: the
/// tensor cores keep some 14 bits of a sum of 8-bit floats.
///
/// # Safety
/// Called by every thread of the warpgroup, the stage being full and staying so until the products are complete.
#[inline(always)]
unsafe fn k_tile<C: Device>(
    a: <C::Mma as Mainloop>::A,
    b: Smem,
    acc: &mut Fragments<C>,
    is_first: bool,
) {
    // SAFETY: upheld by the caller; register indices are constants inside the fragment.
    unsafe {
        if C::PROMOTES {
            let mut part = Fragments::<C>::zero();
            part.discard();
            C::Mma::multiply(a, b, &mut part, ScaleOut::Zero);
            warpgroup_wait::<0>();
            unroll!(C::ROW_BLOCKS, |r| part.fence(r));
            update::<C>(
                acc,
                #[inline(always)]
                |sum, r, i| sum.add(part.get(r, i)),
            );
            return;
        }
        let scale = if !C::Mma::FROM_REGISTERS && is_first {
            ScaleOut::Zero
        } else {
            ScaleOut::One
        };
        C::Mma::multiply(a, b, acc, scale);
        if C::Mma::BATCHES == 1 {
            warpgroup_wait::<1>();
        } else {
            warpgroup_wait::<2>();
        }
    }
}

/// Multiplies the next `k_tiles` stages; all but the last are released.
///
/// # Safety
/// Called by every thread of the warpgroup; the producer fills the stages, at least one.
#[inline(always)]
pub unsafe fn main_loop<C: Device, const STAGES: u32>(
    consumer: &mut Consumer<C, STAGES>,
    k_tiles: u32,
    acc: &mut Fragments<C>,
) -> PipelineState<STAGES> {
    let mut last = consumer.state;
    let mut k_tile = 0;
    let mut more = #[inline(always)]
    || {
        let stage = consumer.state.index() as u32;
        // SAFETY: upheld by the caller; a stage is full once it was waited for, and released when the batch that read it is complete.
        unsafe {
            consumer.pipeline.consumer_wait(consumer.state);
            let a = C::Mma::load::<C>(consumer.storage, consumer.thread, stage);
            let b = consumer.storage.smem_b::<C>(stage);
            self::k_tile::<C>(a, b, acc, k_tile == 0);
            if k_tile != 0 {
                consumer.pipeline.consumer_release(last);
            }
        }
        last = consumer.state;
        consumer.state.advance();
        k_tile += 1;
        k_tile < k_tiles
    };
    // A unit has at least one k-tile: a path around the loop would serialise its batches. A's registers in flight
    // must not be those that are loaded next, so two k-tiles have some each, unless each is waited for.
    while more() && (!C::Mma::FROM_REGISTERS || C::PROMOTES || more()) {}
    last
}
