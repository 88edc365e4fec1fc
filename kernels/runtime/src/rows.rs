//! [`softmax`] and [`layer_norm`] of the last axis, on a device.

use azulejo_tensor::DType;

use super::{Error, Launch, Operand, Stream, Target, check, plan::Nest, region::Region};
use azulejo_cpu::Strided;
use azulejo_kernels::{
    device::rows::{KEPT, KERNELS, MOST_VECTORS, Rows, SCRATCH},
    table::Kernel,
};

/// `exp(x - max) / sum(exp(x - max))` along the last axis, computed in `f32`, each row read once where it fits a block.
///
/// A row that holds NaN, or nothing but minus infinity, becomes NaN.
///
/// # Errors
/// [`Error::Dtype`] for other types than `f32`, `f16` and `bf16`, and for two different ones; [`Error::Shape`] where the shapes differ;
/// [`Error::Strides`] where rows are not contiguous; [`Error::Overlap`], [`Error::WrongDevice`], or any CUDA driver error.
///
/// ```no_run
/// use azulejo_runtime::{Device, View, ViewMut, softmax};
/// let stream = Device::new(0)?.stream()?;
/// let x = stream.upload(&[0.0f32, 0.0, 1e30, 0.0])?;
/// let mut y = stream.zeros::<f32>(4)?;
/// softmax(&stream, &View::row_major(&x, &[2, 2])?, &mut ViewMut::row_major(&mut y, &[2, 2])?)?;
/// assert_eq!(stream.download(&y)?, [0.5, 0.5, 1.0, 0.0]);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn softmax(stream: &Stream, input: &dyn Operand, out: &mut dyn Target) -> Result<(), Error> {
    rows(stream, 0, input, [None, None], 0.0, out)
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + shift` along the last axis, computed in `f32`; the variance divides
/// by the length.
///
/// `scale` and `shift` have the length of a row and are contiguous, or are missing.
///
/// # Errors
/// As [`softmax`]; [`Error::Shape`] or [`Error::Strides`] that names `scale` or `shift`.
pub fn layer_norm(
    stream: &Stream,
    input: &dyn Operand,
    scale: Option<&dyn Operand>,
    shift: Option<&dyn Operand>,
    epsilon: f64,
    out: &mut dyn Target,
) -> Result<(), Error> {
    let length = input.layout().extents().last().copied().unwrap_or(1);
    for (argument, row) in [("scale", scale), ("shift", shift)] {
        let Some(row) = row else { continue };
        check::same_shape(argument, &[length], row.layout().extents())?;
        if !row.layout().is_contiguous() {
            return Err(Error::strides(argument, "it must be contiguous"));
        }
        if row.dtype() != input.dtype() {
            return Err(Error::dtype(argument, row.dtype(), input.dtype()));
        }
    }
    rows(stream, 2, input, [scale, shift], epsilon, out)
}

/// Launches a row kernel: `which` is 0 for softmax, 2 for layer norm with scale and shift.
fn rows(
    stream: &Stream,
    which: usize,
    input: &dyn Operand,
    extra: [Option<&dyn Operand>; 2],
    epsilon: f64,
    out: &mut dyn Target,
) -> Result<(), Error> {
    let (from, to, dtype) = (*input.layout(), *out.layout(), input.dtype());
    let family = family(dtype)
        .ok_or_else(|| Error::dtype("input", dtype, "float16, bfloat16 or float32"))?;
    if out.dtype() != dtype {
        return Err(Error::dtype("output", out.dtype(), dtype));
    }
    let (src, dst) = (
        &input.place(stream, "input")?,
        &out.place(stream, "output")?,
    );
    let [scale, shift] = extra;
    let scale = scale.map(|row| row.place(stream, "scale")).transpose()?;
    let shift = shift.map(|row| row.place(stream, "shift")).transpose()?;
    for extra in [&scale, &shift].into_iter().flatten() {
        dst.apart(extra, "the scale or shift")?;
    }
    let extra = [scale.as_ref(), shift.as_ref()];
    check::same_shape("output", from.extents(), to.extents())?;
    dst.apart(src, "the input")?;
    if from.size() == 0 {
        return Ok(());
    }
    let _order = Region::order(stream, extra.into_iter().flatten().chain([src, dst]))?;
    let extra = extra.map(|place| place.map(|place| place.address));
    let size = dtype.bytes();
    let rank = from.rank();
    let length = from.extents().last().copied().unwrap_or(1);
    for (argument, layout) in [("input", &from), ("output", &to)] {
        if length > 1 && layout.strides().last() != Some(&1) {
            return Err(Error::strides(
                argument,
                "the last axis is not contiguous: copy it first",
            ));
        }
    }
    let outer = |layout: &Strided| match rank {
        0 => Strided::row_major(&[]),
        _ => Strided::new(&layout.extents()[..rank - 1], &layout.strides()[..rank - 1]),
    };
    let nest = Nest::new([&outer(&to)?, &outer(&from)?], [size; 2]);
    let addresses = extra
        .into_iter()
        .flatten()
        .chain([src.address, dst.address]);
    let (kernel, wide) = kernel(family + which, [length, size], &nest, addresses);
    let vectors = if wide { length * size / 16 } else { length };
    let vectors = counted(vectors)?;
    let kept = length * size <= KEPT as usize;
    let shared = SCRATCH + if kept { (length * size) as u32 } else { 0 };
    let function = stream.device().function(kernel)?;
    for part in nest.parts()? {
        let [dst, src] = part.places([dst.address, src.address]);
        let args = Rows {
            dst,
            src,
            scale: extra[0].unwrap_or(0),
            shift: extra[1].unwrap_or(0),
            rows: part.modes,
            vectors,
            kept: kept as u32,
            inverse: (1.0 / length as f64) as f32,
            epsilon: epsilon as f32,
        };
        let launch = Launch::new(stream, &function)
            .grid(part.total, 1, 1)
            .shared(shared);
        // SAFETY: the kernel takes `Rows`; the views checked reach and alignment, `out` is borrowed for writing and apart
        // from the inputs, and the guards keep the buffers until the work is done.
        unsafe { launch.run((args,)) }?;
    }
    Ok(())
}

/// The vectors of a row, as a kernel counts them.
fn counted(vectors: usize) -> Result<u32, Error> {
    let count = u32::try_from(vectors).ok();
    count.filter(|count| *count <= MOST_VECTORS).ok_or_else(|| {
        let why = format!("a row has {vectors} vectors, more than {MOST_VECTORS}: cut the rows");
        Error::argument("input", why)
    })
}

/// The first of the four kernels of a type.
pub(super) fn family(dtype: DType) -> Option<usize> {
    match dtype {
        DType::F32 => Some(0),
        DType::F16 => Some(4),
        DType::BF16 => Some(8),
        _ => None,
    }
}

/// The kernel of those at `at` for rows of `length` elements of `size` bytes, and whether it reads vectors of 16 bytes.
pub(super) fn kernel(
    at: usize,
    [length, size]: [usize; 2],
    outer: &Nest<2>,
    mut addresses: impl Iterator<Item = u64>,
) -> (&'static Kernel, bool) {
    let mut strides = outer.modes.iter().flat_map(|(_, strides)| strides);
    let wide = (length * size).is_multiple_of(16)
        && addresses.all(|address| address.is_multiple_of(16))
        && strides.all(|stride| stride % 16 == 0);
    (&KERNELS[at + usize::from(!wide)], wide)
}

#[cfg(test)]
mod tests {
    use super::{KERNELS, counted};

    #[test]
    fn rows_end_before_a_thread_steps_over_32_bits() {
        let step = 4 * azulejo_kernels::device::rows::THREADS;
        let most = (u32::MAX - step) as usize;
        assert_eq!(counted(most), Ok(u32::MAX - step));
        for vectors in [most + 1, u32::MAX as usize, 1 << 32] {
            let error = counted(vectors).unwrap_err().to_string();
            assert!(error.contains(&vectors.to_string()), "{error}");
        }
    }

    #[test]
    fn kernels_stand_where_the_launcher_looks() {
        for (family, short) in [(0, "f32"), (4, "f16"), (8, "bf16")] {
            assert_eq!(KERNELS[family].name, format!("azulejo_softmax_{short}"));
            assert_eq!(
                KERNELS[family + 3].name,
                format!("azulejo_layer_norm_{short}_1")
            );
        }
    }
}
