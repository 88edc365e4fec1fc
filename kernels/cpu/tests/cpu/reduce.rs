//! Reductions: axes, kept axes, ties, NaN, empty inputs, and agreement with a plain loop.

use azulejo_cpu::Reduction::{ArgMax, ArgMin, Max, Mean, Min, Prod, Sum};
use azulejo_cpu::{AnyArray, Array, ArrayError, Reduction, Stored, reduce};
use azulejo_tensor::{DType, bf16, f16};

fn array<T: Stored>(values: &[T], extents: &[usize]) -> AnyArray {
    Array::from_vec(values.to_vec(), extents).unwrap().into()
}

/// The reduction of all elements.
fn whole(op: Reduction, x: &AnyArray) -> AnyArray {
    reduce(op, x, None, false).unwrap()
}

/// An array of one element and rank 0.
fn one<T: Stored>(value: T) -> AnyArray {
    array(&[value], &[])
}

#[test]
fn small_arrays_reduce_along_any_axis() {
    let x = array(&(0..8).collect::<Vec<i32>>(), &[2, 4]);
    let axis = |axis: i64| Some(vec![axis]);
    for (op, axes, keep, expected) in [
        (Sum, None, false, one(28)),
        (Sum, axis(1), true, array(&[6, 22], &[2, 1])),
        (Sum, axis(0), false, array(&[4, 6, 8, 10], &[4])),
        (Max, axis(1), false, array(&[3, 7], &[2])),
        (Min, axis(-2), false, array(&[0, 1, 2, 3], &[4])),
        (Prod, axis(1), false, array(&[0, 840], &[2])),
        (Mean, axis(1), false, array(&[1.5f32, 5.5], &[2])),
        (ArgMax, None, true, array(&[7i64], &[1, 1])),
        (Sum, Some(Vec::new()), false, x.clone()),
    ] {
        assert_eq!(reduce(op, &x, axes.as_deref(), keep), Ok(expected));
    }
}

#[test]
fn a_tile_has_mean_maximum_and_minimum() {
    let x = array(&(0..16).map(|i| i as f32).collect::<Vec<_>>(), &[16]);
    assert_eq!(whole(Mean, &x), one(7.5f32));
    assert_eq!(whole(Max, &x), one(15.0f32));
    assert_eq!(whole(Min, &x), one(0.0f32));
    assert_eq!(whole(Sum, &x), one(120.0f32));
}

#[test]
fn ties_go_to_the_first_and_nan_is_passed_over() {
    let x = array(&[1.0f32, 3.0, 3.0, f32::NAN, 0.0, 0.0], &[6]);
    assert_eq!(whole(ArgMax, &x), one(1i64));
    assert_eq!(whole(ArgMin, &x), one(4i64));
    assert_eq!(whole(Max, &x), one(3.0f32));
    let leading = array(&[f32::NAN, -1.0, 5.0], &[3]);
    assert_eq!(whole(Min, &leading), one(-1.0f32));
    assert_eq!(whole(ArgMax, &leading), one(2i64));
    let nothing_else = array(&[f32::NAN; 3], &[3]);
    for (op, x) in [(Max, &nothing_else), (Sum, &x)] {
        let AnyArray::F32(found) = whole(op, x) else {
            panic!()
        };
        assert!(found.data()[0].is_nan());
    }
}

#[test]
fn sums_of_half_types_do_not_stall() {
    // In f16 itself the sum would stop at 2048.
    let ones = array(&[f16::ONE; 4096], &[4096]);
    assert_eq!(whole(Sum, &ones), one(f16::from_f32(4096.0)));
    let ones = array(&[bf16::ONE; 1000], &[1000]);
    assert_eq!(whole(Mean, &ones), one(bf16::ONE));
    let bytes = array(&[100u8; 4], &[4]);
    assert_eq!(whole(Sum, &bytes), one(144u8));
    assert_eq!(whole(Mean, &bytes), one(100.0f32));
}

#[test]
fn reductions_over_nothing_are_neutral_or_rejected() {
    let x = AnyArray::zeros(DType::F32, &[3, 0]).unwrap();
    let along = |op, axis: i64| reduce(op, &x, Some(&[axis]), false);
    assert_eq!(along(Sum, 1), Ok(array(&[0.0f32; 3], &[3])));
    assert_eq!(along(Prod, 1), Ok(array(&[1.0f32; 3], &[3])));
    for op in [Max, Min, ArgMax, ArgMin, Mean] {
        let empty = ArrayError::EmptyReduction { op: op.name() };
        assert_eq!(along(op, 1), Err(empty));
        assert_eq!(along(op, 0).unwrap().extents(), [0]);
    }
}

#[test]
fn wrong_axes_and_types_are_rejected() {
    let x = AnyArray::zeros(DType::F32, &[2, 2]).unwrap();
    for (axes, axis) in [(&[2][..], 2), (&[-3], -3), (&[0, -2], -2)] {
        let found = reduce(Sum, &x, Some(axes), false);
        assert_eq!(found, Err(ArrayError::BadAxis { axis, rank: 2 }));
    }
    let truth = AnyArray::zeros(DType::Bool, &[2]).unwrap();
    let rejected = ArrayError::NotSupported {
        op: "sum",
        dtype: DType::Bool,
    };
    assert_eq!(reduce(Sum, &truth, None, false), Err(rejected));
    // A result too large to hold is rejected, not attempted.
    let wide = AnyArray::zeros(DType::F32, &[1 << 60, 0]).unwrap();
    assert!(reduce(Sum, &wide, Some(&[1]), false).is_err());
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
        check(Sum, &|group| group.iter().sum());
        check(Max, &|group| *group.iter().max().unwrap());
        check(Min, &|group| *group.iter().min().unwrap());
        check(Prod, &|group| {
            group.iter().fold(1, |product, x| product.wrapping_mul(*x))
        });
        let place = |group: &[i64], of: &i64| group.iter().position(|x| x == of).unwrap() as i64;
        check(ArgMax, &|group| place(group, group.iter().max().unwrap()));
        check(ArgMin, &|group| place(group, group.iter().min().unwrap()));
    }
}
