//! Products that are timed: [`plans`] by our kernels, [`tried`] ones of which the fastest go on, and [`Library`], cuBLASLt's calls.

use azulejo_gemm::gpu::{Choice, GpuProblem};
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::cublaslt::{self, Call, Cublas};
use azulejo_kernels::host::gemm::{
    Algorithm, Epilogue, GpuBias, GpuMatMut, GpuMatRef, GpuVecRef, Prepared, Product, Region,
};
use azulejo_kernels::host::{Error, Replay, Stream};
use azulejo_tensor::DType;

use super::{Asked, Pool, RotatingOperands, graph, interleaved, least, median, replay};

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

/// The product on every set of operands; what else its epilogue reads begins `more`, one for each set, or for all.
pub fn plans<'a>(
    stream: &Stream,
    asked: &Asked,
    by: Algorithm,
    sets: &[Set<'a>],
    more: &[Region<'a>],
) -> Result<Vec<Prepared<'a>>, Error> {
    let p = &asked.problem;
    let epilogue = |from: Region<'a>| -> Result<Epilogue<'a>, Error> {
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
    };
    let plan = |(at, set): (usize, &Set<'a>)| {
        let from = more.get(at % more.len().max(1));
        let epilogue = from.map_or(Ok(Epilogue::default()), |from| epilogue(*from))?;
        let product = compact(p, *set, &epilogue)?;
        Prepared::new(stream, &[product], |_| Ok(by))
    };
    sets.iter().enumerate().map(plan).collect()
}

/// Median seconds of one of `count` launches of each choice, [`interleaved`]: so many rounds of those within so much of the fastest,
/// and then more of fewer.
pub fn tried(
    stream: &Stream,
    (asked, choices): (&Asked, &[Choice]),
    (sets, more): (&[Set<'_>], &[Region<'_>]),
    count: usize,
    rounds: &[(usize, f64)],
) -> Result<Vec<f64>, Error> {
    let plan = |choice: &Choice| plans(stream, asked, algorithm(choice), sets, more);
    let ([a, b, _], [of_a, of_b, _]) = (asked.elements(), asked.problem.types);
    let copied = (a * of_a.bytes() + b * of_b.bytes()) as u64 * (sets.len() * choices.len()) as u64;
    if copied > PLANS {
        return narrowed(choices.len(), rounds, |at| {
            let plans = plan(&choices[at])?;
            let graph = graph(stream, &plans, count)?;
            replay(stream, &graph, count)?;
            replay(stream, &graph, count)
        });
    }
    let plans = choices.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
    let graphs = plans.iter().map(|plans| graph(stream, plans, count));
    let graphs = graphs.collect::<Result<Vec<_>, _>>()?;
    narrowed(choices.len(), rounds, |at| {
        replay(stream, &graphs[at], count)
    })
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
    asked: &Asked,
    pools: [&Pool; 2],
    (ours, times): (&[(String, Algorithm)], usize),
    cublas: Option<&Cublas>,
) -> Result<(), Error> {
    let mut sets = RotatingOperands::new(stream, asked, pools, 1)?;
    let regions = sets.regions();
    for (name, by) in ours {
        let plans = plans(stream, asked, *by, &regions, &[])?;
        (0..times).try_for_each(|_| plans[0].launch())?;
        stream.synchronize()?;
        println!("{name}");
    }
    let Some(cublas) = cublas else { return Ok(()) };
    let prepared = cublas.prepare(&theirs(&asked.problem), ALGORITHMS)?;
    for index in 0..prepared.algorithms() {
        // An algorithm may reject.
        match prepared.calls(index, &regions)?[0].start() {
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
    /// Times each algorithm on these sets, `count` launches.
    pub fn new(
        cublas: &'c Cublas,
        asked: &Asked,
        sets: &[Set<'_>],
        count: usize,
    ) -> Result<Self, Error> {
        let prepared = cublas.prepare(&theirs(&asked.problem), ALGORITHMS)?;
        let times = prepared.times(sets, count)?;
        Ok(Self { prepared, times })
    }

    /// Calls of its first heuristic and of its best.
    pub fn calls<'a>(&'a self, sets: &[Set<'a>]) -> Result<[Vec<Call<'a>>; 2], Error> {
        let best = least(&self.times);
        Ok([
            self.prepared.calls(0, sets)?,
            self.prepared.calls(best, sets)?,
        ])
    }

    /// Seconds of one launch of each of ours, of the library's first heuristic and of its best, [`interleaved`]: replays of graphs
    /// of `count` launches. Where a time is `warm` a replay that is not timed begins it, so that the clock is its own.
    pub fn compare<T: Replay>(
        &self,
        stream: &Stream,
        ours: &[Vec<T>],
        sets: &[Set<'_>],
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
