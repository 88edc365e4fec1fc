//! Arrays of the crate `ndarray` as views and arrays of the CPU kernels, and back.
#![cfg(feature = "ndarray")]

use azulejo_cpu::{AnyArray, Array, ArrayError, View, ViewMut, copy, fill};
use ndarray::{Array3, ArrayD, ArrayViewD, ArrayViewMutD, Axis, Ix3, ShapeBuilder, s};

fn numbers(fortran: bool) -> Array3<i32> {
    Array3::from_shape_fn((2, 3, 4).set_f(fortran), |(i, j, k)| {
        (i * 100 + j * 10 + k) as i32
    })
}

#[test]
fn views_are_read_and_written_in_place() {
    for fortran in [false, true] {
        let x = numbers(fortran);
        for view in [
            x.view(),
            x.view().permuted_axes([2, 0, 1]),
            x.slice(s![.., 1..2, ..]),
            x.slice(s![..0, .., ..]),
        ] {
            let Ok(ours) = View::try_from(view) else {
                assert!(view.to_slice_memory_order().is_none());
                continue;
            };
            let mut copied = Array::<i32>::zeros(view.shape()).unwrap();
            copy(ours, &mut copied.view_mut()).unwrap();
            assert!(copied.data().iter().eq(view.iter()));
            let back = ArrayViewD::try_from(ours).unwrap();
            assert_eq!(back, view.into_dyn());
        }
        let mut y = numbers(fortran);
        let mut ours = ViewMut::try_from(y.view_mut()).unwrap();
        fill(&mut ours, 7);
        let mut back = ArrayViewMutD::try_from(ours).unwrap();
        back += 1;
        assert!(y.iter().all(|&x| x == 8));
    }
}

#[test]
fn owned_arrays_keep_their_memory() {
    let x = numbers(false);
    let (at, expected) = (x.as_ptr(), x.clone());
    let ours = Array::try_from(x).unwrap();
    assert_eq!((ours.data().as_ptr(), ours.extents()), (at, &[2, 3, 4][..]));
    assert_eq!(
        AnyArray::from(ours.clone()).get(23).map(|x| x.to_f64()),
        Some(123.0)
    );
    let back = ArrayD::try_from(ours).unwrap();
    assert_eq!(back.as_ptr(), at);
    assert_eq!(back.into_dimensionality::<Ix3>().unwrap(), expected);
    // A part of an array that owns more.
    let part = Array::try_from(numbers(false).slice_move(s![1.., .., ..])).unwrap();
    assert_eq!(
        (part.extents(), part.data()[0], part.data().len()),
        (&[1, 3, 4][..], 100, 12)
    );
}

#[test]
fn what_needs_a_copy_is_an_error() {
    let x = numbers(false);
    let gaps = View::try_from(x.slice(s![.., .., ..2]));
    assert!(matches!(gaps, Err(ArrayError::WouldCopy { .. })));
    let backward = View::try_from(x.slice(s![.., .., ..;-1]));
    assert!(matches!(
        backward,
        Err(ArrayError::NegativeStride { stride: -1 })
    ));
    assert!(Array::try_from(numbers(true)).is_err());
    let mut y = numbers(false);
    let (left, _right) = y.view_mut().split_at(Axis(2), 2);
    assert!(ViewMut::try_from(left).is_err());
    // More axes than an array here has.
    let many = ArrayD::<i32>::zeros(vec![1; 9]);
    assert!(matches!(
        View::try_from(many.view()),
        Err(ArrayError::RankTooLarge { rank: 9 })
    ));
}
