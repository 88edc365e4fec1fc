//! Tiles by TMA: ranks 1 to 5, swizzles and none, several boxes, stages, multicast, reductions, bulk copies.

use azulejo_device::cute::*;
#[cfg(target_arch = "nvptx64")]
use azulejo_device::ptx::{cluster, fence, mbarrier, thread};
#[cfg(not(target_arch = "nvptx64"))]
use {
    alloc::vec::Vec,
    azulejo_tensor::{TensorMapParams, make_tma_copy},
};

/// One tile that goes from a tensor to shared memory and on to another tensor.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Clone, Copy, Debug)]
pub struct TmaCase {
    /// The entry point: `(map, map of the output, tile)`.
    pub name: &'static str,
    /// Bytes of an element.
    pub element: usize,
    /// Extents of the tensor, mode by mode.
    pub extents: &'static [usize],
    /// Elements from one to the next along each mode.
    pub strides: &'static [usize],
    /// Extents of the tile.
    pub tile: &'static [usize],
    /// The tile's coordinate.
    pub at: &'static [usize],
    /// The map.
    pub map: fn() -> Result<Map, &'static str>,
}

/// A tensor map as the driver is told.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Clone, Debug)]
pub struct Map {
    /// Extents, contiguous first.
    pub sizes: Vec<u64>,
    /// Bytes, those of the first mode left out.
    pub strides: Vec<u64>,
    /// The box.
    pub extent: Vec<u32>,
    /// Bytes of a swizzled line.
    pub swizzle: u32,
}

#[cfg(not(target_arch = "nvptx64"))]
impl<T, Tile, const N: u32> From<TensorMapParams<T, Tile, N>> for Map {
    fn from(params: TensorMapParams<T, Tile, N>) -> Self {
        let rank = params.tensor_rank;
        Map {
            sizes: params.global_dim[..rank].to_vec(),
            strides: params.global_strides[1..rank].to_vec(),
            extent: params.box_dim[..rank].to_vec(),
            swizzle: params.swizzle,
        }
    }
}

macro_rules! tiles {
    ($($name:literal $t:ty, $tile:ty, ($($extent:tt)*):($($stride:tt)*), ($($width:ident = $w:literal)*), ($($at:tt)*);)*) => {
        /// The tiles.
        #[cfg(not(target_arch = "nvptx64"))]
        pub const TILES: &[TmaCase] = &[$(TmaCase {
            name: $name,
            element: size_of::<$t>(),
            extents: &[$($extent),*],
            strides: &[$($stride),*],
            tile: &[$($w),*],
            at: &[$($at),*],
            map: || make_tma_copy::<$t, $tile, 1, _, _>(tiles!(@gmem ($($extent)*) ($($stride)*))).map(Map::from),
        }),*];

        $(azulejo_device::entry_point!(Sm90a, $name, fn(map: u64, to: u64, out: *mut $t) {
            azulejo_device::shared_storage! { struct Storage { tensor tile: [$t; $tile]; plain bar: u64; } }
            // SAFETY: the launcher gives a warp, maps for this tile, and as many elements as it has.
            unsafe {
                let (tid, storage) = (thread::tid() as usize, Storage::at(smem::arena()));
                let (mut tile, bar) = (storage.tile(), storage.bar());
                let load = TmaLoad::<$t, $tile>::new(map);
                let mut from = make_identity_tensor(tiles!(@shape $($extent)*)).local_tile(tiles!(@tile $($width)*), tiles!(@coord $($at)*));
                if tid == 0 {
                    mbarrier::init(bar.shared_address(), 1);
                    fence::mbarrier_init();
                    prefetch_tma_descriptor(load.descriptor());
                    copy(&load.prefetch(), &from, &mut tile);
                    mbarrier::arrive_and_expect_tx(bar.shared_address(), TmaLoad::<$t, $tile>::BYTES);
                    copy(&load.with(bar).with_cache_hint(CacheHint::EvictFirst), &from, &mut tile);
                }
                thread::sync();
                mbarrier::wait(bar.shared_address(), 0);
                let mut g_out = make_tensor(make_gmem_ptr(out), layout!(usize::MAX >> 8));
                const SIZE: usize = 1 $(* $w)*;
                for i in 0..SIZE / 32 {
                    g_out.put(tid + 32 * i, tile.at(tid + 32 * i));
                }
                tma_store_fence();
                thread::sync();
                if tid == 0 {
                    copy(&TmaStore::<$t, $tile>::new(to), &tile, &mut from);
                    tma_store_arrive();
                    tma_store_wait::<0>();
                }
            }
        });)*
    };
    (@gmem ($a:tt) ($s:tt)) => { layout!(($a as usize,):(_1,)) };
    (@gmem ($a:tt $b:tt) (1 $t:tt)) => { layout!(($a as usize, $b as usize):(_1, $t as usize)) };
    (@gmem ($a:tt $b:tt) ($s:tt 1)) => { layout!(($a as usize, $b as usize):($s as usize, _1)) };
    (@gmem ($a:tt $b:tt $c:tt) ($s:tt 1 $u:tt)) => { layout!(($a as usize, $b as usize, $c as usize):($s as usize, _1, $u as usize)) };
    (@gmem ($a:tt $b:tt $c:tt $d:tt) (1 $t:tt $u:tt $v:tt)) => { layout!(($a as usize, $b as usize, $c as usize, $d as usize):(_1, $t as usize, $u as usize, $v as usize)) };
    (@gmem ($a:tt $b:tt $c:tt $d:tt $e:tt) (1 $t:tt $u:tt $v:tt $w:tt)) => { layout!(($a as usize, $b as usize, $c as usize, $d as usize, $e as usize):(_1, $t as usize, $u as usize, $v as usize, $w as usize)) };
    (@shape $($a:tt)*) => { shape!($({ $a as i32 }),*) };
    (@tile $($a:ident)*) => { tile!($($a),*) };
    (@coord $($a:tt)*) => { coord!($({ $a as i32 }),*) };
}

