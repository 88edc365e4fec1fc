//! Matrices of the crate `ndarray` in products, and back.
#![cfg(feature = "ndarray")]

use azulejo_gemm::{Epilogue, GemmError, MatMut, MatRef, gemm};
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, ShapeBuilder, s};

fn numbers(rows: usize, columns: usize, fortran: bool) -> Array2<f64> {
    let shape = (rows, columns).set_f(fortran);
    Array2::from_shape_fn(shape, |(i, j)| (i * 31 + j * 7) as f64 % 11.0 - 4.0)
}

/// Every order, direction and half of a matrix that leaves no elements out.
fn views(a: &Array2<f64>) -> Vec<ArrayView2<'_, f64>> {
    let half = if a.is_standard_layout() {
        a.slice(s![2.., ..])
    } else {
        a.slice(s![.., ..3])
    };
    vec![
        a.view(),
        a.t(),
        a.slice(s![..;-1, ..]),
        a.slice(s![.., ..;-1]),
        a.slice(s![..;-1, ..;-1]).reversed_axes(),
        half,
        a.slice(s![..0, ..]),
        a.slice(s![1..2, ..]),
    ]
}

#[test]
fn products_of_views_are_those_of_ndarray() {
    let mut done = 0;
    for fortran in [false, true] {
        let (a, b) = (numbers(9, 7, fortran), numbers(7, 9, !fortran));
        for (left, right) in views(&a)
            .into_iter()
            .flat_map(|left| views(&b).into_iter().map(move |right| (left, right)))
        {
            if left.ncols() != right.nrows() {
                continue;
            }
            let expected = left.dot(&right);
            for c_fortran in [false, true] {
                let mut c = Array2::<f64>::zeros(expected.dim().set_f(c_fortran));
                let views = (MatRef::try_from(left), MatRef::try_from(right));
                let (Ok(left), Ok(right)) = views else {
                    continue;
                };
                let out = MatMut::try_from(c.view_mut()).unwrap();
                gemm(left, right, out, &Epilogue::default()).unwrap();
                assert_eq!(c, expected);
                done += 1;
            }
        }
    }
    assert!(done > 50, "{done}");
}

#[test]
fn views_come_back_as_they_went() {
    for fortran in [false, true] {
        let a = numbers(5, 4, fortran);
        for view in views(&a) {
            let Ok(matrix) = MatRef::try_from(view) else {
                continue;
            };
            assert_eq!(matrix.shape(), view.dim());
            let back = ArrayView2::try_from(matrix).unwrap();
            assert_eq!(back, view);
            if !view.is_empty() {
                assert_eq!(
                    (back.as_ptr(), back.strides()),
                    (view.as_ptr(), view.strides())
                );
            }
        }
        let mut c = a.clone();
        c.invert_axis(Axis(1));
        let expected = c.mapv(|x| x * 2.0);
        let matrix = MatMut::try_from(c.view_mut()).unwrap();
        let mut back = ArrayViewMut2::try_from(matrix).unwrap();
        back.mapv_inplace(|x| x * 2.0);
        assert_eq!(c, expected);
    }
    // A matrix with elements between its rows, and one that repeats a row.
    let data: Vec<f64> = (0..20).map(f64::from).collect();
    let apart = MatRef::new(&data, (3, 2), (6, -2)).unwrap();
    let view = ArrayView2::try_from(apart).unwrap();
    assert_eq!(view, ndarray::array![[2.0, 0.0], [8.0, 6.0], [14.0, 12.0]]);
    let repeated = MatRef::new(&data, (2, 3), (0, 1)).unwrap();
    let view = ArrayView2::try_from(repeated).unwrap();
    assert_eq!(view, ndarray::array![[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]);
}

#[test]
fn views_with_gaps_are_an_error_that_names_them() {
    let mut a = numbers(6, 6, false);
    let row = a.row(0).to_owned();
    let repeated = row.broadcast((4, 6)).unwrap();
    for view in [a.slice(s![.., ..3]), a.slice(s![..;2, ..]), repeated] {
        let error = MatRef::try_from(view).unwrap_err();
        let told = matches!(&error, GemmError::NotContiguous { shape, .. } if *shape == view.dim());
        assert!(told && error.to_string().contains("to_owned"), "{error}");
    }
    // The columns beside these may be written elsewhere at the same time.
    let (left, _right) = a.view_mut().split_at(Axis(1), 3);
    assert!(MatMut::try_from(left).is_err());
}
