//! Many products of one shape.

use rayon::prelude::*;

use crate::{Epilogue, GemmError, Isa, MatMut, MatRef, Operand, Output, gemm, select};

/// Multiplications that make a task worth starting.
const TASK: usize = 1 << 18;

/// Multiplications up to which a product is not shared by threads.
const SMALL: usize = 1 << 24;

/// Computes [`gemm`] of each triple of matrices: side by side, a thread for each, where there are as many of them as
/// threads; large ones that are left over one after the other, shared by all threads.
///
/// A batch of one matrix on the left or on the right is used for all of C's. To cut a contiguous batch in matrices,
/// take chunks of its slice; because every C is an exclusive borrow of its own, no two products can write one element.
///
/// ```
/// use azulejo_gemm::{gemm_batched, Epilogue, GemmError, MatMut, MatRef};
///
/// let (a, b) = ([1.0f32, 2.0, 3.0, 4.0], [5.0f32, 6.0]); // two (1,2) matrices by one (2,1)
/// let mut c = [0.0f32; 2];
/// let left = a.chunks(2).map(|a| MatRef::row_major(a, 1, 2)).collect::<Result<Vec<_>, GemmError>>()?;
/// let out = c.chunks_mut(1).map(|c| MatMut::row_major(c, 1, 1)).collect::<Result<Vec<_>, GemmError>>()?;
/// gemm_batched(&left, &[MatRef::row_major(&b, 2, 1)?], out, &Epilogue::default())?;
/// assert_eq!(c, [17.0, 39.0]);
/// # Ok::<(), GemmError>(())
/// ```
///
/// # Errors
/// [`GemmError::BatchMismatch`] if the batches have neither one length nor length one, and those of [`gemm`]; all
/// products are checked before the first is computed.
pub fn gemm_batched<T: Operand, O: Output<T::Sum>>(
    a: &[MatRef<'_, T>],
    b: &[MatRef<'_, T>],
    c: Vec<MatMut<'_, O>>,
    epilogue: &Epilogue<'_, T::Sum>,
) -> Result<(), GemmError> {
    let fits = |len: usize| len == c.len() || len == 1;
    if !fits(a.len()) || !fits(b.len()) {
        return Err(GemmError::BatchMismatch {
            a: a.len(),
            b: b.len(),
            c: c.len(),
        });
    }
    let mut problem = None;
    for (i, c) in c.iter().enumerate() {
        problem = Some(crate::multiply::check(
            &a[i % a.len()],
            &b[i % b.len()],
            c,
            epilogue,
        )?);
    }
    let Some(problem) = problem else {
        return Ok(());
    };
    let threads = rayon::current_num_threads();
    let work = problem
        .m
        .saturating_mul(problem.n)
        .saturating_mul(problem.k);
    let rest = if work <= SMALL { 0 } else { c.len() % threads };
    let mut side_by_side = c;
    let shared = side_by_side.split_off(side_by_side.len() - rest);
    let from = side_by_side.len();
    let config = select(&problem, Isa::detect(), 1);
    side_by_side
        .into_par_iter()
        .enumerate()
        .with_min_len((TASK / work.max(1)).max(1))
        .try_for_each(|(i, c)| O::execute(a[i % a.len()], b[i % b.len()], c, epilogue, &config))?;
    for (i, c) in shared.into_iter().enumerate() {
        gemm(
            a[(from + i) % a.len()],
            b[(from + i) % b.len()],
            c,
            epilogue,
        )?;
    }
    Ok(())
}
