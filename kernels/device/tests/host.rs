//! Kernels' bodies on the CPU: what a warp and a warpgroup compute, and what is found where threads go wrong.
#![cfg(feature = "std")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use azulejo_device::engine::SharedPtr;
use azulejo_device::host::{Group, collective, run_block, run_grid, update, wait_until};
use azulejo_device::mma::{
    ScaleOut, Scales, gemm, warpgroup_arrive, warpgroup_commit_batch, warpgroup_discard_operand,
    warpgroup_fence_operand, warpgroup_wait,
};
use azulejo_device::ptx::{fence, thread};
use azulejo_device::register::{all_reduce, row_all_reduce};
use azulejo_layout::{Layout, LayoutLeft, TileToShape, coord, ints::*, layout};
use azulejo_tensor::atom::*;
use azulejo_tensor::engine::make_gmem_ptr;
use azulejo_tensor::{
    PartitionFragmentA, PartitionFragmentB, PartitionFragmentC, TiledMma, copy, f16, make_tensor,
};

/// Small integers, which every type holds exactly.
fn small(i: usize) -> f64 {
    ((i * 7 + i / 5) % 7) as f64 - 3.0
}

#[test]
fn a_warp_multiplies_by_mma_sync() {
    multiplied_by_mma_sync(false);
}

#[test]
fn a_warp_multiplies_an_instruction_at_a_time() {
    multiplied_by_mma_sync(true);
}

/// Multiplies whole fragments, or the operands of one instruction after the other.
fn multiplied_by_mma_sync(by_instruction: bool) {
    type Mma = TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;
    let a: Vec<f16> = (0..64 * 32).map(|i| f16::from_f64(small(i))).collect();
    let b: Vec<f16> = (0..32 * 32).map(|i| f16::from_f64(small(i + 3))).collect();
    let mut c = vec![0.0f32; 64 * 32];
    let to = c.as_mut_ptr() as usize;
    run_block(128, 0, |tid| {
        // SAFETY: the vector outlives the block and has the tensor's elements, which are only read.
        let a = unsafe { make_gmem_ptr(a.as_ptr().cast_mut()) };
        // SAFETY: the vector outlives the block and has the tensor's elements, which are only read.
        let b = unsafe { make_gmem_ptr(b.as_ptr().cast_mut()) };
        // SAFETY: the vector outlives the block and has the tensor's elements; no two threads write one.
        let c = unsafe { make_gmem_ptr(to as *mut f32) };
        let a = make_tensor(a, layout!((_64, _32):(_32, _1)));
        let b = make_tensor(b, layout!((_32, _32):(_32, _1)));
        let mut c = make_tensor(c, layout!((_64, _32):(_32, _1)));
        let mine = Mma::new().get_slice(tid);
        let (ta, tb) = (mine.partition_A(&a), mine.partition_B(&b));
        let (mut fa, mut fb) = (mine.make_fragment_A(&ta), mine.make_fragment_B(&tb));
        copy(&ta, &mut fa);
        copy(&tb, &mut fb);
        let mut tc = mine.partition_C_mut(&mut c);
        let mut fc = mine.make_fragment_C(&tc);
        if by_instruction {
            for (k, m, n) in (0..8usize).map(|i| (i / 4, i / 2 % 2, i % 2)) {
                let (a, b) = (fa.slice(coord!(_, m, k)), fb.slice(coord!(_, n, k)));
                // SAFETY: all 128 threads are here; the operands are in registers.
                unsafe { gemm(Mma::new(), &a, &b, &mut fc.slice_mut(coord!(_, m, n))) };
            }
        } else {
            // SAFETY: all 128 threads are here; the operands are in registers.
            unsafe { gemm(Mma::new(), &fa, &fb, &mut fc) };
        }
        copy(&fc, &mut tc);
    });
    for m in 0..64 {
        for n in 0..32 {
            let sum: f64 = (0..32)
                .map(|k| a[m * 32 + k].to_f64() * b[n * 32 + k].to_f64())
                .sum();
            assert_eq!(f64::from(c[m * 32 + n]), sum, "({m}, {n})");
        }
    }
}

