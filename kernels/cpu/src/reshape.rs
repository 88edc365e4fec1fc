//! The same elements with another shape or element type, without a copy: `reshape`, `recast` and `astype`.
//!
//! | NumPy | on a layout or a view | on an owned array |
//! |---|---|---|
//! | `x.reshape(shape)` | [`Strided::reshape`], [`View::reshape`]: an error where a copy is needed | [`Array::reshape`], [`AnyArray::reshape`]: never a copy |
//! | `x.view(dtype)` | [`View::recast`]: the bits as another type | |
//! | `x.astype(dtype, copy=False)` | [`View::astype`]: the same type, else an error | [`AnyArray::astype`]: a copy for another type only |

use azulejo_tensor::{DType, Element, with_dtype};

use super::any::Stored;
use super::{AnyArray, Array, ArrayError, MAX_RANK, Strided, View, ViewMut};

impl Strided {
    /// The layout with other extents that visits the same offsets in the same order, the last mode fastest.
    ///
    /// # Errors
    /// [`ArrayError::ShapeMismatch`] if the number of elements differs, [`ArrayError::WouldCopy`] if no strides do it,
    /// and those of [`Strided::row_major`].
    ///
    /// ```
    /// use azulejo_cpu::{ArrayError, Strided};
    /// let rows = Strided::new(&[4, 6], &[6, 1])?;
    /// assert_eq!(rows.reshape(&[24])?, Strided::new(&[24], &[1])?);
    /// assert_eq!(rows.reshape(&[3, 8])?, Strided::new(&[3, 8], &[8, 1])?);
    /// let columns = Strided::new(&[4, 6], &[1, 4])?;
    /// assert!(matches!(columns.reshape(&[24]), Err(ArrayError::WouldCopy { .. })));
    /// assert_eq!(columns.reshape(&[2, 2, 6])?, Strided::new(&[2, 2, 6], &[2, 1, 4])?);
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn reshape(&self, extents: &[usize]) -> Result<Self, ArrayError> {
        let compact = Self::row_major(extents)?;
        if compact.size() != self.size() {
            return Err(ArrayError::ShapeMismatch {
                expected: self.extents().to_vec(),
                got: extents.to_vec(),
            });
        }
        if self.is_contiguous() {
            return Ok(compact);
        }
        // Neighboring modes that step as one, merged; each is cut again into whole modes of the new shape.
        let mut merged: Vec<(usize, usize)> = Vec::with_capacity(MAX_RANK);
        for (extent, stride) in self.modes().filter(|(extent, _)| *extent != 1) {
            match merged.last_mut() {
                Some((outer, step)) if *step == extent * stride => {
                    *outer *= extent;
                    *step = stride;
                }
                _ => merged.push((extent, stride)),
            }
        }
        let mut strides = vec![0; extents.len()];
        // What is left of the mode that is being cut, from its fastest end, and the stride there.
        let (mut left, mut step) = (1, 1);
        for (extent, to) in extents.iter().zip(&mut strides).rev() {
            if left == 1 && *extent != 1 {
                (left, step) = merged.pop().unwrap_or((1, 1));
            }
            if left % extent != 0 {
                return Err(ArrayError::WouldCopy {
                    what: format!(
                        "reshape of {:?} with strides {:?} to {extents:?}",
                        self.extents(),
                        self.strides()
                    ),
                });
            }
            *to = step;
            left /= extent;
            step *= extent;
        }
        Self::new(extents, &strides)
    }
}

impl<'a, T: Element> View<'a, T> {
    /// The same elements with other extents.
    ///
    /// # Errors
    /// As [`Strided::reshape`].
    ///
    /// ```
    /// use azulejo_cpu::{Array, ArrayError};
    /// let x = Array::from_vec((0..6).collect::<Vec<i32>>(), &[2, 3])?;
    /// assert_eq!(x.view().reshape(&[3, 2])?.layout().strides(), [2, 1]);
    /// let transposed = x.view().permute(&[1, 0])?;
    /// assert!(matches!(transposed.reshape(&[6]), Err(ArrayError::WouldCopy { .. })));
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn reshape(&self, extents: &[usize]) -> Result<Self, ArrayError> {
        Ok(Self {
            data: self.data,
            layout: self.layout.reshape(extents)?,
        })
    }

