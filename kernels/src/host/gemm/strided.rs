//! [`StridedMatrix`]: matrices in device memory with any strides.

use super::Region;
use crate::cpu::Strided;
use crate::device::gemm::args::View;
use crate::host::{Error, check};

/// A batch of matrices in a [`Region`]: element `(batch, i, j)` is `start + batch · batch_stride + i · row + j · column` elements from its
/// beginning. Strides may be 0 or negative where the matrix is only read.
#[derive(Clone, Copy, Debug)]
pub struct StridedMatrix<'a> {
    /// The memory.
    pub region: Region<'a>,
    /// Elements before element (0, 0) of the first matrix.
    pub start: u64,
    /// Elements from one row to the next.
    pub row: i64,
    /// Elements from one column to the next.
    pub column: i64,
    /// Elements from one matrix to the next.
    pub batch: i64,
}

/// A stride, or one that [`StridedMatrix::touched`] rejects.
fn number(stride: Option<u64>) -> i64 {
    stride
        .and_then(|stride| i64::try_from(stride).ok())
        .unwrap_or(i64::MIN)
}

impl<'a> StridedMatrix<'a> {
    /// A compact matrix with contiguous rows of `columns` elements, `rows` of them, and others after it.
    pub fn row_major(region: Region<'a>, rows: u64, columns: u64) -> Self {
        Self {
            region,
            start: 0,
            row: number(Some(columns)),
            column: 1,
            batch: number(rows.checked_mul(columns)),
        }
    }

    /// A compact matrix with contiguous columns of `rows` elements, `columns` of them, and others after it.
    pub fn col_major(region: Region<'a>, rows: u64, columns: u64) -> Self {
        Self::row_major(region, columns, rows).transposed()
    }

    /// The same matrices with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self {
            row: self.column,
            column: self.row,
            ..self
        }
    }

    /// The bytes that `extents` (batches, rows, columns) of it touch, from the first to one past the last.
    ///
    /// # Errors
    /// [`Error::Strides`] for strides that are no number of bytes, followed or not; [`Error::OutOfBounds`] where they are not in the
    /// region, [`Error::Misaligned`] where elements of `element` bytes do not lie at multiples of their size.
    pub(super) fn touched(
        &self,
        argument: &'static str,
        extents: [u64; 3],
        element: u64,
    ) -> Result<(u64, u64), Error> {
        let address = self.region.address();
        let steps = [self.batch, self.row, self.column].map(i64::unsigned_abs);
        for step in steps.into_iter().chain([self.start]) {
            let bytes = step.checked_mul(element);
            if bytes.is_none_or(|bytes| bytes > i64::MAX as u64) {
                return Err(Error::strides(
                    argument,
                    format!("{step} elements of {element} bytes are more than 2^63 - 1 bytes"),
                ));
            }
        }
        if extents.contains(&0) {
            return Ok((address, address));
        }
        check::aligned(argument, address, element)?;
        let (mut low, mut high) = (self.start as i128, self.start as i128);
        for (extent, stride) in extents.into_iter().zip([self.batch, self.row, self.column]) {
            let reach = (extent as i128 - 1) * stride as i128;
            low += reach.min(0);
            high += reach.max(0);
        }
        let len = self.region.bytes() / element;
        let needed = match low {
            0.. => high as u128 + 1,
            _ => low.unsigned_abs() + u128::from(len),
        };
        check::in_bounds(argument, needed, len)?;
        Ok((
            address + low as u64 * element,
            address + (high as u64 + 1) * element,
        ))
    }

    /// Rejects an output two of whose elements share a place.
    ///
    /// # Errors
    /// [`Error::Overlap`].
    pub(super) fn injective(&self, argument: &'static str, extents: [u64; 3]) -> Result<(), Error> {
        let layout = Strided::new(
            &extents.map(|e| e as usize),
            &[self.batch, self.row, self.column].map(|s| s.unsigned_abs() as usize),
        )?;
        if layout.is_injective() {
            return Ok(());
        }
        Err(Error::overlap(argument, "itself"))
    }

    /// Where its elements are, of a matrix of these extents.
    pub(super) fn place(&self, extents: [u64; 3]) -> (u64, u64, [i64; 3]) {
        let mut strides = [self.batch, self.row, self.column];
        for (stride, _) in strides.iter_mut().zip(extents).filter(|of| of.1 <= 1) {
            *stride = 0;
        }
        (self.region.address(), self.start, strides)
    }

    /// As the kernels take it, for elements of `element` bytes.
    pub(super) fn view(&self, element: u64) -> View {
        View {
            base: self.region.address().wrapping_add(self.start * element),
            row: self.row,
            column: self.column,
            batch: self.batch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(bytes: u64, start: u64, row: i64, column: i64) -> StridedMatrix<'static> {
        StridedMatrix {
            region: Region::at(256, bytes),
            start,
            row,
            column,
            batch: 0,
        }
    }

    #[test]
    fn what_is_touched_is_inside_or_rejected() {
        assert_eq!(
            matrix(80, 0, 7, 1).touched("a", [1, 3, 4], 4),
            Ok((256, 256 + 72))
        );
        assert!(matrix(68, 0, 7, 1).touched("a", [1, 3, 4], 4).is_err());
        assert_eq!(
            matrix(48, 11, -4, -1).touched("a", [1, 3, 4], 4),
            Ok((256, 256 + 48))
        );
        assert!(matrix(48, 10, -4, -1).touched("a", [1, 3, 4], 4).is_err());
        assert!(matrix(0, 0, 1, 1).touched("a", [1, 0, 4], 4).is_ok());
        // Strides of more bytes than there are numbers, followed or not.
        for (start, row, column) in [(0, i64::MAX, 1), (0, 1, i64::MIN), (u64::MAX, 4, 1)] {
            for extents in [[1, 1, 1], [1, 0, 4], [1, 3, 4]] {
                let end = matrix(80, start, row, column).touched("a", extents, 4);
                assert!(
                    matches!(end, Err(Error::Strides { argument: "a", .. })),
                    "{end:?}"
                );
            }
        }
        let vast = StridedMatrix::row_major(Region::at(256, 80), 1 << 33, 1 << 33);
        assert!(vast.touched("a", [1, 1, 1], 1).is_err());
        let vast = StridedMatrix::row_major(Region::at(256, 80), 1, u64::MAX);
        assert!(vast.touched("a", [1, 1, 1], 1).is_err());
    }

    #[test]
    fn outputs_have_a_place_for_each_element() {
        assert!(matrix(0, 0, 4, 1).injective("d", [1, 3, 4]).is_ok());
        assert!(matrix(0, 0, -4, 1).injective("d", [1, 3, 4]).is_ok());
        assert!(matrix(0, 0, 3, 1).injective("d", [1, 3, 4]).is_err());
        assert!(matrix(0, 0, 4, 1).injective("d", [2, 3, 4]).is_err());
    }
}
