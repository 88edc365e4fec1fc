//! The epilogue of warps of 64 × 64 sums: through shared memory of each warp's own, whole lines of D.
//!
//! | sums in flight | shared memory |
//! |---|---|
//! | as they are, 16 rows at a time | `Sw<2,3,3> o (16,64):(64,1)` |
//! | only scaled and rounded to 16 bits, 32 rows | `Sw<3,3,3> o (32,64):(64,1)` |

use core::marker::PhantomData;

use super::prelude::*;
use super::tma_mma::layouts::{EDGE, STORE};

/// The sums of a thread: 4 × 8 accumulators of 16 × 8.
pub type AccumulatorTile<Acc> = Accumulators<Acc, ((_2, _2), _4, _8)>;

/// A warp's multiply-accumulate: 16 × 16 of C at a time.
pub type WarpMma<Atom, K = _16> = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>, (_16, _16, K)>;

type SmemLayoutC = ComposedLayout<Swizzle<_2, _3, _3>, _0, Layout<(_16, _64), (_64, _1)>>;
type SmemLayoutD = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_32, _64), (_64, _1)>>;

/// Stores a warp's sums to a D of `Self`.
pub trait StoreWarp<Acc>: Sized {
    /// Stores the sums of the 64 × 64 elements at `at` of D, by way of `memory`.
    ///
    /// # Safety
    /// One whole warp calls it, lanes in order; [`STORE`] bytes of shared memory at `memory`, a multiple of 1024, are its own; the
    /// arguments are those of the problem.
    unsafe fn store_warp(
        args: &Args,
        memory: u32,
        lane: u32,
        at: (u32, u32, u32),
        tCrC: &AccumulatorTile<Acc>,
    );
}

/// The epilogue of warps of which `N` lie side by side, to `Out`, or to the sums' type if the arguments say so.
pub struct WarpEpilogue<Out, const N: u32>(PhantomData<Out>);

impl<Acc: StoreWarp<Acc>, Out: StoreWarp<Acc>, const N: u32> Epilogue<AccumulatorTile<Acc>>
    for WarpEpilogue<Out, N>
where
    AccumulatorTile<Acc>: Sized,
{
    #[inline(always)]
    unsafe fn store(args: &Args, work: &Work, sums: &mut AccumulatorTile<Acc>) {
        let (warp, lane) = (thread::tid() / 32, thread::tid() % 32);
        let at = (
            work.at.0 + warp / N * EDGE,
            work.at.1 + warp % N * EDGE,
            work.at.2,
        );
        // SAFETY: upheld by the caller: all threads of the CTA are here, which past the barrier nobody's fragments need shared memory.
        unsafe {
            thread::sync();
            store_either::<Acc, Out>(args, smem::arena() + warp * STORE, lane, at, sums);
        }
    }
}

/// [`StoreWarp::store_warp`] to `Out`, or to the sums' type if the arguments say so.
///
/// # Safety
/// Same requirements as there.
#[inline(always)]
pub unsafe fn store_either<Acc: StoreWarp<Acc>, Out: StoreWarp<Acc>>(
    args: &Args,
    memory: u32,
    lane: u32,
    at: (u32, u32, u32),
    tCrC: &AccumulatorTile<Acc>,
) {
    // SAFETY: upheld by the caller: the whole warp is here, with memory of its own and the problem's arguments.
    unsafe {
        if size_of::<Out>() != size_of::<Acc>() && args.single != 0 {
            Acc::store_warp(args, memory, lane, at, tCrC);
        } else {
            Out::store_warp(args, memory, lane, at, tCrC);
        }
    }
}

