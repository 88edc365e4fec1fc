//! [`Timed`]: a product that is timed, by our kernels; [`Library`]: cuBLASLt's calls for it, which ours are timed against.

use azulejo_gemm::gpu::{Choice, GpuProblem};
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_runtime::cublaslt::{self, Call, Cublas};
use azulejo_runtime::gemm::{
    Algorithm, Epilogue, GpuBias, GpuMatMut, GpuMatRef, GpuVecRef, Prepared, Product, Region,
};
use azulejo_runtime::{Error, Graph, Replay, Stream};
use azulejo_tensor::DType;

use super::{Asked, Pool, RotatingOperands, each, graph, interleaved, least, median, replay};

/// Algorithms of the library that are tried.
const ALGORITHMS: usize = 16;

/// Plans of all candidates have at most these bytes of copied operands together; else they are made for every replay.
const PLANS: u64 = 24 << 30;

/// A, B and D.
pub type Set<'a> = [Region<'a>; 3];

/// Opens the library, with a workspace that its algorithms may use.
pub fn library(stream: &Stream) -> Result<Cublas, Error> {
    Cublas::new(stream, 64 << 20)
}

/// The kernel of a choice.
pub fn algorithm(choice: &Choice) -> Algorithm {
    Algorithm::Hopper(choice.row, choice.schedule)
}

/// Matrices without gaps at the beginning of some memory, their second index contiguous ([`Major::K`]) or their first.
fn packed(
    region: Region<'_>,
    dtype: DType,
    major: Major,
    [rows, columns, batches]: [u32; 3],
) -> Result<GpuMatRef<'_>, Error> {
    let [rows, columns, batches] = [rows, columns, batches].map(|extent| extent as usize);
    let strides = match major {
        Major::K => (columns as isize, 1),
        Major::Mn => (1, rows as isize),
    };
    let step = (rows * columns) as isize;
    GpuMatRef::of_region(region, dtype, (rows, columns), strides)?.batched(&[batches], &[step])
}

/// A product of compact operands, D by rows.
pub fn compact<'a>(
    of: &GpuProblem,
    [a, b, d]: Set<'a>,
    epilogue: &Epilogue<'a>,
) -> Result<Product<'a>, Error> {
    let [m, n, k, batches] = [of.m, of.n, of.k, of.batches];
    let (rows, columns) = (m as usize, n as usize);
    let d = GpuMatMut::of_region(d, of.types[2], (rows, columns), (columns as isize, 1))?;
    Product::new(
        &packed(a, of.types[0], of.a, [m, k, batches])?,
        &packed(b, of.types[1], of.b, [n, k, batches])?.t(),
        &d.batched(&[batches as usize], &[(rows * columns) as isize])?,
        epilogue,
    )
}

/// A product that is timed, and its operands.
#[derive(Clone, Copy)]
pub struct Timed<'s, 'a> {
    pub stream: &'s Stream,
    pub asked: &'s Asked,
    pub sets: &'s [Set<'a>],
    /// Where what else an epilogue reads begins: for each set, or for all.
    pub more: &'s [Region<'a>],
    /// Launches that one time covers.
    pub count: usize,
}

impl<'s, 'a> Timed<'s, 'a> {
    pub fn new(
        stream: &'s Stream,
        asked: &'s Asked,
        (sets, more): (&'s [Set<'a>], &'s [Region<'a>]),
        count: usize,
    ) -> Self {
        Self {
            stream,
            asked,
            sets,
            more,
            count,
        }
    }

    /// What follows the sums, which reads from here on.
    fn epilogue(&self, from: Region<'a>) -> Result<Epilogue<'a>, Error> {
        let (asked, p) = (self.asked, &self.asked.problem);
        let vector = |dtype: DType, len: u32| {
            let bytes = u64::from(len) * dtype.bytes() as u64;
            GpuVecRef::of_region(from.take(bytes), dtype)
        };
        let scale = |len| asked.scales.then(|| vector(DType::F32, len));
        let bias = || GpuBias::PerColumn(vector(p.types[2], p.n));
        let c = || packed(from, p.types[2], Major::K, [p.m, p.n, p.batches]);
        let reads_c = p.epilogue.reads_c;
        Ok(Epilogue {
            activation: asked.activation,
            scale_a: scale(p.m),
            scale_b: scale(p.n),
            bias: asked.bias.then(bias),
            beta: if reads_c { 1.0 } else { 0.0 },
            c: reads_c.then(c).transpose()?,
            ..Epilogue::default()
        })
    }

    /// The product by a kernel on every set of operands.
    pub fn plans(&self, by: Algorithm) -> Result<Vec<Prepared<'a>>, Error> {
        each(self.sets.iter().enumerate(), |(at, set)| {
            let from = self.more.get(at % self.more.len().max(1));
            let epilogue = from.map_or(Ok(Epilogue::default()), |from| self.epilogue(*from))?;
            let product = compact(&self.asked.problem, *set, &epilogue)?;
            Prepared::new(self.stream, &[product], |_| Ok(by))
        })
    }

    /// The launches of some work on every set.
    pub fn graph<'w, T: Replay>(&self, work: &'w [T]) -> Result<Graph<'w>, Error> {
        graph(self.stream, work, self.count)
    }

    /// Seconds of one of the launches.
    fn replay(&self, graph: &Graph<'_>) -> Result<f64, Error> {
        replay(self.stream, graph, self.count)
    }

    /// Median seconds of a launch of each choice, [`interleaved`]: so many rounds of those within so much of the fastest, and then more
    /// of fewer.
    pub fn tried(&self, choices: &[Choice], rounds: &[(usize, f64)]) -> Result<Vec<f64>, Error> {
        let plan = |choice: &Choice| self.plans(algorithm(choice));
        let ([a, b, _], [of_a, of_b, _]) = (self.asked.elements(), self.asked.problem.types);
        let plans = (self.sets.len() * choices.len()) as u64;
        if (a * of_a.bytes() + b * of_b.bytes()) as u64 * plans > PLANS {
            return narrowed(choices.len(), rounds, |at| {
                let plans = plan(&choices[at])?;
                let graph = self.graph(&plans)?;
                self.replay(&graph)?;
                self.replay(&graph)
            });
        }
        let plans = each(choices, plan)?;
        let graphs = each(&plans, |plans| self.graph(plans))?;
        narrowed(choices.len(), rounds, |at| self.replay(&graphs[at]))
    }
}

