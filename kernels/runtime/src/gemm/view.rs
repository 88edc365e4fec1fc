//! [`GpuMatRef`], [`GpuMatMut`], [`GpuVecRef`] and [`GpuVecMut`]: the arguments of a product on a GPU.

use azulejo_tensor::DType;

use super::Region;
#[cfg(doc)]
use super::batch::MAX_BATCH_RANK;
use super::placed::Placed;
use crate::{AnyView, AnyViewMut, DeviceData, DeviceDataMut, DeviceElement, Error, View, ViewMut};

/// A matrix on a device to read, or a batch of them: memory of any owner seen through
/// `(rows,columns):(row_stride,column_stride)`, strides in elements.
///
/// A stride of 0 repeats an element along its mode, a negative one walks its mode backwards. Element (0, 0) is placed so that the
/// lowest element that the layout reaches is the first of the memory.
///
/// | memory | view |
/// |---|---|
/// | [`Buffer`](crate::Buffer), a slice of one, `CudaSlice` and `CudaView` of cudarc | `GpuMatRef::row_major(&data, m, k)` |
/// | DLPack, CUDA Array Interface | `GpuMatRef::try_from(array.view()?)`, leading axes a batch |
/// | a raw pointer | [`Memory::from_raw`](crate::interop::Memory::from_raw), then `GpuMatRef::row_major::<f32>(&memory, m, k)` |
/// | bytes of a type known at run time | `GpuMatRef::of_bytes(&bytes, dtype, shape, strides)` |
///
/// ```no_run
/// use azulejo_runtime::{Device, gemm::GpuMatRef};
/// let stream = Device::new(0)?.stream()?;
/// let data = stream.upload(&[0.0f32; 24])?;
/// let a = GpuMatRef::row_major(&data, 4, 6)?;
/// assert_eq!((a.t().shape(), a.t().strides()), ((6, 4), (1, 6)));
/// let two = GpuMatRef::row_major(&data, 4, 3)?.batched(&[2], &[12])?;
/// assert_eq!(two.batch(), (&[2][..], &[12][..]));
/// assert!(GpuMatRef::new(&data, (4, 6), (7, 1)).is_err()); // offsets up to 26 of 24
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GpuMatRef<'a>(pub(crate) Placed<'a>);

/// A matrix on a device to write, or a batch of them: as [`GpuMatRef`], but no two coordinates may be one element.
#[derive(Debug)]
pub struct GpuMatMut<'a>(pub(crate) Placed<'a>);

/// `(cols, 1)`, or what [`Placed::new`] rejects.
fn row_major(cols: usize) -> (isize, isize) {
    (isize::try_from(cols).unwrap_or(isize::MAX), 1)
}

macro_rules! shared {
    ($name:ident, $data:ident, ($($borrow:tt)*), $region:ident, $check:expr) => {
        impl<'a> $name<'a> {
            /// Views `data` through `shape:strides`.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`] if the layout reaches past the data, [`Error::Argument`] if an extent or the number of elements
            /// is above `isize::MAX`, [`Error::Misaligned`]; for an output [`Error::Array`] if two coordinates are one element.
            pub fn new<T: DeviceElement>(
                data: $($borrow)* (impl $data<T> + ?Sized),
                shape: (usize, usize),
                strides: (isize, isize),
            ) -> Result<Self, Error> {
                Self::of_region(Region::$region(data), T::DTYPE, shape, strides)
            }

            /// Views `data` as `(rows,cols):(cols,1)`, C order.
            ///
            /// # Errors
            /// As [`Self::new`].
            pub fn row_major<T: DeviceElement>(
                data: $($borrow)* (impl $data<T> + ?Sized),
                rows: usize,
                cols: usize,
            ) -> Result<Self, Error> {
                Self::new::<T>(data, (rows, cols), row_major(cols))
            }

            /// Views `data` as `(rows,cols):(1,rows)`, Fortran order.
            ///
            /// # Errors
            /// As [`Self::new`].
            pub fn col_major<T: DeviceElement>(
                data: $($borrow)* (impl $data<T> + ?Sized),
                rows: usize,
                cols: usize,
            ) -> Result<Self, Error> {
                Self::row_major::<T>(data, cols, rows).map(Self::t)
            }

            /// Views bytes as elements of a type known at run time, through `shape:strides`, strides in elements.
            ///
            /// # Errors
            /// As [`Self::new`].
            pub fn of_bytes(
                data: $($borrow)* (impl $data<u8> + ?Sized),
                dtype: DType,
                shape: (usize, usize),
                strides: (isize, isize),
            ) -> Result<Self, Error> {
                Self::of_region(Region::$region(data), dtype, shape, strides)
            }

            /// Views memory of any owner as elements of a type known at run time, through `shape:strides`, strides in elements.
            ///
            /// # Errors
            /// As [`Self::new`]; for an output [`Error::Argument`] if the memory was borrowed for reading.
            pub fn of_region(
                region: Region<'a>,
                dtype: DType,
                (rows, columns): (usize, usize),
                (row, column): (isize, isize),
            ) -> Result<Self, Error> {
                $check(Placed::new(region, dtype, &[rows, columns], &[row, column])?).map(Self)
            }

            /// A batch of such matrices along leading axes of these extents and strides, in elements; none is one matrix.
            ///
            /// The memory holds the matrix also where an extent is 0. An empty batch without any is the view of an array:
            /// `View::row_major(&data, &[0, m, k])?.try_into()?`.
            ///
            /// # Errors
            /// [`Error::Strides`] if the numbers of extents and strides differ or are above [`MAX_BATCH_RANK`], and as [`Self::new`].
            pub fn batched(self, extents: &[usize], strides: &[isize]) -> Result<Self, Error> {
                $check(self.0.batched(extents, strides)?).map(Self)
            }

            /// The transpose: the same elements with the modes exchanged.
            #[must_use]
            pub fn t(self) -> Self {
                Self(self.0.t())
            }

            /// Rows and columns.
            pub fn shape(&self) -> (usize, usize) {
                self.0.shape()
            }

            /// Elements from one row, and from one column, to the next.
            pub fn strides(&self) -> (isize, isize) {
                self.0.strides()
            }

            /// Extents and strides of the batch's axes; empty for one matrix.
            pub fn batch(&self) -> (&[usize], &[isize]) {
                self.0.batch()
            }

            /// The element type.
            pub fn dtype(&self) -> DType {
                self.0.dtype
            }
        }
    };
}

