//! Swizzled tiles in stages, with ragged edges, and the fragments of products.

use azulejo_device::cute::*;
#[cfg(target_arch = "nvptx64")]
use azulejo_device::ptx::thread;
#[cfg(target_arch = "nvptx64")]
use azulejo_tensor::{Extent, Repeat};

/// Rows and columns of a tile.
pub const TILE: usize = 64;
/// Rows of the matrix, which its tiles exceed.
pub const ROWS: usize = 100;
/// Columns.
pub const COLUMNS: usize = 152;
/// Elements from one row to the next.
pub const PITCH: usize = 160;
/// Tiles along the columns: each goes to a stage of its own.
pub const STAGES: usize = 3;

/// Three stages of a tile.
pub type Stages = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64, _3), LayoutLeft>;
/// 128 threads with eight values each.
pub type Rows<Op> = TiledCopy<Op, f16, Layout<((_8, _16), _8), ((_128, _1), _16)>, (_16, _64)>;

macro_rules! ragged {
    ($($name:literal $arch:ident $op:ty, $with:expr;)*) => {$(
        // The second row of tiles; `old` is in shared memory before.
        azulejo_device::entry_point!($arch, $name, fn(from: *mut f16, out: *mut f16, old: u16) {
            azulejo_device::shared_storage! { struct Storage { tensor stages: [f16; Stages]; } }
            // SAFETY: the launcher gives 128 threads, a matrix, and three tiles.
            unsafe {
                let tid = thread::tid() as usize;
                let mut sA = Storage::at(smem::arena()).stages(); // (BLK_M,BLK_K,PIPE)
                for i in 0..TILE * TILE * STAGES / 128 {
                    sA.put(tid + 128 * i, f16::from_bits(old));
                }
                thread::sync();
                let mA = make_tensor(make_gmem_ptr(from), layout!((ROWS, COLUMNS):(PITCH, _1)));
                let gA = mA.local_tile(tile!(_64, _64), coord!(1usize, _)); // (BLK_M,BLK_K,k)
                let cA = make_identity_tensor(shape!({ ROWS as i32 }, { COLUMNS as i32 })).local_tile(tile!(_64, _64), coord!(1i32, _));
                let tiled = Rows::<$op>::new();
                let thr = tiled.get_slice(tid);
                let (tAgA, tAcA, mut tAsA) = (thr.partition_S(&gA), thr.partition_S(&cA), thr.partition_D_mut(&mut sA));
                let with = $with;
                for k in 0..STAGES {
                    let mut pred = make_rmem::<Bool, _>(layout!((_4, _1)));
                    let coords = tAcA.slice(coord!(_, _, _, { k as i32 }));
                    unroll!(m in _4 => { pred.put(m, Bool::from(within(coords.coord((0usize, m, 0usize)), (ROWS as i32, COLUMNS as i32)))); });
                    copy_if(&with(tiled), &pred, &tAgA.slice(coord!(_, _, _, k)), &mut tAsA.slice_mut(coord!(_, _, _, k)));
                    cp_async_fence();
                }
                cp_async_wait::<0>();
                thread::sync();
                let mut to = make_tensor(make_gmem_ptr(out), layout!(usize::MAX >> 8));
                for i in 0..TILE * TILE * STAGES / 128 {
                    to.put(tid + 128 * i, sA.at(tid + 128 * i));
                }
            }
        });
    )*};
}

/// The kernels, and whether zeros take the place of what is outside.
pub const RAGGED: &[(&str, bool)] = &[
    ("ragged_cp_async", false),
    ("ragged_cp_async_zfill", true),
    ("ragged_cp_async_cached", false),
    ("ragged_cp_async_zfill_cached", true),
    ("ragged_universal", false),
];

ragged! {
    "ragged_cp_async" Sm80 SM80_CP_ASYNC_CACHEGLOBAL<_128>, |copy| copy;
    "ragged_cp_async_zfill" Sm80 SM80_CP_ASYNC_CACHEALWAYS_ZFILL<_128>, |copy| copy;
    "ragged_cp_async_cached" Sm90a SM80_CP_ASYNC_CACHEALWAYS<_128>, |copy: Rows<_>| copy.with_l2_prefetch::<256>();
    "ragged_cp_async_zfill_cached" Sm90a SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<_128>, |copy: Rows<_>| copy.with_l2_prefetch::<128>().with_cache_hint(CacheHint::EvictLast);
    "ragged_universal" Sm80 UniversalCopy<_128>, |copy| copy;
}

