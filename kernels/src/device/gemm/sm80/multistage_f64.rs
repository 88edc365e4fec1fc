//! The main loops of f64, and on compute capability 9.0 of f32 in f64: `cp.async` through three to five stages, `mma.sync`.
//!
//! ```text
//! grid    tiles of 128 × 64 of C, groups of 16 columns                       128 threads, two CTAs an SM
//!         a last, partial wave of tiles is split along K (`split_k`)
//!         or tiles of 64 × 32, each split along K until SMs are full          128 threads, three CTAs an SM
//!         or of f64 of 64 × 64, or of 32 × 32, likewise                       128 threads, two, and five to two CTAs an SM
//! CTA     K in tiles of 128 bytes: k-tile t + 3 in flight, t in use          four stages, one barrier a k-tile
//!         f64 of 64 × 64, and of 32 × 32 for long sums: of 256 bytes          three; four, or five
//! warp    64 × 32 of C, two warps by two: 4 × 4 accumulators of 16 × 8        32 × 32: 2 × 4; 32 × 16: 2 × 2; 16 × 16: 1 × 2
//! k-block 8 of K: 16 instructions, N serpentine                              8 instructions; 4; 2
//!
//!   row of accumulators     0                1                2                3
//!   loads, next k-block     B0 A0            B1 A1            B2 A2            B3 A3
//!   copies, k-tile t + 3                                                       all 12, in the first k-block
//! ```
//!
//! | operand, contiguous | f64 in shared memory | f32 in shared memory |
//! |---|---|---|
//! | A, K | `Sw<2,2,2> o (128,16):(16,1)` | `Sw<2,3,2> o (128,32):(32,1)` |
//! | A, M | `Sw<2,2,5> o (128,16):(1,128)` | `Sw<2,3,5> o (128,32):(1,128)` |
//! | B, K | `Sw<2,2,2> o (64,16):(16,1)` | `Sw<2,3,2> o (64,32):(32,1)` |
//! | B, N | `Sw<2,2,4> o (64,16):(1,64)` | `Sw<2,3,4> o (64,32):(1,64)` |
//!
//! A of 64 rows is laid out as B here; operands of 32 rows are `Sw<2,2,3> o (32,16):(1,32)` and `Sw<2,3,3> o (32,32):(1,32)` where these
//! are contiguous. K-tiles of 256 bytes are twice those along K: `Sw<2,2,2> o (64,(16,2)):(16,(1,1024))`, `Sw<2,2,4> o (64,32):(1,64)`.
//!
//! f64 is copied by vectors of 16 bytes, or by elements where operands are not aligned to them, and loaded value by value into the
//! registers of its instruction. Loads and copies are free of bank conflicts.
//!
//! f32 is converted to f64 before its instruction. Its K is permuted by `(4,2):(2,1)`, so a row's two values are contiguous where K is.
//! The product of two f32 is exact in f64, sums have 53 bits of mantissa, and D is rounded once.
//!
//! An instruction takes 32 cycles, in which a few loads fit. The copies of f64 are together where registers for addresses are free; those
//! of f32 are spread over the k-tile, two at a time. By elements a large tile has 24 copies: they come before the products, and fragments
//! are loaded in their own k-block, so that no register spills. Tiles at the edges of D copy what lies inside in the same places.
//!
//! A product of few large tiles leaves most SMs idle. Small ones read twice the bytes a product, and shared memory is what limits them in
//! f64: 288 cycles of it for the 256 of the tensor cores with 16 of K of a tile of 64 × 32, 192 for the 128 of a tile of 32 × 32, but 384 for
//! the 512 of 64 × 64. That of 32 × 32 is for products of at most 32 rows or columns, and of so few tiles that latency counts: a CTA alone on
//! its SM waits at each barrier and for each copy, so it has half as many barriers, and with five stages more copies in flight.
//!
//! Roofline: the tensor cores for f64, 66.9 TFLOP/s of an H200 at 1,980 MHz. Measured: `benches/results/gpu-gemm-sm80/experiments.md`.

