//! The library call.

use crate::cpu::execute;
use crate::{
    Accumulator, Activation, Epilogue, GemmError, GemmProblem, Isa, MatMut, MatRef, Operand,
    Output, select,
};

/// Computes `C = activation(alpha * A*B + beta * C + bias)` on this machine's processors.
///
/// A is (M, K), B is (K, N), C is (M, N), each with strides of its own; sums are kept in `T::Sum`. With `beta` 0, C is
/// not read. Empty sizes are allowed: without K, `A*B` is zero.
///
/// # Errors
/// [`GemmError`] if the shapes do not match, the bias has not N values or the activation does not fit the sums; C is
/// then as it was.
pub fn gemm<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
) -> Result<(), GemmError> {
    let ((m, k), (k_of_b, n)) = (a.shape(), b.shape());
    if k != k_of_b {
        return Err(GemmError::InnerMismatch {
            a: a.shape(),
            b: b.shape(),
        });
    }
    if c.shape() != (m, n) {
        return Err(GemmError::OutputMismatch {
            c: c.shape(),
            product: (m, n),
        });
    }
    if let Some(bias) = epilogue.bias.filter(|bias| bias.len() != n) {
        return Err(GemmError::BiasLength {
            len: bias.len(),
            columns: n,
        });
    }
    let activation = epilogue.activation;
    if !T::Sum::REAL && !matches!(activation, Activation::None | Activation::Relu) {
        return Err(GemmError::IntegerActivation {
            activation,
            accumulator: T::Sum::NAME,
        });
    }
    let config = select(
        &GemmProblem { m, n, k },
        Isa::Portable,
        rayon::current_num_threads(),
    );
    execute(a, b, c, epilogue, &config);
    Ok(())
}
