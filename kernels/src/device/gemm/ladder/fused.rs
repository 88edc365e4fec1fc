//! [`Fused`]: the multiply-add of one thread as the instruction that rounds once.

use azulejo_tensor::atom::{MmaInstruction, UniversalFMA};

use crate::device::ptx::math::fma;

/// `fma.rn.f32` for [`gemm_with`](azulejo_tensor::gemm_with).
pub struct Fused;

impl MmaInstruction for Fused {
    type Atom = UniversalFMA<f32>;
    type FragA = f32;
    type FragB = f32;
    type FragC = f32;

    #[inline(always)]
    fn fma(&self, a: f32, b: f32, c: f32) -> f32 {
        fma(a, b, c)
    }
}
