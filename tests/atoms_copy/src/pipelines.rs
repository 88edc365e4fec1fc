//! Small kernels of pipelines, barriers, schedulers and clusters, each exact: what they multiply are small integers.

use azulejo_device::cute::*;
#[cfg(target_arch = "nvptx64")]
use azulejo_device::{
    pipeline::OrderedSequenceBarrier,
    ptx::{fence, mbarrier, shared::Shared, thread},
    scheduler::{
        DynamicPersistentTileScheduler, DynamicTileStorage, TileSchedulerParams, TileState,
    },
};
#[cfg(not(target_arch = "nvptx64"))]
use {crate::tma::Map, azulejo_tensor::make_tma_copy};

/// Tiles of the dynamic scheduler along M and N, and products of the batch.
pub const WORK: (usize, usize, usize) = (3, 4, 2);
/// Rows and columns of such a tile, and terms of its sums.
pub const WORK_TILE: (usize, usize, usize) = (8, 4, 5);

macro_rules! schedulers {
    ($($name:literal $cluster:ty, $($sync:ident)::*;)*) => {$(
        azulejo_device::entry_point!(Sm90a, $name, fn(counter: *mut u32, a: *mut f32, b: *mut f32, c: *mut f32) {
            azulejo_device::shared_storage! { struct Storage { plain tiles: DynamicTileStorage; } }
            // SAFETY: the launcher gives two warps, a counter of zero, and matrices of the batch: A (M,K), B (N,K), C (M,N), M contiguous.
            unsafe {
                let params = TileSchedulerParams { tiles_m: WORK.0 as u32, tiles_n: WORK.1 as u32, batches: WORK.2 as u32, group_m: 2 };
                let scheduler = DynamicPersistentTileScheduler::<1, $cluster>::new(params, Storage::at(smem::arena()).tiles(), 32);
                $($sync)::*();
                if thread::tid() == 0 {
                    let mut state = TileState::PRODUCER_START;
                    while scheduler.fetch(&mut state, counter).is_some() {}
                } else if thread::tid() >= 32 {
                    let mut state = TileState::CONSUMER_START;
                    let lane = thread::tid() as usize - 32;
                    let (m, n, k) = (WORK.0 * WORK_TILE.0, WORK.1 * WORK_TILE.1, WORK_TILE.2);
                    // Each CTA of a cluster has some of the columns.
                    let (rank, ctas) = (block_rank_in_cluster() as usize, <$cluster as ClusterShape>::M as usize);
                    while let Some(tile) = scheduler.wait(&mut state) {
                        let batch = tile.batch as usize;
                        let a = make_tensor(make_gmem_ptr(a.add(batch * m * k)), layout!((m, k):(_1, m)));
                        let b = make_tensor(make_gmem_ptr(b.add(batch * n * k)), layout!((n, k):(_1, n)));
                        let mut c = make_tensor(make_gmem_ptr(c.add(batch * m * n)), layout!((m, n):(_1, m)));
                        let (row, column) = (lane % WORK_TILE.0, lane / WORK_TILE.0);
                        if column % ctas == rank {
                            let at = (tile.m as usize * WORK_TILE.0 + row, tile.n as usize * WORK_TILE.1 + column);
                            let mut sum = c.at(at);
                            for i in 0..k {
                                sum += a.at((at.0, i)) * b.at((at.1, i));
                            }
                            c.put(at, sum);
                        }
                    }
                }
                // No CTA of a cluster ends while another arrives at its barriers.
                $($sync)::*();
            }
        });
    )*};
}

schedulers! {
    "dynamic_scheduler" (_1, _1, _1), thread::sync;
    "dynamic_scheduler_of_clusters" (_2, _1, _1), cluster_sync;
}

/// Stages of the pipeline of `cp.async`, and k-tiles that go through them.
pub const ASYNC: (usize, usize) = (3, 8);