/// What a type, an order and a width of copies mean for an operand: its layout in shared memory, its copies.
macro_rules! operand {
    (smem f64 k $MN:ident _16) => { ComposedLayout<Swizzle<_2, _2, _2>, _0, Layout<($MN, _16), (_16, _1)>> };
    (smem f64 k _64 _32) => { ComposedLayout<Swizzle<_2, _2, _2>, _0, Layout<(_64, (_16, _2)), (_16, (_1, _1024))>> };
    (smem f64 k _32 _32) => { ComposedLayout<Swizzle<_2, _2, _2>, _0, Layout<(_32, (_16, _2)), (_16, (_1, _512))>> };
    (smem f64 mn _128 $K:ident) => { ComposedLayout<Swizzle<_2, _2, _5>, _0, Layout<(_128, $K), (_1, _128)>> };
    (smem f64 mn _64 $K:ident) => { ComposedLayout<Swizzle<_2, _2, _4>, _0, Layout<(_64, $K), (_1, _64)>> };
    (smem f64 mn _32 $K:ident) => { ComposedLayout<Swizzle<_2, _2, _3>, _0, Layout<(_32, $K), (_1, _32)>> };
    (smem f32 k $MN:ident _32) => { ComposedLayout<Swizzle<_2, _3, _2>, _0, Layout<($MN, _32), (_32, _1)>> };
    (smem f32 mn _128 _32) => { ComposedLayout<Swizzle<_2, _3, _5>, _0, Layout<(_128, _32), (_1, _128)>> };
    (smem f32 mn _64 _32) => { ComposedLayout<Swizzle<_2, _3, _4>, _0, Layout<(_64, _32), (_1, _64)>> };
    (smem f32 mn _32 _32) => { ComposedLayout<Swizzle<_2, _3, _3>, _0, Layout<(_32, _32), (_1, _32)>> };
    (copy elements f64 k $MN:ident) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_64>, f64, layout!((_8, _16):(_16, _1)), layout!((_1, _1))) };
    (copy elements f64 mn _128) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_64>, f64, layout!((_128, _1)), layout!((_1, _1))) };
    (copy elements f64 mn _64) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_64>, f64, layout!((_64, _2)), layout!((_1, _1))) };
    (copy elements f64 mn _32) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_64>, f64, layout!((_32, _4)), layout!((_1, _1))) };
    (copy elements f32 k $MN:ident) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_32>, f32, layout!((_4, _32):(_32, _1)), layout!((_1, _1))) };
    (copy elements f32 mn _64) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_32>, f32, layout!((_64, _2)), layout!((_1, _1))) };
    (copy elements f32 mn _32) => { operand!(@ SM80_CP_ASYNC_CACHEALWAYS<_32>, f32, layout!((_32, _4)), layout!((_1, _1))) };
    (copy vectors f64 k $MN:ident) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f64, layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1))) };
    (copy vectors f64 mn _32) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f64, layout!((_16, _8)), layout!((_2, _1))) };
    (copy vectors f64 mn $MN:ident) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f64, layout!((_32, _4)), layout!((_2, _1))) };
    (copy vectors f32 k $MN:ident) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32, layout!((_16, _8):(_8, _1)), layout!((_1, _4):(_0, _1))) };
    (copy vectors f32 mn _128) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32, layout!((_32, _4)), layout!((_4, _1))) };
    (copy vectors f32 mn _64) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32, layout!((_16, _8)), layout!((_4, _1))) };
    (copy vectors f32 mn _32) => { operand!(@ SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32, layout!((_8, _16)), layout!((_4, _1))) };
    (@ $Op:ty, $t:ident, $thr:expr, $val:expr) => { make_tiled_copy(CopyAtom::<$Op, $t>::new(), $thr, $val) };
    // The two values of a row: loaded one by one, or together.
    (each f64 $half:ident in $N:ident => $body:block) => { unroll!($half in $N => $body) };
    (each f32 $half:ident in $N:ident => $body:block) => {{ let $half = azulejo_layout::Underscore; $body }};
    // A fragment's coordinate in two parts: the modes that the swizzle moves by thread, and those of constant strides.
    (near_a f64 k $row:ident $half:ident $i:expr, $k:expr) => { ((0usize, $half), 0usize, $k % 2) };
    (near_a f32 k $row:ident $half:ident $i:expr, $k:expr) => { ((0usize, 0usize), 0usize, $k) };
    (near_a $t:ident mn $row:ident $half:ident $i:expr, $k:expr) => { (($row, 0usize), 0usize, 0usize) };
    (far_a f64 k $row:ident $half:ident $i:expr, $k:expr) => { coord!(({ $row }, 0usize), { $i }, { $k / 2 * 2 }) };
    (far_a f32 k $row:ident $half:ident $i:expr, $k:expr) => { coord!(({ $row }, _), { $i }, 0usize) };
    (far_a $t:ident mn $row:ident $half:ident $i:expr, $k:expr) => { coord!((0usize, { $half }), { $i }, { $k }) };
    (near_b f64 k $half:ident $j:expr, $k:expr) => { ($half, 0usize, $k % 2) };
    (near_b f32 k $half:ident $j:expr, $k:expr) => { (0usize, 0usize, $k) };
    (near_b f64 mn $half:ident $j:expr, $k:expr) => { (0usize, 0usize, 0usize) };
    (near_b f32 mn $half:ident $j:expr, $k:expr) => { (0usize, $j % 2, 0usize) };
    (far_b f64 k $half:ident $j:expr, $k:expr) => { coord!(0usize, { $j }, { $k / 2 * 2 }) };
    (far_b f32 k $half:ident $j:expr, $k:expr) => { coord!(_, { $j }, 0usize) };
    (far_b f64 mn $half:ident $j:expr, $k:expr) => { coord!({ $half }, { $j }, { $k }) };
    (far_b f32 mn $half:ident $j:expr, $k:expr) => { coord!(_, { $j / 2 * 2 }, { $k }) };
    // The addresses of a k-tile's copies: as the compiler adds them, or each from the k-tile's.
    (source chain $tXgX:ident, $mn:expr, $k:expr) => { $tXgX.slice(coord!(_, $mn, $k, _0)) };
    (source fan $tXgX:ident, $mn:expr, $k:expr) => { black_box_slice(&$tXgX, coord!(_, $mn, $k, _0)) };
}

