//! [`Buffers`]: device memory for all cases, and the call of a kernel on it.

use azulejo::kernels::host::{AnyView, AnyViewMut, Buffer, Error, Operand, Stream};

use super::case::{Case, Input};
use crate::harness::Pool;

/// Inputs of random numbers, two of `f32` and two of `bf16`, and an output of any type: each as many bytes as `side` squared `f32` have.
pub struct Buffers {
    inputs: [Buffer<u8>; 4],
    out: Buffer<u8>,
}

impl Buffers {
    /// Inputs of random numbers, an output of zeros.
    pub fn new(stream: &Stream, side: usize) -> Result<Self, Error> {
        let bytes = 4 * side * side;
        let of = |input: Input| {
            let pool = Pool::new(input.dtype());
            pool.upload(stream, input as usize, bytes / input.dtype().bytes())
        };
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
