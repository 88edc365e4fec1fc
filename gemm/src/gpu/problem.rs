//! [`GpuProblem`]: what kernels for compute capability 9.0 are chosen for.

use std::fmt;

use azulejo_kernels::device::gemm::hopper::{args::activation, fusion::Fusion, operand::Major};
use azulejo_runtime::gemm::{Arguments, ProblemShape, Sums};
use azulejo_tensor::DType;

use super::types::{hopper_types, sm80_types};

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
    /// `true` if sums of 8-bit floats are kept in full precision, at some cost: the tensor cores alone keep about 14 bits.
    pub promote: bool,
    /// `true` if sums of f16 are kept in f16: less precise, at half the registers.
    pub f16_accumulate: bool,
    /// What is done to the product before it is stored.
    pub epilogue: EpilogueKind,
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
            promote: false,
            f16_accumulate: false,
            epilogue: EpilogueKind::default(),
        }
    }

    /// That of a launch; none where kernels for compute capability 9.0 do not compute it, or something runs backwards.
    pub fn of(arguments: &Arguments<'_>) -> Option<Self> {
        let Arguments {
            sizes: ProblemShape { m, n, k, batches },
            types,
            epilogue,
            ..
        } = *arguments;
        let lines = arguments.lines().ok()?;
        let sm80 = sm80_types().any(|row| row == types);
        // Sums of integers leave those kernels as they are, and D is in lines.
        let stores = arguments.check_integers().is_ok() && (lines.d.is_contiguous() || !sm80);
        if !(hopper_types().any(|row| row == types) && stores) {
            return None;
        }
        Some(Self {
            m,
            n,
            k: k.max(1),
            batches,
            types,
            a: lines.a.major,
            b: lines.b.major,
            promote: epilogue.sums == Sums::Full,
            f16_accumulate: epilogue.sums == Sums::Half && types[2] == DType::F16,
            epilogue: EpilogueKind {
                generic: !epilogue.is_plain(),
                in_registers: arguments.is_in_registers(&lines),
                reads_c: epilogue.beta != 0.0,
                gelu_or_silu: matches!(epilogue.activation, activation::GELU | activation::SILU),
                fusion: arguments.fusion(&lines),
            },
        })
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
            epilogue: self.epilogue.transposed(),
            ..*self
        }
    }
}

/// What is done to a product before it is stored, as far as kernels differ in what it costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EpilogueKind {
    /// `true` if it is more than a factor of the whole product.
    pub generic: bool,
    /// `true` if TMA stores D and loads C, so that kernels with room for it do all of that in registers.
    pub in_registers: bool,
    /// `true` if C is read.
    pub reads_c: bool,
    /// `true` if the activation is `gelu` or `silu`.
    pub gelu_or_silu: bool,
    /// The epilogue of kernels that have no other and compute this, if there are such, and of those that compute the transpose.
    pub fusion: [Option<Fusion>; 2],
}

impl EpilogueKind {
    /// Returns `true` if it is the same for a row or a column, or ReLU, and TMA stores D.
    pub fn is_broadcast(&self) -> bool {
        self.generic && self.in_registers && !self.reads_c && !self.gelu_or_silu
    }

    /// That of the transpose.
    fn transposed(self) -> Self {
        let [this, other] = self.fusion;
        Self {
            fusion: [other, this],
            ..self
        }
    }
}

impl fmt::Display for EpilogueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (self.generic, " generic"),
            (self.generic && self.in_registers, " in registers"),
            (self.reads_c, " C"),
            (self.gelu_or_silu, " gelu_or_silu"),
        ];
        words
            .iter()
            .filter(|(is, _)| *is)
            .try_for_each(|(_, word)| f.write_str(word))?;
        let [this, other] = self.fusion;
        match this.or(other) {
            Some(fusion) if fusion != Fusion::STORE_ONLY => write!(f, " {fusion}"),
            _ => Ok(()),
        }
    }
}
