//! The product along K on compute capability 9.0: a ring of stages that TMA fills and `wgmma` reads.
//!
//! The block's 128 threads are one warpgroup. Its first thread asks for a stage's tiles as soon as the batch that read
//! the stage is complete in all four warps, which a block barrier says while the next batch keeps the tensor cores busy.

use core::mem::MaybeUninit;

use azulejo_device::cute::{ScaleOut, warpgroup_wait};
use azulejo_layout::ints::*;
use azulejo_tensor::atom::{GmmaSs, K, K16, MN};
use azulejo_tensor::{Element, bf16, f16};

use super::STAGES;
use crate::{Compute, Extent, Tile, TileShape};
use azulejo_kernels::device::gemm::hopper::mainloop::{Accumulators, Mainloop, Ss};
use azulejo_kernels::device::ptx::{
    fence, mbarrier,
    memory::Wide,
    shared::{self, Shared},
    smem::Smem,
    thread::{sync, tid},
    tma,
};

/// Barriers that there is room for, so stages at most.
const BARRIERS: u32 = 8;

/// Floats from one row of the tile to the next when it passes through shared memory: no two rows of a fragment's eight
/// conflict in a bank.
const fn pitch(columns: usize) -> u32 {
    columns as u32 + 8
}

/// Returns `true` if the pipeline has these types and tiles: 64 or 128 rows, 64, 128 or 256 columns, at most 128 × 128 in all.
#[inline(always)]
pub fn fits<T: Element, F: Element, A: TileShape, O: TileShape>() -> bool {
    let half = F::DTYPE as u8 == bf16::DTYPE as u8 || F::DTYPE as u8 == f16::DTYPE as u8;
    half && T::DTYPE as u8 == f32::DTYPE as u8
        && matches!(
            (O::EXTENTS[0], O::EXTENTS[1]),
            (64 | 128, 64 | 128) | (64, 256)
        )
        && (A::EXTENTS[1] == 64 || A::EXTENTS[1] == 32)
}

/// The sum over `steps` tiles of A and B.
///
/// # Safety
/// The whole block makes the call, [`fits`] holds, and the maps are those of two staged views in tiles of M × K and
/// K × N.
#[inline(always)]
pub unsafe fn product<T: Compute, F: Element, A: TileShape, O: TileShape>(
    maps: [u64; 2],
    at: [usize; 2],
    steps: usize,
) -> Tile<T, O> {
    let steps = if steps == 0 { 1 } else { steps as u32 };
    let [rows, columns, ..] = O::EXTENTS;
    let at = [(at[0] * rows) as u32, (at[1] * columns) as u32];
    macro_rules! of {
        ($($t:ident $q:literal $qt:ident: $($r:literal $rt:ident $n:literal $nt:ident),*;)*) => {
            match (F::DTYPE as u8 == bf16::DTYPE as u8, A::EXTENTS[1], rows / 64, columns) {
                $($((is, $q, $r, $n) if is == (<$t>::DTYPE as u8 == bf16::DTYPE as u8) => {
                    type Products = Ss<GmmaSs<$nt, K16, f32, $t, $t, K, MN>, K, MN, $rt, $nt, $qt, 1>;
                    // SAFETY: the whole block is here, and the maps are those of staged views in such tiles, by the caller.
                    unsafe { multiply::<Products, $q, $r, $n>(maps, at, steps) }
                })*)*
                // Not one that fits.
                _ => 0,
            }
        };
    }
    let base = of! {
        bf16 64 _64: 1 _64 64 _64, 1 _64 128 _128, 1 _64 256 _256, 2 _128 64 _64, 2 _128 128 _128;
        bf16 32 _32: 1 _64 64 _64, 1 _64 128 _128, 1 _64 256 _256, 2 _128 64 _64, 2 _128 128 _128;
        f16 64 _64: 1 _64 64 _64, 1 _64 128 _128, 1 _64 256 _256, 2 _128 64 _64, 2 _128 128 _128;
        f16 32 _32: 1 _64 64 _64, 1 _64 128 _128, 1 _64 256 _256, 2 _128 64 _64, 2 _128 128 _128;
    };
    let mut held = MaybeUninit::<<O::Count as Extent>::Held<T>>::uninit();
    let to = held.as_mut_ptr().cast::<f32>();
    let pitch = const { pitch(O::EXTENTS[1]) };
    let (row, column) = (tid() * 4 / columns as u32, tid() * 4 % columns as u32);
    O::Count::each(&mut |v| {
        if v % 4 == 0 {
            // Fours of the block's threads are 512 elements, whole rows of the tile.
            let line = row + (v / 4 * 512 / columns) as u32;
            let from = base + (line * pitch + column) * 4;
            // SAFETY: 16 bytes of shared memory, aligned to 16, written by the block before its last barrier.
            let Wide(bits) = unsafe { Wide::load(from) };
            // SAFETY: four of this thread's elements begin at `v`.
            let four = unsafe { to.add(v) };
            // SAFETY: those four elements, which are f32; the write asks for no alignment.
            unsafe { four.cast::<[u32; 4]>().write_unaligned(bits) };
        }
    });
    // SAFETY: every element was written: the fours cover them.
    Tile::of(unsafe { held.assume_init() })
}

