//! One shape: the candidates alone, then the best of both interleaved, and the error of what came out.

use azulejo::gemm::gpu::{Choice, GpuProblem};
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::host::cublaslt::{Cublas, Product};
use azulejo::kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Sizes, StridedMatrix,
};
use azulejo::kernels::host::timing::{self, Pool, RotatingOperands, graph, least, median};
use azulejo::kernels::host::{Buffer, Error, Graph, Stream};
use azulejo::tensor::DType;

use super::super::report::Row;
use super::data::{element, value};
use super::fused::times;
use super::run::Flags;
use super::suite::Shape;

/// Orders of four graphs in which each comes behind each other once: a kernel that draws less power leaves a higher clock to
/// the one behind it.
const TURNS: [[usize; 4]; 4] = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]];

/// Rounds of the timing that says which of our kernels is the fastest.
pub(super) const TRIED: usize = 6;

fn name(choice: &Choice) -> String {
    let transposed = if choice.schedule.swap { "^T" } else { "" };
    match choice.schedule.splits {
        1 => format!("{}{transposed}", choice.row.kernel.name),
        s => format!("{}{transposed}/{s}", choice.row.kernel.name),
    }
}

/// One shape's result.
pub(super) struct Measured {
    shape: Shape,
    kernel: String,
    model: String,
    /// Median microseconds: ours, the model's choice, cuBLASLt's first, its best.
    times: [f64; 4],
    spread: f64,
    error: f64,
    /// Our fastest.
    pub(super) best: Choice,
}

impl Measured {
    /// The library's time, the better of two, over that of our fastest kernel and that of the model's first choice.
    pub(super) fn ratios(&self) -> [f64; 2] {
        let theirs = self.times[2].min(self.times[3]);
        [theirs / self.times[0], theirs / self.times[1]]
    }

    pub(super) fn line(&self) -> String {
        let rate = |t: f64| self.shape.flops() / t / 1e6;
        format!(
            "{:>22}  {:7.1} ({:7.1})  {:7.1}  {:7.1}   {:5.3} ({:5.3})  err {:.1e}  ±{:.1}%  {}{}",
            self.shape.to_string(),
            rate(self.times[0]),
            rate(self.times[1]),
            rate(self.times[2]),
            rate(self.times[3]),
            self.ratios()[0],
            self.ratios()[1],
            self.error,
            self.spread * 100.0,
            self.kernel,
            if self.model == self.kernel {
                String::new()
            } else {
                format!(" [model: {}]", self.model)
            },
        )
    }

    /// A row of the record: the ratio is that of the model's first choice, which is what a user gets.
    pub(super) fn row(&self, dtype: &str) -> Row {
        let mut row = Row::new();
        let rate = |t: f64| self.shape.flops() / t / 1e6;
        row.text("dtype", dtype);
        let orders = if self.shape.transposed == (true, false) {
            ":TN"
        } else {
            ""
        };
        row.text("product (column-major)", &format!("{}{orders}", self.shape));
        row.text("kernel", self.model.trim_start_matches("gemm_"));
        row.number("azulejo TFLOP/s", rate(self.times[1]));
        row.number("cuBLASLt first TFLOP/s", rate(self.times[2]));
        row.number("cuBLASLt best of 16 TFLOP/s", rate(self.times[3]));
        row.number("ratio to the better", self.ratios()[1]);
        row.text(
            "fastest kernel tried",
            self.kernel.trim_start_matches("gemm_"),
        );
        row.number("its ratio", self.ratios()[0]);
        row.number("largest error / sigma", self.error);
        row
    }
}

/// Operands of a problem.
pub(super) fn operands(
    stream: &Stream,
    p: &GpuProblem,
    pools: &[Pool; 2],
    most: usize,
) -> Result<RotatingOperands, Error> {
    let pools = [&pools[0], &pools[1]];
    RotatingOperands::new(stream, pools, p.types, [p.m, p.n, p.k], most)
}

