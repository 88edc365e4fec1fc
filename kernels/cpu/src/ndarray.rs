//! Arrays of the crate `ndarray` as [`View`], [`ViewMut`] and [`Array`], and back, without a copy (feature `ndarray`).
//!
//! ```
//! use azulejo_cpu::{Array, View, softmax};
//! use ndarray::{ArrayD, array};
//!
//! let x = array![[0.0f32, 0.0], [1e30, 0.0]];
//! let y = softmax(View::try_from(x.view())?)?;
//! let y = ArrayD::try_from(y)?;
//! assert_eq!(y, array![[0.5f32, 0.5], [1.0, 0.0]].into_dyn());
//! assert_eq!(Array::try_from(y)?.extents(), [2, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A view converts if its elements fill a slice and no axis runs backwards; other views are
//! [`ArrayError::WouldCopy`]. An owned array converts if it is in C order.

use azulejo_tensor::Element;
use ndarray::{
    ArrayD, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Dimension, IxDyn, ShapeBuilder,
    ShapeError,
};

use super::{Array, ArrayError, Strided, View, ViewMut};

fn layout(shape: &[usize], strides: &[isize]) -> Result<Strided, ArrayError> {
    let stride = |(extent, stride): (&usize, &isize)| match *extent {
        // It leads nowhere.
        0 | 1 => Ok(0),
        _ => usize::try_from(*stride).map_err(|_| ArrayError::NegativeStride {
            stride: *stride as i64,
        }),
    };
    let strides = shape.iter().zip(strides).map(stride);
    Strided::new(shape, &strides.collect::<Result<Vec<_>, _>>()?)
}

fn error(shape: &[usize], strides: &[isize]) -> ArrayError {
    ArrayError::WouldCopy {
        what: format!(
            "an array of shape {shape:?} with strides {strides:?}, which fills no slice,"
        ),
    }
}

impl<'a, T: Element, D: Dimension> TryFrom<ArrayView<'a, T, D>> for View<'a, T> {
    type Error = ArrayError;

    fn try_from(view: ArrayView<'a, T, D>) -> Result<Self, ArrayError> {
        let (shape, strides) = (view.shape(), view.strides());
        let data = view
            .to_slice_memory_order()
            .ok_or_else(|| error(shape, strides))?;
        View::new(data, layout(shape, strides)?)
    }
}

impl<'a, T: Element, D: Dimension> TryFrom<ArrayViewMut<'a, T, D>> for ViewMut<'a, T> {
    type Error = ArrayError;

    fn try_from(view: ArrayViewMut<'a, T, D>) -> Result<Self, ArrayError> {
        let gaps = error(view.shape(), view.strides());
        let layout = layout(view.shape(), view.strides());
        let data = view.into_slice_memory_order().ok_or(gaps)?;
        ViewMut::new(data, layout?)
    }
}

impl<T: Element, D: Dimension> TryFrom<ndarray::Array<T, D>> for Array<T> {
    type Error = ArrayError;

    fn try_from(array: ndarray::Array<T, D>) -> Result<Self, ArrayError> {
        let shape = array.shape().to_vec();
        if !array.is_standard_layout() {
            return Err(error(&shape, array.strides()));
        }
        let size = array.len();
        let (mut data, offset) = array.into_raw_vec_and_offset();
        // What a slice in place has left before the first element and after the last one.
        data.truncate(offset.unwrap_or(0) + size);
        data.drain(..offset.unwrap_or(0));
        Array::from_vec(data, &shape)
    }
}

impl<'a, T: Element> TryFrom<View<'a, T>> for ArrayViewD<'a, T> {
    type Error = ShapeError;

    fn try_from(view: View<'a, T>) -> Result<Self, ShapeError> {
        let (extents, strides) = (view.layout.extents(), view.layout.strides());
        ArrayViewD::from_shape(IxDyn(extents).strides(IxDyn(strides)), view.data)
    }
}

impl<'a, T: Element> TryFrom<ViewMut<'a, T>> for ArrayViewMutD<'a, T> {
    type Error = ShapeError;

    fn try_from(view: ViewMut<'a, T>) -> Result<Self, ShapeError> {
        let (extents, strides) = (view.layout.extents(), view.layout.strides());
        ArrayViewMutD::from_shape(IxDyn(extents).strides(IxDyn(strides)), view.data)
    }
}

impl<T: Element> TryFrom<Array<T>> for ArrayD<T> {
    type Error = ShapeError;

    fn try_from(array: Array<T>) -> Result<Self, ShapeError> {
        ArrayD::from_shape_vec(IxDyn(array.layout.extents()), array.data)
    }
}
