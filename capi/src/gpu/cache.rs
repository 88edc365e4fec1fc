//! Plans of queries over a cache.

use azulejo_attention::gpu::{self, GpuKvCache};
use azulejo_runtime::Stream;

use super::{AzulejoPlan, AzulejoStream, Work, give};
use crate::cache::{AzulejoKvCache, Cache};
use crate::options::AzulejoAttentionOptions;
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor};

/// A plan of queries over a cache.
///
/// # Safety
/// Pointers that are not null are of what they say, until the plan is dropped and its launches are done; those to host memory during
/// the call.
unsafe fn over_cache(
    stream: &Stream,
    [q, out, lse]: [*const AzulejoTensor; 3],
    cache: *const AzulejoKvCache,
    options: *const AzulejoAttentionOptions,
) -> Result<AzulejoPlan, Failure> {
    // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by this function's contract.
    let options = unsafe { AzulejoAttentionOptions::read_dense(options) }?;
    // SAFETY: `q`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
    let q = unsafe { Tensor::new("q", q) }?;
    // SAFETY: `cache`, unless null or misaligned, is of a cache with tensors, lengths and pages as it says, by this function's contract.
    let cache = unsafe { Cache::read(cache, &q) }?;
    // SAFETY: `out`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
    let out = unsafe { Tensor::new("out", out) }?;
    // SAFETY: `lse`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
    let lse = unsafe { Tensor::optional("lse", lse) }?;
    let mut made = AzulejoPlan::new(stream);
    // SAFETY: the inputs are memory of the device until the plan is dropped and its launches are done, by this function's contract.
    let mut input = |tensor: &Tensor| unsafe { made.input(tensor) };
    let of_q = input(&q)?;
    let new_k = cache.new_k.as_ref().map(&mut input).transpose()?;
    let new_v = cache.new_v.as_ref().map(&mut input).transpose()?;
    // SAFETY: the outputs are such memory too; the caller orders its uses of them around the launches, by this function's contract.
    let mut output = |tensor: &Tensor| unsafe { made.output(tensor) };
    let of_cache = GpuKvCache {
        k: output(&cache.k)?,
        v: output(&cache.v)?,
        lengths: cache.lengths,
        page_table: cache.page_table()?,
        new_k,
        new_v,
    };
    let out = output(&out)?;
    let lse = lse.as_ref().map(&mut output).transpose()?;
    let work = gpu::prepare_with_kv_cache(stream, of_q, of_cache, out, lse, &options)?;
    made.work = Some(Work::Attention(Box::new(work)));
    Ok(made)
}

/// Prepares [`azulejo_attention_with_kv_cache`](crate::azulejo_attention_with_kv_cache) on device memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, until the plan is freed; `plan` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_gpu_attention_cache_plan(
    stream: *const AzulejoStream,
    q: *const AzulejoTensor,
    cache: *const AzulejoKvCache,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
    plan: *mut *mut AzulejoPlan,
) -> i32 {
    call(|| {
        // SAFETY: the caller has null or what the header says at each pointer.
        let make = |stream: &Stream| unsafe { over_cache(stream, [q, out, lse], cache, options) };
        // SAFETY: the caller has null or a stream that is not closed, and `plan` writable, unless it is null or misaligned.
        unsafe { give(stream, plan, make) }
    })
}
