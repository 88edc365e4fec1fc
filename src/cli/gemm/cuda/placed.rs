//! An operand on the device, as it lies in its file.

use azulejo::kernels::cpu::{AnyArray, Array, ArrayError, Stored, Strided, View, copy};
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::host::gemm::Matrix;
use azulejo::kernels::host::gemm::ladder::StridedMatrix;
use azulejo::kernels::host::{Error, Stream};
use azulejo::tensor::{ImplicitCast, with_dtype};

use crate::cli::gemm::compute::Stack;
use crate::cli::gpu::{Held, upload};

/// A stack of matrices on the device, as it lies in its file: lines of one index, contiguous, or of the other.
pub struct Placed {
    memory: Box<dyn Held>,
    /// Whether lines are of K or of the other index.
    pub major: Major,
    run: usize,
    lines: usize,
    ld: usize,
    batches: usize,
    batch_stride: usize,
}

impl Placed {
    /// Uploads the array whose matrices, K their second index, lie as `stack` says.
    ///
    /// Only a batch that is broadcast along some of its axes and not along others has no single distance between its
    /// matrices: it is spread out here.
    pub fn new(
        stream: &Stream,
        array: &AnyArray,
        stack: &Stack,
        batches: usize,
    ) -> Result<Self, Error> {
        let (lines, k) = stack.shape;
        let step = step(&stack.batch);
        let (memory, strides) = match step {
            Some(_) => (upload(stream, array)?, stack.strides),
            None => (upload(stream, &spread(array, stack)?)?, (k, 1)),
        };
        let (major, run, lines, ld) = match strides {
            (row, 1) => (Major::K, k, lines, row),
            (_, column) => (Major::Mn, lines, k, column),
        };
        Ok(Self {
            memory,
            major,
            run,
            lines,
            ld: ld.max(1),
            batches,
            batch_stride: step.unwrap_or(lines * run),
        })
    }

    /// As an operand with K its second index, of any strides.
    pub fn strided(&self) -> StridedMatrix<'_> {
        let (row, column) = match self.major {
            Major::K => (self.ld, 1),
            Major::Mn => (1, self.ld),
        };
        StridedMatrix {
            region: self.memory.region(),
            start: 0,
            row: row as i64,
            column: column as i64,
            batch: self.batch_stride as i64,
        }
    }

    /// As an operand in lines.
    pub fn matrix(&self) -> Matrix<'_> {
        Matrix {
            region: self.memory.region(),
            major: self.major,
            run: self.run as u64,
            lines: self.lines as u64,
            ld: self.ld as u64,
            batches: self.batches as u64,
            batch_stride: self.batch_stride as u64,
        }
    }
}

/// The distance from each matrix of a batch to the next, where it is one and the same: the batch coalesces to one mode.
fn step(batch: &Strided) -> Option<usize> {
    let modes = batch.extents().iter().zip(batch.strides());
    let mut modes = modes.rev().filter(|(extent, _)| **extent != 1);
    let Some((extent, step)) = modes.next() else {
        return Some(0);
    };
    let mut next = step * extent;
    for (extent, stride) in modes {
        if *stride != next {
            return None;
        }
        next *= extent;
    }
    Some(*step)
}

/// All matrices of a stack one after the other, row-major.
fn spread(array: &AnyArray, stack: &Stack) -> Result<AnyArray, ArrayError> {
    fn copied<T: Stored + ImplicitCast<T>>(
        array: &AnyArray,
        source: Strided,
    ) -> Result<AnyArray, ArrayError> {
        let mut out = Array::<T>::zeros(source.extents())?;
        let data = T::peek(array).map_or(&[][..], Array::data);
        copy(View::new(data, source)?, &mut out.view_mut())?;
        Ok(out.into())
    }
    let join = |head: &[usize], tail: (usize, usize)| [head, &[tail.0, tail.1]].concat();
    let source = Strided::new(
        &join(stack.batch.extents(), stack.shape),
        &join(stack.batch.strides(), stack.strides),
    )?;
    with_dtype!(array.dtype(), T => copied::<T>(array, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_one_step_unless_it_is_broadcast_in_part() {
        let of =
            |extents: &[usize], strides: &[usize]| step(&Strided::new(extents, strides).unwrap());
        assert_eq!(of(&[], &[]), Some(0));
        assert_eq!(of(&[5], &[12]), Some(12));
        assert_eq!(of(&[2, 5], &[60, 12]), Some(12));
        assert_eq!(of(&[2, 5], &[0, 0]), Some(0));
        assert_eq!(of(&[2, 1, 5], &[60, 7, 12]), Some(12));
        assert_eq!(of(&[2, 5], &[0, 12]), None);
        assert_eq!(of(&[2, 5], &[12, 0]), None);
    }

    #[test]
    fn a_broadcast_batch_is_spread_out() {
        let array = Array::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 1, 2]).unwrap();
        let stack = Stack {
            shape: (1, 2),
            strides: (2, 1),
            batch: Strided::new(&[2, 2], &[0, 2]).unwrap(),
        };
        let spread = spread(&array.into(), &stack).unwrap();
        assert_eq!(spread.extents(), [2, 2, 1, 2]);
        let data = f32::peek(&spread).unwrap().data();
        assert_eq!(data, [1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0]);
    }
}
