//! Arrays of run-time element type on a GPU: up, through a kernel, down.

use azulejo::cpu::{AnyArray, Array, ArrayError, Op, Stored, broadcast_shapes};
use azulejo::runtime::{
    self, Buffer, Device, DeviceElement, Error, Operand, Stream, View, ViewMut,
};
use azulejo::tensor::{DType, Overflow, RoundingMode, with_dtype};

use super::failure::Failure;

/// The failure of a command on a GPU: the array's own errors are of `argument`, as on the CPU, and a driver that fails is no
/// fault of the input.
pub fn rejected(argument: &str, error: Error) -> Failure {
    match error {
        Error::Array(why) => Failure::argument(argument, why),
        Error::Argument { argument, why } if argument.starts_with("--") => {
            Failure::argument(argument, why)
        }
        Error::Driver { .. } => Failure::Work(format!("--device: {error}")),
        _ => Failure::argument("--device", error),
    }
}

/// A stream on the GPU with this number.
pub fn stream(ordinal: u32) -> Result<Stream, Error> {
    Device::new(ordinal as usize)?.stream()
}

/// Zeros of the shape and type of `like`, written by the device over ones.
pub fn zeros(stream: &Stream, like: &AnyArray) -> Result<AnyArray, Error> {
    with_dtype!(like.dtype(), T => {
        let mut buffer = stream.upload(&vec![<T as azulejo::tensor::Element>::ONE; like.size()])?;
        runtime::zeros(stream, &mut ViewMut::row_major(&mut buffer, like.extents())?)?;
        download(stream, &buffer, like.extents())
    })
}

/// The result of an operator, promoted and broadcast.
pub fn map(stream: &Stream, op: Op, inputs: &[&AnyArray]) -> Result<AnyArray, Error> {
    let mut extents = Vec::new();
    for input in inputs {
        extents = broadcast_shapes(&extents, input.extents())?;
    }
    let types: Vec<DType> = inputs.iter().map(|input| input.dtype()).collect();
    let (_, result) = runtime::types_of(op, &types)?;
    let held = inputs
        .iter()
        .map(|input| upload(stream, input))
        .collect::<Result<Vec<_>, _>>()?;
    let views = held
        .iter()
        .map(|held| held.view())
        .collect::<Result<Vec<_>, _>>()?;
    let views: Vec<&dyn Operand> = views.iter().map(|view| view.as_ref()).collect();
    with_dtype!(result, T => {
        let mut buffer = stream.zeros::<T>(size(&extents)?)?;
        runtime::map(stream, op, &views, &mut ViewMut::row_major(&mut buffer, &extents)?)?;
        download(stream, &buffer, &extents)
    })
}

/// Every element converted to `dtype`.
pub fn cast(
    stream: &Stream,
    input: &AnyArray,
    dtype: DType,
    mode: Option<RoundingMode>,
    overflow: Option<Overflow>,
) -> Result<AnyArray, Error> {
    let held = upload(stream, input)?;
    let view = held.view()?;
    with_dtype!(dtype, T => {
        let mut out = stream.zeros::<T>(input.size())?;
        let mut place = ViewMut::row_major(&mut out, input.extents())?;
        runtime::cast_by(stream, view.as_ref(), &mut place, mode, overflow)?;
        download(stream, &out, input.extents())
    })
}

/// Elements on the device, whatever their type.
pub trait Held {
    /// All of them, as an operand of a map.
    fn view(&self) -> Result<Box<dyn Operand + '_>, Error>;
}

struct Uploaded<T: DeviceElement> {
    buffer: Buffer<T>,
    extents: Vec<usize>,
}

impl<T: DeviceElement> Held for Uploaded<T> {
    fn view(&self) -> Result<Box<dyn Operand + '_>, Error> {
        Ok(Box::new(View::row_major(&self.buffer, &self.extents)?))
    }
}

/// The elements of an array, copied to the device.
pub fn upload(stream: &Stream, array: &AnyArray) -> Result<Box<dyn Held>, Error> {
    let extents = array.extents().to_vec();
    with_dtype!(array.dtype(), T => {
        let buffer = stream.upload(T::peek(array).map_or(&[][..], Array::data))?;
        Ok(Box::new(Uploaded { buffer, extents }))
    })
}

/// An array of the elements of a buffer, copied from the device.
pub fn download<T: Stored + DeviceElement>(
    stream: &Stream,
    buffer: &Buffer<T>,
    extents: &[usize],
) -> Result<AnyArray, Error> {
    Ok(Array::from_vec(stream.download(buffer)?, extents)?.into())
}

fn size(extents: &[usize]) -> Result<usize, ArrayError> {
    Ok(azulejo::cpu::Strided::row_major(extents)?.size())
}
