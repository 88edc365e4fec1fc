//! [`map`] on a device: operators by name, with promotion and broadcasting.

use azulejo_tensor::{Category, DType};

use super::{
    Buffer, Error, Launch, Operand, Stream, Target,
    cast::{cast_raw, natural},
    operand::Raw,
    plan::Nest,
};
use crate::{
    cpu::{ArrayError, Kind, Op, Strided},
    device::map::{self, Args, Code, THREADS, unroll, vector},
    table::Kernel,
};

/// `out = op(inputs)`, the inputs broadcast to the shape of `out` and promoted as the CPU's
/// [`elementwise`](crate::cpu::elementwise) does.
///
/// Operands of another type than the promoted one are cast first, into memory that is given back when the work is done.
///
/// # Errors
/// [`Error::Array`] for the wrong number of inputs, types that do not promote, an operator that the promoted type lacks
/// or shapes that do not broadcast; [`Error::Dtype`] where `out` is not of the result's type; [`Error::Overlap`],
/// [`Error::WrongDevice`], [`Error::NullPointer`], [`Error::Misaligned`], [`Error::OutOfMemory`], or the driver's.
///
/// ```no_run
/// use azulejo_kernels::{cpu::Op, host::{Device, View, ViewMut, map}};
/// let stream = Device::new(0)?.stream()?;
/// let (a, b) = (stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?, stream.upload(&[10.0f32, 20.0])?);
/// let mut c = stream.zeros::<f32>(4)?;
/// let (a, b) = (View::row_major(&a, &[2, 2])?, View::row_major(&b, &[2])?);
/// map(&stream, Op::Add, &[&a, &b], &mut ViewMut::row_major(&mut c, &[2, 2])?)?;
/// assert_eq!(stream.download(&c)?, [11.0, 22.0, 13.0, 24.0]);
/// # Ok::<(), azulejo_kernels::host::Error>(())
/// ```
pub fn map(
    stream: &Stream,
    op: Op,
    inputs: &[&dyn Operand],
    out: &mut dyn Target,
) -> Result<(), Error> {
    let types: Vec<DType> = inputs.iter().map(|input| input.dtype()).collect();
    let (dtype, result) = types_of(op, &types)?;
    if out.dtype() != result {
        return Err(Error::dtype("output", out.dtype()));
    }
    let layout = *out.layout();
    let target = out.place(stream)?;
    let to = Raw {
        address: target.address,
        layout,
        dtype: result,
    };
    let mut places = Vec::with_capacity(inputs.len());
    let mut operands = Vec::with_capacity(inputs.len());
    let mut temporaries: Vec<Buffer<u8>> = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let place = input.place(stream)?;
        target.apart(&place, "an input")?;
        let mut raw = Raw {
            address: place.address,
            layout: *input.layout(),
            dtype: input.dtype(),
        };
        let needed = if op.kind() == Kind::Select && at == 0 {
            DType::Bool
        } else {
            dtype
        };
        // Broadcasting is checked before anything is launched.
        raw.layout.broadcast(layout.extents())?;
        if raw.dtype != needed {
            raw = promoted(stream, &raw, needed, &mut temporaries)?;
        }
        raw.layout = raw.layout.broadcast(layout.extents())?;
        operands.push(raw);
        places.push(place);
    }
    let code = Code::named(op.name()).map_or(0, |code| code as u32);
    let v = vector(dtype.bytes() as u32);
    let table = table_of(dtype);
    let rows = |at: usize, table: &'static [Kernel]| [&table[at], &table[at + 1]];
    // SAFETY: each kernel is the one of its arity and types; the views checked reach and alignment, `out` is borrowed for
    // writing and apart from the inputs, and the guards and temporaries live until the launches are queued, after which
    // the stream keeps their memory until the work is done.
    unsafe {
        match (op.kind(), &operands[..]) {
            (Kind::Test, [a]) => {
                let table = table.ok_or_else(|| unsupported(op, dtype))?;
                elementwise(stream, [&table[8], &table[8]], 1, 4, 4, code, &to, [a])
            }
            (Kind::Test, [a, b]) => {
                let table = table.ok_or_else(|| unsupported(op, dtype))?;
                elementwise(stream, rows(6, table), v, 2, 2, code, &to, [a, b])
            }
            (Kind::Select, [a, b, c]) => {
                let at = 2 * dtype.bytes().trailing_zeros() as usize;
                elementwise(
                    stream,
                    rows(at, map::where_::KERNELS),
                    v,
                    2,
                    2,
                    code,
                    &to,
                    [a, b, c],
                )
            }
            (_, [a]) => elementwise(
                stream,
                rows(0, table.ok_or_else(|| unsupported(op, dtype))?),
                v,
                unroll(v),
                4,
                code,
                &to,
                [a],
            ),
            (_, [a, b]) => elementwise(
                stream,
                rows(2, table.ok_or_else(|| unsupported(op, dtype))?),
                v,
                unroll(v),
                4,
                code,
                &to,
                [a, b],
            ),
            (_, [a, b, c]) => elementwise(
                stream,
                rows(4, table.ok_or_else(|| unsupported(op, dtype))?),
                v,
                2,
                2,
                code,
                &to,
                [a, b, c],
            ),
            _ => Err(unsupported(op, dtype)),
        }
    }
}