azulejo_device::entry_point!(Sm90a, "pipeline_async", fn(a: *mut f16, b: *mut f16, c: *mut f32) {
    azulejo_device::shared_storage! { struct Storage {
        tensor a: [f16; Layout<(_16, _16, _3), (_16, _1, _256)>];
        tensor b: [f16; Layout<(_8, _16, _3), (_16, _1, _128)>];
        plain pipe: PipelineStorage<3>, of a, b;
    } }
    // SAFETY: the launcher gives two warps, A (16,K) and B (8,K) with K contiguous, and C (16,8) with N contiguous.
    unsafe {
        let storage = Storage::at(smem::arena());
        let (mut sA, mut sB) = (storage.a(), storage.b());
        let pipe = PipelineAsync::new(storage.pipe(), PipelineAsyncParams { producers: 32, consumers: 32 });
        thread::sync();
        let lane = thread::tid() as usize % 32;
        let gA = make_tensor(make_gmem_ptr(a), layout!((_16, 128usize):(128usize, _1))).local_tile(tile!(_16, _16), coord!(_0, _));
        let gB = make_tensor(make_gmem_ptr(b), layout!((_8, 128usize):(128usize, _1))).local_tile(tile!(_8, _16), coord!(_0, _));
        if thread::tid() < 32 {
            let copy_a = TiledCopy::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f16, Layout<((_2, _16), _8), ((_128, _1), _16)>, (_16, _16)>::new();
            let copy_b = TiledCopy::<SM80_CP_ASYNC_CACHEALWAYS<_64>, f16, Layout<((_4, _8), _4), ((_32, _1), _8)>, (_8, _16)>::new();
            let (thr_a, thr_b) = (copy_a.get_slice(lane), copy_b.get_slice(lane));
            let (tAgA, tBgB) = (thr_a.partition_S(&gA), thr_b.partition_S(&gB)); // (CPY,CPY_M,CPY_K,k)
            let (mut tAsA, mut tBsB) = (thr_a.partition_D_mut(&mut sA), thr_b.partition_D_mut(&mut sB)); // (CPY,CPY_M,CPY_K,PIPE)
            let mut state = PipelineState::PRODUCER_START;
            for k in 0..ASYNC.1 {
                pipe.producer_acquire(state);
                copy(&copy_a, &tAgA.slice(coord!(_, _, _, k)), &mut tAsA.slice_mut(coord!(_, _, _, { state.index() })));
                copy(&copy_b, &tBgB.slice(coord!(_, _, _, k)), &mut tBsB.slice_mut(coord!(_, _, _, { state.index() })));
                pipe.producer_commit(state);
                state.advance();
            }
            // Its last copies have arrived when the consumers have released them.
            for _ in 0..ASYNC.0 {
                pipe.producer_acquire(state);
                state.advance();
            }
        } else {
            let mma = TiledMma::<SM80_16x8x16_F32F16F16F32_TN, Layout<(_1, _1, _1), (_0, _0, _0)>>::new();
            let thr_mma = mma.get_slice(lane);
            let mut gC = make_tensor(make_gmem_ptr(c), layout!((_16, _8):(_8, _1)));
            let mut tCgC = thr_mma.partition_C_mut(&mut gC);
            let mut tCrC = thr_mma.make_fragment_C(&tCgC);
            clear(&mut tCrC);
            let mut state = PipelineState::CONSUMER_START;
            for _ in 0..ASYNC.1 {
                pipe.consumer_wait(state);
                let (a, b) = (sA.slice(coord!(_, _, { state.index() })), sB.slice(coord!(_, _, { state.index() })));
                let (tCsA, tCsB) = (thr_mma.partition_A(&a), thr_mma.partition_B(&b));
                let (mut tCrA, mut tCrB) = (thr_mma.make_fragment_A(&tCsA), thr_mma.make_fragment_B(&tCsB));
                copy(&AutoVectorizingCopy, &tCsA, &mut tCrA);
                copy(&AutoVectorizingCopy, &tCsB, &mut tCrB);
                pipe.consumer_release(state);
                gemm(mma, &tCrA, &tCrB, &mut tCrC);
                state.advance();
            }
            copy(&AutoVectorizingCopy, &tCrC, &mut tCgC);
        }
    }
});

