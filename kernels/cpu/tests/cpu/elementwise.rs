//! Operators by name: values, promotion for every pair of types, and what is rejected.

use approx::{abs_diff_eq, assert_abs_diff_eq};
use azulejo_cpu::{
    AnyArray, Array, ArrayError, Op, Stored, View, ViewMut, add, elementwise, mul, sub,
};
use azulejo_tensor::{Bool, Category, DType, Number, bf16, f16};

fn array<T: Stored>(values: &[T]) -> AnyArray {
    Array::from_vec(values.to_vec(), &[values.len()])
        .unwrap()
        .into()
}

fn floats(array: &AnyArray) -> Vec<f64> {
    (0..array.size())
        .map(|i| array.get(i).unwrap().to_f64())
        .collect()
}

fn apply(op: Op, inputs: &[&AnyArray]) -> Vec<f64> {
    floats(&elementwise(op, inputs).unwrap())
}

/// The result of an operator on two numbers.
fn two<T: Stored>(op: Op, a: T, b: T) -> f64 {
    apply(op, &[&array(&[a]), &array(&[b])])[0]
}

#[test]
fn integers_divide_down_like_python_and_leave_remainders_like_both() {
    let (a, b) = (array(&[7i32, -7, 7, -7, 5]), array(&[3i32, 2, -2, 3, 0]));
    assert_eq!(apply(Op::FloorDiv, &[&a, &b]), [2.0, -4.0, -4.0, -3.0, 0.0]);
    assert_eq!(apply(Op::Mod, &[&a, &b]), [1.0, 1.0, -1.0, 2.0, 0.0]);
    assert_eq!(apply(Op::Rem, &[&a, &b]), [1.0, -1.0, 1.0, -1.0, 0.0]);
    assert_eq!(two(Op::Mod, -7i8, 3), 2.0);
    assert_eq!(two(Op::Rem, -7i8, 3), -1.0);
    assert_eq!(two(Op::FloorDiv, i8::MIN, -1), -128.0);
    assert_eq!(two(Op::Mod, -7.0f32, 3.0), 2.0);
    assert_eq!(two(Op::FloorDiv, 7u8, 2), 3.0);
}

#[test]
fn integers_wrap_and_raise_to_powers() {
    assert_eq!(two(Op::Add, 200u8, 100), 44.0);
    assert_eq!(apply(Op::Neg, &[&array(&[1u8, 0])]), [255.0, 0.0]);
    assert_eq!(apply(Op::Abs, &[&array(&[i8::MIN, -3])]), [-128.0, 3.0]);
    let base = array(&[2i32, -1, -1, 1, 3, 0]);
    let powers = apply(Op::Pow, &[&base, &array(&[10i32, 3, -2, -5, -1, 0])]);
    assert_eq!(powers, [1024.0, -1.0, 1.0, 1.0, 0.0, 1.0]);
    let (a, b, c) = (array(&[i32::MAX]), array(&[2i32]), array(&[1i32]));
    assert_eq!(apply(Op::Fma, &[&a, &b, &c]), [-1.0]);
}

#[test]
fn functions_of_floats_have_their_values() {
    let x = array(&[0.25f64, 1.0, 2.0]);
    let check = |op: Op, f: &dyn Fn(f64) -> f64| {
        for (y, x) in apply(op, &[&x]).iter().zip([0.25, 1.0, 2.0]) {
            let bound = 1e-15 * f(x).abs();
            assert!(abs_diff_eq!(*y, f(x), epsilon = bound), "{op} of {x}: {y}");
        }
    };
    check(Op::Exp, &f64::exp);
    check(Op::Exp2, &f64::exp2);
    check(Op::Log, &f64::ln);
    check(Op::Log2, &f64::log2);
    check(Op::Sqrt, &f64::sqrt);
    check(Op::Rsqrt, &|x| 1.0 / x.sqrt());
    check(Op::Sin, &f64::sin);
    check(Op::Cos, &f64::cos);
    check(Op::Tanh, &f64::tanh);
    check(Op::Sigmoid, &|x| 1.0 / (1.0 + (-x).exp()));
    check(Op::Silu, &|x| x / (1.0 + (-x).exp()));
    // Far below 0 the exponential of the negative is infinite, and these are not 0.
    let tail = array(&[-90.0f32, -100.0, -3.0]);
    for (op, expected) in [
        (Op::Sigmoid, [8.194e-40, 3.720e-44, 4.742_587e-2]),
        (Op::Silu, [-7.3746e-38, -3.720e-42, -0.142_277_6]),
    ] {
        for (y, expected) in apply(op, &[&tail]).iter().zip(expected) {
            assert!((y / expected - 1.0).abs() < 2e-2, "{op}: {y}, {expected}");
        }
    }
    let tail = apply(Op::Silu, &[&array(&[-720.0f64])])[0];
    assert!(
        (tail / (-720.0 * f64::exp(-720.0)) - 1.0).abs() < 1e-6,
        "{tail}"
    );
    // Values of the tanh form of GELU, computed in exact arithmetic elsewhere.
    let gelu = apply(Op::Gelu, &[&array(&[1.0f64, -1.0, 0.0])]);
    let expected = [0.841_191_990_607, -0.158_808_009_392];
    assert_abs_diff_eq!(gelu[..2], expected, epsilon = 1e-11);
    assert_eq!(gelu[2], 0.0);
    // Below -5.5 one plus the tanh is 0 in f32, and the value is not.
    for x in [-4.0f32, -6.0, -8.0, -9.5] {
        let z = (x as f64 + 0.044715 * (x as f64).powi(3)) * (8.0 / std::f64::consts::PI).sqrt();
        let expected = x as f64 / (1.0 + (-z).exp());
        let found = apply(Op::Gelu, &[&array(&[x])])[0];
        assert!(
            (found / expected - 1.0).abs() < 3e-5,
            "{x}: {found:e}, not {expected:e}"
        );
    }
    assert_eq!(apply(Op::Floor, &[&array(&[-0.5f32, 1.5])]), [-1.0, 1.0]);
    assert_eq!(apply(Op::Ceil, &[&array(&[f16::from_f32(0.25)])]), [1.0]);
    assert_eq!(apply(Op::Relu, &[&array(&[-1.0f32, 2.0])]), [0.0, 2.0]);
}

