//! [`Placed`]: a matrix, or a batch of them, in the memory that holds it.

use azulejo_tensor::DType;

use super::Region;
use super::batch::{MAX_BATCH_RANK, broadcast};
use crate::{Error, check, view::Tensor};
use azulejo_cpu::Strided;
use azulejo_kernels::device::gemm::args::View as KernelView;

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
    pub(super) fn of(array: &Tensor<'a>) -> Result<Self, Error> {
        let layout = &array.layout;
        let signed = |stride: &usize| isize::try_from(*stride).unwrap_or(isize::MAX);
        let strides: Vec<isize> = layout.strides().iter().map(signed).collect();
        Self::new(array.region, array.dtype, layout.extents(), &strides)
    }

    pub(super) fn batched(self, extents: &[usize], strides: &[isize]) -> Result<Self, Error> {
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
    pub(super) fn injective(self) -> Result<Self, Error> {
        self.region.check_writable("data")?;
        let strides: Vec<usize> = self.modes().map(|(_, step)| step.unsigned_abs()).collect();
        check::injective(&Strided::new(&self.extents[..self.rank], &strides)?)?;
        Ok(self)
    }

    pub(super) fn t(mut self) -> Self {
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
        let ((rows, columns), (mut row, mut column)) = (self.shape(), self.strides());
        let steps = broadcast((own, steps), to).ok_or_else(|| {
            let whole = |batch: &[usize]| [batch, &[rows, columns]].concat();
            Error::shape(argument, whole(to), whole(own))
        })?;
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

    /// Returns `true` if its elements are those of another of the same shape.
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

#[cfg(test)]
mod tests {
    use super::super::GpuMatRef;
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
                far.as_ref().is_err_and(|error| error.names("shape")),
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
        let in_bytes = |bytes: u64, extents: &[usize]| {
            let region = Region::at(256, bytes);
            let (dtype, layout) = (DType::F32, Strided::row_major(extents).unwrap());
            Placed::of(&Tensor {
                region,
                dtype,
                layout,
            })
        };
        let of = |extents: &[usize]| in_bytes(4 * 24, extents);
        let cube = of(&[2, 3, 4]).unwrap();
        assert_eq!((cube.shape(), cube.strides()), ((3, 4), (4, 1)));
        assert_eq!(cube.batch(), (&[2][..], &[12][..]));
        let other = cube.broadcast("a", &[5]).unwrap_err();
        assert_eq!(other, Error::shape("a", [5, 3, 4], [2, 3, 4]));
        // An empty batch needs no memory.
        let none = in_bytes(0, &[0, 3, 4]).unwrap();
        assert_eq!(
            (none.batch(), none.shape()),
            ((&[0][..], &[12][..]), (3, 4))
        );
        let line = of(&[24]).unwrap_err();
        assert!(line.to_string().contains("rank 1"), "{line}");
    }
}
