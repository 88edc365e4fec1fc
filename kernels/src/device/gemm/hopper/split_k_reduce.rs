//! The second grid of a product in splits of K: it adds the partial sums and stores D.
//!
//! A team of threads has 32 to 256 neighbouring pairs of columns; each team adds its range of the splits, the first adds
//! the teams' sums, in order.
//!
//! Roofline: the workspace once, from L2, where the first grid has just left it.

use super::args::Args;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use super::{
    epilogue::output_op::{MOST, OutputOp, entry, factor},
    scheduler::div,
    tiled_mma::{identity, paired, permuted},
    unroll::unroll,
};
#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::{counter, shared, smem, thread};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_tensor::Element;
#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
use azulejo_tensor::element::{F8E4M3, F8E5M2, bf16, f16};

/// Threads of a block.
pub const THREADS: u32 = 256;
/// Bytes of dynamic shared memory of a block.
pub const SHARED: u32 = 1024 + THREADS * 8;

/// What a launch adds up.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct ReduceArgs {
    /// The arguments of the first grid.
    pub args: Args,
    /// Rows and columns of its tile.
    pub tile: [u32; 2],
    /// Tiles of its clusters along M and N.
    pub cluster: [u32; 2],
    /// The consumers.
    pub consumers: u32,
    /// Blocks of 64 rows of a consumer.
    pub row_blocks: u32,
    /// Bytes of an element of A where consumers transposed it, which permutes the rows of D; 0 elsewhere.
    pub transposed_a: u32,
    /// Pairs of all tiles, of one split.
    pub pairs: u32,
    /// Teams of a block: 1, 2, 4 or 8.
    pub teams: u32,
}

macro_rules! reductions {
    ($($name:literal, $acc:ty, $out:ty;)*) => {
        crate::kernels! {
            file "gemm_split_k_reduce", texts crate::table::texts("gemm_split_k_reduce");
            $($name, threads 256, min_ctas 4, Sm90a => fn(args: ReduceArgs) {
                // SAFETY: the launcher passes what it passed to the first grid, and that grid's configuration.
                unsafe { reduce::<$acc, $out>(&args) }
            })*
        }
    };
}

reductions! {
    "azulejo_split_k_reduce_bf16", f32, bf16;
    "azulejo_split_k_reduce_f16", f32, f16;
    "azulejo_split_k_reduce_f32", f32, f32;
    "azulejo_split_k_reduce_e4m3", f32, F8E4M3;
    "azulejo_split_k_reduce_e5m2", f32, F8E5M2;
    "azulejo_split_k_reduce_i32", i32, i32;
}

/// Adds up this block's pairs and stores them.
///
/// # Safety
/// The launch's arguments, whose workspace the preceding kernel fills; [`THREADS`] threads, [`SHARED`] bytes of
/// shared memory.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
pub unsafe fn reduce<A: OutputOp<Out>, Out: Element>(all: &ReduceArgs) {
    launch_dependent_grids();
    wait_on_dependent_grids();
    let args = &all.args;
    let splits = args.grid.splits;
    let width = div(THREADS, all.teams).0;
    let (team, lane) = div(thread::tid(), width);
    let item = thread::ctaid() * width + lane;
    // Pairs of a consumer's share of a tile.
    let share_pairs = all.row_blocks * all.tile[1] * 32;
    let (share, pair) = div(item, share_pairs);
    let active = item < all.pairs;
    let sums = smem::arena();
    let at = |team: u32| sums + (team * width + lane) * 8;
    // SAFETY: reads are inside the workspace by the clamps, and after the grid that wrote it; each thread has eight bytes
    // of shared memory, read after the barrier that all threads reach.
    unsafe {
        let (first, end) = (
            div(splits * team, all.teams).0,
            div(splits * (team + 1), all.teams).0,
        );
        let mut sum = [A::from_bits(0); 2];
        if active {
            let partial = (args.workspace
                + (share as u64 * splits as u64 * share_pairs as u64 + pair as u64) * 8)
                as *const [A; 2];
            let read = |s: u32| {
                partial
                    .add((s.min(splits - 1) * share_pairs) as usize)
                    .read()
            };
            let mut s = first;
            while s < end {
                let mut next = [sum; 16];
                unroll!(16, |d| {
                    let s = s + d as u32;
                    if s < end {
                        next[d] = read(s);
                    }
                });
                unroll!(16, |d| {
                    if s + d as u32 == first {
                        sum = next[d];
                    } else if s + (d as u32) < end {
                        sum = [sum[0].add(next[d][0]), sum[1].add(next[d][1])];
                    }
                });
                s += 16;
            }
        }
        if all.teams > 1 {
            shared::st_v2(at(team), [sum[0].bits(), sum[1].bits()]);
            thread::sync();
            if team == 0 {
                for team in 1..all.teams {
                    let next = [shared::ld(at(team)), shared::ld(at(team) + 4)].map(A::from_bits);
                    sum = [sum[0].add(next[0]), sum[1].add(next[1])];
                }
            }
        }
        if active && team == 0 {
            store(all, (share, pair), sum);
        }
    }
}

