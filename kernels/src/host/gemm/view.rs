//! [`GpuMatRef`], [`GpuMatMut`], [`GpuVecRef`] and [`GpuVecMut`]: the arguments of a product on a GPU.
//!
//! Length: four views over one placement, whose checks are stated once.

use azulejo_tensor::DType;

use super::Region;
use crate::cpu::Strided;
use crate::host::{
    AnyView, AnyViewMut, DeviceData, DeviceDataMut, DeviceElement, Error, View, ViewMut, check,
};

/// Leading axes of a batch at most.
pub const MAX_BATCH_RANK: usize = 6;

/// A matrix on a device to read, or a batch of them: memory of any owner seen through
/// `(rows,columns):(row_stride,column_stride)`, strides in elements.
///
/// A stride of 0 repeats an element along its mode, a negative one walks its mode backwards. Element (0, 0) is placed so that the
/// lowest element that the layout reaches is the first of the memory.
///
/// | memory | view |
/// |---|---|
/// | [`Buffer`](crate::host::Buffer), a slice of one, `CudaSlice` and `CudaView` of cudarc | `GpuMatRef::row_major(&data, m, k)` |
/// | DLPack, CUDA Array Interface | `GpuMatRef::try_from(array.view()?)`, leading axes a batch |
/// | a raw pointer | [`Memory::from_raw`](crate::host::interop::Memory::from_raw), then `GpuMatRef::row_major::<f32>(&memory, m, k)` |
/// | bytes of a type known at run time | `GpuMatRef::of_bytes(&bytes, dtype, shape, strides)` |
///
/// ```no_run
/// use azulejo_kernels::host::{Device, gemm::GpuMatRef};
/// let stream = Device::new(0)?.stream()?;
/// let data = stream.upload(&[0.0f32; 24])?;
/// let a = GpuMatRef::row_major(&data, 4, 6)?;
/// assert_eq!((a.t().shape(), a.t().strides()), ((6, 4), (1, 6)));
/// let two = GpuMatRef::row_major(&data, 4, 3)?.batched(&[2], &[12])?;
/// assert_eq!(two.batch(), (&[2][..], &[12][..]));
/// assert!(GpuMatRef::new(&data, (4, 6), (7, 1)).is_err()); // offsets up to 26 of 24
/// # Ok::<(), azulejo_kernels::host::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GpuMatRef<'a>(pub(crate) Placed<'a>);

/// A matrix on a device to write, or a batch of them: as [`GpuMatRef`], but no two coordinates may be one element.
#[derive(Debug)]
pub struct GpuMatMut<'a>(pub(crate) Placed<'a>);

/// Memory, element type and layout, checked against each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub region: Region<'a>,
    pub dtype: DType,
    /// Elements before element (0, 0) of the first matrix.
    pub start: u64,
    pub shape: (usize, usize),
    pub strides: (isize, isize),
    pub rank: usize,
    pub extents: [usize; MAX_BATCH_RANK],
    pub steps: [isize; MAX_BATCH_RANK],
}

