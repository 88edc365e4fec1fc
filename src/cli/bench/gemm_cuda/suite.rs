//! What is measured: element types, orders, and the shapes of the suite.

use std::str::FromStr;

use azulejo::gemm::gpu::{EpilogueKind, GpuProblem};
use azulejo::kernels::device::gemm::hopper::{fusion::Fusion, operand::Major};
use azulejo::tensor::DType;

/// A column-major product `D (m × n) = op(A) · op(B)`, BLAS's way to say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// `true` if A is stored k × m, B n × k.
    pub transposed: (bool, bool),
}

impl Shape {
    /// The same product as the kernels see it: row-major D is the transpose of column-major D, so the operands change
    /// places.
    pub fn problem(&self, types: [DType; 3]) -> GpuProblem {
        let order = |k_contiguous| if k_contiguous { Major::K } else { Major::Mn };
        // Of lines that TMA takes.
        let line = self.m as usize * types[2].bytes();
        let plain = line.is_multiple_of(16).then_some(Fusion::STORE_ONLY);
        GpuProblem {
            a: order(!self.transposed.1),
            b: order(self.transposed.0),
            epilogue: EpilogueKind {
                fusion: [plain, None],
                ..EpilogueKind::default()
            },
            ..GpuProblem::new([self.n, self.m, self.k], types)
        }
    }

    pub fn flops(&self) -> f64 {
        2.0 * self.m as f64 * self.n as f64 * self.k as f64
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |t| if t { 'T' } else { 'N' };
        write!(f, "{}x{}x{}", self.m, self.n, self.k)?;
        match self.transposed {
            (true, false) => Ok(()),
            (a, b) => write!(f, ":{}{}", letter(a), letter(b)),
        }
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (sizes, orders) = text.split_once(':').unwrap_or((text, "TN"));
        let sizes = sizes
            .split('x')
            .map(str::parse)
            .collect::<Result<Vec<u32>, _>>();
        let transposed = match orders {
            "TN" => (true, false),
            "NN" => (false, false),
            "NT" => (false, true),
            "TT" => (true, true),
            _ => return Err(format!("{text}: the order is TN, NN, NT or TT")),
        };
        match sizes.as_deref() {
            Ok(&[m, n, k]) if [m, n, k].iter().all(|side| (1..1 << 31).contains(side)) => {
                Ok(Shape {
                    m,
                    n,
                    k,
                    transposed,
                })
            }
            _ => Err(format!(
                "{text}: write MxNxK, sizes of 1 to 2^31 - 1, or MxNxK:NN for other orders than TN"
            )),
        }
    }
}

/// The standing suite.
pub const SUITE: &str = "512x512x512 1024x1024x1024 2048x2048x2048 4096x4096x4096 8192x8192x8192 16384x16384x16384 \
    4096x14336x4096 14336x4096x4096 8192x8192x1024 16x4096x4096 64x8192x8192 128x14336x4096 128x128x131072 65536x128x128 \
    1000x1000x1000 3000x3000x3000 4104x4104x4104 1536x24576x7168 4096x4096x4096:NN 4096x4096x4096:TT 4096x4096x4096:NT";

/// Types of A, B and D of a comparison by the type of its operands.
pub fn types(operand: DType) -> Option<[DType; 3]> {
    Some(match operand {
        DType::BF16 | DType::F16 => [operand; 3],
        DType::TF32 => [operand, operand, DType::F32],
        DType::F8E4M3 => [operand, operand, DType::BF16],
        DType::I8 => [operand, operand, DType::I32],
        _ => return None,
    })
}
