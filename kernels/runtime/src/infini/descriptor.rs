//! [`TensorDescriptor`]: what an array is, without its memory.

use super::Dtype;
use crate::Error;
use azulejo_cpu::Strided;

/// Dtype, shape and strides of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorDescriptor {
    dtype: Dtype,
    layout: Strided,
}

impl TensorDescriptor {
    /// A descriptor; strides count elements, and none are those of a compact array with the last axis contiguous.
    ///
    /// # Errors
    /// [`Error::Strides`] for a negative stride or the wrong number of strides, [`Error::Array`] for more than 8 axes or
    /// a size beyond the address space.
    ///
    /// ```
    /// use azulejo_runtime::infini::{Dtype, TensorDescriptor};
    /// let rows = TensorDescriptor::new(Dtype::F16, &[13, 4], Some(&[10, 1]))?;
    /// assert_eq!(rows.layout().strides(), [10, 1]);
    /// assert_eq!(TensorDescriptor::new(Dtype::F16, &[4], Some(&[-1])).unwrap_err().infini_status(), 12);
    /// # Ok::<(), azulejo_runtime::Error>(())
    /// ```
    pub fn new(dtype: Dtype, shape: &[usize], strides: Option<&[i64]>) -> Result<Self, Error> {
        let layout = match strides {
            None => Strided::row_major(shape)?,
            Some(strides) => {
                let wrong = |why: String| Error::strides("tensor", why);
                if strides.len() != shape.len() {
                    return Err(wrong(format!(
                        "{} strides for {} extents",
                        strides.len(),
                        shape.len()
                    )));
                }
                let own: Result<Vec<usize>, _> =
                    strides.iter().map(|s| usize::try_from(*s)).collect();
                let own = own.map_err(|_| wrong(format!("{strides:?} holds a negative one")))?;
                Strided::new(shape, &own)?
            }
        };
        Ok(Self { dtype, layout })
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// Shape and strides.
    pub fn layout(&self) -> &Strided {
        &self.layout
    }
}
