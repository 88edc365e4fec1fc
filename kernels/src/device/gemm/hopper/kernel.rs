//! The kernel: one warpgroup copies tiles of A and B into a ring of stages, the others multiply them and store D.
//!
//! ```text
//! producer    wait empty[s] → announce bytes on full[s] → copy A, B into stage s          s = 0, 1, …, STAGES-1, 0, …
//! consumers   wait full[s]  → 4 K steps of wgmma on stage s → free the stage before it → … → store the tile
//! ```
//!
//! Blocks are persistent: the producer is already a ring ahead in the next tile while the consumers store this one. In a
//! cluster each block copies its part of the operand the cluster shares and multicasts it, so a stage is free when the
//! consumers of every block have left it.
//!
//! Two consumers share a tile, 64 or 128 rows each, or take tiles in turns:
//!
//! ```text
//! cooperative   consumer 0   tile 0, upper half   ▸ store ▸ tile 1, upper half
//!               consumer 1   tile 0, lower half   ▸ store ▸ tile 1, lower half
//! in turns      consumer 0   tile 0 ▸ store ▸ wait ▸ tile 2 ▸ store
//!               consumer 1   wait            ▸ tile 1 ▸ store ▸ wait
//! ```
//!
//! A cluster may also cut the sum of each of its tiles into slices, a block each, which meet in distributed shared
//! memory before D is stored.
//!
//! ```text
//! grid       132 multiprocessors, a block each, that walk the tiles of D
//! cluster    2 blocks: tiles one under the other, B's tile shared
//! block      128 × 176 of D, K in stages of 64: 5 stages of 38 KiB
//! consumer   the whole tile, every other one: two times 64 × 176, 176 registers a thread
//! wgmma      64 × 176 × 16, four times a stage
//! ```
//!
//! Roofline: a stage of 128 × 176 takes the tensor cores 704 clocks and brings 38 KiB, 55 bytes a clock of which 16 come
//! through the neighbour; L2 gives some 46 a clock to each multiprocessor. At 8192³ in bf16 the tensor cores are busy for
//! 97 % of the time, at the 1.55 GHz that 700 W leave them. Measured: `benches/record/gpu-gemm/steps.md`.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::ahead::ask;
use super::config::{Cluster, Config, Gemm, Order, Roles, Tile};
use super::consume::consume;
use super::emit::Emit;
use super::epilogue::Place;
use super::mainloop::{Mainloop, MainloopOf, Reads, Share};
use super::pipeline::Plan;
use super::produce::produce;
use super::ring_c;
use super::source::Source;
use super::unroll::{unroll, up_to_4};
use crate::device::ptx::{cluster, fence, mbarrier, smem, thread, tma, warpgroup};
use azulejo_tensor::element::Element;
use typenum::{Const, ToUInt};

/// Named barrier behind which the block's barriers are ready.
const START: u32 = 6;

/// A configuration with its instruction.
pub trait Device: Config {
    /// The output's element type.
    type Out;
    /// What multiplies a stage.
    type Mma: Mainloop<Acc: Emit<Self::Out>>;
}

impl<
    A: Element,
    B: Element,
    Acc: Element,
    Out: Element,
    OA: Order,
    OB: Order,
    R: Roles,
    const M: usize,
    const N: usize,
    const STAGES: u32,
    const CM: u32,
    const CN: u32,
    const CK: u32,
> Device for Gemm<A, B, Acc, Out, OA, OB, Tile<M, N, STAGES>, Cluster<CM, CN, CK>, R>
where
    A: Reads<OA>,
    Const<M>: Share<R>,
    Const<N>: ToUInt,
    MainloopOf<A, OA, B, OB, Acc, R, M, N>: Mainloop<Acc: Emit<Out>>,
{
    type Out = Out;
    type Mma = MainloopOf<A, OA, B, OB, Acc, R, M, N>;
}

/// The body of every entry point of the family.
///
/// # Safety
/// Launched with `C::THREADS` threads, clusters of `C::BLOCKS` blocks, `C::SHARED` bytes of shared memory, and arguments
/// whose maps and views are those of the problem; where `C::SLICES` is more than 1, with a cluster for every unit.
#[inline(always)]
pub unsafe fn gemm<C: Device>(source: impl Source) {
    const { C::VALID };
    let plan = Plan {
        base: smem::arena(),
    };
    // SAFETY: whole warps and warpgroups take each branch, since the role is a function of the warp; the barriers are
    // initialised and fenced before the block's or cluster's barrier behind which others use them. With slices, producers and
    // consumers meet twice at the cluster's barrier, else once.
    unsafe {
        let warp = warpgroup::uniform(thread::tid() / 32);
        let clustered = C::BLOCKS > 1;
        if warp == 0 && warpgroup::elect() {
            let maps = source.maps();
            unroll!(
                up_to_4,
                3 + (C::REST_WIDTH > 0) as u32,
                |i| if maps[i] != 0 {
                    tma::prefetch(maps[i])
                },
            );
            for stage in 0..C::STAGES {
                mbarrier::init(plan.full::<C>(stage), 1);
                mbarrier::init(
                    plan.empty::<C>(stage),
                    C::READERS * (C::CLUSTER.0 + C::CLUSTER.1 - 1),
                );
            }
            fence::mbarrier_init();
        }
        if warp >= 4 && thread::tid().is_multiple_of(128) {
            let panels = plan.panels::<C>(warp / 4 - 1);
            for i in 0..C::PANELS {
                mbarrier::init(panels.barrier(i), 1);
                if C::RINGS_C {
                    mbarrier::init(panels.barrier(C::C_RING + i), 1);
                }
            }
            fence::mbarrier_init();
        }
        // The producer need not wait for its block: the barriers are its own. Only a cluster's are used by others.
        if clustered {
            cluster::arrive();
        } else if warp < 4 {
            warpgroup::sync_warp();
            warpgroup::arrive(START, C::THREADS);
        } else {
            warpgroup::sync(START, C::THREADS);
        }
        if 0 < warp && warp < 4 {
            if let Some(args) = source.at_hand() {
                ask::<C>(args, thread::tid() - 32);
            }
        }
        if clustered {
            cluster::wait();
        }
        cluster::wait_for_previous_grid();
        cluster::let_next_grid_start();

        if warp < 4 {
            if C::CONSUMERS == 3 {
                warpgroup::give_registers::<32>();
            } else if C::MANY_REGISTERS {
                warpgroup::give_registers::<24>();
            } else if C::CONSUMERS == 2 {
                warpgroup::give_registers::<40>();
            }
            if warp == 0 {
                produce::<C>(source, plan);
            }
            if C::RINGS_C && warp == 1 {
                ring_c::bring::<C>(source, plan);
            }
            if C::SLICES > 1 {
                cluster::sync();
            }
        } else {
            if C::CONSUMERS == 3 {
                warpgroup::take_registers::<160>();
            } else if C::MANY_REGISTERS {
                warpgroup::take_registers::<240>();
            } else if C::CONSUMERS == 2 {
                warpgroup::take_registers::<232>();
            }
            consume::<C>(
                source,
                plan,
                Place {
                    group: warp / 4 - 1,
                    thread: thread::tid() % 128,
                },
            );
        }
        // No block may end while another can still arrive at its barriers or read its sums.
        if clustered {
            cluster::meet();
        }
    }
}
