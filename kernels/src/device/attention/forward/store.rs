//! The end of a tile: O as means, and the logarithms of the sums, to global memory from registers.

/// The function `store` of a tile.
macro_rules! store {
    () => {
        /// Pairs of columns of O that a lane stores at a time.
        const STORED_WORDS: usize = match <Config as Tiles>::HEAD_DIM_V {
            96..=128 => 2,
            _ => 4,
        };

        /// Stores the 64 rows of O of a warpgroup and their LSE, from `row` and `first`, this thread's rows and first key of a block.
        ///
        /// # Safety
        /// All threads of the consumer warpgroup make the call, with the work of its queries, a warp's sums and `O` of all keys.
        #[inline(always)]
        unsafe fn store<
            L: Accumulators<RowCol: StaticLayout> + Extent + MemoryLayout + Room + StaticCosize,
        >(
            args: &Args,
            work: &Work,
            (thread, row, first): (i32, [i32; 2], i32),
            is_plain: bool,
            softmax: Softmax<2>,
            mut tOrO: RmemTensor<f32, L>,
        ) {
            // SAFETY: upheld by the caller: all threads of the warpgroup, and places of the launcher's tensors.
            unsafe {
                let thr_o = MmaO::new().get_slice(math::rematerialize(thread as u32) as i32);
                let tOcO = thr_o.partition_C(&make_identity_tensor(shape!(_64, { DV::NEW }))); // (MMA,MMA_M,MMA_N), (query, column)
                let cO = tOcO.with_layout(convert_layout_acc_rowcol(tOcO.layout()));
                let mut nan = [0; 4];
                if WINDOWED && !is_plain && has_nan(&mut tOrO) {
                    nan = nan_elements(&mut tOrO);
                }
                warpgroup::sync_warp();
                let (factor, log) = softmax.finish::<AtomS>();
                finish_rows::<2, _, _>(&mut tOrO, factor);
                let lse = args
                    .problem
                    .lse(work.batch, work.start[0] + work.query, work.head);
                // Rows are worked out here: addresses that follow from them would be kept in registers through the loop.
                let row = inlined!(|r: usize| math::rematerialize(row[r] as u32));
                store_lse(
                    &args.problem,
                    first == 0,
                    inlined!(|r| (
                        work.query + (row(r) as i32) < work.seq[0],
                        lse + 4 * row(r) as u64
                    )),
                    log,
                );
                let o = args
                    .o
                    .from(work.batch, work.start[0] + work.query, work.head);
                let inside = [work.seq[0] - work.query, args.problem.head_dim_v as i32];
                store_rows::<STORED_WORDS, _, _>(
                    &o,
                    inside,
                    inlined!(|i: usize| cO.coord(i as i32)),
                    &convert_type::<T, _, _>(&tOrO),
                );
                if WINDOWED {
                    warpgroup::sync_warp(); // Other lanes have stored these elements.
                    if nan != [0; 4] {
                        // Volatile: operands are read where they are used, as registers are few.
                        let operand = inlined!(|i: usize| (args.operands as *const Operand)
                            .add(i)
                            .read_volatile());
                        let head_kv = args.problem.head_kv(work.head);
                        let q = inlined!(|row: u32| {
                            let query = work.query + row as i32;
                            (query < work.seq[0]).then_some((
                                query,
                                work.head,
                                operand(0).at(work.batch, work.start[0] + query, work.head),
                            ))
                        });
                        let rows = inlined!(|key: i32| Some([1, 2].map(|i| operand(i).at(
                            work.batch,
                            work.start[1] + key,
                            head_kv
                        ))));
                        let store = inlined!(|row: i32, column: i32, x: f32| (o(row, column)
                            as *mut u16)
                            .write(T::pack(x, 0.0) as u16));
                        redo::<T, 2>(
                            (&args.problem, work, CHANGED),
                            (nan, [softmax.exponents(), factor]),
                            inlined!(|i: i32| cO.coord(i)),
                            q,
                            rows,
                            store,
                        );
                    }
                }
            }
        }
    };
}