/// The type in which `op` computes on operands of these types, and the type of its result.
///
/// # Errors
/// [`Error::Array`] for the wrong number of operands, types that do not promote, or an operator that the type lacks.
///
/// ```
/// use azulejo_kernels::{cpu::Op, host::types_of};
/// use azulejo_tensor::DType;
/// assert_eq!(types_of(Op::Add, &[DType::I32, DType::F16])?, (DType::F16, DType::F16));
/// assert_eq!(types_of(Op::Div, &[DType::I32, DType::I32])?, (DType::F32, DType::F32));
/// assert_eq!(types_of(Op::Lt, &[DType::I8, DType::I8])?, (DType::I8, DType::Bool));
/// # Ok::<(), azulejo_kernels::host::Error>(())
/// ```
pub fn types_of(op: Op, types: &[DType]) -> Result<(DType, DType), Error> {
    if types.len() != op.arity() {
        return Err(ArrayError::WrongArity {
            op: op.name(),
            expected: op.arity(),
            got: types.len(),
        }
        .into());
    }
    let values = if op.kind() == Kind::Select {
        &types[1..]
    } else {
        types
    };
    let mut dtype = values[0];
    for other in &values[1..] {
        dtype = dtype.promote(*other).map_err(ArrayError::from)?;
    }
    if op.kind() == Kind::Real && dtype.category() == Category::Int {
        dtype = DType::F32;
    }
    let arithmetic =
        dtype.is_arithmetic() && (op.kind() != Kind::Real || dtype.category() == Category::Float);
    match op.kind() {
        Kind::Arithmetic | Kind::Real if !arithmetic => Err(unsupported(op, dtype)),
        Kind::Test => Ok((compared(dtype), DType::Bool)),
        _ => Ok((dtype, dtype)),
    }
}

/// The type in which a comparison is made: truth values as bytes, the floats without arithmetic as f32, which holds
/// their values and order.
fn compared(dtype: DType) -> DType {
    match dtype {
        DType::Bool => DType::U8,
        DType::TF32 | DType::F8E4M3 | DType::F8E5M2 => DType::F32,
        other => other,
    }
}

fn unsupported(op: Op, dtype: DType) -> Error {
    ArrayError::NotSupported {
        op: op.name(),
        dtype,
    }
    .into()
}

/// A copy of an operand, at its own shape, in another type.
fn promoted(
    stream: &Stream,
    from: &Raw,
    dtype: DType,
    keep: &mut Vec<Buffer<u8>>,
) -> Result<Raw, Error> {
    let layout = Strided::row_major(from.layout.extents())?;
    // SAFETY: the cast below writes every element that is read.
    let mut buffer: Buffer<u8> = unsafe { stream.alloc(layout.size() * dtype.bytes()) }?;
    let to = {
        let (address, _) = cudarc::driver::DevicePtrMut::device_ptr_mut(&mut buffer, stream.raw());
        Raw {
            address,
            layout,
            dtype,
        }
    };
    let (mode, overflow) = natural(dtype);
    // SAFETY: `from` is a checked view's place; the buffer is new, large enough and aligned to 256 bytes.
    unsafe { cast_raw(stream, from, &to, mode, overflow) }?;
    keep.push(buffer);
    Ok(to)
}

