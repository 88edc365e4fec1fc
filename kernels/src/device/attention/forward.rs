//! The kernel: one warpgroup loads blocks of keys and values, the others have 64 queries each.
//!
//! ```text
//! producer     Q of this tile    Q of the next tile, once this one's are read
//! producer     K[last]   K[last-1] V[last]   K[last-2] V[last-1]   …   V[first]
//! warpgroup    S = Q K'    S' = Q K' ┐ O += P V   S'' …
//!              P = exp S             └ P' = exp S' while O += P V runs
//! ```
//!
//! A step has two products in flight: the scores of the next block and the values of this one. With `PING_PONG` one consumer
//! warpgroup issues its products after the other, so that the exponentials of one run under the products of the others. With
//! `GROUPS` each group of warpgroups has tiles of its own and a producer: what one waits for and stores hides under the others. The CTAs
//! of a `CLUSTER` have tiles that follow each other, and read keys and values from L2 once for all of them, by multicast.
//!
//! Source: FlashAttention 3, `mainloop_fwd_sm90_tma_gmma_ws.hpp`.

#[macro_use]
mod produce;
#[macro_use]
mod store;

/// The kernel of each tile: CuTe's template over layouts, here a macro.
macro_rules! forward {
    ($t:ident $ss:ident $rs:ident; $($name:ident $row:tt)*) => {
        pub mod $t { $(
            #[allow(non_snake_case, reason = "CuTe's names")]
            pub mod $name {
                use azulejo_device::cluster::{block_rank_in_cluster, cluster_sync};
                use azulejo_device::scheduler::{DynamicPersistentTileScheduler, StaticPersistentTileScheduler};
                use azulejo_tensor::{MemoryLayout, Room, StaticCosize};
                use azulejo_tensor::atom::StaticLayout;

                use crate::device::attention::args::{Args, Operand};
                use crate::device::attention::prelude::*;
                use crate::device::attention::tiles::$name::{self as tiles, *};
                use crate::device::attention::work::Work;

                type T = azulejo_tensor::$t;
                type Config = tiles::Config<T>;
                type Storage = tiles::Storage<T>;
                /// Work tiles of a group.
                type Scheduler = DynamicPersistentTileScheduler<GROUPS>;
                type One = Layout<(_1, _1, _1), (_0, _0, _0)>;
                type AtomS = $ss<N>;
                type MmaS = TiledMma<AtomS, One>;
                type MmaO = TiledMma<$rs<DV, K, MN>, One>;

                main_loop! {}
                produce! {}
                store! {}
            }
        )* }
    };
}

