//! Plans of attention's backward.

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_runtime::Stream;

use super::{AzulejoPlan, AzulejoStream, Work, give};
use crate::options::AzulejoAttentionOptions;
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor};

/// A plan of attention's backward: of Q, K, V, O, the gradient of O and LSE, then of the gradients of Q, K and V.
///
/// # Safety
/// Pointers that are not null are of what they say, until the plan is dropped and its launches are done.
unsafe fn backward(
    stream: &Stream,
    read: [(&'static str, *const AzulejoTensor); 6],
    written: [(&'static str, *const AzulejoTensor); 3],
    options: *const AzulejoAttentionOptions,
    deterministic: bool,
) -> Result<AzulejoPlan, Failure> {
    // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by this function's contract.
    let family = unsafe { AzulejoAttentionOptions::family(options) }?;
    // SAFETY: as above.
    let (options, packed) = unsafe { AzulejoAttentionOptions::read(options) }?;
    let mut made = AzulejoPlan::new(stream);
    let mut input = |(name, tensor)| {
        // SAFETY: the pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
        let tensor = unsafe { Tensor::new(name, tensor) }?;
        // SAFETY: it is memory of the device until the plan is dropped and its launches are done, by this function's contract.
        unsafe { made.input(&tensor) }
    };
    let [q, k, v, out, d_out, lse] = read.map(&mut input);
    let (inputs, lse) = ([q?, k?, v?, out?, d_out?], lse?);
    let mut output = |(name, tensor)| {
        // SAFETY: the pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
        let tensor = unsafe { Tensor::new(name, tensor) }?;
        // SAFETY: it is such memory too; the caller orders its uses around the launches, by this function's contract.
        unsafe { made.output(&tensor) }
    };
    let [dq, dk, dv] = written.map(&mut output);
    let tensors = BackwardTensors {
        inputs,
        lse,
        gradients: [dq?, dk?, dv?],
    };
    let work = match (packed, family) {
        (None, None) => gpu::prepare_backward(stream, tensors, &options, deterministic),
        (None, Some(family)) => {
            gpu::prepare_backward_by(family, stream, tensors, &options, deterministic)
        }
        (Some(cut), _) => {
            gpu::prepare_backward_varlen(stream, tensors, cut, &options, deterministic)
        }
    };
    made.work = Some(Work::Attention(Box::new(work?)));
    Ok(made)
}

/// Prepares attention's backward of device memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, until the plan is freed; `plan` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_attention_backward_plan(
    stream: *const AzulejoStream,
    q: *const AzulejoTensor,
    k: *const AzulejoTensor,
    v: *const AzulejoTensor,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    d_out: *const AzulejoTensor,
    dq: *const AzulejoTensor,
    dk: *const AzulejoTensor,
    dv: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
    deterministic: i32,
    plan: *mut *mut AzulejoPlan,
) -> i32 {
    call(|| {
        let read = [
            ("q", q),
            ("k", k),
            ("v", v),
            ("out", out),
            ("d_out", d_out),
            ("lse", lse),
        ];
        let written = [("dq", dq), ("dk", dk), ("dv", dv)];
        let deterministic = deterministic != 0;
        let make = |stream: &Stream| {
            // SAFETY: the caller has null or what the header says at each pointer.
            unsafe { backward(stream, read, written, options, deterministic) }
        };
        // SAFETY: the caller has null or a stream that is not closed, and `plan` writable, unless it is null or misaligned.
        unsafe { give(stream, plan, make) }
    })
}
