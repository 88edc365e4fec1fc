//! [`Operand`]: an argument of a product, as the kernels' launchers take it.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::gemm::ladder::StridedMatrix;
use azulejo_kernels::host::gemm::{Matrix, Region};
use azulejo_tensor::DType;

use super::batch::Steps;

/// A matrix or a batch of them, its steps those along D's batch axes.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    pub region: Region<'a>,
    pub dtype: DType,
    pub origin: u64,
    pub shape: (usize, usize),
    pub strides: (isize, isize),
    pub steps: Steps,
}

impl<'a> Operand<'a> {
    /// With strides that are numbers of bytes also where an extent of 1 or 0 leaves them out.
    pub fn near(self) -> Self {
        let ((rows, columns), (mut row, mut column)) = (self.shape, self.strides);
        let compact = |extent: usize| isize::try_from(extent.max(1)).unwrap_or(1);
        if columns <= 1 {
            column = if row == 1 { compact(rows) } else { 1 };
        }
        if rows <= 1 {
            row = if column == 1 { compact(columns) } else { 1 };
        }
        let strides = match self.shape {
            (0, _) | (_, 0) => (1, 1),
            _ => (row, column),
        };
        Self { strides, ..self }
    }

    /// The first byte of a batch of `extents` and one past the last.
    pub fn touched(&self, extents: &[usize]) -> (u64, u64) {
        let first = self.region.address();
        let modes = [
            (self.shape.0, self.strides.0),
            (self.shape.1, self.strides.1),
        ];
        let batch = extents.iter().copied().zip(self.steps);
        let mut elements = 1;
        for (extent, stride) in batch.chain(modes) {
            if extent == 0 {
                return (first, first);
            }
            elements += (extent as u64 - 1) * stride.unsigned_abs() as u64;
        }
        (first, first + elements * self.dtype.bytes() as u64)
    }

    /// Where its elements are, of a shape that is known.
    pub fn place(&self) -> (u64, u64, (isize, isize), Steps) {
        (self.region.address(), self.origin, self.strides, self.steps)
    }

    /// Elements of the region before the first matrix of a launch.
    fn start(&self, from: i64) -> u64 {
        self.origin.wrapping_add_signed(from)
    }

    /// The matrices of a launch, with any strides.
    pub fn strided(&self, from: i64, step: i64) -> StridedMatrix<'a> {
        StridedMatrix {
            region: self.region,
            start: self.start(from),
            row: self.strides.0 as i64,
            column: self.strides.1 as i64,
            batch: step,
        }
    }

    /// The matrices of a launch in lines of their second index or of their first, whichever has the smaller stride; none where
    /// something runs backwards.
    pub fn lines(&self, from: i64, step: i64, count: usize) -> Option<Matrix<'a>> {
        let of = |stride: isize| u64::try_from(stride).ok();
        let (row, column) = (of(self.strides.0)?, of(self.strides.1)?);
        let (rows, columns) = (self.shape.0 as u64, self.shape.1 as u64);
        let element = self.dtype.bytes() as u64;
        let (major, run, lines, inner, outer) = if column == 1 || row != 1 && column < row {
            (Major::K, columns, rows, column, row)
        } else {
            (Major::Mn, rows, columns, row, column)
        };
        Some(Matrix {
            region: self.region.skip(self.start(from) * element),
            major,
            run,
            lines,
            step: inner,
            // After one line there is none: any distance will do, and TMA takes this one.
            ld: if lines > 1 {
                outer
            } else {
                run.next_multiple_of(16 / element)
            },
            batches: count as u64,
            batch_stride: u64::try_from(step).ok()?,
        })
    }

    /// All that says where it is and of what.
    pub fn words(&self, extents: &[usize], words: &mut Vec<u64>) {
        words.extend([
            self.region.address(),
            self.region.bytes(),
            self.dtype as u64,
            self.origin,
            self.shape.0 as u64,
            self.shape.1 as u64,
            self.strides.0 as u64,
            self.strides.1 as u64,
        ]);
        words.extend(self.steps[..extents.len()].iter().map(|step| *step as u64));
    }

    pub fn t(self) -> Self {
        Self {
            shape: (self.shape.1, self.shape.0),
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }
}
