//! [`constant`]: an operator by name on constants that have no type yet.

use azulejo_tensor::{DType, ElementError, Loose};

use super::elementwise::function;
use super::op::Kind;
use super::{ArrayError, Op};
use azulejo_scalar::Compute;

/// What an operator makes of constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A constant, still without a type.
    Number(Loose),
    /// `true` if a test holds.
    Truth(bool),
}

/// The result of `op` on constants: integers stay integers, of any size up to 127 bits; anything with a float, and what
/// integers have no result of, is a float of `f64`.
///
/// The type is found at the end, by [`Loose::concretize`], so that a result widens as it needs.
///
/// # Errors
/// [`ArrayError::WrongArity`]; [`ArrayError::Element`] with [`ElementError::ConstantOutOfRange`] for an integer beyond 127
/// bits and [`ElementError::FloatOutOfRange`] for a float that grew beyond `f64`.
///
/// ```
/// use azulejo_cpu::{Constant, Op, constant};
/// use azulejo_tensor::{DType, Loose};
/// let sum = constant(Op::Add, &[Loose::Int(2147483647), Loose::Int(1)])?;
/// assert_eq!(sum, Constant::Number(Loose::Int(2147483648)));
/// assert_eq!(constant(Op::Add, &[Loose::Int(5), Loose::Float(3.0)])?, Constant::Number(Loose::Float(8.0)));
/// assert_eq!(constant(Op::Lt, &[Loose::Int(5), Loose::Float(3.0)])?, Constant::Truth(false));
/// # Ok::<(), azulejo_cpu::ArrayError>(())
/// ```
pub fn constant(op: Op, operands: &[Loose]) -> Result<Constant, ArrayError> {
    if operands.len() != op.arity() {
        return Err(ArrayError::WrongArity {
            op: op.name(),
            expected: op.arity(),
            got: operands.len(),
        });
    }
    let number = |value| Ok(Constant::Number(value));
    if op.kind() == Kind::Select {
        let float = operands[1..].iter().any(|x| matches!(x, Loose::Float(_)));
        let chosen = operands[if operands[0].to_f64() != 0.0 { 1 } else { 2 }];
        return number(if float {
            Loose::Float(chosen.to_f64())
        } else {
            chosen
        });
    }
    let integers: Option<Vec<i128>> = operands
        .iter()
        .map(|x| match x {
            Loose::Int(value) => Some(*value),
            Loose::Float(_) => None,
        })
        .collect();
    match (op.kind(), integers) {
        (Kind::Test, Some(all)) if op.arity() == 2 => {
            Ok(Constant::Truth(holds(op, all[0], all[1])))
        }
        (Kind::Test, _) => {
            let all: Vec<f64> = operands.iter().map(|x| x.to_f64()).collect();
            Ok(Constant::Truth(match all[..] {
                [a, b] => holds(op, a, b),
                _ => all[0].is_nan(),
            }))
        }
        (Kind::Arithmetic, Some(all)) => match integer(op, &all) {
            Some(value) => number(Loose::Int(value)),
            None => Err(ElementError::ConstantOutOfRange {
                value: i128::MAX,
                dtype: None,
            }
            .into()),
        },
        _ => {
            let all: Vec<f64> = operands.iter().map(|x| x.to_f64()).collect();
            let value = float(op, &all);
            if value.is_infinite() && grows(op, &all) {
                let dtype = DType::F64;
                return Err(ElementError::FloatOutOfRange { value, dtype }.into());
            }
            number(Loose::Float(value))
        }
    }
}

fn holds<T: PartialOrd>(op: Op, a: T, b: T) -> bool {
    match op {
        Op::Eq => a == b,
        Op::Ne => a != b,
        Op::Lt => a < b,
        Op::Le => a <= b,
        Op::Gt => a > b,
        _ => a >= b,
    }
}

/// `None` where the result has more than 127 bits.
fn integer(op: Op, all: &[i128]) -> Option<i128> {
    match (op, all) {
        (Op::Neg, [a]) => a.checked_neg(),
        (Op::Abs, [a]) => a.checked_abs(),
        (Op::Relu, [a]) => Some(*a.max(&0)),
        (Op::Add, [a, b]) => a.checked_add(*b),
        (Op::Sub, [a, b]) => a.checked_sub(*b),
        (Op::Mul, [a, b]) => a.checked_mul(*b),
        (Op::FloorDiv | Op::Mod | Op::Rem, [_, 0]) => Some(0),
        (Op::FloorDiv, [a, b]) => {
            let down = a.checked_rem(*b)? != 0 && (*a < 0) != (*b < 0);
            Some(a.checked_div(*b)? - down as i128)
        }
        (Op::Mod, [a, b]) => {
            let rest = a.checked_rem(*b)?;
            Some(if rest != 0 && (rest < 0) != (*b < 0) {
                rest + b
            } else {
                rest
            })
        }
        (Op::Rem, [a, b]) => a.checked_rem(*b),
        (Op::Min, [a, b]) => Some(*a.min(b)),
        (Op::Max, [a, b]) => Some(*a.max(b)),
        (Op::Pow, [a, b]) => power(*a, *b),
        (Op::Fma, [a, b, c]) => a.checked_mul(*b)?.checked_add(*c),
        (Op::Clip, [a, low, high]) => Some(*a.max(low).min(high)),
        (_, [a, ..]) => Some(*a),
        _ => None,
    }
}

