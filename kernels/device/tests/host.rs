//! Kernels' bodies on the CPU: what a warp and a warpgroup compute, and what is found where threads go wrong.
#![cfg(feature = "std")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use azulejo_device::engine::SharedPtr;
use azulejo_device::host::{Group, collective, run_block, run_grid, update, wait_until};
use azulejo_device::mma::{
    ScaleOut, Scales, gemm, warpgroup_arrive, warpgroup_commit_batch, warpgroup_fence_operand,
    warpgroup_wait,
};
use azulejo_device::ptx::{fence, thread};
use azulejo_layout::{Layout, LayoutLeft, TileToShape, ints::*, layout};
use azulejo_tensor::atom::*;
use azulejo_tensor::engine::make_gmem_ptr;
use azulejo_tensor::{TiledMma, copy, f16, make_tensor};

/// Small integers, which every type holds exactly.
fn small(i: usize) -> f64 {
    ((i * 7 + i / 5) % 7) as f64 - 3.0
}

#[test]
fn a_warp_multiplies_by_mma_sync() {
    type Mma = TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;
    let a: Vec<f16> = (0..64 * 32).map(|i| f16::from_f64(small(i))).collect();
    let b: Vec<f16> = (0..32 * 32).map(|i| f16::from_f64(small(i + 3))).collect();
    let mut c = vec![0.0f32; 64 * 32];
    let to = c.as_mut_ptr() as usize;
    run_block(128, 0, |tid| {
        // SAFETY: the pointers are those of the vectors, which outlive the block; no two threads write one element.
        let (a, b, mut c) = unsafe {
            (
                make_tensor(
                    make_gmem_ptr(a.as_ptr().cast_mut()),
                    layout!((_64, _32):(_32, _1)),
                ),
                make_tensor(
                    make_gmem_ptr(b.as_ptr().cast_mut()),
                    layout!((_32, _32):(_32, _1)),
                ),
                make_tensor(make_gmem_ptr(to as *mut f32), layout!((_64, _32):(_32, _1))),
            )
        };
        let mine = Mma::new().get_slice(tid);
        let (ta, tb) = (mine.partition_A(&a), mine.partition_B(&b));
        let (mut fa, mut fb) = (mine.make_fragment_A(&ta), mine.make_fragment_B(&tb));
        copy(&ta, &mut fa);
        copy(&tb, &mut fb);
        let mut tc = mine.partition_C_mut(&mut c);
        let mut fc = mine.make_fragment_C(&tc);
        // SAFETY: all 128 threads are here; the operands are in registers.
        unsafe { gemm(Mma::new(), &fa, &fb, &mut fc) };
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
        // SAFETY: both tiles lie in the block's 16 KiB, a barrier is between the writes and the reads; the sums outlive the block,
        // and no two threads write one element.
        let (mut a, mut b, mut c) = unsafe {
            (
                make_tensor(SharedPtr::<f16>::new(0), A::default()),
                make_tensor(SharedPtr::<f16>::new(8192), B::default()),
                make_tensor(make_gmem_ptr(to as *mut f32), layout!((_64, _64))),
            )
        };
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
        let mut tc = mine.partition_C_mut(&mut c);
        let mut fc = mine.make_fragment_C(&tc);
        fc.put(0, 1e9);
        warpgroup_fence_operand(&mut fc);
        // SAFETY: all 128 threads are here; the tiles are complete, and the sums are read after the wait.
        unsafe {
            warpgroup_arrive();
            gemm(Mma::new().scaled(ScaleOut::Zero), &fa, &fb, &mut fc);
            warpgroup_commit_batch();
            warpgroup_wait::<0>();
        }
        warpgroup_fence_operand(&mut fc);
        copy(&fc, &mut tc);
    });
    for at in 0..64 * 64 {
        let (m, n) = (at % 64, at / 64);
        let sum: f64 = (0..64)
            .map(|k| small(m + 64 * k) * small(n + 64 * k + 3))
            .sum();
        assert_eq!(f64::from(sums[at]), sum, "({m}, {n})");
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
