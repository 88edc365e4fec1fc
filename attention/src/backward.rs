//! [`backward`] and [`backward_varlen`]: the gradients of Q, K and V.

use azulejo_cpu::{View, ViewMut};

use crate::cpu::{self, Backward, KeyRows, Rows, row_modes, split};
use crate::{AttentionElement, AttentionError, CuSeqlens, Options, Problem};

/// What [`forward`](crate::forward()) read and wrote.
#[derive(Debug, Clone, Copy)]
pub struct Saved<'a, T> {
    /// The queries.
    pub q: View<'a, T>,
    /// The keys.
    pub k: View<'a, T>,
    /// The values.
    pub v: View<'a, T>,
    /// The result.
    pub out: View<'a, T>,
    /// The log-sum-exp.
    pub lse: View<'a, f32>,
}

/// Where the gradients go: tensors of the shapes of Q, K and V.
#[derive(Debug)]
pub struct Gradients<'a, T> {
    /// The gradient of Q.
    pub dq: ViewMut<'a, T>,
    /// The gradient of K.
    pub dk: ViewMut<'a, T>,
    /// The gradient of V.
    pub dv: ViewMut<'a, T>,
}

/// Computes the gradients of Q, K and V from that of O, `d_out`, whose shape is O's.
///
/// `options` are those of the forward pass. Gradients of keys that several query heads read are their sums. The same
/// inputs give the same bits, whatever the number of threads.
///
/// # Errors
/// As [`forward`](crate::forward()); nothing is written then.
///
/// ```
/// use azulejo_attention::{Gradients, Options, Saved, backward, forward};
/// use azulejo_cpu::Array;
/// let q = Array::from_vec(vec![0.5f32, -1.0], &[1, 1, 1, 2])?;
/// let v = Array::from_vec(vec![3.0f32], &[1, 1, 1, 1])?;
/// let (mut out, mut lse) = (Array::<f32>::zeros(&[1, 1, 1, 1])?, Array::<f32>::zeros(&[1, 1, 1])?);
/// let options = Options::default();
/// forward(q.view(), q.view(), v.view(), out.view_mut(), Some(lse.view_mut()), &options)?;
/// let (mut dq, mut dk, mut dv) = (q.clone(), q.clone(), v.clone());
/// backward(
///     Saved { q: q.view(), k: q.view(), v: v.view(), out: out.view(), lse: lse.view() },
///     v.view(), // the gradient of O
///     Gradients { dq: dq.view_mut(), dk: dk.view_mut(), dv: dv.view_mut() },
///     &options,
/// )?;
/// // One key: its probability is 1 whatever its score.
/// assert_eq!((dq.data(), dv.data()), (&[0.0, 0.0][..], &[3.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn backward<T: AttentionElement>(
    saved: Saved<'_, T>,
    d_out: View<'_, T>,
    gradients: Gradients<'_, T>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    compute(saved, d_out, None, gradients, options)
}

/// Computes [`backward`] of packed sequences, of the shapes of [`forward_varlen`](crate::forward_varlen).
///
/// Gradients of tokens after the last sequence are left unchanged.
///
/// # Errors
/// As [`forward_varlen`](crate::forward_varlen).
pub fn backward_varlen<T: AttentionElement>(
    saved: Saved<'_, T>,
    d_out: View<'_, T>,
    cu_seqlens: CuSeqlens<'_>,
    gradients: Gradients<'_, T>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    compute(saved, d_out, Some(cu_seqlens), gradients, options)
}

fn compute<T: AttentionElement>(
    saved: Saved<'_, T>,
    d_out: View<'_, T>,
    cu_seqlens: Option<CuSeqlens<'_>>,
    gradients: Gradients<'_, T>,
    options: &Options<'_>,
) -> Result<(), AttentionError> {
    let Gradients {
        mut dq,
        mut dk,
        mut dv,
    } = gradients;
    let (q, k, v, out) = (
        saved.q.layout(),
        saved.k.layout(),
        saved.v.layout(),
        saved.out.layout(),
    );
    let lse = Some(saved.lse.layout());
    let (problem, cut) = Problem::cut([q, k, v, out], lse, cu_seqlens, options)?;
    let gradients = [d_out.layout(), dq.layout(), dk.layout(), dv.layout()];
    Problem::check_gradients(gradients, [out, q, k, v])?;
    let packed = cut.as_ref().map(|_| (problem.queries, problem.keys));
    // Inputs without elements in a gradient may have any batch.
    if packed.is_none() && dq.layout().size() == 0 && dk.layout().size() == 0 {
        return Ok(());
    }
    let sequences = cut.unwrap_or_else(|| problem.sequences());
    let lse_strides = match *saved.lse.layout().strides() {
        [batch, head, row] => [batch, head, row],
        [head, row] => [row, head, row],
        _ => [0; 3],
    };
    let (heads, row) = if packed.is_some() { (1, 0) } else { (2, 1) };
    let of_q = row_modes(dq.layout(), heads, row, problem.group());
    let of_k = row_modes(dk.layout(), heads, row, 1);
    let of_v = row_modes(dv.layout(), heads, row, 1);
    cpu::backward(
        &Backward {
            q: Rows::new(saved.q),
            k: KeyRows::new(Rows::new(saved.k), None),
            v: KeyRows::new(Rows::new(saved.v), None),
            out: Rows::new(saved.out),
            d_out: Rows::new(d_out),
            lse: saved.lse,
            lse_strides,
            sequences: &sequences,
            kv_heads: problem.kv_heads,
            group: problem.group(),
            options: *options,
        },
        packed,
        split(dq.data_mut(), &of_q, problem.head_dim),
        split(dk.data_mut(), &of_k, problem.head_dim),
        split(dv.data_mut(), &of_v, problem.value_dim),
    )?;
    Ok(())
}
