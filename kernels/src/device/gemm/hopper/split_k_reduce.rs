//! The second grid of a product in splits of K: it adds the partial sums and stores D.
//!
//! A thread adds a vector of four values: what a consumer's thread holds of an atom's eight columns, two neighbours in each of two rows.
//! A block has 32 to 256 vectors of one share, which is a consumer's part of a tile, and its coordinates say which:
//!
//! ```text
//! x   tile of clusters, as the first grid counts them
//! y   share of the tile: consumers count first, then CTAs along M, then along N
//! z   chunk of the share's vectors
//! ```
//!
//! Where vectors are few, a block has teams: each adds its range of the splits, the first adds the teams' sums, in order.
//!
//! Roofline: the workspace once, from L2, where the first grid has just left it.

use super::args::Args;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use super::{
    epilogue::output_op::{MOST, OutputOp, entry, factor},
    scheduler::div,
    tiled_mma::{IdentityRows, PairedRows, PermutedRows, Rows},
    unroll::unroll,
};
#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::{
    counter, math,
    memory::{Global, Wide},
    shared, smem, thread,
};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_tensor::Element;
#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
use azulejo_tensor::element::{F8E4M3, F8E5M2, bf16, f16};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use core::mem::transmute_copy;

/// Threads of a block.
pub const THREADS: u32 = 256;
/// Bytes of dynamic shared memory of a block.
pub const SHARED: u32 = 1024 + THREADS * 16;

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
    /// Binary logarithm of the teams of a block: 0 to 3.
    pub teams_log2: u32,
}

impl ReduceArgs {
    /// Shares of a tile of clusters.
    pub const fn shares(&self) -> u32 {
        self.cluster[0] * self.cluster[1] * self.consumers
    }

    /// Vectors of a share: a multiple of 256.
    pub const fn share_vectors(&self) -> u32 {
        self.row_blocks * self.tile[1] * 16
    }
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

/// Adds up this block's vectors and stores them.
///
/// # Safety
/// The launch's arguments, whose workspace the preceding kernel fills; blocks of [`THREADS`] threads and [`SHARED`] bytes of shared
/// memory for all chunks of all shares of all tiles.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
pub unsafe fn reduce<A: OutputOp<Out>, Out: Element>(all: &ReduceArgs) {
    launch_dependent_grids();
    let args = &all.args;
    let splits = args.grid.splits;
    let width = (THREADS >> all.teams_log2).max(1);
    let (team, lane) = (thread::tid() / width, thread::tid() % width);
    let (tile, part) = (thread::ctaid(), thread::ctaid_y());
    let vector = thread::ctaid_z() * width + lane;
    // Worked out before the wait: the first grid takes its time.
    let corner = corner(all, tile, part).map(math::black_box);
    let share = tile * all.shares() + part;
    let step = all.share_vectors() as u64 * 16;
    let partial = args.workspace + share as u64 * splits as u64 * step + vector as u64 * 16;
    let first_of = |team: u32| (splits * team) >> all.teams_log2;
    let (first, end) = (first_of(team), first_of(team + 1));
    let sums = smem::arena();
    let at = |team: u32| sums + (team * width + lane) * 16;
    let places = Places::new(all, corner, vector);
    wait_on_dependent_grids();
    // SAFETY: reads are inside the workspace by the clamp, and after the grid that wrote it; elements of C that are inside are there; each
    // thread has sixteen bytes of shared memory, read after the barrier that all threads reach.
    unsafe {
        // C is on its way while the splits are added.
        let mut c = [A::from_bits(0); 4];
        if team == 0 && args.beta != 0.0 {
            unroll!(4, |v| if places.is_inside(args, v) {
                c[v] = A::of(args.c.address::<Out>(places.at(v)).read());
            });
        }
        let read = |split: u32| {
            <Wide as Global>::load((partial + split.min(end - 1) as u64 * step) as *const u8)
        };
        let mut sum = read(first).0.map(A::from_bits);
        let mut split = first + 1;
        while split < end {
            // All loads of four splits before the first sum.
            let next = [0, 1, 2, 3].map(|d| read(split + d).0);
            unroll!(4, |d| {
                if split + (d as u32) < end {
                    unroll!(4, |v| sum[v] = sum[v].add(A::from_bits(next[d][v])));
                }
            });
            split += 4;
        }
        if all.teams_log2 > 0 {
            shared::st_v4(at(team), sum.map(A::bits));
            thread::sync();
            if team > 0 {
                return;
            }
            for team in 1..1 << all.teams_log2 {
                let [low, high] = [0, 8].map(|byte| shared::ld_v2(at(team) + byte));
                let next = [low[0], low[1], high[0], high[1]];
                unroll!(4, |v| sum[v] = sum[v].add(A::from_bits(next[v])));
            }
        }
        store::<A, Out>(args, &places, sum, c);
    }
}

/// Row, column and batch of D where share `part` of a tile starts.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
fn corner(all: &ReduceArgs, tile: u32, part: u32) -> [u32; 3] {
    let [cm, cn] = all.cluster;
    let work = all.args.grid.first_split(tile);
    let (seat_n, down) = div(part, cm * all.consumers);
    [
        work.m * cm * all.tile[0] + down * all.row_blocks * 64,
        (work.n * cn + seat_n) * all.tile[1],
        work.batch,
    ]
}

/// The elements of D of a vector: two neighbours in each of two rows.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
struct Places {
    rows: [u32; 2],
    column: u32,
    batch: u32,
}

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
impl Places {
    /// Those of vector `vector` of the share that starts at `corner`, as `wgmma` leaves a thread's registers; a consumer has one block of
    /// 64 rows or two.
    #[inline(always)]
    fn new(all: &ReduceArgs, [row, column, batch]: [u32; 3], vector: u32) -> Self {
        let (register, thread) = (vector / 128, vector % 128);
        let eights = all.tile[1] / 8;
        let (block, eight) = match register < eights {
            true => (0, register),
            false => (64, register - eights),
        };
        let coord = |v| match all.transposed_a {
            4 => PermutedRows::coord(thread, v),
            1 => PairedRows::coord(thread, v),
            _ => IdentityRows::coord(thread, v),
        };
        Self {
            rows: [coord(0).0, coord(2).0].map(|down| row + block + down),
            column: column + eight * 8 + coord(0).1,
            batch,
        }
    }

