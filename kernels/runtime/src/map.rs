//! [`map`] on a device: operators by name, with promotion and broadcasting.

use azulejo_tensor::{Category, DType};

use super::{
    Buffer, Error, Operand, Stream, Target,
    cast::{cast_raw, natural},
    elementwise::Elementwise,
    operand::Raw,
    region::Region,
};
use azulejo_cpu::{ArrayError, Kind, Op, Strided};
use azulejo_kernels::{
    device::map::{self, Code, UNROLL, UNROLL_ONE, long, mixed, unroll, vector},
    table::Kernel,
};

/// `out = op(inputs)`, the inputs broadcast to the shape of `out` and promoted as the CPU's
/// [`elementwise`](azulejo_cpu::elementwise) does.
///
/// Two operands of different types are promoted as they are read, for the operators of few instructions. Other operands
/// of another type than the promoted one are cast first, into memory that is given back when the work is done. The output
/// is not an input: [`map_in_place`] is for that.
///
/// # Errors
/// [`Error::Array`] for the wrong number of inputs, types that do not promote, an operator that the promoted type lacks
/// or shapes that do not broadcast; [`Error::Dtype`] where `out` is not of the result's type; [`Error::Overlap`],
/// [`Error::WrongDevice`], [`Error::NullPointer`], [`Error::Misaligned`], [`Error::OutOfMemory`], or any CUDA driver error.
///
/// ```no_run
/// use azulejo_cpu::Op;
/// use azulejo_runtime::{Device, View, ViewMut, map};
/// let stream = Device::new(0)?.stream()?;
/// let (a, b) = (stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?, stream.upload(&[10.0f32, 20.0])?);
/// let mut c = stream.zeros::<f32>(4)?;
/// let (a, b) = (View::row_major(&a, &[2, 2])?, View::row_major(&b, &[2])?);
/// map(&stream, Op::Add, &[&a, &b], &mut ViewMut::row_major(&mut c, &[2, 2])?)?;
/// assert_eq!(stream.download(&c)?, [11.0, 22.0, 13.0, 24.0]);
/// # Ok::<(), azulejo_runtime::Error>(())
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
        return Err(Error::dtype("output", out.dtype(), result));
    }
    ordered(stream, op, dtype, out, inputs, false)
}

/// `out = op(out, others)`: the first operand is the output itself, which is why it is borrowed for writing.
///
/// # Errors
/// As [`map`](fn@map); [`Error::Dtype`] too where the result has another type than `out`, as a comparison's has.
///
/// ```no_run
/// use azulejo_cpu::Op;
/// use azulejo_runtime::{Device, View, ViewMut, map_in_place};
/// let stream = Device::new(0)?.stream()?;
/// let mut x = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// let two = stream.upload(&[2.0f32])?;
/// map_in_place(&stream, Op::Mul, &mut ViewMut::row_major(&mut x, &[3])?, &[&View::row_major(&two, &[])?])?;
/// assert_eq!(stream.download(&x)?, [2.0, 4.0, 6.0]);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
///
/// ```compile_fail,E0502
/// # use azulejo_cpu::Op;
/// # use azulejo_runtime::{Device, View, ViewMut, map};
/// let stream = Device::new(0)?.stream()?;
/// let mut x = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// let input = View::row_major(&x, &[3])?;
/// let mut output = ViewMut::row_major(&mut x, &[3])?; // an output that is an input is a borrow error
/// map(&stream, Op::Neg, &[&input], &mut output)?;
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn map_in_place(
    stream: &Stream,
    op: Op,
    out: &mut dyn Target,
    others: &[&dyn Operand],
) -> Result<(), Error> {
    let types: Vec<DType> = std::iter::once(out.dtype())
        .chain(others.iter().map(|other| other.dtype()))
        .collect();
    let dtype = types_in_place(op, &types)?;
    ordered(stream, op, dtype, out, others, true)
}

/// The type in which `op` computes on operands of these types, of which the first is its output, too.
///
/// # Errors
/// As [`types_of`]; [`Error::Dtype`] where the result has another type than the output.
pub(super) fn types_in_place(op: Op, types: &[DType]) -> Result<DType, Error> {
    let (dtype, result) = types_of(op, types)?;
    match types {
        [own, ..] if *own == result && op.kind() != Kind::Select => Ok(dtype),
        _ => Err(Error::Dtype {
            argument: "output",
            found: types.first().map_or(result, |own| *own).to_string(),
            expected: format!("{result}, the result's, in an array of its own: use `map`"),
            casts: false,
        }),
    }
}

