//! cuBLASLt as the baseline: the fastest of its algorithms.

use crate::harness::Failure;

/// The least time and the algorithm that takes it; `time` returns `None` for one that rejects the product.
pub fn fastest(
    algorithms: usize,
    mut time: impl FnMut(usize) -> Result<Option<f64>, Failure>,
) -> Result<(f64, usize), Failure> {
    let mut best = (f64::INFINITY, 0);
    for index in 0..algorithms {
        if let Some(time) = time(index)?
            && time < best.0
        {
            best = (time, index);
        }
    }
    Ok(best)
}