/// The product as cuBLASLt has it: its A is our B.
pub(super) fn product(shape: &Shape, types: [DType; 3]) -> Product {
    Product {
        m: shape.m as u64,
        n: shape.n as u64,
        k: shape.k as u64,
        transpose_a: shape.transposed.0,
        transpose_b: shape.transposed.1,
        types: [types[1], types[0], types[2]],
        batches: 1,
    }
}

/// Microseconds of each start in `graph`, which holds `count`.
pub(super) fn replay(stream: &Stream, graph: &Graph<'_>, count: usize) -> Result<f64, Error> {
    Ok(timing::replay(stream, graph, count)? * 1e6)
}

/// Tries our kernels and the library's algorithms, then times the best of both, interleaved.
pub(super) fn measure(
    stream: &Stream,
    cublas: &Cublas,
    shape: &Shape,
    types: [DType; 3],
    pools: &[Pool; 2],
    choices: &[Choice],
    args: &Flags,
) -> Result<Measured, Error> {
    let p = shape.problem(types);
    let mut sets = operands(stream, &p, pools, 64)?;
    let regions = sets.regions();
    let floor = shape.flops() / 6e8;
    let count = ((600.0 / floor.max(3.0)) as usize)
        .clamp(1, 200)
        .next_multiple_of(regions.len().min(100));

    let tried = choices
        .iter()
        .map(|choice| plans(stream, choice, &p, &regions))
        .collect::<Result<Vec<_>, _>>()?;
    let graphs = tried
        .iter()
        .map(|plans| graph(stream, plans, count))
        .collect::<Result<Vec<_>, _>>()?;
    let ours = times(stream, &graphs, count, TRIED)?;
    drop(graphs);
    if args.verbose {
        for (choice, time) in choices.iter().zip(&ours) {
            let (name, clocks) = (name(choice), choice.estimate.clocks);
            println!("    {time:8.2} us  {name}  (model {clocks:.0} clocks)");
        }
    }
    let best = least(&ours);

    let prepared = cublas.prepare(&product(shape, types), 16)?;
    let theirs = prepared.times(&regions, count)?;
    let their_best = least(&theirs);
    if args.verbose {
        println!(
            "    cuBLASLt {:?}",
            theirs
                .iter()
                .map(|t| (t * 1e8).round() / 100.0)
                .collect::<Vec<_>>()
        );
    }

    // The four in turn.
    let plan_sets = [
        plans(stream, &choices[best], &p, &regions)?,
        plans(stream, &choices[0], &p, &regions)?,
    ];
    let call_sets = [
        prepared.calls(0, &regions)?,
        prepared.calls(their_best, &regions)?,
    ];
    let graphs = [
        graph(stream, &plan_sets[0], count)?,
        graph(stream, &plan_sets[1], count)?,
        graph(stream, &call_sets[0], count)?,
        graph(stream, &call_sets[1], count)?,
    ];
    let mut times = vec![Vec::new(); 4];
    for round in 0..args.rounds + 1 {
        for which in TURNS[round % TURNS.len()] {
            let time = replay(stream, &graphs[which], count)?;
            if round > 0 {
                times[which].push(time);
            }
        }
    }
    // The better of two medians of one and the same call would be less than what it takes, by chance.
    pool(&mut times, 0..2, best == 0);
    pool(&mut times, 2..4, their_best == 0);
    let mut spread = 0.0f64;
    let medians = times.iter_mut().map(|t| {
        let median = median(t);
        spread = spread.max((t[t.len() * 3 / 4] - t[t.len() / 4]) / median);
        median
    });
    let medians: Vec<f64> = medians.collect();
    drop(graphs);
    drop(plan_sets);
    drop(call_sets);
    // What is in D is everyone's: only what our best writes into NaNs counts.
    let [a, b, d] = sets.first();
    stream.set_bytes(d, 0xff)?;
    {
        let first = [Region::read(a), Region::read(b), Region::write(d)];
        plans(stream, &choices[best], &p, &[first])?[0].launch()?;
        stream.synchronize()?;
    }
    let error = accuracy(stream, &p, pools, d)?;
    Ok(Measured {
        shape: *shape,
        kernel: name(&choices[best]),
        model: name(&choices[0]),
        times: [medians[0], medians[1], medians[2], medians[3]],
        spread,
        error,
        best: choices[best],
    })
}

