//! [`Tensor`]: a tensor on the GPU, and on the CPU, whose answer it is compared with.

use azulejo_attention::AttentionElement;
use azulejo_attention::gpu::{GpuTensorMut, GpuTensorRef};
use azulejo_kernels::cpu::Array;
use azulejo_kernels::host::{Buffer, DeviceElement, Stream, View, ViewMut};

use crate::data::{compare, wide};
use crate::harness::Failure;

/// The same tensor in device memory and, as f32, in host memory.
pub struct Tensor<T> {
    pub host: Array<f32>,
    device: Buffer<T>,
}

impl<T: AttentionElement + DeviceElement> Tensor<T> {
    /// An input.
    pub fn new(stream: &Stream, data: &[T], shape: &[usize]) -> Result<Self, Failure> {
        Ok(Self {
            host: Array::from_vec(wide(data), shape)?,
            device: stream.upload(data)?,
        })
    }

    /// An output: NaN on the GPU, which no kernel leaves where it writes.
    pub fn output(stream: &Stream, shape: &[usize]) -> Result<Self, Failure> {
        let host = Array::<f32>::zeros(shape)?;
        let device = stream.upload(&vec![T::from_f64(f64::NAN); host.data().len()])?;
        Ok(Self { host, device })
    }

    /// To read on the GPU.
    pub fn view(&self) -> Result<GpuTensorRef<'_>, Failure> {
        Ok(View::row_major(&self.device, self.host.extents())?.into())
    }

    /// To write on the GPU.
    pub fn view_mut(&mut self) -> Result<GpuTensorMut<'_>, Failure> {
        Ok(ViewMut::row_major(&mut self.device, self.host.extents())?.into())
    }

    /// The elements on the GPU.
    pub fn found(&self, stream: &Stream) -> Result<Vec<f64>, Failure> {
        let found = stream.download(&self.device)?;
        Ok(found.iter().map(|x| x.to_f64()).collect())
    }

    /// Compares the elements on the GPU with those on the CPU.
    pub fn compare(&self, stream: &Stream, what: &str, bound: f64) -> Result<(), Failure> {
        compare(what, &self.found(stream)?, self.host.data(), bound)
    }
}
