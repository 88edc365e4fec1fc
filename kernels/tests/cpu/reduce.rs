//! Reductions: axes, kept axes, ties, NaN, empty inputs, and agreement with a plain loop.

use azulejo_kernels::cpu::{AnyArray, Array, ArrayError, Reduction, Stored, reduce};
use azulejo_tensor::{DType, bf16, f16};

fn array<T: Stored>(values: &[T], extents: &[usize]) -> AnyArray {
    Array::from_vec(values.to_vec(), extents).unwrap().into()
}

#[test]
fn small_arrays_reduce_along_any_axis() {
    let x = array(&(0..8).collect::<Vec<i32>>(), &[2, 4]);
    let run = |op, axes: Option<&[i64]>, keep| reduce(op, &x, axes, keep).unwrap();
    assert_eq!(run(Reduction::Sum, None, false), array(&[28], &[]));
    assert_eq!(
        run(Reduction::Sum, Some(&[1]), true),
        array(&[6, 22], &[2, 1])
    );
    assert_eq!(
        run(Reduction::Sum, Some(&[0]), false),
        array(&[4, 6, 8, 10], &[4])
    );
    assert_eq!(run(Reduction::Max, Some(&[1]), false), array(&[3, 7], &[2]));
    assert_eq!(
        run(Reduction::Min, Some(&[-2]), false),
        array(&[0, 1, 2, 3], &[4])
    );
    assert_eq!(
        run(Reduction::Prod, Some(&[1]), false),
        array(&[0, 840], &[2])
    );
    assert_eq!(
        run(Reduction::Mean, Some(&[1]), false),
        array(&[1.5f32, 5.5], &[2])
    );
    assert_eq!(run(Reduction::ArgMax, None, true), array(&[7i64], &[1, 1]));
    assert_eq!(run(Reduction::Sum, Some(&[]), false), x);
}

#[test]
fn a_tile_has_mean_maximum_and_minimum() {
    let x = array(&(0..16).map(|i| i as f32).collect::<Vec<_>>(), &[16]);
    let run = |op| reduce(op, &x, None, false).unwrap();
    assert_eq!(run(Reduction::Mean), array(&[7.5f32], &[]));
    assert_eq!(run(Reduction::Max), array(&[15.0f32], &[]));
    assert_eq!(run(Reduction::Min), array(&[0.0f32], &[]));
    assert_eq!(run(Reduction::Sum), array(&[120.0f32], &[]));
}

#[test]
fn ties_go_to_the_first_and_nan_is_passed_over() {
    let x = array(&[1.0f32, 3.0, 3.0, f32::NAN, 0.0, 0.0], &[6]);
    let run = |op| reduce(op, &x, None, false).unwrap();
    assert_eq!(run(Reduction::ArgMax), array(&[1i64], &[]));
    assert_eq!(run(Reduction::ArgMin), array(&[4i64], &[]));
    assert_eq!(run(Reduction::Max), array(&[3.0f32], &[]));
    let leading = array(&[f32::NAN, -1.0, 5.0], &[3]);
    assert_eq!(
        reduce(Reduction::Min, &leading, None, false).unwrap(),
        array(&[-1.0f32], &[])
    );
    assert_eq!(
        reduce(Reduction::ArgMax, &leading, None, false).unwrap(),
        array(&[2i64], &[])
    );
    let nothing_else = array(&[f32::NAN; 3], &[3]);
    let AnyArray::F32(max) = reduce(Reduction::Max, &nothing_else, None, false).unwrap() else {
        panic!()
    };
    assert!(max.data()[0].is_nan());
    let AnyArray::F32(sum) = reduce(Reduction::Sum, &x, None, false).unwrap() else {
        panic!()
    };
    assert!(sum.data()[0].is_nan());
}

#[test]
fn sums_of_half_types_do_not_stall() {
    // In f16 itself the sum would stop at 2048.
    let ones = array(&[f16::ONE; 4096], &[4096]);
    assert_eq!(
        reduce(Reduction::Sum, &ones, None, false).unwrap(),
        array(&[f16::from_f32(4096.0)], &[])
    );
    let ones = array(&[bf16::ONE; 1000], &[1000]);
    assert_eq!(
        reduce(Reduction::Mean, &ones, None, false).unwrap(),
        array(&[bf16::ONE], &[])
    );
    let bytes = array(&[100u8; 4], &[4]);
    assert_eq!(
        reduce(Reduction::Sum, &bytes, None, false).unwrap(),
        array(&[144u8], &[])
    );
    assert_eq!(
        reduce(Reduction::Mean, &bytes, None, false).unwrap(),
        array(&[100.0f32], &[])
    );
}