/// Gives both members of `pair` the times of both where they are `same`.
fn pool(times: &mut [Vec<f64>], pair: std::ops::Range<usize>, same: bool) {
    if same {
        let all = times[pair.clone()].concat();
        times[pair].fill(all);
    }
}

/// The plain product on every set of operands.
pub(super) fn plans<'a>(
    stream: &Stream,
    choice: &Choice,
    p: &GpuProblem,
    regions: &[[Region<'a>; 3]],
) -> Result<Vec<Prepared<'a>>, Error> {
    plans_with(stream, choice, p, regions, Epilogue::default())
}

/// The product with an epilogue on every set of operands.
pub(super) fn plans_with<'a>(
    stream: &Stream,
    choice: &Choice,
    p: &GpuProblem,
    regions: &[[Region<'a>; 3]],
    epilogue: Epilogue<'a>,
) -> Result<Vec<Prepared<'a>>, Error> {
    let plan = |[a, b, d]: &[Region<'a>; 3]| {
        let arguments = Arguments {
            sizes: Sizes {
                m: p.m,
                n: p.n,
                k: p.k,
                batches: 1,
            },
            a: packed(*a, p.a, p.m, p.k),
            b: packed(*b, p.b, p.n, p.k).transposed(),
            d: packed(*d, Major::K, p.m, p.n),
            epilogue,
        };
        Prepared::one(stream, |space| {
            Part::hopper(space, choice.row, arguments, choice.schedule)
        })
    };
    regions.iter().map(plan).collect()
}

/// A matrix without gaps, its second index contiguous ([`Major::K`]) or its first.
pub(super) fn packed(
    region: Region<'_>,
    major: Major,
    rows: u32,
    columns: u32,
) -> StridedMatrix<'_> {
    let (rows, columns) = (rows as u64, columns as u64);
    match major {
        Major::K => StridedMatrix::row_major(region, rows, columns),
        Major::Mn => StridedMatrix::col_major(region, rows, columns),
    }
}

/// Largest error of sampled elements against sums in f64, in units of the sum's standard deviation.
fn accuracy(
    stream: &Stream,
    p: &GpuProblem,
    pools: &[Pool; 2],
    d: &Buffer<u8>,
) -> Result<f64, Error> {
    let d = stream.download(d)?;
    let (m, n, k) = (p.m as usize, p.n as usize, p.k as usize);
    let (a, b) = (
        pools[0].take(RotatingOperands::STARTS[0], Pool::PERIOD),
        pools[1].take(RotatingOperands::STARTS[1], Pool::PERIOD),
    );
    let at = |major, mn: usize, i: usize, extent: usize| {
        if major == Major::K {
            mn * k + i
        } else {
            i * extent + mn
        }
    };
    let mut worst = 0.0f64;
    for sample in 0..200usize {
        let (row, column) = if sample < 4 {
            ((m - 1) * (sample / 2), (n - 1) * (sample % 2))
        } else {
            (sample * 48_271 % m, sample * 69_621 % n)
        };
        let (mut sum, mut squares) = (0.0, 0.0);
        for i in 0..k {
            let x = value(
                p.types[0],
                element(p.types[0], &a, at(p.a, row, i, m) % Pool::PERIOD),
            );
            let y = value(
                p.types[1],
                element(p.types[1], &b, at(p.b, column, i, n) % Pool::PERIOD),
            );
            sum += x * y;
            squares += x * y * x * y;
        }
        let found = value(p.types[2], element(p.types[2], &d, row * n + column));
        worst = worst.max((found - sum).abs() / f64::sqrt(squares));
    }
    if worst.is_finite() && worst < 0.05 {
        Ok(worst)
    } else {
        Err(Error::Argument {
            argument: "d",
            why: format!("the product is off by {worst} standard deviations"),
        })
    }
}