/// The functions `forward` and `consume` of a tile.
macro_rules! main_loop {
    () => {
        /// Queries of a tile, and keys of a block.
        const M: u32 = 64 * WARPGROUPS;
        const KEYS: i32 = <Config as Tiles>::N as i32;
        const WINDOWED: bool = <Config as Tiles>::WINDOWED;
        const CHANGED: bool = <Config as Tiles>::CHANGED;
        /// `true` if a stage is asked for before it is needed: with more columns the answer has no register left.
        const EARLY: bool = <Config as Tiles>::HEAD_DIM <= 128;
        /// Registers of a producer's thread and of a consumer's. A producer that picks its group needs more; wide rows of O leave it few.
        const REGISTERS: (u32, u32) = match WARPGROUPS * GROUPS { 3 if GROUPS == 3 => (56, 152), 3 => (32, 160), _ if CHANGED || <Config as Tiles>::HEAD_DIM_V <= 128 => (40, 232), _ => (24, 240) };
        /// Named barriers: the order in which warpgroups issue products.
        const MATH_ORDER: u32 = 1;

        /// The pipelines of a CTA.
        #[derive(Clone, Copy)]
        struct Pipelines {
            q: PipelineTmaAsync<STAGES_Q>,
            k: PipelineTmaAsync<2, Cluster>,
            v: PipelineTmaAsync<2, Cluster>,
        }

        /// # Safety
        /// Launched with a warpgroup more than `GROUPS` of `WARPGROUPS`, `Config::SHARED` bytes of shared memory, and arguments of a checked problem.
        #[inline(always)]
        pub unsafe fn forward(args: &Args) {
            // SAFETY: the launcher's maps, tensors and shared memory; warpgroups branch as a whole.
            unsafe {
                let warpgroup = warpgroup::uniform(thread::tid() / 128);
                let warp = warpgroup::uniform(thread::tid() / 32);
                let group = if GROUPS == 1 { 0 } else if warpgroup == 0 { warp } else { (warpgroup - 1) / WARPGROUPS }; // A producer is a warp.
                let (mut smem, mut scheduler, mut pipelines) = set_up(args, 0);
                for other in 1..GROUPS {
                    let parts = set_up(args, other);
                    if other == group {
                        (smem, scheduler, pipelines) = parts;
                    }
                }
                if CLUSTER == 1 { thread::sync() } else { cluster_sync() }
                wait_on_dependent_grids();
                launch_dependent_grids();

                if warpgroup == 0 {
                    warpgroup_reg_dealloc::<{ REGISTERS.0 }>();
                    if GROUPS > 1 {
                        if warp < GROUPS && warpgroup::elect_one_sync() {
                            produce::<true, true>(args, smem, scheduler, pipelines);
                        }
                    } else if warp == 0 && warpgroup::elect_one_sync() {
                        produce::<true, false>(args, smem, scheduler, pipelines);
                    } else if warp == 1 && warpgroup::elect_one_sync() {
                        produce::<false, true>(args, smem, scheduler, pipelines);
                    }
                } else {
                    warpgroup_reg_alloc::<{ REGISTERS.1 }>();
                    consume(args, smem, (warpgroup - 1) % WARPGROUPS, scheduler, pipelines);
                }
            }
        }

        /// The storage of a group, with its barriers initialized.
        ///
        /// # Safety
        /// All threads of the CTA make the call, once for each group, and meet before the first use.
        #[inline(always)]
        unsafe fn set_up(args: &Args, group: u32) -> (Storage, Scheduler, Pipelines) {
            let bytes = |transaction_bytes: u32| PipelineTmaParams { transaction_bytes, consumers: WARPGROUPS };
            // SAFETY: each group's own bytes of the launcher's shared memory, which nothing uses yet; all threads make the call.
            unsafe {
                let smem = Storage::at(smem::arena() + group * Config::STORAGE);
                let scheduler = Scheduler::new(args.tiles, smem.scheduler(), 128 * WARPGROUPS + (GROUPS == 1) as u32); // The consumers, and the producer of K and V.
                let pipelines = Pipelines {
                    q: PipelineTmaAsync::new(smem.pipeline_q(), bytes(WARPGROUPS * TmaLoad::<T, TileQ>::BYTES)),
                    k: PipelineTmaAsync::new(smem.pipeline_k(), bytes(TmaLoad::<T, TileK, CLUSTER>::BYTES)),
                    v: PipelineTmaAsync::new(smem.pipeline_v(), bytes(TmaLoad::<T, TileV, CLUSTER>::BYTES)),
                };
                (smem, scheduler, pipelines)
            }
        }

        /// `O = softmax(Q K') V` of a warpgroup's 64 queries of each tile.
        ///
        /// # Safety
        /// All threads of consumer warpgroup `warpgroup` make the call.
        #[inline(always)]
        unsafe fn consume(args: &Args, smem: Storage, warpgroup: u32, scheduler: Scheduler, pipelines: Pipelines) {
            // SAFETY: all threads of the warpgroup, converged; stages are waited for before they are read and released after.
            unsafe {
                let thread = (thread::tid() % 128) as i32;
                let (mma_s, mma_o) = (MmaS::new(), MmaO::new());
                let (thr_s, thr_o) = (mma_s.get_slice(thread), mma_o.get_slice(thread));
                let tSrQ = thr_s.make_fragment_A(&thr_s.partition_A(&smem.q())); // (MMA,MMA_M,MMA_K,WG,PIPE)
                let tSrQ = Tensor::from_parts(tSrQ.engine().by_low_word(), tSrQ.layout());
                let tSrK = thr_s.make_fragment_B(&thr_s.partition_B(&smem.k())); // (MMA,MMA_N,MMA_K,PIPE)
                let tSrK = Tensor::from_parts(tSrK.engine().by_low_word(), tSrK.layout());
                let tOrV = thr_o.make_fragment_B(&thr_o.partition_B(&smem.v())); // (MMA,MMA_N,MMA_K,PIPE)
                let tOrV = Tensor::from_parts(tOrV.engine().by_low_word(), tOrV.layout());
                let tScS = thr_s.partition_C(&make_identity_tensor(shape!(_64, { N::NEW }))); // coordinates (query, key)
                let tOcO = thr_o.partition_C(&make_identity_tensor(shape!(_64, { DV::NEW })));
                let cS = tScS.with_layout(convert_layout_acc_rowcol(tScS.layout()));
                let (row, first) = ([cS.coord(0i32).0, cS.coord(1i32).0], cS.coord(0i32).1); // this thread's rows and first key
                let column = inlined!(|i: usize| cS.coord(i as i32).1 - first);

                let mut tile_state = PipelineState::CONSUMER_START;
                let mut q = PipelineState::<STAGES_Q>::CONSUMER_START;
                let (mut k, mut v) = (PipelineState::<2>::CONSUMER_START, PipelineState::<2>::CONSUMER_START);
                let next = if warpgroup + 1 == WARPGROUPS { 0 } else { warpgroup + 1 };
                if PING_PONG && next == 0 {
                    named_barrier::arrive(MATH_ORDER, 256);
                }
                while let Some(tile) = scheduler.peek(tile_state) {
                    let mut work = args.work(tile, M);
                    let blocks = work.blocks(M as i32, KEYS, args.problem.window);
                    work.query += 64 * warpgroup as i32;
                    let keys = unrolled::<_, 2>(inlined!(|r| work.keys(work.query + row[r], args.problem.window)));
                    let own = unrolled::<_, 2>(inlined!(|r| work.query + row[r] + work.seq[1] - work.seq[0]));
                    let changed = args.problem.change(work.batch, work.head); // of a kernel that takes it
                    // What happens to the scores of a block before their exponentials.
                    let prepare = inlined!(|masked: bool, block: i32, scores: &mut RmemTensor<f32, _>| {
                        let at = block * KEYS + first;
                        if CHANGED {
                            change(scores, column, [own[0] - at, own[1] - at], [changed; 2]);
                        }
                        if masked {
                            mask(scores, column, unrolled::<_, 2>(inlined!(|r| [keys[r][0] - at, keys[r][1] - at])));
                        }
                    });
                    let (is_plain, is_empty) = (blocks.are_plain(), blocks.is_empty());
                    let mut softmax = Softmax::<2, false>::new(if CHANGED { 1.0 } else { args.problem.scale });
                    let mut tOrO = thr_o.make_fragment_C(&tOcO); // (MMA,MMA_M,MMA_N)
                    let mut block = blocks.end;
                    macro_rules! release_keys { () => {{
                        pipelines.k.consumer_release(k);
                        k.advance();
                        if block == blocks.first {
                            pipelines.q.consumer_release(q);
                        }
                    }} }
                    // Products that nothing of this warpgroup runs beside: S = Q K', and O += P V.
                    macro_rules! scores { ($warpgroup:expr) => {{
                        let mut tSrS = thr_s.make_fragment_C(&tScS); // (MMA,MMA_M,MMA_N)
                        pipelines.k.consumer_wait(k);
                        let tSrQ_wg = tSrQ.slice(coord!(_, _, _, { $warpgroup as usize }, { q.index() })); // (MMA,MMA_M,MMA_K)
                        warpgroup_arrive();
                        gemm(mma_s.scaled(ScaleOut::Zero), &tSrQ_wg, &tSrK.slice(coord!(_, _, _, { k.index() })), &mut tSrS);
                        warpgroup_commit_batch();
                        warpgroup_wait::<0>();
                        warpgroup_fence_operand(&mut tSrS);
                        release_keys!();
                        tSrS
                    }} }
                    macro_rules! add_values { ($tOrP:expr) => {{
                        pipelines.v.consumer_wait(v);
                        warpgroup_fence_operand(&mut tOrO);
                        warpgroup_arrive();
                        gemm(mma_o, $tOrP, &tOrV.slice(coord!(_, _, _, { v.index() })), &mut tOrO);
                        warpgroup_commit_batch();
                        warpgroup_wait::<0>();
                        warpgroup_fence_operand(&mut tOrO);
                        pipelines.v.consumer_release(v);
                        v.advance();
                    }} }
                    if !is_empty {
                        pipelines.q.consumer_wait(q);
                    }
                    if !is_empty && GROUPS > 1 {
                        // One product after the other: those of the other groups run meanwhile, and no registers hold two blocks.
                        macro_rules! step { ($masked:literal) => {{
                            block -= 1;
                            let mut tSrS = scores!(math::rematerialize(warpgroup));
                            prepare($masked, block, &mut tSrS);
                            let factor = softmax.step::<HOLD, AtomS, _, _>(&mut tSrS);
                            scale_rows::<2, _, _>(&mut tOrO, factor);
                            add_values!(&convert_type::<T, _, _>(&tSrS).with_layout(convert_layout_acc_Aregs(tSrS.layout())))
                        }} }
                        while block > blocks.first {
                            if blocks.is_plain(block - 1) {
                                while block > blocks.first && blocks.is_plain(block - 1) {
                                    step!(false)
                                }
                            } else {
                                step!(true)
                            }
                        }
                        q.advance();
                    } else if !is_empty {
                        // The last block: scores alone.
                        block -= 1;
                        let mut tSrS = scores!(warpgroup);
                        prepare(!blocks.is_plain(block), block, &mut tSrS);
                        softmax.step::<HOLD, AtomS, _, _>(&mut tSrS);
                        let mut tOrP = convert_type::<T, _, _>(&tSrS).with_layout(convert_layout_acc_Aregs(tSrS.layout())); // ((2,2,2),MMA_M,(N/16,MMA_N))

                        let mut k_full = false; // Whether the next keys have been seen to be there.
                        macro_rules! step { ($masked:literal) => {{
                            block -= 1;
                            let mut tSrS = thr_s.make_fragment_C(&tScS);
                            pipelines.k.consumer_wait_unless(k_full, k);
                            if PING_PONG {
                                named_barrier::sync(MATH_ORDER + warpgroup, 256);
                            }
                            warpgroup_fence_operand(&mut tOrO);
                            // Descriptors of Q are worked out in each step: 16 of them would be kept in registers.
                            let tSrQ_wg = tSrQ.slice(coord!(_, _, _, { math::rematerialize(warpgroup) as usize }, { q.index() }));
                            let v_full = EARLY && pipelines.v.consumer_try_wait(v);
                            warpgroup_arrive();
                            gemm(mma_s.scaled(ScaleOut::Zero), &tSrQ_wg, &tSrK.slice(coord!(_, _, _, { k.index() })), &mut tSrS);
                            warpgroup_commit_batch();
                            pipelines.v.consumer_wait_unless(v_full, v);
                            warpgroup_arrive();
                            gemm(mma_o, &tOrP, &tOrV.slice(coord!(_, _, _, { v.index() })), &mut tOrO);
                            warpgroup_commit_batch();
                            if PING_PONG {
                                named_barrier::arrive(MATH_ORDER + next, 256);
                            }
                            warpgroup_wait::<1>(); // The scores are complete.
                            warpgroup_fence_operand(&mut tSrS);
                            release_keys!();
                            prepare($masked, block, &mut tSrS);
                            let factor = softmax.step::<HOLD, AtomS, _, _>(&mut tSrS);
                            if HOLD && math::rematerialize(args.planes) == 0 {
                                // Never, which the compiler must not know. `ptxas` would wait for the values before the last exponentials,
                                // but not before a store of their sums.
                                <[u32; 2]>::store_shared(smem::arena(), softmax.sums().map(f32::to_bits));
                            }
                            warpgroup_wait::<0>(); // The values are added.
                            warpgroup_fence_operand(&mut tOrO);
                            pipelines.v.consumer_release(v);
                            v.advance();
                            tOrP = convert_type::<T, _, _>(&tSrS).with_layout(convert_layout_acc_Aregs(tSrS.layout()));
                            if EARLY && block > blocks.first {
                                k_full = pipelines.k.consumer_try_wait(k);
                            }
                            if !HOLD || factor != [1.0; 2] {
                                scale_rows::<2, _, _>(&mut tOrO, factor);
                            }
                        }} }
                        let plain = if blocks.first > blocks.plain[0] { blocks.first } else { blocks.plain[0] };
                        while block > blocks.first {
                            if !CHANGED && (!WINDOWED || block <= blocks.plain[1]) {
                                while block > plain {
                                    step!(false)
                                }
                                if block <= blocks.first {
                                    break;
                                }
                            }
                            step!(true)
                        }
                        add_values!(&tOrP); // Of the first block, alone.
                        q.advance();
                    }
                    // The tile's numbers are worked out again here, not kept through the main loop.
                    let Some(tile) = scheduler.peek(tile_state) else { break };
                    scheduler.release(&mut tile_state);
                    let mut work = args.work(tile, M);
                    work.query += 64 * warpgroup as i32;
                    store(args, &work, (thread, row, first), is_plain, softmax, tOrO);
                }
            }
        }
    };
}

super::tiles::each_kernel!(forward bf16 SM90_64xNx16_F32BF16BF16_SS SM90_64xNx16_F32BF16BF16_RS);
super::tiles::each_kernel!(forward f16 SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS);
