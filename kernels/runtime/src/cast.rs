//! [`cast`] on a device: any element type to any, under any rounding mode.

use azulejo_tensor::{Category, DType, Overflow, RoundingMode, with_dtype};

use super::{
    Error, Launch, Operand, Stream, Target,
    copy::copy_raw,
    elementwise::Elementwise,
    operand::{Raw, between},
    plan::Nest,
};
use azulejo_cpu::check_mode;
use azulejo_kernels::device::cast::{ANY_UNROLL, KERNELS, PAIRS, THREADS, unroll, vector};

/// Converts every element of `from`, broadcast to the shape of `to`: to floats by nearest even, from float to integer
/// toward zero with saturation, between integers by wrapping, to the 8-bit floats saturating.
///
/// # Errors
/// As [`copy`](super::copy).
///
/// ```no_run
/// use azulejo_runtime::{Device, View, ViewMut, cast};
/// use azulejo_tensor::bf16;
/// let stream = Device::new(0)?.stream()?;
/// let data = stream.upload(&[1.0f32, 255.0 / 256.0, 1e38])?;
/// let mut narrow = stream.zeros::<bf16>(3)?;
/// cast(&stream, &View::row_major(&data, &[3])?, &mut ViewMut::row_major(&mut narrow, &[3])?)?;
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn cast(stream: &Stream, from: &dyn Operand, to: &mut dyn Target) -> Result<(), Error> {
    cast_by(stream, from, to, None, None)
}

/// As [`cast`], under a rounding mode and an overflow rule; `None` is the one that [`cast`] has for the types.
///
/// # Errors
/// As [`cast`], and [`Error::Array`] for a mode that the target does not have.
pub fn cast_by(
    stream: &Stream,
    from: &dyn Operand,
    to: &mut dyn Target,
    mode: Option<RoundingMode>,
    overflow: Option<Overflow>,
) -> Result<(), Error> {
    let (natural, rule) = natural(to.dtype());
    let (mode, overflow) = (mode.unwrap_or(natural), overflow.unwrap_or(rule));
    check_mode((from.dtype(), to.dtype()), mode, overflow)?;
    between(stream, from, to, |from, to| {
        // SAFETY: `between` says that both are live, aligned and apart, and `to` is borrowed for writing.
        unsafe { cast_raw(stream, from, to, mode, overflow) }
    })
}

/// The rounding mode and overflow rule of a cast that names none.
pub(crate) fn natural(to: DType) -> (RoundingMode, Overflow) {
    let mode = match to.category() {
        Category::Float => RoundingMode::NearestEven,
        _ => RoundingMode::NearestIntToZero,
    };
    (
        mode,
        with_dtype!(to, T => <T as azulejo_tensor::Element>::OVERFLOW),
    )
}

/// Launches a cast between two places of one shape.
///
/// # Safety
/// Both must be live on the stream's device, `to` writable and apart from `from`, aligned to their elements.
pub(crate) unsafe fn cast_raw(
    stream: &Stream,
    from: &Raw,
    to: &Raw,
    mode: RoundingMode,
    overflow: Overflow,
) -> Result<(), Error> {
    match way([from.dtype, to.dtype], mode, overflow) {
        // SAFETY: both places are live, aligned and apart, by this function's contract.
        Way::Copy => return unsafe { copy_raw(stream, from, to) },
        // SAFETY: the kernels are the pair's; both places are live, aligned and apart, by this function's contract.
        Way::Pair(pair) => return unsafe { pair.launch::<1, 2>(stream, [to, from]) },
        Way::Any => {}
    }
    let codes = [
        from.dtype as u8,
        to.dtype as u8,
        mode_number(mode),
        (overflow == Overflow::Saturate) as u8,
    ];
    let rule = u32::from_le_bytes(codes);
    let function = stream.device().function(&KERNELS[0])?;
    for part in Nest::new([&to.layout, &from.layout], [to.size(), from.size()]).parts()? {
        let launch =
            Launch::new(stream, &function).grid(part.total.div_ceil(THREADS * ANY_UNROLL), 1, 1);
        let [dst, src] = part.places([to.address, from.address]);
        // SAFETY: `azulejo_cast_any(*mut u8, *const u8, Modes<2>, u32, u32)`: the nest visits the elements of both
        // layouts, the rule holds existing codes; both places are live, aligned and apart, by this function's contract.
        unsafe { launch.run((dst, src, part.modes, part.total, rule)) }?;
    }
    Ok(())
}

/// How elements are converted.
pub(super) enum Way {
    /// As they are.
    Copy,
    /// By the kernels of the two types.
    Pair(Elementwise),
    /// By the kernel of all types.
    Any,
}

/// The way from one type to another under a rounding mode and an overflow rule.
pub(super) fn way([from, to]: [DType; 2], mode: RoundingMode, overflow: Overflow) -> Way {
    if (mode, overflow) != natural(to) {
        return Way::Any;
    }
    // The 8-bit floats saturate, infinities too, and tf32 is rounded: a copy would keep what is there.
    if from == to && !matches!(from, DType::TF32 | DType::F8E4M3 | DType::F8E5M2) {
        return Way::Copy;
    }
    let Some(at) = PAIRS.iter().position(|pair| *pair == (from, to)) else {
        return Way::Any;
    };
    Way::Pair(Elementwise {
        kernels: [&KERNELS[1 + 2 * at], &KERNELS[2 + 2 * at]],
        vector: vector(from, to),
        rounds: [unroll(from, to), 2],
        code: 0,
        types: 0,
    })
}

/// The mode's place in [`RoundingMode::ALL`].
fn mode_number(mode: RoundingMode) -> u8 {
    RoundingMode::ALL
        .iter()
        .position(|m| *m == mode)
        .unwrap_or(0) as u8
}
