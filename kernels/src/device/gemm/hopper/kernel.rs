//! The kernel, of a mainloop, an epilogue and a tile scheduler that its row names ([`collectives`](super::collectives)): one
//! warpgroup loads tiles of A and B into the stages of a pipeline, the others multiply them and store D.
//!
//! ```text
//! producer    wait empty[s] → expect_tx on full[s] → copy A, B into stage s          s = 0, 1, …, STAGES-1, 0, …
//! consumers   wait full[s]  → 4 K steps of wgmma on stage s → free the stage before it → … → store the tile
//! ```
//!
//! Blocks are persistent: the producer is already all stages ahead in the next tile while the consumers store this one. In a
//! cluster each block copies its part of the operand the cluster shares and multicasts it, so a stage is free when the
//! consumers of every block have left it.
//!
//! Two consumers share a tile, 64 or 128 rows each, or alternate:
//!
//! ```text
//! cooperative   consumer 0   tile 0, upper half   ▸ store ▸ tile 1, upper half
//!               consumer 1   tile 0, lower half   ▸ store ▸ tile 1, lower half
//! ping-pong     consumer 0   tile 0 ▸ store ▸ wait ▸ tile 2 ▸ store
//!               consumer 1   wait            ▸ tile 1 ▸ store ▸ wait
//! ```
//!
//! A cluster may also cut the sum of each of its tiles into splits, a block each, which meet in distributed shared
//! memory before D is stored.
//!
//! ```text
//! grid       132 SMs, a block each, that walk the tiles of D
//! cluster    2 blocks: tiles one under the other, B's tile shared
//! block      128 × 176 of D, K in stages of 64: 5 stages of 38 KiB
//! consumer   the whole tile, every other one: two times 64 × 176, 176 registers per thread
//! wgmma      64 × 176 × 16, four times a stage
//! ```
//!
//! Roofline: a stage of 128 × 176 takes the tensor cores 704 clocks and loads 38 KiB, 55 bytes per clock of which 16 come
//! through the neighbour; L2 gives some 46 a clock to each SM. At 8192³ in bf16 the tensor cores are busy for
//! 97 % of the time, at the 1.55 GHz that 700 W leave them. Measured: `benches/results/gpu-gemm/experiments.md`.

use super::args::Args;
use super::collectives::{Collectives, Products, Share, Stores};
use super::config::{Cluster, Config, Gemm, Order, Tile};
use super::consumer::consume;
use super::epilogue::output_op::OutputOp;
use super::epilogue::{ClusterReduce, ConsumerThread, Epilogue, EpilogueCopy};
use super::mainloop::{Accumulators, Mainloop, MainloopOf, Reads};
use super::prefetch::prefetch;
use super::problem_visitor::ProblemVisitor;
use super::producer::produce;
use super::shared_storage::{BlockInCluster, SharedStorage};
use super::smem_layouts::{Number, SmemTile, Stored};
use super::tile_scheduler::TileScheduler;
use super::tiled_mma::Rows;
use super::unroll::unroll;
use crate::device::ptx::{
    cluster, fence, mbarrier, named_barrier, smem, smem::Smem, thread, tma, warpgroup,
};
use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};
use azulejo_device::cluster::ClusterShape;
use azulejo_device::cute::*;
use azulejo_device::pipeline::PipelineTmaAsync;
use azulejo_tensor::element::Element;
use typenum::{Const, ToUInt};

/// Named barrier after which the block's barriers are ready.
const PROLOGUE_BARRIER: u32 = 6;

/// A configuration with its mainloop, epilogue and tile scheduler.
pub trait Device: Config {
    /// The output's element type.
    type Out: EpilogueCopy<Self::Rows>;
    /// How the rows of D are permuted to those of the atom.
    type Rows: Rows;
    /// What multiplies a stage.
    type Mma: Mainloop<Accumulators: Accumulators<Acc: OutputOp<Self::Out>>>;
    /// What takes a tile from the accumulators to D.
    type Epilogue: Epilogue;
    /// How the consumers share tiles.
    type TileScheduler: TileScheduler;
    /// Tiles of a cluster along M and N, and splits of their sums.
    type Cluster: ClusterShape;