/// Stores of rows of the sums' type to D of `$Out`. What is only scaled goes by vectors of 16 bytes, if D is as wide as `$wide`: some rows
/// at a time, `scaled` when they come from shared memory, or before it and `rounded` to 16 bits.
macro_rules! store_warp {
    ($($Acc:ident => $Out:ident, $kind:ident $wide:literal ($Layout:ident of $Rows:ident: $Mmas:ident in $passes:literal, $M:ident x $N:ident by $V:ident),
        |$x:ident, $alpha:ident| $scale:expr;)*) => {$(
        impl StoreWarp<$Acc> for $Out {
            #[inline(always)]
            unsafe fn store_warp(args: &Args, memory: u32, lane: u32, at: (u32, u32, u32), tCrC: &AccumulatorTile<$Acc>) {
                // SAFETY: upheld by the caller: the whole warp is here, the memory is its own, and the warp's barrier is between writes
                // and reads of it; what is stored lies inside D.
                unsafe {
                    let thr_mma = WarpMma::<SM80_16x8x16_F32F16F16F32_TN>::new().get_slice(lane);
                    let is_plain = args.wide >= $wide && epilogue::is_plain(args) && at.0 + EDGE <= args.m && at.1 + EDGE <= args.n;
                    let $alpha = args.alpha as $Acc;
                    macro_rules! scaled { ($sums:expr) => {{
                        let mut scaled = $sums.make_fragment_like::<$Acc>();
                        transform(&$sums, &mut scaled, inlined!(|$x| $scale));
                        scaled
                    }} }
                    if is_plain {
                        let sD = make_tensor(SharedPtr::<$Out>::new(memory), $Layout::default()); // (ROWS,64)
                        let tCsD = thr_mma.partition_C(&sD); // (MMA,MMA_M,MMA_N)
                        let vectors = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, $Out>::new(), layout!(($M, $N):($N, _1)), layout!((_1, $V):(_0, _1)));
                        let thr_copy = vectors.get_slice(lane);
                        let tDsD = thr_copy.partition_S(&sD); // (CPY,8,1)
                        let first = args.d.address::<$Out>(at);
                        for pass in 0..shared::black_box($passes) {
                            only::<$passes>(pass, inlined!(|pass| unroll!(i in $Mmas => {
                                let sums = tCrC.slice(coord!(_, { 4 / $passes * pass + i }, _)); // (MMA,MMA_N)
                                copy(&AutoVectorizingCopy, &store_warp!(@ into $kind $Out sums, scaled), &mut tCsD.slice(coord!(_, i, _)));
                            })));
                            warpgroup::sync_warp();
                            let rows = make_gmem_ptr(first.wrapping_offset((64 / $passes * pass as i64 * args.d.row) as isize));
                            let mut gD = make_tensor(rows, layout!(($Rows, _64):({ args.d.row }, _1))); // (ROWS,64)
                            let mut tDgD = thr_copy.partition_D_mut(&mut gD); // (CPY,8,1)
                            let mut tDrD = tDsD.make_fragment_like::<$Out>(); // (CPY,8,1)
                            copy(&vectors, &tDsD, &mut tDrD);
                            copy(&vectors, &store_warp!(@ from $kind tDrD, scaled), &mut tDgD);
                            warpgroup::sync_warp();
                        }
                        return;
                    }
                    let sC = make_tensor(SharedPtr::<$Acc>::new(memory), SmemLayoutC::default()); // (16,64)
                    let tCsC = thr_mma.partition_C(&sC); // (MMA,1,MMA_N)
                    let vectors = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, $Acc>::new(), layout!((_2, _16):(_16, _1)), layout!((_1, _4):(_0, _1)));
                    let tSsC = vectors.get_slice(lane).partition_S(&sC); // (CPY,8,1)
                    for i in 0..shared::black_box(4) {
                        only::<4>(i, inlined!(|i| {
                            copy(&AutoVectorizingCopy, &tCrC.slice(coord!(_, i, _)), &mut tCsC.slice(coord!(_, _0, _)));
                        }));
                        warpgroup::sync_warp();
                        let (mut row, rows) = (0, shared::black_box(8));
                        while row < rows {
                            let (m, n) = (at.0 + 16 * i + 2 * row + lane / 16, at.1 + lane % 16 * 4);
                            if m < args.m && n < args.n {
                                let tSsC = tSsC.slice(coord!(_, { row as usize }, _0)); // (CPY)
                                let mut tSrC = make_rmem::<$Acc, _>(layout!(_4));
                                copy(&AutoVectorizingCopy, &tSsC, &mut tSrC);
                                <$Acc as OutputOp<$Out>>::store(tSrC.engine().registers(0), args, (m, n, at.2));
                            }
                            row += 1;
                        }
                        warpgroup::sync_warp();
                    }
                }
            }
        }
    )*};
    (@ into scaled $Out:ident $sums:ident, $scaled:ident) => { $sums };
    (@ into rounded $Out:ident $sums:ident, $scaled:ident) => { convert_type::<$Out, _, _>(&$scaled!($sums)) };
    (@ from scaled $rows:ident, $scaled:ident) => { $scaled!($rows) };
    (@ from rounded $rows:ident, $scaled:ident) => { $rows };
}

store_warp! {
    f32 => f16, rounded 2 (SmemLayoutD of _32: _2 in 2, _4 x _8 by _8), |x, alpha| alpha * x;
    f32 => bf16, rounded 2 (SmemLayoutD of _32: _2 in 2, _4 x _8 by _8), |x, alpha| alpha * x;
    f32 => f32, scaled 1 (SmemLayoutC of _16: _1 in 4, _2 x _16 by _4), |x, alpha| alpha * x;
    i32 => i32, scaled 1 (SmemLayoutC of _16: _1 in 4, _2 x _16 by _4), |x, alpha| alpha.wrapping_mul(x);
}
