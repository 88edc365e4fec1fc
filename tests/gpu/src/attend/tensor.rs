//! [`Tensor`]: a tensor on the GPU, and on the CPU, whose answer it is compared with; [`Check`]: a call on such tensors.

use std::fmt::Debug;

use azulejo_attention::AttentionElement;
use azulejo_attention::gpu::{GpuTensorMut, GpuTensorRef};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{Buffer, DeviceElement, Stream, View, ViewMut};
use azulejo_tensor::{DType, bf16, f16};

use super::data::{centred, compare, count, normal, wide};
use crate::harness::{Case, Failure, Random};

/// Elements behind a tensor that nothing may touch: NaN.
const GUARD: usize = 64;

/// The same tensor in device memory and, as f32, in host memory.
pub struct Tensor<T> {
    pub host: Array<f32>,
    device: Buffer<T>,
}

/// Inputs of these shapes, about normally distributed.
pub fn inputs<T: AttentionElement + DeviceElement, const N: usize>(
    stream: &Stream,
    seed: usize,
    shapes: [[usize; 4]; N],
) -> Result<[Tensor<T>; N], Failure> {
    let uniform = &mut centred(seed as u64);
    let all = shapes
        .iter()
        .map(|shape| Tensor::new(stream, normal(uniform, count(shape)), shape));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    all.try_into()
        .map_err(|_| "as many tensors as shapes".into())
}

impl<T: AttentionElement + DeviceElement> Tensor<T> {
    /// An input.
    pub fn new(stream: &Stream, mut data: Vec<T>, shape: &[usize]) -> Result<Self, Failure> {
        let host = wide(&data);
        data.resize(data.len() + GUARD, T::from_f64(f64::NAN));
        Ok(Self {
            host: Array::from_vec(host, shape)?,
            device: stream.upload(&data)?,
        })
    }

    /// An output: NaN on the GPU, which no kernel leaves where it writes.
    pub fn output(stream: &Stream, shape: &[usize]) -> Result<Self, Failure> {
        let mut made = Self::new(stream, vec![T::from_f64(f64::NAN); count(shape)], shape)?;
        made.host = Array::zeros(shape)?;
        Ok(made)
    }

    /// To read on the GPU.
    pub fn view(&self) -> Result<GpuTensorRef<'_>, Failure> {
        Ok(View::row_major(&self.device, self.host.extents())?.into())
    }

    /// To write on the GPU.
    pub fn view_mut(&mut self) -> Result<GpuTensorMut<'_>, Failure> {
        Ok(ViewMut::row_major(&mut self.device, self.host.extents())?.into())
    }

    /// The elements on the GPU; what is behind them is as it was.
    pub fn found(&self, stream: &Stream) -> Result<Vec<f64>, Failure> {
        let found = stream.download(&self.device)?;
        let mut found: Vec<f64> = found.iter().map(|x| x.to_f64()).collect();
        let guard = found.split_off(self.host.data().len());
        match guard.iter().all(|x| x.is_nan()) {
            true => Ok(found),
            false => Err("elements behind a tensor were written".into()),
        }
    }

    /// Compares the elements on the GPU with those on the CPU.
    pub fn compare(&self, stream: &Stream, what: &str, bound: f64) -> Result<(), Failure> {
        compare(what, &self.found(stream)?, self.host.data(), bound)
    }
}

/// A call that is compared with the CPU's in f32.
pub trait Check: Debug {
    /// The type of the operands.
    fn dtype(&self) -> DType;

    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure>;
}

impl<C: Check> Case for C {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    fn check(&self, stream: &Stream, _: &mut Random) -> Result<(), Failure> {
        match self.dtype() {
            DType::BF16 => self.run::<bf16>(stream),
            _ => self.run::<f16>(stream),
        }
    }
}
