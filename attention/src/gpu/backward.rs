//! [`backward`]: the gradients of Q, K and V on a GPU.

use azulejo_runtime::Stream;
use azulejo_runtime::attention::AttentionBackward;
pub use azulejo_runtime::attention::BackwardTensors;

use super::{Family, GpuTensorMut, GpuTensorRef, options_of, supported_type};
use crate::{AttentionError, CuSeqlens, Options, Problem};

/// Checks a [`backward`](crate::backward()) on a GPU and makes it ready to launch on `stream`.
///
/// O and LSE are those of the forward with these options; `lse` is compact. With `deterministic` the same inputs give the same bits:
/// each block of keys waits for those before it where it adds to the gradient of Q.
///
/// As on the CPU, NaN and infinities that a mask hides, or of queries without a finite score, show in no gradient: rows that they reach are
/// computed again, pair by pair.
///
/// # Errors
/// As [`backward`](crate::backward()); [`AttentionError::GpuDtype`]; [`AttentionError::Gpu`] for what
/// else no kernel computes, and any CUDA driver error.
///
/// ```no_run
/// use azulejo_attention::{Options, gpu};
/// use azulejo_runtime::{Device, View, ViewMut};
/// use azulejo_tensor::bf16;
/// let stream = Device::new(0)?.stream()?;
/// let (shape, len) = ([1, 1024, 16, 128], 1024 * 16 * 128);
/// let (q, lse) = (stream.zeros::<bf16>(len)?, stream.zeros::<f32>(16 * 1024)?);
/// let [mut dq, mut dk, mut dv] = [stream.zeros::<bf16>(len)?, stream.zeros(len)?, stream.zeros(len)?];
/// let view = View::row_major(&q, &shape)?;
/// let tensors = gpu::BackwardTensors {
///     inputs: [view.into(); 5], // Q, K, V, O and the gradient of O
///     lse: View::row_major(&lse, &[1, 16, 1024])?.into(),
///     gradients: [
///         ViewMut::row_major(&mut dq, &shape)?.into(),
///         ViewMut::row_major(&mut dk, &shape)?.into(),
///         ViewMut::row_major(&mut dv, &shape)?.into(),
///     ],
/// };
/// let prepared = gpu::prepare_backward(&stream, tensors, &Options::default(), false)?;
/// prepared.launch()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prepare_backward<'a>(
    stream: &Stream,
    tensors: BackwardTensors<'a>,
    options: &Options<'_>,
    deterministic: bool,
) -> Result<AttentionBackward<'a>, AttentionError> {
    launch(stream, tensors, options, None, None, deterministic)
}

/// As [`prepare_backward`], by the kernels of a family.
///
/// # Errors
/// As [`prepare_backward`]; [`AttentionError::Gpu`] where the GPU has no such kernels, or none of them computes it.
pub fn prepare_backward_by<'a>(
    family: Family,
    stream: &Stream,
    tensors: BackwardTensors<'a>,
    options: &Options<'_>,
    deterministic: bool,
) -> Result<AttentionBackward<'a>, AttentionError> {
    launch(stream, tensors, options, None, Some(family), deterministic)
}

/// As [`prepare_backward`], of packed sequences; `cu_seqlens` is in host memory, cuts all tokens, and is copied to the device.
///
/// # Errors
/// As [`prepare_backward`], and those of [`CuSeqlens::sequences`].
pub fn prepare_backward_varlen<'a>(
    stream: &Stream,
    tensors: BackwardTensors<'a>,
    cu_seqlens: CuSeqlens<'_>,
    options: &Options<'_>,
    deterministic: bool,
) -> Result<AttentionBackward<'a>, AttentionError> {
    launch(
        stream,
        tensors,
        options,
        Some(cu_seqlens),
        None,
        deterministic,
    )
}

/// Computes [`backward`](crate::backward()) on a GPU; returns when it is queued on `stream`. The order of additions is free.
///
/// # Errors
/// As [`prepare_backward`].
pub fn backward(
    stream: &Stream,
    tensors: BackwardTensors<'_>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    Ok(prepare_backward(stream, tensors, options, false)?.launch()?)
}

/// Computes [`backward_varlen`](crate::backward_varlen) on a GPU; returns when it is queued on `stream`.
///
/// # Errors
/// As [`prepare_backward_varlen`].
pub fn backward_varlen(
    stream: &Stream,
    tensors: BackwardTensors<'_>,
    cu_seqlens: CuSeqlens<'_>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    Ok(prepare_backward_varlen(stream, tensors, cu_seqlens, options, false)?.launch()?)
}

fn launch<'a>(
    stream: &Stream,
    tensors: BackwardTensors<'a>,
    options: &Options<'_>,
    cu_seqlens: Option<CuSeqlens<'_>>,
    family: Option<Family>,
    deterministic: bool,
) -> Result<AttentionBackward<'a>, AttentionError> {
    let [q, k, v, out, d_out] = tensors.inputs.each_ref().map(GpuTensorRef::layout);
    let [dq, dk, dv] = tensors.gradients.each_ref().map(GpuTensorMut::layout);
    let lse = Some(tensors.lse.layout());
    let (problem, _) = Problem::cut([q, k, v, out], lse, cu_seqlens, options)?;
    Problem::check_gradients([d_out, dq, dk, dv], [out, q, k, v])?;
    supported_type(tensors.inputs[0].dtype(), stream.device().name())?;
    let options = options_of(options, &problem, cu_seqlens, family);
    Ok(AttentionBackward::prepare(
        stream,
        tensors,
        &options,
        deterministic,
    )?)
}
