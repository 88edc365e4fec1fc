//! [`Buffers`]: device memory for all cases, and the call of a kernel on it.

use azulejo::kernels::host::{AnyView, AnyViewMut, Buffer, Error, Operand, Stream};

use super::case::{Case, Input};
use crate::harness::Pool;

/// Elements that are made on the host; what is longer repeats them.
const BLOCK: usize = 1 << 20;

/// Inputs of random numbers, two of `f32` and two of `bf16`, and an output of any type: each as many bytes as `side` squared `f32` have.
pub struct Buffers {
    inputs: [Buffer<u8>; 4],
    out: Buffer<u8>,
}

impl Buffers {
    /// Inputs of random numbers, an output of zeros.
    pub fn new(stream: &Stream, side: usize) -> Result<Self, Error> {
        let bytes = 4 * side * side;
        let of = |input| filled(stream, input, bytes);
        Ok(Self {
            inputs: [of(Input::A)?, of(Input::B)?, of(Input::P)?, of(Input::Q)?],
            out: stream.zeros(bytes)?,
        })
    }

    /// Starts a case's kernel.
    pub fn run(&mut self, stream: &Stream, case: &Case) -> Result<(), Error> {
        let view = |(input, layout): &(Input, _)| {
            AnyView::new(&self.inputs[*input as usize], input.dtype(), *layout)
        };
        let inputs = case
            .inputs
            .iter()
            .map(view)
            .collect::<Result<Vec<_>, _>>()?;
        let inputs: Vec<&dyn Operand> = inputs.iter().map(|input| input as &dyn Operand).collect();
        let (dtype, layout) = case.out;
        let out = &mut AnyViewMut::new(&mut self.out, dtype, layout)?;
        case.work.launch(stream, &inputs, out)
    }
}

/// Random numbers, those of one block over and over: a gibibyte is not uploaded for them.
fn filled(stream: &Stream, input: Input, bytes: usize) -> Result<Buffer<u8>, Error> {
    let size = input.dtype().bytes();
    let block = Pool::new(input.dtype()).take(input as usize, BLOCK.min(bytes / size));
    let mut buffer = stream.zeros(bytes)?;
    stream.write(&block, &mut buffer)?;
    let mut have = block.len();
    while have < bytes {
        let more = have.min(bytes - have);
        let (from, mut to) = buffer.split_at_mut(have)?;
        stream.copy(&from.slice(..more)?, &mut to.slice_mut(..more)?)?;
        have += more;
    }
    Ok(buffer)
}
