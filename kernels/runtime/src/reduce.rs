//! [`reduce`] on a device: sums and the like over any axes.

use azulejo_tensor::{Category, DType};

use super::{
    AnyBuffer, Error, Launch, Operand, Stream, Target, cast, check, plan::Nest, region::Region,
};
use azulejo_cpu::{ArrayError, Reduction, Strided};
use azulejo_kernels::{
    device::{
        modes::Modes,
        rows::{Columns, Reduce, SCRATCH, down, reductions::KERNELS},
    },
    table::Kernel,
};

/// The elements of `input` combined along `axes` into `out`, whose shape is that of `input` without them, or with extent 1
/// in their place.
///
/// Floats are summed and multiplied in `f64` and rounded once, integers wrap; the order depends on the shape alone, so the
/// result has the same bits every time. A mean does not wrap: integers of 64 bits are copied as `f64` for it. NaN is passed over by
/// max, min, argmax and argmin.
///
/// # Errors
/// [`Error::Array`] for an axis that does not exist or is given twice, and for max, min, argmax, argmin and mean over nothing;
/// [`Error::Dtype`] for types without arithmetic or an output of another type than the result's; [`Error::Shape`];
/// [`Error::Overlap`], [`Error::WrongDevice`], or any CUDA driver error.
///
/// ```no_run
/// use azulejo_cpu::Reduction;
/// use azulejo_runtime::{Device, View, ViewMut, reduce};
/// let stream = Device::new(0)?.stream()?;
/// let x = stream.upload(&[0, 1, 2, 3, 4, 5, 6, 7])?;
/// let mut sums = stream.zeros::<i32>(2)?;
/// let x = View::row_major(&x, &[2, 4])?;
/// reduce(&stream, Reduction::Sum, &x, &[1], &mut ViewMut::row_major(&mut sums, &[2])?)?;
/// assert_eq!(stream.download(&sums)?, [6, 22]);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn reduce(
    stream: &Stream,
    op: Reduction,
    input: &dyn Operand,
    axes: &[usize],
    out: &mut dyn Target,
) -> Result<(), Error> {
    let (from, dtype) = (*input.layout(), input.dtype());
    let mut reduced = vec![false; from.rank()];
    for axis in axes {
        match reduced.get_mut(*axis) {
            Some(seen) if !*seen => *seen = true,
            _ => {
                return Err(ArrayError::BadAxis {
                    axis: *axis as i64,
                    rank: from.rank(),
                }
                .into());
            }
        }
    }
    let row = row(dtype).ok_or_else(|| Error::dtype("input", dtype, check::ARITHMETIC))?;
    let result = match op {
        Reduction::ArgMax | Reduction::ArgMin => DType::I64,
        Reduction::Mean if dtype.category() == Category::Int => DType::F32,
        _ => dtype,
    };
    if out.dtype() != result {
        return Err(Error::dtype("output", out.dtype(), result));
    }
    if op == Reduction::Mean && matches!(dtype, DType::I64 | DType::U64) {
        return mean_of_wide(stream, input, axes, out);
    }
    let pick = |want: bool, of: &[usize]| -> Vec<usize> {
        (0..from.rank())
            .filter(|k| reduced[*k] == want)
            .map(|k| of[k])
            .collect()
    };
    let kept = Strided::new(&pick(false, from.extents()), &pick(false, from.strides()))?;
    let folded = Strided::new(&pick(true, from.extents()), &pick(true, from.strides()))?;
    let with_ones: Vec<usize> = (0..from.rank())
        .map(|k| if reduced[k] { 1 } else { from.extents()[k] })
        .collect();
    let to = *out.layout();
    let to = if to.extents() == kept.extents() {
        to
    } else if to.extents() == with_ones {
        Strided::new(kept.extents(), &pick(false, to.strides()))?
    } else {
        return Err(Error::shape("output", kept.extents(), to.extents()));
    };
    let src = input.place(stream, "input")?;
    let dst = out.place(stream, "output")?;
    dst.apart(&src, "the input")?;
    if kept.size() == 0 {
        return Ok(());
    }
    if folded.size() == 0 && !matches!(op, Reduction::Sum | Reduction::Prod) {
        return Err(ArrayError::EmptyReduction { op: op.name() }.into());
    }
    let _order = Region::order(stream, [&src, &dst])?;
    let size = dtype.bytes();
    let nest = nest(&folded, size);
    let outputs = Nest::new([&to, &kept], [result.bytes(), size]);
    let Plan { kernel, columns, v } =
        plan(row, [result.bytes(), size], &outputs, &nest, src.address);
    let (outputs, nest, what) = match columns {
        true => (outputs.in_vectors(v), nest, "elements"),
        false => (outputs, nest.in_vectors(v), "vectors"),
    };
    let (count, fold) = counted(&nest, what)?;
    let places = !matches!(op, Reduction::Sum | Reduction::Prod | Reduction::Mean);
    let function = stream.device().function(kernel)?;
    for part in outputs.parts()? {
        let [dst, src] = part.places([dst.address, src.address]);
        let launch = Launch::new(stream, &function);
        if columns {
            let across = Columns::lanes(part.total);
            let args = Columns {
                dst,
                src,
                columns: part.modes,
                rows: fold,
                vectors: part.total,
                count,
                code: code(op),
                across,
            };
            let launch = launch
                .grid(part.total.div_ceil(1 << across), 1, 1)
                .shared(Columns::shared(v as u32, places));
            // SAFETY: the kernel takes `Columns`; the views checked reach and alignment, vectors are aligned where `wide`, `out`
            // is borrowed for writing and apart from the input, and the guards keep the buffers until the work is done.
            unsafe { launch.run((args,)) }?;
            continue;
        }
        let args = Reduce {
            dst,
            src,
            kept: part.modes,
            reduced: fold,
            count,
            code: code(op),
        };
        let launch = launch.grid(part.total, 1, 1).shared(SCRATCH);
        // SAFETY: the kernel takes `Reduce`; else as above.
        unsafe { launch.run((args,)) }?;
    }
    Ok(())
}

