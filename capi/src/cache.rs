//! [`AzulejoKvCache`]: keys and values of earlier calls as C passes them, and attention of queries over them in host memory.

use azulejo_attention::{AttentionElement, KvCache, Options, with_kv_cache};
use azulejo_cpu::{Strided, View};
use azulejo_tensor::{DType, bf16, f16};

use crate::cpu::{by_dtype, check_type};
use crate::options::AzulejoAttentionOptions;
use crate::status::{Failure, call};
use crate::tensor::{AzulejoTensor, Tensor, null, optional, values};

/// Keys and values of earlier calls, and those that a call appends.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AzulejoKvCache {
    /// The keys, (batch, capacity, kv_heads, head_dim); with a page table a pool (pages, page_size, kv_heads, head_dim).
    pub k: *const AzulejoTensor,
    /// The values.
    pub v: *const AzulejoTensor,
    /// Keys that each sequence has before the call, in host memory.
    pub lengths: *const i32,
    /// The pages of each sequence, (batch, pages_per_sequence) in host memory; null for none.
    pub page_table: *const i32,
    /// Pages of a sequence in the table.
    pub pages_per_sequence: i64,
    /// Keys to append, (batch, appended, kv_heads, head_dim); null for none.
    pub new_k: *const AzulejoTensor,
    /// Values to append; null for none.
    pub new_v: *const AzulejoTensor,
}

/// A cache with its tensors, lengths and pages read.
pub(crate) struct Cache<'a> {
    pub k: Tensor,
    pub v: Tensor,
    pub lengths: &'a [i32],
    pages: Option<(&'a [i32], usize)>,
    pub new_k: Option<Tensor>,
    pub new_v: Option<Tensor>,
}

impl<'a> Cache<'a> {
    /// Reads a cache with a sequence for each of the first extent of `q`.
    ///
    /// # Safety
    /// Pointers that are neither null nor misaligned are of a cache, and in it of tensors, and of as many lengths and pages as there are.
    pub unsafe fn read(cache: *const AzulejoKvCache, q: &Tensor) -> Result<Self, Failure> {
        // SAFETY: `cache`, unless null or misaligned, is of a readable cache, by this function's contract.
        let given = unsafe { optional("cache", cache) }?.ok_or_else(|| null("cache"))?;
        let batch = q.shape.first().copied().unwrap_or(0);
        // SAFETY: unless null or misaligned, of a length for each sequence, by this function's contract.
        let lengths = unsafe { values("cache.lengths", given.lengths, batch) }?;
        let pages = match given.page_table.is_null() {
            true => None,
            false => {
                let given_pages = given.pages_per_sequence;
                let why =
                    || format!("{given_pages} pages; pass how many the table has of each sequence");
                let wrong = || Failure::argument("cache.pages_per_sequence", why());
                let each = usize::try_from(given.pages_per_sequence).map_err(|_| wrong())?;
                let count = batch.checked_mul(each).ok_or_else(wrong)?;
                // SAFETY: unless misaligned, of so many pages for each sequence, by this function's contract.
                let pages = unsafe { values("cache.page_table", given.page_table, count) }?;
                Some((pages, each))
            }
        };
        // SAFETY: unless null or misaligned, of a tensor with `rank` extents and strides, by this function's contract.
        let k = unsafe { Tensor::new("cache.k", given.k) }?;
        // SAFETY: unless null or misaligned, of a tensor with `rank` extents and strides, by this function's contract.
        let v = unsafe { Tensor::new("cache.v", given.v) }?;
        // SAFETY: unless null or misaligned, of a tensor with `rank` extents and strides, by this function's contract.
        let new_k = unsafe { Tensor::optional("cache.new_k", given.new_k) }?;
        // SAFETY: unless null or misaligned, of a tensor with `rank` extents and strides, by this function's contract.
        let new_v = unsafe { Tensor::optional("cache.new_v", given.new_v) }?;
        Ok(Cache {
            k,
            v,
            lengths,
            pages,
            new_k,
            new_v,
        })
    }

