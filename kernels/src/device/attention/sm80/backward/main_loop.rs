//! The main loop: a CTA has a block of keys, and goes over the blocks of queries that see one of them.
//!
//! ```text
//! cp.async     K V Q0 dO0   Q1 dO1 …    a stage ahead, where there are two
//! a step       S' = K Q'   dP' = V dO'   P' = exp S'   dS' = P' (dP' - D)   dV += P' dO   dK += dS' Q   dQ = dS K
//! ```
//!
//! Keys are the rows of the products but the last, so that P' and dS' in registers are operand A of the next two where a warp has all
//! queries of the block. dS goes through shared memory, as dQ needs the keys of all warps. Additions to dQ, which an SM sends on at
//! 32 bytes per clock, are between the products of dK, where these follow.
//!
//! Source: FlashAttention 2, `flash_bwd_kernel.h`.

/// The kernel of each tile: CuTe's template over layouts, here a macro.
macro_rules! backward {
    ($t:ident $atom:ident; $($name:ident { $d:ident columns, $n:ident keys, $m:ident queries by $p:ident, $wk:ident x $wx:ident warps,
        $wq:ident x $wy:ident of dQ, $q:ident and $o:ident pieces, $place:ident })*) => {
        pub mod $t { $(
            #[allow(non_snake_case, reason = "CuTe's names")]
            pub mod $name {
                use azulejo_layout::Int;

                use crate::device::attention::backward::args::{Args, BLOCK};
                use crate::device::attention::backward::gradient::gradients;
                use crate::device::attention::sm80::backward::tiles::$name::{self as tiles, *};
                use crate::device::attention::prelude::*;
                use crate::device::attention::sm80::fill::{chunks, fill_rows, first_byte};

                type T = azulejo_tensor::$t;
                type Config = tiles::Config<T>;
                type Storage = tiles::Storage<T>;
                type Mma = TiledMma<$atom, Warps, Tile>;
                type MmaQ = TiledMma<$atom, WarpsQ, TileQ>;
                operand_a! { $place }
                main_loop! {}
            }
        )* }
    };
}

/// How operand A of dK and dV comes from accumulators: in the registers where they are, piece by piece, or through shared memory.
macro_rules! operand_a {
    (registers) => {
        /// What is done for each piece, and what for the block.
        macro_rules! of_piece { ($step:expr) => { $step } }
        macro_rules! of_block { ($step:expr) => {} }
        /// Accumulators of S' and dP', of which pairs of instructions along the queries are contiguous, as operand A is.
        macro_rules! scores { ($thr_mma:ident, $tScS:ident) => { make_rmem::<f32, _>(Scores::default()) } }
        /// `$sums += $a B` over the queries of a piece, where `$b` loads operand B of 16 of them.
        macro_rules! add_product { ($mma:ident, $a:ident, |$k:ident| $b:expr, $sums:ident) => {{
            let a = convert_type::<T, _, _>(&$a).with_layout(convert_layout_acc_Aregs($a.layout())); // ((2,2,2),MMA_M,P/16)
            repeat::<{ AT_ONCE as usize / 16 }>(inlined!(|$k| gemm($mma, &a.slice(coord!(_, _, $k)), &$b, &mut $sums)));
        }} }
    };
    (shared) => {
        macro_rules! of_piece { ($step:expr) => {} }
        macro_rules! of_block { ($step:expr) => { $step } }
        macro_rules! scores { ($thr_mma:ident, $tScS:ident) => { $thr_mma.make_fragment_C(&$tScS) } }
        /// `$sums += $sA B` over the queries of a block, where `$b` loads operand B of 16 of them.
        macro_rules! add_product { ($mma:ident, $sA:expr, |$k:ident| $b:expr, $sums:ident) => {{
            let thr_mma = $mma.get_slice(thread::tid() as i32);
            let by_rows = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, T>::new(), $mma);
            let thr_a = by_rows.get_slice(thread::tid() as i32);
            let tXsA = thr_a.partition_S(&$sA); // (CPY,MMA_M,M/16)
            let mut a = thr_mma.make_fragment_A(&thr_mma.partition_A(&$sA)); // (MMA,MMA_M,M/16)
            repeat::<{ QUERIES as usize / 16 }>(inlined!(|$k| {
                copy(&by_rows, &tXsA.slice(coord!(_, _, $k)), &mut thr_a.retile_D_mut(&mut a).slice_mut(coord!(_, _, $k)));
                gemm($mma, &a.slice(coord!(_, _, $k)), &$b, &mut $sums)
            }));
        }} }
    };
}