/// The mean of integers whose sum 64 bits may not hold: that of the same numbers as `f64`.
fn mean_of_wide(
    stream: &Stream,
    input: &dyn Operand,
    axes: &[usize],
    out: &mut dyn Target,
) -> Result<(), Error> {
    out.place(stream, "output")?
        .apart(&input.place(stream, "input")?, "the input")?;
    let floats = |extents| AnyBuffer::zeros(stream, DType::F64, extents);
    let mut wide = floats(input.layout().extents())?;
    cast(stream, input, &mut wide.view_mut())?;
    let mut means = floats(out.layout().extents())?;
    let to = &mut means.view_mut();
    reduce(stream, Reduction::Mean, &wide.view(), axes, to)?;
    cast(stream, &means.view(), out)
}

/// The nest of elements of `size` bytes that fall together, in the order of the input; one element is followed by none.
pub(super) fn nest(folded: &Strided, size: usize) -> Nest<1> {
    match folded.size() {
        1 => Nest {
            modes: vec![(1, [0])],
        },
        _ => Nest::in_element_order([folded], [size]),
    }
}

/// How many elements or vectors fall together, and their modes: none without an element.
fn counted(nest: &Nest<1>, what: &str) -> Result<(u32, Modes<1>), Error> {
    let total = nest.total();
    let count = u32::try_from(total).ok().filter(|n| *n < 1 << 31);
    count.zip(Modes::new(&nest.modes)).ok_or_else(|| {
        let why = format!("{total} {what} fall to one output, 2^31 or more");
        Error::argument("input", why)
    })
}

/// A reduction: its kernel, whether that goes down columns, and the elements of a vector.
pub(super) struct Plan {
    pub(super) kernel: &'static Kernel,
    columns: bool,
    v: u64,
}

/// The kernel of the type at `row` for outputs and elements of so many bytes: `outputs` and `nest` are what is kept and what falls
/// together.
pub(super) fn plan(
    row: usize,
    [result, size]: [usize; 2],
    outputs: &Nest<2>,
    nest: &Nest<1>,
    src: u64,
) -> Plan {
    let (extent, strides) = outputs.modes[0];
    let step = nest.modes.first().map_or(0, |(_, [step])| *step);
    // The outputs are neighbours, and the elements that fall together are not.
    let columns = strides == [result as i64, size as i64]
        && extent >= 8
        && step != size as i64
        && nest.total() > 0;
    let most = 16 / size as u64;
    let (table, v, wide) = if columns {
        let v = most.min(8);
        let bytes = v * size as u64;
        let kept = outputs.modes[1..].iter().map(|(_, [_, stride])| stride);
        let folded = nest.modes.iter().map(|(_, [stride])| stride);
        let wide = extent.is_multiple_of(v)
            && src.is_multiple_of(bytes)
            && kept
                .chain(folded)
                .all(|stride| stride.unsigned_abs().is_multiple_of(bytes));
        (down::KERNELS, v, wide)
    } else {
        let wide = nest.total() > 0
            && step == size as i64
            && nest.vector([size], [src], most) == most
            && outputs
                .modes
                .iter()
                .all(|(_, [_, stride])| stride % 16 == 0);
        (KERNELS, most, wide)
    };
    Plan {
        kernel: &table[row + usize::from(!wide)],
        columns,
        v: if wide { v } else { 1 },
    }
}

/// The reduction's number in the kernels.
fn code(op: Reduction) -> u32 {
    match op {
        Reduction::Sum => 0,
        Reduction::Prod => 1,
        Reduction::Max => 2,
        Reduction::Min => 3,
        Reduction::ArgMax => 4,
        Reduction::ArgMin => 5,
        Reduction::Mean => 6,
    }
}

/// The first of the two rows of a type in the table.
pub(super) fn row(dtype: DType) -> Option<usize> {
    use DType::{BF16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    let order = [F32, F64, F16, BF16, I8, I16, I32, I64, U8, U16, U32, U64];
    order.iter().position(|d| *d == dtype).map(|at| 2 * at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_stand_where_the_launcher_looks() {
        for dtype in DType::ALL {
            if let Some(at) = row(dtype) {
                let name = dtype.short_name();
                assert_eq!(KERNELS[at].name, format!("azulejo_reduce_{name}"));
                assert_eq!(down::KERNELS[at].name, format!("azulejo_columns_{name}"));
                assert_eq!(KERNELS[at + 1].name, format!("azulejo_reduce_{name}_1"));
            } else {
                assert!(!dtype.is_arithmetic());
            }
        }
    }

    #[test]
    fn folded_modes_merge_where_they_continue() {
        let modes = |extents: &[usize], strides: &[usize]| {
            let folded = Strided::new(extents, strides).unwrap();
            nest(&folded, 4).modes
        };
        assert_eq!(modes(&[2, 3, 4], &[25, 4, 1]), [(12, [4]), (2, [100])]);
        assert_eq!(
            modes(&[3, 4, 2], &[1, 3, 25]),
            [(2, [100]), (4, [12]), (3, [4])]
        );
        assert_eq!(modes(&[2, 3], &[3, 1]), [(6, [4])]);
        for extents in [&[][..], &[1, 1]] {
            assert_eq!(modes(extents, extents), [(1, [0])]);
        }
        assert!(modes(&[3, 0], &[0, 1]).is_empty());
    }
}
