//! [`AttentionError`]: what can be wrong with a call.

use std::error::Error;
use std::fmt;

use azulejo_gemm::GemmError;
use azulejo_tensor::DType;

/// Why a call was rejected: each names the argument, its value and the remedy. Nothing has been written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AttentionError {
    /// A tensor of another rank.
    Rank {
        /// The argument.
        argument: &'static str,
        /// The shape.
        shape: Vec<usize>,
        /// The modes that it must have.
        modes: &'static str,
    },
    /// A tensor whose shape does not follow from the others.
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
    LastStride {
        /// The argument.
        argument: &'static str,
        /// The strides, in elements.
        strides: Vec<usize>,
    },
    /// A head dimension of 0.
    HeadDim {
        /// The argument.
        argument: &'static str,
        /// The shape.
        shape: Vec<usize>,
    },
    /// Key heads that do not divide the query heads.
    Heads {
        /// Heads of Q.
        heads: usize,
        /// Heads of K and V.
        kv_heads: usize,
    },
    /// A scale that is infinite or NaN.
    Scale {
        /// The scale.
        scale: f32,
    },
    /// A soft cap that is not a positive number.
    Softcap {
        /// The cap.
        softcap: f32,
    },
    /// Another number of slopes than heads.
    AlibiLength {
        /// Slopes given.
        len: usize,
        /// Heads of Q.
        heads: usize,
    },
    /// A slope that is infinite or NaN.
    AlibiSlope {
        /// The query head.
        head: usize,
        /// The slope.
        slope: f32,
    },
    /// Cumulative sequence lengths that do not cut the tokens.
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
    CuSeqlensCount {
        /// Entries for the queries.
        q: usize,
        /// Entries for the keys.
        k: usize,
    },
    /// Another number of cache lengths than sequences.
    CacheLengthCount {
        /// Lengths given.
        len: usize,
        /// Sequences in Q.
        batch: usize,
    },
    /// A cache length that is negative, or has no room for the appended keys.
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
    AppendedHalf {
        /// The one that was given.
        present: &'static str,
    },
    /// Pages below 16 keys.
    PageSize {
        /// Keys per page.
        page_size: usize,
    },
    /// A page that is not in the pool.
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
    Gemm(GemmError),
    /// Element types that no kernel takes.
    GpuDtype {
        /// The element type.
        dtype: DType,
        /// The GPU's name.
        gpu: String,
    },
    /// A tensor that no kernel takes, or a GPU that failed.
    Gpu(azulejo_runtime::Error),
}