impl<'a> Placed<'a> {
    fn new(
        region: Region<'a>,
        dtype: DType,
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Self, Error> {
        Self {
            region,
            dtype,
            start: 0,
            shape,
            strides,
            rank: 0,
            extents: [1; MAX_BATCH_RANK],
            steps: [0; MAX_BATCH_RANK],
        }
        .placed()
    }

    /// Of the layout of an array, whose leading axes are a batch.
    fn of(region: Region<'a>, dtype: DType, layout: &Strided) -> Result<Self, Error> {
        let signed = |stride: &usize| isize::try_from(*stride).unwrap_or(isize::MAX);
        let strides: Vec<isize> = layout.strides().iter().map(signed).collect();
        let ([batch @ .., rows, columns], [steps @ .., row, column]) =
            (layout.extents(), &strides[..])
        else {
            return Err(Error::argument(
                "view",
                format!(
                    "it has rank {}: a matrix has rank 2, a batch more; reshape it",
                    layout.rank()
                ),
            ));
        };
        Self::new(region, dtype, (*rows, *columns), (*row, *column))?.batched(batch, steps)
    }

    fn batched(self, extents: &[usize], steps: &[isize]) -> Result<Self, Error> {
        let rank = extents.len();
        if rank != steps.len() || rank > MAX_BATCH_RANK {
            return Err(Error::strides(
                "batch",
                format!(
                    "{rank} extents and {} strides: pass one stride an extent, of at most {MAX_BATCH_RANK}",
                    steps.len()
                ),
            ));
        }
        let mut batched = Self { rank, ..self };
        batched.extents[..rank].copy_from_slice(extents);
        batched.steps[..rank].copy_from_slice(steps);
        batched.placed()
    }

    /// Extents and strides, the batch's first.
    pub fn modes(&self) -> impl Iterator<Item = (usize, isize)> + '_ {
        let batch = self.extents.iter().copied().zip(self.steps);
        let (rows, columns) = (self.shape.0, self.shape.1);
        batch
            .take(self.rank)
            .chain([(rows, self.strides.0), (columns, self.strides.1)])
    }

    /// With element (0, 0) where it belongs, all elements being inside the memory.
    fn placed(self) -> Result<Self, Error> {
        let len = self.region.bytes() / self.dtype.bytes() as u64;
        let (mut size, mut start, mut last) = (Some(1usize), 0i128, 0i128);
        for (extent, stride) in self.modes() {
            size = size.and_then(|size| size.checked_mul(extent));
            let reach = (extent as i128 - 1) * stride as i128;
            start -= reach.min(0);
            last += reach.abs();
        }
        let is_empty = self.modes().any(|(extent, _)| extent == 0);
        let fits = |extent: usize| isize::try_from(extent).is_ok();
        if !self.modes().all(|(extent, _)| fits(extent)) || !is_empty && !size.is_some_and(fits) {
            let extents: Vec<usize> = self.modes().map(|(extent, _)| extent).collect();
            return Err(Error::argument(
                "shape",
                format!(
                    "{extents:?} has an extent or a size above {}, the most that an address counts: make it smaller",
                    isize::MAX
                ),
            ));
        }
        if is_empty {
            return Ok(Self { start: 0, ..self });
        }
        check::in_bounds("data", last as u128 + 1, len)?;
        let align = self.dtype.bytes() as u64;
        check::aligned("data", self.region.address(), align)?;
        Ok(Self {
            start: start as u64,
            ..self
        })
    }

    /// Rejects an output two of whose elements share a place.
    fn injective(self) -> Result<Self, Error> {
        let extents: Vec<usize> = self.modes().map(|(extent, _)| extent).collect();
        let strides: Vec<usize> = self.modes().map(|(_, step)| step.unsigned_abs()).collect();
        if Strided::new(&extents, &strides)?.is_injective() {
            return Ok(self);
        }
        Err(crate::cpu::ArrayError::Overlap { extents, strides }.into())
    }

    fn t(self) -> Self {
        Self {
            shape: (self.shape.1, self.shape.0),
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }
}

/// `(cols, 1)`, or what [`Placed::placed`] rejects.
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
                $check(Placed::new(Region::$region(data), T::DTYPE, shape, strides)?).map(Self)
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
                $check(Placed::new(Region::$region(data), dtype, shape, strides)?).map(Self)
            }

            /// A batch of such matrices along leading axes of these extents and strides, in elements; none is one matrix.
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
                self.0.shape
            }

            /// Elements from one row, and from one column, to the next.
            pub fn strides(&self) -> (isize, isize) {
                self.0.strides
            }

            /// Extents and strides of the batch's axes; empty for one matrix.
            pub fn batch(&self) -> (&[usize], &[isize]) {
                (&self.0.extents[..self.0.rank], &self.0.steps[..self.0.rank])
            }

            /// The element type.
            pub fn dtype(&self) -> DType {
                self.0.dtype
            }

            /// The memory.
            pub fn region(&self) -> Region<'a> {
                self.0.region
            }

            /// Elements of the memory before element (0, 0) of the first matrix: 0 unless a stride is negative.
            pub fn origin(&self) -> u64 {
                self.0.start
            }
        }
    };
}

