//! How far a product is from the same product in `f64`.

use azulejo::gemm::Accumulator;
use azulejo::tensor::Element;

use super::compute::Job;

/// Multiplications up to which every element is checked.
const ALL: u64 = 1 << 28;

/// Elements that are checked where there are too many.
const SAMPLE: usize = 4096;

/// The result of a check.
pub struct Error {
    /// The largest difference from `f64`.
    pub largest: f64,
    /// The largest magnitude in the result, to check the difference by.
    pub scale: f64,
    /// Elements that were compared.
    pub checked: usize,
}

/// Compares `c` with alpha A B + beta C0 + bias and its activation, computed in `f64` from the same inputs.
///
/// `c` holds the result in the type in which it is stored. Every element is compared where that is quick; else the
/// corners and a few thousand others, spread evenly.
pub fn error<T, S>(
    job: &Job<'_, S>,
    a: &[T],
    b: &[T],
    c0: Option<&[S]>,
    c: impl Fn(usize) -> f64,
) -> Error
where
    T: Element,
    S: Element,
{
    let (m, n, k) = job.size();
    let total = job.batches * m * n;
    let work = (total as u64).saturating_mul(k as u64);
    let checked = if work <= ALL {
        total
    } else {
        SAMPLE.min(total)
    };
    let alpha = job.alpha.to_f64();
    let mut result = Error {
        largest: 0.0,
        scale: 0.0,
        checked,
    };
    for sample in 0..checked {
        // The first sample is the first element, the last the last; a prime step would favour neither rows nor columns.
        let index = if checked == total {
            sample
        } else {
            spread(sample, checked, total)
        };
        let (batch, i, j) = (index / (m * n), index / n % m, index % n);
        let a_at = job.a.batch.offset(batch) + i * job.a.strides.0;
        let b_at = job.b.batch.offset(batch) + j * job.b.strides.1;
        // A factor of 0 reads neither A nor B, and NaN in them does not show.
        let depth = if alpha == 0.0 { 0 } else { k };
        let sum: f64 = (0..depth)
            .map(|k| {
                a[a_at + k * job.a.strides.1].to_f64() * b[b_at + k * job.b.strides.0].to_f64()
            })
            .sum();
        let mut value = alpha * sum;
        if let Some(c0) = c0 {
            value += job.beta.to_f64() * c0[index].to_f64();
        }
        if let Some(bias) = job.bias {
            value += bias[j].to_f64();
        }
        let value = value.activate(job.activation);
        let difference = (c(index) - value).abs();
        // NaN on one side only is as wrong as can be; on both sides, or equal infinities, it is right.
        let wrong = if difference.is_nan()
            && c(index).to_bits() != value.to_bits()
            && !(c(index).is_nan() && value.is_nan())
        {
            f64::INFINITY
        } else if difference.is_nan() {
            0.0
        } else {
            difference
        };
        result.largest = result.largest.max(wrong);
        result.scale = result.scale.max(c(index).abs());
    }
    result
}

/// The index of sample `i` of `count`, from 0 to `total - 1`, off the grid of rows and columns.
fn spread(i: usize, count: usize, total: usize) -> usize {
    if i + 1 == count {
        return total - 1;
    }
    let step = total / count;
    // Knuth's multiplicative hash moves each sample within its own step.
    let jitter = if i == 0 {
        0
    } else {
        i.wrapping_mul(2_654_435_761) % step.max(1)
    };
    (i * step + jitter).min(total - 1)
}