/// Multiplies, and leaves the tile of 64 `R` × `N` in shared memory, row by row: its address.
///
/// # Safety
/// As [`product`], for tiles of `Q` terms.
#[inline(always)]
unsafe fn multiply<Mma, const Q: u32, const R: usize, const N: u32>(
    [a_map, b_map]: [u64; 2],
    [row, column]: [u32; 2],
    steps: u32,
) -> u32
where
    Mma: Mainloop<A = Smem, Accumulators: Accumulators<Acc = f32>>,
{
    // B is in panels of 64 columns.
    let (a_bytes, panel) = (64 * R as u32 * Q * 2, 64 * Q * 2);
    let pitch = const { pitch(N as usize) };
    let bytes = a_bytes + N / 64 * panel;
    let most = 2 * STAGES / bytes;
    let stages = if most > BARRIERS { BARRIERS } else { most };
    let base = (shared::base() + 1023) & !1023;
    let a_at = |stage: u32| base + stage * bytes;
    let b_at = |stage: u32| a_at(stage) + a_bytes;
    let full = |stage: u32| base + 2 * STAGES + stage * mbarrier::BYTES;
    let first = tid() == 0;
    let fill = |step: u32, stage: u32| {
        if first && step < steps {
            let (bar, k) = (full(stage), step * Q);
            // SAFETY: the stage's barrier is initialized, and this is the one arrival of its phase; these bytes come below.
            unsafe { mbarrier::arrive_and_expect_tx(bar, bytes) };
            // SAFETY: a box of the map, by the caller; the stage is free: the batch that read it is complete in all warps.
            unsafe { tma::load(a_at(stage), a_map, (k, row, 0), bar) };
            let mut part = 0;
            while part < N / 64 {
                let to = b_at(stage) + part * panel;
                // SAFETY: a box of the map, by the caller; the stage is free: the batch that read it is complete in all warps.
                unsafe { tma::load(to, b_map, (column + 64 * part, k, 0), bar) };
                part += 1;
            }
        }
    };
    // What used this memory before is done with it, also for TMA.
    fence::proxy_async();
    if first {
        for stage in 0..stages {
            // SAFETY: 8 bytes of the scratch for each stage, aligned to 8; others use it after the fence and the barrier below.
            unsafe { mbarrier::init(full(stage), 1) };
        }
        fence::mbarrier_init();
    }
    // SAFETY: the control flow is the same in the whole block.
    unsafe { sync() };
    for step in 0..stages - 1 {
        fill(step, step);
    }
    let mut sums = Mma::Accumulators::zero();
    let (mut step, mut stage, mut parity, mut last) = (0, 0, 0, stages - 1);
    loop {
        // SAFETY: the stage's barrier is initialized, and the parity that of the phase in which its bytes come.
        unsafe { mbarrier::wait(full(stage), parity) };
        // SAFETY: the block is one warpgroup with the same control flow; the stage is full, and is filled again after the
        // wait for this batch.
        unsafe { Mma::multiply(a_at(stage), b_at(stage), &mut sums, ScaleOut::One) };
        // SAFETY: the block is one warpgroup with the same control flow.
        unsafe { warpgroup_wait::<1>() };
        // SAFETY: the control flow is the same in the whole block.
        unsafe { sync() };
        fill(step + stages - 1, last);
        step += 1;
        if step >= steps {
            break;
        }
        last = stage;
        stage += 1;
        if stage == stages {
            stage = 0;
            parity ^= 1;
        }
    }
    // SAFETY: the block is one warpgroup with the same control flow.
    unsafe { warpgroup_wait::<0>() };
    sums.fence(0);
    // SAFETY: the control flow is the same in the whole block.
    unsafe { sync() };
    if first {
        for stage in 0..stages {
            // SAFETY: an initialized barrier, whose phases were all waited for before the block's barrier.
            unsafe { mbarrier::invalidate(full(stage)) };
        }
    }
    // Lane 4 g + q of warp w holds rows 16 w + g and 8 below, columns 8 i + 2 q and the next.
    let (warp, lane) = (tid() / 32, tid() % 32);
    let corner = base + ((16 * warp + lane / 4) * pitch + 2 * (lane % 4)) * 4;
    // SAFETY: `put` asks for registers of the tile's rows and columns.
    let bits = |r: usize, i: usize| unsafe { sums.get(r, i) }.to_bits() as u64;
    let pair = |r: usize, i: usize| bits(r, i) | bits(r, i + 1) << 32;
    // SAFETY: a pair's place in the tile's rows, aligned to 8, which this thread alone writes before the last barrier.
    let keep = |to: u32, pair: u64| unsafe { u64::store(to, pair) };
    macro_rules! put {
        ($($r:literal)*: $i:tt) => {$( put!(@row $r $i); )*};
        (@row $r:literal [$($i:literal)*]) => {$(
            if $r < R && $i < N / 8 {
                let to = corner + (64 * $r * pitch + 8 * $i) * 4;
                keep(to, pair($r, 4 * $i));
                keep(to + 8 * pitch * 4, pair($r, 4 * $i + 2));
            }
        )*};
    }
    put!(0 1: [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31]);
    // SAFETY: the control flow is the same in the whole block.
    unsafe { sync() };
    base
}