/// Rounds of the two warpgroups that take turns.
pub const TURNS: u32 = 5;

azulejo_device::entry_point!(Sm90a, "ordered_sequence", fn(out: *mut u32) {
    azulejo_device::shared_storage! { struct Storage { plain order: OrderedSequenceStorage<2, 2>; plain sums: [u32; 2]; } }
    // SAFETY: the launcher gives two warpgroups, and two words.
    unsafe {
        let (storage, tid) = (Storage::at(smem::arena()), thread::tid());
        let group = warpgroup::uniform(tid / 128);
        if tid < 2 {
            u32::store(storage.sums().shared_address() + 4 * tid, 0);
        }
        let mut order = OrderedSequenceBarrier::<2, 2>::new(storage.order(), group, 128);
        thread::sync();
        let named = if group == 0 { const { NamedBarrier::new(1, 128) } } else { const { NamedBarrier::new(2, 128) } };
        for turn in 0..TURNS {
            for section in 0..2 {
                order.wait();
                // Sums that no other order of the groups gives.
                if tid % 128 == 0 {
                    let at = storage.sums().shared_address() + 4 * section;
                    u32::store(at, 3 * u32::load(at) + group + 2 * turn);
                }
                named.sync();
                order.arrive();
            }
        }
        thread::sync();
        if tid < 2 {
            out.add(tid as usize).write(u32::load(storage.sums().shared_address() + 4 * tid));
        }
    }
});

azulejo_device::entry_point!(Sm90a, "named_barriers", fn(out: *mut u32) {
    azulejo_device::shared_storage! { struct Storage { plain words: [u32; 32]; } }
    // SAFETY: the launcher gives two warps, and 32 words. Each warp arrives without waiting where the other waits.
    unsafe {
        let (words, lane) = (Storage::at(smem::arena()).words().shared_address(), thread::tid() % 32);
        let (full, empty) = const { (NamedBarrier::new(1, 64), NamedBarrier::new(2, 64)) };
        let mut sum = 0;
        for round in 0..4u32 {
            if thread::tid() < 32 {
                empty.sync();
                u32::store(words + 4 * lane, 100 * round + lane);
                full.arrive();
            } else {
                empty.arrive();
                full.sync();
                sum += u32::load(words + 4 * (31 - lane)) << round;
            }
        }
        if thread::tid() >= 32 {
            out.add(lane as usize).write(sum);
        }
    }
});

/// CTAs of a cluster that copy to each other.
pub const CTAS: u32 = 4;

azulejo_device::entry_point!(Sm90a, "between_ctas", fn(out: *mut u32) {
    azulejo_device::shared_storage! { struct Storage {
        tensor mine: [u32; Layout<_64, _1>];
        tensor theirs: [u32; Layout<_64, _1>];
        plain word: u32;
        plain bar: u64;
    } }
    // SAFETY: the launcher gives a warp to each CTA of a cluster, and 65 words to each.
    unsafe {
        let (storage, lane, rank) = (Storage::at(smem::arena()), thread::tid() as usize, block_rank_in_cluster());
        let (mut mine, mut theirs, bar) = (storage.mine(), storage.theirs(), storage.bar());
        let next = (rank + 1) % CTAS;
        mine.put(lane, 1000 * rank + lane as u32);
        mine.put(lane + 32, 1000 * rank + lane as u32 + 32);
        if lane == 0 {
            mbarrier::init(bar.shared_address(), 1);
            fence::mbarrier_init();
            mbarrier::arrive_and_expect_tx(bar.shared_address(), 260);
        }
        fence::proxy_async();
        cluster_sync();
        if lane == 0 {
            copy(&BulkRemote.with(bar, next), &mine, &mut theirs);
            store_shared_remote(7 + rank, storage.word(), bar, next);
        }
        mbarrier::wait(bar.shared_address(), 0);
        let out = out.add(65 * rank as usize);
        out.add(lane).write(theirs.at(lane));
        out.add(lane + 32).write(theirs.at(lane + 32));
        if lane == 0 {
            out.add(64).write(u32::load(storage.word().shared_address()));
        }
        // No CTA ends while another copies out of it.
        cluster_sync();
    }
});

