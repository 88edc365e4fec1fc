//! [`AnyArray`]: an array whose element type is known at run time.

use azulejo_tensor::{
    Bool, DType, Element, ElementError, F8E4M3, F8E5M2, Number, Overflow, RoundingMode, Tf32, bf16,
    cast_mode, f16, try_from_number, with_dtype,
};

use super::{Array, ArrayError, Strided, View, copy};

/// Values converted at a time by [`AnyArray::cast`].
const CHUNK: usize = 1024;

/// An element type that an [`AnyArray`] can hold: every one.
pub trait Stored: Element {
    /// The array as one of any type.
    fn wrap(array: Array<Self>) -> AnyArray;
    /// The array of this type, if it is of this type.
    fn peek(array: &AnyArray) -> Option<&Array<Self>>;
    /// The array of this type, for good, if it is of this type.
    fn unwrap(array: AnyArray) -> Option<Array<Self>>;
}

macro_rules! any_array {
    ($($variant:ident $ty:ident),*) => {
        /// An owned array of any of the sixteen element types, compact, the last mode contiguous.
        ///
        /// ```
        /// use azulejo_cpu::{AnyArray, Array};
        /// use azulejo_tensor::{DType, RoundingMode};
        /// let array: AnyArray = Array::from_vec(vec![1.5f32, -2.5], &[2])?.into();
        /// assert_eq!((array.dtype(), array.extents()), (DType::F32, &[2][..]));
        /// # Ok::<(), azulejo_cpu::ArrayError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyArray {
            $(#[doc = concat!("Elements of `", stringify!($ty), "`.")] $variant(Array<$ty>),)*
        }

        $(impl Stored for $ty {
            fn wrap(array: Array<Self>) -> AnyArray {
                AnyArray::$variant(array)
            }

            fn peek(array: &AnyArray) -> Option<&Array<Self>> {
                match array {
                    AnyArray::$variant(array) => Some(array),
                    _ => None,
                }
            }

            fn unwrap(array: AnyArray) -> Option<Array<Self>> {
                match array {
                    AnyArray::$variant(array) => Some(array),
                    _ => None,
                }
            }
        })*

        impl AnyArray {
            /// The element type.
            pub fn dtype(&self) -> DType {
                match self { $(AnyArray::$variant(_) => DType::$variant,)* }
            }

            fn layout(&self) -> &Strided {
                match self { $(AnyArray::$variant(array) => &array.layout,)* }
            }

            fn numbers(&self, start: usize, out: &mut [Number]) {
                match self {
                    $(AnyArray::$variant(array) => {
                        for (out, x) in out.iter_mut().zip(&array.data[start..]) {
                            *out = x.to_number();
                        }
                    })*
                }
            }
        }
    };
}

any_array! {
    Bool Bool, U8 u8, U16 u16, U32 u32, U64 u64, I8 i8, I16 i16, I32 i32, I64 i64, F16 f16, F32 f32, F64 f64, BF16 bf16,
    TF32 Tf32, F8E4M3 F8E4M3, F8E5M2 F8E5M2
}

impl<T: Stored> From<Array<T>> for AnyArray {
    fn from(array: Array<T>) -> Self {
        T::wrap(array)
    }
}

impl AnyArray {
    /// An array of zeros.
    ///
    /// # Errors
    /// As [`Array::zeros`].
    pub fn zeros(dtype: DType, extents: &[usize]) -> Result<Self, ArrayError> {
        with_dtype!(dtype, T => Ok(Array::<T>::zeros(extents)?.into()))
    }

    /// An array with one value everywhere, rounded to `dtype`.
    ///
    /// # Errors
    /// As [`Array::zeros`].
    pub fn full(dtype: DType, extents: &[usize], value: Number) -> Result<Self, ArrayError> {
        with_dtype!(dtype, T => {
            let mut array = Array::<T>::zeros(extents)?;
            let value = convert::<T>(value);
            array.data.fill(value);
            Ok(array.into())
        })
    }

    /// The shape.
    pub fn extents(&self) -> &[usize] {
        self.layout().extents()
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        self.layout().size()
    }

