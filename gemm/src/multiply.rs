//! The library call.

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
///
/// ```
/// use azulejo_gemm::{Activation, Epilogue, MatMut, MatRef, gemm};
/// let (a, b, bias) = ([1.0, 2.0, 3.0, 4.0], [1.0, -1.0, 0.5, 1.0], [0.5, -9.0]);
/// let mut c = [f64::NAN; 4]; // beta is 0: C is not read
/// gemm(
///     MatRef::row_major(&a, 2, 2)?,
///     MatRef::col_major(&b, 2, 2)?,
///     MatMut::row_major(&mut c, 2, 2)?,
///     &Epilogue { alpha: 2.0, bias: Some(&bias), activation: Activation::Relu, ..Epilogue::default() },
/// )?;
/// assert_eq!(c, [0.0, 0.0, 0.0, 2.0]);
/// # Ok::<(), azulejo_gemm::GemmError>(())
/// ```
/// C is no other operand:
/// ```compile_fail,E0502
/// use azulejo_gemm::{Epilogue, MatMut, MatRef, gemm};
/// let mut data = [0.0f32; 4];
/// let a = MatRef::row_major(&data, 2, 2)?;
/// gemm(a, a, MatMut::row_major(&mut data, 2, 2)?, &Epilogue::default())?;
/// # Ok::<(), azulejo_gemm::GemmError>(())
/// ```
pub fn gemm<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
) -> Result<(), GemmError> {
    let problem = check(&a, &b, &c, epilogue)?;
    let config = select(&problem, Isa::detect(), rayon::current_num_threads());
    O::execute(a, b, c, epilogue, &config)
}

/// As [`gemm`], run as `config` says.
///
/// Where the processor lacks the instruction set that `config` names, plain Rust takes its place.
///
/// # Errors
/// As [`gemm`], and [`GemmError::BlocksTooLarge`] if there is no memory for the blocks that `config` names.
///
/// ```
/// use azulejo_gemm::{Epilogue, GemmProblem, Isa, MatMut, MatRef, gemm_with, select};
/// let (a, b, mut c) = ([2i8; 6], [3i8; 6], [0i32; 4]);
/// let config = select(&GemmProblem { m: 2, n: 2, k: 3 }, Isa::Portable, 1);
/// gemm_with(
///     MatRef::row_major(&a, 2, 3)?,
///     MatRef::row_major(&b, 3, 2)?,
///     MatMut::row_major(&mut c, 2, 2)?,
///     &Epilogue::default(),
///     &config,
/// )?;
/// assert_eq!(c, [18; 4]);
/// # Ok::<(), azulejo_gemm::GemmError>(())
/// ```
pub fn gemm_with<T: Operand, O: Output<T::Sum>>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: MatMut<'_, O>,
    epilogue: &Epilogue<'_, T::Sum>,
    config: &Config,
) -> Result<(), GemmError> {
    check(&a, &b, &c, epilogue)?;
    O::execute(a, b, c, epilogue, config)
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
