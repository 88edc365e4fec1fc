//! Operands that a kernel cannot take as they are, copied into ones it can before each launch.

use azulejo_tensor::DType;

use super::{Matrix, Region};
use crate::cpu::Strided;
use crate::device::gemm::hopper::operand::Major;
use crate::host::{Buffer, Error, Stream, copy::copy_raw, operand::Raw};

/// A copy to be made before each launch, and the memory it goes to.
pub(super) struct Arranged {
    from: Raw,
    to: Raw,
    _memory: Buffer<u8>,
}

impl Arranged {
    /// Makes the copy.
    pub(super) fn start(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: `from` was checked against its region, which the launch borrows; `to` is this value's own memory.
        unsafe { copy_raw(stream, &self.from, &self.to) }
    }
}

/// `matrix` itself where TMA can address it with index `major` contiguous; else a copy that it can, lines padded to 16
/// bytes.
pub(super) fn arrange<'a>(
    stream: &Stream,
    matrix: Matrix<'a>,
    major: Major,
    element: u64,
) -> Result<(Matrix<'a>, Option<Arranged>), Error> {
    if matrix.major == major && matrix.is_aligned(element) {
        return Ok((matrix, None));
    }
    let (lines, run) = if matrix.major == major {
        (matrix.lines, matrix.run)
    } else {
        (matrix.run, matrix.lines)
    };
    let ld = (run * element).next_multiple_of(16) / element;
    let bytes = ld
        .checked_mul(lines)
        .and_then(|n| n.checked_mul(matrix.batches)?.checked_mul(element));
    let bytes = bytes
        .and_then(|n| usize::try_from(n).ok())
        .ok_or_else(|| Error::Argument {
            argument: "matrix",
            why: format!(
                "an aligned copy of {lines} lines of {run} elements does not fit the address space"
            ),
        })?;
    let memory = stream.zeros::<u8>(bytes)?;
    let region = Region::read(&memory, stream);
    let extents = [matrix.batches as usize, lines as usize, run as usize];
    let (line, step) = if matrix.major == major {
        (matrix.ld, 1)
    } else {
        (1, matrix.ld)
    };
    let dtype = match element {
        1 => DType::U8,
        2 => DType::U16,
        _ => DType::U32,
    };
    let raw = |address, strides: [u64; 3]| -> Result<Raw, Error> {
        let layout = Strided::new(&extents, &strides.map(|s| s as usize))?;
        Ok(Raw {
            address,
            layout,
            dtype,
        })
    };
    let arranged = Arranged {
        from: raw(matrix.region.address(), [matrix.batch_stride, line, step])?,
        to: raw(region.address(), [ld * lines, ld, 1])?,
        _memory: memory,
    };
    let region = Region::at(arranged.to.address, bytes as u64);
    Ok((
        Matrix {
            region,
            major,
            run,
            lines,
            ld,
            batches: matrix.batches,
            batch_stride: ld * lines,
        },
        Some(arranged),
    ))
}
