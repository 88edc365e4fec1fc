//! The epilogue of f64 sums: whole tiles that are only scaled straight from registers, others through shared memory to whole rows of D.
//!
//! From registers four lanes store 64 bytes of a row in pairs, so each instruction fills sectors of 32 bytes, and a warp stores as soon as
//! it has its sums: its neighbours may still multiply.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::marker::PhantomData;

use azulejo_device::cute::*;
use azulejo_tensor::Accumulators;

use super::args::Args;
use super::epilogue::{self, OutputOp, only};
use super::kernel::{Epilogue, TileScheduler, Work};
use super::table::F64_TILE;
use crate::device::ptx::shared;

/// A thread's sums: 4 × 4 accumulators of 16 × 8.
pub type AccumulatorTile = Accumulators<f64, ((_2, _2), _4, _4)>;

type Mma = TiledMma<SM90_16x8x8_F64F64F64F64_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;
/// Of one row of a warp's accumulators, and of the warps' below each other.
type SmemLayoutC = Layout<(_32, _64), (_72, _1)>;

/// Rows of a tile that are stored at a time.
const ROWS: u32 = 32;
/// Bytes from one row of sums to the next.
const PITCH: u32 = 72 * 8;

/// Sums to a D of `Out`.
pub struct F64Epilogue<Out>(PhantomData<Out>);

impl<Out> Epilogue<AccumulatorTile> for F64Epilogue<Out>
where
    f64: OutputOp<Out>,
{
    #[inline(always)]
    unsafe fn store<T: TileScheduler>(args: &Args, work: &Work, tCrC: &mut AccumulatorTile) {
        let at = work.at;
        // SAFETY: the main loop has used shared memory, and every thread passes every barrier: the branches depend on the block alone.
        unsafe {
            // f64 to f64, for the sums of f32 in f64 have another type than D.
            let from_registers = const { T::SLICED && size_of::<Out>() == 8 };
            if !from_registers {
                thread::sync();
            }
            if !T::fixup(args, tCrC) {
                return;
            }
            let thr_mma = Mma::new().get_slice(thread::tid());
            if from_registers {
                // Asked for again, so that no register holds it during the main loop.
                let is_inside =
                    shared::black_box(at.0) + F64_TILE.0 <= args.m && at.1 + F64_TILE.1 <= args.n;
                if is_inside && args.wide != 0 && epilogue::is_plain(args) {
                    let alpha = <f64 as OutputOp<Out>>::alpha(args);
                    let first = make_gmem_ptr(args.d.address::<f64>(at));
                    let mut gD = make_tensor(first, layout!((_128, _64):({ args.d.row }, _1))); // (BLK_M,BLK_N)
                    let mut tCgD = thr_mma.partition_C_mut(&mut gD); // (MMA,MMA_M,MMA_N)
                    unroll!(i in _4 => { unroll!(row in _2 => {
                        let mut scaled = make_rmem::<f64, _>(layout!((_2, _4))); // (MMA,MMA_N)
                        transform(&tCrC.slice(coord!((_, row), i, _)), &mut scaled, #[inline(always)] |x| x * alpha);
                        copy(&AutoVectorizingCopy, &scaled, &mut tCgD.slice_mut(coord!((_, row), i, _)));
                    }); });
                    return;
                }
                thread::sync();
            }
            let memory = smem::arena();
            let sC = make_tensor(SharedPtr::<f64>::new(memory), SmemLayoutC::default()); // (32,BLK_N)
            let tCsC = thr_mma.partition_C(&sC); // (MMA,1,MMA_N)
            for i in 0..shared::black_box(4) {
                only::<4>(
                    i,
                    #[inline(always)]
                    |i| {
                        copy(
                            &AutoVectorizingCopy,
                            &tCrC.slice(coord!(_, i, _)),
                            &mut tCsC.slice(coord!(_, _0, _)),
                        );
                    },
                );
                thread::sync();
                let from = (at.0 + i * ROWS, at.1, at.2);
                epilogue::store::<f64, Out, ROWS, false>(args, memory, PITCH, from);
                thread::sync();
            }
        }
    }
}