/// Rows of K.
pub type K<Atom, M, N> = TileToShape<Atom, (M, N), LayoutLeft>;

tiles! {
    "tma_k_sw128_f16" f16, K<Layout_K_SW128_Atom<f16>, _64, _64>, (100 96):(96 1), (_64 = 64 _64 = 64), (1 1);
    "tma_k_sw128_f16_two_boxes" f16, K<Layout_K_SW128_Atom<f16>, _64, _128>, (70 200):(200 1), (_64 = 64 _128 = 128), (0 1);
    "tma_k_sw64_f32" f32, K<Layout_K_SW64_Atom<f32>, _32, _16>, (50 40):(40 1), (_32 = 32 _16 = 16), (1 2);
    "tma_k_sw32_u8" u8, K<Layout_K_SW32_Atom<u8>, _64, _32>, (64 64):(64 1), (_64 = 64 _32 = 32), (0 1);
    "tma_k_inter_bf16" bf16, K<Layout_K_INTER_Atom<bf16>, _64, _32>, (80 48):(48 1), (_64 = 64 _32 = 32), (1 1);
    "tma_mn_sw128_f16" f16, K<Layout_MN_SW128_Atom<f16>, _128, _32>, (200 40):(1 208), (_128 = 128 _32 = 32), (1 1);
    "tma_rank1" f32, Layout<(_256,), (_1,)>, (600):(1), (_256 = 256), (2);
    "tma_rank3" f16, TileToShape<Layout_K_SW64_Atom<f16>, (_32, _32, _2), LayoutLeft>, (40 40 3):(40 1 1600), (_32 = 32 _32 = 32 _2 = 2), (1 0 1);
    "tma_rank4" f64, Layout<(_16, _4, _2, _2), (_1, _16, _64, _128)>, (20 6 3 4):(1 20 120 360), (_16 = 16 _4 = 4 _2 = 2 _2 = 2), (1 1 1 0);
    "tma_rank5" f32, Layout<(_8, _4, _2, _2, _2), (_1, _8, _32, _64, _128)>, (12 6 3 4 3):(1 12 72 216 864), (_8 = 8 _4 = 4 _2 = 2 _2 = 2 _2 = 2), (1 1 1 0 1);
}

