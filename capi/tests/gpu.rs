//! Calls on device memory, where there is a GPU: products and attention as in host memory, plans, and errors.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

use azulejo_c::*;
use azulejo_runtime::{Device, Stream};
use azulejo_tensor::{DType, bf16};

fn tensor(data: u64, shape: &[i64], dtype: DType) -> AzulejoTensor {
    AzulejoTensor {
        data: data as *mut c_void,
        shape: shape.as_ptr(),
        strides: null(),
        rank: shape.len() as i32,
        dtype: dtype as i32,
    }
}

fn host<T>(data: &mut [T], shape: &[i64], dtype: DType) -> AzulejoTensor {
    tensor(data.as_mut_ptr() as u64, shape, dtype)
}

fn last() -> String {
    // SAFETY: a text that ends with 0, and no call fails meanwhile.
    unsafe { CStr::from_ptr(azulejo_last_error()) }
        .to_string_lossy()
        .into_owned()
}

#[track_caller]
fn done(status: i32) {
    assert_eq!(status, AZULEJO_OK, "{}", last());
}

fn numbers(len: usize, step: usize) -> Vec<bf16> {
    let number = |i: usize| bf16::from_f64(((i * step) % 17) as f64 / 8.0 - 1.0);
    (0..len).map(number).collect()
}

/// Two results in bf16 of sums in f32.
fn near(found: &[bf16], expected: &[bf16]) {
    for (found, expected) in found.iter().zip(expected) {
        let (found, expected) = (found.to_f64(), expected.to_f64());
        assert!(
            (found - expected).abs() <= 0.02 * (1.0 + expected.abs()),
            "{found}, not {expected}"
        );
    }
}

#[test]
fn calls_and_plans_give_what_host_memory_gives() {
    let Ok(device) = Device::new(0) else {
        let mut opened = null_mut();
        // SAFETY: a writable place.
        let status = unsafe { azulejo_stream_open(0, null_mut(), &mut opened) };
        assert!(
            (status, opened) == (AZULEJO_CUDA_ERROR, null_mut()),
            "{}",
            last()
        );
        return;
    };
    let owner = device.stream().unwrap();
    let mut stream = null_mut();
    // SAFETY: the stream lives longer than the test's use of it.
    done(unsafe { azulejo_stream_open(0, owner.handle() as *mut c_void, &mut stream) });
    products(&owner, stream);
    attention(&owner, stream);
    // SAFETY: nothing uses it any more.
    done(unsafe { azulejo_stream_close(stream) });
}

