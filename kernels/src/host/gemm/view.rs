//! [`GpuMatRef`], [`GpuMatMut`], [`GpuVecRef`] and [`GpuVecMut`]: the arguments of a product on a GPU.
//!
//! Length: four views over one placement, whose checks are stated once.

use azulejo_tensor::DType;

use super::Region;
use super::batch::{MAX_BATCH_RANK, broadcast};
use crate::cpu::Strided;
use crate::device::gemm::args::View as KernelView;
use crate::host::{
    AnyView, AnyViewMut, DeviceData, DeviceDataMut, DeviceElement, Error, Operand, Target, View,
    ViewMut, check,
};

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

/// Modes of a matrix with its batch at most.
const MODES: usize = MAX_BATCH_RANK + 2;

/// Memory, element type and layout, checked against each other: modes of the batch, rows, columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub region: Region<'a>,
    pub dtype: DType,
    /// Elements before element (0, 0) of the first matrix.
    pub start: u64,
    rank: usize,
    extents: [usize; MODES],
    strides: [isize; MODES],
}

impl<'a> Placed<'a> {
    /// With element (0, 0) where it belongs, all elements being inside the memory.
    pub(super) fn new(
        region: Region<'a>,
        dtype: DType,
        extents: &[usize],
        strides: &[isize],
    ) -> Result<Self, Error> {
        let rank = extents.len();
        if rank < 2 {
            let why = format!("it has rank {rank}: a matrix has rank 2, a batch more; reshape it");
            return Err(Error::argument("view", why));
        }
        if rank != strides.len() || rank > MODES {
            let (extents, strides) = (rank - 2, strides.len().saturating_sub(2));
            return Err(Error::strides(
                "batch",
                format!(
                    "{extents} extents and {strides} strides: pass one stride an extent, of at most {MAX_BATCH_RANK}"
                ),
            ));
        }
        let is_empty = extents.contains(&0);
        let size = extents
            .iter()
            .try_fold(1usize, |size, extent| size.checked_mul(*extent));
        let fits = |extent: usize| isize::try_from(extent).is_ok();
        if !extents.iter().all(|extent| fits(*extent)) || !is_empty && !size.is_some_and(fits) {
            return Err(Error::argument(
                "shape",
                format!(
                    "{extents:?} has an extent or a size above {}, the most that an address counts: make it smaller",
                    isize::MAX
                ),
            ));
        }
        let mut placed = Self {
            region,
            dtype,
            start: 0,
            rank,
            extents: [1; MODES],
            strides: [0; MODES],
        };
        placed.extents[..rank].copy_from_slice(extents);
        placed.strides[..rank].copy_from_slice(strides);
        if is_empty {
            return Ok(placed);
        }
        let reach = |(extent, stride): (usize, isize)| (extent as i128 - 1) * stride as i128;
        let last: i128 = placed.modes().map(|mode| reach(mode).abs()).sum();
        let start: i128 = placed.modes().map(|mode| reach(mode).min(0)).sum();
        let element = dtype.bytes() as u64;
        check::in_bounds("data", last as u128 + 1, region.bytes() / element)?;
        check::aligned("data", region.address(), element)?;
        placed.start = -start as u64;
        Ok(placed)
    }

    /// Of the layout of an array, whose leading axes are a batch.
    fn of(region: Region<'a>, dtype: DType, layout: &Strided) -> Result<Self, Error> {
        let signed = |stride: &usize| isize::try_from(*stride).unwrap_or(isize::MAX);
        let strides: Vec<isize> = layout.strides().iter().map(signed).collect();
        Self::new(region, dtype, layout.extents(), &strides)
    }

    fn batched(self, extents: &[usize], strides: &[isize]) -> Result<Self, Error> {
        let (m, n) = (self.rank - 2, self.rank);
        let extents = [extents, &self.extents[m..n]].concat();
        let strides = [strides, &self.strides[m..n]].concat();
        Self::new(self.region, self.dtype, &extents, &strides)
    }

