//! The library call.

use crate::cpu::execute;
use crate::{
    Accumulator, Activation, Config, Epilogue, GemmError, GemmProblem, Isa, MatMut, MatRef,
    Operand, Output, select,
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
    let problem = check(&a, &b, &c, epilogue)?;
    let config = select(&problem, Isa::detect(), rayon::current_num_threads());
    execute(a, b, c, epilogue, &config);
    Ok(())
}

/// As [`gemm`], run as `config` says.
///
/// Where the processor lacks the instruction set that `config` names, plain Rust takes its place.
///
/// # Errors
/// As [`gemm`].
pub fn gemm_with<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
    config: &Config,
) -> Result<(), GemmError> {
    check(&a, &b, &c, epilogue)?;
    execute(a, b, c, epilogue, config);
    Ok(())
}

/// The problem that the arguments state, or what is wrong with them.
pub(crate) fn check<T: Operand, O: Output<T::Sum>>(
    a: &MatRef<'_, T>,
    b: &MatRef<'_, T>,
    c: &MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
) -> Result<GemmProblem, GemmError> {
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
    Ok(GemmProblem { m, n, k })
}
