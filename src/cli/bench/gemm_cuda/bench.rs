//! [`Bench`]: what all comparisons of one element type have.

use azulejo::gemm::gpu::{Choice, GpuProblem};
use azulejo::kernels::host::cublaslt::Cublas;
use azulejo::kernels::host::gemm::{Algorithm, Epilogue, Prepared, Region};
use azulejo::kernels::host::{Error, Stream};
use azulejo::tensor::DType;

use super::run::Flags;
use super::suite::Shape;
use crate::harness::library::Timed;
use crate::harness::{Pool, graph, medians};

/// Rounds of the timing that says which of our kernels is the fastest.
const TRIED: usize = 6;

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
    Timed::new([p.m, p.n, p.k], p.types, [p.a, p.b])
}

impl Bench<'_> {
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

    /// Median seconds of each kernel, of `count` launches.
    pub(super) fn tried(
        &self,
        choices: &[Choice],
        p: &GpuProblem,
        (sets, count): (&[[Region<'_>; 3]], usize),
        epilogue: Epilogue<'_>,
    ) -> Result<Vec<f64>, Error> {
        let plans = choices
            .iter()
            .map(|choice| self.plans(choice, p, sets, epilogue));
        let plans = plans.collect::<Result<Vec<_>, _>>()?;
        let graphs = plans.iter().map(|plans| graph(self.stream, plans, count));
        let graphs = graphs.collect::<Result<Vec<_>, _>>()?;
        let times = medians(self.stream, &graphs, count, TRIED)?;
        if self.args.verbose {
            for (choice, time) in choices.iter().zip(&times) {
                say!("    {:8.2} us  {choice}", time * 1e6);
            }
        }
        Ok(times)
    }

    /// Starts each of `choices` once, and each algorithm of the library: for a profiler.
    pub(super) fn once(&self, shape: &Shape, choices: &[Choice]) -> Result<(), Error> {
        let ours = choices
            .iter()
            .map(|choice| (format!("{shape} {choice}"), algorithm(choice)));
        let (ours, pools) = (ours.collect::<Vec<_>>(), self.pools.each_ref());
        let problem = shape.problem(self.types);
        timed(&problem).once(self.stream, pools, (&ours, 1), Some(self.cublas))
    }
}