impl AttentionError {
    /// The text with each argument under the name that `name` gives for the one here, as an interface in another language has it.
    ///
    /// ```
    /// use azulejo_attention::AttentionError;
    /// let error = AttentionError::AlibiLength { len: 3, heads: 2 };
    /// let text = error.text(|name| if name == "alibi" { "options.alibi" } else { name });
    /// assert_eq!(text, "`options.alibi` has 3 slopes and `q` has 2 heads: pass one slope per query head");
    /// ```
    pub fn text(&self, name: impl Fn(&'static str) -> &'static str) -> String {
        match self {
            Self::Rank {
                argument,
                shape,
                modes,
            } => {
                format!(
                    "`{}` has shape {shape:?}: pass a view of modes {modes}",
                    name(argument)
                )
            }
            Self::Shape {
                argument,
                shape,
                expected,
                from,
            } => format!(
                "`{}` has shape {shape:?}, not {expected:?}, which follows from {from}: pass a view of that shape",
                name(argument)
            ),
            Self::LastStride { argument, strides } => format!(
                "`{}` has strides {strides:?}: the last one must be 1; permute the view or copy the tensor",
                name(argument)
            ),
            Self::HeadDim { argument, shape } => {
                format!(
                    "`{}` has shape {shape:?}: a head dimension must be at least 1",
                    name(argument)
                )
            }
            Self::Heads { heads, kv_heads } => format!(
                "`{}` has {heads} heads and `{}` has {kv_heads}: pass key heads that divide the query heads",
                name("q"),
                name("k")
            ),
            Self::Scale { scale } => format!(
                "`{}` is {scale}: pass a finite factor, or `None` for 1 / sqrt(head_dim)",
                name("scale")
            ),
            Self::Softcap { softcap } => format!(
                "`{}` is {softcap}: pass a positive finite number, or `None` for no cap",
                name("softcap")
            ),
            Self::AlibiLength { len, heads } => format!(
                "`{}` has {len} slopes and `{}` has {heads} heads: pass one slope per query head",
                name("alibi"),
                name("q")
            ),
            Self::AlibiSlope { head, slope } => {
                format!(
                    "`{}[{head}]` is {slope}: pass a finite slope",
                    name("alibi")
                )
            }
            Self::CuSeqlens {
                argument,
                index,
                value,
                why,
            } => {
                format!("`{}` has {value} at index {index}: {why}", name(argument))
            }
            Self::CuSeqlensCount { q, k } => format!(
                "`{}` has {q} entries and `{}` has {k}: pass one more entry than sequences in both",
                name("cu_seqlens.q"),
                name("cu_seqlens.k")
            ),
            Self::CacheLengthCount { len, batch } => format!(
                "`{}` has {len} entries and `{}` has {batch} sequences: pass one length per sequence",
                name("cache.lengths"),
                name("q")
            ),
            Self::CacheLength {
                sequence,
                length,
                appended,
                capacity,
            } => format!(
                "`{}[{sequence}]` is {length}, and {appended} keys are appended: the cache holds {capacity} keys per sequence, from 0 on",
                name("cache.lengths")
            ),
            Self::AppendedHalf { present } => format!(
                "only `{}` was given: pass both `{}` and `{}`, or none",
                name(present),
                name("cache.new_k"),
                name("cache.new_v")
            ),
            Self::PageSize { page_size } => {
                format!(
                    "`{}` has pages of {page_size} keys: pass pages of at least 16",
                    name("cache.k")
                )
            }
            Self::PageIndex {
                sequence,
                index,
                page,
                pages,
            } => format!(
                "`{}` has page {page} at ({sequence}, {index}): the pool has pages 0 to {pages}, without the last",
                name("cache.page_table")
            ),
            Self::PageShared {
                sequence,
                index,
                page,
                writer,
            } => format!(
                "`{}` has page {page} at ({sequence}, {index}), and sequence {writer} writes its keys at the same places: give each sequence its own page to append to",
                name("cache.page_table")
            ),
            Self::Gemm(error) => error.to_string(),
            Self::GpuDtype { dtype, gpu } => format!(
                "`{}` has elements of {dtype}, and the kernels for {gpu} take float16 and bfloat16: pass `{0}`, `{}` and `{}` of one of these, or compute on the CPU",
                name("q"),
                name("k"),
                name("v")
            ),
            Self::Gpu(error) => error.to_string(),
        }
    }
}

impl fmt::Display for AttentionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|name| name))?;
        match self {
            Self::GpuDtype { .. } => f.write_str("; `runtime::cast` converts on a device"),
            _ => Ok(()),
        }
    }
}

impl Error for AttentionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Gemm(error) => error.source(),
            Self::Gpu(error) => error.source(),
            _ => None,
        }
    }
}

impl From<GemmError> for AttentionError {
    fn from(error: GemmError) -> Self {
        Self::Gemm(error)
    }
}

impl From<azulejo_runtime::Error> for AttentionError {
    fn from(error: azulejo_runtime::Error) -> Self {
        Self::Gpu(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_argument_has_the_name_that_is_given_for_it() {
        let counts = AttentionError::CuSeqlensCount { q: 2, k: 3 };
        assert_eq!(
            counts.to_string(),
            "`cu_seqlens.q` has 2 entries and `cu_seqlens.k` has 3: pass one more entry than sequences in both"
        );
        let other = counts.text(|name| if name == "cu_seqlens.q" { "x" } else { "alibi" });
        assert_eq!(
            other,
            "`x` has 2 entries and `alibi` has 3: pass one more entry than sequences in both"
        );
    }
}