#[test]
fn a_warpgroup_multiplies_by_descriptors() {
    type Mma = TiledMma<SM90_64xNx16_F32F16F16_SS<_32, K, MN>, Layout<(_1, _1, _1), (_0, _0, _0)>>;
    type A = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;
    type B = TileToShape<Layout_MN_SW64_Atom<f16>, (_64, _64), LayoutLeft>;
    let mut sums = vec![f32::NAN; 64 * 64];
    let to = sums.as_mut_ptr() as usize;
    run_block(128, 16384, |tid| {
        // SAFETY: the tile lies in the first half of the block's 16 KiB; a barrier is between the writes and the reads.
        let a = unsafe { SharedPtr::<f16>::new(0) };
        // SAFETY: the tile lies in the second half; a barrier is between the writes and the reads.
        let b = unsafe { SharedPtr::<f16>::new(8192) };
        // SAFETY: the sums outlive the block, and no two threads write one element.
        let c = unsafe { make_gmem_ptr(to as *mut f32) };
        let mut a = make_tensor(a, A::default());
        let mut b = make_tensor(b, B::default());
        let mut c = make_tensor(c, layout!((_64, _64)));
        for i in (tid as usize..64 * 64).step_by(128) {
            a.put(i, f16::from_f64(small(i)));
            b.put(i, f16::from_f64(small(i + 3)));
        }
        fence::proxy_async();
        // SAFETY: all threads of the block are here.
        unsafe { thread::sync() };
        let mine = Mma::new().get_slice(tid);
        let (pa, pb) = (mine.partition_A(&a), mine.partition_B(&b));
        let (fa, fb) = (mine.make_fragment_A(&pa), mine.make_fragment_B(&pb));
        // Fragments of whole tiles are those of the parts.
        let whole = (mine.partition_fragment_A(&a), mine.partition_fragment_B(&b));
        assert_eq!(whole.0.engine().bits(), fa.engine().bits());
        assert_eq!(whole.1.engine().bits(), fb.engine().bits());
        assert_eq!(whole.1.layout().to_string(), fb.layout().to_string());
        let mut tc = mine.partition_C_mut(&mut c);
        let mut fc = mine.make_fragment_C(&tc);
        let sums = mine.partition_fragment_C(layout!((_64, _64)));
        assert_eq!(sums.layout().to_string(), fc.layout().to_string());
        fc.put(0, 1e9);
        warpgroup_discard_operand(&mut fc);
        warpgroup_fence_operand(&mut fc);
        // SAFETY: all 128 threads are here.
        unsafe { warpgroup_arrive() };
        // SAFETY: all 128 threads are here; the tiles are complete, and the sums are read after the wait.
        unsafe { gemm(Mma::new().scaled(ScaleOut::Zero), &fa, &fb, &mut fc) };
        // SAFETY: all 128 threads are here.
        unsafe { warpgroup_commit_batch() };
        // SAFETY: all 128 threads are here.
        unsafe { warpgroup_wait::<0>() };
        warpgroup_fence_operand(&mut fc);
        copy(&fc, &mut tc);
    });
    for (at, &found) in sums.iter().enumerate() {
        let (m, n) = (at % 64, at / 64);
        let sum: f64 = (0..64)
            .map(|k| small(m + 64 * k) * small(n + 64 * k + 3))
            .sum();
        assert_eq!(f64::from(found), sum, "({m}, {n})");
    }
}

/// The message with which a block ends.
fn message(threads: u32, shared: usize, body: impl Fn(u32) + Sync) -> String {
    let run = std::panic::AssertUnwindSafe(|| run_block(threads, shared, body));
    let panic = std::panic::catch_unwind(run).expect_err("the block ends with a message");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().expect("a text").to_string(),
    }
}

#[test]
fn a_thread_that_never_arrives_ends_the_block() {
    let text = message(64, 0, |tid| {
        if tid != 5 {
            // SAFETY: a thread is missing, which is what the block says.
            unsafe { thread::sync() };
        }
    });
    assert_eq!(
        text,
        "the thread block cannot go on: of 64 threads, 1 have ended and the others wait: 63 at bar.sync 0"
    );
}

