//! [`Operand`]: an argument of a product, as the kernels' launchers take it.

use azulejo_kernels::host::gemm::{Region, StridedMatrix};
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

    /// The matrices of a launch.
    pub fn strided(&self, from: i64, step: i64) -> StridedMatrix<'a> {
        StridedMatrix {
            region: self.region,
            start: self.origin.wrapping_add_signed(from),
            row: self.strides.0 as i64,
            column: self.strides.1 as i64,
            batch: step,
        }
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
}
