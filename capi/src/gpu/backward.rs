//! Plans of attention's backward.

use azulejo_attention::gpu::{self, BackwardTensors, GpuTensorMut, GpuTensorRef};
use azulejo_kernels::host::{AnyView, AnyViewMut, Stream};

use super::{AzulejoPlan, AzulejoStream, Work, named, place, stream};
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
    let (mut views, mut gradients) = (Vec::with_capacity(6), Vec::with_capacity(3));
    for (name, tensor) in read {
        // SAFETY: the pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
        let tensor = unsafe { Tensor::new(name, tensor) }?;
        // SAFETY: an input is memory of the device until the plan is dropped and its launches are done, by this function's contract.
        let memory = made.keep(unsafe { tensor.memory(stream) });
        // SAFETY: kept by the plan, which drops its work first.
        let view = AnyView::new(unsafe { &*memory }, tensor.dtype, tensor.layout()?);
        views.push(GpuTensorRef::from(named(&tensor, view)?));
    }
    for (name, tensor) in written {
        // SAFETY: the pointer, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
        let tensor = unsafe { Tensor::new(name, tensor) }?;
        // SAFETY: an output is memory of the device until the plan is dropped and its launches are done, by this function's contract.
        // That nothing else uses it while the plan borrows it is not in the contract: the caller orders its uses around the launches.
        let memory = made.keep(unsafe { tensor.memory(stream) });
        // SAFETY: kept by the plan, which drops its work first; borrowed once.
        let view = AnyViewMut::new(unsafe { &mut *memory }, tensor.dtype, tensor.layout()?);
        gradients.push(GpuTensorMut::from(named(&tensor, view)?));
    }
    let (Ok([q, k, v, out, d_out, lse]), Ok(gradients)) =
        (<[_; 6]>::try_from(views), gradients.try_into())
    else {
        return Err(Failure::argument("q", "nine tensors are needed"));
    };
    let tensors = BackwardTensors {
        inputs: [q, k, v, out, d_out],
        lse,
        gradients,
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
        // SAFETY: the caller has `plan` writable, unless it is null or misaligned.
        let plan = unsafe { place("plan", plan) }?;
        // SAFETY: the caller has null or a stream that `azulejo_stream_open` gave and that is not closed.
        let stream = unsafe { self::stream(stream) }?;
        // SAFETY: the caller has null or what the header says at each pointer.
        let made = unsafe { backward(stream, read, written, options, deterministic != 0) }?;
        plan.write(Box::into_raw(Box::new(made)));
        Ok(())
    })
}