/// The kernels of an arithmetic type: unary, binary, ternary, comparison, each for vectors and for single elements, and
/// `isnan`.
fn table_of(dtype: DType) -> Option<&'static [Kernel]> {
    Some(match dtype {
        DType::U8 => map::u8_::KERNELS,
        DType::U16 => map::u16_::KERNELS,
        DType::U32 => map::u32_::KERNELS,
        DType::U64 => map::u64_::KERNELS,
        DType::I8 => map::i8_::KERNELS,
        DType::I16 => map::i16_::KERNELS,
        DType::I32 => map::i32_::KERNELS,
        DType::I64 => map::i64_::KERNELS,
        DType::F16 => map::f16_::KERNELS,
        DType::F32 => map::f32_::KERNELS,
        DType::F64 => map::f64_::KERNELS,
        DType::BF16 => map::bf16_::KERNELS,
        _ => return None,
    })
}

/// Launches an elementwise kernel: `kernels` for vectors of `v` elements, `rounds[0]` of them a thread, and for single
/// elements, `rounds[1]` of them a thread.
///
/// # Safety
/// The kernels must be those of the operands' types; all places must be live on the stream's device, the output writable
/// and apart from the inputs, of the inputs' shape.
#[allow(clippy::too_many_arguments)] // A launch is all of these, once.
pub(crate) unsafe fn elementwise<const N: usize>(
    stream: &Stream,
    kernels: [&'static Kernel; 2],
    v: u32,
    wide_rounds: u32,
    one_rounds: u32,
    code: u32,
    out: &Raw,
    inputs: [&Raw; N],
) -> Result<(), Error>
where
    (): Arity<N>,
{
    // SAFETY: the caller's contract.
    unsafe {
        <() as Arity<N>>::launch(
            stream,
            kernels,
            v,
            [wide_rounds, one_rounds],
            code,
            out,
            inputs,
        )
    }
}

/// The launch for `N` inputs.
pub(crate) trait Arity<const N: usize> {
    /// # Safety
    /// As [`elementwise`].
    unsafe fn launch(
        stream: &Stream,
        kernels: [&'static Kernel; 2],
        v: u32,
        rounds: [u32; 2],
        code: u32,
        out: &Raw,
        inputs: [&Raw; N],
    ) -> Result<(), Error>;
}

macro_rules! arities {
    ($($n:literal $m:literal;)*) => {$(
        impl Arity<$n> for () {
            unsafe fn launch(
                stream: &Stream,
                kernels: [&'static Kernel; 2],
                v: u32,
                rounds: [u32; 2],
                code: u32,
                out: &Raw,
                inputs: [&Raw; $n],
            ) -> Result<(), Error> {
                let all: [&Raw; $m] = std::array::from_fn(|k| if k == 0 { out } else { inputs[k - 1] });
                let sizes = all.map(Raw::size);
                let addresses = all.map(|raw| raw.address);
                let nest = Nest::new(all.map(|raw| &raw.layout), sizes);
                for (nest, start, v) in pieces(nest, sizes, addresses, v as u64) {
                    let inner: [i64; $n] = nest.modes.first().map_or([0; $n], |(_, strides)| std::array::from_fn(|k| strides[k + 1]));
                    let which = (v == 1) as usize;
                    let function = stream.device().function(kernels[which])?;
                    for part in nest.in_vectors(v).parts()? {
                        let at = |k: usize| addresses[k].wrapping_add_signed(start[k] + part.start[k]);
                        let args = Args::<$n, $m> {
                            dst: at(0),
                            src: std::array::from_fn(|k| at(k + 1)),
                            inner,
                            modes: part.modes,
                            total: part.total,
                            code,
                        };
                        let launch = Launch::new(stream, &function).grid(part.total.div_ceil(THREADS * rounds[which]), 1, 1);
                        // SAFETY: the kernel takes `Args` of this arity; the nest visits the elements of every layout,
                        // vectors where `pieces` found that all are aligned; the rest is the caller's contract.
                        unsafe { launch.run((args,)) }?;
                    }
                }
                Ok(())
            }
        }
    )*};
}

arities!(1 2; 2 3; 3 4;);

/// The nest in one piece with the widest vectors it allows, or, where only the length of a single run is in the way, its
/// vectors and the elements that are left.
pub(crate) fn pieces<const M: usize>(
    nest: Nest<M>,
    sizes: [usize; M],
    addresses: [u64; M],
    most: u64,
) -> Vec<(Nest<M>, [i64; M], u64)> {
    if nest.total() == 0 {
        return Vec::new();
    }
    // The output is stored in whole vectors, so it must be contiguous there.
    let vectors = |nest: &Nest<M>| {
        let whole =
            nest.modes[0].1[0] == sizes[0] as i64 && nest.vector(sizes, addresses, most) == most;
        if whole { most } else { 1 }
    };
    if let [(extent, strides)] = nest.modes[..] {
        let rest = extent % most;
        let body = Nest {
            modes: vec![(extent - rest, strides)],
        };
        if rest > 0 && extent > rest && vectors(&body) > 1 {
            let start = strides.map(|s| s * (extent - rest) as i64);
            return vec![
                (body, [0; M], most),
                (
                    Nest {
                        modes: vec![(rest, strides)],
                    },
                    start,
                    1,
                ),
            ];
        }
    }
    let v = vectors(&nest);
    vec![(nest, [0; M], v)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_stand_where_the_launcher_looks() {
        for dtype in DType::ALL {
            let Some(table) = table_of(dtype) else {
                continue;
            };
            let short = dtype.short_name();
            let names = [
                "map1_S",
                "map1_S_1",
                "map2_S",
                "map2_S_1",
                "map3_S",
                "map3_S_1",
                "compare_S",
                "compare_S_1",
                "isnan_S_1",
            ];
            for (kernel, name) in table.iter().zip(names) {
                assert_eq!(kernel.name, format!("azulejo_{}", name.replace('S', short)));
            }
        }
        for (at, bytes) in [1, 2, 4, 8].iter().enumerate() {
            assert_eq!(
                map::where_::KERNELS[2 * at].name,
                format!("azulejo_where_{bytes}")
            );
        }
    }

    #[test]
    fn a_ragged_run_keeps_its_vectors() {
        let line = Strided::row_major(&[1003]).unwrap();
        let found = pieces(Nest::new([&line, &line], [4, 4]), [4, 4], [256, 512], 4);
        let seen: Vec<_> = found
            .iter()
            .map(|(nest, start, v)| (nest.total(), start[0], *v))
            .collect();
        assert_eq!(seen, [(1000, 0, 4), (3, 4000, 1)]);
        let odd = pieces(Nest::new([&line, &line], [4, 4]), [4, 4], [260, 512], 4);
        assert_eq!((odd.len(), odd[0].2), (1, 1));
        // Rows of 6: no vector of 4 fits.
        let rows = Strided::new(&[5, 6], &[8, 1]).unwrap();
        assert_eq!(pieces(Nest::new([&rows], [4]), [4], [256], 4)[0].2, 1);
    }

    #[test]
    fn results_have_the_types_of_the_cpu() {
        use crate::cpu::{AnyArray, elementwise};
        use azulejo_tensor::Number;
        for op in Op::ALL {
            for a in DType::ALL {
                for b in DType::ALL {
                    let all = [a, b, b];
                    let types = &all[..op.arity()];
                    let arrays: Vec<AnyArray> = types
                        .iter()
                        .map(|t| AnyArray::full(*t, &[2], Number::Signed(1)).unwrap())
                        .collect();
                    let cpu = elementwise(*op, &arrays.iter().collect::<Vec<_>>())
                        .map(|array| array.dtype());
                    match (types_of(*op, types), cpu) {
                        (Ok((_, ours)), Ok(theirs)) => assert_eq!(ours, theirs, "{op} {types:?}"),
                        (Err(_), Err(_)) => {}
                        (ours, theirs) => panic!("{op} {types:?}: {ours:?}, on the CPU {theirs:?}"),
                    }
                }
            }
        }
    }
}
