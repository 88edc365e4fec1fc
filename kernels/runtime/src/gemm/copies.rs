//! Operands that a kernel cannot take as they are, copied into ones it can before each launch.

use azulejo_tensor::DType;

use super::Matrix;
use crate::{Error, Launch, copy::copy_raw, operand::Raw, preparation::Preparation};
use azulejo_cpu::Strided;
use azulejo_kernels::device::gemm::hopper::{
    operand::Major,
    repack::{self, Abreast, Part, Repack},
};

/// Room for a copy of a matrix in lines that TMA can address, and vectors read.
fn room(work: &mut Preparation<'_>, of: &Matrix, element: u64) -> Result<Matrix, Error> {
    let (lines, run) = (of.strided, of.contiguous);
    let ld = pitch(run * element) / element;
    let bytes = [lines, of.batches, element]
        .into_iter()
        .try_fold(ld, u64::checked_mul)
        .filter(|bytes| *bytes <= i64::MAX as u64)
        .ok_or_else(|| Error::argument("matrix", format!(
                "an aligned copy of {lines} lines of {run} elements does not fit the address space"
            )))?;
    Ok(Matrix {
        base: work.zeros(bytes)?,
        step: 1,
        ld,
        batch_stride: ld * lines,
        ..*of
    })
}

/// A copy of a matrix of elements of `element` bytes, made element by element before each launch.
pub(super) fn copy_elements(
    work: &mut Preparation<'_>,
    matrix: &Matrix,
    element: u64,
) -> Result<Matrix, Error> {
    let copied = room(work, matrix, element)?;
    // The copy moves bits: a type of the same width will do.
    let dtype = match element {
        1 => DType::U8,
        2 => DType::U16,
        4 => DType::U32,
        _ => DType::U64,
    };
    let raw = |of: &Matrix| -> Result<Raw, Error> {
        let extents = [of.batches, of.strided, of.contiguous].map(|n| n as usize);
        let strides = [of.batch_stride, of.ld, of.step].map(|n| n as usize);
        Ok(Raw::new(of.base, Strided::new(&extents, &strides)?, dtype))
    };
    let (from, to) = (raw(matrix)?, raw(&copied)?);
    work.push(move |stream| {
        // SAFETY: `from` was checked against its region, which the launch borrows; `to` is room in the preparation's memory.
        unsafe { copy_raw(stream, &from, &to) }
    });
    Ok(copied)
}

/// Makes the copies of lines of A and B ready, in one launch; parts without lines are not copied.
pub(super) fn copy_lines(
    work: &mut Preparation<'_>,
    parts: [Part; 2],
    pdl: bool,
) -> Result<(), Error> {
    let mut args = Repack { parts };
    let lines = args.parts[0].lines as u64 + args.parts[1].lines as u64;
    if lines == 0 {
        return Ok(());
    }
    let device = work.stream().device();
    let function = device.function(&repack::KERNELS[0])?;
    let (in_block, blocks) = (repack::THREADS as u64 / 32, device.sm_count() as u64 * 8);
    // Few lines are cut until every warp has a piece.
    let wanted = (in_block * blocks).div_ceil(lines).max(1) as u32;
    for part in &mut args.parts {
        part.pieces = part.bytes.div_ceil(4 * repack::STEP).clamp(1, wanted);
        part.abreast = match part.pieces {
            1 => Abreast::of_short_lines(part.bytes),
            _ => Abreast::One,
        };
    }
    let units: u64 = args.parts.iter().map(|part| part.units() as u64).sum();
    let blocks = units.div_ceil(in_block).min(blocks) as u32;
    work.push(move |stream| {
        let launch = Launch::new(stream, &function).grid(blocks, 1, 1);
        // SAFETY: the kernel takes `Repack`; lines read were checked against their regions, which the launch borrows, those
        // written are room in the preparation's memory, padded to 16 bytes; it waits for the grid before it.
        unsafe { launch.pdl_if(pdl).run((args,)) }
    });
    Ok(())
}

/// `matrix` itself where TMA can address it with index `major` contiguous; else a copy that it can, of padded lines, with the lines that
/// [`copy_lines`] is to copy, if it is one of lines.
pub(super) fn copy_aligned(
    work: &mut Preparation<'_>,
    matrix: Matrix,
    major: Major,
    element: u64,
) -> Result<(Matrix, Part), Error> {
    let is_major = matrix.major == major;
    if is_major && matrix.is_aligned(element) {
        return Ok((matrix, Part::default()));
    }
    let from = match is_major {
        true => matrix,
        false => Matrix {
            major,
            contiguous: matrix.strided,
            strided: matrix.contiguous,
            step: matrix.ld,
            ld: matrix.step,
            ..matrix
        },
    };
    let small = |n: u64| u32::try_from(n).ok();
    let counts = (
        small(from.strided * from.batches),
        small(from.strided),
        small(from.contiguous * element),
    );
    let (Some(all), Some(in_batch), Some(bytes), true) =
        (counts.0, counts.1, counts.2, is_major && from.has_lines())
    else {
        let copied = copy_elements(work, &from, element)?;
        return Ok((copied, Part::default()));
    };
    let to = room(work, &from, element)?;
    let lines = Part {
        from: from.base,
        to: to.base,
        steps: [from.ld, to.ld].map(|step| step * element),
        batches: [from.batch_stride, to.batch_stride].map(|step| step * element),
        lines: all,
        in_batch,
        bytes,
        pieces: 1,
        abreast: Abreast::One,
    };
    Ok((to, lines))
}

/// Bytes from one copied line of `bytes` to the next, a multiple of 16: whole lines of L2, of which TMA then asks for each once,
/// where that is not an eighth more.
pub const fn pitch(bytes: u64) -> u64 {
    let whole = bytes.next_multiple_of(128);
    if 8 * (whole - bytes) <= bytes {
        whole
    } else {
        bytes.next_multiple_of(16)
    }
}

#[cfg(test)]
mod tests {
    use super::pitch;

    #[test]
    fn copied_lines_start_at_lines_of_l2_where_that_costs_little() {
        for (bytes, expected) in [
            (1, 16),
            (100, 112),
            (120, 128),
            (1000, 1024),
            (1176, 1280),
            (4104, 4224),
        ] {
            assert_eq!(pitch(bytes), expected);
        }
    }
}
