//! [`forward`] and [`forward_varlen`]: O and the log-sum-exp.

use azulejo_kernels::cpu::{View, ViewMut};

use crate::cpu::{self, Forward, KeyRows, Rows, Sequence, row_modes, split};
use crate::problem::{expect, last_contiguous};
use crate::{AttentionElement, AttentionError, CuSeqlens, Options, Problem};

/// Computes `out = softmax(scale Q Kᵀ) V` for sequences of one length, with masks and biases of `options`.
///
/// `q` is `(batch, queries, heads, head_dim)`, `k` `(batch, keys, kv_heads, head_dim)`, `v` `(batch, keys, kv_heads,
/// value_dim)`, `out` `(batch, queries, heads, value_dim)` and `lse` `(batch, heads, queries)`.
///
/// # Errors
/// [`AttentionError`] for shapes, strides, head counts and options that do not fit; nothing is written then.
/// [`AttentionError::Gemm`] if there is no memory for a block.
///
/// ```
/// use azulejo_attention::{Options, forward};
/// use azulejo_kernels::cpu::Array;
/// // Two query heads read one key head. Equal scores: the mean of the values.
/// let q = Array::<f32>::zeros(&[1, 1, 2, 4])?;
/// let k = Array::from_vec(vec![1.0f32; 8], &[1, 2, 1, 4])?;
/// let v = Array::from_vec(vec![1.0f32, 3.0], &[1, 2, 1, 1])?;
/// let (mut out, mut lse) = (Array::<f32>::zeros(&[1, 1, 2, 1])?, Array::<f32>::zeros(&[1, 2, 1])?);
/// forward(q.view(), k.view(), v.view(), out.view_mut(), Some(lse.view_mut()), &Options::default())?;
/// assert_eq!((out.data(), lse.data()[0]), (&[2.0, 2.0][..], 2f32.ln()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<T: AttentionElement>(
    q: View<'_, T>,
    k: View<'_, T>,
    v: View<'_, T>,
    mut out: ViewMut<'_, T>,
    mut lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    let problem = Problem::new(q.layout(), k.layout(), v.layout(), options)?;
    expect("out", out.layout(), &problem.out_shape(), "`q` and `v`")?;
    last_contiguous("out", out.layout())?;
    if let Some(lse) = &lse {
        expect("lse", lse.layout(), &problem.lse_shape(), "`q`")?;
    }
    if out.layout().size() == 0 {
        return Ok(());
    }
    let sequences: Vec<Sequence> = (0..problem.batch)
        .map(|batch| Sequence {
            q: batch,
            k: batch,
            queries: problem.queries,
            keys: problem.keys,
        })
        .collect();
    let of_out = row_modes(out.layout(), 2, 1, problem.group());
    let of_lse = lse
        .as_ref()
        .map(|lse| row_modes(lse.layout(), 1, 2, problem.group()));
    cpu::forward(
        &Forward {
            q: Rows::new(q),
            k: KeyRows::new(Rows::new(k), None),
            v: KeyRows::new(Rows::new(v), None),
            sequences: &sequences,
            kv_heads: problem.kv_heads,
            group: problem.group(),
            options: *options,
        },
        None,
        split(out.data_mut(), &of_out, problem.value_dim),
        lse.as_mut()
            .zip(of_lse)
            .map(|(lse, modes)| split(lse.data_mut(), &modes, 1)),
    )?;
    Ok(())
}

/// Computes [`forward`] of packed sequences of any lengths, which `cu_seqlens` cuts.
///
/// `q` is `(total_q, heads, head_dim)`, `k` `(total_k, kv_heads, head_dim)`, `v` `(total_k, kv_heads, value_dim)`, `out`
/// `(total_q, heads, value_dim)` and `lse` `(heads, total_q)`. Masks are those of each sequence.
///
/// # Errors
/// As [`forward`], and [`AttentionError::CuSeqlens`], [`AttentionError::CuSeqlensCount`].
///
/// ```
/// use azulejo_attention::{CuSeqlens, Options, forward_varlen};
/// use azulejo_kernels::cpu::Array;
/// let q = Array::<f32>::zeros(&[2, 1, 4])?;
/// let k = Array::<f32>::zeros(&[3, 1, 4])?;
/// let v = Array::from_vec(vec![1.0f32, 3.0, 7.0], &[3, 1, 1])?;
/// let mut out = Array::<f32>::zeros(&[2, 1, 1])?;
/// let cut = CuSeqlens { q: &[0, 1, 2], k: &[0, 2, 3] }; // one query each; two keys and one
/// forward_varlen(q.view(), k.view(), v.view(), cut, out.view_mut(), None, &Options::default())?;
/// assert_eq!(out.data(), [2.0, 7.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward_varlen<T: AttentionElement>(
    q: View<'_, T>,
    k: View<'_, T>,
    v: View<'_, T>,
    cu_seqlens: CuSeqlens<'_>,
    mut out: ViewMut<'_, T>,
    mut lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    let problem = Problem::packed(q.layout(), k.layout(), v.layout(), options)?;
    let sequences = sequences(&cu_seqlens, &problem)?;
    let [_, out_shape @ ..] = problem.out_shape();
    expect("out", out.layout(), &out_shape, "`q` and `v`")?;
    last_contiguous("out", out.layout())?;
    if let Some(lse) = &lse {
        let [_, lse_shape @ ..] = problem.lse_shape();
        expect("lse", lse.layout(), &lse_shape, "`q`")?;
    }
    if out.layout().size() == 0 {
        return Ok(());
    }
    let of_out = row_modes(out.layout(), 1, 0, problem.group());
    let of_lse = lse
        .as_ref()
        .map(|lse| row_modes(lse.layout(), 0, 1, problem.group()));
    cpu::forward(
        &Forward {
            q: Rows::new(q),
            k: KeyRows::new(Rows::new(k), None),
            v: KeyRows::new(Rows::new(v), None),
            sequences: &sequences,
            kv_heads: problem.kv_heads,
            group: problem.group(),
            options: *options,
        },
        Some(problem.queries),
        split(out.data_mut(), &of_out, problem.value_dim),
        lse.as_mut()
            .zip(of_lse)
            .map(|(lse, modes)| split(lse.data_mut(), &modes, 1)),
    )?;
    Ok(())
}

/// The sequences that `cu_seqlens` cuts.
pub(crate) fn sequences(
    cu_seqlens: &CuSeqlens<'_>,
    problem: &Problem,
) -> Result<Vec<Sequence>, AttentionError> {
    let cut = cu_seqlens.sequences(problem.queries, problem.keys)?;
    Ok(cut
        .into_iter()
        .map(|[q, k, queries, keys]| Sequence {
            q,
            k,
            queries,
            keys,
        })
        .collect())
}
