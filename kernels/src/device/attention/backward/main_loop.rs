//! The kernel: one warpgroup loads blocks of queries, two have 64 keys each.
//!
//! ```text
//! a step       S' = K Q'   dP' = V dO'   dV += P' dO   dQ = dS K   dK += dS' Q
//! warpgroup         P' = exp S'     dS' = P' (dP' - D) → shared memory ┘     dQ → sums in global memory
//! ```

/// The kernel of each tile: CuTe's template over layouts, here a macro.
macro_rules! backward {
    ($t:ident $ss:ident $rs:ident; $($name:ident $row:tt)*) => {
        pub mod $t { $(
            #[allow(non_snake_case, reason = "CuTe's names")]
            pub mod $name {
                use azulejo_device::cute::*;
                use azulejo_device::pipeline::PipelineTmaParams;
                use azulejo_device::ptx::{counter, math, vector::Vector};
                use azulejo_device::scheduler::DynamicPersistentTileScheduler;
                use azulejo_device::{inlined, unrolled};
                use azulejo_tensor::RmemTensor;
                use azulejo_tensor::engine::SharedBase;

                use crate::device::attention::args::Operand;
                use crate::device::attention::backward::args::Args;
                use crate::device::attention::backward::gradient::{changed, gradient, probabilities};
                use crate::device::attention::backward::tiles::$t::$name::*;
                use crate::device::attention::backward::tiles::{KEYS, Tiles};
                use crate::device::attention::hidden::has_nan;
                use crate::device::attention::scores::put_outside;
                use crate::device::attention::softmax::scale_rows;
                use crate::device::attention::store::store_rows;

                type One = Layout<(_1, _1, _1), (_0, _0, _0)>;
                type MmaS = TiledMma<$ss<M, K, K>, One>;
                type MmaKv = TiledMma<$rs<D, K, MN>, One>;
                type MmaQ = TiledMma<$ss<_64, MN, MN>, One>;

                main_loop! {}
                produce! {}
            }
        )* }
    };
}

