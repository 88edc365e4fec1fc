//! [`Tensor`]: a tensor in device memory and, as f32, in host memory; [`Check`]: a call on such tensors.

use std::fmt::Debug;

use azulejo_attention::AttentionElement;

use super::data::{centred, compare, count, normal, wide};
use crate::prelude::*;

pub type Tensor<T> = Both<T, f32>;

/// Inputs of these shapes, about normally distributed.
pub fn inputs<T: AttentionElement + DeviceElement, const N: usize>(
    stream: &Stream,
    seed: usize,
    shapes: [[usize; 4]; N],
) -> Result<[Tensor<T>; N], Failure> {
    let uniform = &mut centred(seed as u64);
    let input = |shape: [usize; 4]| Tensor::input(stream, normal(uniform, count(&shape)), &shape);
    let all = each(shapes, input)?;
    all.try_into()
        .map_err(|_| "as many tensors as shapes".into())
}

impl<T: AttentionElement + DeviceElement> Tensor<T> {
    pub fn input(stream: &Stream, data: Vec<T>, shape: &[usize]) -> Result<Self, Failure> {
        let host = wide(&data);
        Self::new(stream, data, host, Strided::row_major(shape)?)
    }

    /// NaN on the GPU, which no kernel leaves where it writes.
    pub fn output(stream: &Stream, shape: &[usize]) -> Result<Self, Failure> {
        let data = vec![T::from_f64(f64::NAN); count(shape)];
        let host = vec![0.0; data.len()];
        Self::new(stream, data, host, Strided::row_major(shape)?)
    }

    /// The elements on the GPU.
    pub fn numbers(&self, stream: &Stream) -> Result<Vec<f64>, Failure> {
        let found = self.found(stream)?;
        Ok(found.iter().map(|x| x.to_f64()).collect())
    }

    /// Compares the elements on the GPU with those on the CPU.
    pub fn compare(&self, stream: &Stream, what: &str, bound: f64) -> Result<(), Failure> {
        compare(what, &self.numbers(stream)?, &self.host, bound)
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
