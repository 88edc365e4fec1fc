//! [`forward`] and [`forward_varlen`]: O and the log-sum-exp.

use azulejo_cpu::{View, ViewMut};

use crate::cpu::{self, Forward, KeyRows, Rows, row_modes, split};
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
/// use azulejo_cpu::Array;
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
    out: ViewMut<'_, T>,
    lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    compute([q, k, v], None, out, lse, options)
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
/// use azulejo_cpu::Array;
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
    out: ViewMut<'_, T>,
    lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    compute([q, k, v], Some(cu_seqlens), out, lse, options)
}

fn compute<T: AttentionElement>(
    [q, k, v]: [View<'_, T>; 3],
    cu_seqlens: Option<CuSeqlens<'_>>,
    out: ViewMut<'_, T>,
    lse: Option<ViewMut<'_, f32>>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    let layouts = [q.layout(), k.layout(), v.layout(), out.layout()];
    let of_lse = lse.as_ref().map(ViewMut::layout);
    let (problem, cut) = Problem::cut(layouts, of_lse, cu_seqlens, options)?;
    // Inputs without elements in O may have any batch.
    if out.layout().size() == 0 {
        return Ok(());
    }
    let packed = cut.as_ref().map(|_| problem.queries);
    let sequences = cut.unwrap_or_else(|| problem.sequences());
    let inputs = Forward {
        q: Rows::new(q),
        k: KeyRows::new(Rows::new(k), None),
        v: KeyRows::new(Rows::new(v), None),
        sequences: &sequences,
        kv_heads: problem.kv_heads,
        group: problem.group(),
        options: *options,
    };
    run(&inputs, packed, out, lse)
}

/// Computes checked results; `packed` is the number of all queries where sequences are packed.
pub(crate) fn run<T: AttentionElement>(
    inputs: &Forward<'_, T>,
    packed: Option<usize>,
    mut out: ViewMut<'_, T>,
    mut lse: Option<ViewMut<'_, f32>>,
) -> Result<(), AttentionError> {
    if out.layout().size() == 0 {
        return Ok(());
    }
    let (heads, row) = if packed.is_some() { (1, 0) } else { (2, 1) };
    let of_out = row_modes(out.layout(), heads, row, inputs.group);
    // The LSE has heads before queries.
    let of_lse = lse
        .as_ref()
        .map(|lse| row_modes(lse.layout(), row, heads, inputs.group));
    cpu::forward(
        inputs,
        packed,
        split(out.data_mut(), &of_out, inputs.v.dim()),
        lse.as_mut()
            .zip(of_lse)
            .map(|(lse, modes)| split(lse.data_mut(), &modes, 1)),
    )?;
    Ok(())
}