/// Launches an operator of checked types in the order of other work on its operands, the first of which is the output where `in_place`.
fn ordered(
    stream: &Stream,
    op: Op,
    dtype: DType,
    out: &mut dyn Target,
    inputs: &[&dyn Operand],
    in_place: bool,
) -> Result<(), Error> {
    let (result, layout) = (out.dtype(), *out.layout());
    let target = out.place(stream, "output")?;
    let to = Raw::at(&target, layout, result);
    let mut places = Vec::with_capacity(inputs.len());
    let mut operands = if in_place { vec![to] } else { Vec::new() };
    for input in inputs {
        let place = input.place(stream, "input")?;
        target.apart(&place, "an input")?;
        operands.push(Raw::at(&place, *input.layout(), input.dtype()));
        places.push(place);
    }
    let _order = Region::order(stream, places.iter().chain([&target]))?;
    // SAFETY: the views checked reach and alignment, `out` is borrowed for writing and apart from all operands but itself, and the
    // guards live until the launches are queued.
    unsafe { operate(stream, op, dtype, &to, operands) }
}

/// Launches an operator that computes in `dtype`.
///
/// # Safety
/// All places must be live on the stream's device, aligned to their elements; the output writable and apart from the
/// operands, or equal to one of them, place for place.
pub(super) unsafe fn operate(
    stream: &Stream,
    op: Op,
    dtype: DType,
    to: &Raw,
    mut operands: Vec<Raw>,
) -> Result<(), Error> {
    let extents = to.layout.extents();
    // Broadcasting is checked before anything is launched.
    for operand in &operands {
        operand.layout.broadcast(extents)?;
    }
    let types: Vec<DType> = operands.iter().map(|operand| operand.dtype).collect();
    let (one, promotes) = kernels(op, dtype, &types)?;
    // An operand may have any size where its elements are broadcast to none: nothing is read of it.
    if to.layout.size() == 0 {
        return Ok(());
    }
    let mut temporaries: Vec<Buffer<u8>> = Vec::new();
    for (at, operand) in operands.iter_mut().enumerate() {
        let needed = if op.kind() == Kind::Select && at == 0 {
            DType::Bool
        } else {
            dtype
        };
        if !promotes && operand.dtype != needed {
            *operand = promoted(stream, operand, needed, &mut temporaries)?;
        }
        operand.layout = operand.layout.broadcast(extents)?;
    }
    macro_rules! launch {
        ($n:literal, $all:expr) => {{
            // SAFETY: the kernel is the one of its arity and types; upheld by the caller: the places are live, aligned and apart from
            // the output or equal to it. The temporaries live until the launches are queued, after which the stream keeps
            // their memory until the work is done.
            unsafe { one.launch::<$n, { $n + 1 }>(stream, $all) }
        }};
    }
    match &operands[..] {
        [a] => launch!(1, [to, a]),
        [a, b] => launch!(2, [to, a, b]),
        [a, b, c] => launch!(3, [to, a, b, c]),
        _ => Err(unsupported(op, dtype)),
    }
}

/// The kernels of an operator that computes in `dtype` on operands of these types, and whether they promote two of them.
///
/// # Errors
/// [`Error::Array`] where there is none.
pub(super) fn kernels(op: Op, dtype: DType, types: &[DType]) -> Result<(Elementwise, bool), Error> {
    let none = || unsupported(op, dtype);
    let code = Code::named(op.name()).ok_or_else(none)?;
    let is_long = long::is_long(code, dtype);
    let v = vector(dtype.bytes() as u32);
    let with = |table: &'static [Kernel], at: usize, rounds: [u32; 2]| Elementwise {
        kernels: [&table[at], &table[at + 1]],
        vector: v,
        rounds,
        code: code as u32,
        types: 0,
    };
    if op.kind() == Kind::Select {
        let at = 2 * dtype.bytes().trailing_zeros() as usize;
        return Ok((with(map::where_::KERNELS, at, [2, 2]), false));
    }
    let [table, long] = tables_of(dtype).ok_or_else(none)?;
    if let [a, b] = types
        && matches!(op.kind(), Kind::Arithmetic | Kind::Real)
        && (!is_long || code == Code::Div)
        && types.iter().any(|of| *of != dtype)
        && let Some(at) = mixed::row(dtype, types)
    {
        let mixed = Elementwise {
            vector: mixed::VECTOR,
            types: *a as u32 | (*b as u32) << 8,
            ..with(mixed::KERNELS, at, [mixed::ROUNDS, mixed::ROUNDS_ONE])
        };
        return Ok((mixed, true));
    }
    let one = match (op.kind(), types) {
        // It has no form for vectors.
        (Kind::Test, [_]) => Elementwise {
            kernels: [&table[8]; 2],
            vector: 1,
            ..with(table, 7, [4, 4])
        },
        (Kind::Test, _) => with(table, 6, [2, 2]),
        (_, [_]) if is_long => with(long, 2, [unroll(v), 4]),
        (_, [_]) => with(table, 0, [UNROLL_ONE, 4]),
        (_, [_, _]) if is_long => with(long, 0, [unroll(v), 4]),
        (_, [_, _]) => with(table, 2, [UNROLL, 4]),
        _ => with(table, 4, [2, 2]),
    };
    Ok((one, false))
}

