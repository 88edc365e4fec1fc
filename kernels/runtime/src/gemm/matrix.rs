//! [`Matrix`]: matrices in lines, as TMA reads and stores them.

use azulejo_tensor::DType;

use crate::{Error, tma};
use azulejo_kernels::device::gemm::args::View;
use azulejo_kernels::device::gemm::hopper::{args::OperandRows, operand::Major};

/// A batch of matrices in lines, as TMA reads and stores them: `strided` lines of `contiguous` elements, `ld` elements from line to line and
/// `batch_stride` from matrix to matrix.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    /// Device address of its first element.
    pub(super) base: u64,
    /// Which index runs along a line: K, or M or N of an operand; for D and C, [`Major::K`] stands for columns.
    pub major: Major,
    /// Elements of a line.
    pub(super) contiguous: u64,
    /// Lines of a matrix.
    pub(super) strided: u64,
    /// Elements from one element of a line to the next; an operand with another than 1 is copied before every launch.
    pub(super) step: u64,
    /// Elements from one line to the next.
    pub(super) ld: u64,
    /// Matrices.
    pub(super) batches: u64,
    /// Elements from one matrix to the next.
    pub(super) batch_stride: u64,
}

/// A tensor map's 128 bytes.
pub(super) type TensorMap = [u64; 16];

impl Matrix {
    /// The lines of `rows` by `columns` elements of `element` bytes: along the second index ([`Major::K`]) or the first, whichever has the
    /// smaller stride; `None` where something runs backwards.
    pub(super) fn of(view: &View, extents: [u64; 3], element: u64) -> Option<Self> {
        let (row, column) = (view.row, view.column);
        let along_rows = column == 1 || row != 1 && column < row;
        let major = if along_rows { Major::K } else { Major::Mn };
        Self::along(major, view, extents, element)
    }

    /// The lines along the second index ([`Major::K`]) or the first; `None` where something runs backwards.
    pub(super) fn along(
        major: Major,
        view: &View,
        [rows, columns, batches]: [u64; 3],
        element: u64,
    ) -> Option<Self> {
        let of = |stride: i64| u64::try_from(stride).ok();
        let (contiguous, strided, step, ld) = match major {
            Major::K => (columns, rows, view.column, view.row),
            Major::Mn => (rows, columns, view.row, view.column),
        };
        Some(Self {
            base: view.base,
            major,
            contiguous,
            strided,
            step: if contiguous > 1 { of(step)? } else { 1 },
            // After one line there is none: any distance will do, and TMA takes this one.
            ld: if strided > 1 {
                of(ld)?
            } else {
                contiguous.next_multiple_of(16 / element)
            },
            batches,
            batch_stride: if batches > 1 { of(view.batch)? } else { 0 },
        })
    }

    /// `strided` lines of `contiguous` elements, `ld` apart, from an address on.
    pub(crate) fn new(base: u64, major: Major, [strided, contiguous, ld]: [u64; 3]) -> Self {
        Self {
            base,
            major,
            contiguous,
            strided,
            step: 1,
            ld,
            batches: 1,
            batch_stride: 0,
        }
    }

    /// Returns `true` if lines are contiguous and apart.
    pub(super) fn has_lines(&self) -> bool {
        (self.step == 1 || self.contiguous <= 1)
            && (self.strided <= 1 || self.ld >= self.contiguous)
    }

    /// Returns `true` if elements of a line are one after the other.
    pub fn is_contiguous(&self) -> bool {
        self.step == 1
    }

    /// Rejects lines that are not contiguous, or overlap.
    pub(super) fn check_lines(&self, argument: &'static str) -> Result<(), Error> {
        if self.has_lines() || [self.contiguous, self.strided, self.batches].contains(&0) {
            return Ok(());
        }
        Err(Error::strides(
            argument,
            format!(
                "lines of {} elements, each {} after the one before, are {} apart: pass contiguous lines that do not overlap",
                self.contiguous, self.step, self.ld
            ),
        ))
    }

    /// Returns `true` if TMA can address it: contiguous lines, base and strides multiples of 16 bytes, strides below 2^40.
    pub fn is_aligned(&self, element: u64) -> bool {
        let whole = |stride: u64| {
            let bytes = stride.checked_mul(element)?;
            (is_whole(bytes) && bytes < 1 << 40).then_some(bytes)
        };
        self.has_lines()
            && is_whole(self.base)
            && whole(self.ld).is_some()
            && (self.batches <= 1 || whole(self.batch_stride).is_some_and(|bytes| bytes > 0))
    }

