//! The calls of the crate candle-flash-attn on cudarc's slices: a tensor is a view of one, results are new and row-major.
//!
//! Slopes, starts and blocks are in device memory, as candle has them. They are read back, which waits for the stream; a
//! program that has them on the host passes them to [`gpu`] as they are. The longest sequences follow from the starts.

use azulejo_attention::{CuSeqlens, Mask, Options, gpu};
use azulejo_cpu::Array;
use azulejo_runtime::{DeviceElement, Stream, View, ViewMut};
use cudarc::driver::CudaSlice;

use crate::Failure;

/// A new tensor of the shape of Q.
type Output<T> = Result<CudaSlice<T>, Failure>;

/// Q, K and V are `(batch, seq, heads, head_dim)`, in any strides whose last is 1.
pub fn flash_attn<T: DeviceElement>(
    stream: &Stream,
    qkv: [View<'_, T>; 3],
    softmax_scale: f32,
    causal: bool,
) -> Output<T> {
    flash_attn_windowed(stream, qkv, softmax_scale, None, causal.then_some(0))
}

/// A query sees so many keys before and after its own, all of them for `None`.
pub fn flash_attn_windowed<T: DeviceElement>(
    stream: &Stream,
    qkv: [View<'_, T>; 3],
    softmax_scale: f32,
    window_size_left: Option<usize>,
    window_size_right: Option<usize>,
) -> Output<T> {
    let options = options(softmax_scale, window_size_left, window_size_right);
    forward(stream, qkv, None, options)
}

/// As [`flash_attn`], with a slope for each query head.
pub fn flash_attn_alibi<T: DeviceElement>(
    stream: &Stream,
    qkv: [View<'_, T>; 3],
    alibi_slopes: &CudaSlice<f32>,
    softmax_scale: f32,
    causal: bool,
) -> Output<T> {
    let slopes = stream.download(alibi_slopes)?;
    let mut options = options(softmax_scale, None, causal.then_some(0));
    options.alibi = Some(&slopes);
    forward(stream, qkv, None, options)
}

/// Q, K and V are `(total, heads, head_dim)`; sequence `b` is the tokens `seqlens[b]..seqlens[b + 1]`.
pub fn flash_attn_varlen<T: DeviceElement>(
    stream: &Stream,
    qkv: [View<'_, T>; 3],
    seqlens_q: &CudaSlice<u32>,
    seqlens_k: &CudaSlice<u32>,
    softmax_scale: f32,
    causal: bool,
) -> Output<T> {
    let options = options(softmax_scale, None, causal.then_some(0));
    forward(stream, qkv, Some([seqlens_q, seqlens_k]), options)
}

/// As [`flash_attn_varlen`], with a window.
pub fn flash_attn_varlen_windowed<T: DeviceElement>(
    stream: &Stream,
    qkv: [View<'_, T>; 3],
    seqlens_q: &CudaSlice<u32>,
    seqlens_k: &CudaSlice<u32>,
    softmax_scale: f32,
    window_size_left: Option<usize>,
    window_size_right: Option<usize>,
) -> Output<T> {
    let options = options(softmax_scale, window_size_left, window_size_right);
    forward(stream, qkv, Some([seqlens_q, seqlens_k]), options)
}

/// As [`flash_attn_varlen`], with keys and values in blocks `(blocks, block_size, kv_heads, head_dim)`.
///
/// Each row of `block_table` has the blocks of a sequence. Neighbors with as many queries share a launch, as all do in decoding.
pub fn flash_attn_varlen_paged<T: DeviceElement>(
    stream: &Stream,
    (q, of_q): (&CudaSlice<T>, [usize; 3]),
    ([k, v], of_cache): ([&mut CudaSlice<T>; 2], [usize; 4]),
    [seqlens_q, seqlens_k, block_table]: [&CudaSlice<u32>; 3],
    softmax_scale: f32,
    causal: bool,
) -> Output<T> {
    View::row_major(q, &of_q)?; // `q` has as many elements
    let options = options(softmax_scale, None, causal.then_some(0));
    let (q_starts, k_starts) = (on_host(stream, seqlens_q)?, on_host(stream, seqlens_k)?);
    let (cut, blocks) = (starts(&q_starts, &k_starts), on_host(stream, block_table)?);
    let cut = cut.sequences(of_q[0], usize::MAX)?;
    let (entries, sequences) = (blocks.len(), cut.len().max(1));
    if !entries.is_multiple_of(sequences) {
        let each = format!("`block_table` has {entries} entries for {sequences} sequences");
        return Err(format!("{each}; pass as many for each").into());
    }
    let mut rows = blocks.chunks((entries / sequences).max(1));
    let mut out = zeros(stream, q.len())?;
    for run in cut.chunk_by(|a, b| a[2] == b[2]) {
        let lengths: Vec<i32> = run.iter().map(|sequence| sequence[3] as i32).collect();
        let table: Vec<i32> = rows.by_ref().take(run.len()).flatten().copied().collect();
        let of_table = [run.len(), table.len() / run.len()];
        let table = Array::from_vec(table, &of_table)?;
        let shape = [run.len(), run[0][2], of_q[1], of_q[2]];
        let first = run[0][0] * of_q[1] * of_q[2];
        let elements = first..first + shape.iter().product::<usize>();
        let (q, mut out) = (q.slice(elements.clone()), out.slice_mut(elements));
        let cache = gpu::GpuKvCache {
            k: ViewMut::row_major(k, &of_cache)?.into(),
            v: ViewMut::row_major(v, &of_cache)?.into(),
            lengths: &lengths,
            page_table: Some(table.view()),
            new_k: None,
            new_v: None,
        };
        let out = ViewMut::row_major(&mut out, &shape)?.into();
        let q = View::row_major(&q, &shape)?.into();
        gpu::with_kv_cache(stream, q, cache, out, None, &options)?;
    }
    Ok(out)
}

fn forward<T: DeviceElement>(
    stream: &Stream,
    [q, k, v]: [View<'_, T>; 3],
    seqlens: Option<[&CudaSlice<u32>; 2]>,
    options: Options<'_>,
) -> Output<T> {
    let mut out = zeros(stream, q.layout().size())?;
    let to = ViewMut::row_major(&mut out, q.layout().extents())?.into();
    let tensors = [q.into(), k.into(), v.into()];
    if let Some([q, k]) = seqlens {
        let (q, k) = (on_host(stream, q)?, on_host(stream, k)?);
        gpu::forward_varlen(stream, tensors, starts(&q, &k), to, None, &options)?;
    } else {
        gpu::forward(stream, tensors, to, None, &options)?;
    }
    Ok(out)
}

/// Causal is a window of 0 to the right in both crates.
fn options<'a>(scale: f32, left: Option<usize>, right: Option<usize>) -> Options<'a> {
    let (scale, mask) = (Some(scale), Mask::Window { left, right });
    Options {
        scale,
        mask,
        ..Options::default()
    }
}

/// Where packed sequences start.
pub fn starts<'a>(q: &'a [i32], k: &'a [i32]) -> CuSeqlens<'a> {
    CuSeqlens { q, k }
}

/// A list on the host; what is no `i32` is -1, which an error names where it is used.
fn on_host(stream: &Stream, list: &CudaSlice<u32>) -> Result<Vec<i32>, Failure> {
    let list = stream.download(list)?.into_iter();
    Ok(list
        .map(|entry| i32::try_from(entry).unwrap_or(-1))
        .collect())
}

/// `stream.raw().alloc_zeros(len)` of elements that cudarc knows with its feature `f16`, which candle has.
pub fn zeros<T: DeviceElement>(stream: &Stream, len: usize) -> Output<T> {
    let bytes = len.checked_mul(size_of::<T>()).ok_or("too many elements")?;
    let memory = stream.raw().alloc_zeros::<u8>(bytes)?;
    // SAFETY: `leak` gives away an allocation with room for `len` elements, of which any bytes are one (`DeviceCopy`); the
    // result belongs to the stream on which the zeros are written.
    Ok(unsafe { stream.raw().upgrade_device_ptr(memory.leak(), len) })
}