/// The tile of a cluster: each CTA loads its part into all.
pub type Shared64 = K<Layout_K_SW128_Atom<f16>, _64, _64>;
/// The same with two boxes, one a CTA.
pub type Shared128 = K<Layout_K_SW128_Atom<f16>, _64, _128>;

macro_rules! multicast {
    ($($name:literal $tile:ty, $k:ident $width:literal, $n:literal $ctas:ident;)*) => {
        /// The map of each kernel, with the CTAs of its cluster and the columns of its tile.
        #[cfg(not(target_arch = "nvptx64"))]
        pub const MULTICASTS: &[(&str, u32, usize, fn() -> Result<Map, &'static str>)] = &[$(
            ($name, $n, $width, || make_tma_copy::<f16, $tile, $n, _, _>(layout!((100usize, 256usize):(256usize, _1))).map(Map::from))
        ),*];
        $(azulejo_device::entry_point!(Sm90a, $name, fn(map: u64, out: *mut f16) {
            azulejo_device::shared_storage! { struct Storage { tensor stages: [f16; TileToShape<Layout_K_SW128_Atom<f16>, (_64, $k, _2), LayoutLeft>]; plain bar: u64; } }
            // SAFETY: the launcher gives a cluster of warps, a map for this tile, and two tiles a CTA.
            unsafe {
                let (tid, storage) = (thread::tid() as usize, Storage::at(smem::arena()));
                let (stages, bar, rank) = (storage.stages(), storage.bar(), cluster::block_rank());
                let load = TmaLoad::<f16, $tile, $n>::new(map);
                let gA = make_identity_tensor(shape!(100i32, 256i32)).local_tile(tile!(_64, $k), coord!(1i32, _));
                let (tAgA, mut tAsA) = tma_partition(&load, rank, layout!($ctas), &stages, &gA);
                let mask = create_tma_multicast_mask::<0, _>(layout!(($ctas, _1)), (rank, 0));
                if tid == 0 {
                    mbarrier::init(bar.shared_address(), 1);
                    fence::mbarrier_init();
                    mbarrier::arrive_and_expect_tx(bar.shared_address(), 2 * TmaLoad::<f16, $tile, $n>::BYTES);
                }
                cluster::sync();
                if tid == 0 {
                    for stage in 0..2usize {
                        copy(&load.with_multicast(bar, mask), &tAgA.slice(coord!(_, _, { stage as i32 })), &mut tAsA.slice_mut(coord!(_, _, stage)));
                    }
                }
                mbarrier::wait(bar.shared_address(), 0);
                let first = rank as usize * 128 * $width;
                let mut g_out = make_tensor(make_gmem_ptr(out), layout!(usize::MAX >> 8));
                for i in 0..128 * $width / 32 {
                    g_out.put(first + tid + 32 * i, stages.at(tid + 32 * i));
                }
                cluster::sync();
            }
        });)*
    };
}

multicast! {
    "multicast_2" Shared64, _64 64, 2 _2;
    "multicast_4" Shared64, _64 64, 4 _4;
    "multicast_2_boxes" Shared128, _128 128, 2 _2;
}

/// A tile that blocks add to a tensor.
pub type Sums = Layout<(_32, _8), (_1, _32)>;

azulejo_device::entry_point!(Sm90a, "tma_reduce_add_f32", fn(map: u64, input: *mut f32) {
    azulejo_device::shared_storage! { struct Storage { tensor tile: [f32; Sums]; } }
    // SAFETY: the launcher gives warps, a map for this tile, and as many elements as it has.
    unsafe {
        let (tid, storage) = (thread::tid() as usize, Storage::at(smem::arena()));
        let mut tile = storage.tile();
        let from = make_tensor(make_gmem_ptr(input), layout!(_256));
        for i in 0..8 {
            tile.put(tid + 32 * i, from.at(tid + 32 * i));
        }
        tma_store_fence();
        thread::sync();
        if tid == 0 {
            let mut to = make_identity_tensor(shape!(48i32, 8i32)).local_tile(tile!(_32, _8), coord!(1i32, 0i32));
            copy(&TmaReduce::<f32, Sums>::new(map, Reduction::Add), &tile, &mut to);
            tma_store_arrive();
            tma_store_wait::<0>();
        }
    }
});

