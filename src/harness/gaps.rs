//! [`Gaps`]: space between the lines of a matrix.

use azulejo_tensor::DType;

/// Space between the lines of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// Lines take a multiple of so many elements.
    pub multiple: usize,
    /// So many more elements, as many before the first line, and five between matrices: nothing is aligned.
    pub pad: usize,
    /// From one element of a line to the next.
    pub step: usize,
}

impl Gaps {
    /// Lines and matrices one after the other.
    pub const NONE: Self = Self {
        multiple: 1,
        pad: 0,
        step: 1,
    };
    /// Lines at multiples of 16 elements.
    pub const ALIGNED: Self = Self {
        multiple: 16,
        ..Self::NONE
    };

    /// Strides of matrices of these extents and of their rows and columns, columns contiguous or rows, each matrix at 16 bytes where
    /// nothing is padded.
    pub fn strides(self, [rows, columns]: [usize; 2], by_rows: bool, dtype: DType) -> [isize; 3] {
        let (run, lines) = match by_rows {
            true => (columns, rows),
            false => (rows, columns),
        };
        let line = self.step * run.next_multiple_of(self.multiple).max(self.multiple) + self.pad;
        let matrix = match self.pad {
            0 => (line * lines.max(1)).next_multiple_of(16 / dtype.bytes()),
            _ => line * lines.max(1) + 5,
        };
        let (row, column) = match by_rows {
            true => (line, self.step),
            false => (self.step, line),
        };
        [matrix, row, column].map(|stride| stride as isize)
    }
}
