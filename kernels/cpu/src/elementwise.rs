//! [`elementwise`]: an operator by name on arrays of run-time types, with promotion and broadcasting.

use azulejo_tensor::{Bool, Category, DType, Element, bf16, f16, with_dtype};

use super::any::Stored;
use super::op::Kind;
use super::{AnyArray, Array, ArrayError, Op, Sources, View, broadcast_shapes};
use azulejo_scalar::{Compute, Real};

/// Calls the body with the type of an arithmetic dtype; anything else is the error.
macro_rules! with_arithmetic {
    ($dtype:expr, $op:expr, $t:ident => $body:expr) => {
        with_arithmetic!(@ $dtype, $op, $t, $body,
            U8 u8, U16 u16, U32 u32, U64 u64, I8 i8, I16 i16, I32 i32, I64 i64, F16 f16, F32 f32, F64 f64, BF16 bf16)
    };
    (real $dtype:expr, $op:expr, $t:ident => $body:expr) => {
        with_arithmetic!(@ $dtype, $op, $t, $body, F16 f16, F32 f32, F64 f64, BF16 bf16)
    };
    (@ $dtype:expr, $op:expr, $t:ident, $body:expr, $($variant:ident $ty:ident),*) => {
        match $dtype {
            $(DType::$variant => {
                type $t = $ty;
                $body
            })*
            dtype => Err(ArrayError::NotSupported { op: $op, dtype }),
        }
    };
}
pub(super) use with_arithmetic;

/// The result of `op` on `inputs`, promoted and broadcast.
///
/// # Errors
/// [`ArrayError::WrongArity`], [`ArrayError::Element`] where the types do not promote, [`ArrayError::NotSupported`]
/// where the promoted type lacks the operator, [`ArrayError::NotBroadcastable`].
///
/// ```
/// use azulejo_cpu::{AnyArray, Array, Op, elementwise};
/// use azulejo_tensor::f16;
/// let a: AnyArray = Array::from_vec((0..12).collect::<Vec<i32>>(), &[3, 4])?.into();
/// let b: AnyArray = Array::from_vec([0.5f32, 1.5, 2.5, 3.5].map(f16::from_f32).to_vec(), &[4])?.into();
/// let c = elementwise(Op::Add, &[&a, &b])?;
/// assert_eq!(c.extents(), [3, 4]);
/// assert_eq!(c.get(11).map(|x| x.to_f64()), Some(14.5));
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn elementwise(op: Op, inputs: &[&AnyArray]) -> Result<AnyArray, ArrayError> {
    let name = op.name();
    if inputs.len() != op.arity() {
        return Err(ArrayError::WrongArity {
            op: name,
            expected: op.arity(),
            got: inputs.len(),
        });
    }
    let mut extents = Vec::new();
    for input in inputs {
        extents = broadcast_shapes(&extents, input.extents())?;
    }
    let values = if op.kind() == Kind::Select {
        &inputs[1..]
    } else {
        inputs
    };
    let dtype = operand_type(op, values)?;
    let mut cast = Vec::with_capacity(values.len());
    for value in values {
        cast.push(if value.dtype() == dtype {
            None
        } else {
            Some(value.cast(dtype, None, None)?)
        });
    }
    let values: Vec<&AnyArray> = cast
        .iter()
        .zip(values)
        .map(|(cast, value)| cast.as_ref().unwrap_or(value))
        .collect();

    match op.kind() {
        Kind::Arithmetic => with_arithmetic!(dtype, name, T => {
            let mut out = Array::<T>::zeros(&extents)?;
            arithmetic(op, &typed::<T>(name, &values)?, &mut out)?;
            Ok(out.into())
        }),
        Kind::Real => with_arithmetic!(real dtype, name, T => {
            let mut out = Array::<T>::zeros(&extents)?;
            real(op, &typed::<T>(name, &values)?, &mut out)?;
            Ok(out.into())
        }),
        Kind::Test => with_dtype!(dtype, T => {
            let mut out = Array::<Bool>::zeros(&extents)?;
            test(op, &typed::<T>(name, &values)?, &mut out)?;
            Ok(out.into())
        }),
        Kind::Select => {
            let truth = inputs[0].cast(DType::Bool, None, None)?;
            let truth = truth.typed::<Bool>(name)?;
            with_dtype!(dtype, T => {
                let mut out = Array::<T>::zeros(&extents)?;
                if let [yes, no] = typed::<T>(name, &values)?[..] {
                    (truth, yes, no).map(&mut out.view_mut(), |(truth, yes, no)| if truth.get() { yes } else { no })?;
                }
                Ok(out.into())
            })
        }
    }
}

/// The type that every operand is cast to before the operator sees it.
fn operand_type(op: Op, inputs: &[&AnyArray]) -> Result<DType, ArrayError> {
    let mut dtype = inputs[0].dtype();
    for input in &inputs[1..] {
        dtype = dtype.promote(input.dtype())?;
    }
    match op.kind() {
        Kind::Real if dtype.category() == Category::Int => Ok(DType::F32),
        _ => Ok(dtype),
    }
}

