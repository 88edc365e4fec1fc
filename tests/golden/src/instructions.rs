//! Main loops of a GPU's instructions: operands by `copy` and `gemm` on tensors, and by hand.
//!
//! By hand means the same functions of one instruction each, with addresses, descriptors and coordinates spelled out.

use azulejo_device::copy::copy;
use azulejo_device::cute::*;
use azulejo_device::mma::ExecuteMma;
use azulejo_device::ptx::{bulk_tensor, cp_async, ldmatrix};

type Atom = SM80_16x8x16_F32F16F16F32_TN;
type Wgmma = SM90_64xNx16_F32F16F16_SS<_64>;
/// A tile with K contiguous, swizzled over 128 bytes.
type Tile<M> = TileToShape<Layout_K_SW128_Atom<f16>, (M, _64), LayoutLeft>;
type Stages = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64, _4), LayoutLeft>;
/// Rows that are padded by 16 bytes.
type Padded = Layout<(_16, _64), (_72, _1)>;
type Single = Layout<(_1, _1, _1), (_0, _0, _0)>;

/// A warp's product of 16×16×64 from padded shared memory: `ldmatrix` and `mma.sync`.
#[unsafe(no_mangle)]
pub extern "C" fn typed_ldmatrix_mma(a: u32, b: u32, out: *mut f32, lane: u32) {
    // SAFETY: the caller of either function is a warp, with tiles in shared memory and eight values a lane.
    unsafe {
        let (sA, sB) = (
            make_tensor(SharedPtr::<f16>::new(a), Padded::default()),
            make_tensor(SharedPtr::<f16>::new(b), Padded::default()),
        );
        let mma = TiledMma::<Atom, Single, (_16, _16, _16)>::new();
        let thr_mma = mma.get_slice(lane);
        let (mut tCrA, mut tCrB) = (
            thr_mma.make_fragment_A(&thr_mma.partition_A(&sA)),
            thr_mma.make_fragment_B(&thr_mma.partition_B(&sB)),
        );
        let mut c = make_tensor(make_gmem_ptr(out), layout!((_16, _16):(_16, _1)));
        let mut tCrC = thr_mma.make_fragment_C(&thr_mma.partition_C_mut(&mut c));
        clear(&mut tCrC);
        let copy_a = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), mma);
        let copy_b = make_tiled_copy_B(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), mma);
        let (thr_a, thr_b) = (copy_a.get_slice(lane), copy_b.get_slice(lane));
        let (tXsA, tXsB) = (thr_a.partition_S(&sA), thr_b.partition_S(&sB));
        copy(&copy_a, &tXsA, &mut thr_a.retile_D_mut(&mut tCrA));
        copy(&copy_b, &tXsB, &mut thr_b.retile_D_mut(&mut tCrB));
        gemm(mma, &tCrA, &tCrB, &mut tCrC);
        let out = out.add(8 * lane as usize);
        unroll!(i in _8 => { out.add(i).write(tCrC.at(i)); });
    }
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_ldmatrix_mma(a: u32, b: u32, out: *mut f32, lane: u32) {
    // SAFETY: the caller is a warp with tiles in shared memory at `a` and `b`, and eight writable values a lane at `out`.
    unsafe {
        let (row_a, half_a) = (lane % 16, lane / 16);
        let (row_b, half_b) = (lane % 8 + lane / 16 * 8, lane / 8 % 2);
        let mut c = [[0.0f32; 4]; 2];
        let (mut ra, mut rb) = ([[0; 4]; 4], [[0; 4]; 4]);
        unroll!(k in _4 => {
            ra[k] = ldmatrix::load::<4, false>(a + row_a * 144 + half_a * 16 + k as u32 * 32);
        });
        unroll!(k in _4 => {
            rb[k] = ldmatrix::load::<4, false>(b + row_b * 144 + half_b * 16 + k as u32 * 32);
        });
        unroll!(k in _4 => {
            Atom::fma(&mut c[0], ra[k], [rb[k][0], rb[k][1]]);
            Atom::fma(&mut c[1], ra[k], [rb[k][2], rb[k][3]]);
        });
        let out = out.add(8 * lane as usize);
        unroll!(i in _8 => { out.add(i).write(c[i / 4][i % 4]); });
    }
}

