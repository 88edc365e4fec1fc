//! [`Matrix`]: matrices in lines, as TMA reads and stores them.

use super::{Region, StridedMatrix};
use crate::device::gemm::hopper::operand::Major;
use crate::host::Error;

/// A batch of matrices in lines, as TMA reads and stores them: `lines` lines of `run` elements, `ld` elements from line to line and
/// `batch_stride` from matrix to matrix.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    /// Where its first element is.
    pub region: Region<'a>,
    /// Which index runs along a line: K, or M or N of an operand; for D and C, [`Major::K`] stands for columns.
    pub major: Major,
    /// Elements of a line.
    pub run: u64,
    /// Lines of a matrix.
    pub lines: u64,
    /// Elements from one element of a line to the next; an operand with another than 1 is copied before every launch.
    pub step: u64,
    /// Elements from one line to the next.
    pub ld: u64,
    /// Matrices.
    pub batches: u64,
    /// Elements from one matrix to the next.
    pub batch_stride: u64,
}

impl<'a> Matrix<'a> {
    /// The lines of `rows` by `columns` elements of `element` bytes: along the second index ([`Major::K`]) or the first, whichever has the
    /// smaller stride; `None` where something runs backwards.
    pub fn of(
        matrix: StridedMatrix<'a>,
        [rows, columns, batches]: [u32; 3],
        element: u64,
    ) -> Option<Self> {
        let of = |stride: i64| u64::try_from(stride).ok();
        let (row, column) = (of(matrix.row)?, of(matrix.column)?);
        let (rows, columns) = (u64::from(rows), u64::from(columns));
        let (major, run, lines, step, ld) = if column == 1 || row != 1 && column < row {
            (Major::K, columns, rows, column, row)
        } else {
            (Major::Mn, rows, columns, row, column)
        };
        Some(Self {
            region: matrix.region.skip(matrix.start.wrapping_mul(element)),
            major,
            run,
            lines,
            step,
            // After one line there is none: any distance will do, and TMA takes this one.
            ld: if lines > 1 {
                ld
            } else {
                run.next_multiple_of(16 / element)
            },
            batches: u64::from(batches),
            batch_stride: of(matrix.batch)?,
        })
    }

    /// Whether lines are contiguous and apart.
    pub(super) fn has_lines(&self) -> bool {
        (self.step == 1 || self.run <= 1) && (self.lines <= 1 || self.ld >= self.run)
    }

    /// Rejects lines that are not contiguous, or overlap.
    pub(super) fn check_lines(&self, argument: &'static str) -> Result<(), Error> {
        if self.has_lines() || [self.run, self.lines, self.batches].contains(&0) {
            return Ok(());
        }
        Err(Error::strides(
            argument,
            format!(
                "lines of {} elements, each {} after the one before, are {} apart: pass contiguous lines that do not overlap",
                self.run, self.step, self.ld
            ),
        ))
    }

    /// Whether TMA can address it: contiguous lines, base and strides multiples of 16 bytes, strides below 2^40.
    pub fn is_aligned(&self, element: u64) -> bool {
        let whole = |stride: u64| {
            let bytes = stride.checked_mul(element)?;
            (is_whole(bytes) && bytes < 1 << 40).then_some(bytes)
        };
        self.has_lines()
            && is_whole(self.region.address())
            && whole(self.ld).is_some()
            && (self.batches <= 1 || whole(self.batch_stride).is_some_and(|bytes| bytes > 0))
    }

    /// Whether TMA can store it: it addresses it, and lines end at a multiple of 16 bytes. A store writes whole chunks of 16 bytes, those
    /// that reach past the end of a line too, as measured on an H200; a load gives zeros there.
    pub(super) fn is_stored_by_tma(&self, element: u64) -> bool {
        self.is_aligned(element) && is_whole(self.run.wrapping_mul(element))
    }
}

#[cfg(test)]
impl Matrix<'static> {
    /// `lines` lines of `run` contiguous elements, `ld` apart, from address 256 on.
    pub(in crate::host) fn test(major: Major, [lines, run, ld]: [u64; 3]) -> Self {
        Self {
            region: Region::at(256, 1 << 20),
            major,
            run,
            lines,
            step: 1,
            ld,
            batches: 1,
            batch_stride: 0,
        }
    }
}

/// Whether an address or a number of bytes is of whole chunks of 16 bytes, as all of TMA's are.
pub const fn is_whole(bytes: u64) -> bool {
    bytes.is_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_end_within_16_bytes_are_loaded_and_not_stored_by_tma() {
        for (run, stored) in [(8, true), (16, true), (1, false), (15, false), (23, false)] {
            let matrix = Matrix::test(Major::K, [2, run, 32]);
            assert!(matrix.is_aligned(2));
            assert_eq!(matrix.is_stored_by_tma(2), stored, "{run}");
        }
    }

    #[test]
    fn strides_beyond_64_bits_are_not_aligned() {
        let matrix = |ld, batches, batch_stride| Matrix {
            batches,
            batch_stride,
            ..Matrix::test(Major::K, [2, 8, ld])
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
        let strided = |row, column| StridedMatrix {
            region: Region::at(256, 1 << 20),
            start: 2,
            row,
            column,
            batch: 0,
        };
        let of = |row, column| Matrix::of(strided(row, column), [3, 5, 1], 2);
        let found = |row, column| {
            let of = of(row, column).unwrap();
            assert_eq!(of.region.address(), 260);
            (of.major, of.lines, of.run, of.ld, of.step)
        };
        assert_eq!(found(8, 1), (Major::K, 3, 5, 8, 1));
        assert_eq!(found(1, 8), (Major::Mn, 5, 3, 8, 1));
        assert_eq!(found(1, 1), (Major::K, 3, 5, 1, 1));
        assert_eq!(found(10, 2), (Major::K, 3, 5, 10, 2));
        assert!(of(-8, 1).is_none() && of(8, -1).is_none());
        let one = Matrix::of(strided(0, 1), [1, 5, 1], 2).unwrap();
        assert_eq!((one.lines, one.ld), (1, 8));
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