/// Stores pair `pair` of a consumer's share.
///
/// # Safety
/// Both are of the first grid.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn store<A: OutputOp<Out>, Out: Element>(
    all: &ReduceArgs,
    (share, pair): (u32, u32),
    sum: [A; 2],
) {
    let args = &all.args;
    let [cm, cn] = all.cluster;
    let (tile, group) = div(share, all.consumers);
    let (tile, cta) = div(tile, cm * cn);
    let (seat_n, seat_m) = div(cta, cm);
    let work = args.grid.work_tile(tile * args.grid.splits);
    // Pairs of a thread's registers, as `wgmma` leaves them.
    let (register, thread) = (pair / 128, pair % 128);
    let (r, p) = div(register, all.tile[1] / 4);
    let (down, along) = match all.transposed_a {
        4 => permuted(thread, 2 * p),
        1 => paired(thread, 2 * p),
        _ => identity(thread, 2 * p),
    };
    let row = (work.m * cm + seat_m) * all.tile[0] + (group * all.row_blocks + r) * 64 + down;
    let column = (work.n * cn + seat_n) * all.tile[1] + along;
    // SAFETY: the launch passes readable factors.
    let (alpha, out) = unsafe {
        (
            args.alpha * factor(args.scale_ab[0]) * factor(args.scale_ab[1]),
            factor(args.scale_d),
        )
    };
    unroll!(2, |j| {
        let column = column + j as u32;
        if row < args.m && column < args.n {
            let at = (row, column, work.batch);
            // SAFETY: the element is inside D; the launch passes a place for the magnitude.
            unsafe {
                let x = finish::<A, Out>(sum[j], args, alpha, at);
                if args.amax != 0 {
                    counter::red_max(args.amax, x.magnitude());
                }
                args.d.address::<Out>(at).write(x.scale(out).out());
            }
        }
    });
}

/// The whole epilogue at (`row`, `column`) of `batch`.
///
/// # Safety
/// The launch's arguments; C and bias, where there are any, cover that element.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn finish<A: OutputOp<Out>, Out: Element>(
    sum: A,
    args: &Args,
    alpha: f32,
    at: (u32, u32, u32),
) -> A {
    // SAFETY: scales of rows and columns, where there are any, are as many as D has; the caller has C and bias cover the element.
    unsafe {
        let mut x =
            sum.scale(alpha * entry(args.scale_mn[0], at.0) * entry(args.scale_mn[1], at.1));
        if args.beta != 0.0 {
            x = x.plus(args.beta, A::of(args.c.address::<Out>(at).read()));
        }
        if args.bias.base != 0 {
            x = x.plus(1.0, A::of(args.bias.address::<Out>(at).read()));
        }
        A::activate([x; MOST], 1, args.activation)[0]
    }
}