    /// Row, column and batch of value `v`.
    #[inline(always)]
    fn at(&self, v: usize) -> (u32, u32, u32) {
        (self.rows[v / 2], self.column + v as u32 % 2, self.batch)
    }

    /// `true` if D has value `v`.
    #[inline(always)]
    fn is_inside(&self, args: &Args, v: usize) -> bool {
        self.at(v).0 < args.m && self.at(v).1 < args.n
    }
}

/// Stores a vector, of which `c` has what was there in C.
///
/// # Safety
/// The launch's arguments; the places are of the first grid.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn store<A: OutputOp<Out>, Out: Element>(
    args: &Args,
    places: &Places,
    sum: [A; 4],
    c: [A; 4],
) {
    let at = |v| places.at(v);
    let is_inside = |v| places.is_inside(args, v);
    // SAFETY: the launch passes readable factors and a place for the magnitude, and elements of D and bias that are inside are there.
    unsafe {
        let alpha = args.alpha * factor(args.scale_ab[0]) * factor(args.scale_ab[1]);
        let mut x = [sum[0]; MOST];
        unroll!(4, |v| x[v] = sum[v].scale(alpha));
        if args.scale_mn != [0; 2] || args.beta != 0.0 || args.bias.base != 0 {
            unroll!(4, |v| if is_inside(v) {
                x[v] = plus::<A, Out>(sum[v], args, alpha, at(v), c[v]);
            });
        }
        let mut x = A::activate(x, 4, args.activation);
        if args.amax != 0 {
            unroll!(4, |v| if is_inside(v) {
                counter::red_max(args.amax, x[v].magnitude());
            });
        }
        if args.scale_d != 0 {
            let out = factor(args.scale_d);
            unroll!(4, |v| x[v] = x[v].scale(out));
        }
        unroll!(2, |half| {
            let to = args.d.address::<Out>(at(2 * half));
            let pair = [x[2 * half].out(), x[2 * half + 1].out()];
            if is_inside(2 * half + 1)
                && args.d.column == 1
                && (to as usize).is_multiple_of(2 * size_of::<Out>())
            {
                store_pair(to.cast(), pair);
            } else if is_inside(2 * half) {
                to.write(pair[0]);
                if is_inside(2 * half + 1) {
                    args.d.address::<Out>(at(2 * half + 1)).write(pair[1]);
                }
            }
        });
    }
}

/// Stores two neighbours at once.
///
/// # Safety
/// Both are writable, at an address that is aligned to both.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn store_pair<Out: Element>(to: *mut u8, pair: [Out; 2]) {
    // SAFETY: the bytes of two elements, for which any bits are such words; upheld by the caller for the address.
    unsafe {
        match size_of::<Out>() {
            1 => u16::store(to, transmute_copy(&pair)),
            2 => u32::store(to, transmute_copy(&pair)),
            _ => u64::store(to, transmute_copy(&pair)),
        }
    }
}

/// Scales the sum at (`row`, `column`) of `batch`, and adds C, which is `c` there, and bias.
///
/// # Safety
/// The launch's arguments; a bias, where there is one, covers that element.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn plus<A: OutputOp<Out>, Out: Element>(
    sum: A,
    args: &Args,
    alpha: f32,
    at: (u32, u32, u32),
    c: A,
) -> A {
    // SAFETY: scales of rows and columns, where there are any, are as many as D has; the caller has the bias cover the element.
    unsafe {
        let mut x =
            sum.scale(alpha * entry(args.scale_mn[0], at.0) * entry(args.scale_mn[1], at.1));
        if args.beta != 0.0 {
            x = x.plus(args.beta, c);
        }
        if args.bias.base != 0 {
            x = x.plus(1.0, A::of(args.bias.address::<Out>(at).read()));
        }
        x
    }
}
