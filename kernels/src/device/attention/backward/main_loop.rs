//! The kernel: one warpgroup loads blocks of queries, two compute: [`by_keys`] or [`by_columns`].

#[macro_use]
mod produce;
#[macro_use]
mod by_keys;
#[macro_use]
mod by_columns;

/// The kernel of each tile: CuTe's template over layouts, here a macro.
macro_rules! backward {
    ($t:ident $ss:ident $rs:ident; $($name:ident $split:ident $row:tt)*) => {
        pub mod $t { $(
            #[allow(non_snake_case, reason = "CuTe's names")]
            pub mod $name {
                use azulejo_device::scheduler::DynamicPersistentTileScheduler;

                use crate::device::attention::backward::args::Args;
                use crate::device::attention::backward::gradient::{changed, gradient, probabilities};
                use crate::device::attention::backward::tiles::$name::{self as tiles, *};
                use crate::device::attention::prelude::*;

                type T = azulejo_tensor::$t;
                type Config = tiles::Config<T>;
                type Storage = tiles::Storage<T>;

                /// The atoms: A of shared memory, and A of registers.
                type Ss<N, MajorA, MajorB> = $ss<N, MajorA, MajorB>;
                type Rs<N, MajorB> = $rs<N, K, MajorB>;

                main_loop! {}
                produce! {}
                $split! {}
            }
        )* }
    };
}

/// What all kernels have: the function `backward`, and how sums of dQ and gradients leave.
macro_rules! main_loop {
    () => {
        /// Queries of a block.
        const ROWS: i32 = <Config as Tiles>::M as i32;
        /// Keys of a CTA, and tiles of them.
        const KEYS: u32 = <Config as Tiles>::N;
        const KEY_TILES: u32 = KEYS / 64;
        /// Parts of dQ of a block: 64 queries and columns each.
        const PARTS: u64 = (<Config as Tiles>::M * <Config as Tiles>::HEAD_DIM / 4096) as u64;
        /// Named barriers: of both consumer warpgroups, and one for each.
        const BOTH: u32 = 1;
        const OWN: u32 = 2;

        /// The pipelines of a CTA.
        #[derive(Clone, Copy)]
        struct Pipelines {
            kv: PipelineTmaAsync<1>,
            q: PipelineTmaAsync<2>,
            d_o: PipelineTmaAsync<STAGES_O>,
        }

        /// # Safety
        /// Launched with three warpgroups, `Config::SHARED` bytes of shared memory, and arguments of a checked problem.
        #[inline(always)]
        pub unsafe fn backward(args: &Args) {
            // SAFETY: the launcher's maps, tensors and shared memory; warpgroups branch as a whole.
            unsafe {
                let smem = Storage::at(smem::arena());
                let bytes = |transaction_bytes: u32| PipelineTmaParams {
                    transaction_bytes,
                    consumers: 2,
                };
                let rows = TmaLoad::<T, TileQ>::BYTES + 4 * <Config as Tiles>::M;
                let pipelines = Pipelines {
                    kv: PipelineTmaAsync::new(
                        smem.pipeline_kv(),
                        bytes(2 * KEY_TILES * TmaLoad::<T, TileK>::BYTES),
                    ),
                    q: PipelineTmaAsync::new(smem.pipeline_q(), bytes(rows)),
                    d_o: PipelineTmaAsync::new(smem.pipeline_do(), bytes(rows)),
                };
                let scheduler =
                    DynamicPersistentTileScheduler::new(args.tiles, smem.scheduler(), 256);
                thread::sync();
                wait_on_dependent_grids(); // What the preprocess stores is there.
                let warpgroup = warpgroup::uniform(thread::tid() / 128);
                if warpgroup == 0 {
                    warpgroup_reg_dealloc::<24>();
                    if warpgroup::uniform(thread::tid() / 32) == 0 && warpgroup::elect_one_sync() {
                        produce(args, smem, scheduler, pipelines);
                    }
                } else {
                    warpgroup_reg_alloc::<240>();
                    consume(args, smem, warpgroup - 1, scheduler, pipelines);
                }
            }
        }
    };
}

