//! The main loop of a tile, and how its products come to the accumulators.

use super::super::config::{Accumulation, Direct, Promoted};
use super::super::consumer::Consumer;
use super::super::epilogue::Fragments;
use super::super::epilogue::output_op::OutputOp;
use super::super::kernel::Device;
use super::super::unroll::unroll;
use super::Mainloop;
use azulejo_device::cute::{PipelineState, ScaleOut, warpgroup_wait};

/// A mainloop's A of a stage, and B's address.
type Operands<C> = (
    <<C as Device>::Mma as Mainloop>::A,
    crate::device::ptx::smem::Smem,
);

/// How a k-tile's products come to the accumulators.
pub trait Accumulate: Accumulation {
    /// The accumulators before the first k-tile.
    fn start<M: Mainloop>() -> M::Accumulators;

    /// Multiplies a k-tile, and waits until the one before it is complete.
    ///
    /// # Safety
    /// Called by every thread of the warpgroup, the stage being full and staying so until the products are complete.
    unsafe fn k_tile<C: Device>(ab: Operands<C>, acc: &mut Fragments<C>, is_first: bool);
}

impl Accumulate for Direct {
    #[inline(always)]
    fn start<M: Mainloop>() -> M::Accumulators {
        let mut acc = M::accumulators();
        if M::REPLACES {
            M::discard(&mut acc);
        }
        acc
    }

    #[inline(always)]
    unsafe fn k_tile<C: Device>((a, b): Operands<C>, acc: &mut Fragments<C>, is_first: bool) {
        let scale = if C::Mma::REPLACES && is_first {
            ScaleOut::Zero
        } else {
            ScaleOut::One
        };
        // SAFETY: upheld by the caller.
        unsafe {
            C::Mma::multiply(a, b, acc, scale);
            if C::Mma::BATCHES == 1 {
                warpgroup_wait::<1>();
            } else {
                warpgroup_wait::<2>();
            }
        }
    }
}

impl Accumulate for Promoted {
    #[inline(always)]
    fn start<M: Mainloop>() -> M::Accumulators {
        M::accumulators()
    }

    #[inline(always)]
    unsafe fn k_tile<C: Device>((a, b): Operands<C>, acc: &mut Fragments<C>, _: bool) {
        let mut part = C::Mma::accumulators();
        C::Mma::discard(&mut part);
        // SAFETY: upheld by the caller.
        unsafe {
            C::Mma::multiply(a, b, &mut part, ScaleOut::Zero);
            warpgroup_wait::<0>();
        }
        unroll!(C::ROW_BLOCKS, |r| {
            C::Mma::fence(&mut part, r);
            unroll!(C::TILE.1 / 8, |i| {
                unroll!(4, |j| {
                    let at = 4 * i + j;
                    // SAFETY: register indices are constants inside the fragment.
                    unsafe {
                        let sum = C::Mma::get(acc, r, at).add(C::Mma::get(&part, r, at));
                        C::Mma::set(acc, r, at, sum);
                    }
                });
            });
        });
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
            C::Accumulation::k_tile::<C>((a, b), acc, k_tile == 0);
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