    /// Returns `true` if TMA can store it: it addresses it, and lines end at a multiple of 16 bytes. A store writes whole chunks of 16 bytes, those
    /// that reach past the end of a line too, as measured on an H200; a load gives zeros there.
    pub(super) fn is_stored_by_tma(&self, element: u64) -> bool {
        self.is_aligned(element) && is_whole(self.contiguous.wrapping_mul(element))
    }

    /// Returns the tensor map for boxes of `extent` (contiguous, strided) elements, swizzled over `swizzle` bytes, or not for 0.
    pub(super) fn tensor_map(
        &self,
        dtype: DType,
        (contiguous, strided): (u32, u32),
        swizzle: u32,
    ) -> Result<TensorMap, Error> {
        let element = dtype.bytes() as u64;
        let line = self.ld * element;
        let batch = match self.batches {
            0 | 1 => line * self.strided.max(1),
            _ => self.batch_stride * element,
        };
        let map = tma::Encoded {
            dtype,
            rank: 3,
            sizes: [self.contiguous, self.strided, self.batches, 1, 1],
            strides: [line, batch, 0, 0],
            extent: [contiguous, strided, 1, 1, 1],
            swizzle,
        };
        tma::encode(&map, self.base)
    }

    /// As a kernel finds its lines; one too long for a line's count of bytes is left out.
    pub(super) fn in_bytes(&self, element: u64) -> OperandRows {
        let (count, bytes) = (
            u32::try_from(self.strided),
            u32::try_from(self.contiguous * element),
        );
        let (Ok(count), Ok(bytes)) = (count, bytes) else {
            return OperandRows::default();
        };
        OperandRows {
            base: self.base,
            step: self.ld * element,
            batch: self.batch_stride * element,
            count,
            bytes,
        }
    }
}

/// Returns `true` if an address or a number of bytes is of whole chunks of 16 bytes, as all of TMA's are.
pub const fn is_whole(bytes: u64) -> bool {
    bytes.is_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::super::product::matrix_view;
    use super::*;

    #[test]
    fn lines_that_end_within_16_bytes_are_loaded_and_not_stored_by_tma() {
        for (contiguous, stored) in [(8, true), (16, true), (1, false), (15, false), (23, false)] {
            let matrix = Matrix::new(256, Major::K, [2, contiguous, 32]);
            assert!(matrix.is_aligned(2));
            assert_eq!(matrix.is_stored_by_tma(2), stored, "{contiguous}");
        }
    }

    #[test]
    fn strides_beyond_64_bits_are_not_aligned() {
        let matrix = |ld, batches, batch_stride| Matrix {
            batches,
            batch_stride,
            ..Matrix::new(256, Major::K, [2, 8, ld])
        };
        assert!(matrix(8, 1, u64::MAX).is_aligned(2));
        assert!(matrix(8, 2, 16).is_aligned(2));
        // 2^63 elements of two bytes wrap to 0.
        for (ld, batches, batch_stride) in [
            (1 << 63, 1, 0),
            (u64::MAX, 1, 0),
            (1 << 40, 1, 0),
            (8, 2, 1 << 63),
            (8, 2, 0),
            (9, 1, 0),
        ] {
            assert!(!matrix(ld, batches, batch_stride).is_aligned(2));
        }
    }

    #[test]
    fn lines_are_along_the_smaller_stride_and_do_not_overlap_in_outputs() {
        let view = |row, column| matrix_view(260, row, column);
        let of = |row, column| Matrix::of(&view(row, column), [3, 5, 1], 2);
        let found = |row, column| {
            let of = of(row, column).unwrap();
            (of.major, of.strided, of.contiguous, of.ld, of.step)
        };
        assert_eq!(found(8, 1), (Major::K, 3, 5, 8, 1));
        assert_eq!(found(1, 8), (Major::Mn, 5, 3, 8, 1));
        assert_eq!(found(1, 1), (Major::K, 3, 5, 1, 1));
        assert_eq!(found(10, 2), (Major::K, 3, 5, 10, 2));
        assert!(of(-8, 1).is_none() && of(8, -1).is_none());
        let one = Matrix::of(&view(0, 1), [1, 5, 1], 2).unwrap();
        assert_eq!((one.strided, one.ld), (1, 8));
        // Operands may repeat lines, which are copied then; outputs may not.
        let text = of(4, 1).unwrap().check_lines("d").unwrap_err().to_string();
        assert!(
            text.contains("5 elements") && text.contains("4 apart"),
            "{text}"
        );
        assert!(of(10, 2).unwrap().check_lines("d").is_err());
        assert!(of(5, 1).unwrap().check_lines("d").is_ok());
    }
}