/// The function `backward` of a tile.
macro_rules! main_loop {
    () => {
        /// Operand B of 16 queries, from a piece of `$source`.
        macro_rules! bring { ($copy:ident, $thr:ident, $source:ident, $to:ident, $k:ident, $piece:ident) => {{
            copy(&$copy, &$source.slice(coord!(_, _, $k, { $piece })), &mut $thr.retile_D_mut(&mut $to).slice_mut(coord!(_, _, $k)));
            $to.slice(coord!(_, _, $k))
        }} }

        /// Queries of a block and of a piece, keys of a CTA, and threads.
        const QUERIES: i32 = <Config as Tiles>::M as i32;
        const AT_ONCE: i32 = QUERIES / PARTS as i32;
        const KEYS: i32 = <Config as Tiles>::N as i32;
        const THREADS: i32 = <Config as Tiles>::THREADS as i32;
        /// Threads that fill a row, and rows that one `cp.async` of the CTA fills.
        const LANES: u32 = extent::<Lanes>();
        const FILLED: i32 = THREADS / LANES as i32;
        /// Sums of dQ of a thread for each 16 queries of a block.
        const SUMS: usize = (16 * <Config as Tiles>::HEAD_DIM as i32 / THREADS) as usize;
        /// Rows of a thread.
        const ROWS: usize = KEYS as usize / (8 * extent::<WarpsK>() as usize);

        /// dK and dV of a CTA's keys, and its part of dQ.
        ///
        /// # Safety
        /// Launched with `Config::THREADS` threads, `Config::SHARED` bytes of shared memory, and arguments of a checked problem.
        #[inline(always)]
        pub unsafe fn backward(args: &Args) {
            // SAFETY: the launcher's tensors and shared memory; all threads go together, stages are waited for before they are read.
            unsafe {
                let Some(work) = args.work(args.tiles.work_tile(thread::ctaid()), KEYS as u32) else { return };
                let [_, d_o, q, k, v] = &args.read;
                let blocks = work.blocks(QUERIES, KEYS, args.problem.window);
                let (thread, batch) = (thread::tid() as i32, work.batch);
                let smem = Storage::at(smem::arena());
                let (sK, sV, sQ, sdO, mut sdS) = (smem.k(), smem.v(), smem.q(), smem.d_o(), smem.ds()); // (N,D), (N,D), (P,D,PIPE), (P,D,PIPE), (N,M)
                let (sQt, sdOt) = (sQ.with_layout(QByColumns::default()), sdO.with_layout(OByColumns::default())); // (D,P,PIPE)
                let (sKt, sdSt) = (sK.with_layout(KByColumns::default()), sdS.with_layout(SByColumns::default())); // (D,N), (M,N)

                let (mma, mma_q) = (Mma::new(), MmaQ::new());
                let (thr_mma, thr_mma_q) = (mma.get_slice(thread), mma_q.get_slice(thread));
                let mut tSrK = thr_mma.make_fragment_A(&thr_mma.partition_A(&sK)); // (MMA,MMA_M,MMA_K), of V, too
                let mut tSrQ = thr_mma.make_fragment_B(&thr_mma.partition_B(&sQ.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K), of dO, too
                let mut tKrQ = thr_mma.make_fragment_B(&thr_mma.partition_B(&sQt.slice(coord!(_, _, _0)))); // (MMA,MMA_N,P/16), of dO, too
                let mut tQrdS = thr_mma_q.make_fragment_A(&thr_mma_q.partition_A(&sdSt)); // (MMA,MMA_M,N/16)
                let mut tQrK = thr_mma_q.make_fragment_B(&thr_mma_q.partition_B(&sKt)); // (MMA,MMA_N,N/16)
                let tScS = thr_mma.partition_C(&make_identity_tensor(shape!({ N::NEW }, { P::NEW }))); // coordinates (key, query)
                let tKcK = thr_mma.partition_C(&make_identity_tensor(shape!({ N::NEW }, { D::NEW }))); // coordinates (key, column)
                let tQcQ = thr_mma_q.partition_C(&make_identity_tensor(shape!({ M::NEW }, { D::NEW }))); // coordinates (query, column)
                let cS = tScS.with_layout(convert_layout_acc_rowcol(tScS.layout()));
                let (row, first) = (unrolled::<_, ROWS>(inlined!(|r| cS.coord(r as i32).0)), cS.coord(0i32).1); // this thread's keys and first query
                let column = inlined!(|i: usize| cS.coord(i as i32).1 - first);

                let (by_rows, by_columns) = (CopyAtom::<SM75_U32x4_LDSM_N, T>::new(), CopyAtom::<SM75_U16x8_LDSM_T, T>::new());
                let (s2r_k, s2r_q, s2r_t) = (make_tiled_copy_A(by_rows, mma), make_tiled_copy_B(by_rows, mma), make_tiled_copy_B(by_columns, mma));
                let (s2r_ds, s2r_kt) = (make_tiled_copy_A(by_columns, mma_q), make_tiled_copy_B(by_columns, mma_q));
                let (thr_k, thr_q, thr_t) = (s2r_k.get_slice(thread), s2r_q.get_slice(thread), s2r_t.get_slice(thread));
                let (thr_ds, thr_kt) = (s2r_ds.get_slice(thread), s2r_kt.get_slice(thread));
                let (tXsK, tXsV, tXsQ, tXsdO) = (thr_k.partition_S(&sK), thr_k.partition_S(&sV), thr_q.partition_S(&sQ), thr_q.partition_S(&sdO));
                let (tXsQt, tXsdOt) = (thr_t.partition_S(&sQt), thr_t.partition_S(&sdOt)); // (CPY,MMA_N,P/16,PIPE)
                let (tXsdS, tXsKt) = (thr_ds.partition_S(&sdSt), thr_kt.partition_S(&sKt)); // (CPY,MMA,N/16)
                let r2s = make_tiled_copy_C(CopyAtom::<UniversalCopy<_32>, T>::new(), mma);
                let thr_r2s = r2s.get_slice(thread);

                // Rows are filled by 16 bytes: thread t has row t / LANES and chunk t % LANES.
                let fill = CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, T>::new();
                let fill = make_tiled_copy(fill, Layout::<(Filled, Lanes), (Lanes, _1)>::default(), layout!((_1, _8):(_0, _1)));
                let fill = fill.get_slice(thread);
                let (tKsK, tVsV, tQsQ, tOsO, filled) = (fill.partition_D(&sK), fill.partition_D(&sV), fill.partition_D(&sQ), fill.partition_D(&sdO), thread / LANES as i32);
                let first_row = inlined!(|head: u32| head as u64 * args.rows as u64 + work.row as u64); // in the workspace
                // A row of a tensor from this thread's first one after position `first` of a sequence on, and whether it is there.
                macro_rules! row_of { ($of:expr, $head:expr, $which:literal, $first:expr) => { inlined!(|i: usize| {
                    let (row, last) = ($first + filled + FILLED * i as i32, work.seq[$which] - 1);
                    ($of.at(batch, work.start[$which] + if row < last { row } else { last }, $head), row <= last)
                })} }
                // Row i of a thread is in a piece: its number, and the row there.
                const FILLS: usize = (AT_ONCE / FILLED) as usize;
                macro_rules! fill_q { ($head:expr, $block:expr, $stage:expr) => {{
                    let (head, query, piece) = ($head, $block * QUERIES, $stage * PARTS);
                    fill_rows::<{ FILLS * PARTS }, { chunks::<D>() }, LANES>(thread as u32, args.problem.head_dim, row_of!(q, head, 0, query),
                        inlined!(|i, c| first_byte(&tQsQ.slice(coord!(_, i % FILLS, c, { piece + i / FILLS })))));
                    if thread < QUERIES / 4 {
                        let at = 16 * thread as u32 + 4 * QUERIES as u32 * $stage as u32;
                        let row = 4 * (first_row(head) + query as u64 + 4 * thread as u64);
                        cp_async::copy::<16, true, 0>(smem.lse().engine().shared_address() + at, args.lse2 + row, None, None);
                        cp_async::copy::<16, true, 0>(smem.delta().engine().shared_address() + at, args.delta + row, None, None);
                    }
                }} }
                macro_rules! fill_d_o { ($head:expr, $block:expr, $stage:expr) => {{
                    let (head, query, piece) = ($head, $block * QUERIES, $stage * PARTS);
                    fill_rows::<{ FILLS * PARTS }, { chunks::<D>() }, LANES>(thread as u32, args.problem.head_dim_v, row_of!(d_o, head, 0, query),
                        inlined!(|i, c| first_byte(&tOsO.slice(coord!(_, i % FILLS, c, { piece + i / FILLS })))));
                }} }
                fill_rows::<{ (KEYS / FILLED) as usize }, { chunks::<D>() }, LANES>(thread as u32, args.problem.head_dim, row_of!(k, work.head, 1, work.key),
                    inlined!(|i, c| first_byte(&tKsK.slice(coord!(_, i, c)))));
                fill_rows::<{ (KEYS / FILLED) as usize }, { chunks::<D>() }, LANES>(thread as u32, args.problem.head_dim_v, row_of!(v, work.head, 1, work.key),
                    inlined!(|i, c| first_byte(&tVsV.slice(coord!(_, i, c)))));

                let mut tdKrdK = thr_mma.make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                let mut tdVrdV = thr_mma.make_fragment_C(&tKcK); // (MMA,MMA_M,MMA_N)
                clear(&mut tdKrdK);
                clear(&mut tdVrdV);
                let end = if blocks.count() == 0 { 0 } else { (work.head + 1) * args.problem.group };
                let (mut head, mut block, mut stage) = (work.head * args.problem.group, blocks.first, 0usize);
                if STAGES == 2 && head < end {
                    fill_q!(head, block, 0usize);
                    fill_d_o!(head, block, 0usize);
                }
                cp_async_fence();
                while head < end {
                    let next = if block + 1 < blocks.end { (head, block + 1) } else { (head + 1, blocks.first) };
                    if STAGES == 1 {
                        thread::sync();
                        fill_q!(head, block, 0usize);
                        fill_d_o!(head, block, 0usize);
                        cp_async_fence();
                    }
                    cp_async_wait::<0>();
                    thread::sync();
                    if STAGES == 2 && next.0 < end {
                        fill_q!(next.0, next.1, (1 - stage));
                        if STAGES_O == 2 {
                            fill_d_o!(next.0, next.1, (1 - stage));
                        }
                        cp_async_fence();
                    }
                    let stage_o = if STAGES_O == 2 { stage } else { 0 };
                    repeat::<PARTS>(inlined!(|part: usize| {
                        let (piece, piece_o) = (stage * PARTS + part, stage_o * PARTS + part);
                        let mut tSrS = scores!(thr_mma, tScS); // (MMA,MMA_M,MMA_N), keys × queries
                        let mut tPrP = scores!(thr_mma, tScS); // dP
                        macro_rules! by_keys { ($keys:ident, $queries:ident, $piece:ident, $to:ident) => {
                            clear(&mut $to);
                            unroll!(k in Blocks => {
                                copy(&s2r_k, &$keys.slice(coord!(_, _, k)), &mut thr_k.retile_D_mut(&mut tSrK).slice_mut(coord!(_, _, k)));
                                copy(&s2r_q, &$queries.slice(coord!(_, _, k, { $piece })), &mut thr_q.retile_D_mut(&mut tSrQ).slice_mut(coord!(_, _, k)));
                                gemm(mma, &tSrK.slice(coord!(_, _, k)), &tSrQ.slice(coord!(_, _, k)), &mut $to);
                            });
                        } }
                        by_keys!(tXsK, tXsQ, piece, tSrS);
                        by_keys!(tXsV, tXsdO, piece_o, tPrP);
                        let at = block * QUERIES + part as i32 * AT_ONCE + first;
                        // LSE or delta of two neighbouring queries.
                        let pair = inlined!(|rows: u32, j: usize| {
                            let words = <[u32; 2]>::load_shared(rows + 4 * (first + AT_ONCE * piece as i32) as u32 + 4 * column(2 * ROWS * j) as u32);
                            [f32::from_bits(words[0]), f32::from_bits(words[1])]
                        });
                        let lse = inlined!(|j: usize| pair(smem.lse().engine().shared_address(), j));
                        let delta = inlined!(|j: usize| pair(smem.delta().engine().shared_address(), j));
                        let queries = inlined!(|r: usize| {
                            let [from, to] = work.queries(work.key + row[r], args.problem.window); // of a key
                            [from - at, to - at]
                        });
                        let own = inlined!(|r: usize| work.key + row[r] + work.seq[0] - work.seq[1] - at);
                        gradients::<ROWS, _, _>(args, head, (&mut tSrS, &mut tPrP), (!blocks.is_plain(block), queries), (own, column), lse, delta);
                        macro_rules! put { ($of:ident, $to:expr) => {
                            copy(&r2s, &thr_r2s.retile_S(convert_type::<T, _, _>(&$of)), &mut thr_r2s.partition_D_mut(&mut $to))
                        } }
                        put!(tPrP, sdS.local_tile_mut((N::NEW, P::NEW), coord!(0i32, { part })));
                        of_block!(put!(tSrS, smem.p()));
                        of_piece!(add_product!(mma, tSrS, |k| bring!(s2r_t, thr_t, tXsdOt, tKrQ, k, piece_o), tdVrdV));
                        of_piece!(add_product!(mma, tPrP, |k| bring!(s2r_t, thr_t, tXsQt, tKrQ, k, piece), tdKrdK));
                    }));
                    thread::sync(); // dS of all warps is there.
                    of_block!(add_product!(mma, smem.p(), |k| bring!(s2r_t, thr_t, tXsdOt, tKrQ, k, stage_o), tdVrdV));
                    if STAGES > STAGES_O {
                        of_block!(thread::sync()); // All warps have read dO.
                        if next.0 < end {
                            fill_d_o!(next.0, next.1, 0usize);
                            cp_async_fence();
                        }
                    }
                    let mut tQrQ = thr_mma_q.make_fragment_C(&tQcQ); // (MMA,MMA_M,MMA_N)
                    clear(&mut tQrQ);
                    repeat::<{ KEYS as usize / 16 }>(inlined!(|k| {
                        copy(&s2r_ds, &tXsdS.slice(coord!(_, _, k)), &mut thr_ds.retile_D_mut(&mut tQrdS).slice_mut(coord!(_, _, k)));
                        copy(&s2r_kt, &tXsKt.slice(coord!(_, _, k)), &mut thr_kt.retile_D_mut(&mut tQrK).slice_mut(coord!(_, _, k)));
                        gemm(mma_q, &tQrdS.slice(coord!(_, _, k)), &tQrK.slice(coord!(_, _, k)), &mut tQrQ);
                    }));
                    // 16 queries and 8 columns are 128 sums.
                    let at = first_row(head) + (block * QUERIES) as u64;
                    let (of_block, part) = (at / BLOCK as u64, (at % BLOCK as u64) as u32);
                    let sums = args.sums + 4 * (of_block * (BLOCK * args.columns) as u64 + (part * 8) as u64);
                    let gQ = make_tensor(make_gmem_ptr(sums as *mut f32), Sums::default()); // (M,D)
                    let tQgQ = thr_mma_q.partition_C(&gQ); // (MMA,MMA_M,MMA_N)
                    // Adds part `k` of as many as there are products of 16 queries.
                    let add = inlined!(|k: usize| tQrQ.layout().extent().repeat(inlined!(|i: usize| {
                        if i / SUMS == k {
                            counter::red_add_f32(tQgQ.engine().raw() as u64 + 4 * tQgQ.layout().offset_at(i).value() as u64, tQrQ.at(i));
                        }
                    })));
                    let part_of_turn = of_block * (args.columns / BLOCK) as u64 + (part / QUERIES as u32) as u64;
                    let before = work.key / KEYS - work.first_keys(block, QUERIES, KEYS, args.problem.window);
                    args.in_turn((part_of_turn, before as u32), thread::tid() == 0, inlined!(|| thread::sync()), inlined!(|| {
                        of_piece!(repeat::<{ QUERIES as usize / 16 }>(&add));
                        of_block!(add_product!(mma, smem.ds(), |k| {
                            let b = bring!(s2r_t, thr_t, tXsQt, tKrQ, k, stage);
                            add(k);
                            warpgroup::sync_warp(); // The compiler does not move the next additions before this product.
                            b
                        }, tdKrdK));
                    }));
                    (head, block) = next;
                    stage = (STAGES - 1) - stage;
                }
                cp_async_wait::<0>();
                // The tile's numbers are worked out again here, not kept through the main loop.
                let tile = args.tiles.work_tile(math::rematerialize(thread::ctaid()));
                let Some(work) = args.work(tile, KEYS as u32) else { return };
                let cK = tKcK.with_layout(convert_layout_acc_rowcol(tKcK.layout()));
                let coord = inlined!(|i: usize| cK.coord(i as i32));
                scale_rows::<ROWS, _, _>(&mut tdKrdK, [args.problem.scale; ROWS]);
                if has_nan(&mut tdKrdK) || has_nan(&mut tdVrdV) {
                    let plane = (work.batch * args.heads_kv + work.head) as u64;
                    let block = plane * args.tiles.tiles_m as u64 + tile.m as u64;
                    u32::store_global(args.nan + 4 * block, 1); // These rows are computed again.
                }
                let ([_, dk, dv], key, count) = (&args.written, work.start[1] + work.key, work.seq[1] - work.key);
                store_rows::<4, _, _>(dk.from(work.batch, key, work.head), [count, args.problem.head_dim as i32], coord, &convert_type::<T, _, _>(&tdKrdK));
                store_rows::<4, _, _>(dv.from(work.batch, key, work.head), [count, args.problem.head_dim_v as i32], coord, &convert_type::<T, _, _>(&tdVrdV));
            }
        }
    };
}

super::tiles::each_kernel!(backward bf16 SM80_16x8x16_F32BF16BF16F32_TN);
super::tiles::each_kernel!(backward f16 SM80_16x8x16_F32F16F16F32_TN);