    /// The same bytes as elements of type `U`; the last mode grows or shrinks by the ratio of the sizes.
    ///
    /// # Errors
    /// [`ArrayError::WouldCopy`] if the sizes differ and the last mode is not contiguous, or `U` is wider and an
    /// extent, a stride or the address is not a multiple of it.
    ///
    /// ```
    /// use azulejo_cpu::{Array, ArrayError};
    /// let x = Array::from_vec(vec![1.0f32, -2.0], &[2])?;
    /// let bits = x.view().recast::<u32>()?;
    /// assert_eq!((bits.layout().extents(), bits.get(&[1])), (&[2][..], Some(0xc000_0000)));
    /// assert_eq!(x.view().recast::<u8>()?.layout().extents(), [8]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn recast<U: Element>(&self) -> Result<View<'a, U>, ArrayError> {
        let reject = || ArrayError::WouldCopy {
            what: format!(
                "{} of shape {:?} with strides {:?} seen as {}",
                T::DTYPE,
                self.layout.extents(),
                self.layout.strides(),
                U::DTYPE
            ),
        };
        let layout = self.layout.recast(size_of::<T>(), size_of::<U>());
        let layout = layout.ok_or_else(reject)?;
        // SAFETY: `Element` is sealed to transparent wrappers of integers and floats, so every pattern of `U`'s bytes
        // is a value of it, and all bytes of `T` are initialized.
        let (before, data, _) = unsafe { self.data.align_to::<U>() };
        if !before.is_empty() {
            return Err(reject());
        }
        View::new(data, layout)
    }

    /// The same elements, if `U` is their type: a conversion that does not copy.
    ///
    /// # Errors
    /// [`ArrayError::WouldCopy`] if `U` is another type; [`cast`](super::cast) converts into memory of its own.
    ///
    /// ```
    /// use azulejo_cpu::View;
    /// use azulejo_tensor::f16;
    /// let x = [1.0f32, 2.0];
    /// assert!(View::from_slice(&x).astype::<f32>().is_ok());
    /// assert!(View::from_slice(&x).astype::<f16>().is_err());
    /// ```
    pub fn astype<U: Element>(&self) -> Result<View<'a, U>, ArrayError> {
        if T::DTYPE != U::DTYPE {
            return Err(ArrayError::WouldCopy {
                what: format!("conversion of {} to {}", T::DTYPE, U::DTYPE),
            });
        }
        self.recast()
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The same elements with other extents, to write.
    ///
    /// # Errors
    /// As [`Strided::reshape`].
    pub fn reshape(self, extents: &[usize]) -> Result<ViewMut<'a, T>, ArrayError> {
        let layout = self.layout.reshape(extents)?;
        ViewMut::new(self.data, layout)
    }
}

impl Strided {
    /// The layout of the same bytes in elements of `to` bytes; `None` where no strides do it.
    fn recast(&self, from: usize, to: usize) -> Option<Self> {
        if from == to {
            return Some(*self);
        }
        let (rank, size) = (self.rank(), self.size());
        let (mut extents, mut strides) = (self.extents().to_vec(), self.strides().to_vec());
        let last = rank.checked_sub(1)?;
        if extents[last] != 1 && strides[last] != 1 && size > 0 {
            return None;
        }
        strides[last] = 1;
        for (axis, stride) in strides.iter_mut().enumerate().take(last) {
            // A stride that nothing follows may be any.
            *stride = match extents[axis] {
                0 | 1 => 0,
                _ => exact(*stride, from, to)?,
            };
        }
        extents[last] = exact(extents[last], from, to)?;
        Self::new(&extents, &strides).ok()
    }
}

/// `count * from / to` where it is whole.
fn exact(count: usize, from: usize, to: usize) -> Option<usize> {
    let bytes = count.checked_mul(from)?;
    bytes.is_multiple_of(to).then_some(bytes / to)
}

impl<T: Element> Array<T> {
    /// The same elements with other extents, without a copy.
    ///
    /// # Errors
    /// [`ArrayError::ShapeMismatch`] if the number of elements differs, and those of [`Strided::row_major`].
    ///
    /// ```
    /// use azulejo_cpu::{Array, ArrayError};
    /// let x = Array::from_vec((0..6).collect::<Vec<i32>>(), &[2, 3])?.reshape(&[3, 1, 2])?;
    /// assert_eq!((x.extents(), x.data()[5]), (&[3, 1, 2][..], 5));
    /// assert!(x.reshape(&[4]).is_err());
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn reshape(self, extents: &[usize]) -> Result<Self, ArrayError> {
        let layout = self.layout.reshape(extents)?;
        Ok(Self { layout, ..self })
    }
}

impl AnyArray {
    /// The same elements with other extents, without a copy.
    ///
    /// # Errors
    /// As [`Array::reshape`].
    pub fn reshape(self, extents: &[usize]) -> Result<Self, ArrayError> {
        fn typed<T: Stored>(array: AnyArray, extents: &[usize]) -> Result<AnyArray, ArrayError> {
            let dtype = array.dtype();
            let array = T::unwrap(array).ok_or(ArrayError::NotSupported {
                op: "reshape",
                dtype,
            })?;
            Ok(array.reshape(extents)?.into())
        }
        with_dtype!(self.dtype(), T => typed::<T>(self, extents))
    }

    /// The array as `dtype`: itself, without a copy, where it is that already, else as [`AnyArray::cast`] converts.
    ///
    /// # Errors
    /// As [`AnyArray::cast`].
    ///
    /// ```
    /// use azulejo_cpu::{AnyArray, Array};
    /// use azulejo_tensor::DType;
    /// let x: AnyArray = Array::from_vec(vec![1.5f32], &[1])?.into();
    /// let y = x.astype(DType::F32)?.astype(DType::I32)?;
    /// assert_eq!(y.dtype(), DType::I32);
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn astype(self, dtype: DType) -> Result<Self, ArrayError> {
        if self.dtype() == dtype {
            return Ok(self);
        }
        self.cast(dtype, None, None)
    }
}
