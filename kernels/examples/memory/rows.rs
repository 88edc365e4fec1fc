//! Reductions and row operations against the CPU.

use azulejo_kernels::host::Stream;

use crate::Failure;

pub fn check(_stream: &Stream, _small: bool, _n: &mut usize) -> Result<(), Failure> {
    Ok(())
}
