//! [`Bench`]: what all comparisons of one element type have, their operands and our plans.

use azulejo::gemm::gpu::{Choice, GpuProblem};
use azulejo::kernels::host::cublaslt::Cublas;
use azulejo::kernels::host::gemm::{Algorithm, Epilogue, Prepared, Region};
use azulejo::kernels::host::{Error, Replay, Stream};
use azulejo::tensor::DType;

use super::run::Flags;
use super::suite::Shape;
use crate::harness::{Pool, RotatingOperands, compact, sizes};
use crate::library::{self, ALGORITHMS};

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

impl Bench<'_> {
    /// Operands of a problem, in at most `most` sets.
    pub(super) fn operands(&self, p: &GpuProblem, most: usize) -> Result<RotatingOperands, Error> {
        let pools = [&self.pools[0], &self.pools[1]];
        RotatingOperands::new(self.stream, pools, p.types, [p.m, p.n, p.k], most)
    }

    /// The library's description of a problem.
    pub(super) fn theirs(&self, p: &GpuProblem) -> azulejo::kernels::host::cublaslt::Product {
        library::product(sizes([p.m, p.n, p.k]), [p.a, p.b], p.types)
    }

    /// The product with an epilogue on every set of operands.
    pub(super) fn plans<'r>(
        &self,
        choice: &Choice,
        p: &GpuProblem,
        sets: &[[Region<'r>; 3]],
        epilogue: Epilogue<'r>,
    ) -> Result<Vec<Prepared<'r>>, Error> {
        let plan = |set: &[Region<'r>; 3]| {
            let sizes = sizes([p.m, p.n, p.k]);
            let product = compact(sizes, p.types, [p.a, p.b], *set, &epilogue)?;
            let algorithm = Algorithm::Hopper(choice.row, choice.schedule);
            Prepared::new(self.stream, &[product], |_| Ok(algorithm))
        };
        sets.iter().map(plan).collect()
    }

    /// Starts each of `choices` once and nothing timed, then each algorithm the library offers, on one set of operands: for a profiler
    /// that reads the counters of each start.
    pub(super) fn once(&self, shape: &Shape, choices: &[Choice]) -> Result<(), Error> {
        let problem = shape.problem(self.types);
        let mut sets = self.operands(&problem, 1)?;
        let regions = sets.regions();
        for choice in choices {
            self.plans(choice, &problem, &regions, Epilogue::default())?[0].launch()?;
            self.stream.synchronize()?;
            println!("{shape} {choice}");
        }
        let prepared = self.cublas.prepare(&self.theirs(&problem), ALGORITHMS)?;
        for index in 0..prepared.algorithms() {
            let [a, b, d] = regions[0];
            match prepared.call(index, b, a, d)?.start() {
                Ok(()) => println!("{shape} cuBLASLt {index}"),
                Err(error) => println!("{shape} cuBLASLt {index}: {error}"),
            }
            self.stream.synchronize()?;
        }
        Ok(())
    }
}
