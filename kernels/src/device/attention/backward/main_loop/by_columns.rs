//! Two warpgroups share 64 keys: each has half of the queries' scores, and half of the columns of dV, dK and dQ.
//!
//! ```text
//! a step       S' = K Q'   dP' = V dO'              dV += P' dO                     dQ = dS K   dK += dS' Q
//! warpgroup         P' = exp S' → shared memory ┘   dS' = P' (dP' - D) → shared memory ┘  dQ → sums in global memory
//! ```
//!
//! dV and dK of 64 keys and 256 columns are 128 registers of a thread, dQ of a step 64. P' and dS' have all queries of a block in two
//! stages of shared memory. dV is computed while dS' is, and dP' while P' is. Roofline: a step takes the tensor cores 2,560 clocks, and
//! L2 64 kB of loads and 64 kB of additions, which are the bound.

/// The function `consume` of a tile whose columns are split.
macro_rules! by_columns {
    () => {
        /// Batches of a step that are committed while dP is computed: dV.
        const LATER: u32 = 1;
        type TwoAlongN = Layout<(_1, _2, _1), (_0, _1, _0)>;
        type MmaS = TiledMma<Ss<_32, K, K>, TwoAlongN>;
        type MmaKv = TiledMma<Ss<_128, K, MN>, TwoAlongN>;
        type MmaQ = TiledMma<Ss<_128, MN, MN>, TwoAlongN>;

        /// Sums of dQ leave from registers.
        const SUMS_BY_BULK: bool = false;

        consume! {
            (args, _smem, warpgroup, pipelines, kv, q) {
                let (mma_s, mma_kv, mma_q) = (MmaS::new(), MmaKv::new(), MmaQ::new());
                let tQcQ = mma_q.get_slice(0).partition_C(&make_identity_tensor(shape!(_64, { D::NEW })));
                let by_stsm = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, T>::new(), mma_s);
                let mut d_o = PipelineState::<STAGES_O>::CONSUMER_START;
            }
            |work, blocks, head, change, part, block, tdKrdK, tdVrdV| {
                // Descriptors and addresses are worked out in each step: the compiler would keep all of them in registers.
                let smem = Storage::at(math::rematerialize(smem::arena()));
                let first = math::rematerialize(128 * warpgroup) as i32;
                let (thr_s, thr_kv, thr_q) = (mma_s.get_slice(first), mma_kv.get_slice(first), mma_q.get_slice(first));
                macro_rules! low { ($descriptors:expr) => {{ let all = $descriptors; Tensor::from_parts(all.engine().by_low_word(), all.layout()) }} }
                let tSrK = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.k()))); // (MMA,MMA_M,MMA_K,k)
                let tSrQ = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.q()))); // (MMA,MMA_N,MMA_K,PIPE)
                let tPrV = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.v()))); // (MMA,MMA_M,MMA_K,k)
                let tPrdO = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.d_o()))); // (MMA,MMA_N,MMA_K,PIPE)
                let (mut sP, mut sdS) = (smem.p(), smem.ds()); // (64,M,PIPE)
                let tVrP = low!(thr_kv.make_fragment_A(&thr_kv.partition_A(&sP))); // (MMA,MMA_M,MMA_K,PIPE)
                let tVrdO = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&smem.d_o().with_layout(OByColumns::default())))); // (MMA,MMA_N,MMA_K,PIPE)
                let tKrdS = low!(thr_kv.make_fragment_A(&thr_kv.partition_A(&sdS))); // (MMA,MMA_M,MMA_K,PIPE)
                let tKrQ = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&smem.q().with_layout(QByColumns::default())))); // (MMA,MMA_N,MMA_K,PIPE)
                let tQrdS = low!(thr_q.make_fragment_A(&thr_q.partition_A(&smem.ds().with_layout(SByColumns::default())))); // (MMA,MMA_M,MMA_K,PIPE)
                let tQrK = low!(thr_q.make_fragment_B(&thr_q.partition_B(&smem.k().with_layout(KByColumns::default())))); // (MMA,MMA_N,MMA_K,k)
                let stage = q.index();
                let thread = math::rematerialize(thread::tid() - 128) as i32;
                let thr_stsm = by_stsm.get_slice(thread);
                let (_, tPrP) = weights!(args, smem, pipelines, (q, d_o), mma_s, thread,
                    [tSrK.slice(coord!(_, _, _, 0usize)), tSrQ.slice(coord!(_, _, _, stage)), tPrV.slice(coord!(_, _, _, 0usize)), tPrdO.slice(coord!(_, _, _, { d_o.index() }))],
                    (work, work.key, block, change), tSrS => {
                        copy(&by_stsm, &thr_stsm.retile_S(convert_type::<T, _, _>(&tSrS)), &mut thr_stsm.partition_D_mut(&mut sP.slice_mut(coord!(_, _, stage))));
                        tma_store_fence();
                        named_barrier::sync(BOTH, 256); // P of both warpgroups is there.
                        warpgroup_fence_operand(&mut tdVrdV);
                        warpgroup_arrive();
                        gemm(mma_kv, &tVrP.slice(coord!(_, _, _, stage)), &tVrdO.slice(coord!(_, _, _, { d_o.index() })), &mut tdVrdV);
                        warpgroup_commit_batch();
                    });
                copy(&by_stsm, &thr_stsm.retile_S(convert_type::<T, _, _>(&tPrP)), &mut thr_stsm.partition_D_mut(&mut sdS.slice_mut(coord!(_, _, stage))));
                tma_store_fence();
                named_barrier::sync(BOTH, 256); // dS of both warpgroups is there.
                let mut tQrQ = thr_q.make_fragment_C(&tQcQ); // (MMA,MMA_M,MMA_N)
                warpgroup_arrive();
                gemm(mma_q.scaled(ScaleOut::Zero), &tQrdS.slice(coord!(_, _, _, stage)), &tQrK.slice(coord!(_, _, _, 0usize)), &mut tQrQ);
                warpgroup_commit_batch();
                warpgroup_fence_operand(&mut tdKrdK);
                warpgroup_arrive();
                gemm(mma_kv, &tKrdS.slice(coord!(_, _, _, stage)), &tKrQ.slice(coord!(_, _, _, stage)), &mut tdKrdK);
                warpgroup_commit_batch();
                warpgroup_wait::<2>(); // dV is complete.
                warpgroup_fence_operand(&mut tdVrdV);
                pipelines.d_o.consumer_release(d_o);
                d_o.advance();
                warpgroup_wait::<1>(); // dQ is complete.
                warpgroup_fence_operand(&mut tQrQ);
                if block + 1 == blocks.end && head + 1 == (work.head + 1) * args.problem.group {
                    pipelines.kv.consumer_release(kv); // The next keys and values are loaded while these gradients are stored.
                }
                let thread = thread % 128;
                let before = work.key / KEYS as i32 - work.first_keys(block, ROWS, KEYS as i32, args.problem.window);
                reduce_sums!(args, warpgroup, thread, part + PARTS * block as u64 + 2 * warpgroup as u64, before, tQrQ);
                warpgroup_wait::<0>();
                warpgroup_fence_operand(&mut tdKrdK);
                pipelines.q.consumer_release(q);
                q.advance();
            }
            store by mma_kv, thread::tid() - 128, 0
        }
    };
}
