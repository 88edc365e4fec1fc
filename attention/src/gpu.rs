//! Attention on NVIDIA GPUs: the same calls on tensors in device memory, on the caller's stream.
//!
//! A tensor is any view of the runtime: of a [`Buffer`](azulejo_runtime::Buffer), of cudarc's slices, of DLPack and CUDA Array
//! Interface arrays, or of a raw pointer ([`GpuTensorRef`]). [`prepare`] and [`prepare_varlen`] return a value whose launches allocate
//! nothing and that a [`Graph`](azulejo_runtime::Graph) records; its workspace is [`WORKSPACE`] bytes plus slopes and starts.
//! [`forward`] and [`forward_varlen`] prepare and launch once.
//!
//! [`with_kv_cache`] takes queries over a cache, with or without pages. [`prepare_backward`] and [`backward`] give the gradients;
//! [`AttentionBackward::workspace_bytes`] says what they own.
//!
//! Compute capability 9.0 computes by `wgmma` and TMA what these kernels take; all else, and all of other GPUs from 8.0 on, is computed
//! by `mma.sync`. [`prepare_by`] and [`prepare_backward_by`] choose. What no kernel computes is
//! an error that names it: f32, and head dimensions above 256.

mod backward;
mod kv_cache;

use azulejo_runtime::Stream;
use azulejo_runtime::attention::ForwardOptions;
pub use azulejo_runtime::attention::{
    AttentionBackward, AttentionForward, Family, GpuTensorMut, GpuTensorRef,
};
use azulejo_tensor::DType;
pub use kv_cache::{AttentionCache, GpuKvCache, prepare_with_kv_cache, with_kv_cache};

pub use backward::{
    BackwardTensors, backward, backward_varlen, prepare_backward, prepare_backward_by,
    prepare_backward_varlen,
};

use crate::{AttentionError, CuSeqlens, Options, Problem};

/// Bytes of device memory that a prepared forward by `wgmma` owns at most, without its slopes and starts.
pub const WORKSPACE: usize = 1 << 10;

/// Checks a [`forward`](crate::forward()) on a GPU and makes it ready to launch on `stream`.
///
/// # Errors
/// As [`forward`](crate::forward()); [`AttentionError::GpuDtype`]; [`AttentionError::Gpu`] for what
/// else no kernel computes, and any CUDA driver error.
///
/// ```no_run
/// use azulejo_attention::{Mask, Options, gpu};
/// use azulejo_runtime::{Device, View, ViewMut};
/// use azulejo_tensor::bf16;
/// let stream = Device::new(0)?.stream()?;
/// let shape = [1, 1024, 16, 128];
/// let q = stream.zeros::<bf16>(1024 * 16 * 128)?;
/// let mut out = stream.zeros::<bf16>(1024 * 16 * 128)?;
/// let options = Options { mask: Mask::Causal, ..Options::default() };
/// let view = View::row_major(&q, &shape)?;
/// let tensors = [view.into(), view.into(), view.into()];
/// let prepared = gpu::prepare(&stream, tensors, ViewMut::row_major(&mut out, &shape)?.into(), None, &options)?;
/// prepared.launch()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prepare<'a>(
    stream: &Stream,
    tensors: [GpuTensorRef<'a>; 3],
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
) -> Result<AttentionForward<'a>, AttentionError> {
    launch(stream, tensors, out, lse, options, None, None)
}

/// As [`prepare`], by the kernels of a family, on any GPU that has their instructions: to compare them.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_by<'a>(
    family: Family,
    stream: &Stream,
    tensors: [GpuTensorRef<'a>; 3],
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
) -> Result<AttentionForward<'a>, AttentionError> {
    launch(stream, tensors, out, lse, options, None, Some(family))
}

/// As [`prepare`], of packed sequences; `cu_seqlens` is in host memory, cuts all tokens, and is copied to the device.
///
/// # Errors
/// As [`prepare`], and those of [`CuSeqlens::sequences`].
pub fn prepare_varlen<'a>(
    stream: &Stream,
    tensors: [GpuTensorRef<'a>; 3],
    cu_seqlens: CuSeqlens<'_>,
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
) -> Result<AttentionForward<'a>, AttentionError> {
    launch(stream, tensors, out, lse, options, Some(cu_seqlens), None)
}

/// Computes [`forward`](crate::forward()) on a GPU; returns when it is queued on `stream`.
///
/// # Errors
/// As [`prepare`].
pub fn forward(
    stream: &Stream,
    tensors: [GpuTensorRef<'_>; 3],
    out: GpuTensorMut<'_>,
    lse: Option<GpuTensorMut<'_>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    Ok(prepare(stream, tensors, out, lse, options)?.launch()?)
}

/// Computes [`forward_varlen`](crate::forward_varlen) on a GPU; returns when it is queued on `stream`.
///
/// # Errors
/// As [`prepare_varlen`].
pub fn forward_varlen(
    stream: &Stream,
    tensors: [GpuTensorRef<'_>; 3],
    cu_seqlens: CuSeqlens<'_>,
    out: GpuTensorMut<'_>,
    lse: Option<GpuTensorMut<'_>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    Ok(prepare_varlen(stream, tensors, cu_seqlens, out, lse, options)?.launch()?)
}

/// Rejects elements that no kernel is made for.
fn supported_type(dtype: DType, gpu: &str) -> Result<(), AttentionError> {
    match dtype {
        DType::F16 | DType::BF16 => Ok(()),
        _ => Err(AttentionError::GpuDtype {
            dtype,
            gpu: gpu.to_owned(),
        }),
    }
}

/// The options as a launch takes them.
fn options_of<'a>(
    options: &Options<'a>,
    problem: &Problem,
    cu_seqlens: Option<CuSeqlens<'a>>,
    family: Option<Family>,
) -> ForwardOptions<'a> {
    let (left, right) = options.mask.window();
    ForwardOptions {
        scale: options.scale_for(problem.head_dim),
        softcap: options.softcap.unwrap_or(0.0),
        window: [left, right],
        slopes: options.alibi,
        cu_seqlens: cu_seqlens.map(|starts| [starts.q, starts.k]),
        family,
    }
}

fn launch<'a>(
    stream: &Stream,
    tensors: [GpuTensorRef<'a>; 3],
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
    cu_seqlens: Option<CuSeqlens<'_>>,
    family: Option<Family>,
) -> Result<AttentionForward<'a>, AttentionError> {
    let [q, k, v] = tensors.each_ref().map(GpuTensorRef::layout);
    let of_lse = lse.as_ref().map(GpuTensorMut::layout);
    let (problem, _) = Problem::cut([q, k, v, out.layout()], of_lse, cu_seqlens, options)?;
    supported_type(tensors[0].dtype(), stream.device().name())?;
    let options = options_of(options, &problem, cu_seqlens, family);
    Ok(AttentionForward::prepare(
        stream, tensors, out, lse, &options,
    )?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_without_a_kernel_are_named_with_a_remedy() {
        let error = supported_type(DType::F32, "NVIDIA H200").unwrap_err();
        let f32 = error.to_string();
        assert!(f32.starts_with("`q` has elements of float32"), "{f32}");
        assert!(
            f32.contains("NVIDIA H200 take float16 and bfloat16: pass `q`, `k` and `v` of one of these, or compute on the CPU; `runtime::cast`"),
            "{f32}"
        );
        for dtype in [DType::F16, DType::BF16] {
            assert_eq!(supported_type(dtype, "NVIDIA H200"), Ok(()));
        }
    }
}
