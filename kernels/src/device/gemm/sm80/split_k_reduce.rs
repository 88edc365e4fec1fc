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
use azulejo_device::inlined;
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use azulejo_tensor::{bf16, f16};

#[cfg(target_arch = "nvptx64")]
use super::{
    args::Args,
    epilogue::{OutputOp, store_vector},
};
#[cfg(target_arch = "nvptx64")]
use crate::device::{
    ptx::{
        memory::{Wide, load_volatile},
        shared::{self, Shared},
        thread,
    },
    repeat, unrolled,
};

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

/// The type of a partial sum.
#[cfg(target_arch = "nvptx64")]
pub trait Partial {
    /// The bits of the sum of two.
    fn plus(x: u32, y: u32) -> u32;
}

#[cfg(target_arch = "nvptx64")]
impl Partial for f32 {
    #[inline(always)]
    fn plus(x: u32, y: u32) -> u32 {
        (f32::from_bits(x) + f32::from_bits(y)).to_bits()
    }
}

#[cfg(target_arch = "nvptx64")]
impl Partial for i32 {
    #[inline(always)]
    fn plus(x: u32, y: u32) -> u32 {
        x.wrapping_add(y)
    }
}

/// Adds four columns of each thread and stores them to a D of `Out`, or of the sums' type if the arguments say so.
///
/// # Safety
/// [`THREADS`] threads and [`SHARED`] bytes of shared memory, after the grid that wrote `args.a`: `args.k` splits, rows of whole vectors.
/// The other arguments are those of the product, but for `group`, the binary logarithm of the teams.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub unsafe fn reduce<Acc: Partial + OutputOp<Out> + OutputOp<Acc>, Out>(args: &Args) {
    // Neither is 0: the compiler does not know.
    let width = (THREADS >> args.group).max(1);
    let vectors = args.n.div_ceil(4).max(1);
    let (team, lane) = (thread::tid() / width, thread::tid() % width);
    let vector = thread::ctaid() * width + lane;
    let (m, n) = (vector / vectors, vector % vectors * 4);
    let is_inside = m < args.m;
    let [mut split, end] = [team, team + 1].map(inlined!(|team| (args.k * team) >> args.group));
    let plus = inlined!(|x: Wide, y: Wide| Wide(unrolled(inlined!(|i| Acc::plus(x.0[i], y.0[i])))));
    let at = inlined!(|team: u32| shared::base() + (team * width + lane) * 16);
    // SAFETY: upheld by the caller: vectors of rows below M lie inside the splits, which an earlier grid wrote, and inside D; each thread
    // has 16 bytes of shared memory, read after the barrier that all threads reach.
    unsafe {
        let mut sum = Wide([0; 4]);
        while is_inside && split < end {
            // All loads of eight splits before the first sum.
            let mut parts = [Wide([0; 4]); 8];
            repeat::<8>(inlined!(|i| {
                let split = split + i as u32;
                if split < end {
                    parts[i] = load_volatile(args.a.address::<Acc>((m, n, split)).cast());
                }
            }));
            repeat::<8>(inlined!(|i| sum = plus(sum, parts[i])));
            split += 8;
        }
        if args.group > 0 {
            Wide::store(at(team), sum);
            thread::sync();
            let mut other = 1;
            while team == 0 && other < 1 << args.group {
                sum = plus(sum, Wide::load(at(other)));
                other += 1;
            }
        }
        if is_inside && team == 0 {
            store_vector::<Acc, Out>(sum, args, (m, n, 0));
        }
    }
}