#[test]
fn reductions_over_nothing_are_neutral_or_rejected() {
    let x = AnyArray::zeros(DType::F32, &[3, 0]).unwrap();
    assert_eq!(
        reduce(Reduction::Sum, &x, Some(&[1]), false).unwrap(),
        array(&[0.0f32; 3], &[3])
    );
    assert_eq!(
        reduce(Reduction::Prod, &x, Some(&[1]), false).unwrap(),
        array(&[1.0f32; 3], &[3])
    );
    for op in [
        Reduction::Max,
        Reduction::Min,
        Reduction::ArgMax,
        Reduction::ArgMin,
        Reduction::Mean,
    ] {
        let op_name = op.name();
        assert_eq!(
            reduce(op, &x, Some(&[1]), false),
            Err(ArrayError::EmptyReduction { op: op_name })
        );
        assert_eq!(reduce(op, &x, Some(&[0]), false).unwrap().extents(), [0]);
    }
}

#[test]
fn wrong_axes_and_types_are_rejected() {
    let x = AnyArray::zeros(DType::F32, &[2, 2]).unwrap();
    let run = |axes: &[i64]| reduce(Reduction::Sum, &x, Some(axes), false);
    assert_eq!(run(&[2]), Err(ArrayError::BadAxis { axis: 2, rank: 2 }));
    assert_eq!(run(&[-3]), Err(ArrayError::BadAxis { axis: -3, rank: 2 }));
    assert_eq!(
        run(&[0, -2]),
        Err(ArrayError::BadAxis { axis: -2, rank: 2 })
    );
    let truth = AnyArray::zeros(DType::Bool, &[2]).unwrap();
    let rejected = ArrayError::NotSupported {
        op: "sum",
        dtype: DType::Bool,
    };
    assert_eq!(reduce(Reduction::Sum, &truth, None, false), Err(rejected));
    // A result too large to hold is rejected, not attempted.
    let wide = AnyArray::zeros(DType::F32, &[1 << 60, 0]).unwrap();
    assert!(reduce(Reduction::Sum, &wide, Some(&[1]), false).is_err());
}

#[test]
fn every_choice_of_axes_agrees_with_a_plain_loop() {
    let extents = [3usize, 2, 4, 3];
    let values: Vec<i64> = (0..72).map(|i| (i * 37 + 11) % 101 - 50).collect();
    let x = array(&values, &extents);
    let coordinate = |index: usize| [index / 24, index / 12 % 2, index / 3 % 4, index % 3];
    for mask in 0..16u32 {
        let axes: Vec<i64> = (0..4)
            .filter(|axis| mask >> axis & 1 == 1)
            .map(i64::from)
            .collect();
        let mut groups: Vec<(Vec<usize>, Vec<i64>)> = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let kept: Vec<usize> = (0..4)
                .filter(|axis| mask >> axis & 1 == 0)
                .map(|axis| coordinate(index)[axis])
                .collect();
            match groups.iter_mut().find(|(key, _)| *key == kept) {
                Some((_, group)) => group.push(*value),
                None => groups.push((kept, vec![*value])),
            }
        }
        groups.sort();
        let check = |op: Reduction, f: &dyn Fn(&[i64]) -> i64| {
            let AnyArray::I64(result) = reduce(op, &x, Some(&axes), false).unwrap() else {
                panic!()
            };
            let expected: Vec<i64> = groups.iter().map(|(_, group)| f(group)).collect();
            assert_eq!(result.data(), expected, "{} over {axes:?}", op.name());
        };
        check(Reduction::Sum, &|group| group.iter().sum());
        check(Reduction::Max, &|group| *group.iter().max().unwrap());
        check(Reduction::Min, &|group| *group.iter().min().unwrap());
        check(Reduction::Prod, &|group| {
            group.iter().fold(1, |product, x| product.wrapping_mul(*x))
        });
        check(Reduction::ArgMax, &|group| {
            group
                .iter()
                .position(|x| x == group.iter().max().unwrap())
                .unwrap() as i64
        });
        check(Reduction::ArgMin, &|group| {
            group
                .iter()
                .position(|x| x == group.iter().min().unwrap())
                .unwrap() as i64
        });
    }
}
