//! The producers: one thread each loads the tiles of all work, ahead of the consumers by the stages.
//!
//! That of Q takes tiles from the scheduler and publishes them, so that Q of the next tile arrives while this one is computed. The other
//! loads K and V. Where a CTA has groups, each has one producer for all three.

/// The function `produce` of a tile.
macro_rules! produce {
    () => {
        /// Loads Q of all work and publishes it, where `LOADS_Q`. Loads K and V, where `LOADS_KV`: K of a block before V of the block after
        /// it, as the consumers use them.
        ///
        /// # Safety
        /// One thread of the CTA makes the call for each operand, with the maps of a checked problem.
        #[inline(always)]
        unsafe fn produce<const LOADS_Q: bool, const LOADS_KV: bool>(
            args: &Args,
            smem: Storage,
            scheduler: Scheduler,
            pipelines: Pipelines,
        ) {
            // SAFETY: one thread; each stage is acquired before it is loaded.
            unsafe {
                let [map_q, map_k, map_v] = args.maps;
                if LOADS_Q {
                    prefetch_tma_descriptor(map_q);
                }
                if LOADS_KV {
                    prefetch_tma_descriptor(map_k);
                    prefetch_tma_descriptor(map_v);
                }
                let tma_q = TmaLoad::<T, TileQ>::new(map_q);
                let tma_k = TmaLoad::<T, TileK, CLUSTER>::new(map_k);
                let tma_v = TmaLoad::<T, TileV, CLUSTER>::new(map_v);
                let (mut sQ, sK, sV) = (smem.q(), smem.k(), smem.v()); // (64,D,WG,PIPE), (N,D,PIPE), (DV,N,PIPE)
                let mut q = PipelineState::<STAGES_Q>::PRODUCER_START;
                let mut k = PipelineState::<2>::PRODUCER_START;
                let mut v = PipelineState::<2>::PRODUCER_START;
                // CTAs of a cluster have tiles of queries that follow each other; each loads a part of their keys and values into all.
                let rank = if CLUSTER == 1 {
                    0
                } else {
                    block_rank_in_cluster()
                };
                let all = ((1u32 << CLUSTER) - 1) as u16;
                let (cluster, clusters) = (thread::ctaid() / CLUSTER, thread::nctaid() / CLUSTER);
                let mut tiles = StaticPersistentTileScheduler::new(args.tiles, cluster, clusters);
                // A producer of all three asks for the next tile's number early, which hides its way. A tile that is taken late, as by that of
                // Q, goes to the CTA that is free first.
                let early = LOADS_Q && LOADS_KV;
                let next = args.next as *mut u32;
                let mut index = if early { scheduler.request(next) } else { 0 };
                let mut tile_state = PipelineState::CONSUMER_START;
                if LOADS_Q {
                    tile_state = PipelineState::PRODUCER_START;
                }
                loop {
                    let tile = if !LOADS_Q {
                        scheduler.peek(tile_state)
                    } else if CLUSTER > 1 {
                        tiles.next()
                    } else {
                        if !early {
                            scheduler.acquire(tile_state);
                            index = scheduler.request(next);
                        }
                        scheduler.tile(index, next)
                    };
                    let Some(tile) = tile else { break };
                    let work = if LOADS_Q {
                        if early {
                            index = scheduler.request(next);
                        }
                        let Some((mut tile, mut work)) = args.tile(tile, M * CLUSTER) else {
                            continue;
                        };
                        tile.m = CLUSTER * tile.m + rank;
                        work.query += (M * rank) as i32;
                        scheduler.publish(&mut tile_state, Some(tile));
                        work
                    } else {
                        scheduler.release(&mut tile_state);
                        args.work(tile, M)
                    };
                    let blocks = work.blocks(M as i32, KEYS, args.problem.window);
                    if blocks.is_empty() {
                        continue;
                    }
                    let head = args.problem.head_kv(work.head);
                    let batch = args.problem.batch(work.batch);
                    let first = work.start[0] + work.query;
                    let gQ = tiles_of!(rows(_64, D), first, work.head, batch); // (64,D,m)
                    let gK = tiles_of!(rows(N, D), work.start[1], head, batch); // (N,D,n)
                    let gV = tiles_of!(columns(DV, N), work.start[1], head, batch); // (DV,N,n)
                    let (tKgK, mut tKsK) = tma_partition(&tma_k, rank, Shares::default(), &sK, &gK); // (N,D,n), (N,D,PIPE)
                    let (tVgV, mut tVsV) = tma_partition(&tma_v, rank, Shares::default(), &sV, &gV); // (DV,N,n), (DV,N,PIPE)
                    macro_rules! load {
                        ($pipe:ident, $tma:ident, $from:ident, $to:ident, $block:expr) => {{
                            pipelines.$pipe.producer_acquire($pipe);
                            let bar = pipelines.$pipe.producer_get_barrier($pipe);
                            let tma = $tma.with_share(bar, all);
                            copy(
                                &tma.with_cache_hint(CacheHint::EvictLast),
                                &$from.slice(coord!(_, _, $block)),
                                &mut $to.slice_mut(coord!(_, _, { $pipe.index() })),
                            );
                            $pipe.advance();
                        }};
                    }
                    let mut block = blocks.end - 1;
                    if LOADS_KV {
                        load!(k, tma_k, tKgK, tKsK, block);
                    }
                    if LOADS_Q {
                        pipelines.q.producer_acquire(q);
                        let tma = tma_q
                            .with(pipelines.q.producer_get_barrier(q))
                            .with_cache_hint(CacheHint::EvictFirst);
                        for warpgroup in 0..WARPGROUPS as i32 {
                            copy(
                                &tma,
                                &gQ.slice(coord!(_, _, warpgroup)),
                                &mut sQ
                                    .slice_mut(coord!(_, _, { warpgroup as usize }, { q.index() })),
                            );
                        }
                        q.advance();
                    }
                    if LOADS_KV {
                        while block > blocks.first {
                            load!(k, tma_k, tKgK, tKsK, { block - 1 });
                            load!(v, tma_v, tVgV, tVsV, block);
                            block -= 1;
                        }
                        load!(v, tma_v, tVgV, tVsV, block);
                    }
                }
                if LOADS_Q {
                    scheduler.publish(&mut tile_state, None);
                }
                if CLUSTER > 1 && LOADS_KV {
                    pipelines.k.producer_tail(k);
                    pipelines.v.producer_tail(v);
                }
            }
        }
    };
}
