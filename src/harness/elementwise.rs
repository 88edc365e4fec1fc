//! [`Elementwise`]: what is bound by memory, on the device and by the CPU, which is its oracle.

use std::fmt;

use azulejo_cpu::{self, AnyArray, Array, ArrayError, Op, Reduction, Stored, Strided, elementwise};
use azulejo_runtime::{
    Error, Operand, Stream, Target, cast_by, copy, fill_bits, layer_norm, map, map_in_place,
    reduce, softmax, zeros,
};
use azulejo_tensor::{
    DType, Element, Float, Number, Overflow, RoundingMode, bf16, f16, with_dtype,
};

use super::guarded::{Guarded, on_views};
use super::numbers::{Random, of, value, zero};
use super::run::{Case, with};
use super::{Failure, each};

/// What layer norm adds to the variance.
const EPSILON: f64 = 1e-5;

/// An array: its elements in memory, some elements off the alignment, and what they are.
#[derive(Clone, Copy)]
pub struct Laid {
    pub dtype: DType,
    pub layout: Strided,
    pub shift: usize,
    pub kind: Kind,
}

/// What elements are.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Of moderate size.
    Moderate,
    /// Any bits, infinities and the like: [`Random::elements`].
    Wild,
    /// Zeros of both signs.
    Zero,
    /// From -84 to -90: the exponential of the negative ends at 88.7 in `f32`.
    Tail,
}

impl Laid {
    /// At the alignment, of moderate size.
    pub fn new(dtype: DType, layout: Strided) -> Self {
        let (shift, kind) = (0, Kind::Moderate);
        Self {
            dtype,
            layout,
            shift,
            kind,
        }
    }

    /// So many elements off the alignment, wild ones if so asked.
    pub fn at(self, shift: usize, is_wild: bool) -> Self {
        let kind = if is_wild { Kind::Wild } else { self.kind };
        with!(self, shift: shift, kind: kind)
    }

    /// Bytes of the elements, those at one place counted once.
    pub fn bytes(&self) -> usize {
        let modes = self.layout.extents().iter().zip(self.layout.strides());
        let places = modes.filter(|(_, stride)| **stride > 0);
        places.map(|(extent, _)| *extent).product::<usize>() * self.dtype.bytes()
    }

    fn input(&self, stream: &Stream, random: &mut Random) -> Result<Guarded, Failure> {
        let is_wild = !matches!(self.kind, Kind::Moderate);
        let mut elements = random.elements(self.dtype, self.layout.cosize(), is_wild);
        if let Kind::Zero = self.kind {
            elements.iter_mut().for_each(|x| *x = zero(self.dtype, *x));
        }
        if let Kind::Tail = self.kind {
            let tail = |x: u64| of(self.dtype, -84.0 - (x % 13) as f64 / 2.0);
            elements.iter_mut().for_each(|x| *x = tail(*x));
        }
        Guarded::holding(stream, *self, elements)
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dtype, shift, kind) = (self.dtype, self.shift, self.kind);
        write!(f, "{dtype} {:?} +{shift} {kind:?}", self.layout)
    }
}

/// How near an element must be to the CPU's.
#[derive(Clone, Copy, Debug)]
pub enum Same {
    /// The same bits.
    Bits,
    /// The same bits, or both not a number.
    Value,
    /// That, or within a part of the magnitude, which is taken for at least a floor, and a distance more.
    Near(f64, f64, f64),
    Any,
}

impl Same {
    fn test(self, dtype: DType, found: u64, wanted: u64) -> bool {
        let (x, y) = (value(dtype, found), value(dtype, wanted));
        let is_same = found == wanted || (x.is_nan() && y.is_nan());
        match self {
            Same::Bits => found == wanted,
            Same::Value => is_same,
            Same::Near(part, floor, distance) => {
                is_same || (x - y).abs() <= part * y.abs().max(floor) + distance
            }
            Same::Any => true,
        }
    }
}

/// Work on arrays, checked against the CPU's answer.
#[derive(Clone, Debug)]
pub struct Elementwise {
    pub work: Work,
    pub inputs: Vec<Laid>,
    pub out: Laid,
    pub same: Same,
}

impl Case for Elementwise {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    /// A conversion may end with an error if it does on both.
    fn check(&self, stream: &Stream, random: &mut Random) -> Result<(), Failure> {
        let (work, dtype, layout) = (self.work, self.out.dtype, self.out.layout);
        let inputs = each(&self.inputs, |input| input.input(stream, random))?;
        let mut out = match work {
            Work::InPlace(_) => Guarded::holding(stream, self.out, inputs[0].elements().collect())?,
            _ => Guarded::random(stream, self.out, random)?,
        };
        let arrays = each(&inputs, Guarded::array)?;
        let want = work.expected(&arrays, dtype, layout.extents());
        let ended = on_views(&inputs, &mut out, |inputs, out| {
            Ok(work.launch(stream, inputs, out))
        })?;
        match (want, ended) {
            (Ok(want), Ok(())) => {
                let same = |found, wanted| self.same.test(dtype, found, wanted);
                out.expect(stream, elements(&want).into_iter(), same)?;
                let mut inputs = inputs.iter();
                inputs.try_for_each(|input| input.unchanged(stream, "an input"))
            }
            (Err(_), Err(_)) if matches!(work, Work::Cast(..)) => Ok(()),
            (cpu, gpu) => Err(format!("{:?} and {gpu:?}", cpu.map(drop)).into()),
        }
    }
}

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
    /// The case of this work on these inputs.
    pub fn on(self, inputs: &[Laid], out: Laid, same: Same) -> Elementwise {
        let (work, inputs) = (self, inputs.to_vec());
        Elementwise {
            work,
            inputs,
            out,
            same,
        }
    }

    /// Queues it.
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

    /// What the CPU makes of the inputs, for an output of this type and shape.
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
                azulejo_cpu::reduce(op, from, Some(&axes), false)
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
            Work::Softmax => azulejo_cpu::softmax(rows.view())?.into(),
            _ => {
                let [scale, shift] = [1, 2].map(|at| of(at).map(Array::data));
                azulejo_cpu::layer_norm(rows.view(), scale, shift, EPSILON)?.into()
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

/// A layout of a case.
pub fn strided(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of a case")
}

/// Layouts by their extents and strides.
macro_rules! layouts {
    ($($extents:tt $strides:tt),*) => { vec![$($crate::harness::strided(&$extents, &$strides)),*] };
}
pub(crate) use layouts;