/// The type in which `op` computes on operands of these types, and the type of its result.
///
/// # Errors
/// [`Error::Array`] for the wrong number of operands, types that do not promote, or an operator that the type lacks.
///
/// ```
/// use azulejo_cpu::Op;
/// use azulejo_runtime::types_of;
/// use azulejo_tensor::DType;
/// assert_eq!(types_of(Op::Add, &[DType::I32, DType::F16])?, (DType::F16, DType::F16));
/// assert_eq!(types_of(Op::Div, &[DType::I32, DType::I32])?, (DType::F32, DType::F32));
/// assert_eq!(types_of(Op::Lt, &[DType::I8, DType::I8])?, (DType::I8, DType::Bool));
/// # Ok::<(), azulejo_runtime::Error>(())
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
    let bytes = layout.size().checked_mul(dtype.bytes()).ok_or_else(|| {
        let extents = layout.extents();
        let why = format!("{extents:?} as {dtype} is more than memory holds: pass a smaller one");
        Error::argument("input", why)
    })?;
    // SAFETY: the cast below writes every element that is read.
    let buffer: Buffer<u8> = unsafe { stream.alloc(bytes) }?;
    let to = Raw::new(buffer.address(), layout, dtype);
    let (mode, overflow) = natural(dtype);
    // SAFETY: `from` is a checked view's place; the buffer is new, large enough and aligned to 256 bytes.
    unsafe { cast_raw(stream, from, &to, mode, overflow) }?;
    keep.push(buffer);
    Ok(to)
}

/// The kernels of an arithmetic type: unary, binary, ternary, comparison, each for vectors and for single elements, and `isnan`;
/// and those of its long operators: binary, and for floats unary, likewise.
fn tables_of(dtype: DType) -> Option<[&'static [Kernel]; 2]> {
    macro_rules! of {
        ($($dtype:ident $module:ident),*) => {
            match dtype {
                $(DType::$dtype => Some([map::$module::KERNELS, long::$module::KERNELS]),)*
                _ => None,
            }
        };
    }
    of!(
        U8 u8_, U16 u16_, U32 u32_, U64 u64_, I8 i8_, I16 i16_, I32 i32_, I64 i64_,
        F16 f16_, F32 f32_, F64 f64_, BF16 bf16_
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_code() {
        for op in Op::ALL {
            assert_eq!(Code::named(op.name()).map(Code::name), Some(op.name()));
        }
        assert_eq!(Code::ALL.len(), Op::ALL.len());
    }

    #[test]
    fn kernels_stand_where_the_launcher_looks() {
        let short = [
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
        let long = ["long2_S", "long2_S_1", "long1_S", "long1_S_1"];
        for dtype in DType::ALL {
            let tables = tables_of(dtype);
            assert_eq!(tables.is_some(), dtype.is_arithmetic());
            let Some([table, more]) = tables else {
                continue;
            };
            let real = dtype.category() == Category::Float;
            assert_eq!(more.len(), if real { 4 } else { 2 });
            let of = dtype.short_name();
            for (kernel, name) in table.iter().zip(short).chain(more.iter().zip(long)) {
                assert_eq!(kernel.name, format!("azulejo_{}", name.replace('S', of)));
            }
            let at = mixed::row(dtype, &[dtype]).unwrap();
            assert_eq!(mixed::KERNELS[at].name, format!("azulejo_mixed2_{of}"));
        }
        for (at, bytes) in [1, 2, 4, 8].iter().enumerate() {
            assert_eq!(
                map::where_::KERNELS[2 * at].name,
                format!("azulejo_where_{bytes}")
            );
        }
    }

    #[test]
    fn results_have_the_types_of_the_cpu() {
        use azulejo_cpu::{AnyArray, elementwise};
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