/// The functions `backward` and `consume` of a tile.
macro_rules! main_loop {
    () => {
        /// Queries of a block.
        const ROWS: i32 = <Config as Tiles>::M as i32;
        /// Named barriers: of both consumer warpgroups, and one for each.
        const BOTH: u32 = 1;
        const OWN: u32 = 2;

        /// The pipelines of a CTA.
        #[derive(Clone, Copy)]
        struct Pipelines {
            kv: PipelineTmaAsync<1>,
            q: PipelineTmaAsync<2>,
            d_o: PipelineTmaAsync<2>,
        }

        /// # Safety
        /// Launched with three warpgroups, `Config::SHARED` bytes of shared memory, and arguments of a checked problem.
        #[inline(always)]
        pub unsafe fn backward(args: &Args) {
            // SAFETY: the launcher's maps, tensors and shared memory; warpgroups branch as a whole.
            unsafe {
                let smem = Storage::at(smem::arena());
                let bytes = |transaction_bytes: u32| PipelineTmaParams { transaction_bytes, consumers: 2 };
                let rows = TmaLoad::<T, TileQ>::BYTES + 4 * <Config as Tiles>::M;
                let pipelines = Pipelines {
                    kv: PipelineTmaAsync::new(smem.pipeline_kv(), bytes(4 * TmaLoad::<T, TileK>::BYTES)),
                    q: PipelineTmaAsync::new(smem.pipeline_q(), bytes(rows)),
                    d_o: PipelineTmaAsync::new(smem.pipeline_do(), bytes(rows)),
                };
                let scheduler = DynamicPersistentTileScheduler::new(args.tiles, smem.scheduler(), 256);
                thread::sync();
                wait_on_dependent_grids(); // What the preprocess stores is there.
                let warpgroup = warpgroup::uniform(thread::tid() / 128);
                if warpgroup == 0 {
                    warpgroup_reg_dealloc::<24>();
                    if warpgroup::uniform(thread::tid() / 32) == 0 && warpgroup::elect() {
                        produce(args, smem, scheduler, pipelines);
                    }
                } else {
                    warpgroup_reg_alloc::<240>();
                    consume(args, smem, warpgroup - 1, scheduler, pipelines);
                }
            }
        }

        /// dK and dV of a warpgroup's 64 keys of each tile, and the CTA's part of dQ.
        ///
        /// # Safety
        /// All threads of consumer warpgroup `warpgroup` make the call.
        #[inline(always)]
        unsafe fn consume(args: &Args, smem: Storage, warpgroup: u32, scheduler: DynamicPersistentTileScheduler, pipelines: Pipelines) {
            // SAFETY: all threads of the warpgroup, converged; stages are waited for before they are read and released after.
            unsafe {
                let (wg, thread) = (warpgroup as usize, (thread::tid() % 128) as i32);
                let (mma_s, mma_kv, mma_q) = (MmaS::new(), MmaKv::new(), MmaQ::new());
                let (thr_s, thr_kv, thr_q) = (mma_s.get_slice(thread), mma_kv.get_slice(thread), mma_q.get_slice(thread));
                macro_rules! low { ($descriptors:expr) => {{ let all = $descriptors; Tensor::from_parts(all.engine().by_low_word(), all.layout()) }} }
                let tSrK = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.k()))); // (MMA,MMA_M,MMA_K,WG)
                let tSrQ = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.q()))); // (MMA,MMA_N,MMA_K,PIPE)
                let tPrV = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.v()))); // (MMA,MMA_M,MMA_K,WG)
                let tPrdO = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.d_o()))); // (MMA,MMA_N,MMA_K,PIPE)
                let (sQ, sdO) = (smem.q_by_columns(), smem.d_o_by_columns()); // (D,M,PIPE)
                let tVrdO = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&sdO))); // (MMA,MMA_N,MMA_K,PIPE)
                let tKrQ = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&sQ))); // (MMA,MMA_N,MMA_K,PIPE)
                let tQrdS = low!(thr_q.make_fragment_A(&thr_q.partition_A(&smem.ds_by_queries()))); // (MMA,MMA_M,MMA_K,part,WG+2PIPE)
                let tQrK = low!(thr_q.make_fragment_B(&thr_q.partition_B(&smem.k_by_columns()))); // (MMA,MMA_N,MMA_K,part,WG)
                let tScS = thr_s.partition_C(&make_identity_tensor(shape!(_64, { M::NEW }))); // coordinates (key, query)
                let tKcK = thr_kv.partition_C(&make_identity_tensor(shape!(_64, { D::NEW }))); // coordinates (key, column)
                let tQcQ = thr_q.partition_C(&make_identity_tensor(shape!(_64, _64)));
                let by_stsm = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, T>::new(), mma_s);
                let mut sdS = smem.ds(); // (64,M,WG+2PIPE)
                let sSums = smem.sums(); // (4096,WG)
                let sSums = sSums.slice(coord!(_, wg)); // (4096)

                let mut tile_state = PipelineState::CONSUMER_START;
                let mut kv = PipelineState::<1>::CONSUMER_START;
                let mut q = PipelineState::<2>::CONSUMER_START;
                while let Some(tile) = scheduler.peek(tile_state) {
                    let Some(work) = args.work(tile, KEYS) else {
                        scheduler.release(&mut tile_state);
                        continue;
                    };
                    let blocks = work.blocks(ROWS, KEYS as i32, args.problem.window);
                    let mut tdKrdK = thr_kv.make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                    let mut tdVrdV = thr_kv.make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                    clear(&mut tdKrdK);
                    clear(&mut tdVrdV);
                    pipelines.kv.consumer_wait(kv);
                    for head in 0..args.problem.group {
                        let head = work.head * args.problem.group + head;
                        let change = args.problem.change(0, head); // of a kernel that takes it
                        let part = (head as u64 * args.rows as u64 + work.row as u64) / ROWS as u64 * 2;

                        macro_rules! step { ($block:ident, $masked:literal) => {{
                            // Descriptors and addresses are worked out in each step: the compiler would keep all of them in registers.
                            let (wg, stage) = (math::opaque_here(warpgroup) as usize, q.index());
                            let thread = math::opaque_here(thread::tid() % 128) as i32;
                            let cS = mma_s.get_slice(thread).partition_C(&make_identity_tensor(shape!(_64, { M::NEW })));
                            let cS = cS.with_layout(convert_layout_acc_rowcol(cS.layout()));
                            let (row, first) = ([cS.coord(0i32).0, cS.coord(1i32).0], cS.coord(0i32).1); // this thread's keys and first query
                            let (at, keys) = ($block * ROWS + first, work.key + 64 * wg as i32);
                            let column = inlined!(|i: usize| cS.coord(i as i32).1 - first);
                            // LSE or delta of two neighbouring queries.
                            let pair = inlined!(|rows: u32, j: usize| {
                                let words = <[u32; 2]>::load_shared(rows + 4 * (first + ROWS * stage as i32) as u32 + 32 * j as u32);
                                [f32::from_bits(words[0]), f32::from_bits(words[1])]
                            });
                            let (sLSE, sDelta) = (smem.lse().engine().shared_address(), smem.delta().engine().shared_address());
                            let outside = inlined!(|tile: &mut RmemTensor<f32, _>| {
                                let queries = unrolled::<_, 2>(inlined!(|r| work.queries(keys + row[r], args.problem.window))); // of each key
                                put_outside(tile, 0.0, column, unrolled::<_, 2>(inlined!(|r| [queries[r][0] - at, queries[r][1] - at])));
                            });
                            let mut tSrS = thr_s.make_fragment_C(&tScS); // (MMA,MMA_M,MMA_N), keys × queries
                            let mut tPrP = thr_s.make_fragment_C(&tScS); // dP
                            pipelines.q.consumer_wait(q);
                            warpgroup_arrive();
                            gemm(mma_s.scaled(ScaleOut::Zero), &tSrK.slice(coord!(_, _, _, wg)), &tSrQ.slice(coord!(_, _, _, stage)), &mut tSrS);
                            warpgroup_commit_batch();
                            pipelines.d_o.consumer_wait(q);
                            warpgroup_arrive();
                            gemm(mma_s.scaled(ScaleOut::Zero), &tPrV.slice(coord!(_, _, _, wg)), &tPrdO.slice(coord!(_, _, _, stage)), &mut tPrP);
                            warpgroup_commit_batch();
                            let (lse, delta) = (inlined!(|j: usize| pair(sLSE, j)), inlined!(|j: usize| pair(sDelta, j)));
                            if CHANGED {
                                warpgroup_wait::<0>();
                                warpgroup_fence_operand(&mut tSrS);
                                warpgroup_fence_operand(&mut tPrP);
                                let own = unrolled::<_, 2>(inlined!(|r| keys + row[r] + work.seq[0] - work.seq[1] - at));
                                changed((&mut tSrS, &mut tPrP), change, (own, column), lse, delta);
                            } else {
                                warpgroup_wait::<1>(); // The scores are complete.
                                warpgroup_fence_operand(&mut tSrS);
                                probabilities(&mut tSrS, args.problem.scale * core::f32::consts::LOG2_E, lse);
                            }
                            if $masked {
                                outside(&mut tSrS);
                            }
                            if !CHANGED {
                                warpgroup_wait::<0>();
                                warpgroup_fence_operand(&mut tPrP);
                                gradient(&mut tPrP, &tSrS, delta);
                            }
                            if $masked {
                                outside(&mut tPrP);
                            }
                            let tVrP = convert_type::<T, _, _>(&tSrS).with_layout(convert_layout_acc_Aregs(tSrS.layout())); // ((2,2,2),MMA_M,(M/16,MMA_N))
                            let tSrdS = convert_type::<T, _, _>(&tPrP);
                            let tKrdS = convert_type::<T, _, _>(&tPrP).with_layout(convert_layout_acc_Aregs(tPrP.layout())); // ((2,2,2),MMA_M,(M/16,MMA_N))
                            let thr_stsm = by_stsm.get_slice(thread);
                            copy(&by_stsm, &thr_stsm.retile_S(tSrdS), &mut thr_stsm.partition_D_mut(&mut sdS.slice_mut(coord!(_, _, { wg + 2 * stage }))));
                            tma_store_fence();

                            warpgroup_fence_operand(&mut tdVrdV);
                            warpgroup_arrive();
                            gemm(mma_kv, &tVrP, &tVrdO.slice(coord!(_, _, _, stage)), &mut tdVrdV);
                            warpgroup_commit_batch();
                            warpgroup::sync(BOTH, 256); // dS of both warpgroups is there.
                            let mut tQrQ = thr_q.make_fragment_C(&tQcQ); // (MMA,MMA_M,MMA_N)
                            let (part_q, part_k) = if const { <Config as Tiles>::M == 128 } { (wg, 0) } else { (0, wg) };
                            let tQrdS = tQrdS.slice(coord!(_, _, _, part_q, _)); // (MMA,MMA_M,MMA_K,WG+2PIPE)
                            let tQrK = tQrK.slice(coord!(_, _, _, part_k, _)); // (MMA,MMA_N,MMA_K,WG)
                            warpgroup_arrive();
                            gemm(mma_q.scaled(ScaleOut::Zero), &tQrdS.slice(coord!(_, _, _, { 2 * stage })), &tQrK.slice(coord!(_, _, _, 0usize)), &mut tQrQ);
                            gemm(mma_q, &tQrdS.slice(coord!(_, _, _, { 1 + 2 * stage })), &tQrK.slice(coord!(_, _, _, 1usize)), &mut tQrQ);
                            warpgroup_commit_batch();
                            warpgroup_fence_operand(&mut tdKrdK);
                            warpgroup_arrive();
                            gemm(mma_kv, &tKrdS, &tKrQ.slice(coord!(_, _, _, stage)), &mut tdKrdK);
                            warpgroup_commit_batch();
                            warpgroup_wait::<1>(); // dV and dQ are complete.
                            warpgroup_fence_operand(&mut tdVrdV);
                            warpgroup_fence_operand(&mut tQrQ);
                            pipelines.d_o.consumer_release(q);
                            if $block + 1 == blocks.end && head + 1 == (work.head + 1) * args.problem.group {
                                pipelines.kv.consumer_release(kv); // The next keys and values are loaded while these gradients are stored.
                            }
                            if thread == 0 {
                                tma_store_wait::<0>(); // The sums before these have left.
                            }
                            warpgroup::sync(OWN + warpgroup, 128);
                            let to = sSums.engine().shared_address() + 16 * thread as u32;
                            unroll!(j in _8 => {
                                let sums = unrolled::<_, 4>(inlined!(|i| tQrQ.at(4 * j + i).to_bits()));
                                <[u32; 4]>::store_shared(to + 16 * 128 * j as u32, sums);
                            });
                            tma_store_fence();
                            warpgroup::sync(OWN + warpgroup, 128);
                            if thread == 0 {
                                let before = work.key / KEYS as i32 - work.first_keys($block, ROWS, KEYS as i32, args.problem.window);
                                add_sums(args, part + 2 * $block as u64 + wg as u64, before as u32, &sSums);
                            }
                            warpgroup_wait::<0>();
                            warpgroup_fence_operand(&mut tdKrdK);
                            pipelines.q.consumer_release(q);
                            q.advance();
                        }} }
                        let mut block = blocks.first;
                        while block < blocks.end {
                            if blocks.is_plain(block) {
                                step!(block, false)
                            } else {
                                step!(block, true)
                            }
                            block += 1;
                        }
                    }
                    if blocks.count() == 0 {
                        pipelines.kv.consumer_release(kv);
                    }
                    kv.advance();
                    // The tile's numbers are worked out again here, not kept through the main loop.
                    let Some(tile) = scheduler.peek(tile_state) else { break };
                    scheduler.release(&mut tile_state);
                    let Some(work) = args.work(tile, KEYS) else { continue };
                    let tKcK = mma_kv.get_slice(math::opaque_here(thread as u32) as i32).partition_C(&make_identity_tensor(shape!(_64, { D::NEW })));
                    let cK = tKcK.with_layout(convert_layout_acc_rowcol(tKcK.layout()));
                    let coord = inlined!(|i: usize| cK.coord(i as i32));
                    scale_rows::<false, 2, _, _>(&mut tdKrdK, [args.problem.scale; 2]);
                    if args.nan != 0 && (has_nan(&mut tdKrdK) || has_nan(&mut tdVrdV)) {
                        let block = (work.batch * args.heads_kv + work.head) as u64 * args.tiles.tiles_m as u64 + tile.m as u64;
                        u32::store_global(args.nan + 4 * block, 1); // The postprocess computes these rows again.
                    }
                    let (key, count) = (work.start[1] + work.key + 64 * wg as i32, work.seq[1] - work.key - 64 * wg as i32);
                    let place = inlined!(|to: Operand| to.at(work.batch, key, work.head));
                    store_rows((place(args.written[1]), args.written[1].sequence), [count, args.problem.head_dim as i32], coord, &convert_type::<T, _, _>(&tdKrdK));
                    store_rows((place(args.written[2]), args.written[2].sequence), [count, args.problem.head_dim_v as i32], coord, &convert_type::<T, _, _>(&tdVrdV));
                }
                launch_dependent_grids();
                if thread == 0 {
                    tma_store_wait::<0>();
                }
            }
        }

        /// Adds part `part` of dQ to the sums, after `before` other additions where there are turns.
        ///
        /// # Safety
        /// One thread of the warpgroup makes the call, after its threads' writes and their fence; the part is one of the workspace.
        #[inline(always)]
        unsafe fn add_sums<S>(args: &Args, part: u64, before: u32, sums: &Tensor<SharedPtr<f32>, S>)
        where
            S: azulejo_tensor::MemoryLayout + azulejo_tensor::OffsetAt<usize, Offset: azulejo_layout::Int>,
        {
            // SAFETY: upheld by the caller; the tiles that add before this one were taken before it, by CTAs that run.
            unsafe {
                let turn = args.turns + 4 * part;
                let mut to = make_tensor(make_gmem_ptr((args.sums + 4 * 4096 * part) as *mut f32), Sums::default());
                if args.turns != 0 {
                    counter::wait_for(turn, before);
                }
                copy(&BulkReduceAdd, sums, &mut to);
                tma_store_arrive();
                if args.turns != 0 {
                    tma_store_wait_written::<0>();
                    counter::add_one(turn);
                }
            }
        }
    };
}

super::tiles::each_kernel!(backward bf16 SM90_64xNx16_F32BF16BF16_SS SM90_64xNx16_F32BF16BF16_RS);
super::tiles::each_kernel!(backward f16 SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS);