#[test]
fn half_types_round_every_result_once() {
    for i in 0..200 {
        let (x, y) = (1.0 + i as f32 / 128.0, 0.3 * i as f32);
        let (hx, hy) = (f16::from_f32(x), f16::from_f32(y));
        let sum = elementwise(Op::Add, &[&array(&[hx]), &array(&[hy])]).unwrap();
        assert_eq!(sum, array(&[f16::from_f32(hx.to_f32() + hy.to_f32())]));
        let (bx, by) = (bf16::from_f32(x), bf16::from_f32(y));
        let product = elementwise(Op::Mul, &[&array(&[bx]), &array(&[by])]).unwrap();
        assert_eq!(product, array(&[bf16::from_f32(bx.to_f32() * by.to_f32())]));
    }
}

#[test]
fn minimum_and_maximum_pass_over_nan() {
    let a = array(&[1.0f32, f32::NAN, 3.0]);
    let b = array(&[f32::NAN, 2.0, 2.0]);
    assert_eq!(apply(Op::Max, &[&a, &b]), [1.0, 2.0, 3.0]);
    assert_eq!(apply(Op::Min, &[&a, &b]), [1.0, 2.0, 2.0]);
    let is_nan = array(&[false, true, false].map(Bool::from));
    assert_eq!(elementwise(Op::IsNan, &[&a]), Ok(is_nan));
}

#[test]
fn true_division_of_integers_is_f32() {
    let half = elementwise(Op::Div, &[&array(&[0i32, 1, 2, 3]), &array(&[2i32])]).unwrap();
    assert_eq!(half, array(&[0.0f32, 0.5, 1.0, 1.5]));
    let root = elementwise(Op::Sqrt, &[&array(&[9u64])]);
    assert_eq!(root, Ok(array(&[3.0f32])));
}

#[test]
fn where_picks_elements_and_broadcasts() {
    let x = array(&[-1i32, 2, -3, 4]);
    let zero = AnyArray::full(DType::I32, &[], Number::Signed(0)).unwrap();
    let positive = elementwise(Op::Gt, &[&x, &zero]).unwrap();
    let picked = elementwise(Op::Where, &[&positive, &x, &zero]);
    assert_eq!(picked, Ok(array(&[0, 2, 0, 4])));
}

#[test]
fn every_pair_of_types_is_promoted_or_rejected_by_the_table() {
    for a in DType::ALL {
        for b in DType::ALL {
            let [x, y] = [a, b].map(|dtype| AnyArray::zeros(dtype, &[2]).unwrap());
            let sum = elementwise(Op::Add, &[&x, &y]);
            match a.promote(b) {
                Err(error) => assert_eq!(sum, Err(ArrayError::Element(error))),
                Ok(dtype) if dtype.is_arithmetic() => assert_eq!(sum.unwrap().dtype(), dtype),
                Ok(dtype) => assert_eq!(sum, Err(ArrayError::NotSupported { op: "add", dtype })),
            }
            if let Ok(dtype) = a.promote(b) {
                let equal = elementwise(Op::Eq, &[&x, &y]).unwrap();
                assert_eq!(equal, array(&[Bool::TRUE; 2]));
                let quotient = elementwise(Op::Div, &[&x, &y]);
                match dtype.category() {
                    Category::Int => assert_eq!(quotient.unwrap().dtype(), DType::F32),
                    _ if dtype.is_arithmetic() => assert_eq!(quotient.unwrap().dtype(), dtype),
                    _ => assert!(quotient.is_err()),
                }
            }
        }
    }
}

#[test]
fn typed_arithmetic_promotes_like_the_named_operators() {
    let (a, b) = ([1i16, -2, 300], [0.5, 4.0, -1.0].map(f16::from_f32));
    let (x, y) = (View::from_slice(&a), View::from_slice(&b));
    for (at, op) in [Op::Add, Op::Sub, Op::Mul].into_iter().enumerate() {
        let mut out = [f16::ZERO; 3];
        let view = &mut ViewMut::from_slice(&mut out);
        match at {
            0 => add(x, y, view),
            1 => sub(x, y, view),
            _ => mul(x, y, view),
        }
        .unwrap();
        let named = elementwise(op, &[&array(&a), &array(&b)]);
        assert_eq!(named, Ok(array(&out)));
    }
}

#[test]
fn operands_are_counted() {
    let x = array(&[1i32]);
    for op in Op::ALL {
        let inputs = vec![&x; op.arity() + 1];
        let wrong = ArrayError::WrongArity {
            op: op.name(),
            expected: op.arity(),
            got: op.arity() + 1,
        };
        assert_eq!(elementwise(*op, &inputs), Err(wrong));
        assert!(elementwise(*op, &inputs[1..]).is_ok(), "{op}");
    }
}
