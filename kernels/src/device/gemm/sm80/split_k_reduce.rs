//! The second grid of a split-K product: it adds the partial sums of all splits, in order, and stores D.
//!
//! ```text
//! partials  [split 0: M x N][split 1: M x N] …   written by a GEMM kernel, a batch per split
//! CTA       256 threads: 2^group teams, each of 256 / 2^group vectors of four columns
//! team      adds its range of the splits; the first team adds those of the others
//! ```
//!
//! Roofline: the partial sums once, from L2, where the first grid has just left them.
//!
//! Source: CUTLASS, `ReduceSplitK`.

#[cfg(target_arch = "nvptx64")]
use azulejo_device::{cute::*, inlined};
#[cfg(target_arch = "nvptx64")]
use azulejo_tensor::engine::AsRegisters;
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use azulejo_tensor::{bf16, f16};

#[cfg(target_arch = "nvptx64")]
use super::{
    args::Args,
    epilogue::{OutputOp, store_vector},
};
#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::{memory::Wide, shared};

/// Threads of a CTA.
pub const THREADS: u32 = 256;
/// Bytes of shared memory of a CTA: a vector per thread.
pub const SHARED: u32 = THREADS * 16;

macro_rules! reductions {
    ($($name:literal, $t:ty => $out:ty;)*) => {
        crate::kernels! {
            file "sm80_split_k_reduce", texts crate::table::texts("sm80_split_k_reduce");
            $($name, threads 256, min_ctas 4, Common => fn(args: super::args::Args) {
                // SAFETY: the launcher takes grid, shared memory and arguments from the first grid's.
                unsafe { reduce::<$t, $out>(&args) }
            })*
        }
    };
}

reductions! {
    "sm80_split_k_reduce_f16", f32 => f16;
    "sm80_split_k_reduce_bf16", f32 => bf16;
    "sm80_split_k_reduce_f32", f32 => f32;
    "sm80_split_k_reduce_i32", i32 => i32;
}

/// Adds four columns of each thread and stores them to a D of `Out`, or of the sums' type if the arguments say so.
///
/// # Safety
/// [`THREADS`] threads and [`SHARED`] bytes of shared memory, after the grid that wrote `args.a`: `args.k` splits, rows of whole vectors.
/// The other arguments are those of the product, but for `group`, the binary logarithm of the teams.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub unsafe fn reduce<Acc: Partial + OutputOp<Out> + OutputOp<Acc>, Out>(args: &Args) {
    // SAFETY: upheld by the caller: the launch is that of the first grid's splits; a vector that is returned is inside D.
    unsafe {
        if let Some((sums, at)) = Acc::add_splits(args) {
            store_vector::<Acc, Out>(sums, args, at);
        }
    }
}

/// The type of a partial sum.
#[cfg(target_arch = "nvptx64")]
pub trait Partial: Sized {
    /// Adds four columns of a row; returns them in one thread, with where they are.
    ///
    /// # Safety
    /// As [`reduce`].
    unsafe fn add_splits(args: &Args) -> Option<(Wide, (u32, u32, u32))>;
}

/// The sum of two; integers wrap around.
#[cfg(target_arch = "nvptx64")]
macro_rules! sum {
    (f32 $x:expr, $y:expr) => {
        $x + $y
    };
    (i32 $x:expr, $y:expr) => {
        $x.wrapping_add($y)
    };
}

#[cfg(target_arch = "nvptx64")]
macro_rules! partials {
    ($($Acc:ident)*) => {$(
        impl Partial for $Acc {
            #[inline(always)]
            unsafe fn add_splits(args: &Args) -> Option<(Wide, (u32, u32, u32))> {
                // Neither is 0: the compiler does not know.
                let width = (THREADS >> args.group).max(1);
                let (team, lane) = (thread::tid() / width, thread::tid() % width);
                let vectors = args.n.div_ceil(4).max(1);
                let vector = thread::ctaid() * width + lane;
                let (m, n) = (vector / vectors, vector % vectors * 4);
                let is_inside = m < args.m;
                let [mut split, end] = [team, team + 1].map(inlined!(|team| (args.k * team) >> args.group));
                let memory = shared::base();
                // SAFETY: upheld by the caller: vectors of rows below M lie inside the splits, which an earlier grid wrote; each thread
                // has 16 bytes of shared memory, read after the barrier that all threads reach.
                unsafe {
                    let mP = make_tensor(
                        make_gmem_ptr(args.a.base as *mut $Acc),
                        layout!((_4, { i64::MAX }, { i64::MAX }, { i64::MAX }):(_1, _4, { args.a.row }, { args.a.batch })),
                    );
                    let tCgP = mP.slice(coord!(_, { n as i64 / 4 }, { m as i64 }, _)); // (VEC,split)
                    let mut tCrC = make_rmem::<$Acc, _>(layout!(_4)); // (VEC)
                    clear(&mut tCrC);
                    while is_inside && split < end {
                        // All loads of eight splits before the first sum.
                        let mut tCrP = make_rmem::<$Acc, _>(layout!((_4, _8))); // (VEC,split)
                        clear(&mut tCrP);
                        unroll!(i in _8 => {
                            if split + (i as u32) < end {
                                let from = tCgP.slice(coord!(_, { (split + i as u32) as i64 })); // (VEC)
                                copy(&AutoVectorizingCopy, &from, &mut tCrP.slice_mut(coord!(_, i)));
                            }
                        });
                        unroll!(i in _8 => { unroll!(v in _4 => {
                            tCrC.put(v, sum!($Acc tCrC.at(v), tCrP.at((v, i))));
                        }); });
                        split += 8;
                    }
                    if args.group > 0 {
                        let mine = SharedPtr::<$Acc>::new(memory + thread::tid() * 16);
                        copy(&AutoVectorizingCopy, &tCrC, &mut make_tensor(mine, layout!(_4)));
                        thread::sync();
                        let mut other = 1;
                        while team == 0 && other < 1 << args.group {
                            let theirs = SharedPtr::<$Acc>::new(memory + (other * width + lane) * 16);
                            let mut tCrP = make_rmem::<$Acc, _>(layout!(_4)); // (VEC)
                            copy(&AutoVectorizingCopy, &make_tensor(theirs, layout!(_4)), &mut tCrP);
                            unroll!(v in _4 => {
                                tCrC.put(v, sum!($Acc tCrC.at(v), tCrP.at(v)));
                            });
                            other += 1;
                        }
                    }
                    (is_inside && team == 0).then(|| (tCrC.engine().registers(0), (m, n, 0)))
                }
            }
        }
    )*};
}

#[cfg(target_arch = "nvptx64")]
partials! { f32 i32 }
