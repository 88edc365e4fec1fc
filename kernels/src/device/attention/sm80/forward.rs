//! The main loop: groups of warps go over the blocks of keys that the rows see.
//!
//! ```text
//! cp.async    K0 V0 K1 V1 …  each into its stage, ahead by the stages
//! group       S = Q K0'   P = exp S   O += P V0   S = Q K1'   …
//! ```
//!
//! Each group has its own stages and goes at its own pace; one warp needs no barrier of the CTA. Before a product the group waits for its
//! operand, and then fills the stage that the product before it has read.
//!
//! Source: FlashAttention 2, `flash_fwd_kernel.h`; split keys as in Flash-Decoding.

/// The kernel of each tile: CuTe's template over layouts, here a macro.
macro_rules! forward {
    ($t:ident $atom:ident; $($name:ident $row:tt)*) => {
        pub mod $t { $(
            #[allow(non_snake_case, reason = "CuTe's names")]
            pub mod $name {
                use crate::device::attention::prelude::*;
                use crate::device::attention::sm80::append::append;
                use crate::device::attention::sm80::args::Sm80Args;
                use crate::device::attention::sm80::epilogue::Epilogue;
                use crate::device::attention::sm80::fill::{chunks, fill_rows, first_byte};
                use crate::device::attention::sm80::prefetch::prefetch;
                use crate::device::attention::sm80::rows::{KeyRows, Order};
                use crate::device::attention::sm80::tiles::$name::{self as tiles, *};

                type T = azulejo_tensor::$t;
                type Config = tiles::Config<T>;
                type Storage = tiles::Storage<T>;
                type Atom = $atom;
                type Mma = TiledMma<Atom, Layout<(Warps, _1, _1), (_1, _0, _0)>, (Times<Warps, _16>, _16, _16)>;
                main_loop! {}
            }
        )* }
    };
}

