//! The product itself, for one element type: batches, row panels and the progress bar over them.

use std::time::{Duration, Instant};

use azulejo::cpu::Strided;
use azulejo::gemm::{
    Activation, Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm, gemm_batched,
};

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
        true => (PANEL / (n as u64).saturating_mul(k as u64).max(1)).clamp(256, m.max(256) as u64)
            as usize,
        false => m.max(1),
    };
    // Small products go together, as many as make a panel.
    let together = match progress.is_shown() {
        true => (PANEL / work.max(1)).max(1) as usize,
        false => job.batches.max(1),
    };
    let left = |batch: usize, from: usize, count: usize| {
        let at = job.a.batch.offset(batch) + from * job.a.strides.0;
        MatRef::new(&a[at.min(a.len())..], (count, k), signed(job.a.strides))
    };
    let right = |batch: usize| {
        let at = job.b.batch.offset(batch).min(b.len());
        MatRef::new(&b[at..], (k, n), signed(job.b.strides))
    };
    let start = Instant::now();
    // Of a result without elements, any number is right.
    let each = m.saturating_mul(n).max(1);
    for (at, group) in c.chunks_mut(each.saturating_mul(together)).enumerate() {
        let first = at * together;
        let batches = first..first + group.len() / each;
        if rows >= m {
            let lefts = batches.clone().map(|batch| left(batch, 0, m));
            let lefts = lefts.collect::<Result<Vec<_>, _>>()?;
            let rights = batches.map(right).collect::<Result<Vec<_>, _>>()?;
            let outs = group.chunks_mut(each);
            let outs = outs.map(|out| MatMut::row_major(out, m, n));
            let outs = outs.collect::<Result<Vec<_>, _>>()?;
            let count = outs.len() as u64;
            gemm_batched(&lefts, &rights, outs, &epilogue)?;
            progress.add(work.saturating_mul(count));
            continue;
        }
        for from in (0..m).step_by(rows) {
            let count = rows.min(m - from);
            let out = &mut group[from * n..(from + count) * n];
            let out = MatMut::row_major(out, count, n)?;
            gemm(left(first, from, count)?, right(first)?, out, &epilogue)?;
            progress.add((count as u64).saturating_mul((n as u64).saturating_mul(k as u64)));
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
pub fn signed((row, column): (usize, usize)) -> (isize, isize) {
    (row as isize, column as isize)
}
