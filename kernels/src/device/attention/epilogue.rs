//! The epilogue: a warpgroup's rows of O to global memory.

/// Stores a warpgroup's rows: through shared memory and TMA, or by its threads.
///
/// All threads of the warpgroup expand it, with the tile's types in scope. With `direct` the threads store, each row that is a query
/// of the sequence: TMA would store rows of the next sequence too, and the place of O in shared memory may be in use.
macro_rules! epilogue {
    ($args:ident, $smem:ident, $work:ident, ($warpgroup:ident, $own:ident), $direct:expr, $o:expr) => {{
        // Addresses are worked out here: the compiler would keep them through the main loop.
        let thread = math::opaque_here(thread::tid() % 128) as i32;
        let mma = MmaO::new();
        let out = convert_type::<T, _, _>($o); // (MMA,MMA_M,MMA_N)
        if $direct {
            let tOcO = mma
                .get_slice(thread)
                .partition_C(&make_identity_tensor(shape!(_64, { DV::NEW })));
            let cO = tOcO.with_layout(convert_layout_acc_rowcol(tOcO.layout()));
            store_rows(
                $args,
                &$work,
                &out,
                #[inline(always)]
                |i: usize| cO.coord(i as i32),
            );
        } else {
            let by_stsm = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, T>::new(), mma);
            let thr_copy = by_stsm.get_slice(thread);
            let mut sO = $smem.o(); // (64,DV,WG)
            let mut sO = sO.slice_mut(coord!(_, _, { $warpgroup as usize })); // (64,DV)
            if thread == 0 {
                tma_store_wait::<0>(); // The store before this one has read the place.
            }
            warpgroup::sync($own, 128);
            copy(
                &by_stsm,
                &thr_copy.retile_S(out),
                &mut thr_copy.partition_D_mut(&mut sO),
            );
            tma_store_fence();
            warpgroup::sync($own, 128);
            if thread == 0 {
                let mO = make_identity_tensor(shape!({ i32::MAX }, { DV::NEW }, { i32::MAX }, {
                    i32::MAX
                }));
                let at = (
                    $work.start[0] + $work.query,
                    0i32,
                    $work.head as i32,
                    $args.batch(&$work),
                );
                let mO = mO.domain_offset(at);
                let mO = mO.slice(coord!(_, _, 0i32, 0i32)); // (position, column)
                let tma_o = TmaStore::<T, TileO>::new($args.maps[3]);
                copy(
                    &tma_o,
                    &sO,
                    &mut mO.local_tile((_64::NEW, DV::NEW), coord!(0i32, 0i32)),
                );
                tma_store_arrive();
                if IN_Q {
                    tma_store_wait::<0>();
                }
            }
        }
    }};
}