    /// Extents and strides, the batch's first.
    pub fn modes(&self) -> impl Iterator<Item = (usize, isize)> + '_ {
        let modes = self.extents.iter().copied().zip(self.strides);
        modes.take(self.rank)
    }

    /// Rejects an output that was borrowed for reading, or two of whose elements share a place.
    fn injective(self) -> Result<Self, Error> {
        self.region.check_writable("data")?;
        let strides: Vec<usize> = self.modes().map(|(_, step)| step.unsigned_abs()).collect();
        check::injective(&Strided::new(&self.extents[..self.rank], &strides)?)?;
        Ok(self)
    }

    fn t(mut self) -> Self {
        self.extents.swap(self.rank - 2, self.rank - 1);
        self.strides.swap(self.rank - 2, self.rank - 1);
        self
    }

    pub fn shape(&self) -> (usize, usize) {
        (self.extents[self.rank - 2], self.extents[self.rank - 1])
    }

    pub fn strides(&self) -> (isize, isize) {
        (self.strides[self.rank - 2], self.strides[self.rank - 1])
    }

    /// Extents and strides of the batch's axes.
    pub fn batch(&self) -> (&[usize], &[isize]) {
        let axes = self.rank - 2;
        (&self.extents[..axes], &self.strides[..axes])
    }

    /// With the batch's axes of D by NumPy's rule, and with strides of rows and columns that are numbers of bytes also where an extent of
    /// 1 or 0 leaves them out.
    pub(super) fn broadcast(mut self, argument: &'static str, to: &[usize]) -> Result<Self, Error> {
        let (own, steps) = self.batch();
        let steps = broadcast(argument, (own, steps), to)?;
        let ((rows, columns), (mut row, mut column)) = (self.shape(), self.strides());
        let compact = |extent: usize| isize::try_from(extent.max(1)).unwrap_or(1);
        if columns <= 1 {
            column = if row == 1 { compact(rows) } else { 1 };
        }
        if rows <= 1 {
            row = if column == 1 { compact(columns) } else { 1 };
        }
        if rows == 0 || columns == 0 {
            (row, column) = (1, 1);
        }
        let axes = to.len();
        self.rank = axes + 2;
        self.extents[..axes].copy_from_slice(to);
        self.strides[..axes].copy_from_slice(&steps[..axes]);
        (self.extents[axes], self.extents[axes + 1]) = (rows, columns);
        (self.strides[axes], self.strides[axes + 1]) = (row, column);
        Ok(self)
    }

    /// The first byte that it touches and one past the last.
    pub(super) fn range(&self) -> (u64, u64) {
        let first = self.region.address();
        let mut elements = 1;
        for (extent, stride) in self.modes() {
            if extent == 0 {
                return (first, first);
            }
            elements += (extent as u64 - 1) * stride.unsigned_abs() as u64;
        }
        (first, first + elements * self.dtype.bytes() as u64)
    }

    /// Whether its elements are those of another of the same shape.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        let place = |of: &Self| (of.region.address(), of.start, of.strides);
        place(self) == place(other)
    }

    /// As kernels take the matrices from one on, `first` elements behind the first, that are `batch` elements apart.
    pub(super) fn view(&self, first: i64, batch: i64) -> KernelView {
        let start = self.start.wrapping_add_signed(first);
        let bytes = start.wrapping_mul(self.dtype.bytes() as u64);
        let (row, column) = self.strides();
        KernelView {
            base: self.region.address().wrapping_add(bytes),
            row: row as i64,
            column: column as i64,
            batch,
        }
    }

    /// All that says where it is and of what.
    pub(super) fn words(&self, words: &mut Vec<u64>) {
        let (address, bytes) = (self.region.address(), self.region.bytes());
        let kind = (self.rank as u64) << 32 | self.dtype as u64;
        words.extend([address, bytes, kind, self.start]);
        words.extend(
            self.modes()
                .flat_map(|(extent, stride)| [extent as u64, stride as u64]),
        );
    }
}

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

macro_rules! try_from {
    ($($of:ident $(<$T:ident>)? => $to:ident: |$view:ident| $region:expr, $dtype:expr;)*) => {$(
        impl<'a $(, $T: DeviceElement)?> TryFrom<$of<'a $(, $T)?>> for $to<'a> {
            type Error = Error;
            /// Its last two axes as a matrix, the others as a batch.
            fn try_from($view: $of<'a $(, $T)?>) -> Result<Self, Error> {
                let (dtype, layout) = ($dtype, *$view.layout());
                Placed::of($region, dtype, &layout).map(Self)
            }
        }
    )*};
}

try_from! {
    View<T> => GpuMatRef: |view| view.region(), T::DTYPE;
    AnyView => GpuMatRef: |view| view.region(), view.dtype();
    ViewMut<T> => GpuMatMut: |view| view.into_region(), T::DTYPE;
    AnyViewMut => GpuMatMut: |view| view.into_region(), view.dtype();
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

            /// Whether there are none.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(
        len: u64,
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Placed<'static>, Error> {
        let region = Region::at(256, 4 * len);
        GpuMatRef::of_region(region, DType::F32, shape, strides).map(|matrix| matrix.0)
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
        let odd = Placed::new(Region::at(258, 64), DType::F32, &[2, 2], &[2, 1]);
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
        // Their sum is more than any integer holds.
        for (extent, step) in [(usize::MAX, isize::MAX), (1 << 62, isize::MIN)] {
            let far = one().batched(&[extent; 6], &[step; 6]);
            assert!(
                matches!(
                    far,
                    Err(Error::Argument {
                        argument: "shape",
                        ..
                    })
                ),
                "{far:?}"
            );
            assert!(one().batched(&[0, 5, 5, 5], &[step; 4]).is_ok());
        }
        assert!(four.injective().is_ok());
        assert!(one().batched(&[2], &[3]).unwrap().injective().is_err());
        assert!(one().batched(&[2], &[0]).unwrap().injective().is_err());
    }

    #[test]
    fn the_leading_axes_of_an_array_are_a_batch() {
        let region = Region::at(256, 4 * 24);
        let of = |layout: &Strided| Placed::of(region, DType::F32, layout);
        let cube = of(&Strided::row_major(&[2, 3, 4]).unwrap()).unwrap();
        assert_eq!((cube.shape(), cube.strides()), ((3, 4), (4, 1)));
        assert_eq!(cube.batch(), (&[2][..], &[12][..]));
        let line = of(&Strided::row_major(&[24]).unwrap()).unwrap_err();
        assert!(line.to_string().contains("rank 1"), "{line}");
    }
}
