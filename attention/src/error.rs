//! [`AttentionError`]: what can be wrong with a call.

use azulejo_gemm::GemmError;
use azulejo_kernels::host;
use azulejo_tensor::DType;

/// Why a call was rejected: each names the argument, its value and the remedy. Nothing has been written.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AttentionError {
    /// A tensor of another rank.
    #[error("`{argument}` has shape {shape:?}: pass a view of modes {modes}")]
    Rank {
        /// The argument.
        argument: &'static str,
        /// The shape.
        shape: Vec<usize>,
        /// The modes that it must have.
        modes: &'static str,
    },
    /// A tensor whose shape does not follow from the others.
    #[error(
        "`{argument}` has shape {shape:?}, not {expected:?}, which follows from {from}: pass a view of that shape"
    )]
    Shape {
        /// The argument.
        argument: &'static str,
        /// The shape.
        shape: Vec<usize>,
        /// The shape that it must have.
        expected: Vec<usize>,
        /// The arguments that it follows from.
        from: &'static str,
    },
    /// A tensor whose last mode is not contiguous.
    #[error(
        "`{argument}` has strides {strides:?}: the last one must be 1; permute the view or copy the tensor"
    )]
    LastStride {
        /// The argument.
        argument: &'static str,
        /// The strides, in elements.
        strides: Vec<usize>,
    },
    /// A head dimension of 0.
    #[error("`{argument}` has shape {shape:?}: a head dimension must be at least 1")]
    HeadDim {
        /// The argument.
        argument: &'static str,
        /// The shape.
        shape: Vec<usize>,
    },
    /// Key heads that do not divide the query heads.
    #[error(
        "`q` has {heads} heads and `k` has {kv_heads}: pass key heads that divide the query heads"
    )]
    Heads {
        /// Heads of Q.
        heads: usize,
        /// Heads of K and V.
        kv_heads: usize,
    },
    /// A scale that is infinite or NaN.
    #[error("`scale` is {scale}: pass a finite factor, or `None` for 1 / sqrt(head_dim)")]
    Scale {
        /// The scale.
        scale: f32,
    },
    /// A soft cap that is not a positive number.
    #[error("`softcap` is {softcap}: pass a positive finite number, or `None` for no cap")]
    Softcap {
        /// The cap.
        softcap: f32,
    },
    /// Another number of slopes than heads.
    #[error("`alibi` has {len} slopes and `q` has {heads} heads: pass one slope per query head")]
    AlibiLength {
        /// Slopes given.
        len: usize,
        /// Heads of Q.
        heads: usize,
    },
    /// A slope that is infinite or NaN.
    #[error("`alibi[{head}]` is {slope}: pass a finite slope")]
    AlibiSlope {
        /// The query head.
        head: usize,
        /// The slope.
        slope: f32,
    },
    /// Cumulative sequence lengths that do not cut the tokens.
    #[error("`{argument}` has {value} at index {index}: {why}")]
    CuSeqlens {
        /// The argument.
        argument: &'static str,
        /// The entry.
        index: usize,
        /// The value.
        value: i32,
        /// What it must be.
        why: &'static str,
    },
    /// Two lists of cumulative sequence lengths of different length, or an empty one.
    #[error(
        "`cu_seqlens.q` has {q} entries and `cu_seqlens.k` has {k}: pass one more entry than sequences in both"
    )]
    CuSeqlensCount {
        /// Entries for the queries.
        q: usize,
        /// Entries for the keys.
        k: usize,
    },
    /// Another number of cache lengths than sequences.
    #[error(
        "`cache.lengths` has {len} entries and `q` has {batch} sequences: pass one length per sequence"
    )]
    CacheLengthCount {
        /// Lengths given.
        len: usize,
        /// Sequences in Q.
        batch: usize,
    },
    /// A cache length that is negative, or has no room for the appended keys.
    #[error(
        "`cache.lengths[{sequence}]` is {length}, and {appended} keys are appended: the cache holds {capacity} keys per sequence, from 0 on"
    )]
    CacheLength {
        /// The sequence.
        sequence: usize,
        /// The length.
        length: i32,
        /// Keys appended.
        appended: usize,
        /// Keys that the cache holds.
        capacity: usize,
    },
    /// Appended keys without values, or values without keys.
    #[error("only `cache.{present}` was given: pass both `cache.new_k` and `cache.new_v`, or none")]
    AppendedHalf {
        /// The one that was given.
        present: &'static str,
    },
    /// Pages below 16 keys.
    #[error("`cache.k` has pages of {page_size} keys: pass pages of at least 16")]
    PageSize {
        /// Keys per page.
        page_size: usize,
    },
    /// A page that is not in the pool.
    #[error(
        "`cache.page_table` has page {page} at ({sequence}, {index}): the pool has pages 0 to {pages}, without the last"
    )]
    PageIndex {
        /// The sequence.
        sequence: usize,
        /// The page's index in its sequence.
        index: usize,
        /// The page.
        page: i32,
        /// Pages in the pool.
        pages: usize,
    },
    /// A page that appended keys are written to, and that has another use.
    #[error(
        "`cache.page_table` has page {page} at ({sequence}, {index}), and sequence {writer} writes its keys at the same places: give each sequence its own page to append to"
    )]
    PageShared {
        /// The sequence that shares the page.
        sequence: usize,
        /// The page's index in it.
        index: usize,
        /// The page.
        page: usize,
        /// The sequence that appends to it.
        writer: usize,
    },
    /// A product on the CPU that failed.
    #[error(transparent)]
    Gemm(#[from] GemmError),
    /// Element types that no kernel takes.
    #[error(
        "`q` has elements of {dtype}, and the kernels for {gpu} take float16 and bfloat16: cast `q`, `k` and `v`, or call the CPU's `forward`"
    )]
    GpuDtype {
        /// The element type.
        dtype: DType,
        /// The GPU's name.
        gpu: String,
    },
    /// A tensor that no kernel takes, or a GPU that failed.
    #[error(transparent)]
    Gpu(#[from] host::Error),
}