    /// Loads what is this CTA's of A's tile `(m, k, batch)`, into all CTAs of the cluster's row where they share it.
    ///
    /// # Safety
    /// Same requirements as [`SmemTile::load`].
    unsafe fn load_a(map: u64, at: [u32; 3], cta: BlockInCluster, to: Smem, bar: SharedPtr<u64>);

    /// Likewise B's `(n, k, batch)`, into those of its column.
    ///
    /// # Safety
    /// Same requirements as [`SmemTile::load`].
    unsafe fn load_b(map: u64, at: [u32; 3], cta: BlockInCluster, to: Smem, bar: SharedPtr<u64>);
}

/// The pipeline of the stages of a kernel.
pub type Pipeline<C, const STAGES: usize> = PipelineTmaAsync<STAGES, <C as Device>::Cluster>;

/// A cluster as its pipeline and its epilogue have it.
pub trait Shape {
    /// The shape.
    type Of: ClusterShape;
    /// Epilogue `E`, after the cluster's splits of a sum were added.
    type Epilogue<E>;
}

macro_rules! shapes {
    ($($m:literal x $n:literal x $k:literal: $shape:ty, $E:ident $epilogue:ty;)*) => {
        $(impl Shape for Cluster<$m, $n, $k> {
            type Of = $shape;
            type Epilogue<$E> = $epilogue;
        })*
    };
}

shapes! {
    1 x 1 x 1: (_1, _1, _1), E E;
    2 x 1 x 1: (_2, _1, _1), E E;
    4 x 1 x 1: (_4, _1, _1), E E;
    1 x 2 x 1: (_1, _2, _1), E E;
    1 x 1 x 2: (_1, _1, _2), E ClusterReduce<E>;
    1 x 1 x 4: (_1, _1, _4), E ClusterReduce<E>;
}

impl<
    A: Reads<OA, Rows: Rows>,
    B: Stored,
    Acc: Element,
    Out: Element,
    OA: Order,
    OB: Order,
    L: Products,
    E: Stores,
    S: TileScheduler,
    const M: usize,
    const N: usize,
    const STAGES: usize,
    const CM: u32,
    const CN: u32,
    const CK: u32,
> Device
    for Gemm<A, B, Acc, Out, OA, OB, Tile<M, N, STAGES>, Cluster<CM, CN, CK>, Collectives<L, E, S>>
where
    (Number<M>, A::BlockK): SmemTile<A::As, OA>,
    (Number<N>, B::BlockK): SmemTile<B::As, OB>,
    Out: EpilogueCopy<A::Rows>,
    Cluster<CM, CN, CK>: Shape<Epilogue<E>: Epilogue>,
    Const<M>: ToUInt + Share<S>,
    Const<N>: ToUInt,
    MainloopOf<A, OA, B, OB, Acc, L, S, M, N>:
        Mainloop<Accumulators: Accumulators<Acc: OutputOp<Out>>>,
{
    type Out = Out;
    type Rows = A::Rows;
    type Mma = MainloopOf<A, OA, B, OB, Acc, L, S, M, N>;
    type Epilogue = <Cluster<CM, CN, CK> as Shape>::Epilogue<E>;
    type TileScheduler = S;
    type Cluster = <Cluster<CM, CN, CK> as Shape>::Of;

    #[inline(always)]
    unsafe fn load_a(map: u64, at: [u32; 3], cta: BlockInCluster, to: Smem, bar: SharedPtr<u64>) {
        let cluster = layout!(({ CM as i32 }, { CN as i32 }));
        let mask = create_tma_multicast_mask::<1, _>(cluster, (cta.m, cta.n));
        // SAFETY: upheld by the caller: the map is A's, the tile free, and the barrier expects its bytes.
        unsafe { <(Number<M>, A::BlockK)>::load::<CN>(map, at, (cta.n, mask), to, bar) };
    }

    #[inline(always)]
    unsafe fn load_b(map: u64, at: [u32; 3], cta: BlockInCluster, to: Smem, bar: SharedPtr<u64>) {
        let cluster = layout!(({ CM as i32 }, { CN as i32 }));
        let mask = create_tma_multicast_mask::<0, _>(cluster, (cta.m, cta.n));
        // SAFETY: upheld by the caller: the map is B's, the tile free, and the barrier expects its bytes.
        unsafe { <(Number<N>, B::BlockK)>::load::<CM>(map, at, (cta.m, mask), to, bar) };
    }
}