shared!(GpuMatRef, DeviceData, (&'a), read, Ok);
shared!(GpuMatMut, DeviceDataMut, (&'a mut), write, Placed::injective);

impl GpuMatRef<'_> {
    /// The same elements of `f32`, multiplied as tf32: the tensor cores read the upper 19 bits of each.
    ///
    /// # Errors
    /// [`Error::Dtype`] for elements of another type.
    pub fn as_tf32(self) -> Result<Self, Error> {
        match self.0.dtype {
            DType::F32 | DType::TF32 => Ok(Self(Placed {
                dtype: DType::TF32,
                ..self.0
            })),
            other => Err(Error::dtype("data", other)),
        }
    }
}

impl GpuMatMut<'_> {
    /// The same matrix, to read.
    pub fn as_ref(&self) -> GpuMatRef<'_> {
        GpuMatRef(self.0)
    }
}

impl<'a, T: DeviceElement> TryFrom<View<'a, T>> for GpuMatRef<'a> {
    type Error = Error;
    /// Its last two axes as a matrix, the others as a batch.
    fn try_from(view: View<'a, T>) -> Result<Self, Error> {
        Placed::of(view.region(), T::DTYPE, view.layout()).map(Self)
    }
}

impl<'a> TryFrom<AnyView<'a>> for GpuMatRef<'a> {
    type Error = Error;
    /// Its last two axes as a matrix, the others as a batch.
    fn try_from(view: AnyView<'a>) -> Result<Self, Error> {
        use crate::host::Operand;
        Placed::of(view.region(), view.dtype(), view.layout()).map(Self)
    }
}

impl<'a, T: DeviceElement> TryFrom<ViewMut<'a, T>> for GpuMatMut<'a> {
    type Error = Error;
    /// Its last two axes as a matrix, the others as a batch.
    fn try_from(view: ViewMut<'a, T>) -> Result<Self, Error> {
        let layout = *view.layout();
        Placed::of(view.into_region(), T::DTYPE, &layout).map(Self)
    }
}

impl<'a> TryFrom<AnyViewMut<'a>> for GpuMatMut<'a> {
    type Error = Error;
    /// Its last two axes as a matrix, the others as a batch.
    fn try_from(view: AnyViewMut<'a>) -> Result<Self, Error> {
        use crate::host::Target;
        let (dtype, layout) = (view.dtype(), *view.layout());
        Placed::of(view.into_region(), dtype, &layout).map(Self)
    }
}

/// A vector on a device to read: all of some memory.
#[derive(Clone, Copy, Debug)]
pub struct GpuVecRef<'a> {
    region: Region<'a>,
    dtype: DType,
}

/// A vector on a device to write: all of some memory.
#[derive(Clone, Copy, Debug)]
pub struct GpuVecMut<'a> {
    region: Region<'a>,
    dtype: DType,
}

macro_rules! vector {
    ($name:ident, $data:ident, ($($borrow:tt)*), $region:ident) => {
        impl<'a> $name<'a> {
            /// All of `data`.
            pub fn new<T: DeviceElement>(data: $($borrow)* (impl $data<T> + ?Sized)) -> Self {
                Self {
                    region: Region::$region(data),
                    dtype: T::DTYPE,
                }
            }

            /// All of `data`, as elements of a type known at run time.
            pub fn of_bytes(data: $($borrow)* (impl $data<u8> + ?Sized), dtype: DType) -> Self {
                let region = Region::$region(data);
                Self { region, dtype }
            }

            /// How many elements.
            pub fn len(&self) -> usize {
                (self.region.bytes() / self.dtype.bytes() as u64) as usize
            }

            /// Whether there are none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The element type.
            pub fn dtype(&self) -> DType {
                self.dtype
            }

            /// The memory.
            pub fn region(&self) -> Region<'a> {
                self.region
            }
        }
    };
}

