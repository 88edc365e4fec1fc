//! [`Library`]: cuBLASLt's calls for a product, which ours are timed against.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::cublaslt::{Call, Cublas, Prepared, Product};
use azulejo_kernels::host::gemm::{Region, Sizes};
use azulejo_kernels::host::{Error, Replay, Stream};
use azulejo_tensor::DType;

use crate::harness::{graph, interleaved, least, replay};

/// Algorithms that are tried.
pub const ALGORITHMS: usize = 16;

/// Opens the library, with a workspace that its algorithms may use.
pub fn open(stream: &Stream) -> Result<Cublas, Error> {
    Cublas::new(stream, 64 << 20)
}

/// A row-major product of compact operands as the library has it: column-major, its A is our B.
pub fn product(sizes: Sizes, [a, b]: [Major; 2], types: [DType; 3]) -> Product {
    Product {
        m: u64::from(sizes.n),
        n: u64::from(sizes.m),
        k: u64::from(sizes.k),
        transpose_a: b == Major::K,
        transpose_b: a != Major::K,
        types: [types[1], types[0], types[2]],
        batches: 1,
    }
}

/// The algorithms that the library offers for a product, and their times.
pub struct Library<'c> {
    pub prepared: Prepared<'c>,
    pub times: Vec<f64>,
}

impl<'c> Library<'c> {
    /// Times each algorithm on these sets of A, B and D, `count` launches.
    pub fn new(
        cublas: &'c Cublas,
        product: &Product,
        sets: &[[Region<'_>; 3]],
        count: usize,
    ) -> Result<Self, Error> {
        let prepared = cublas.prepare(product, ALGORITHMS)?;
        let times = prepared.times(sets, count)?;
        Ok(Self { prepared, times })
    }

    /// The number of the fastest algorithm.
    pub fn best(&self) -> usize {
        least(&self.times)
    }

    /// Calls of its first heuristic and of its best.
    pub fn calls<'a>(&'a self, sets: &[[Region<'a>; 3]]) -> Result<[Vec<Call<'a>>; 2], Error> {
        Ok([
            self.prepared.calls(0, sets)?,
            self.prepared.calls(self.best(), sets)?,
        ])
    }

    /// Seconds of one launch of each of ours, of the library's first heuristic and of its best, [`interleaved`]: replays of graphs
    /// of `count` launches. Where a time is `warm` a replay that is not timed begins it, so that the clock is its own.
    pub fn contest<T: Replay>(
        &self,
        stream: &Stream,
        ours: &[Vec<T>],
        sets: &[[Region<'_>; 3]],
        (count, rounds, warm): (usize, usize, bool),
    ) -> Result<Vec<Vec<f64>>, Error> {
        let theirs = self.calls(sets)?;
        let own = ours.iter().map(|work| graph(stream, work, count));
        let others = theirs.iter().map(|work| graph(stream, work, count));
        let graphs = own.chain(others).collect::<Result<Vec<_>, _>>()?;
        let mut times = interleaved(graphs.len(), rounds, |which| {
            if warm {
                replay(stream, &graphs[which], count)?;
            }
            replay(stream, &graphs[which], count)
        })?;
        if self.best() == 0 {
            pool(&mut times[ours.len()..]);
        }
        Ok(times)
    }
}

/// Gives each the times of all: the better of two medians of one and the same call would be less than what it takes, by chance.
pub fn pool(times: &mut [Vec<f64>]) {
    let all = times.concat();
    times.fill(all);
}