macro_rules! fragments {
    ($($name:literal $arch:ident $make:ident $partition:ident $fragment:ident $op:ident;)*) => {$(
        // Fragments of a swizzled tile, by the copy and element by element.
        azulejo_device::entry_point!($arch, $name, fn(from: *mut f16, out: *mut f16) {
            azulejo_device::shared_storage! { struct Storage { tensor tile: [f16; TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>]; } }
            // SAFETY: the launcher gives 128 threads, a tile, and room for two fragments of each thread.
            unsafe {
                let tid = thread::tid() as usize;
                let mut tile = Storage::at(smem::arena()).tile();
                let g = make_tensor(make_gmem_ptr(from), layout!(_4096));
                for i in 0..4096 / 128 {
                    tile.put(tid + 128 * i, g.at(tid + 128 * i));
                }
                thread::sync();
                let mma = TiledMma::<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>::new();
                let thr_mma = mma.get_slice(tid);
                let part = thr_mma.$partition(&tile);
                let mut fragment = thr_mma.$fragment(&part);
                let by_copy = $make(CopyAtom::<$op, f16>::new(), mma);
                let thr = by_copy.get_slice(tid);
                copy(&by_copy, &thr.partition_S(&tile), &mut thr.retile_D_mut(&mut fragment));
                let mut to = make_tensor(make_gmem_ptr(out), layout!(usize::MAX >> 8));
                fragment.layout().extent().repeat(#[inline(always)] |v: usize| {
                    to.put(2 * (tid + 128 * v), fragment.at(v));
                    to.put(2 * (tid + 128 * v) + 1, part.at(v));
                });
            }
        });
    )*};
}

/// The kernels and the values of a thread.
pub const FRAGMENTS: &[(&str, usize)] = &[
    ("ldsm_x4_of_a", 64),
    ("ldsm_x4_of_b", 64),
    ("ldsm_x2_of_b", 64),
];

fragments! {
    "ldsm_x4_of_a" Sm80 make_tiled_copy_A partition_A make_fragment_A SM75_U32x4_LDSM_N;
    "ldsm_x4_of_b" Sm80 make_tiled_copy_B partition_B make_fragment_B SM75_U32x4_LDSM_N;
    "ldsm_x2_of_b" Sm80 make_tiled_copy_B partition_B make_fragment_B SM75_U32x2_LDSM_N;
}

azulejo_device::entry_point!(Sm90a, "stsm_x4_of_c", fn(from: *mut f16, out: *mut f16) {
    azulejo_device::shared_storage! { struct Storage { tensor tile: [f16; TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>]; } }
    // SAFETY: the launcher gives 128 threads and a tile on both sides.
    unsafe {
        let tid = thread::tid() as usize;
        let mut tile = Storage::at(smem::arena()).tile();
        let g = make_tensor(make_gmem_ptr(from), layout!((_64, _64)));
        let mma = TiledMma::<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>::new();
        let part = mma.get_slice(tid).partition_C(&g);
        let mut fragment = part.make_fragment_like::<f16>();
        fragment.layout().extent().repeat(#[inline(always)] |v: usize| fragment.put(v, part.at(v)));
        let by_copy = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, f16>::new(), mma);
        let thr = by_copy.get_slice(tid);
        copy(&by_copy, &thr.retile_S(fragment), &mut thr.partition_D_mut(&mut tile));
        thread::sync();
        let mut to = make_tensor(make_gmem_ptr(out), layout!(_4096));
        for i in 0..4096 / 128 {
            to.put(tid + 128 * i, tile.at(tid + 128 * i));
        }
    }
});

/// Elements of the swizzled array, whose last block of 16 the layout does not fill.
pub const SWIZZLED: usize = 7 * 36;

azulejo_device::smem_array! {
    /// Rows of 36, whose groups of 4 are exchanged.
    struct Swizzled: [u32; ComposedLayout<Swizzle<_2, _2, _3>, _0, Layout<(_7, _36), (_36, _1)>>] = "swizzled_array_first";
    /// What lies after it.
    struct Neighbour: [u32; Layout<_256, _1>] = "swizzled_array_second";
}

azulejo_device::entry_point!(Sm80, "swizzled_array", fn(out: *mut u32) {
    // SAFETY: the launcher gives 128 threads and room for the elements of both arrays; a barrier is between writes and reads.
    unsafe {
        let (mut sA, mut sB) = (Swizzled::tensor(), Neighbour::tensor());
        for i in (thread::tid() as usize..256).step_by(128) {
            sB.put(i, 1000 + i as u32);
            if i < SWIZZLED {
                sA.put(i, i as u32);
            }
        }
        thread::sync();
        for i in (thread::tid() as usize..256).step_by(128) {
            if i < SWIZZLED {
                out.add(i).write(sA.at(i));
            }
            out.add(SWIZZLED + i).write(sB.at(i));
        }
    }
});