/// The function `consume`: dK and dV of a tile in registers while its blocks of queries pass, and its part of dQ.
///
/// `$start` has the operands. `$step` computes a block, whose mask `MASKED` says; it releases keys and values after the last one.
macro_rules! consume {
    (($args:ident, $smem:ident, $warpgroup:ident, $pipelines:ident, $kv:ident, $q:ident) { $($start:tt)* }
        |$work:ident, $blocks:ident, $head:ident, $change:ident, $part:ident, $block:ident, $dk:ident, $dv:ident| { $($step:tt)* }
        store by $mma:ident, $thread:expr, $first:expr) => {
        /// # Safety
        /// All threads of consumer warpgroup `warpgroup` make the call.
        #[inline(always)]
        unsafe fn consume($args: &Args, $smem: Storage, $warpgroup: u32, scheduler: DynamicPersistentTileScheduler, $pipelines: Pipelines) {
            // SAFETY: all threads of the warpgroup, converged; stages are waited for before they are read and released after.
            unsafe {
                $($start)*
                let mut tile_state = PipelineState::CONSUMER_START;
                let mut $kv = PipelineState::<1>::CONSUMER_START;
                let mut $q = PipelineState::<2>::CONSUMER_START;
                while let Some(tile) = scheduler.peek(tile_state) {
                    let Some($work) = $args.work(tile, KEYS) else {
                        scheduler.release(&mut tile_state);
                        continue;
                    };
                    let $blocks = $work.blocks(ROWS, KEYS as i32, $args.problem.window);
                    let tKcK = $mma.get_slice(0).partition_C(&make_identity_tensor(shape!(_64, { D::NEW }))); // coordinates (key, column)
                    let mut $dk = $mma.get_slice(0).make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                    let mut $dv = $mma.get_slice(0).make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                    clear(&mut $dk);
                    clear(&mut $dv);
                    $pipelines.kv.consumer_wait($kv);
                    for head in 0..$args.problem.group {
                        let $head = $work.head * $args.problem.group + head;
                        let $change = $args.problem.change(0, $head); // of a kernel that takes it
                        let $part = ($head as u64 * $args.rows as u64 + $work.row as u64) / ROWS as u64 * PARTS;
                        let mut $block = $blocks.first;
                        while $block < $blocks.end {
                            if $blocks.is_plain($block) {
                                const MASKED: bool = false;
                                $($step)*
                            } else {
                                const MASKED: bool = true;
                                $($step)*
                            }
                            $block += 1;
                        }
                    }
                    if $blocks.count() == 0 {
                        $pipelines.kv.consumer_release($kv);
                    }
                    $kv.advance();
                    // The tile's numbers are worked out again here, not kept through the main loop.
                    let Some(tile) = scheduler.peek(tile_state) else { break };
                    scheduler.release(&mut tile_state);
                    let Some($work) = $args.work(tile, KEYS) else { continue };
                    store_gradients!($args, $work, tile, $mma, $thread, $first, $dk, $dv);
                }
                launch_dependent_grids();
                if SUMS_BY_BULK && $thread == 0 {
                    tma_store_wait::<0>();
                }
            }
        }
    };
}