    /// The page table as a view.
    pub fn page_table(&self) -> Result<Option<View<'a, i32>>, Failure> {
        let view = |(pages, each): (&'a [i32], usize)| {
            let layout = Strided::row_major(&[self.lengths.len(), each]);
            let view = layout.and_then(|layout| View::new(pages, layout));
            view.map_err(|error| Failure::argument("cache.page_table", error))
        };
        self.pages.map(view).transpose()
    }
}

/// Appends keys and values to a cache, then computes attention of q over it, in host memory.
///
/// # Safety
/// As in the header: pointers that are not null are of what they say, and nothing else uses the memory meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn azulejo_attention_with_kv_cache(
    q: *const AzulejoTensor,
    cache: *const AzulejoKvCache,
    out: *const AzulejoTensor,
    lse: *const AzulejoTensor,
    options: *const AzulejoAttentionOptions,
) -> i32 {
    call(|| {
        // SAFETY: `options`, unless null or misaligned, is of options with as many values as they say, by the caller's promise.
        let options = unsafe { AzulejoAttentionOptions::read_dense(options) }?;
        // SAFETY: `q`, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let q = unsafe { Tensor::new("q", q) }?;
        // SAFETY: `cache`, unless null or misaligned, is of a cache with tensors, lengths and pages as it says, by the caller's promise.
        let cache = unsafe { Cache::read(cache, &q) }?;
        // SAFETY: `out`, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let out = unsafe { Tensor::new("out", out) }?;
        // SAFETY: `lse`, unless null or misaligned, is of a tensor with `rank` extents and strides, by the caller's promise.
        let lse = unsafe { Tensor::optional("lse", lse) }?;
        let read: Vec<_> = [Some(&q), cache.new_k.as_ref(), cache.new_v.as_ref()]
            .into_iter()
            .flatten()
            .collect();
        let written: Vec<_> = [Some(&cache.k), Some(&cache.v), Some(&out), lse.as_ref()]
            .into_iter()
            .flatten()
            .collect();
        check_type(&q)?;
        for tensor in read.iter().chain(&written[..3]) {
            tensor.expect(q.dtype)?;
        }
        if let Some(lse) = &lse {
            lse.expect(DType::F32)?;
        }
        for (i, tensor) in written.iter().enumerate() {
            let others: Vec<_> = read.iter().chain(&written[..i]).copied().collect();
            tensor.apart(&others)?;
        }
        by_dtype!(&q, attend(&q, &cache, &out, lse.as_ref(), &options))
    })
}

/// # Safety
/// The tensors are host memory of `T`, the LSE of f32; cache and outputs are writable and apart from all others.
unsafe fn attend<T: AttentionElement>(
    q: &Tensor,
    cache: &Cache<'_>,
    out: &Tensor,
    lse: Option<&Tensor>,
    options: &Options<'_>,
) -> Result<(), Failure> {
    let input = |tensor: &Option<Tensor>| {
        let tensor = tensor.as_ref();
        // SAFETY: an input is host memory of `T`, apart from what is written, by this function's contract.
        tensor.map(|x| unsafe { x.view::<T>() }).transpose()
    };
    let of_cache = KvCache {
        // SAFETY: the cache is writable host memory of `T` apart from all others, by this function's contract.
        k: unsafe { cache.k.view_mut() }?,
        // SAFETY: the cache is writable host memory of `T` apart from all others, by this function's contract.
        v: unsafe { cache.v.view_mut() }?,
        lengths: cache.lengths,
        page_table: cache.page_table()?,
        new_k: input(&cache.new_k)?,
        new_v: input(&cache.new_v)?,
    };
    // SAFETY: Q is host memory of `T`, apart from what is written, by this function's contract.
    let q = unsafe { q.view::<T>() }?;
    // SAFETY: the output is writable host memory of `T` apart from all others, by this function's contract.
    let out = unsafe { out.view_mut() }?;
    // SAFETY: the LSE is writable host memory of f32 apart from all others, by this function's contract.
    let lse = lse.map(|lse| unsafe { lse.view_mut() }).transpose()?;
    Ok(with_kv_cache(q, of_cache, out, lse, options)?)
}