    /// The elements as `T`, if that is their type.
    ///
    /// # Errors
    /// [`ArrayError::NotSupported`] where it is another type.
    pub(super) fn typed<T: Stored>(&self, op: &'static str) -> Result<View<'_, T>, ArrayError> {
        T::peek(self)
            .map(Array::view)
            .ok_or(ArrayError::NotSupported {
                op,
                dtype: self.dtype(),
            })
    }

    /// Element `index`, counted with the last mode fastest; `None` past the end.
    pub fn get(&self, index: usize) -> Option<Number> {
        let mut value = [Number::Signed(0)];
        (index < self.size()).then(|| {
            self.numbers(index, &mut value);
            value[0]
        })
    }

    /// The same elements with their axes in another order: axis `k` of the result is axis `order[k]`.
    ///
    /// # Errors
    /// Those of [`View::permute`] and [`Array::zeros`].
    ///
    /// ```
    /// use azulejo_cpu::{AnyArray, Array};
    /// let x: AnyArray = Array::from_vec(vec![1i32, 2, 3, 4, 5, 6], &[2, 3])?.into();
    /// assert_eq!(x.permute(&[1, 0])?, Array::from_vec(vec![1i32, 4, 2, 5, 3, 6], &[3, 2])?.into());
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn permute(&self, order: &[usize]) -> Result<Self, ArrayError> {
        with_dtype!(self.dtype(), T => {
            let from = self.typed::<T>("permute")?.permute(order)?;
            let mut out = Array::<T>::zeros(from.layout().extents())?;
            copy(from, &mut out.view_mut())?;
            Ok(out.into())
        })
    }

    /// Every element converted to `dtype`: to a float by nearest even, to an integer toward zero, integers by
    /// wrapping, unless `mode` or `overflow` say otherwise.
    ///
    /// # Errors
    /// [`ArrayError::Element`] for a mode that the target type does not have; [`ArrayError::IndexOverflow`].
    ///
    /// ```
    /// use azulejo_cpu::{AnyArray, Array};
    /// use azulejo_tensor::{DType, Number, RoundingMode};
    /// let x: AnyArray = Array::from_vec(vec![2.9f32, -2.9, 3e9, f32::NAN], &[4])?.into();
    /// let y = x.cast(DType::I32, None, None)?;
    /// assert_eq!(y.get(2), Some(Number::Signed(i32::MAX as i64)));
    /// assert_eq!(y.get(3), Some(Number::Signed(0)));
    /// assert!(x.cast(DType::F16, Some(RoundingMode::Approx), None).is_err());
    /// # Ok::<(), azulejo_cpu::ArrayError>(())
    /// ```
    pub fn cast(
        &self,
        dtype: DType,
        mode: Option<RoundingMode>,
        overflow: Option<Overflow>,
    ) -> Result<Self, ArrayError> {
        with_dtype!(dtype, T => {
            let mode = mode.unwrap_or(natural_mode(dtype));
            let overflow = overflow.unwrap_or(T::OVERFLOW);
            check_mode((self.dtype(), dtype), mode, overflow)?;
            let mut out = Array::<T>::zeros(self.extents())?;
            let mut buffer = [Number::Signed(0); CHUNK];
            for (piece, out) in out.data.chunks_mut(CHUNK).enumerate() {
                let buffer = &mut buffer[..out.len()];
                self.numbers(piece * CHUNK, buffer);
                for (out, number) in out.iter_mut().zip(buffer) {
                    *out = T::from_number(*number, mode, overflow);
                }
            }
            Ok(out.into())
        })
    }

    /// Every element converted to `dtype` as [`try_cast`](azulejo_tensor::try_cast) does.
    ///
    /// # Errors
    /// [`ArrayError::ElementOutOfRange`] for the first element that does not fit, and those of [`Array::zeros`].
    ///
    /// ```
    /// use azulejo_cpu::{AnyArray, Array, ArrayError};
    /// use azulejo_tensor::DType;
    /// let x: AnyArray = Array::from_vec(vec![255i32, 300], &[2])?.into();
    /// assert!(matches!(x.try_cast(DType::U8), Err(ArrayError::ElementOutOfRange { index: 1, .. })));
    /// assert_eq!(x.try_cast(DType::F32)?.get(1).map(|x| x.to_f64()), Some(300.0));
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn try_cast(&self, dtype: DType) -> Result<Self, ArrayError> {
        with_dtype!(dtype, T => checked::<T>(self))
    }
}

/// Converts every element of `array` by [`try_cast`](azulejo_tensor::try_cast).
fn checked<T: Stored>(array: &AnyArray) -> Result<AnyArray, ArrayError> {
    let mut out = Array::<T>::zeros(array.extents())?;
    let mut buffer = [Number::Signed(0); CHUNK];
    for (piece, out) in out.data.chunks_mut(CHUNK).enumerate() {
        let buffer = &mut buffer[..out.len()];
        array.numbers(piece * CHUNK, buffer);
        for (at, (out, number)) in out.iter_mut().zip(buffer).enumerate() {
            let index = piece * CHUNK + at;
            *out = try_from_number(*number)
                .map_err(|error| ArrayError::ElementOutOfRange { index, error })?;
        }
    }
    Ok(out.into())
}

/// Rejects a mode that a cast between these types does not have.
///
/// # Errors
/// [`ElementError::RoundingNotSupported`] and its like.
#[doc(hidden)]
pub fn check_mode(
    (from, to): (DType, DType),
    mode: RoundingMode,
    overflow: Overflow,
) -> Result<(), ArrayError> {
    // The target alone decides; the error names both.
    match with_dtype!(to, T => cast_mode::<f64, T>(0.0, mode, overflow).map(|_| ())) {
        Err(ElementError::RoundingNotSupported { mode, to, .. }) => {
            Err(ElementError::RoundingNotSupported { mode, from, to }.into())
        }
        other => other.map_err(ArrayError::from),
    }
}

/// The mode of a cast that names none: nearest even to floats, toward zero to integers and truth values.
fn natural_mode(dtype: DType) -> RoundingMode {
    match dtype.category() {
        azulejo_tensor::Category::Float => RoundingMode::NearestEven,
        _ => RoundingMode::NearestIntToZero,
    }
}

/// A value in the type `T`, rounded as by a cast.
fn convert<T: Element>(value: Number) -> T {
    T::from_number(value, natural_mode(T::DTYPE), T::OVERFLOW)
}
