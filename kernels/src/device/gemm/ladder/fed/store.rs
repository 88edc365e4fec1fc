//! How a warp's sums leave it: through shared memory of its own, row by row, whole lines of D.
//!
//! | sums | shared memory |
//! |---|---|
//! | as they are, 16 rows at a time | [`Sums`] |
//! | only scaled and rounded to 16 bits, 32 rows | [`NarrowSums`] |
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, copies and stores of one pass share the requirements that its comment lists"
)]

use azulejo_device::cute::*;
use azulejo_tensor::Accumulators;
use azulejo_tensor::engine::AsRegisters;

use super::super::args::Args;
use super::super::epilogue::{self, Emit, address};
use super::super::tensor_op::only;
use super::layouts::{EDGE, NarrowSums, Sums, WarpMma};
use crate::device::ptx::shared;

/// The sums of a thread: 4 × 8 accumulators of 16 × 8.
pub type Accumulator = Accumulators<f32, ((_2, _2), _4, _8)>;

/// Stores a warp's sums to a D of `Self`.
pub trait StoreWarp: Sized {
    /// Stores the sums of the 64 × 64 elements at `at` of D, by way of `memory`.
    ///
    /// # Safety
    /// One whole warp calls it, lanes in order; [`STORE`](super::layouts::STORE) bytes of shared memory at `memory`, a multiple of 1024, are its own; the
    /// arguments are those of the problem.
    unsafe fn store_warp(
        args: &Args,
        memory: u32,
        lane: u32,
        at: (u32, u32, u32),
        tCrC: &Accumulator,
    );
}

/// [`StoreWarp::store_warp`] to `Out`, or to `Alt` if the arguments say so.
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn store<Out: StoreWarp, Alt: StoreWarp>(
    args: &Args,
    memory: u32,
    lane: u32,
    at: (u32, u32, u32),
    tCrC: &Accumulator,
) {
    // SAFETY: upheld by the caller: the whole warp is here, with memory of its own and the problem's arguments.
    unsafe {
        if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
            Alt::store_warp(args, memory, lane, at, tCrC);
        } else {
            Out::store_warp(args, memory, lane, at, tCrC);
        }
    }
}