/// As of arrays of integers: a power of a negative exponent is cut to an integer.
fn power(base: i128, exponent: i128) -> Option<i128> {
    match (base, u32::try_from(exponent)) {
        (1, _) => Some(1),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (0, _) if exponent != 0 => Some(0),
        (_, Ok(exponent)) => base.checked_pow(exponent),
        _ if exponent < 0 => Some(0),
        _ => None,
    }
}

fn float(op: Op, all: &[f64]) -> f64 {
    match (op, all) {
        (Op::Neg, [a]) => Compute::negated(*a),
        (Op::Abs, [a]) => Compute::magnitude(*a),
        (Op::Floor, [a]) => Compute::floor(*a),
        (Op::Ceil, [a]) => Compute::ceil(*a),
        (Op::Relu, [a]) => Compute::relu(*a),
        (_, [a]) => function(op, *a),
        (Op::Add, [a, b]) => a + b,
        (Op::Sub, [a, b]) => a - b,
        (Op::Mul, [a, b]) => a * b,
        (Op::Div, [a, b]) => a / b,
        (Op::FloorDiv, [a, b]) => Compute::floor_div(*a, *b),
        (Op::Mod, [a, b]) => Compute::modulo(*a, *b),
        (Op::Rem, [a, b]) => Compute::remainder(*a, *b),
        (Op::Min, [a, b]) => Compute::least(*a, *b),
        (Op::Max, [a, b]) => Compute::most(*a, *b),
        (Op::Pow, [a, b]) => Compute::power(*a, *b),
        (Op::Fma, [a, b, c]) => Compute::fused(*a, *b, *c),
        (Op::Clip, [a, low, high]) => a.most(*low).least(*high),
        _ => f64::NAN,
    }
}

/// Returns `true` if an infinite result of these operands is one that grew too large.
fn grows(op: Op, all: &[f64]) -> bool {
    let from_zero = matches!(op, Op::Div | Op::FloorDiv) && all[1] == 0.0
        || matches!(op, Op::Pow | Op::Rsqrt | Op::Log | Op::Log2) && all[0] == 0.0;
    !from_zero && all.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyArray, elementwise};
    use azulejo_tensor::Number;

    /// Every operator on small constants gives what it gives on arrays of their types.
    #[test]
    fn ct_45_every_operator_agrees_with_arrays() {
        let full = |x: Loose| {
            let number = match x {
                Loose::Int(x) => Number::Signed(x as i64),
                Loose::Float(x) => Number::Float(x),
            };
            let dtype = match x {
                Loose::Int(_) => DType::I64,
                Loose::Float(_) => DType::F64,
            };
            AnyArray::full(dtype, &[], number).unwrap()
        };
        let samples = [-3, 0, 1, 2, 7].map(Loose::Int);
        let floats = [-2.5, 0.0, 0.5, 3.0].map(Loose::Float);
        let mut seen = 0;
        for pool in [&samples[..], &floats[..]] {
            for op in Op::ALL {
                for a in pool {
                    for b in pool {
                        for c in &pool[2..] {
                            let operands = &[*a, *b, *c][..op.arity()];
                            let arrays: Vec<_> = operands.iter().map(|x| full(*x)).collect();
                            let inputs: Vec<&AnyArray> = arrays.iter().collect();
                            let expected = elementwise(*op, &inputs).unwrap();
                            let expected = expected.get(0).unwrap().to_f64();
                            let found = match constant(*op, operands).unwrap() {
                                Constant::Number(x) => x.to_f64(),
                                Constant::Truth(x) => x as u8 as f64,
                            };
                            // Of integers a function is one of `f32` on arrays.
                            let near = (found - expected).abs() <= 1e-6 * expected.abs().max(1.0);
                            let same = found == expected || found.is_nan() && expected.is_nan();
                            assert!(same || near, "{op} {operands:?}: {found}, {expected}");
                            seen += 1;
                        }
                    }
                }
            }
        }
        assert!(seen > 1000);
    }

    #[test]
    fn ct_46_results_widen_and_what_fits_nothing_is_an_error() {
        let ints = |op, all: &[i128]| {
            let all: Vec<_> = all.iter().map(|x| Loose::Int(*x)).collect();
            constant(op, &all)
        };
        let dtype = |op, all: &[i128]| match ints(op, all) {
            Ok(Constant::Number(x)) => x.concretize(),
            other => panic!("{other:?}"),
        };
        assert_eq!(dtype(Op::Add, &[2147483647, 1]), Ok(DType::I64));
        assert_eq!(dtype(Op::Add, &[i64::MAX as i128, 1]), Ok(DType::U64));
        assert_eq!(dtype(Op::Sub, &[1 << 40, 1 << 40]), Ok(DType::I32));
        assert!(dtype(Op::Add, &[u64::MAX as i128, 1]).is_err());
        assert!(ints(Op::Mul, &[i128::MAX, 2]).is_err());
        assert!(ints(Op::Pow, &[3, 1 << 40]).is_err());
        assert_eq!(
            ints(Op::Pow, &[-1, i128::MIN]),
            Ok(Constant::Number(Loose::Int(1)))
        );
        assert!(constant(Op::Mul, &[Loose::Float(1e300), Loose::Float(1e300)]).is_err());
        let quotient = constant(Op::Div, &[Loose::Int(1), Loose::Int(0)]);
        assert_eq!(quotient, Ok(Constant::Number(Loose::Float(f64::INFINITY))));
    }
}
