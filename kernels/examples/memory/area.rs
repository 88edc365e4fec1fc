//! [`Area`]: what a part of the check has: a stream, numbers, guarded arrays, and what it found.

use std::fmt::Display;

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::{Device, Stream};
use azulejo_tensor::DType;

use crate::harness::{Checks, Failure, Guarded, Random, Work};

/// A part of the check.
pub struct Area {
    pub device: Device,
    pub stream: Stream,
    pub small: bool,
    pub random: Random,
    pub checks: Checks,
}

impl Area {
    pub fn new(device: &Device, small: bool, seed: u64) -> Result<Self, Failure> {
        Ok(Self {
            device: device.clone(),
            stream: device.stream()?,
            small,
            random: Random(seed),
            checks: Checks::default(),
        })
    }

    /// An input of random elements, some elements off the alignment; [`Random::elements`] says what wild ones are.
    pub fn input(
        &mut self,
        dtype: DType,
        layout: Strided,
        shift: usize,
        wild: bool,
    ) -> Result<Guarded, Failure> {
        let elements = self.random.elements(dtype, layout.cosize(), wild);
        Guarded::holding(&self.stream, dtype, layout, shift, elements)
    }

    /// An output of random bytes.
    pub fn output(
        &mut self,
        dtype: DType,
        layout: Strided,
        shift: usize,
    ) -> Result<Guarded, Failure> {
        Guarded::random(&self.stream, dtype, layout, shift, &mut self.random)
    }

    /// Runs a case and compares it with the CPU's answer by `same`.
    pub fn case(
        &mut self,
        name: impl Display,
        work: Work,
        inputs: &[Guarded],
        mut out: Guarded,
        same: impl Fn(u64, u64) -> bool,
    ) {
        let end = work.check(&self.stream, inputs, &mut out, same);
        self.checks.add(name, end);
    }

    /// Counts a check that was right, or ends the part.
    pub fn ensure(&mut self, is_right: bool, wrong: impl Display) -> Result<(), Failure> {
        match is_right {
            true => {
                self.checks.right += 1;
                Ok(())
            }
            false => Err(wrong.to_string().into()),
        }
    }
}

/// A layout of this program.
pub fn strided(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of this program")
}
