//! [`Buffers`]: device memory for all cases, and the call of a kernel on it.

use azulejo::kernels::cpu::{
    self, AnyArray, Array, Reduction, Stored, Strided, copy as copy_on_cpu,
};
use azulejo::kernels::host::{
    Buffer, DeviceElement, Error, Operand, Stream, View, ViewMut, cast, copy, fill, layer_norm,
    map, map_in_place, reduce, softmax,
};
use azulejo::tensor::{DType, F8E4M3, Float, ImplicitCast, bf16};

use super::case::{Case, Input, Work};
use super::expected::Values;
use crate::cli::bench::report::Random;

/// What layer norm adds to the variance.
pub const EPSILON: f64 = 1e-5;

/// Elements that are made on the host; what is longer repeats them.
const BLOCK: usize = 1 << 20;

/// Inputs and outputs of every type, `side` squared elements of `f32` and as many bytes of `bf16`.
pub struct Buffers {
    single: [Buffer<f32>; 2],
    half: [Buffer<bf16>; 2],
    out_single: Buffer<f32>,
    out_half: Buffer<bf16>,
    out_byte: Buffer<F8E4M3>,
}

impl Buffers {
    /// Inputs of random numbers, outputs of zeros.
    pub fn new(stream: &Stream, side: usize) -> Result<Self, Error> {
        let (count, random) = (side * side, &mut Random::new());
        Ok(Self {
            single: [
                filled(stream, random, count)?,
                filled(stream, random, count)?,
            ],
            half: [
                filled(stream, random, 2 * count)?,
                filled(stream, random, 2 * count)?,
            ],
            out_single: stream.zeros(count)?,
            out_half: stream.zeros(2 * count)?,
            out_byte: stream.zeros(count)?,
        })
    }

    /// The inputs, copied back.
    pub fn values(&self, stream: &Stream) -> Result<Values, Error> {
        let [a, b] = &self.single;
        let [p, q] = &self.half;
        Ok(Values {
            single: [stream.download(a)?, stream.download(b)?],
            half: [stream.download(p)?, stream.download(q)?],
        })
    }

    /// Starts a case's kernel.
    pub fn run(&mut self, stream: &Stream, case: &Case) -> Result<(), Error> {
        let Self {
            single,
            half,
            out_single,
            out_half,
            out_byte,
        } = self;
        let (dtype, layout) = case.out;
        if let (Work::Softmax | Work::LayerNorm, Some((_, from))) = (case.work, case.inputs.first())
        {
            return match dtype {
                DType::F32 => rows(
                    stream,
                    case.work,
                    &View::new(&single[0], *from)?,
                    &mut ViewMut::new(out_single, layout)?,
                ),
                _ => rows(
                    stream,
                    case.work,
                    &View::new(&half[0], *from)?,
                    &mut ViewMut::new(out_half, layout)?,
                ),
            };
        }
        let operand = |(input, layout): &(Input, Strided)| -> Result<Box<dyn Operand + '_>, Error> {
            Ok(match input {
                Input::A => Box::new(View::new(&single[0], *layout)?),
                Input::B => Box::new(View::new(&single[1], *layout)?),
                Input::P => Box::new(View::new(&half[0], *layout)?),
                Input::Q => Box::new(View::new(&half[1], *layout)?),
            })
        };
        let inputs = case
            .inputs
            .iter()
            .map(operand)
            .collect::<Result<Vec<_>, _>>()?;
        let inputs: Vec<&dyn Operand> = inputs.iter().map(|input| input.as_ref()).collect();
        match dtype {
            DType::F32 => call(
                stream,
                case.work,
                &inputs,
                &mut ViewMut::new(out_single, layout)?,
            ),
            DType::BF16 => call(
                stream,
                case.work,
                &inputs,
                &mut ViewMut::new(out_half, layout)?,
            ),
            _ => call(
                stream,
                case.work,
                &inputs,
                &mut ViewMut::new(out_byte, layout)?,
            ),
        }
    }

    /// Fills the output of a case with bits that no case leaves there, or with what a case in place starts from.
    pub fn spoil(&mut self, stream: &Stream, case: &Case) -> Result<(), Error> {
        if let Work::InPlace(_) = case.work {
            return stream.copy(&self.single[0], &mut self.out_single);
        }
        match case.out.0 {
            DType::F32 => stream.set_bytes(&mut self.out_single, 0xff),
            DType::BF16 => stream.set_bytes(&mut self.out_half, 0xff),
            _ => stream.set_bytes(&mut self.out_byte, 0xff),
        }
    }

    /// The output of a case, compact.
    pub fn result(&self, stream: &Stream, case: &Case) -> Result<AnyArray, Error> {
        match case.out.0 {
            DType::F32 => compact(stream, &self.out_single, case.out.1),
            DType::BF16 => compact(stream, &self.out_half, case.out.1),
            _ => compact(stream, &self.out_byte, case.out.1),
        }
    }
}

fn call<T: DeviceElement>(
    stream: &Stream,
    work: Work,
    inputs: &[&dyn Operand],
    out: &mut ViewMut<'_, T>,
) -> Result<(), Error> {
    match (work, inputs) {
        (Work::Fill(value), _) => fill(stream, out, T::from_f64(value)),
        (Work::Copy, [from]) => copy(stream, *from, out),
        (Work::Cast, [from]) => cast(stream, *from, out),
        (Work::Sum(axis), [from]) => reduce(stream, Reduction::Sum, *from, &[axis], out),
        (Work::Map(op), _) => map(stream, op, inputs, out),
        // `spoil` has put A there.
        (Work::InPlace(op), _) => map_in_place(stream, op, out, &[]),
        _ => Err(Error::Argument {
            argument: "inputs",
            why: format!("{work:?} does not take {} of them", inputs.len()),
        }),
    }
}

fn rows<T: DeviceElement + Float>(
    stream: &Stream,
    work: Work,
    from: &View<'_, T>,
    out: &mut ViewMut<'_, T>,
) -> Result<(), Error> {
    match work {
        Work::Softmax => softmax(stream, from, out),
        _ => layer_norm(stream, from, None, None, EPSILON, out),
    }
}

/// Random numbers, those of one block over and over: a gibibyte is not uploaded for them.
fn filled<T: DeviceElement>(
    stream: &Stream,
    random: &mut Random,
    count: usize,
) -> Result<Buffer<T>, Error> {
    let block = random.values::<T>(count.min(BLOCK));
    let mut buffer = stream.zeros::<T>(count)?;
    stream.write(&block, &mut buffer)?;
    let mut have = block.len();
    while have < count {
        let more = have.min(count - have);
        let (from, mut to) = buffer.split_at_mut(have)?;
        stream.copy(&from.slice(..more)?, &mut to.slice_mut(..more)?)?;
        have += more;
    }
    Ok(buffer)
}

fn compact<T>(stream: &Stream, buffer: &Buffer<T>, layout: Strided) -> Result<AnyArray, Error>
where
    T: DeviceElement + Stored + ImplicitCast<T>,
{
    let data = stream.download(buffer)?;
    let mut out = Array::<T>::zeros(layout.extents())?;
    copy_on_cpu(cpu::View::new(&data, layout)?, &mut out.view_mut())?;
    Ok(out.into())
}