/// A tile of 64×64 from global to swizzled shared memory by 128 threads: `cp.async`.
#[unsafe(no_mangle)]
pub extern "C" fn typed_cp_async(from: *mut f16, ld: usize, to: u32, thread: u32) {
    // SAFETY: the caller of either function has a tile on both sides, its rows at multiples of 16 bytes.
    unsafe {
        let gA = make_tensor(make_gmem_ptr(from), layout!((_64, _64):(ld, _1)));
        let mut sA = make_tensor(SharedPtr::<f16>::new(to), Tile::<_64>::default());
        let tiled = TiledCopy::<
            SM80_CP_ASYNC_CACHEGLOBAL<_128>,
            f16,
            Layout<((_8, _16), _8), ((_128, _1), _16)>,
            (_16, _64),
        >::new();
        let thr = tiled.get_slice(thread);
        copy(
            &tiled,
            &thr.partition_S(&gA),
            &mut thr.partition_D_mut(&mut sA),
        );
    }
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_cp_async(from: *mut f16, ld: usize, to: u32, thread: u32) {
    let (row, vector) = (thread / 8 % 16, thread % 8);
    let first = to + row * 128 + (vector ^ row % 8) * 16;
    unroll!(i in _4 => {
        // SAFETY: the caller has a tile readable at `from` and writable at `to`, its rows at multiples of 16 bytes.
        unsafe {
            let source = from.add((row as usize + 16 * i) * ld + 8 * vector as usize);
            cp_async::copy::<16, true, 0>(first + 2048 * i as u32, source as u64, None, None);
        }
    });
}

/// A warpgroup's product of 64×64×64 from one stage of shared memory: `wgmma`.
#[unsafe(no_mangle)]
pub extern "C" fn typed_wgmma(a: u32, b: u32, stage: u32, out: *mut f32, thread: u32) {
    // SAFETY: the caller of either function is a warpgroup, with complete stages and 32 values a thread.
    unsafe {
        let (sA, sB) = (
            make_tensor(SharedPtr::<f16>::new(a), Stages::default()),
            make_tensor(SharedPtr::<f16>::new(b), Stages::default()),
        );
        let mma = TiledMma::<Wgmma, Single>::new();
        let thr_mma = mma.get_slice(thread);
        let tCrA = thr_mma.make_fragment_A(&thr_mma.partition_A(&sA));
        let tCrB = thr_mma.make_fragment_B(&thr_mma.partition_B(&sB));
        let mut c = make_tensor(make_gmem_ptr(out), layout!((_64, _64):(_64, _1)));
        let mut tCrC = thr_mma.make_fragment_C(&thr_mma.partition_C_mut(&mut c));
        clear(&mut tCrC);
        warpgroup_arrive();
        let stage = stage as usize;
        gemm(
            mma,
            &tCrA.slice(coord!(_, _, _, stage)),
            &tCrB.slice(coord!(_, _, _, stage)),
            &mut tCrC,
        );
        warpgroup_commit_batch();
        warpgroup_wait::<0>();
        let out = out.add(32 * thread as usize);
        unroll!(i in _32 => { out.add(i).write(tCrC.at(i)); });
    }
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_wgmma(a: u32, b: u32, stage: u32, out: *mut f32, thread: u32) {
    // Rows of eight are 1024 bytes apart; swizzled over 128 bytes.
    const HIGH: u64 = (1 << 62) | (64 << 32);
    // SAFETY: the caller is a warpgroup with complete stages at `a` and `b`, and 32 writable values a thread at `out`.
    unsafe {
        let low = |tile: u32| ((tile & 0x3_FFFF) >> 4) + stage * 512;
        let (low_a, low_b) = (low(a), low(b));
        let mut c = [0.0f32; 32];
        warpgroup_arrive();
        unroll!(k in _4 => {
            let k = 2 * k as u32;
            Wgmma::fma(&mut c, HIGH | u64::from(low_a + k), HIGH | u64::from(low_b + k));
        });
        warpgroup_commit_batch();
        warpgroup_wait::<0>();
        let out = out.add(32 * thread as usize);
        unroll!(i in _32 => { out.add(i).write(c[i]); });
    }
}

/// Two tiles of 64×64 into a stage, by their coordinates: TMA.
#[unsafe(no_mangle)]
pub extern "C" fn typed_tma_load(maps: &[u64; 2], to: u32, bar: u32, at: &[i32; 3], stage: u32) {
    let [m, n, k] = *at;
    // SAFETY: the caller of either function has maps for these tiles, stages, and a barrier that expects the bytes.
    unsafe {
        let (mut sA, mut sB) = (
            make_tensor(SharedPtr::<f16>::new(to), Stages::default()),
            make_tensor(SharedPtr::<f16>::new(to + 32768), Stages::default()),
        );
        let space = make_identity_tensor(shape!({ i32::MAX }, { i32::MAX }));
        let gA = local_tile(&space, tile!(_64, _64), coord!(m, _));
        let gB = local_tile(&space, tile!(_64, _64), coord!(n, _));
        let (tma_a, tma_b) = (
            TmaLoad::<f16, Tile<_64>>::new(maps[0]),
            TmaLoad::<f16, Tile<_64>>::new(maps[1]),
        );
        let (bar, stage) = (SharedPtr::<u64>::new(bar), stage as usize);
        copy(
            &tma_a.with(bar),
            &gA.slice(coord!(_, _, k)),
            &mut sA.slice_mut(coord!(_, _, stage)),
        );
        copy(
            &tma_b.with(bar),
            &gB.slice(coord!(_, _, k)),
            &mut sB.slice_mut(coord!(_, _, stage)),
        );
    }
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_tma_load(maps: &[u64; 2], to: u32, bar: u32, at: &[i32; 3], stage: u32) {
    let ([m, n, k], to) = (*at, to + stage * 8192);
    // SAFETY: the caller has maps for these tiles, stages at `to`, and a barrier at `bar` that expects the bytes.
    unsafe {
        bulk_tensor::load::<2>(to, maps[0], [64 * k, 64 * m, 0, 0, 0], bar, None, None);
        bulk_tensor::load::<2>(
            to + 32768,
            maps[1],
            [64 * k, 64 * n, 0, 0, 0],
            bar,
            None,
            None,
        );
    }
}
