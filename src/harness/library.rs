//! [`Timed`]: a product by our kernels; [`Library`]: cuBLASLt's calls for it, which ours are timed against.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::cublaslt::{Call, Cublas, Prepared, Product};
use azulejo_kernels::host::gemm::{self, Algorithm, Epilogue, ProblemShape, Region};
use azulejo_kernels::host::{Error, Replay, Stream};
use azulejo_tensor::DType;

use super::{Pool, RotatingOperands, compact, graph, interleaved, least, replay, sizes};

/// Algorithms that are tried.
pub const ALGORITHMS: usize = 16;

/// Opens the library, with a workspace that its algorithms may use.
pub fn open(stream: &Stream) -> Result<Cublas, Error> {
    Cublas::new(stream, 64 << 20)
}

/// A row-major product of compact operands that is timed, by kernels of ours and by the library.
#[derive(Clone, Copy)]
pub struct Timed {
    pub sizes: ProblemShape,
    /// Of A, B and D.
    pub types: [DType; 3],
    /// Of A and B.
    pub orders: [Major; 2],
}

impl Timed {
    /// The product as the library has it: column-major, its A is our B.
    pub fn theirs(&self) -> Product {
        let ([a, b], [of_a, of_b, of_d]) = (self.orders, self.types);
        Product {
            m: u64::from(self.sizes.n),
            n: u64::from(self.sizes.m),
            k: u64::from(self.sizes.k),
            transpose_a: b == Major::K,
            transpose_b: a != Major::K,
            types: [of_b, of_a, of_d],
            batches: 1,
        }
    }

    /// A product of these extents.
    pub fn new(extents: [u32; 3], types: [DType; 3], orders: [Major; 2]) -> Self {
        let sizes = sizes(extents);
        Self {
            sizes,
            types,
            orders,
        }
    }

    /// Operands of elements of these pools, in at most `most` sets, and a D of zeros for each.
    pub fn operands(
        &self,
        stream: &Stream,
        pools: [&Pool; 2],
        most: usize,
    ) -> Result<RotatingOperands, Error> {
        let [m, n, k] = [self.sizes.m, self.sizes.n, self.sizes.k].map(|extent| extent as usize);
        RotatingOperands::new(stream, pools, self.types, [m * k, n * k, m * n], most)
    }

    /// The product by one of our kernels, with an epilogue, on every set of operands.
    pub fn plans<'r>(
        &self,
        stream: &Stream,
        by: Algorithm,
        sets: &[[Region<'r>; 3]],
        epilogue: &Epilogue<'r>,
    ) -> Result<Vec<gemm::Prepared<'r>>, Error> {
        let plan = |set: &[Region<'r>; 3]| {
            let product = compact(self.sizes, self.types, self.orders, *set, epilogue)?;
            gemm::Prepared::new(stream, &[product], |_| Ok(by))
        };
        sets.iter().map(plan).collect()
    }

    /// Starts each of our kernels `times` times and nothing timed, then each algorithm of the library, on one set of operands: for a
    /// profiler that reads the counters of each start.
    pub fn once(
        &self,
        stream: &Stream,
        pools: [&Pool; 2],
        (ours, times): (&[(String, Algorithm)], usize),
        cublas: Option<&Cublas>,
    ) -> Result<(), Error> {
        let mut sets = self.operands(stream, pools, 1)?;
        let regions = sets.regions();
        for (name, by) in ours {
            let plans = self.plans(stream, *by, &regions, &Epilogue::default())?;
            (0..times).try_for_each(|_| plans[0].launch())?;
            stream.synchronize()?;
            println!("{name}");
        }
        let Some(cublas) = cublas else { return Ok(()) };
        let (prepared, [a, b, d]) = (cublas.prepare(&self.theirs(), ALGORITHMS)?, regions[0]);
        for index in 0..prepared.algorithms() {
            // An algorithm may reject.
            match prepared.call(index, b, a, d)?.start() {
                Ok(()) => println!("cuBLASLt {index}"),
                Err(error) => println!("cuBLASLt {index}: {error}"),
            }
            stream.synchronize()?;
        }
        Ok(())
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
        product: &Timed,
        sets: &[[Region<'_>; 3]],
        count: usize,
    ) -> Result<Self, Error> {
        let prepared = cublas.prepare(&product.theirs(), ALGORITHMS)?;
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
    pub fn compare<T: Replay>(
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
            pooled(&mut times[ours.len()..]);
        }
        Ok(times)
    }
}

/// Gives each the times of all: the better of two medians of one and the same call would be less than what it takes, by chance.
pub fn pooled(times: &mut [Vec<f64>]) {
    let all = times.concat();
    times.fill(all);
}
