//! [`Buffers`]: device memory for all cases, the call of a kernel on it, and the CPU's answer.

use azulejo::kernels::cpu::{AnyArray, Array, Stored, Strided, View as CpuView, copy};
use azulejo::kernels::host::{
    Buffer, DeviceElement, Error, Operand, Stream, Target, View, ViewMut,
};
use azulejo::tensor::{DType, F8E4M3, ImplicitCast, bf16};

use super::case::{Case, Input};
use crate::cli::bench::report::Random;
use crate::harness::Work;

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

    /// Starts a case's kernel.
    pub fn run(&mut self, stream: &Stream, case: &Case) -> Result<(), Error> {
        let (single, half, (dtype, layout)) = (&self.single, &self.half, case.out);
        if let (Work::Softmax | Work::LayerNorm, [(_, from)]) = (case.work, &case.inputs[..]) {
            return match dtype {
                DType::F32 => {
                    let out = &mut ViewMut::new(&mut self.out_single, layout)?;
                    case.work.rows(stream, &View::new(&single[0], *from)?, out)
                }
                _ => {
                    let out = &mut ViewMut::new(&mut self.out_half, layout)?;
                    case.work.rows(stream, &View::new(&half[0], *from)?, out)
                }
            };
        }
        let inputs = case
            .inputs
            .iter()
            .map(|(input, layout)| -> Result<Box<dyn Operand>, Error> {
                Ok(match input {
                    Input::A => Box::new(View::new(&single[0], *layout)?),
                    Input::B => Box::new(View::new(&single[1], *layout)?),
                    Input::P => Box::new(View::new(&half[0], *layout)?),
                    Input::Q => Box::new(View::new(&half[1], *layout)?),
                })
            });
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let inputs: Vec<&dyn Operand> = inputs.iter().map(|input| input.as_ref()).collect();
        let mut out: Box<dyn Target> = match dtype {
            DType::F32 => Box::new(ViewMut::new(&mut self.out_single, layout)?),
            DType::BF16 => Box::new(ViewMut::new(&mut self.out_half, layout)?),
            _ => Box::new(ViewMut::new(&mut self.out_byte, layout)?),
        };
        case.work.launch(stream, &inputs, out.as_mut())
    }

    /// Fills the output of a case with bits that no case leaves there, or with what a case in place starts from.
    pub fn spoil(&mut self, stream: &Stream, case: &Case) -> Result<(), Error> {
        match (case.work, case.out.0) {
            (Work::InPlace(_), _) => stream.copy(&self.single[0], &mut self.out_single),
            (_, DType::F32) => stream.set_bytes(&mut self.out_single, 0xff),
            (_, DType::BF16) => stream.set_bytes(&mut self.out_half, 0xff),
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

    /// What the CPU computes of a case, compact.
    pub fn expected(&self, stream: &Stream, case: &Case) -> Result<AnyArray, Error> {
        let inputs = case.inputs.iter().map(|(input, layout)| match input {
            Input::A => compact(stream, &self.single[0], *layout),
            Input::B => compact(stream, &self.single[1], *layout),
            Input::P => compact(stream, &self.half[0], *layout),
            Input::Q => compact(stream, &self.half[1], *layout),
        });
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        Ok(case
            .work
            .expected(&inputs, case.out.0, case.out.1.extents())?)
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
    copy(CpuView::new(&data, layout)?, &mut out.view_mut())?;
    Ok(out.into())
}
