//! [`Bench`]: what all comparisons of one element type have.

use azulejo::gemm::gpu::{Choice, GpuProblem};
use azulejo::kernels::host::cublaslt::Cublas;
use azulejo::kernels::host::gemm::{Algorithm, Epilogue, Prepared, Region};
use azulejo::kernels::host::{Error, Stream};
use azulejo::tensor::DType;

use super::run::Flags;
use super::suite::Shape;
use crate::harness::{Pool, sizes};
use crate::library::Timed;

/// Rounds of the timing that says which of our kernels is the fastest.
pub(super) const TRIED: usize = 6;

/// The comparisons of one element type.
pub(super) struct Bench<'a> {
    pub(super) stream: &'a Stream,
    pub(super) cublas: &'a Cublas,
    /// Types of A, B and D.
    pub(super) types: [DType; 3],
    /// Elements of A and of B.
    pub(super) pools: [Pool; 2],
    pub(super) args: &'a Flags,
}

/// The kernel of a choice.
fn algorithm(choice: &Choice) -> Algorithm {
    Algorithm::Hopper(choice.row, choice.schedule)
}

/// A problem, to be timed.
pub(super) fn timed(p: &GpuProblem) -> Timed {
    Timed {
        sizes: sizes([p.m, p.n, p.k]),
        types: p.types,
        orders: [p.a, p.b],
    }
}

impl Bench<'_> {
    /// Elements of A and of B.
    pub(super) fn pools(&self) -> [&Pool; 2] {
        self.pools.each_ref()
    }

    /// The product with an epilogue on every set of operands.
    pub(super) fn plans<'r>(
        &self,
        choice: &Choice,
        p: &GpuProblem,
        sets: &[[Region<'r>; 3]],
        epilogue: Epilogue<'r>,
    ) -> Result<Vec<Prepared<'r>>, Error> {
        timed(p).plans(self.stream, algorithm(choice), sets, &epilogue)
    }

    /// Starts each of `choices` once, and each algorithm of the library: for a profiler.
    pub(super) fn once(&self, shape: &Shape, choices: &[Choice]) -> Result<(), Error> {
        let ours = choices.iter();
        let ours = ours.map(|choice| (format!("{shape} {choice}"), algorithm(choice)));
        let (ours, problem) = (ours.collect::<Vec<_>>(), shape.problem(self.types));
        timed(&problem).once(self.stream, self.pools(), (&ours, 1), Some(self.cublas))
    }
}
