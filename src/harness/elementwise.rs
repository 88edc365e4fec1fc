//! [`Work`]: what is bound by memory, on the device and by the CPU, which is its oracle.

use azulejo_kernels::cpu::{self, AnyArray, Array, ArrayError, Op, Reduction, Stored, elementwise};
use azulejo_kernels::host::{
    Error, Operand, Stream, Target, cast_by, copy, fill_bits, layer_norm, map, map_in_place,
    reduce, softmax, zeros,
};
use azulejo_tensor::{
    DType, Element, Float, Number, Overflow, RoundingMode, bf16, f16, with_dtype,
};

use super::Failure;
use super::guarded::{Guarded, on_views};

/// What layer norm adds to the variance.
const EPSILON: f64 = 1e-5;

/// What is computed.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    Zeros,
    /// These bits everywhere.
    Fill(u64),
    Copy,
    Map(Op),
    /// An operator on the first input, which is in the output.
    InPlace(Op),
    Cast(Option<RoundingMode>, Option<Overflow>),
    /// Elements combined along axes.
    Reduce(Reduction, &'static [usize]),
    Softmax,
    /// Of the first input, with scale and shift where there are three.
    LayerNorm,
}

impl Work {
    /// Queues it.
    ///
    /// # Errors
    /// Those of the call, and [`Error::Argument`] for another number of inputs than it has.
    pub fn launch(
        self,
        stream: &Stream,
        inputs: &[&dyn Operand],
        out: &mut dyn Target,
    ) -> Result<(), Error> {
        match (self, inputs) {
            (Work::Zeros, []) => zeros(stream, out),
            (Work::Fill(bits), []) => fill_bits(stream, out, bits),
            (Work::Copy, [from]) => copy(stream, *from, out),
            (Work::Cast(mode, overflow), [from]) => cast_by(stream, *from, out, mode, overflow),
            (Work::Reduce(op, axes), [from]) => reduce(stream, op, *from, axes, out),
            (Work::Map(op), _) => map(stream, op, inputs, out),
            (Work::InPlace(op), [_]) => map_in_place(stream, op, out, &[]),
            (Work::Softmax, [from]) => softmax(stream, *from, out),
            (Work::LayerNorm, [from, rows @ ..]) => {
                let row = |at: usize| rows.get(at).copied();
                layer_norm(stream, *from, row(0), row(1), EPSILON, out)
            }
            _ => Err(Error::argument(
                "inputs",
                format!("{self:?} does not take {} of them", inputs.len()),
            )),
        }
    }

    /// Runs it and compares the output with the CPU's by `same`, and every other byte with what it was. A conversion may end with an
    /// error if it does on both.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(
        self,
        stream: &Stream,
        inputs: &[Guarded],
        out: &mut Guarded,
        same: impl Fn(u64, u64) -> bool,
    ) -> Result<(), Failure> {
        let arrays = inputs
            .iter()
            .map(Guarded::array)
            .collect::<Result<Vec<_>, _>>()?;
        let want = self.expected(&arrays, out.dtype, out.layout.extents());
        let ended = on_views(inputs, out, |inputs, out| {
            Ok(self.launch(stream, inputs, out))
        })?;
        match (want, ended) {
            (Ok(want), Ok(())) => {
                out.expect(stream, elements(&want).into_iter(), same)?;
                inputs
                    .iter()
                    .try_for_each(|input| input.unchanged(stream, "an input"))
            }
            (Err(_), Err(_)) if matches!(self, Work::Cast(..)) => Ok(()),
            (cpu, gpu) => Err(format!("{self:?}: {:?} and {gpu:?}", cpu.map(drop)).into()),
        }
    }

    /// What the CPU makes of the inputs, for an output of this type and shape.
    ///
    /// # Errors
    /// Those of the call.
    pub fn expected(
        self,
        inputs: &[AnyArray],
        dtype: DType,
        extents: &[usize],
    ) -> Result<AnyArray, ArrayError> {
        match (self, inputs) {
            (Work::Zeros, _) => AnyArray::full(dtype, extents, Number::Float(0.0)),
            (Work::Fill(bits), _) => with_dtype!(dtype, T => {
                let size = extents.iter().product();
                Ok(Array::from_vec(vec![T::from_raw(bits); size], extents)?.into())
            }),
            (Work::Map(op) | Work::InPlace(op), _) => {
                elementwise(op, &inputs.iter().collect::<Vec<_>>())
            }
            (Work::Copy, [from]) => Ok(from.clone()),
            (Work::Cast(mode, overflow), [from]) => from.cast(dtype, mode, overflow),
            (Work::Reduce(op, axes), [from]) => {
                let axes: Vec<i64> = axes.iter().map(|axis| *axis as i64).collect();
                cpu::reduce(op, from, Some(&axes), false)
            }
            (_, [from, ..]) => match from.dtype() {
                DType::F32 => self.of_rows::<f32>(inputs),
                DType::F16 => self.of_rows::<f16>(inputs),
                _ => self.of_rows::<bf16>(inputs),
            },
            _ => Ok(AnyArray::zeros(dtype, extents)?),
        }
    }

    fn of_rows<T: Stored + Float>(self, inputs: &[AnyArray]) -> Result<AnyArray, ArrayError> {
        let of = |at: usize| inputs.get(at).and_then(T::peek);
        let Some(rows) = of(0) else {
            return Ok(inputs[0].clone());
        };
        Ok(match self {
            Work::Softmax => cpu::softmax(rows.view())?.into(),
            _ => {
                let [scale, shift] = [1, 2].map(|at| of(at).map(Array::data));
                cpu::layer_norm(rows.view(), scale, shift, EPSILON)?.into()
            }
        })
    }
}

/// The bits of an array's elements.
fn elements(array: &AnyArray) -> Vec<u64> {
    with_dtype!(array.dtype(), T => {
        T::peek(array).map_or(Vec::new(), |a| a.data().iter().map(|x| x.to_raw()).collect())
    })
}