fn typed<'a, T: Stored>(
    op: &'static str,
    inputs: &[&'a AnyArray],
) -> Result<Vec<View<'a, T>>, ArrayError> {
    inputs.iter().map(|input| input.typed::<T>(op)).collect()
}

/// A loop over contiguous pieces of inputs of type `$T`: what the compiler makes for each operator. Walking the arrays is
/// made once a type.
macro_rules! row {
    ($T:ty, |$a:ident| $e:expr) => {
        |a: &[$T], out: &mut [$T]| {
            for (out, $a) in out.iter_mut().zip(a.iter().copied()) {
                *out = $e;
            }
        }
    };
    ($T:ty, |$a:ident, $b:ident| $e:expr) => {
        |a: &[$T], b: &[$T], out: &mut [$T]| {
            for (out, ($a, $b)) in out.iter_mut().zip(a.iter().copied().zip(b.iter().copied())) {
                *out = $e;
            }
        }
    };
}

fn arithmetic<T: Compute>(
    op: Op,
    inputs: &[View<'_, T>],
    out: &mut Array<T>,
) -> Result<(), ArrayError> {
    let out = &mut out.view_mut();
    match *inputs {
        [a] => {
            let f: fn(&[T], &mut [T]) = match op {
                Op::Neg => row!(T, |a| a.negated()),
                Op::Abs => row!(T, |a| a.magnitude()),
                Op::Floor => row!(T, |a| a.floor()),
                Op::Ceil => row!(T, |a| a.ceil()),
                Op::Relu => row!(T, |a| a.relu()),
                _ => return unsupported::<T>(op),
            };
            (a,).rows(out, |(a,), out| f(a, out))
        }
        [a, b] => {
            let f: fn(&[T], &[T], &mut [T]) = match op {
                Op::Add => row!(T, |a, b| a.plus(b)),
                Op::Sub => row!(T, |a, b| a.minus(b)),
                Op::Mul => row!(T, |a, b| a.times(b)),
                Op::Min => row!(T, |a, b| a.least(b)),
                Op::Max => row!(T, |a, b| a.most(b)),
                Op::FloorDiv => row!(T, |a, b| a.floor_div(b)),
                Op::Mod => row!(T, |a, b| a.modulo(b)),
                Op::Rem => row!(T, |a, b| a.remainder(b)),
                Op::Pow => row!(T, |a, b| a.power(b)),
                _ => return unsupported::<T>(op),
            };
            (a, b).rows(out, |(a, b), out| f(a, b, out))
        }
        [a, b, c] => match op {
            Op::Fma => (a, b, c).map(out, |(a, b, c)| a.fused(b, c)),
            Op::Clip => (a, b, c).map(out, |(a, low, high)| a.most(low).least(high)),
            _ => unsupported::<T>(op),
        },
        _ => unsupported::<T>(op),
    }
}

/// The value of the unary function `op`; `x` for an operator that is none.
pub(super) fn function<T: Real>(op: Op, x: T) -> T {
    match op {
        Op::Exp => x.exp(),
        Op::Exp2 => x.exp2(),
        Op::Log => x.log(),
        Op::Log2 => x.log2(),
        Op::Sqrt => x.sqrt(),
        Op::Rsqrt => x.rsqrt(),
        Op::Sin => x.sin(),
        Op::Cos => x.cos(),
        Op::Tanh => x.tanh(),
        Op::Sigmoid => x.sigmoid(),
        Op::Silu => x.silu(),
        Op::Gelu => x.gelu(),
        _ => x,
    }
}

fn real<T: Real>(op: Op, inputs: &[View<'_, T>], out: &mut Array<T>) -> Result<(), ArrayError> {
    let out = &mut out.view_mut();
    match *inputs {
        [a] => (a,).map(out, |(a,)| function(op, a)),
        [a, b] => (a, b).map(out, |(a, b)| a.quotient(b)),
        _ => unsupported::<T>(op),
    }
}

fn test<T: Element>(
    op: Op,
    inputs: &[View<'_, T>],
    out: &mut Array<Bool>,
) -> Result<(), ArrayError> {
    let out = &mut out.view_mut();
    let ask = |a: T, b: T| match op {
        Op::Eq => a == b,
        Op::Ne => a != b,
        Op::Lt => a < b,
        Op::Le => a <= b,
        Op::Gt => a > b,
        _ => a >= b,
    };
    match *inputs {
        // Only a NaN differs from itself.
        [a] => (a,).map(out, |(a,)| Bool::from(a.to_f64().is_nan())),
        [a, b] => (a, b).map(out, |(a, b)| Bool::from(ask(a, b))),
        _ => unsupported::<T>(op),
    }
}

fn unsupported<T: Element>(op: Op) -> Result<(), ArrayError> {
    Err(ArrayError::NotSupported {
        op: op.name(),
        dtype: T::DTYPE,
    })
}