#[test]
fn calls_that_differ_end_the_block() {
    let text = message(32, 0, |tid| {
        let what = if tid == 9 { "one" } else { "another" };
        collective(Group::Warp, what, &mut (), |_| {});
    });
    assert!(text.contains("all of a group make the same call"), "{text}");
}

#[test]
fn memory_outside_the_block_is_found() {
    let text = message(1, 64, |_| {
        // SAFETY: nothing is there, which is what the block says.
        let shared = make_tensor(unsafe { SharedPtr::<u32>::new(0) }, layout!(_32));
        shared.at(16);
    });
    assert_eq!(
        text,
        "shared memory: bytes 64..68 of 64; give `run_block` more"
    );
}

#[test]
fn a_thread_outside_a_block_has_no_number() {
    let panic = std::panic::catch_unwind(thread::tid).expect_err("no block");
    assert!(
        panic
            .downcast::<&str>()
            .is_ok_and(|text| text.contains("run_block"))
    );
}

#[test]
fn conditions_are_waited_for_and_blocks_have_their_places() {
    let flag = AtomicU32::new(0);
    let seen = Mutex::new(Vec::new());
    run_grid([2, 1, 2], 2, 0, |tid| {
        if tid == 0 {
            wait_until("the flag", || flag.load(Relaxed) == 1);
            flag.store(0, Relaxed);
            seen.lock()
                .unwrap()
                .push((thread::ctaid(), thread::ctaid_z(), thread::nctaid()));
        } else {
            update(|| flag.store(1, Relaxed));
        }
    });
    assert_eq!(
        *seen.lock().unwrap(),
        [(0, 0, 2), (1, 0, 2), (0, 1, 2), (1, 1, 2)]
    );
}

#[test]
fn grids_of_more_blocks_than_32_bits_count_are_run() {
    let grid = [1 << 16, 1 << 16, 1];
    let run = || run_grid(grid, 1, 0, |_| panic!("the first block"));
    let panic = std::panic::catch_unwind(run).expect_err("a block that panics");
    assert_eq!(panic.downcast_ref(), Some(&"the first block"));
}

#[test]
fn lanes_that_differ_in_the_given_bits_are_reduced() {
    run_block(32, 0, |lane| {
        // SAFETY: all lanes of the warp make the calls.
        let columns = unsafe { all_reduce::<0b11100, u32>(1 << lane, |a, b| a | b) };
        assert_eq!(columns, 0x1111_1111 << (lane % 4));
        // SAFETY: all lanes of the warp make the call.
        let all = unsafe { all_reduce::<31, i64>(lane.into(), |a, b| a + b) };
        assert_eq!(all, 496);
        // SAFETY: all lanes of the warp make the call.
        let row = unsafe { row_all_reduce::<SM80_16x8x16_F32F16F16F32_TN>(lane as f32, f32::max) };
        assert_eq!(row, (lane | 3) as f32);
    });
}

#[allow(non_snake_case, reason = "CuTe's names")]
mod copies {
    //! `copy` by every kind of atom, as on a device.

    use azulejo_device::cute::*;
    use azulejo_device::host::{TensorMap, run_block};
    use azulejo_device::ptx::mbarrier;

    type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;

    /// A call of a block's threads, on memory that is this test's.
    macro_rules! by_all {
        ($call:expr) => {
            // SAFETY: the vectors outlive the block; each tile is inside its memory and aligned, and each thread, or where the call
            // asks for one the first, makes the call; a barrier or a wait is between the writes and the reads of each tile.
            unsafe { $call }
        };
    }

    fn halves(count: usize) -> Vec<f16> {
        (0..count).map(|i| f16::from_bits(i as u16)).collect()
    }

