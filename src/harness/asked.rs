//! [`Asked`]: a product that is timed, and the words for it.
//!
//! `bf16+c+relu KM M N K`: types with what else is asked, whether K of A and of B is contiguous (`K`) or not (`M`), and the extents.
//! Types are those of A, of B after `-` and of D after `>`, where they are not A's and what is usual; after each `+` what else is
//! asked (`full` sums, `half` sums, `c`, `bias`, `relu`, `gelu`, `silu`, `scales`); and after `*` how many products:
//! `e4m3-e5m2>f32+full`, `f16*8`.

use azulejo_gemm::gpu::{EpilogueKind, GpuProblem};
use azulejo_kernels::device::gemm::hopper::{args::activation, fusion::Fusion, operand::Major};
use azulejo_tensor::DType;

/// The types of operands that are timed on Hopper.
pub const TYPES: [DType; 5] = [
    DType::BF16,
    DType::F16,
    DType::TF32,
    DType::F8E4M3,
    DType::I8,
];

/// A product that can be timed: operands have no gaps, and D's rows are contiguous.
#[derive(Clone, Copy)]
pub struct Asked {
    pub problem: GpuProblem,
    pub activation: u32,
    pub bias: bool,
    /// A factor for each row and for each column.
    pub scales: bool,
}

/// The type that D usually has for operands of a type.
pub fn usual_output(operand: DType) -> DType {
    match operand {
        DType::TF32 => DType::F32,
        DType::F8E4M3 | DType::F8E5M2 => DType::BF16,
        DType::I8 => DType::I32,
        other => other,
    }
}

impl Asked {
    /// A product of these extents, types and orders, with what else is asked.
    pub fn new(extents: [u32; 3], types: [DType; 3], [a, b]: [Major; 2], asked: &[&str]) -> Self {
        let is = |word| asked.contains(&word);
        let activation = match () {
            () if is("relu") => activation::RELU,
            () if is("gelu") => activation::GELU,
            () if is("silu") => activation::SILU,
            () => activation::NONE,
        };
        let (c, bias, scales) = (is("c"), is("bias"), is("scales"));
        let out = types[2].bytes();
        let stored = (extents[1] as usize * out).is_multiple_of(16);
        let fusion = Fusion {
            c,
            bias,
            activation,
        };
        let problem = GpuProblem {
            a,
            b,
            promote: is("full"),
            f16_accumulate: is("half"),
            epilogue: EpilogueKind {
                generic: scales || fusion != Fusion::STORE_ONLY,
                in_registers: stored && out > 1,
                reads_c: c,
                gelu_or_silu: is("gelu") || is("silu"),
                fusion: [(stored && !scales).then_some(fusion), None],
            },
            ..GpuProblem::new(extents, types)
        };
        Self {
            problem,
            activation,
            bias,
            scales,
        }
    }

    /// The product of these words; `None` where they are written otherwise.
    pub fn of_words([kind, orders, m, n, k]: [&str; 5]) -> Option<Self> {
        let dtype = |name: &str| {
            let more = [DType::F8E5M2, DType::F32, DType::I32];
            let mut all = TYPES.into_iter().chain(more);
            all.find(|one| one.short_name() == name)
        };
        let (kind, batches) = kind.split_once('*').unwrap_or((kind, "1"));
        let mut asked = kind.split('+');
        let types = asked.next()?;
        let (operands, out) = match types.split_once('>') {
            Some((operands, out)) => (operands, Some(dtype(out)?)),
            None => (types, None),
        };
        let (of_a, of_b) = operands.split_once('-').unwrap_or((operands, operands));
        let (of_a, of_b) = (dtype(of_a)?, dtype(of_b)?);
        let types = [of_a, of_b, out.unwrap_or(usual_output(of_a))];
        let order = |at| match orders.as_bytes().get(at)? {
            b'K' => Some(Major::K),
            _ => Some(Major::Mn),
        };
        let extents = [m.parse().ok()?, n.parse().ok()?, k.parse().ok()?];
        let orders = [order(0)?, order(1)?];
        let mut all = Self::new(extents, types, orders, &asked.collect::<Vec<_>>());
        all.problem.batches = batches.parse().ok()?;
        Some(all)
    }

    /// Multiplications and additions.
    pub fn flops(&self) -> f64 {
        let GpuProblem {
            m, n, k, batches, ..
        } = self.problem;
        2.0 * [m, n, k, batches].map(f64::from).iter().product::<f64>()
    }

    /// Elements of A, B and D.
    pub fn elements(&self) -> [usize; 3] {
        let p = &self.problem;
        let [m, n, k, batches] = [p.m, p.n, p.k, p.batches].map(|extent| extent as usize);
        [m * k, n * k, m * n].map(|elements| batches * elements)
    }
}
