//! The product itself, for one element type: batches, row panels and the progress bar over them.

use std::time::{Duration, Instant};

use azulejo::gemm::{Activation, Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm};
use azulejo::kernels::cpu::Strided;

use super::progress::Progress;

/// Multiplications in a row panel at least, where a bar shows the progress.
const PANEL: u64 = 1 << 34;

/// Matrices behind one another: element (batch, i, j) is at `offset(batch) + i row + j column`.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Rows and columns of each matrix.
    pub shape: (usize, usize),
    /// Distance between rows and between columns.
    pub strides: (usize, usize),
    /// The leading axes.
    pub batch: Strided,
}

/// What is to be computed, all shapes checked.
pub struct Job<'a, S> {
    pub a: Stack,
    pub b: Stack,
    pub alpha: S,
    pub beta: S,
    pub bias: Option<&'a [S]>,
    pub activation: Activation,
    /// Number of matrices.
    pub batches: usize,
}

impl<S> Job<'_, S> {
    /// M, N and K.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.a.shape.0, self.b.shape.1, self.a.shape.1)
    }
}

/// Computes every matrix of the stack into `c`, which holds C0 where beta is not 0. Returns the time it took.
pub fn compute<T>(
    job: &Job<'_, T::Sum>,
    a: &[T],
    b: &[T],
    c: &mut [T::Sum],
) -> Result<Duration, GemmError>
where
    T: Operand,
    T::Sum: Output<T::Sum>,
{
    let (m, n, k) = job.size();
    let epilogue = Epilogue {
        alpha: job.alpha,
        beta: job.beta,
        bias: job.bias,
        activation: job.activation,
    };
    let work = (m as u64).saturating_mul(n as u64).saturating_mul(k as u64);
    let progress = Progress::new(work.saturating_mul(job.batches as u64));
    let rows = match progress.is_shown() {
        true => (PANEL / (n as u64 * k as u64).max(1)).clamp(256, m.max(256) as u64) as usize,
        false => m.max(1),
    };
    let start = Instant::now();
    for batch in 0..job.batches {
        let (a_at, b_at) = (job.a.batch.offset(batch), job.b.batch.offset(batch));
        let right = MatRef::new(&b[b_at.min(b.len())..], (k, n), signed(job.b.strides))?;
        for from in (0..m).step_by(rows) {
            let count = rows.min(m - from);
            let a_from = (a_at + from * job.a.strides.0).min(a.len());
            let left = MatRef::new(&a[a_from..], (count, k), signed(job.a.strides))?;
            let c_from = (batch * m + from) * n;
            let out = MatMut::row_major(&mut c[c_from..c_from + count * n], count, n)?;
            gemm(left, right, out, &epilogue)?;
            progress.add(
                (count as u64)
                    .saturating_mul(n as u64)
                    .saturating_mul(k as u64),
            );
        }
    }
    progress.finish();
    Ok(start.elapsed())
}

/// Starts the worker threads, so that the first product is not charged for them.
pub fn warm_up<T>() -> Result<(), GemmError>
where
    T: Operand,
    T::Sum: Output<T::Sum>,
{
    let zeros = vec![T::zeroed(); 256 * 256];
    let mut out = vec![T::Sum::default(); 256 * 256];
    let square = MatRef::row_major(&zeros, 256, 256)?;
    gemm(
        square,
        square,
        MatMut::row_major(&mut out, 256, 256)?,
        &Epilogue::default(),
    )
}

/// Strides come from a layout that fits `isize`.
fn signed((row, column): (usize, usize)) -> (isize, isize) {
    (row as isize, column as isize)
}