/// The main loops: CuTe's template over layouts, here a macro.
macro_rules! mainloops {
    ($($name:ident: $t:ident by $width:ident, $BlkM:ident $BlkN:ident $K:ident in $MmasM:ident $MmasN:ident $Blocks:ident, $stages:literal stages, permuted $PermutationK:ty,
        copies $CopiesA:ident $CopiesB:ident of $V:literal, ahead $ahead:literal, loops whole $whole:literal edges $edges:literal,
        $($orders:ident: $a:ident $along_a:literal $b:ident $along_b:literal $addresses:ident),*;)*) => {$(
        #[doc = concat!("The main loops `", stringify!($name), "`: their type and the width of their copies, by the orders of A and B.")]
        pub mod $name { $(
        #[doc = concat!("A and B: ", stringify!($orders), ".")]
        pub mod $orders {
            use crate::device::gemm::sm80::f64_atom::F64_16x8x8_TN;
            use crate::device::gemm::sm80::f64_epilogue::AccumulatorTile;
            use crate::device::gemm::sm80::prelude::*;

            const STAGES: u32 = $stages;

            type SmemLayoutA = operand!(smem $t $a $BlkM $K);
            type SmemLayoutB = operand!(smem $t $b $BlkN $K);
            type Mma = TiledMma<F64_16x8x8_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (Underscore, Underscore, $PermutationK)>;

            shared_storage! {
                /// One stage.
                pub struct Stage {
                    tensor a: [$t; SmemLayoutA];
                    tensor b: [$t; SmemLayoutB];
                }
            }

            /// The main loop.
            pub struct MmaMultistage;

            impl Mainloop for MmaMultistage {
                type AccumulatorTile = AccumulatorTile<$MmasM, $MmasN>;
                const TILE: (u32, u32) = (<$BlkM as Int>::STATIC.unwrap() as u32, <$BlkN as Int>::STATIC.unwrap() as u32);
                const BLOCK_K: u32 = <$K as Int>::STATIC.unwrap() as u32;

                #[inline(always)]
                unsafe fn run(args: &Args, work: &Work, tCrC: &mut Self::AccumulatorTile) {
                    const BLOCKS: usize = <$Blocks as Int>::STATIC.unwrap() as usize;
                    /// Accumulators of a warp along M, and along N.
                    const MMAS: [usize; 2] = [<$MmasM as Int>::STATIC.unwrap() as usize, <$MmasN as Int>::STATIC.unwrap() as usize];
                    const BLOCK_K: u32 = MmaMultistage::BLOCK_K;
                    const COPIES: [usize; 2] = [<$CopiesA as Int>::STATIC.unwrap() as usize, <$CopiesB as Int>::STATIC.unwrap() as usize];
                    /// Bytes of a copy.
                    const WIDTH: u32 = $V * size_of::<$t>() as u32;
                    /// `true` if fragments are loaded a k-block ahead, and the copies of whole k-tiles between the instructions.
                    const AHEAD: bool = $ahead;
                    /// `true` if the loads of B come before the copies of their place, which is faster where K is contiguous in both operands alone.
                    const IS_KK: bool = $along_a == COPIES[0] && $along_b == COPIES[1];
                    /// What of a copied k-tile lies inside the matrix: all of it, all of its K, or what remains.
                    const WHOLE: u32 = 0;
                    const EDGE: u32 = 1;
                    const REST: u32 = 2;
                    /// The group of instructions before which copy `copy` comes.
                    const fn slot(copy: usize) -> usize {
                        if size_of::<$t>() == 8 { MMAS[0] - 1 } else { copy / 2 * 2 * MMAS[0] * BLOCKS / (COPIES[0] + COPIES[1]) }
                    }

                    let tid = thread::tid();
                    let (m0, n0, batch) = work.at;
                    // SAFETY: the views are the problem's, and what is copied lies inside them; a stage is filled after the barrier that follows
                    // its last use and read after the wait and the barrier that follows its copies; all threads of the CTA run the same code.
                    unsafe {
                        let smem = Stage::at(smem::arena());
                        let (sA, sB) = (smem.a(), smem.b()); // (BLK_MN,BLK_K), the first stage
                        let (mA, mB) = (operand_of!($t, $width $a args.a, m0, batch), operand_of!($t, $width $b args.b, n0, batch)); // (MN,K)
                        let gA = mA.local_tile(tile!($BlkM, $K), coord!(0i64, _)); // (BLK_M,BLK_K,k)
                        let gB = mB.local_tile(tile!($BlkN, $K), coord!(0i64, _)); // (BLK_N,BLK_K,k)

                        let (copy_a, copy_b) = (operand!(copy $width $t $a $BlkM), operand!(copy $width $t $b $BlkN));
                        let (thr_copy_a, thr_copy_b) = (copy_a.get_slice(tid), copy_b.get_slice(tid));
                        let (tAgA, tBgB) = (thr_copy_a.partition_S(&gA), thr_copy_b.partition_S(&gB)); // (CPY,CPY_MN,CPY_K,k)
                        let (tAsA, tBsB) = (thr_copy_a.partition_D(&sA), thr_copy_b.partition_D(&sB)); // (CPY,CPY_MN,CPY_K)
                        let (cA, cB) = (make_identity_tensor(shape!({ $BlkM::NEW }, { $K::NEW })), make_identity_tensor(shape!({ $BlkN::NEW }, { $K::NEW }))); // (BLK_MN,BLK_K)
                        let (tAcA, tBcB) = (thr_copy_a.partition_S(&cA), thr_copy_b.partition_S(&cB)); // coordinates (mn, k)

                        let mma = Mma::new();
                        let thr_mma = mma.get_slice(tid);
                        let (tCsA, tCsB) = (thr_mma.partition_A(&sA), thr_mma.partition_B(&sB)); // (MMA,MMA_MN,MMA_K)
                        let mut tCrA = make_rmem::<$t, _>(layout!(((_2, _2), $MmasM, $Blocks))); // (MMA,MMA_M,MMA_K)
                        let mut tCrB = make_rmem::<$t, _>(layout!((_2, $MmasN, $Blocks))); // (MMA,MMA_N,MMA_K)

                        // Rows of A and B from the thread's first copy on.
                        let left_a = shared::black_box(args.m - m0 - tAcA.coord(0i32).0 as u32);
                        let left_b = shared::black_box(args.n - n0 - tBcB.coord(0i32).0 as u32);
                        // The next tile of K.
                        macro_rules! tile { ($tXgX:ident, $k_tile:expr) => { black_box($tXgX.domain_offset((_0::NEW, _0::NEW, _0::NEW, $k_tile))) } }
                        let k_first = work.first as i64;
                        let (mut next_a, mut next_b) = (tile!(tAgA, k_first), tile!(tBgB, k_first)); // (CPY,CPY_MN,CPY_K,k)
                        // Copy `$i` of a tile: whole, or what lies inside the matrix.
                        macro_rules! copy_one { ($copy:ident $tXgX:ident $tXsX:ident $tXcX:ident $order:ident $along:literal, $left:expr, $i:expr, $k_left:expr, $extent:expr) => {{
                            let (mn, k) = ($i % $along, $i / $along);
                            let mut to = $tXsX.slice(coord!(_, mn, k));
                            if $extent == WHOLE {
                                copy(&$copy, &operand!(source $addresses $tXgX, mn, k), &mut to);
                            } else {
                                let ((mn_0, k_0), (mn_i, k_i)) = ($tXcX.coord(0i32), $tXcX.coord($V * $i as i32));
                                let k_left = if $extent == EDGE { BLOCK_K as i32 } else { $k_left - k_0 as i32 };
                                let (along, across) = order!(along $order $left as i32 - (mn_i - mn_0) as i32, k_left - (k_i - k_0) as i32);
                                let elements = core::hint::select_unpredictable(across > 0, along.clamp(0, $V), 0);
                                copy_bytes::<WIDTH, { WIDTH == 16 }, _, _, _, _>(&$tXgX.slice(coord!(_, mn, k, _0)), &to, elements as u32 * size_of::<$t>() as u32);
                            }
                        }} }
                        // The next tile of K, which is `$k_tile`, to the stage `$stage` bytes after the first.
                        macro_rules! load_stage { ($k_tile:expr, $stage:expr, $extent:expr) => {{
                            let (to_a, to_b) = (at_stage(&tAsA, $stage), at_stage(&tBsB, $stage)); // (CPY,CPY_MN,CPY_K)
                            let k_left = if $extent == REST { shared::black_box(args.k - BLOCK_K * $k_tile) as i32 } else { 0 };
                            unroll!(i in $CopiesA => { copy_one!(copy_a next_a to_a tAcA $a $along_a, left_a, i, k_left, $extent) });
                            unroll!(i in $CopiesB => { copy_one!(copy_b next_b to_b tBcB $b $along_b, left_b, i, k_left, $extent) });
                            (next_a, next_b) = (tile!(next_a, _1::NEW), tile!(next_b, _1::NEW));
                        }} }

                        let k_end = work.first + work.blocks;
                        // A loop that stays one: the copies are in the code once.
                        for stage in 0..shared::black_box(STAGES - 1) {
                            let k_tile = work.first + stage;
                            if k_tile < k_end {
                                let is_whole = (k_tile + 1) * BLOCK_K <= args.k;
                                if $whole && is_whole && work.is_inside {
                                    load_stage!(k_tile, stage * Stage::BYTES, WHOLE);
                                } else if $edges && is_whole {
                                    load_stage!(k_tile, stage * Stage::BYTES, EDGE);
                                } else {
                                    load_stage!(k_tile, stage * Stage::BYTES, REST);
                                }
                            }
                            cp_async_fence();
                        }
                        // The k-tiles before the last whole ones, which have others to copy.
                        let steady = (args.k / BLOCK_K).min(k_end).saturating_sub(STAGES - 1);
                        // Bytes to the stage that is read, and to the one that is written.
                        let (mut read, mut write) = (0, (STAGES - 1) * Stage::BYTES);
                        macro_rules! next_stage { () => {
                            write = read;
                            read = shared::black_box(if read == (STAGES - 1) * Stage::BYTES { 0 } else { read + Stage::BYTES });
                        } }
                        macro_rules! fragment_of_a { ($i:expr, $k:expr) => { operand!(each $t half in _2 => { unroll!(row in _2 => {
                            let from = slice_at_stage(&tCsA, operand!(near_a $t $a row half $i, $k), operand!(far_a $t $a row half $i, $k), read);
                            copy(&AutoVectorizingCopy, &from, &mut tCrA.slice_mut(coord!((row, half), { $i }, { $k })));
                        }); }) } }
                        macro_rules! fragment_of_b { ($j:expr, $k:expr) => { operand!(each $t half in _2 => {
                            let from = slice_at_stage(&tCsB, operand!(near_b $t $b half $j, $k), operand!(far_b $t $b half $j, $k), read);
                            copy(&AutoVectorizingCopy, &from, &mut tCrB.slice_mut(coord!(half, { $j }, { $k })));
                        }) } }
                        // Those that are loaded with row `$i` of accumulators: one with each, or all with the first.
                        macro_rules! fragments_of_b { ($i:expr, $k:expr) => {
                            if MMAS[0] == MMAS[1] {
                                fragment_of_b!($i, $k);
                            } else if $i == 0 {
                                unroll!(j in $MmasN => { fragment_of_b!(j, $k) });
                            }
                        } }
                        // The operands of an instruction, in f64.
                        macro_rules! multiply { ($i:expr, $j:expr, $k:expr) => {
                            let (narrow_a, narrow_b) = (tCrA.slice(coord!(_, { $i }, { $k })), tCrB.slice(coord!(_, { $j }, { $k }))); // (MMA)
                            let (mut a, mut b) = (narrow_a.make_fragment_like::<f64>(), narrow_b.make_fragment_like::<f64>()); // (MMA)
                            transform(&narrow_a, &mut a, inlined!(|x| f64::from(x)));
                            transform(&narrow_b, &mut b, inlined!(|x| f64::from(x)));
                            gemm(mma, &a, &b, &mut tCrC.slice_mut(coord!(_, { $i }, { $j })));
                        } }
                        if AHEAD {
                            cp_async_wait::<{ STAGES - 2 }>();
                            thread::sync();
                            unroll!(i in $MmasM => {
                                fragment_of_a!(i, 0usize);
                                fragments_of_b!(i, 0usize);
                            });
                        }
                        // One tile of K: its products, and the copies of the tile `STAGES - 1` later.
                        macro_rules! stage { ($k_tile:expr, $extent:ident) => {{
                            if !AHEAD {
                                cp_async_wait::<{ STAGES - 2 }>();
                                thread::sync();
                            }
                            let is_between = $extent != REST && AHEAD;
                            if !is_between {
                                if $extent != REST || $k_tile + (STAGES - 1) < k_end {
                                    load_stage!($k_tile + (STAGES - 1), write, $extent);
                                }
                                cp_async_fence();
                            }
                            let (to_a, to_b) = (at_stage(&tAsA, write), at_stage(&tBsB, write)); // (CPY,CPY_MN,CPY_K)
                            unroll!(k in $Blocks => {
                                if AHEAD && k == BLOCKS - 1 {
                                    next_stage!();
                                    cp_async_wait::<{ if $extent == REST { STAGES - 2 } else { STAGES - 3 } }>();
                                    thread::sync();
                                }
                                let ahead = (k + 1) % BLOCKS;
                                if !AHEAD {
                                    unroll!(i in $MmasM => {
                                        fragment_of_a!(i, k);
                                        fragments_of_b!(i, k);
                                    });
                                }
                                unroll!(i in $MmasM => {
                                    if AHEAD && IS_KK {
                                        fragments_of_b!(i, ahead);
                                    }
                                    if is_between {
                                        unroll!(copy in $CopiesA => { if slot(copy) == MMAS[0] * k + i { copy_one!(copy_a next_a to_a tAcA $a $along_a, left_a, copy, 0, $extent) } });
                                        unroll!(copy in $CopiesB => { if slot(COPIES[0] + copy) == MMAS[0] * k + i { copy_one!(copy_b next_b to_b tBcB $b $along_b, left_b, copy, 0, $extent) } });
                                    }
                                    if AHEAD && !IS_KK {
                                        fragments_of_b!(i, ahead);
                                    }
                                    unroll!(step in $MmasN => {
                                        let j = if i % 3 == 0 { step } else { MMAS[1] - 1 - step };
                                        multiply!(i, j, k);
                                    });
                                    if AHEAD {
                                        fragment_of_a!(i, ahead);
                                    }
                                });
                            });
                            if !AHEAD {
                                next_stage!();
                            }
                            if is_between {
                                (next_a, next_b) = (tile!(next_a, _1::NEW), tile!(next_b, _1::NEW));
                                cp_async_fence();
                            }
                        }} }
                        let mut k_tile = work.first;
                        if $whole && work.is_inside {
                            while k_tile < steady {
                                stage!(k_tile, WHOLE);
                                k_tile += 1;
                            }
                        }
                        if $edges {
                            while k_tile < steady {
                                stage!(k_tile, EDGE);
                                k_tile += 1;
                            }
                        }
                        while k_tile < k_end {
                            stage!(k_tile, REST);
                            k_tile += 1;
                        }
                        cp_async_wait::<0>();
                    }
                }
            }
        }
        )* }
    )*};
}

