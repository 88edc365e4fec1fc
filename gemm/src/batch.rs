//! Many products of one shape.

use crate::{Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm};

/// Computes [`gemm`] of each triple of matrices, one after the other.
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
    for (i, c) in c.iter().enumerate() {
        crate::multiply::check(&a[i % a.len()], &b[i % b.len()], c, epilogue)?;
    }
    for (i, c) in c.into_iter().enumerate() {
        gemm(a[i % a.len()], b[i % b.len()], c, epilogue)?;
    }
    Ok(())
}
