//! What is measured: element types, orders, and the shapes of the suite.

use std::str::FromStr;

use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::tensor::DType;

use super::super::extents::numbers;
use crate::harness::Asked;

/// A column-major product `D (m × n) = op(A) · op(B)`, BLAS's way to say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// M, N and K.
    pub extents: [u32; 3],
    /// `true` if A is stored k × m, B n × k.
    pub transposed: (bool, bool),
}

impl Shape {
    /// The same product as the kernels see it, with what else is asked: row-major D is the transpose of column-major D, so the operands
    /// change places.
    pub fn asked(&self, types: [DType; 3], asked: &[&str]) -> Asked {
        let order = |k_contiguous| if k_contiguous { Major::K } else { Major::Mn };
        let orders = [order(!self.transposed.1), order(self.transposed.0)];
        let [m, n, k] = self.extents;
        Asked::new([n, m, k], types, orders, asked)
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |t| if t { 'T' } else { 'N' };
        let [m, n, k] = self.extents;
        write!(f, "{m}x{n}x{k}")?;
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
        let transposed = match orders {
            "TN" => (true, false),
            "NN" => (false, false),
            "NT" => (false, true),
            "TT" => (true, true),
            _ => return Err(format!("{text}: the order is TN, NN, NT or TT")),
        };
        let extents = <[u32; 3]>::try_from(numbers(sizes)).ok();
        let extents = extents.filter(|all| all.iter().all(|side| (1..1 << 31).contains(side)));
        let extents = extents.ok_or_else(|| {
            format!(
                "{text}: write MxNxK, sizes of 1 to 2^31 - 1, or MxNxK:NN for other orders than TN"
            )
        })?;
        Ok(Shape {
            extents,
            transposed,
        })
    }
}

/// The standing suite.
pub const SUITE: &str = "512x512x512 1024x1024x1024 2048x2048x2048 4096x4096x4096 8192x8192x8192 16384x16384x16384 \
    4096x14336x4096 14336x4096x4096 8192x8192x1024 16x4096x4096 64x8192x8192 128x14336x4096 128x128x131072 65536x128x128 \
    1000x1000x1000 3000x3000x3000 4104x4104x4104 1536x24576x7168 4096x4096x4096:NN 4096x4096x4096:TT 4096x4096x4096:NT";
