//! [`with_kv_cache`] on a GPU.

use azulejo_cpu::View;
use azulejo_runtime::Stream;
pub use azulejo_runtime::attention::AttentionCache;
use azulejo_runtime::attention::{CacheOptions, CacheTensors};

use super::{GpuTensorMut, GpuTensorRef, supported_type};
use crate::kv_cache::{Call, Table};
use crate::{AttentionError, Options};

/// As [`KvCache`](crate::KvCache) in device memory; lengths and page table are in host memory, and copied to the device.
#[derive(Debug)]
pub struct GpuKvCache<'a> {
    /// The keys, `(batch, capacity, kv_heads, head_dim)`, or a pool `(pages, page_size, kv_heads, head_dim)`.
    pub k: GpuTensorMut<'a>,
    /// The values.
    pub v: GpuTensorMut<'a>,
    /// Keys that each sequence has before this call.
    pub lengths: &'a [i32],
    /// The pages of each sequence, `(batch, pages_per_sequence)`; entries that no key reaches may be anything.
    pub page_table: Option<View<'a, i32>>,
    /// Keys to append after those that are there, `(batch, appended, kv_heads, head_dim)`.
    pub new_k: Option<GpuTensorRef<'a>>,
    /// Values to append, `(batch, appended, kv_heads, value_dim)`.
    pub new_v: Option<GpuTensorRef<'a>>,
}

/// Checks a [`with_kv_cache`](crate::with_kv_cache) on a GPU and makes it ready to launch on `stream`.
///
/// A launch is one kernel: it divides the keys of each sequence among as many CTAs as the GPU has places for, writes the appended
/// keys and values, and combines what the CTAs found. Each launch appends at the same places.
///
/// # Errors
/// As [`with_kv_cache`](crate::with_kv_cache); [`AttentionError::GpuDtype`]; [`AttentionError::Gpu`] for rows that do not start at
/// multiples of 16 bytes and for what else no kernel computes, and any CUDA driver error.
///
/// ```no_run
/// use azulejo_attention::{Options, gpu};
/// use azulejo_runtime::{Device, View, ViewMut};
/// use azulejo_tensor::bf16;
/// let stream = Device::new(0)?.stream()?;
/// // 16 sequences of up to 8192 keys, 32 query heads over 8 key heads.
/// let (one, held) = ([16, 1, 32, 128], [16, 8192, 8, 128]);
/// let q = stream.zeros::<bf16>(one.iter().product())?;
/// let mut out = stream.zeros::<bf16>(one.iter().product())?;
/// let mut k = stream.zeros::<bf16>(held.iter().product())?;
/// let mut v = stream.zeros::<bf16>(held.iter().product())?;
/// let cache = gpu::GpuKvCache {
///     k: ViewMut::row_major(&mut k, &held)?.into(),
///     v: ViewMut::row_major(&mut v, &held)?.into(),
///     lengths: &[1000; 16],
///     page_table: None,
///     new_k: None,
///     new_v: None,
/// };
/// let out = ViewMut::row_major(&mut out, &one)?.into();
/// let q = View::row_major(&q, &one)?.into();
/// let prepared = gpu::prepare_with_kv_cache(&stream, q, cache, out, None, &Options::default())?;
/// prepared.launch()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prepare_with_kv_cache<'a>(
    stream: &Stream,
    q: GpuTensorRef<'a>,
    cache: GpuKvCache<'a>,
    out: GpuTensorMut<'a>,
    lse: Option<GpuTensorMut<'a>>,
    options: &Options<'_>,
) -> Result<AttentionCache<'a>, AttentionError> {
    let call = Call {
        q: q.layout(),
        k: cache.k.layout(),
        v: cache.v.layout(),
        new_k: cache.new_k.as_ref().map(GpuTensorRef::layout),
        new_v: cache.new_v.as_ref().map(GpuTensorRef::layout),
        out: out.layout(),
        lse: lse.as_ref().map(GpuTensorMut::layout),
        lengths: cache.lengths,
        page_table: cache.page_table.as_ref(),
    };
    let (problem, Table { reached, .. }) = call.check(options)?;
    supported_type(q.dtype(), stream.device().name())?;
    let pages = cache.page_table.as_ref().map(|table| {
        let &[batch, per_sequence] = table.layout().extents() else {
            return (Vec::new(), 0);
        };
        let per_sequence = per_sequence.min(reached.max(1));
        let all = (0..batch).flat_map(|b| (0..per_sequence).map(move |index| [b, index]));
        let pages = all.map(|at| table.get(&at).unwrap_or(-1)).collect();
        (pages, per_sequence)
    });
    let (left, right) = options.mask.window();
    let options = CacheOptions {
        scale: options.scale_for(problem.head_dim),
        softcap: options.softcap.unwrap_or(0.0),
        window: [left, right],
        slopes: options.alibi,
        lengths: cache.lengths,
        page_table: pages
            .as_ref()
            .map(|(pages, per_sequence): &(Vec<i32>, usize)| (&pages[..], *per_sequence)),
    };
    let tensors = CacheTensors {
        q,
        k: cache.k,
        v: cache.v,
        new: cache.new_k.zip(cache.new_v).map(|(k, v)| [k, v]),
        out,
        lse,
    };
    Ok(AttentionCache::prepare(stream, tensors, &options)?)
}

/// Computes [`with_kv_cache`](crate::with_kv_cache) on a GPU; returns when it is queued on `stream`.
///
/// # Errors
/// As [`prepare_with_kv_cache`].
pub fn with_kv_cache(
    stream: &Stream,
    q: GpuTensorRef<'_>,
    cache: GpuKvCache<'_>,
    out: GpuTensorMut<'_>,
    lse: Option<GpuTensorMut<'_>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    Ok(prepare_with_kv_cache(stream, q, cache, out, lse, options)?.launch()?)
}
