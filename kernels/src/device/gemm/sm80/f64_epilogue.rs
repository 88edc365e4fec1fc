//! The epilogue of f64 sums: what is only scaled straight from registers where the tile is small or inside D, other tiles through shared
//! memory to whole rows of D.
//!
//! From registers four lanes store 32 or 64 bytes of a row in pairs, so each instruction fills sectors of 32 bytes, and a warp stores as
//! soon as it has its sums: its neighbours may still multiply.

use core::marker::PhantomData;
use core::mem;

use super::fixup::fixup;
use super::prelude::*;
use super::table::F64_TILE;
use crate::device::ptx::{memory::Wide, vector::Vector};

/// A thread's sums: `MmasM` by `MmasN` accumulators of 16 × 8.
pub type AccumulatorTile<MmasM, MmasN> = Accumulators<f64, ((_2, _2), MmasM, MmasN)>;

type Mma = TiledMma<SM90_16x8x8_F64F64F64F64_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;
/// Of one row of a warp's accumulators, and of the warps' below each other.
type SmemLayoutC = Layout<(_32, _64), (_72, _1)>;

/// Rows of a tile that are stored at a time.
const ROWS: u32 = 32;
/// Bytes from one row of sums to the next.
const PITCH: u32 = 72 * 8;

/// Sums to a D of `Out`, of blocks that may have a split of a tile's K if `SLICED`.
pub struct F64Epilogue<Out, const SLICED: bool>(PhantomData<Out>);

impl<Out, const SLICED: bool> Epilogue<AccumulatorTile<_4, _4>> for F64Epilogue<Out, SLICED>
where
    f64: OutputOp<Out>,
{
    const SLICED: bool = SLICED;

    #[inline(always)]
    unsafe fn store(args: &Args, work: &Work, tCrC: &mut AccumulatorTile<_4, _4>) {
        let at = work.at;
        // SAFETY: the main loop has used shared memory, and every thread passes every barrier: the branches depend on the block alone.
        unsafe {
            // f64 to f64, for the sums of f32 in f64 have another type than D.
            let from_registers = const { SLICED && size_of::<Out>() == 8 };
            if !from_registers {
                thread::sync();
            }
            if SLICED && !fixup(args, tCrC) {
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
                        transform(&tCrC.slice(coord!((_, row), i, _)), &mut scaled, inlined!(|x| x * alpha));
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
                    inlined!(|i| {
                        copy(
                            &AutoVectorizingCopy,
                            &tCrC.slice(coord!(_, i, _)),
                            &mut tCsC.slice(coord!(_, _0, _)),
                        );
                    }),
                );
                thread::sync();
                let from = (at.0 + i * ROWS, at.1, at.2);
                epilogue::store::<f64, Out, ROWS, false>(args, memory, PITCH, from);
                thread::sync();
            }
        }
    }
}

/// Stores `N` neighbours of D, one or two, where a condition holds, without a branch.
///
/// # Safety
/// `to` is writable for elements of 4 or 8 bytes, and aligned to all of them, where `condition` holds.
#[inline(always)]
unsafe fn store_if<Out: Copy, const N: usize>(condition: bool, to: u64, values: [Out; N]) {
    // SAFETY: upheld by the caller; of as many bytes as the elements, any bits being such words.
    unsafe {
        match (N, size_of::<Out>()) {
            (1, 4) => u32::store_global_if(condition, to, mem::transmute_copy(&values)),
            (1, _) => u64::store_global_if(condition, to, mem::transmute_copy(&values)),
            (_, 4) => <[u32; 2]>::store_global_if(condition, to, mem::transmute_copy(&values)),
            _ => <[u32; 4]>::store_global_if(condition, to, mem::transmute_copy(&values)),
        }
    }
}

/// The epilogues of small tiles, from registers: a thread's accumulators along M and along N, its pairs of neighbours, the tile.
macro_rules! small_tiles {
    ($($MmasM:ident by $MmasN:ident, $Pairs:ident pairs, of $BlkM:ident x $BlkN:ident;)*) => {$(
        impl<Out: Copy, const SLICED: bool> Epilogue<AccumulatorTile<$MmasM, $MmasN>> for F64Epilogue<Out, SLICED>
        where
            f64: OutputOp<Out>,
        {
            const SLICED: bool = SLICED;

            #[inline(always)]
            unsafe fn store(args: &Args, work: &Work, tCrC: &mut AccumulatorTile<$MmasM, $MmasN>) {
                const PAIRS: usize = <$Pairs as Int>::STATIC.unwrap() as usize;
                let at = work.at;
                // SAFETY: every thread passes every barrier: the branches depend on the block alone; what is stored lies inside D.
                unsafe {
                    if SLICED {
                        thread::sync();
                    }
                    if SLICED && !fixup(args, tCrC) {
                        return;
                    }
                    let thr_mma = Mma::new().get_slice(thread::tid());
                    let cD = make_identity_tensor(shape!({ $BlkM::NEW }, { $BlkN::NEW })); // (BLK_M,BLK_N)
                    let tCcD = thr_mma.partition_C(&cD); // coordinates (m, n)
                    let (m_0, n_0) = tCcD.coord(0i32);
                    let first = (at.0 + m_0 as u32, at.1 + n_0 as u32, at.2);
                    if epilogue::is_plain(args) {
                        let alpha = <f64 as OutputOp<Out>>::alpha(args);
                        let bytes = size_of::<Out>() as i64;
                        let (row, column) = (args.d.row * bytes, args.d.column * bytes);
                        let to = args.d.address::<Out>(first) as u64;
                        // Rows and columns from the thread's first sum on.
                        let (rows, columns) = (
                            args.m as i32 - first.0 as i32,
                            args.n as i32 - first.1 as i32,
                        );
                        unroll!(i in $Pairs => {
                            let (m, n) = tCcD.coord(2 * i as i32);
                            let (m, n) = ((m - m_0) as i32, (n - n_0) as i32);
                            let to = to.wrapping_add_signed(m as i64 * row + n as i64 * column);
                            let pair = [0, 1].map(inlined!(|of| <f64 as OutputOp<Out>>::scaled(tCrC.at(2 * i + of), alpha)));
                            let is_pair = args.wide != 0 && n + 2 <= columns;
                            store_if(m < rows && is_pair, to, pair);
                            store_if(m < rows && !is_pair && n < columns, to, [pair[0]]);
                            store_if(m < rows && !is_pair && n + 1 < columns, to.wrapping_add_signed(column), [pair[1]]);
                        });
                        return;
                    }
                    // A pair of sums, and where in D it belongs.
                    let pair = inlined!(|pair: usize| {
                        let (m, n) = tCcD.coord(2 * pair as i32);
                        let at = (first.0 + (m - m_0) as u32, first.1 + (n - n_0) as u32, at.2);
                        let sums = [tCrC.at(2 * pair), tCrC.at(2 * pair + 1)];
                        (mem::transmute::<[f64; 2], Wide>(sums), at)
                    });
                    for i in 0..shared::black_box(PAIRS as u32) {
                        let mut of = pair(0);
                        only::<PAIRS>(i, inlined!(|i| of = pair(i)));
                        let (sums, at) = of;
                        if at.0 < args.m && at.1 < args.n {
                            <f64 as OutputOp<Out>>::store(sums, args, at);
                        }
                    }
                }
            }
        }
    )*};
}

small_tiles! {
    _2 by _4, _16 pairs, of _64 x _64;
    _2 by _2, _8 pairs, of _64 x _32;
    _1 by _2, _4 pairs, of _32 x _32;
}
