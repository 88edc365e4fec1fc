//! [`softmax`] and [`layer_norm`]: each row of the last axis made to sum to 1, or to mean 0 and variance 1.
//!
//! Both are formed in `f64`, in the order of the row, and rounded once.

use azulejo_tensor::Float;

use super::{Array, ArrayError, View, map};

/// `exp(x - max) / sum(exp(x - max))` along the last axis.
///
/// A row that holds NaN, or nothing but minus infinity, becomes NaN. A scalar is a row of one.
///
/// # Errors
/// [`ArrayError::IndexOverflow`].
///
/// ```
/// use azulejo_cpu::{Array, softmax};
/// let x = Array::from_vec(vec![0.0f32, 0.0, 1e30, 0.0], &[2, 2])?;
/// assert_eq!(softmax(x.view())?.data(), [0.5, 0.5, 1.0, 0.0]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn softmax<T: Float>(input: View<'_, T>) -> Result<Array<T>, ArrayError> {
    each_row(input, |row| {
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for x in row.iter_mut() {
            *x = (*x - largest).exp();
            sum += *x;
        }
        row.iter_mut().for_each(|x| *x /= sum);
    })
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + shift` along the last axis; the variance divides by the length.
///
/// `scale` and `shift` have the length of a row, or are missing.
///
/// # Errors
/// [`ArrayError::ShapeMismatch`] where one of them has another length; [`ArrayError::IndexOverflow`].
///
/// ```
/// use azulejo_cpu::{Array, layer_norm};
/// let x = Array::from_vec(vec![1.0f64, 3.0], &[1, 2])?;
/// assert_eq!(layer_norm(x.view(), None, Some(&[0.0, 10.0]), 0.0)?.data(), [-1.0, 11.0]);
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn layer_norm<T: Float>(
    input: View<'_, T>,
    scale: Option<&[T]>,
    shift: Option<&[T]>,
    epsilon: f64,
) -> Result<Array<T>, ArrayError> {
    let length = input.layout.extents().last().copied().unwrap_or(1);
    let wrong = [scale, shift]
        .into_iter()
        .flatten()
        .find(|row| row.len() != length);
    if let Some(row) = wrong {
        return Err(ArrayError::ShapeMismatch {
            expected: vec![length],
            got: vec![row.len()],
        });
    }
    each_row(input, |row| {
        let count = row.len() as f64;
        let mean = row.iter().sum::<f64>() / count;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for (j, x) in row.iter_mut().enumerate() {
            let scaled = (*x - mean) * factor * scale.map_or(1.0, |scale| scale[j].to_f64());
            *x = scaled + shift.map_or(0.0, |shift| shift[j].to_f64());
        }
    })
}

fn each_row<T: Float>(
    input: View<'_, T>,
    mut change: impl FnMut(&mut [f64]),
) -> Result<Array<T>, ArrayError> {
    let mut out = Array::<T>::zeros(input.layout.extents())?;
    let length = input.layout.extents().last().copied().unwrap_or(1);
    // Beside an extent of 0 the length may be one that no memory holds.
    if out.data.is_empty() {
        return Ok(out);
    }
    // Rows of a view with other strides are brought together first.
    let compact = match input.layout.is_contiguous() {
        true => None,
        false => {
            let mut compact = Array::<T>::zeros(input.layout.extents())?;
            map((input,), &mut compact.view_mut(), |(x,)| x)?;
            Some(compact)
        }
    };
    let rows = compact
        .as_ref()
        .map_or_else(|| &input.data[..out.data.len()], |compact| &compact.data);
    let mut row = vec![0.0; length];
    for (out, x) in out.data.chunks_mut(length).zip(rows.chunks(length)) {
        for (row, x) in row.iter_mut().zip(x) {
            *row = x.to_f64();
        }
        change(&mut row);
        for (out, x) in out.iter_mut().zip(&row) {
            *out = T::from_f64(*x);
        }
    }
    Ok(out)
}
