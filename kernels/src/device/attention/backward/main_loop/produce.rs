//! The producer: one thread loads K and V of a tile, then Q and dO of each block of queries, ahead of the consumers by the stages.

/// The function `produce` of a tile.
macro_rules! produce {
    () => {
        /// Loads all that the CTA reads by TMA: Q with LSE, dO with the sums of `O dO`, of each head of the group.
        ///
        /// # Safety
        /// One thread of the CTA makes the call, with the maps of a checked problem.
        #[inline(always)]
        unsafe fn produce(
            args: &Args,
            smem: Storage,
            scheduler: DynamicPersistentTileScheduler,
            pipelines: Pipelines,
        ) {
            // SAFETY: one thread; each stage is acquired before it is loaded.
            unsafe {
                let [map_q, map_k, map_v, map_do] = args.maps;
                prefetch_tma_descriptor(map_k);
                prefetch_tma_descriptor(map_q);
                prefetch_tma_descriptor(map_v);
                prefetch_tma_descriptor(map_do);
                let tma_q = TmaLoad::<T, TileQ>::new(map_q);
                let tma_do = TmaLoad::<T, TileQ>::new(map_do);
                let tma_k = TmaLoad::<T, TileK>::new(map_k);
                let tma_v = TmaLoad::<T, TileK>::new(map_v);
                let (mut sQ, mut sdO) = (smem.q(), smem.d_o()); // (M,D,PIPE)
                let (mut sK, mut sV) = (smem.k(), smem.v()); // (64,D,k)
                let mut sRows = smem.rows(); // (M,4)
                let mut tile_state = PipelineState::PRODUCER_START;
                let mut kv = PipelineState::<1>::PRODUCER_START;
                let mut q = PipelineState::<2>::PRODUCER_START;
                let mut d_o = PipelineState::<STAGES_O>::PRODUCER_START;
                let next = args.next as *mut u32;
                let mut index = scheduler.request(next);
                while let Some(tile) = scheduler.tile(index, next) {
                    index = scheduler.request(next); // On its way while this tile is loaded.
                    scheduler.publish(&mut tile_state, Some(tile));
                    let Some(work) = args.work(tile, KEYS) else {
                        continue;
                    };
                    let blocks = work.blocks(ROWS, KEYS as i32, args.problem.window);
                    let batch = args.problem.batch(work.batch);
                    let first = work.start[1] + work.key;
                    let gK = tiles_of!(rows (_64, D), first, work.head, batch); // (64,D,k)
                    pipelines.kv.producer_acquire(kv);
                    let bar = pipelines.kv.producer_get_barrier(kv);
                    for keys in 0..KEY_TILES as i32 {
                        let (from, to) = (gK.slice(coord!(_, _, keys)), keys as usize);
                        copy(&tma_k.with(bar), &from, &mut sK.slice_mut(coord!(_, _, to)));
                        copy(&tma_v.with(bar), &from, &mut sV.slice_mut(coord!(_, _, to)));
                    }
                    kv.advance();
                    for head in 0..args.problem.group {
                        let head = work.head * args.problem.group + head;
                        let gQ = tiles_of!(rows (M, D), work.start[0], head, batch); // (M,D,m)
                        let row = head as u64 * args.rows as u64 + work.row as u64;
                        for block in blocks.first..blocks.end {
                            let at = 4 * (row + (ROWS * block) as u64);
                            let rows = inlined!(|address: u64| {
                                make_tensor(
                                    make_gmem_ptr((address + at) as *mut f32),
                                    Row::default(),
                                )
                            });
                            macro_rules! load {
                                ($pipe:ident, $tma:ident, $s:ident, $values:ident, $to:literal) => {{
                                    let stage = $pipe.index();
                                    pipelines.$pipe.producer_acquire($pipe);
                                    let bar = pipelines.$pipe.producer_get_barrier($pipe);
                                    copy(
                                        &$tma.with(bar),
                                        &gQ.slice(coord!(_, _, block)),
                                        &mut $s.slice_mut(coord!(_, _, stage)),
                                    );
                                    copy(
                                        &BulkLoad.with(bar),
                                        &rows(args.$values),
                                        &mut sRows.slice_mut(coord!(_, { $to + stage })),
                                    );
                                    $pipe.advance();
                                }};
                            }
                            load!(q, tma_q, sQ, lse2, 0);
                            load!(d_o, tma_do, sdO, delta, 2);
                        }
                    }
                }
                scheduler.publish(&mut tile_state, None);
            }
        }
    };
}
