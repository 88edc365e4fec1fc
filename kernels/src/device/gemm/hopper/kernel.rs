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

use super::args::Args;
use super::config::{Config, Gemm, Order, Tile};
use super::emit::Emit;
use super::epilogue::{self, Place};
use super::operand::{Major, Operand};
use super::unroll::{unroll, up_to_2, up_to_4};
use crate::device::ptx::{
    cluster, fence, mbarrier,
    smem::{self, Smem},
    thread, tma, warpgroup,
    wgmma::{self, Instruction, Wgmma},
};
use azulejo_tensor::element::Element;

/// A configuration with its instruction.
pub trait Device: Config {
    /// The output's element type.
    type Out;
    /// The instruction of the tile's N.
    type Mma: Wgmma<Acc: Emit<Self::Out>>;
}

impl<
    A: Element,
    B: Element,
    Acc: Element,
    Out: Element,
    OA: Order,
    OB: Order,
    const M: u32,
    const N: u32,
    const STAGES: u32,
    const CM: u32,
    const CN: u32,
> Device for Gemm<A, B, Acc, Out, OA, OB, Tile<M, N, STAGES, CM, CN>>
where
    Instruction<A, B, Acc, N>: Wgmma<Acc: Emit<Out>>,
{
    type Out = Out;
    type Mma = Instruction<A, B, Acc, N>;
}

/// Where in the ring a warp is: the stage, and the parity of its current round.
#[derive(Clone, Copy)]
struct Ring {
    stage: u32,
    parity: u32,
}

impl Ring {
    const START: Ring = Ring {
        stage: 0,
        parity: 0,
    };

    #[inline(always)]
    fn advance<C: Config>(&mut self) {
        self.stage += 1;
        if self.stage == C::STAGES {
            *self = Ring {
                stage: 0,
                parity: self.parity ^ 1,
            };
        }
    }
}

/// Addresses in the block's shared memory.
#[derive(Clone, Copy)]
struct Plan {
    base: Smem,
}

impl Plan {
    #[inline(always)]
    fn a<C: Config>(self, stage: u32) -> Smem {
        self.base + stage * C::STAGE
    }

    #[inline(always)]
    fn b<C: Config>(self, stage: u32) -> Smem {
        self.a::<C>(stage) + C::A.bytes()
    }

    #[inline(always)]
    fn full<C: Config>(self, stage: u32) -> Smem {
        self.base + C::BARRIERS_AT + stage * mbarrier::BYTES
    }

    #[inline(always)]
    fn empty<C: Config>(self, stage: u32) -> Smem {
        self.full::<C>(C::STAGES + stage)
    }
}

/// The body of every entry point of the family.
///
/// # Safety
/// Launched with `C::THREADS` threads, clusters of `C::CLUSTER`, `C::SHARED` bytes of shared memory, and arguments whose
/// maps and views are those of the problem.
#[inline(always)]
pub unsafe fn gemm<C: Device>(args: Args) {
    const { C::VALID };
    let plan = Plan {
        base: smem::arena(),
    };
    // SAFETY: whole warps and warpgroups take each branch, since the role is a function of the warp; the barriers are
    // initialised and fenced before the block or cluster barrier behind which they are used.
    unsafe {
        let warp = warpgroup::uniform(thread::tid() / 32);
        let clustered = C::CLUSTER.0 * C::CLUSTER.1 > 1;
        if warp == 0 && warpgroup::elect() {
            unroll!(up_to_4, 3, |i| tma::prefetch(args.maps[i]),);
            for stage in 0..C::STAGES {
                mbarrier::init(plan.full::<C>(stage), 1);
                mbarrier::init(
                    plan.empty::<C>(stage),
                    C::CONSUMERS * (C::CLUSTER.0 + C::CLUSTER.1 - 1),
                );
            }
            fence::mbarrier_init();
        }
        if clustered {
            cluster::sync()
        } else {
            thread::sync()
        }
        cluster::wait_for_previous_grid();
        cluster::let_next_grid_start();

        if warp < 4 {
            if C::CONSUMERS == 2 {
                warpgroup::give_registers::<40>();
            }
            if warp == 0 {
                produce::<C>(&args, plan);
            }
        } else {
            if C::CONSUMERS == 2 {
                warpgroup::take_registers::<232>();
            }
            consume::<C>(
                &args,
                plan,
                Place {
                    group: warp / 4 - 1,
                    thread: thread::tid() % 128,
                },
            );
        }
        // No block may end while another can still arrive at its barriers.
        if clustered {
            cluster::sync();
        }
    }
}

