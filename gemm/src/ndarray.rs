//! Matrices of the crate `ndarray` as arguments of a product, and back, without a copy (feature `ndarray`).
//!
//! ```
//! use azulejo_gemm::{Epilogue, MatMut, MatRef, gemm};
//! use ndarray::{Array2, array};
//!
//! let a = array![[1.0f32, 2.0], [3.0, 4.0]];
//! let mut c = Array2::<f32>::zeros((2, 2));
//! gemm(
//!     MatRef::try_from(a.view())?,
//!     MatRef::try_from(a.t())?, // the transpose, in place
//!     MatMut::try_from(c.view_mut())?,
//!     &Epilogue::default(),
//! )?;
//! assert_eq!(c, array![[5.0, 11.0], [11.0, 25.0]]);
//! # Ok::<(), azulejo_gemm::GemmError>(())
//! ```
//!
//! A view converts if its elements fill a slice, in any order of axes and directions. What lies between the elements of
//! other views, such as some columns of a row-major matrix, may be borrowed elsewhere: they are
//! [`GemmError::NotContiguous`].

use ndarray::{ArrayView2, ArrayViewMut2, Axis, Ix2, ShapeBuilder, ShapeError};

use crate::{GemmError, MatMut, MatRef};

fn error(shape: &[usize], strides: &[isize]) -> GemmError {
    GemmError::NotContiguous {
        shape: (shape[0], shape[1]),
        strides: (strides[0], strides[1]),
    }
}

impl<'a, T> TryFrom<ArrayView2<'a, T>> for MatRef<'a, T> {
    type Error = GemmError;

    fn try_from(view: ArrayView2<'a, T>) -> Result<Self, GemmError> {
        let data = view
            .to_slice_memory_order()
            .ok_or_else(|| error(view.shape(), view.strides()))?;
        let (shape, strides) = (view.dim(), view.strides());
        MatRef::new(data, shape, (strides[0], strides[1]))
    }
}

impl<'a, T> TryFrom<ArrayViewMut2<'a, T>> for MatMut<'a, T> {
    type Error = GemmError;

    fn try_from(view: ArrayViewMut2<'a, T>) -> Result<Self, GemmError> {
        let (shape, strides) = (view.dim(), (view.strides()[0], view.strides()[1]));
        let data = view
            .into_slice_memory_order()
            .ok_or_else(|| error(&[shape.0, shape.1], &[strides.0, strides.1]))?;
        MatMut::new(data, shape, strides)
    }
}

/// Shape and strides as `ndarray` takes them: without directions.
fn forward(shape: (usize, usize), (row, column): (isize, isize)) -> ndarray::StrideShape<Ix2> {
    shape.strides((row.unsigned_abs(), column.unsigned_abs()))
}

/// The axes that are walked backwards.
fn backward((row, column): (isize, isize)) -> impl Iterator<Item = Axis> {
    let axes = [(0, row), (1, column)].into_iter();
    axes.filter(|(_, stride)| *stride < 0)
        .map(|(axis, _)| Axis(axis))
}

impl<'a, T> TryFrom<MatRef<'a, T>> for ArrayView2<'a, T> {
    type Error = ShapeError;

    /// Any matrix converts but one whose strides `ndarray` does not take.
    fn try_from(matrix: MatRef<'a, T>) -> Result<Self, ShapeError> {
        let (shape, strides) = (matrix.shape(), matrix.strides());
        let mut view = ArrayView2::from_shape(forward(shape, strides), matrix.data)?;
        backward(strides).for_each(|axis| view.invert_axis(axis));
        Ok(view)
    }
}

impl<'a, T> TryFrom<MatMut<'a, T>> for ArrayViewMut2<'a, T> {
    type Error = ShapeError;

    /// As for [`MatRef`].
    fn try_from(matrix: MatMut<'a, T>) -> Result<Self, ShapeError> {
        let (shape, strides) = (matrix.shape(), matrix.strides());
        let mut view = ArrayViewMut2::from_shape(forward(shape, strides), matrix.data)?;
        backward(strides).for_each(|axis| view.invert_axis(axis));
        Ok(view)
    }
}