    /// What a partial copy leaves out is not read, and is 0.
    #[test]
    fn cp_async_fills_what_it_does_not_read() {
        use azulejo_device::ptx::{cp_async, vector::Vector};
        fn copied<const WIDTH: u32>(source: &[u8; 16], read: Option<u32>) -> [u8; 16] {
            let found = std::sync::Mutex::new([0; 16]);
            let from = source.as_ptr() as u64;
            run_block(1, 32, |_| {
                by_all!(Vector::store_shared(16, [u64::MAX; 2]));
                by_all!(cp_async::copy::<WIDTH, false, 0>(16, from, read, None));
                let words: [u64; 2] = by_all!(Vector::load_shared(16));
                *found.lock().unwrap() = words.map(u64::to_le_bytes).concat().try_into().unwrap();
            });
            found.into_inner().unwrap()
        }
        #[repr(align(16))]
        struct Source([u8; 16]);
        let Source(source) = &Source(core::array::from_fn(|i| i as u8 + 1));
        let mut cases = 0;
        for (width, copied) in [
            (4, copied::<4> as fn(&[u8; 16], Option<u32>) -> [u8; 16]),
            (8, copied::<8>),
            (16, copied::<16>),
        ] {
            for read in (0..=width).map(Some).chain([None]) {
                let bytes = copied(source, read);
                for (i, byte) in bytes.into_iter().enumerate() {
                    let wanted = match i as u32 {
                        i if i >= width => 0xff,
                        i if i < read.unwrap_or(width) => source[i as usize],
                        _ => 0,
                    };
                    assert_eq!(byte, wanted, "byte {i} of {width}, {read:?} read");
                }
                cases += 1;
            }
        }
        assert_eq!(cases, 6 + 10 + 18);
    }