/// The cluster's number, how many there are, and this block's tile in it.
#[inline(always)]
fn cluster_place<C: Config>() -> (u32, u32, (u32, u32)) {
    let size = C::CLUSTER.0 * C::CLUSTER.1;
    let rank = if size == 1 { 0 } else { cluster::rank() };
    (
        thread::ctaid() / size,
        thread::nctaid() / size,
        (rank % C::CLUSTER.0, rank / C::CLUSTER.0),
    )
}

/// The ranks of the cluster's first row of blocks, as a mask.
#[inline(always)]
const fn row<C: Config>() -> u32 {
    let (mut mask, mut n) = (0, 0);
    while n < C::CLUSTER.1 {
        mask |= 1 << (n * C::CLUSTER.0);
        n += 1;
    }
    mask
}

/// Copies every stage of every unit of this block.
///
/// # Safety
/// Called by one whole warp.
#[inline(always)]
unsafe fn produce<C: Config>(args: &Args, plan: Plan) {
    let (first, step, (cm, cn)) = cluster_place::<C>();
    let mut ring = Ring::START;
    let mut unit = first;
    while unit < args.grid.units() {
        let work = args.grid.work(unit);
        let m0 = (work.m * C::CLUSTER.0 + cm) * C::TILE.0;
        let n0 = (work.n * C::CLUSTER.1 + cn) * C::TILE.1;
        for block in work.k_begin..work.k_end {
            // SAFETY: the stage is free once its barrier says so; its bytes are announced before they are copied.
            unsafe {
                mbarrier::wait(plan.empty::<C>(ring.stage), ring.parity ^ 1);
                if warpgroup::elect() {
                    let full = plan.full::<C>(ring.stage);
                    mbarrier::arrive_expect(full, C::STAGE);
                    let stage = ring.stage;
                    let shared_a = (C::CLUSTER.1, cn, row::<C>() << cm);
                    let shared_b = (
                        C::CLUSTER.0,
                        cm,
                        ((1 << C::CLUSTER.0) - 1) << (cn * C::CLUSTER.0),
                    );
                    let k = block * C::BLOCK_K;
                    copy(
                        const { C::A.part(C::CLUSTER.1) },
                        shared_a,
                        args.maps[0],
                        plan.a::<C>(stage),
                        (m0, k, work.batch),
                        full,
                    );
                    copy(
                        const { C::B.part(C::CLUSTER.0) },
                        shared_b,
                        args.maps[1],
                        plan.b::<C>(stage),
                        (n0, k, work.batch),
                        full,
                    );
                }
            }
            ring.advance::<C>();
        }
        unit += step;
    }
}

/// Copies part `index` of an operand's tile, to every block of the cluster where it has several parts.
///
/// # Safety
/// As [`tma::load`].
#[inline(always)]
unsafe fn copy(
    part: Operand,
    (parts, index, mask): (u32, u32, u32),
    map: u64,
    tile: Smem,
    (mn, k, batch): (u32, u32, u32),
    full: Smem,
) {
    let (start, dst) = (mn + index * part.mn.size(), tile + index * part.bytes());
    for i in 0..part.boxes() {
        let at = match part.major {
            Major::K => (k + i * part.tma_box().0, start, batch),
            Major::Mn => (start + i * part.tma_box().0, k, batch),
        };
        // SAFETY: the caller's contract; box `i` is inside the part.
        unsafe {
            if parts == 1 {
                tma::load(dst + i * part.box_step(), map, at, full);
            } else {
                tma::load_multicast(dst + i * part.box_step(), map, at, full, mask as u16);
            }
        }
    }
}