/// P' and the gradient of the scores of a block, keys × queries: (MMA,MMA_M,MMA_N) each.
///
/// The operands are those of `S' = K Q'` and `dP' = V dO'`; `thread` is one of the tiled MMA. The block after `s` takes P' from it, and
/// commits `LATER` batches.
macro_rules! weights {
    ($args:ident, $smem:ident, $pipelines:ident, ($q:expr, $d_o:expr), $mma:ident, $thread:ident, [$k:expr, $q_block:expr, $v:expr, $do_block:expr],
        ($work:ident, $keys:expr, $block:expr, $change:ident), $s:ident => $store:block) => {{
        let thr_s = $mma.get_slice($thread);
        let tScS = thr_s.partition_C(&make_identity_tensor(shape!(_64, { M::NEW }))); // coordinates (key, query)
        let cS = tScS.with_layout(convert_layout_acc_rowcol(tScS.layout()));
        let (row, first) = ([cS.coord(0i32).0, cS.coord(1i32).0], cS.coord(0i32).1); // this thread's keys and first query
        let (at, keys) = ($block * ROWS + first, $keys);
        let column = inlined!(|i: usize| cS.coord(i as i32).1 - first);
        // LSE or delta of two neighbouring queries.
        let rows = $smem.rows().engine().shared_address() + 4 * first as u32; // (M,4)
        let pair = inlined!(|of: usize, j: usize| {
            let words = <[u32; 2]>::load_shared(rows + 4 * ROWS as u32 * of as u32 + 32 * j as u32);
            [f32::from_bits(words[0]), f32::from_bits(words[1])]
        });
        let outside = inlined!(|tile: &mut RmemTensor<f32, _>| {
            let queries = unrolled::<_, 2>(inlined!(|r| $work.queries(keys + row[r], $args.problem.window))); // of each key
            clear_outside(tile, column, unrolled::<_, 2>(inlined!(|r| [queries[r][0] - at, queries[r][1] - at])));
        });
        let mut $s = thr_s.make_fragment_C(&tScS); // (MMA,MMA_M,MMA_N), keys × queries
        let mut tPrP = thr_s.make_fragment_C(&tScS); // dP
        $pipelines.q.consumer_wait($q);
        warpgroup_arrive();
        gemm($mma.scaled(ScaleOut::Zero), &$k, &$q_block, &mut $s);
        warpgroup_commit_batch();
        $pipelines.d_o.consumer_wait($d_o);
        warpgroup_arrive();
        gemm($mma.scaled(ScaleOut::Zero), &$v, &$do_block, &mut tPrP);
        warpgroup_commit_batch();
        let (lse, delta) = (inlined!(|j: usize| pair($q.index(), j)), inlined!(|j: usize| pair(2 + $d_o.index(), j)));
        if CHANGED {
            warpgroup_wait::<0>();
            warpgroup_fence_operand(&mut $s);
            warpgroup_fence_operand(&mut tPrP);
            let own = unrolled::<_, 2>(inlined!(|r| keys + row[r] + $work.seq[0] - $work.seq[1] - at));
            changed((&mut $s, &mut tPrP), $change, (own, column), lse, delta);
        } else {
            warpgroup_wait::<1>(); // The scores are complete.
            warpgroup_fence_operand(&mut $s);
            probabilities(&mut $s, $args.problem.scale * core::f32::consts::LOG2_E, lse);
        }
        if MASKED {
            outside(&mut $s);
        }
        $store
        if !CHANGED {
            warpgroup_wait::<LATER>(); // dP is complete.
            warpgroup_fence_operand(&mut tPrP);
            gradient(&mut tPrP, &$s, delta);
        }
        if MASKED {
            outside(&mut tPrP);
        }
        ($s, tPrP)
    }};
}

/// Adds a warpgroup's part of dQ, in registers, to part `part` of the sums: those of a thread follow those of all others, four of every 512.
macro_rules! reduce_sums {
    ($args:ident, $warpgroup:ident, $thread:ident, $part:expr, $before:expr, $sums:ident) => {
        let part = $part;
        $args.in_turn(
            (part, $before as u32),
            $thread == 0,
            inlined!(|| named_barrier::sync(OWN + $warpgroup, 128)),
            inlined!(|| {
                let mut gSums = make_tensor(
                    make_gmem_ptr(($args.sums + 4 * 4096 * part) as *mut f32),
                    Sums::default(),
                ); // (128,(4,columns/8))
                copy(&ReduceAdd, &$sums, &mut gSums.slice_mut(coord!($thread, _)));
            }),
        );
    };
}

/// Stores dK and dV of a warpgroup, whose keys are those of the tile from `first` on, and says where they hold NaN.
macro_rules! store_gradients {
    ($args:ident, $work:ident, $tile:ident, $mma:ident, $thread:expr, $first:expr, $dk:ident, $dv:ident) => {
        let tKcK = $mma
            .get_slice(math::rematerialize(($thread) as u32) as i32)
            .partition_C(&make_identity_tensor(shape!(_64, { D::NEW })));
        let cK = tKcK.with_layout(convert_layout_acc_rowcol(tKcK.layout()));
        let coord = inlined!(|i: usize| cK.coord(i as i32));
        scale_rows::<2, _, _>(&mut $dk, [$args.problem.scale; 2]);
        if has_nan(&mut $dk) || has_nan(&mut $dv) {
            let block = ($work.batch * $args.heads_kv + $work.head) as u64
                * $args.tiles.tiles_m as u64
                + $tile.m as u64;
            u32::store_global($args.nan + 4 * block, 1); // These rows are computed again.
        }
        let (key, count) = (
            $work.start[1] + $work.key + $first,
            $work.seq[1] - $work.key - $first,
        );
        let [_, dk, dv] = &$args.written;
        store_rows::<4, _, _>(
            dk.from($work.batch, key, $work.head),
            [count, $args.problem.head_dim as i32],
            coord,
            &convert_type::<T, _, _>(&$dk),
        );
        store_rows::<4, _, _>(
            dv.from($work.batch, key, $work.head),
            [count, $args.problem.head_dim_v as i32],
            coord,
            &convert_type::<T, _, _>(&$dv),
        );
    };
}

super::tiles::each_kernel!(backward bf16 SM90_64xNx16_F32BF16BF16_SS SM90_64xNx16_F32BF16BF16_RS);
super::tiles::each_kernel!(backward f16 SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS);