/// Stores to D of `$Out`, first of all what is only scaled: of whole vectors of the sums (`scaled`), or of 16 bits (`rounded`).
macro_rules! store_warp {
    ($($Out:ident, $kind:ident;)*) => {$(
        impl StoreWarp for $Out {
            #[inline(always)]
            unsafe fn store_warp(args: &Args, memory: u32, lane: u32, at: (u32, u32, u32), tCrC: &Accumulator) {
                // SAFETY: upheld by the caller: the whole warp is here, the memory is its own, and the warp's barrier is between writes
                // and reads of it; what is stored lies inside D.
                unsafe {
                    let thr_mma = WarpMma::<SM80_16x8x16_F32F16F16F32_TN>::new().get_slice(lane);
                    let plain = args.wide != 0 && epilogue::is_plain(args) && at.0 + EDGE <= args.m && at.1 + EDGE <= args.n;
                    let alpha = args.alpha as f32;
                    store_warp!(@ $kind $Out args memory lane at tCrC thr_mma plain alpha);
                    let sC = make_tensor(SharedPtr::<f32>::new(memory), Sums::default()); // (16,64)
                    let tCsC = thr_mma.partition_C(&sC); // (MMA,1,MMA_N)
                    let vectors = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!((_2, _16):(_16, _1)), layout!((_1, _4):(_0, _1)));
                    let tSsC = vectors.get_slice(lane).partition_S(&sC); // (CPY,8,1)
                    for i in 0..shared::opaque(4) {
                        only::<4>(i, #[inline(always)] |i| {
                            copy(&AutoVectorizingCopy, &tCrC.slice(coord!(_, i, _)), &mut tCsC.slice(coord!(_, _0, _)));
                        });
                        warpgroup::sync_warp();
                        let (mut row, rows) = (0, shared::opaque(8));
                        while row < rows {
                            let (m, n) = (at.0 + 16 * i + 2 * row + lane / 16, at.1 + lane % 16 * 4);
                            if m < args.m && n < args.n {
                                let tSsC = tSsC.slice(coord!(_, { row as usize }, _0)); // (CPY)
                                let mut tSrC = make_rmem::<f32, _>(layout!(_4));
                                copy(&AutoVectorizingCopy, &tSsC, &mut tSrC);
                                <f32 as Emit<$Out>>::store(tSrC.engine().registers(0), args, (m, n, at.2));
                            }
                            row += 1;
                        }
                        warpgroup::sync_warp();
                    }
                }
            }
        }
    )*};
    (@ scaled $Out:ident $args:ident $memory:ident $lane:ident $at:ident $tCrC:ident $thr_mma:ident $plain:ident $alpha:ident) => {
        if $plain {
            let sC = make_tensor(SharedPtr::<f32>::new($memory), Sums::default()); // (16,64)
            let tCsC = $thr_mma.partition_C(&sC); // (MMA,1,MMA_N)
            let vectors = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!((_2, _16):(_16, _1)), layout!((_1, _4):(_0, _1)));
            let thr_copy = vectors.get_slice($lane);
            let tDsD = thr_copy.partition_S(&sC); // (CPY,8,1)
            let first = address::<$Out>(&$args.d, $at);
            for i in 0..shared::opaque(4) {
                only::<4>(i, #[inline(always)] |i| {
                    copy(&AutoVectorizingCopy, &$tCrC.slice(coord!(_, i, _)), &mut tCsC.slice(coord!(_, _0, _)));
                });
                warpgroup::sync_warp();
                let rows = make_gmem_ptr(first.wrapping_offset((16 * i as i64 * $args.d.row) as isize));
                let mut gD = make_tensor(rows, layout!((_16, _64):({ $args.d.row }, _1))); // (16,64)
                let mut tDgD = thr_copy.partition_D_mut(&mut gD); // (CPY,8,1)
                let mut tDrD = tDsD.make_fragment_like::<f32>(); // (CPY,8,1)
                copy(&vectors, &tDsD, &mut tDrD);
                let mut scaled = tDsD.make_fragment_like::<f32>();
                transform(&tDrD, &mut scaled, #[inline(always)] |x| $alpha * x);
                copy(&vectors, &scaled, &mut tDgD);
                warpgroup::sync_warp();
            }
            return;
        }
    };
    (@ rounded $Out:ident $args:ident $memory:ident $lane:ident $at:ident $tCrC:ident $thr_mma:ident $plain:ident $alpha:ident) => {
        if $plain && $args.wide == 2 {
            let sD = make_tensor(SharedPtr::<$Out>::new($memory), NarrowSums::default()); // (32,64)
            let tCsD = $thr_mma.partition_C(&sD); // (MMA,2,MMA_N)
            let vectors = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, $Out>::new(), layout!((_4, _8):(_8, _1)), layout!((_1, _8):(_0, _1)));
            let thr_copy = vectors.get_slice($lane);
            let tDsD = thr_copy.partition_S(&sD); // (CPY,8,1)
            let first = address::<$Out>(&$args.d, $at);
            for half in 0..shared::opaque(2) {
                only::<2>(half, #[inline(always)] |half| {
                    unroll!(i in _2 => {
                        let mut scaled = make_rmem::<f32, _>(layout!(((_2, _2), _8))); // (MMA,MMA_N)
                        transform(&$tCrC.slice(coord!(_, { 2 * half + i }, _)), &mut scaled, #[inline(always)] |x| $alpha * x);
                        copy(&AutoVectorizingCopy, &convert_type::<$Out, _, _>(&scaled), &mut tCsD.slice(coord!(_, i, _)));
                    });
                });
                warpgroup::sync_warp();
                let rows = make_gmem_ptr(first.wrapping_offset((32 * half as i64 * $args.d.row) as isize));
                let mut gD = make_tensor(rows, layout!((_32, _64):({ $args.d.row }, _1))); // (32,64)
                let mut tDgD = thr_copy.partition_D_mut(&mut gD); // (CPY,8,1)
                let mut tDrD = tDsD.make_fragment_like::<$Out>(); // (CPY,8,1)
                copy(&vectors, &tDsD, &mut tDrD);
                copy(&vectors, &tDrD, &mut tDgD);
                warpgroup::sync_warp();
            }
            return;
        }
    };
}

store_warp! {
    f16, rounded;
    bf16, rounded;
    f32, scaled;
}