/// Multiplies and stores every unit of this block.
///
/// # Safety
/// Called by every consumer warpgroup.
#[inline(always)]
unsafe fn consume<C: Device>(args: &Args, plan: Plan, place: Place) {
    let (first, step, (cm, cn)) = cluster_place::<C>();
    let mut ring = Ring::START;
    let mut unit = first;
    while unit < args.grid.units() {
        let mut work = args.grid.work(unit);
        work.m = work.m * C::CLUSTER.0 + cm;
        work.n = work.n * C::CLUSTER.1 + cn;
        // SAFETY: all bits zero is a fragment of zeros. Batches are fenced, committed and waited for before the
        // accumulators are read; a stage is freed once the batch that read it is complete.
        unsafe {
            let mut acc: [<C::Mma as Wgmma>::Fragment; 2] = core::mem::zeroed();
            let mut last = ring.stage;
            let mut block = work.k_begin;
            // A unit has at least one block: a path around the loop would serialise its batches.
            loop {
                mbarrier::wait(plan.full::<C>(ring.stage), ring.parity);
                multiply::<C>(plan, place, ring.stage, &mut acc);
                wgmma::wait_but_one();
                if block != work.k_begin {
                    release::<C>(plan, place, last);
                }
                last = ring.stage;
                ring.advance::<C>();
                block += 1;
                if block >= work.k_end {
                    break;
                }
            }
            wgmma::wait_all();
            unroll!(up_to_2, C::ROW_BLOCKS, |r| C::Mma::pin(&mut acc[r]),);
            release::<C>(plan, place, last);
            epilogue::store::<C>(args, plan.base + C::PANELS_AT, place, work, unit, &acc);
        }
        unit += step;
    }
    if place.thread == 0 {
        tma::wait_all();
    }
}

/// One stage's K steps, as one batch.
///
/// # Safety
/// Called by every thread of the warpgroup, the stage being full.
#[inline(always)]
unsafe fn multiply<C: Device>(
    plan: Plan,
    place: Place,
    stage: u32,
    acc: &mut [<C::Mma as Wgmma>::Fragment; 2],
) {
    let rows = place.group * C::ROW_BLOCKS * C::A.row_block_step();
    // In a cluster the high bits of a shared address are the block's rank, which a descriptor has no field for.
    let start = |address: Smem| ((address & 0x3_ffff) >> 4) as u64;
    let a = C::A.descriptor() | start(plan.a::<C>(stage) + rows);
    let b = C::B.descriptor() | start(plan.b::<C>(stage));
    // SAFETY: the caller's contract; the descriptors name this stage's tiles.
    unsafe {
        wgmma::fence();
        unroll!(up_to_4, 4, |k| {
            unroll!(up_to_2, C::ROW_BLOCKS, |r| {
                let (a, b) = (
                    a + ((k as u32 * C::A.k_step() + r as u32 * C::A.row_block_step()) >> 4) as u64,
                    b + ((k as u32 * C::B.k_step()) >> 4) as u64,
                );
                match (C::A.major, C::B.major) {
                    (Major::K, Major::K) => C::Mma::mma::<0, 0>(&mut acc[r], a, b),
                    (Major::K, Major::Mn) => C::Mma::mma::<0, 1>(&mut acc[r], a, b),
                    (Major::Mn, Major::K) => C::Mma::mma::<1, 0>(&mut acc[r], a, b),
                    (Major::Mn, Major::Mn) => C::Mma::mma::<1, 1>(&mut acc[r], a, b),
                }
            },);
        },);
        wgmma::commit();
    }
}

/// Frees a stage, for the producers that copy into it: those of this block's row and column of the cluster.
///
/// # Safety
/// The warpgroup has waited for its batch on the stage.
#[inline(always)]
unsafe fn release<C: Config>(plan: Plan, place: Place, stage: u32) {
    let (cm, cn) = C::CLUSTER;
    let i = place.thread;
    // SAFETY: one arrival for each of these blocks, as the barriers count.
    unsafe {
        if cm * cn == 1 {
            if i == 0 {
                mbarrier::arrive(plan.empty::<C>(stage));
            }
        } else if i < cm + cn - 1 {
            let (_, _, (m, n)) = cluster_place::<C>();
            let other = i - cm + (i - cm >= n) as u32;
            let rank = if i < cm { i + n * cm } else { m + other * cm };
            mbarrier::arrive_at(plan.empty::<C>(stage), rank);
        }
    }
}
