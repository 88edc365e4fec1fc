//! [`GpuProblem`]: what kernels for compute capability 9.0 are chosen for.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_tensor::DType;

use super::Finish;

/// A batch of products D = A·B as the kernels see it: sizes, types, and which index of each operand is contiguous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GpuProblem {
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// Terms of each sum.
    pub k: u32,
    /// Products.
    pub batches: u32,
    /// Types of A, B and D.
    pub types: [DType; 3],
    /// A's contiguous index.
    pub a: Major,
    /// B's contiguous index.
    pub b: Major,
    /// Whether sums of 8-bit floats are kept in full precision, at some cost: the tensor cores alone keep about 14 bits.
    pub promoted: bool,
    /// Whether sums of f16 are kept in f16: less precise, at half the registers.
    pub halves: bool,
    /// What is done to the product before it is stored.
    pub finish: Finish,
}

impl GpuProblem {
    /// One product of M, N and K, of A, B and D of these types, K contiguous in both operands, stored as it is.
    pub fn new([m, n, k]: [u32; 3], types: [DType; 3]) -> Self {
        Self {
            m,
            n,
            k,
            batches: 1,
            types,
            a: Major::K,
            b: Major::K,
            promoted: false,
            halves: false,
            finish: Finish::default(),
        }
    }

    /// The problem whose result is the transpose.
    pub fn transposed(&self) -> Self {
        let [a, b, d] = self.types;
        Self {
            m: self.n,
            n: self.m,
            types: [b, a, d],
            a: self.b,
            b: self.a,
            finish: self.finish.transposed(),
            ..*self
        }
    }
}