    /// cp.async to a swizzled tile, ldmatrix to the fragment of a product, stmatrix and universal copies back.
    #[test]
    fn a_tile_goes_through_shared_memory_and_registers() {
        let from = halves(64 * 64);
        let mut to = vec![f16::from_bits(0); 64 * 64];
        let (from_at, to_at) = (from.as_ptr() as usize, to.as_mut_ptr() as usize);
        run_block(128, 2 * 8192, |tid| {
            let tid = tid as usize;
            let gA = make_tensor(
                by_all!(make_gmem_ptr(from_at as *mut f16)),
                layout!((_64, _64):(_64, _1)),
            );
            let mut gD = make_tensor(
                by_all!(make_gmem_ptr(to_at as *mut f16)),
                layout!((_64, _64):(_64, _1)),
            );
            let mut sA = make_tensor(by_all!(SharedPtr::<f16>::new(0)), Tile::default());
            let mut sD = make_tensor(by_all!(SharedPtr::<f16>::new(8192)), Tile::default());
            let load = TiledCopy::<
                SM80_CP_ASYNC_CACHEGLOBAL<_128>,
                f16,
                Layout<((_8, _16), _8), ((_128, _1), _16)>,
                (_16, _64),
            >::new();
            let thr = load.get_slice(tid);
            by_all!(copy(
                &load,
                &thr.partition_S(&gA),
                &mut thr.partition_D_mut(&mut sA),
            ));
            cp_async_fence();
            cp_async_wait::<0>();
            by_all!(thread::sync());
            let mma = TiledMma::<
                SM80_16x8x16_F32F16F16F32_TN,
                Layout<(_2, _2, _1), (_1, _2, _0)>,
                (_32, _32, _16),
            >::new();
            let mut fragment = mma
                .get_slice(tid)
                .make_fragment_A(&mma.get_slice(tid).partition_A(&sA));
            let by_ldsm = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), mma);
            let thr = by_ldsm.get_slice(tid);
            by_all!(copy(
                &by_ldsm,
                &thr.partition_S(&sA),
                &mut thr.retile_D_mut(&mut fragment),
            ));
            let part = mma.get_slice(tid).partition_A(&sA);
            for v in 0..32 {
                assert_eq!(fragment.at(v), part.at(v));
            }
            let part = mma.get_slice(tid).partition_C(&sA);
            let mut accumulator = part.make_fragment_like::<f16>();
            by_all!(copy(&AutoVectorizingCopy, &part, &mut accumulator));
            let by_stsm = make_tiled_copy_C(CopyAtom::<SM90_U32x4_STSM_N, f16>::new(), mma);
            let thr = by_stsm.get_slice(tid);
            by_all!(copy(
                &by_stsm,
                &thr.retile_S(accumulator),
                &mut thr.partition_D_mut(&mut sD),
            ));
            by_all!(thread::sync());
            let store = TiledCopy::<
                UniversalCopy<_128>,
                f16,
                Layout<((_8, _16), _8), ((_128, _1), _16)>,
                (_16, _64),
            >::new();
            let thr = store.get_slice(tid);
            by_all!(copy(
                &store,
                &thr.partition_S(&sD),
                &mut thr.partition_D_mut(&mut gD),
            ));
        });
        assert_eq!(to, from);
    }

    /// TMA loads a ragged tile, stores it elsewhere, and adds to what is there.
    #[test]
    fn a_tile_goes_by_tma() {
        let from = halves(100 * 96);
        let mut to = vec![f16::from_bits(0xFFFF); 100 * 96];
        let mut sums = vec![1.0f32; 64];
        let rows = layout!((100usize, 96usize):(96usize, _1));
        // SAFETY: the vector has these rows and outlives the block; it is only read.
        let load = unsafe { TensorMap::<f16, Tile>::new(from.as_ptr().cast_mut(), rows) }.unwrap();
        // SAFETY: the vector has these rows and outlives the block, which alone writes it.
        let store = unsafe { TensorMap::<f16, Tile>::new(to.as_mut_ptr(), rows) }.unwrap();
        let row = layout!((64usize,):(_1,));
        // SAFETY: the vector has 64 elements and outlives the block, which alone writes it.
        let add = unsafe { TensorMap::<f32, Layout<(_64,), (_1,)>>::new(sums.as_mut_ptr(), row) }
            .unwrap();
        run_block(32, 9216, |tid| {
            let mut tile = make_tensor(by_all!(SharedPtr::<f16>::new(0)), Tile::default());
            let mut ones = make_tensor(by_all!(SharedPtr::<f32>::new(8320)), layout!((_64,):(_1,)));
            let tma = by_all!(TmaLoad::<f16, Tile>::new(load.address()));
            let mut g = make_identity_tensor(shape!(100i32, 96i32))
                .local_tile(tile!(_64, _64), coord!(1i32, 1i32));
            if tid == 0 {
                by_all!(mbarrier::init(8192, 1));
                fence::mbarrier_init();
                by_all!(mbarrier::arrive_and_expect_tx(
                    8192,
                    TmaLoad::<f16, Tile>::BYTES
                ));
                by_all!(copy(&tma.with(SharedPtr::new(8192)), &g, &mut tile));
            }
            ones.put(tid as usize, 1.0);
            ones.put(tid as usize + 32, 2.0);
            by_all!(thread::sync());
            by_all!(mbarrier::wait(8192, 0));
            if tid == 0 {
                tma_store_fence();
                let by_tma = by_all!(TmaStore::<f16, Tile>::new(store.address()));
                by_all!(copy(&by_tma, &tile, &mut g));
                let mut all =
                    make_identity_tensor(shape!((64i32))).local_tile(tile!(_64), coord!(0i32));
                type Ones = Layout<(_64,), (_1,)>;
                let by_tma = by_all!(TmaReduce::<f32, Ones>::new(add.address(), Reduction::Add));
                by_all!(copy(&by_tma, &ones, &mut all));
                tma_store_arrive();
                tma_store_wait::<0>();
            }
        });
        for row in 0..100 {
            for column in 0..96 {
                let stored = to[96 * row + column].to_bits();
                let expected = if row >= 64 && column >= 64 {
                    (96 * row + column) as u16
                } else {
                    0xFFFF
                };
                assert_eq!(stored, expected, "({row}, {column})");
            }
        }
        assert!(
            sums.iter()
                .enumerate()
                .all(|(i, &sum)| sum == if i < 32 { 2.0 } else { 3.0 })
        );
    }
}