/// A tile of A and of B of the kernels of clusters.
pub type TileA = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
/// See [`TileA`].
pub type TileB = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;

/// A kernel of clusters: the entry point, and the CTAs of a cluster along x, y and z.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Clone, Copy, Debug)]
pub struct ClusterCase {
    /// The entry point: `(map of A, map of B, C, K)`.
    pub name: &'static str,
    /// CTAs along x, y and z.
    pub cluster: [u32; 3],
    /// The maps of A (rows, K) and B (columns, K), both with K contiguous.
    pub maps: fn(usize, usize, usize) -> Result<[Map; 2], &'static str>,
}

macro_rules! clusters {
    ($($name:literal $m:ident $x:literal, $n:ident $y:literal, $l:ident $z:literal;)*) => {
        /// The kernels.
        #[cfg(not(target_arch = "nvptx64"))]
        pub const CLUSTERS: &[ClusterCase] = &[$(ClusterCase {
            name: $name,
            cluster: [$x, $y, $z],
            maps: |rows, columns, k| Ok([
                make_tma_copy::<f16, TileA, $y, _, _>(layout!((rows, k):(k, _1))).map(Map::from)?,
                make_tma_copy::<f16, TileB, $x, _, _>(layout!((columns, k):(k, _1))).map(Map::from)?,
            ]),
        }),*];

        // A CTA multiplies a tile of 128 x 64: A's is loaded by the CTAs along y together, B's by those along x; z is the batch.
        $(azulejo_device::entry_point!(Sm90a, $name, fn(map_a: u64, map_b: u64, c: *mut f32, rows: u32, columns: u32, k: u32) {
            azulejo_device::shared_storage! { struct Storage {
                tensor a: [f16; TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64, _2), LayoutLeft>];
                tensor b: [f16; TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64, _2), LayoutLeft>];
                plain pipe: PipelineStorage<2>, of a, b;
            } }
            type Cluster = ($m, $n, $l);
            // SAFETY: the launcher gives three warpgroups, clusters of this shape, maps of whole tiles, and C with N contiguous.
            unsafe {
                wait_on_dependent_grids();
                let storage = Storage::at(smem::arena());
                let (sA, sB) = (storage.a(), storage.b()); // (BLK_M,BLK_K,PIPE), (BLK_N,BLK_K,PIPE)
                let (tma_a, tma_b) = (TmaLoad::<f16, TileA, $y>::new(map_a), TmaLoad::<f16, TileB, $x>::new(map_b));
                let bytes = const { TmaLoad::<f16, TileA, $y>::BYTES + TmaLoad::<f16, TileB, $x>::BYTES };
                let pipe = PipelineTmaAsync::<_, Cluster>::new(storage.pipe(), PipelineTmaParams { transaction_bytes: bytes, consumers: 2 });
                cluster_sync();
                let (x, y, z) = block_id_in_cluster();
                let (batch, k_tiles) = (thread::ctaid_z() as usize, k as usize / 64);
                let (bm, bn) = (batch * (rows as usize / 128) + thread::ctaid() as usize, batch * (columns as usize / 64) + thread::ctaid_y() as usize);
                let group = warpgroup::uniform(thread::tid() / 128);
                if group == 0 {
                    warpgroup_reg_dealloc::<40>();
                    if thread::tid() == 0 {
                        // Every box is inside: the extents serve as a space of coordinates.
                        let gA = make_identity_tensor(shape!({ i32::MAX }, { k as i32 })).local_tile(tile!(_128, _64), coord!({ bm as i32 }, _));
                        let gB = make_identity_tensor(shape!({ i32::MAX }, { k as i32 })).local_tile(tile!(_64, _64), coord!({ bn as i32 }, _));
                        let (tAgA, mut tAsA) = tma_partition(&tma_a, y, layout!($n), &sA, &gA);
                        let (tBgB, mut tBsB) = tma_partition(&tma_b, x, layout!($m), &sB, &gB);
                        let plane = z * $x * $y;
                        let mask_a = create_tma_multicast_mask::<1, _>(layout!(($m, $n)), (x, y)) << plane;
                        let mask_b = create_tma_multicast_mask::<0, _>(layout!(($m, $n)), (x, y)) << plane;
                        let mut state = PipelineState::PRODUCER_START;
                        for t in 0..k_tiles as i32 {
                            pipe.producer_acquire(state);
                            let (bar, stage) = (pipe.producer_get_barrier(state), state.index());
                            copy(&tma_a.with_multicast(bar, mask_a), &tAgA.slice(coord!(_, _, t)), &mut tAsA.slice_mut(coord!(_, _, stage)));
                            copy(&tma_b.with_multicast(bar, mask_b), &tBgB.slice(coord!(_, _, t)), &mut tBsB.slice_mut(coord!(_, _, stage)));
                            state.advance();
                        }
                        pipe.producer_tail(state);
                    }
                } else {
                    warpgroup_reg_alloc::<232>();
                    let mma = TiledMma::<SM90_64xNx16_F32F16F16_SS<_64>, Layout<(_2, _1, _1), (_1, _0, _0)>>::new();
                    let thr_mma = mma.get_slice(thread::tid() - 128);
                    let first = bm * 128 * columns as usize + 64 * thread::ctaid_y() as usize;
                    let mut gC = make_tensor(make_gmem_ptr(c.add(first)), Layout::new((_128::NEW, _64::NEW), (columns as usize, _1::NEW)));
                    let (tCsA, tCsB) = (thr_mma.partition_A(&sA), thr_mma.partition_B(&sB));
                    let (tCrA, tCrB) = (thr_mma.make_fragment_A(&tCsA), thr_mma.make_fragment_B(&tCsB)); // (MMA,MMA_M,MMA_K,PIPE)
                    let mut tCgC = thr_mma.partition_C_mut(&mut gC);
                    let mut tCrC = thr_mma.make_fragment_C(&tCgC);
                    clear(&mut tCrC);
                    let mut state = PipelineState::CONSUMER_START;
                    for _ in 0..k_tiles {
                        pipe.consumer_wait(state);
                        let stage = state.index();
                        warpgroup_fence_operand(&mut tCrC);
                        warpgroup_arrive();
                        gemm(mma, &tCrA.slice(coord!(_, _, _, stage)), &tCrB.slice(coord!(_, _, _, stage)), &mut tCrC);
                        warpgroup_commit_batch();
                        warpgroup_wait::<0>();
                        warpgroup_fence_operand(&mut tCrC);
                        pipe.consumer_release(state);
                        state.advance();
                    }
                    launch_dependent_grids();
                    copy(&AutoVectorizingCopy, &tCrC, &mut tCgC);
                }
            }
        });)*
    };
}

clusters! {
    "cluster_1x1x1" _1 1, _1 1, _1 1;
    "cluster_2x1x1" _2 2, _1 1, _1 1;
    "cluster_1x2x1" _1 1, _2 2, _1 1;
    "cluster_2x2x1" _2 2, _2 2, _1 1;
    "cluster_1x1x2" _1 1, _1 1, _2 2;
    "cluster_2x2x2" _2 2, _2 2, _2 2;
}