shared!(GpuMatRef, DeviceData, (&'a), read, Ok);
shared!(GpuMatMut, DeviceDataMut, (&'a mut), write, Placed::injective);

impl GpuMatRef<'_> {
    /// The same elements of `f32`, multiplied as tf32: each is rounded to 10 bits of fraction, to nearest, as it is loaded.
    ///
    /// # Errors
    /// [`Error::Dtype`] for elements of another type.
    pub fn as_tf32(mut self) -> Result<Self, Error> {
        match self.0.dtype {
            DType::F32 | DType::TF32 => self.0.dtype = DType::TF32,
            other => return Err(Error::dtype("data", other, DType::F32)),
        }
        Ok(self)
    }
}

impl GpuMatMut<'_> {
    /// The same matrix, to read.
    pub fn as_ref(&self) -> GpuMatRef<'_> {
        GpuMatRef(self.0)
    }
}

macro_rules! try_from {
    ($($of:ident $(<$T:ident>)? => $to:ident;)*) => {$(
        impl<'a $(, $T)?> TryFrom<$of<'a $(, $T)?>> for $to<'a> {
            type Error = Error;
            /// Returns the last two axes as a matrix, the others as a batch.
            fn try_from(view: $of<'a $(, $T)?>) -> Result<Self, Error> {
                Placed::of(&view.0).map(Self)
            }
        }
    )*};
}

try_from! {
    View<T> => GpuMatRef;
    AnyView => GpuMatRef;
    ViewMut<T> => GpuMatMut;
    AnyViewMut => GpuMatMut;
}

/// A vector on a device to read: all of some memory.
#[derive(Clone, Copy, Debug)]
pub struct GpuVecRef<'a>(pub(super) Region<'a>, DType);

/// A vector on a device to write: all of some memory.
#[derive(Clone, Copy, Debug)]
pub struct GpuVecMut<'a>(pub(super) Region<'a>, pub(super) DType);

macro_rules! vector {
    ($name:ident, $data:ident, ($($borrow:tt)*), $region:ident) => {
        impl<'a> $name<'a> {
            /// All of `data`.
            pub fn new<T: DeviceElement>(data: $($borrow)* (impl $data<T> + ?Sized)) -> Self {
                Self(Region::$region(data), T::DTYPE)
            }

            /// All of `data`, as elements of a type known at run time.
            pub fn of_bytes(data: $($borrow)* (impl $data<u8> + ?Sized), dtype: DType) -> Self {
                Self(Region::$region(data), dtype)
            }

            /// How many elements.
            pub fn len(&self) -> usize {
                (self.0.bytes() / self.1.bytes() as u64) as usize
            }

            /// Returns `true` if there are none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The element type.
            pub fn dtype(&self) -> DType {
                self.1
            }
        }
    };
}

vector!(GpuVecRef, DeviceData, (&'a), read);
vector!(GpuVecMut, DeviceDataMut, (&'a mut), write);

impl<'a> GpuVecRef<'a> {
    /// All of some memory of any owner, as elements of a type known at run time.
    pub fn of_region(region: Region<'a>, dtype: DType) -> Self {
        Self(region, dtype)
    }
}