/// The body of every entry point of the family.
///
/// # Safety
/// Launched with `C::THREADS` threads, clusters of `C::BLOCKS` blocks, `C::SHARED` bytes of shared memory, and arguments
/// whose maps and views are those of the problem; where a cluster has splits of a sum, with a cluster for every work tile.
#[inline(always)]
pub unsafe fn gemm<C: Device, const STAGES: usize>(source: impl ProblemVisitor) {
    const { C::VALID };
    let storage = SharedStorage {
        base: smem::arena(),
    };
    let pipeline = storage.pipeline::<C, STAGES>();
    // SAFETY: whole warps and warpgroups take each branch, since the role is a function of the warp; the barriers are
    // initialized and fenced before the block's or cluster's barrier after which others use them. Producers and consumers
    // meet at a cluster's barrier: once, and with splits twice more.
    unsafe {
        let warp = warpgroup::uniform(thread::tid() / 32);
        let clustered = C::BLOCKS > 1;
        if warp == 0 && warpgroup::elect_one_sync() {
            if let Some(Args { maps, .. }) = source.args_before_wait() {
                unroll!(3 + (C::REST_WIDTH > 0) as u32, |i| if maps[i] != 0 {
                    tma::prefetch_tma_descriptor(maps[i])
                },);
            }
            pipeline.init(C::CONSUMERS_PER_STAGE);
        }
        if warp >= 4 && thread::tid().is_multiple_of(128) {
            let epi_tiles = storage.smem_d::<C>(warp / 4 - 1);
            for i in 0..C::EPI_TILES {
                unroll!(C::Stores::BARRIERS, |b| {
                    mbarrier::init(epi_tiles.barrier(b as u32 * C::ALL_EPI_TILES + i), 1)
                });
            }
            fence::mbarrier_init();
        }
        // The producer need not wait for its block: the barriers are its own. Only a cluster's are used by others.
        if clustered {
            cluster::arrive_relaxed();
        } else if warp < 4 {
            warpgroup::sync_warp();
            named_barrier::arrive(PROLOGUE_BARRIER, C::THREADS);
        } else {
            named_barrier::sync(PROLOGUE_BARRIER, C::THREADS);
        }
        if 0 < warp && warp < 4 {
            if let Some(args) = source.args_before_wait() {
                prefetch::<C>(args, thread::tid() - 32);
            }
        }
        if clustered {
            cluster::wait();
        }
        wait_on_dependent_grids();
        launch_dependent_grids();

        if warp < 4 {
            if C::CONSUMERS == 3 {
                warpgroup::reg_dealloc::<32>();
            } else if C::LARGE_ACCUMULATORS {
                warpgroup::reg_dealloc::<24>();
            } else if C::CONSUMERS == 2 {
                warpgroup::reg_dealloc::<40>();
            }
            if warp == 0 {
                produce::<C, STAGES>(source, storage, pipeline);
            }
            if warp == 1 {
                C::Epilogue::load_warp::<C>(source, storage);
            }
            C::Epilogue::end_load();
        } else {
            if C::CONSUMERS == 3 {
                warpgroup::reg_alloc::<160>();
            } else if C::LARGE_ACCUMULATORS {
                warpgroup::reg_alloc::<240>();
            } else if C::CONSUMERS == 2 {
                warpgroup::reg_alloc::<232>();
            }
            consume::<C, STAGES>(
                source,
                storage,
                pipeline,
                ConsumerThread {
                    warp_group: warp / 4 - 1,
                    thread_idx: thread::tid() % 128,
                },
            );
        }
        // No block may end while another can still read its sums. That all have arrived at its barriers, its producer has seen.
        if C::CLUSTER_K > 1 {
            cluster::sync_relaxed();
        }
    }
}