/// The function `forward` of a tile.
macro_rules! main_loop {
    () => {
        /// Rows of Q and keys of a block of a group, threads of a group.
        const ROWS_Q: usize = <Config as Tiles>::M as usize;
        const KEYS: usize = (<Config as Tiles>::N / GROUPS) as usize;
        const THREADS: u32 = 32 * WARPS;
        /// Rows of a thread, and rows that one `cp.async` of a group fills.
        const ROWS: usize = ROWS_Q / (8 * WARPS as usize);
        const FILLED: usize = (THREADS / LANES) as usize;
        /// Threads that fill a row.
        const LANES: u32 = extent::<Lanes>();
        /// Keys of the smallest page. A kernel for few rows looks as many up at once, wherever pages are of a multiple.
        const PAGE: usize = 16;
        const BY_PAGES: bool = GROUPS > 1;
        /// `true` if a step works out where its operands are before it starts copies, whose addresses are then in other registers, or after.
        const EARLY: bool = Q_SHARED && ROWS == 2;
        /// Blocks of 16 columns of Q that stay in registers, where O leaves some, and are not read from shared memory in each step.
        const KEPT: usize = if Q_SHARED && <Config as Tiles>::HEAD_DIM == 256 { 5 } else { 0 };
        /// Operands in flight while the group waits for one.
        const AHEAD: u32 = 2 * STAGES - 2;

        /// Waits until the group's operand has come and the product before has been computed.
        #[inline(always)]
        unsafe fn wait_for_operand() {
            cp_async_wait::<AHEAD>();
            // SAFETY: all threads of the group are here: a warp, or the CTA.
            unsafe { if WARPS == 1 { warpgroup::sync_warp() } else { thread::sync() } }
        }

        /// `O = softmax(Q K') V` of the rows of a tile over the keys of its split.
        ///
        /// # Safety
        /// Launched with `Config::THREADS` threads, `Config::SHARED` bytes of shared memory, and arguments of a checked problem.
        #[inline(always)]
        pub unsafe fn forward(args: &Sm80Args) {
            // SAFETY: the launcher's tensors and shared memory; groups branch as a whole, stages are waited for before they are read.
            unsafe {
                const ORDER: Order = if GROUPS == 1 { Order::Rows } else { Order::Heads };
                let tile = inlined!(|| args.tile(thread::ctaid(), ROWS_Q as u32, <Config as Tiles>::N as i32, ORDER));
                if BY_PAGES && args.early > 0 {
                    prefetch(args, tile(), <Config as Tiles>::N as i32);
                }
                wait_on_dependent_grids();
                if !BY_PAGES {
                    launch_dependent_grids();
                }
                let Some(tile) = tile() else { return };
                let tile = tile.uniform();
                let group = if const { GROUPS == 1 } { 0 } else { warpgroup::uniform(thread::tid() / THREADS) };
                let thread = (thread::tid() % THREADS) as i32;
                let (keys, values) = (KeyRows::new(args, &tile.work, &args.k, &args.new_k), KeyRows::new(args, &tile.work, &args.v, &args.new_v));
                let arena = smem::arena();
                let smem = Storage::at(arena);
                let sQ = Tensor::from_parts(SharedPtr::<T>::new(arena), SmemQ::default());
                let (sK, sV) = (smem.k(), smem.v()); // (M,D), (N,D,PIPE), (DV,N,PIPE)

                let mma = Mma::new();
                let thr_mma = mma.get_slice(thread);
                let mut tSrQ = thr_mma.make_fragment_A(&thr_mma.partition_A(&sQ)); // (MMA,MMA_M,MMA_K)
                let mut tSrK = thr_mma.make_fragment_B(&thr_mma.partition_B(&sK.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K)
                let mut tOrV = thr_mma.make_fragment_B(&thr_mma.partition_B(&sV.slice(coord!(_, _, _0)))); // (MMA,MMA_N,MMA_K)
                let tScS = thr_mma.partition_C(&make_identity_tensor(shape!({ M::NEW }, { N::NEW }))); // coordinates (row, key)
                let tOcO = thr_mma.partition_C(&make_identity_tensor(shape!({ M::NEW }, { DV::NEW })));
                let cS = tScS.with_layout(convert_layout_acc_rowcol(tScS.layout()));
                let row = unrolled::<_, ROWS>(inlined!(|r| cS.coord(r as i32).0));
                let first = cS.coord(0i32).1;
                let column = inlined!(|i: usize| cS.coord(i as i32).1 - first);

                let by_rows = CopyAtom::<SM75_U32x4_LDSM_N, T>::new();
                let (s2r_q, s2r_k) = (make_tiled_copy_A(by_rows, mma), make_tiled_copy_B(by_rows, mma));
                let s2r_v = make_tiled_copy_B(CopyAtom::<SM75_U16x8_LDSM_T, T>::new(), mma);
                let (thr_q, thr_k, thr_v) = (s2r_q.get_slice(thread), s2r_k.get_slice(thread), s2r_v.get_slice(thread));

                // Rows are filled by 16 bytes: thread t has row t / LANES and chunk t % LANES.
                let fill = CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, T>::new();
                let fill_k = make_tiled_copy(fill, Layout::<(Filled, Lanes), (Lanes, _1)>::default(), layout!((_1, _8):(_0, _1)));
                let fill_v = make_tiled_copy(fill, Layout::<(Lanes, Filled), (_1, Lanes)>::default(), layout!((_8, _1):(_1, _0)));
                let (fill_k, fill_v) = (fill_k.get_slice(thread), fill_v.get_slice(thread));
                let tQsQ = fill_k.partition_D(&sQ); // (CPY,CPY_M,CPY_D)
                let (tKsK, tVsV) = (fill_k.partition_D(&sK), fill_v.partition_D(&sV)); // (CPY,CPY_N,CPY_D,PIPE), (CPY,CPY_D,CPY_N,PIPE)
                let filled = thread / LANES as i32; // this thread's first row
                let last = tile.work.seq[1] - 1;
                let stages = (group * STAGES) as usize;
                macro_rules! fill_block { ($block:expr, $rows:ident, $columns:expr, $d:ty, |$i:ident, $c:ident| $to:expr) => {{
                    const FILLS: usize = KEYS / FILLED;
                    let first = ($block * GROUPS as i32 + group as i32) * KEYS as i32;
                    let (key, to) = (first + filled, inlined!(|$i: usize, $c: usize| first_byte(&$to)));
                    let end = first + KEYS as i32;
                    let is_apart_alike = if BY_PAGES { $rows.are_in_pages(PAGE as u32, end) } else { $rows.are_in_tensor() };
                    if is_apart_alike && end <= last + 1 {
                        let (mut from, step) = (if BY_PAGES { 0 } else { $rows.base(key) }, $rows.step(FILLED as u32));
                        let row = inlined!(|i: usize| {
                            if BY_PAGES && i * FILLED % PAGE == 0 {
                                from = $rows.place(key + (i * FILLED) as i32);
                            }
                            from += step;
                            (from - step, true)
                        });
                        fill_rows::<FILLS, { chunks::<$d>() }, LANES>(thread as u32, $columns, row, to);
                    } else {
                        let row = inlined!(|i: usize| {
                            let key = key + (i * FILLED) as i32;
                            ($rows.row(if key < last { key } else { last }), key <= last)
                        });
                        fill_rows::<FILLS, { chunks::<$d>() }, LANES>(thread as u32, $columns, row, to);
                    }
                }} }
                macro_rules! fill_keys { ($block:expr, $stage:expr) => {
                    fill_block!($block, keys, args.problem.head_dim, D, |i, c| tKsK.slice(coord!(_, i, c, { stages + $stage })))
                } }
                macro_rules! fill_values { ($block:expr, $stage:expr) => {
                    fill_block!($block, values, args.problem.head_dim_v, DV, |i, c| tVsV.slice(coord!(_, c, i, { stages + $stage })))
                } }

                let (begin, end) = (tile.blocks.first, tile.blocks.end);
                let row_q = inlined!(|row: u32| {
                    tile.place(&args.q, if row < tile.rows { row } else { 0 })
                });
                if Q_SHARED && begin < end {
                    let row = inlined!(|i: usize| {
                        let row = filled as u32 + (i * FILLED) as u32;
                        (row_q(row), row < tile.rows)
                    });
                    fill_rows::<{ ROWS_Q / FILLED }, { chunks::<D>() }, LANES>(thread as u32, args.problem.head_dim, row,
                        inlined!(|i, c| first_byte(&tQsQ.slice(coord!(_, i, c)))));
                    if KEPT > 0 {
                        cp_async_fence();
                    }
                }
                repeat::<{ STAGES as usize }>(inlined!(|i| {
                    let block = begin + i as i32;
                    if block < end {
                        fill_keys!(block, i);
                    }
                    cp_async_fence();
                    if i + 1 < STAGES as usize {
                        if block < end {
                            fill_values!(block, i);
                        }
                        cp_async_fence();
                    }
                }));
                if !Q_SHARED && begin < end {
                    let cQ = thr_mma.partition_A(&make_identity_tensor(shape!({ M::NEW }, { D::NEW }))); // (MMA,MMA_M,MMA_K)
                    let of = unrolled::<_, 2>(inlined!(|r| row_q(row[r] as u32)));
                    let is_row = unrolled::<_, 2>(inlined!(|r| (row[r] as u32) < tile.rows));
                    unroll!(k in Blocks => {
                        repeat::<4>(inlined!(|word| {
                            let i = 8 * k + 2 * word; // values: two columns, two rows, two columns
                            let column = cQ.coord(i as i32).1 as u32;
                            let is_there = is_row[word % 2] && column < args.problem.head_dim;
                            let pair = if is_there { u32::load_global(of[word % 2] + 2 * column as u64) } else { 0 };
                            let at = azulejo_tensor::OffsetAt::offset_at(tSrQ.layout(), i);
                            *tSrQ.engine_mut().registers_mut(azulejo_layout::Int::value(at) as isize) = pair;
                        }));
                    });
                }

                if KEPT > 0 && begin < end {
                    cp_async_wait::<{ 2 * STAGES - 1 }>();
                    thread::sync();
                    let tXsQ = s2r_q.get_slice(thread).partition_S(&sQ); // (CPY,CPY_M,CPY_K)
                    unroll!(k in Blocks => {
                        if k < KEPT {
                            copy(&s2r_q, &tXsQ.slice(coord!(_, _, k)), &mut thr_q.retile_D_mut(&mut tSrQ).slice_mut(coord!(_, _, k)));
                        }
                    });
                }

                let changed = args.changed != 0;
                // What a masked block needs of the rows is worked out there: it would be kept in registers through the loop.
                let here = inlined!(|r: usize| tile.row(math::rematerialize(row[r] as u32)));
                let mut softmax = Softmax::<ROWS, true>::new(if changed { 1.0 } else { args.problem.scale });
                let mut tOrO = thr_mma.make_fragment_C(&tOcO); // (MMA,MMA_M,MMA_N)
                clear(&mut tOrO);
                let (mut stage, mut before) = (0usize, STAGES as usize - 1);
                let mut block = begin;
                let late = (end - args.late as i32).max(begin); // Where the next grid may start.
                while block < end {
                    if BY_PAGES && block == late {
                        launch_dependent_grids();
                    }
                    // Where operands are in shared memory is worked out in each step, as registers are few.
                    let of_scores = inlined!(|| {
                        let own_thread = math::rematerialize(thread as u32) as i32;
                        let (tXsQ, tXsK) = (s2r_q.get_slice(own_thread).partition_S(&sQ), s2r_k.get_slice(own_thread).partition_S(&sK));
                        (tXsQ, tXsK.slice(coord!(_, _, _, { stages + stage })))
                    });
                    let of_values = inlined!(|| {
                        let own_thread = math::rematerialize(thread as u32) as i32;
                        s2r_v.get_slice(own_thread).partition_S(&sV).slice(coord!(_, _, _, { stages + stage }))
                    });
                    let (mut tXsQ, mut tXsK) = of_scores();
                    wait_for_operand();
                    if block + (STAGES as i32 - 1) < end {
                        fill_values!((block + (STAGES as i32 - 1)), before);
                    }
                    cp_async_fence();
                    let mut tSrS = make_rmem::<f32, _>(Scores::default()); // (MMA,MMA_M,MMA_N)
                    clear(&mut tSrS);
                    if !EARLY {
                        (tXsQ, tXsK) = of_scores();
                    }
                    unroll!(k in Blocks => {
                        if Q_SHARED && k >= KEPT {
                            copy(&s2r_q, &tXsQ.slice(coord!(_, _, k)), &mut thr_q.retile_D_mut(&mut tSrQ).slice_mut(coord!(_, _, k)));
                        }
                        copy(&s2r_k, &tXsK.slice(coord!(_, _, k)), &mut thr_k.retile_D_mut(&mut tSrK).slice_mut(coord!(_, _, k)));
                        gemm(mma, &tSrQ.slice(coord!(_, _, k)), &tSrK.slice(coord!(_, _, k)), &mut tSrS);
                    });
                    let at = (block * GROUPS as i32 + group as i32) * KEYS as i32 + first;
                    if changed {
                        let own = unrolled::<_, ROWS>(inlined!(|r| here(r).0 + tile.work.seq[1] - tile.work.seq[0] - at));
                        let changes = unrolled::<_, ROWS>(inlined!(|r| {
                            let head = here(r).1;
                            args.problem.change(tile.work.batch, if head < args.problem.heads { head } else { 0 })
                        }));
                        change(&mut tSrS, column, own, changes);
                    }
                    if !tile.blocks.is_plain(block) {
                        mask(&mut tSrS, column, unrolled::<_, ROWS>(inlined!(|r| {
                            let [from, to] = tile.work.keys(here(r).0, args.problem.window);
                            [from - at, to - at]
                        })));
                    }
                    let factor = softmax.step::<false, Atom, _, _>(&mut tSrS);
                    scale_rows::<ROWS, _, _>(&mut tOrO, factor);
                    let tOrP = convert_type::<T, _, _>(&tSrS).with_layout(convert_layout_acc_Aregs(tSrS.layout())); // ((2,2,2),MMA_M,MMA_N/2)

                    let mut tXsV = of_values();
                    wait_for_operand();
                    if block + (STAGES as i32) < end {
                        fill_keys!((block + STAGES as i32), stage);
                    }
                    cp_async_fence();
                    if !EARLY {
                        tXsV = of_values();
                    }
                    repeat::<{ KEYS / 16 }>(inlined!(|k| {
                        copy(&s2r_v, &tXsV.slice(coord!(_, _, k)), &mut thr_v.retile_D_mut(&mut tOrV).slice_mut(coord!(_, _, k)));
                        gemm(mma, &tOrP.slice(coord!(_, _, k)), &tOrV.slice(coord!(_, _, k)), &mut tOrO);
                    }));
                    before = stage;
                    stage = if stage + 1 == STAGES as usize { 0 } else { stage + 1 };
                    block += 1;
                }

                // Worked out here: what follows from it would be kept in registers through the loop.
                let thr_o = mma.get_slice(math::rematerialize(thread::tid() % THREADS) as i32);
                let tOcO = thr_o.partition_C(&make_identity_tensor(shape!({ M::NEW }, { DV::NEW }))); // coordinates (row, column)
                let cO = tOcO.with_layout(convert_layout_acc_rowcol(tOcO.layout()));
                let nan = if !tile.blocks.are_plain() && has_nan(&mut tOrO) { nan_elements(&mut tOrO) } else { [0; 4] };
                let is_whole = GROUPS == 1 && tile.split[1] == 1;
                let (max, mut factor, of) = (softmax.exponents(), [1.0; ROWS], group * <Config as Tiles>::M);
                if is_whole {
                    let log;
                    (factor, log) = softmax.finish::<Atom>();
                    finish_rows::<ROWS, _, _>(&mut tOrO, factor);
                    let row = inlined!(|r: usize| cO.coord(r as i32).0 as u32);
                    store_lse(&args.problem, cO.coord(0i32).1 == 0, inlined!(|r| (row(r) < tile.rows, tile.lse(&args.problem, row(r)))), log);
                    store_rows::<4, _, _>(inlined!(|row: i32, column: i32| tile.place(&args.o, row as u32) + 2 * column as u64),
                        [tile.rows as i32, args.problem.head_dim_v as i32], inlined!(|i: usize| cO.coord(i as i32)), &convert_type::<T, _, _>(&tOrO));
                } else {
                    // O, maxima and sums take the place of the stages.
                    cp_async_wait::<0>();
                    thread::sync();
                    let (max, sum) = softmax.rows::<Atom>();
                    if cO.coord(0i32).1 == 0 {
                        repeat::<ROWS>(inlined!(|r| {
                            let at = <Config as Tiles>::O_BYTES + 8 * (of + cO.coord(r as i32).0 as u32);
                            <[u32; 2]>::store_shared(arena + at, [max[r].to_bits(), sum[r].to_bits()]);
                        }));
                    }
                    let mut sO = Tensor::from_parts(SharedPtr::<f32>::new(arena + 4 * of * O_STRIDE), SmemO::default()); // (M,DV)
                    copy(&AutoVectorizingCopy, &tOrO, &mut thr_o.partition_C_mut(&mut sO));
                }
                warpgroup::sync_warp(); // Other lanes have stored these elements.
                if nan != [0; 4] {
                    let q = inlined!(|row: u32| {
                        let (query, head) = tile.row(row);
                        (row < tile.rows).then_some((query, head, tile.place(&args.q, row)))
                    });
                    let rows = inlined!(|key: i32| {
                        let block = key / KEYS as i32; // of the group where it is one of its split
                        let is_own = block % GROUPS as i32 == group as i32 && begin <= block / GROUPS as i32 && block / (GROUPS as i32) < end;
                        is_own.then(|| [keys.row(key), values.row(key)])
                    });
                    let store = inlined!(|row: i32, column: i32, x: f32| {
                        if is_whole {
                            ((tile.place(&args.o, row as u32) + 2 * column as u64) as *mut u16).write(T::pack(x, 0.0) as u16)
                        } else {
                            u32::store_shared(arena + 4 * ((of + row as u32) * O_STRIDE + column as u32), x.to_bits())
                        }
                    });
                    redo::<T, ROWS>((&args.problem, &tile.work, changed), (nan, [max, factor]), inlined!(|i: i32| cO.coord(i)), q, rows, store);
                }
                if !is_whole {
                    thread::sync();
                    Epilogue { args, tile: &tile, smem: arena }.store::<Config>(O_STRIDE);
                }
                if args.appended != 0 && tile.first == 0 && tile.work.head == args.problem.head_kv(tile.work.head) * args.problem.group {
                    append(&keys, args.problem.head_dim, args.appended, tile.split);
                    append(&values, args.problem.head_dim_v, args.appended, tile.split);
                }
            }
        }
    };
}

super::tiles::each_kernel!(forward bf16 SM80_16x8x16_F32BF16BF16F32_TN);
super::tiles::each_kernel!(forward f16 SM80_16x8x16_F32F16F16F32_TN);