/// Medians of what `time` says of each of so many.
fn narrowed(
    number: usize,
    rounds: &[(usize, f64)],
    mut time: impl FnMut(usize) -> Result<f64, Error>,
) -> Result<Vec<f64>, Error> {
    let mut times = vec![Vec::new(); number];
    let mut medians = vec![0.0; number];
    for (rounds, within) in rounds {
        let fastest = medians.iter().copied().fold(f64::INFINITY, f64::min);
        let kept = |at: &usize| medians[*at] <= within * fastest;
        let kept: Vec<usize> = (0..number).filter(kept).collect();
        let found = interleaved(kept.len(), *rounds, |which| time(kept[which]))?;
        for (at, found) in kept.into_iter().zip(found) {
            times[at].extend(found);
            medians[at] = median(&mut times[at]);
        }
    }
    Ok(medians)
}

/// The product as the library has it: column-major, its A is our B.
pub fn theirs(of: &GpuProblem) -> cublaslt::Product {
    let [of_a, of_b, of_d] = of.types;
    cublaslt::Product {
        m: u64::from(of.n),
        n: u64::from(of.m),
        k: u64::from(of.k),
        transpose_a: of.b == Major::K,
        transpose_b: of.a != Major::K,
        types: [of_b, of_a, of_d],
        batches: 1,
    }
}

/// Starts each of our kernels `times` times and nothing timed, then each algorithm of the library, on one set of operands: for a
/// profiler that reads the counters of each start.
pub fn once(
    stream: &Stream,
    (asked, pool): (&Asked, &Pool),
    (ours, times): (&[(String, Algorithm)], usize),
    cublas: Option<&Cublas>,
) -> Result<(), Error> {
    let mut sets = RotatingOperands::new(stream, asked, pool, 1)?;
    let sets = &sets.regions();
    let on = Timed::new(stream, asked, (sets, &[]), 1);
    for (name, by) in ours {
        let plans = on.plans(*by)?;
        (0..times).try_for_each(|_| plans[0].launch())?;
        stream.synchronize()?;
        println!("{name}");
    }
    let Some(cublas) = cublas else { return Ok(()) };
    let prepared = cublas.prepare(&theirs(&asked.problem), ALGORITHMS)?;
    for index in 0..prepared.algorithms() {
        // An algorithm may reject.
        match prepared.calls(index, sets)?[0].start() {
            Ok(()) => println!("cuBLASLt {index}"),
            Err(error) => println!("cuBLASLt {index}: {error}"),
        }
        stream.synchronize()?;
    }
    Ok(())
}

/// The algorithms that the library offers for a product, and their times.
pub struct Library<'c> {
    prepared: cublaslt::Prepared<'c>,
    pub times: Vec<f64>,
}

impl<'c> Library<'c> {
    /// Times each algorithm.
    pub fn new(cublas: &'c Cublas, on: &Timed<'_, '_>) -> Result<Self, Error> {
        let prepared = cublas.prepare(&theirs(&on.asked.problem), ALGORITHMS)?;
        let times = prepared.times(on.sets, on.count)?;
        Ok(Self { prepared, times })
    }

    /// Calls of its first heuristic and of its best.
    pub fn calls<'a>(&'a self, sets: &[Set<'a>]) -> Result<[Vec<Call<'a>>; 2], Error> {
        let calls = |index| self.prepared.calls(index, sets);
        Ok([calls(0)?, calls(least(&self.times))?])
    }

    /// Seconds of one launch of each of ours, of the library's first heuristic and of its best, [`interleaved`]. Where a time is `warm` a
    /// replay that is not timed begins it, so that the clock is its own.
    pub fn compare<T: Replay>(
        &self,
        on: &Timed<'_, '_>,
        ours: &[Vec<T>],
        (rounds, warm): (usize, bool),
    ) -> Result<Vec<Vec<f64>>, Error> {
        let theirs = self.calls(on.sets)?;
        let mut graphs = each(ours, |work| on.graph(work))?;
        graphs.extend(each(&theirs, |work| on.graph(work))?);
        let mut times = interleaved(graphs.len(), rounds, |which| {
            if warm {
                on.replay(&graphs[which])?;
            }
            on.replay(&graphs[which])
        })?;
        if least(&self.times) == 0 {
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