fn products(owner: &Stream, stream: *const AzulejoStream) {
    let (m, n, k) = (72, 40, 64);
    let [of_a, of_b, of_d] = [[m, k], [k, n], [m, n]];
    let bf = DType::BF16;
    let (mut a, mut b) = (numbers((m * k) as usize, 5), numbers((k * n) as usize, 7));
    let mut expected = vec![bf16::ZERO; (m * n) as usize];
    let epilogue = AzulejoEpilogue {
        alpha: 0.5,
        activation: 1,
        ..AzulejoEpilogue::PLAIN
    };
    // SAFETY: tensors of live memory.
    done(unsafe {
        let (a, b) = (host(&mut a, &of_a, bf), host(&mut b, &of_b, bf));
        azulejo_gemm(&a, &b, &host(&mut expected, &of_d, bf), &epilogue)
    });
    let held = [owner.upload(&a).unwrap(), owner.upload(&b).unwrap()];
    let mut d = owner.zeros::<bf16>((m * n) as usize).unwrap();
    let [a, b] =
        [(&held[0], &of_a), (&held[1], &of_b)].map(|(x, shape)| tensor(x.address(), shape, bf));
    let to = tensor(d.address(), &of_d, bf);
    for _ in 0..2 {
        // SAFETY: tensors of live memory of the device, as for all calls below.
        done(unsafe { azulejo_gpu_gemm(stream, &a, &b, &to, &epilogue) });
    }
    near(&owner.download(&d).unwrap(), &expected);
    let (mut bytes, mut plan) = (usize::MAX, null_mut());
    // SAFETY: the stream is open, the tensors are live memory of the device, and `bytes` is writable.
    done(unsafe { azulejo_gpu_gemm_workspace(stream, &a, &b, &to, &epilogue, &mut bytes) });
    let workspace = owner.zeros::<u8>(bytes.max(256)).unwrap();
    for place in [0, workspace.address()] {
        owner
            .write(&vec![bf16::ZERO; (m * n) as usize], &mut d)
            .unwrap();
        let place = place as *mut c_void;
        // SAFETY: the stream is open, and the tensors are memory of the device that lives longer than the plan.
        // The workspace is null or memory of that length, which nothing else uses; `plan` is writable.
        done(unsafe {
            azulejo_gpu_gemm_plan(
                stream,
                &a,
                &b,
                &to,
                &epilogue,
                place,
                workspace.len(),
                &mut plan,
            )
        });
        for _ in 0..2 {
            // SAFETY: a live plan.
            done(unsafe { azulejo_plan_launch(plan) });
        }
        // SAFETY: the plan is of azulejo_gpu_gemm_plan, and freed once.
        done(unsafe { azulejo_plan_free(plan) });
        near(&owner.download(&d).unwrap(), &expected);
    }
    captured(owner, stream, [&a, &b, &to]);
    // Without products there is nothing to do, and no memory.
    let none = [[0, m, k], [0, k, n], [0, m, n]];
    let [no_a, no_b, no_d] = none.each_ref().map(|shape| tensor(0, shape, bf));
    for b in [&no_b, &b] {
        // SAFETY: the stream is open, B is live memory of the device or has no elements, as A and D have none, as for the calls below.
        done(unsafe { azulejo_gpu_gemm(stream, &no_a, b, &no_d, &epilogue) });
        // SAFETY: the stream is open, B is live memory of the device or has no elements, and `bytes` is writable.
        done(unsafe { azulejo_gpu_gemm_workspace(stream, &no_a, b, &no_d, &epilogue, &mut bytes) });
        let (own, made) = (null_mut(), &mut plan);
        // SAFETY: the stream is open, B has no elements or is memory of the device that lives longer than the plan, and `made` is writable.
        done(unsafe { azulejo_gpu_gemm_plan(stream, &no_a, b, &no_d, &epilogue, own, 0, made) });
        // SAFETY: a live plan.
        done(unsafe { azulejo_plan_launch(plan) });
        // SAFETY: the plan is of azulejo_gpu_gemm_plan, and freed once.
        done(unsafe { azulejo_plan_free(plan) });
    }
    let wide = tensor(a.data as u64, &of_d, bf);
    // SAFETY: an error before anything is launched.
    let status = unsafe { azulejo_gpu_gemm(stream, &wide, &b, &to, null()) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    assert!(
        last().starts_with("b has shape [64, 40], expected [40, 40]"),
        "{}",
        last()
    );
}

/// A value of one of the driver's enumerations, for which this package has no names.
///
/// # Safety
/// `T` is an enumeration of 32 bits that has this value.
unsafe fn of_driver<T>(value: u32) -> T {
    // SAFETY: a value of `T`, of its size, by this function's contract.
    unsafe { std::mem::transmute_copy(&value) }
}

/// What has memory to give back waits for the end of a capture.
fn captured(owner: &Stream, stream: *const AzulejoStream, [a, b, d]: [&AzulejoTensor; 3]) {
    let (own, mut plan) = (null_mut(), null_mut());
    // SAFETY: the stream is open, the tensors are memory of the device that lives longer than the plan, and `plan` is writable.
    done(unsafe { azulejo_gpu_gemm_plan(stream, a, b, d, null(), own, 0, &mut plan) });
    // SAFETY: CU_STREAM_CAPTURE_MODE_RELAXED.
    let relaxed = unsafe { of_driver(2) };
    owner.raw().begin_capture(relaxed).unwrap();
    // SAFETY: a live plan, which the call does not free.
    let status = unsafe { azulejo_plan_free(plan) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    assert!(last().starts_with("`plan`: a graph is being captured"));
    // SAFETY: an open stream, which the call does not close.
    let status = unsafe { azulejo_stream_close(stream.cast_mut()) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    assert!(last().starts_with("`stream`: a graph is being captured"));
    // SAFETY: a live plan, of tensors that live.
    done(unsafe { azulejo_plan_launch(plan) });
    // SAFETY: CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH.
    let freeing = unsafe { of_driver(1) };
    let graph = owner.raw().end_capture(freeing).unwrap().unwrap();
    graph.launch().unwrap();
    owner.synchronize().unwrap();
    drop(graph);
    // SAFETY: the plan is of azulejo_gpu_gemm_plan, and freed once.
    done(unsafe { azulejo_plan_free(plan) });
}

fn attention(owner: &Stream, stream: *const AzulejoStream) {
    let (shape, of_lse) = ([1, 70, 2, 64], [1, 2, 70]);
    let len = 70 * 2 * 64;
    let bf = DType::BF16;
    let [mut q, mut k, mut v] = [5, 7, 11].map(|step| numbers(len, step));
    let (mut expected, mut expected_lse) = (vec![bf16::ZERO; len], vec![0f32; 140]);
    let held = [&q, &k, &v].map(|x| owner.upload(x).unwrap());
    let options = AzulejoAttentionOptions {
        mask: 1,
        ..AzulejoAttentionOptions::DEFAULT
    };
    // SAFETY: tensors of live memory.
    done(unsafe {
        let [q, k, v] = [&mut q, &mut k, &mut v].map(|x| host(x, &shape, bf));
        let out = host(&mut expected, &shape, bf);
        let lse = host(&mut expected_lse, &of_lse, DType::F32);
        azulejo_attention_forward(&q, &k, &v, &out, &lse, &options)
    });
    let out = owner.zeros::<bf16>(len).unwrap();
    let lse = owner.zeros::<f32>(140).unwrap();
    let [q, k, v] = held.each_ref().map(|x| tensor(x.address(), &shape, bf));
    let to = tensor(out.address(), &shape, bf);
    let to_lse = tensor(lse.address(), &of_lse, DType::F32);
    let forward = || {
        // SAFETY: tensors of live memory of the device, as for all calls below.
        unsafe { azulejo_gpu_attention_forward(stream, &q, &k, &v, &to, &to_lse, &options) }
    };
    done(forward());
    let check = || {
        near(&owner.download(&out).unwrap(), &expected);
        for (found, expected) in owner.download(&lse).unwrap().iter().zip(&expected_lse) {
            assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
        }
    };
    check();
    // SAFETY: an error before anything is launched.
    let status = unsafe { azulejo_gpu_attention_forward(stream, &q, &k, &v, &q, null(), &options) };
    assert_eq!(status, AZULEJO_INVALID_ARGUMENT);
    assert!(last().starts_with("out overlaps q"), "{}", last());
    let mut plan = null_mut();
    // SAFETY: the stream is open, the tensors are memory of the device that lives longer than the plan, and `plan` is writable.
    done(unsafe {
        azulejo_gpu_attention_plan(stream, &q, &k, &v, &to, null(), &options, &mut plan)
    });
    // SAFETY: a live plan, of tensors that live.
    done(unsafe { azulejo_plan_launch(plan) });
    // SAFETY: a live plan, of tensors that live.
    done(unsafe { azulejo_plan_launch(plan) });
    // SAFETY: a live plan, freed once.
    done(unsafe { azulejo_plan_free(plan) });
    check();
    // Two sequences that see themselves are two calls.
    let packed = [70, 2, 64];
    let starts = [0, 30, 70];
    let cut = AzulejoAttentionOptions {
        cu_seqlens_q: starts.as_ptr(),
        cu_seqlens_k: starts.as_ptr(),
        sequences: 2,
        ..options
    };
    let [q, k, v, to] = [q, k, v, to].map(|x| tensor(x.data as u64, &packed, bf));
    // SAFETY: the stream is open, the tensors are live memory of the device, and `starts` has an entry more than there are sequences.
    done(unsafe { azulejo_gpu_attention_forward(stream, &q, &k, &v, &to, null(), &cut) });
    let found = owner.download(&out).unwrap();
    // The first sequence is the causal one's beginning.
    near(&found[..30 * 128], &expected[..30 * 128]);
    let [q, to] = [q, to].map(|x| AzulejoTensor {
        dtype: DType::F32 as i32,
        ..x
    });
    // SAFETY: an error before anything is launched.
    let status = unsafe { azulejo_gpu_attention_forward(stream, &q, &q, &q, &to, null(), &cut) };
    assert_eq!(status, AZULEJO_NOT_SUPPORTED);
    let expected = "`q` has elements of float32, and the kernels for";
    assert!(last().starts_with(expected), "{}", last());
}