vector!(GpuVecRef, DeviceData, (&'a), read);
vector!(GpuVecMut, DeviceDataMut, (&'a mut), write);

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(
        len: u64,
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Placed<'static>, Error> {
        Placed::new(Region::at(256, 4 * len), DType::F32, shape, strides)
    }

    #[test]
    fn layouts_are_inside_their_memory() {
        assert_eq!(placed(18, (3, 4), (7, 1)).unwrap().start, 0);
        assert_eq!(placed(12, (3, 4), (-4, -1)).unwrap().start, 11);
        assert_eq!(placed(12, (3, 4), (4, -1)).unwrap().start, 3);
        assert_eq!(placed(4, (3, 4), (0, 1)).unwrap().start, 0);
        for (len, strides) in [(17, (7, 1)), (11, (-4, -1)), (3, (0, 1))] {
            let end = placed(len, (3, 4), strides);
            let needed = len + 1;
            assert!(
                matches!(end, Err(Error::OutOfBounds { needed: n, len: l, .. }) if (n, l) == (needed, len)),
                "{end:?}"
            );
        }
        for stride in [isize::MAX, isize::MIN] {
            let far = placed(12, (3, 4), (stride, 1));
            assert!(matches!(far, Err(Error::OutOfBounds { .. })), "{far:?}");
            // What is not followed reaches nothing.
            assert!(placed(4, (1, 4), (stride, 1)).is_ok());
            assert!(placed(0, (0, 4), (stride, 1)).is_ok());
        }
        let odd = Placed::new(Region::at(258, 64), DType::F32, (2, 2), (2, 1));
        assert!(matches!(odd, Err(Error::Misaligned { align: 4, .. })));
    }

    #[test]
    fn extents_and_their_product_are_numbers_of_elements() {
        // K of 2^63 and more, of A and of B, also where the other extent is 0.
        let k = 1 << 63;
        for shape in [
            (usize::MAX, 1),
            (0, usize::MAX),
            (1 << 40, 1 << 40),
            (1, k),
            (k, 1),
            (0, k),
            (k, 0),
            (3, k + 1),
        ] {
            let end = placed(4, shape, (0, 0));
            let Err(Error::Argument { argument, why }) = end else {
                panic!("{shape:?}: {end:?}");
            };
            assert!(argument == "shape" && why.contains("make it smaller"));
        }
    }

    #[test]
    fn batches_are_checked_with_their_matrices() {
        let one = || placed(24, (2, 3), (3, 1)).unwrap();
        let four = one().batched(&[2, 2], &[12, 6]).unwrap();
        assert_eq!(four.modes().count(), 4);
        assert_eq!(one().batched(&[4], &[-6]).unwrap().start, 18);
        assert!(matches!(
            one().batched(&[5], &[6]),
            Err(Error::OutOfBounds { needed: 30, .. })
        ));
        assert!(matches!(
            one().batched(&[5], &[]),
            Err(Error::Strides { .. })
        ));
        assert!(one().batched(&[1; 7], &[0; 7]).is_err());
        assert!(four.injective().is_ok());
        assert!(one().batched(&[2], &[3]).unwrap().injective().is_err());
        assert!(one().batched(&[2], &[0]).unwrap().injective().is_err());
    }

    #[test]
    fn the_leading_axes_of_an_array_are_a_batch() {
        let region = Region::at(256, 4 * 24);
        let of = |layout: &Strided| Placed::of(region, DType::F32, layout);
        let cube = of(&Strided::row_major(&[2, 3, 4]).unwrap()).unwrap();
        assert_eq!((cube.shape, cube.strides, cube.rank), ((3, 4), (4, 1), 1));
        assert_eq!((cube.extents[0], cube.steps[0]), (2, 12));
        let line = of(&Strided::row_major(&[24]).unwrap()).unwrap_err();
        assert!(line.to_string().contains("rank 1"), "{line}");
    }
}