azulejo_device::entry_point!(Sm90a, "bulk_round_trip", fn(from: *mut u16, to: *mut u16) {
    azulejo_device::shared_storage! { struct Storage { tensor tile: [u16; Layout<_512, _1>]; plain bar: u64; } }
    // SAFETY: the launcher gives a warp and 512 elements on both sides, aligned to 16 bytes.
    unsafe {
        let (tid, storage) = (thread::tid(), Storage::at(smem::arena()));
        let (mut tile, bar) = (storage.tile(), storage.bar());
        if tid == 0 {
            mbarrier::init(bar.shared_address(), 1);
            fence::mbarrier_init();
            mbarrier::arrive_and_expect_tx(bar.shared_address(), 1024);
            copy(&BulkLoad.with(bar), &make_tensor(make_gmem_ptr(from), layout!(_512)), &mut tile);
        }
        thread::sync();
        mbarrier::wait(bar.shared_address(), 0);
        if tid == 0 {
            copy(&BulkStore, &tile, &mut make_tensor(make_gmem_ptr(to), layout!(_512)));
            tma_store_arrive();
            tma_store_wait::<0>();
        }
    }
});

azulejo_device::entry_point!(Sm90a, "reduce_add", fn(from: *mut f32, to: *mut f32) {
    // SAFETY: the launcher gives a warp, and eight values for each lane on both sides.
    unsafe {
        let lane = thread::tid() as usize;
        let values = layout!((_32, (_4, _2)):(_4, (_1, _128))); // (lane, values)
        let g = make_tensor(make_gmem_ptr(from), values);
        let mut sums = make_tensor(make_gmem_ptr(to), values);
        let mut r = make_rmem::<f32, _>(layout!((_4, _2)));
        copy(&AutoVectorizingCopy, &g.slice(coord!(lane, _)), &mut r);
        copy(&ReduceAdd, &r, &mut sums.slice_mut(coord!(lane, _)));
    }
});

/// Heads of a group that share keys, and tokens: rows of packed queries are (head, token).
pub const PACKED: (usize, usize) = (4, 40);
/// A tile of 64 packed rows: 16 tokens of 4 heads.
pub type Packed = K<Layout_K_SW128_Atom<f16>, _64, _64>;

/// The map of packed queries, whose rows are a nested mode.
#[cfg(not(target_arch = "nvptx64"))]
pub fn packed_map() -> Result<Map, &'static str> {
    make_tma_copy::<f16, Packed, 1, _, _>(
        layout!(((_4, PACKED.1), 64usize):((64usize, 256usize), _1)),
    )
    .map(Map::from)
}

azulejo_device::entry_point!(Sm90a, "tma_packed_gqa", fn(map: u64, out: *mut f16) {
    azulejo_device::shared_storage! { struct Storage { tensor tile: [f16; Packed]; plain bar: u64; } }
    // SAFETY: the launcher gives a warp, the map, and 64 x 64 elements for each block.
    unsafe {
        let (tid, storage) = (thread::tid() as usize, Storage::at(smem::arena()));
        let (mut tile, bar) = (storage.tile(), storage.bar());
        let mQ = make_identity_tensor(shape!((_4, { PACKED.1 as i32 }), _64));
        let gQ = mQ.local_tile(tile!(_64, _64), coord!({ thread::ctaid() as i32 }, 0i32));
        if tid == 0 {
            mbarrier::init(bar.shared_address(), 1);
            fence::mbarrier_init();
            mbarrier::arrive_and_expect_tx(bar.shared_address(), TmaLoad::<f16, Packed>::BYTES);
            copy(&TmaLoad::<f16, Packed>::new(map).with(bar), &gQ, &mut tile);
        }
        thread::sync();
        mbarrier::wait(bar.shared_address(), 0);
        let mut g_out = make_tensor(make_gmem_ptr(out.add(4096 * thread::ctaid() as usize)), layout!(_4096));
        for i in 0..128 {
            g_out.put(tid + 32 * i, tile.at(tid + 32 * i));
        }
    }
});
