//! Each of two warpgroups has 64 keys: P' and dS' in its registers are operand A of dV and dK.
//!
//! ```text
//! a step       S' = K Q'   dP' = V dO'   dV += P' dO   dQ = dS K   dK += dS' Q
//! warpgroup         P' = exp S'     dS' = P' (dP' - D) → shared memory ┘     dQ → sums in global memory
//! ```

/// The function `consume` of a tile whose keys are split.
macro_rules! by_keys {
    () => {
        /// Batches of a step that are committed while dP is computed.
        const LATER: u32 = 0;
        type One = Layout<(_1, _1, _1), (_0, _0, _0)>;
        type MmaS = TiledMma<Ss<M, K, K>, One>;
        type MmaKv = TiledMma<Rs<D, MN>, One>;
        type MmaQ = TiledMma<Ss<_64, MN, MN>, One>;

        /// `true` if dQ leaves through shared memory: no register is left for the addresses of 128 queries' additions.
        const SUMS_BY_BULK: bool = <Config as Tiles>::M == 128;

        consume! {
            (args, smem, warpgroup, pipelines, kv, q) {
                let (wg, thread) = (warpgroup as usize, (thread::tid() % 128) as i32);
                let (mma_s, mma_kv, mma_q) = (MmaS::new(), MmaKv::new(), MmaQ::new());
                let (thr_s, thr_kv, thr_q) = (mma_s.get_slice(thread), mma_kv.get_slice(thread), mma_q.get_slice(thread));
                macro_rules! low { ($descriptors:expr) => {{ let all = $descriptors; Tensor::from_parts(all.engine().by_low_word(), all.layout()) }} }
                let tSrK = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.k()))); // (MMA,MMA_M,MMA_K,WG)
                let tSrQ = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.q()))); // (MMA,MMA_N,MMA_K,PIPE)
                let tPrV = low!(thr_s.make_fragment_A(&thr_s.partition_A(&smem.v()))); // (MMA,MMA_M,MMA_K,WG)
                let tPrdO = low!(thr_s.make_fragment_B(&thr_s.partition_B(&smem.d_o()))); // (MMA,MMA_N,MMA_K,PIPE)
                let (sQ, sdO) = (smem.q().with_layout(QByColumns::default()), smem.d_o().with_layout(OByColumns::default())); // (D,M,PIPE)
                let tVrdO = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&sdO))); // (MMA,MMA_N,MMA_K,PIPE)
                let tKrQ = low!(thr_kv.make_fragment_B(&thr_kv.partition_B(&sQ))); // (MMA,MMA_N,MMA_K,PIPE)
                let tQrdS = low!(thr_q.make_fragment_A(&thr_q.partition_A(&smem.ds().with_layout(SByColumns::default())))); // (MMA,MMA_M,MMA_K,part,WG+2PIPE)
                let tQrK = low!(thr_q.make_fragment_B(&thr_q.partition_B(&smem.k().with_layout(KByColumns::default())))); // (MMA,MMA_N,MMA_K,part,WG)
                let tQcQ = thr_q.partition_C(&make_identity_tensor(shape!(_64, _64)));
                let by_stsm = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, T>::new(), mma_s);
                let mut sdS = smem.ds(); // (64,M,WG+2PIPE)
                let sSums = smem.sums(); // (4096,WG)
                let sSums = sSums.slice(coord!(_, wg)); // (4096)
            }
            |work, blocks, head, change, part, block, tdKrdK, tdVrdV| {
                // Descriptors and addresses are worked out in each step: the compiler would keep all of them in registers.
                let (wg, stage) = (math::rematerialize(warpgroup) as usize, q.index());
                let thread = math::rematerialize(thread::tid() % 128) as i32;
                let (tSrS, tPrP) = weights!(args, smem, pipelines, (q, q), mma_s, thread,
                    [tSrK.slice(coord!(_, _, _, wg)), tSrQ.slice(coord!(_, _, _, stage)), tPrV.slice(coord!(_, _, _, wg)), tPrdO.slice(coord!(_, _, _, stage))],
                    (work, work.key + 64 * wg as i32, block, change), tSrS => {});
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
                named_barrier::sync(BOTH, 256); // dS of both warpgroups is there.
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
                if block + 1 == blocks.end && head + 1 == (work.head + 1) * args.problem.group {
                    pipelines.kv.consumer_release(kv); // The next keys and values are loaded while these gradients are stored.
                }
                let before = work.key / KEYS as i32 - work.first_keys(block, ROWS, KEYS as i32, args.problem.window);
                let part = part + PARTS * block as u64 + wg as u64;
                if SUMS_BY_BULK {
                    if thread == 0 {
                        tma_store_wait::<0>(); // The sums before these have left.
                    }
                    named_barrier::sync(OWN + warpgroup, 128);
                    let to = sSums.engine().shared_address() + 16 * thread as u32;
                    unroll!(j in _8 => {
                        let sums = unrolled::<_, 4>(inlined!(|i| tQrQ.at(4 * j + i).to_bits()));
                        <[u32; 4]>::store_shared(to + 16 * 128 * j as u32, sums);
                    });
                    tma_store_fence();
                    named_barrier::sync(OWN + warpgroup, 128);
                    if thread == 0 {
                        let mut gSums = make_tensor(make_gmem_ptr((args.sums + 4 * 4096 * part) as *mut f32), PartOfSums::default()); // (4096)
                        args.in_turn((part, before as u32), true, inlined!(|| {}), inlined!(|| {
                            copy(&BulkReduceAdd, &sSums, &mut gSums);
                            tma_store_arrive();
                            if args.turns != 0 {
                                tma_store_wait_written::<0>();
                            }
                        }));
                    }
                } else {
                    reduce_sums!(args, warpgroup, thread, part, before, tQrQ);
                }
                warpgroup_wait::<0>();
                warpgroup_fence_operand(&mut tdKrdK);
                pipelines.q.consumer_release(q);
                q.advance();
            }
            store by mma_kv, thread, 64 * wg as i32
        }
    };
}