mainloops! {
    f64_vectors: f64 by vectors, _128 _64 _16 in _4 _4 _2, 4 stages, permuted Underscore, copies _8 _4 of 2, ahead true, loops whole true edges true,
        kk: k 8 k 4 fan, km: k 8 mn 1 fan, mk: mn 2 k 4 chain, mm: mn 2 mn 1 chain;
    f64_elements: f64 by elements, _128 _64 _16 in _4 _4 _2, 4 stages, permuted Underscore, copies _16 _8 of 1, ahead false, loops whole true edges false,
        kk: k 16 k 8 chain, km: k 16 mn 1 chain, mk: mn 1 k 8 chain, mm: mn 1 mn 1 chain;
    f64_vectors_64x32: f64 by vectors, _64 _32 _16 in _2 _2 _2, 4 stages, permuted Underscore, copies _4 _2 of 2, ahead true, loops whole false edges true,
        kk: k 4 k 2 chain, km: k 4 mn 1 chain, mk: mn 1 k 2 chain, mm: mn 1 mn 1 chain;
    f64_elements_64x32: f64 by elements, _64 _32 _16 in _2 _2 _2, 4 stages, permuted Underscore, copies _8 _4 of 1, ahead true, loops whole false edges true,
        kk: k 8 k 4 chain, km: k 8 mn 1 chain, mk: mn 1 k 4 chain, mm: mn 1 mn 1 chain;
    f64_vectors_64x64: f64 by vectors, _64 _64 _32 in _2 _4 _4, 3 stages, permuted Underscore, copies _8 _8 of 2, ahead true, loops whole false edges true,
        kk: k 4 k 4 chain, km: k 4 mn 1 chain, mk: mn 1 k 4 chain, mm: mn 1 mn 1 chain;
    f64_vectors_32x32: f64 by vectors, _32 _32 _16 in _1 _2 _2, 4 stages, permuted Underscore, copies _2 _2 of 2, ahead true, loops whole false edges true,
        kk: k 2 k 2 chain, km: k 2 mn 1 chain, mk: mn 1 k 2 chain, mm: mn 1 mn 1 chain;
    f64_vectors_32x32x4: f64 by vectors, _32 _32 _32 in _1 _2 _4, 4 stages, permuted Underscore, copies _4 _4 of 2, ahead true, loops whole false edges true,
        kk: k 2 k 2 chain, km: k 2 mn 1 chain, mk: mn 1 k 2 chain, mm: mn 1 mn 1 chain;
    f64_vectors_32x32x5: f64 by vectors, _32 _32 _32 in _1 _2 _4, 5 stages, permuted Underscore, copies _4 _4 of 2, ahead true, loops whole false edges true,
        kk: k 2 k 2 chain, km: k 2 mn 1 chain, mk: mn 1 k 2 chain, mm: mn 1 mn 1 chain;
    f64_elements_32x32: f64 by elements, _32 _32 _16 in _1 _2 _2, 4 stages, permuted Underscore, copies _4 _4 of 1, ahead true, loops whole false edges true,
        kk: k 4 k 4 chain, km: k 4 mn 1 chain, mk: mn 1 k 4 chain, mm: mn 1 mn 1 chain;
}

#[cfg(feature = "sm90a")]
mainloops! {
    f32_vectors: f32 by vectors, _128 _64 _32 in _4 _4 _4, 4 stages, permuted Layout<(_4, _2), (_2, _1)>, copies _8 _4 of 4, ahead true, loops whole true edges false,
        kk: k 8 k 4 chain, km: k 8 mn 1 chain, mk: mn 1 k 4 chain, mm: mn 1 mn 1 chain;
    f32_vectors_64x32: f32 by vectors, _64 _32 _32 in _2 _2 _4, 4 stages, permuted Layout<(_4, _2), (_2, _1)>, copies _4 _2 of 4, ahead true, loops whole false edges true,
        kk: k 4 k 2 chain, km: k 4 mn 1 chain, mk: mn 1 k 2 chain, mm: mn 1 mn 1 chain;
    f32_elements_64x32: f32 by elements, _64 _32 _32 in _2 _2 _4, 4 stages, permuted Layout<(_4, _2), (_2, _1)>, copies _16 _8 of 1, ahead true, loops whole false edges true,
        kk: k 16 k 8 chain, km: k 16 mn 1 chain, mk: mn 1 k 8 chain, mm: mn 1 mn 1 chain;
}
