//! One shape: the candidates alone, then the best of both interleaved, and the error of what came out.

use azulejo::gemm::gpu::{Choice, GpuProblem};
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::host::gemm::{Epilogue, Region};
use azulejo::kernels::host::{Buffer, Error};

use super::super::report::Row;
use super::bench::{Bench, timed};
use super::suite::Shape;
use crate::harness::library::{Library, pooled};
use crate::harness::{Pool, RotatingOperands, bits, decode, least, median, rounded, spread, value};

fn name(choice: &Choice) -> String {
    let transposed = if choice.schedule.swap_ab { "^T" } else { "" };
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
    /// Median seconds: ours, the cost model's pick, cuBLASLt's heuristic, its best.
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

    /// TFLOP/s, in the order of the times.
    fn rates(&self) -> [f64; 4] {
        self.times.map(|time| self.shape.flops() / time / 1e12)
    }

    pub(super) fn line(&self) -> String {
        let ([ours, first, theirs, best], [ratio, of_first]) = (self.rates(), self.ratios());
        let model = match self.model == self.kernel {
            true => String::new(),
            false => format!(" [model: {}]", self.model),
        };
        format!(
            "{:>22}  {ours:7.1} ({first:7.1})  {theirs:7.1}  {best:7.1}   {ratio:5.3} ({of_first:5.3})  err {:.1e}  ±{:.1}%  {}{model}",
            self.shape.to_string(),
            self.error,
            self.spread * 100.0,
            self.kernel,
        )
    }

    /// A row of the record: the ratio is that of the model's first choice, which is what a user gets.
    pub(super) fn row(&self, dtype: &str) -> Row {
        let ([_, first, theirs, best], [ratio, of_first]) = (self.rates(), self.ratios());
        let is_usual = self.shape.transposed == (true, false);
        let mut row = Row::new();
        row.text("dtype", dtype);
        let orders = if is_usual { ":TN" } else { "" };
        row.text("product (column-major)", &format!("{}{orders}", self.shape));
        row.text("kernel", self.model.trim_start_matches("gemm_"));
        row.number("azulejo TFLOP/s", first);
        row.number("cuBLASLt heuristic TFLOP/s", theirs);
        row.number("cuBLASLt best of 16 TFLOP/s", best);
        row.number("speedup vs. best cuBLASLt", of_first);
        row.text(
            "fastest kernel tried",
            self.kernel.trim_start_matches("gemm_"),
        );
        row.number("its speedup", ratio);
        row.number("largest error / sigma", self.error);
        row
    }
}

impl Bench<'_> {
    /// Tries our kernels and the library's algorithms, then times the best of both, interleaved.
    pub(super) fn measure(&self, shape: &Shape, choices: &[Choice]) -> Result<Measured, Error> {
        let (stream, plain) = (self.stream, Epilogue::default());
        let p = shape.problem(self.types);
        let mut sets = timed(&p).operands(stream, self.pools.each_ref(), 64)?;
        let regions = sets.regions();
        let floor = shape.flops() / 6e8;
        let count = ((600.0 / floor.max(3.0)) as usize)
            .clamp(1, 200)
            .next_multiple_of(regions.len().min(100));

        let ours = self.tried(choices, &p, (&regions, count), plain)?;
        let best = &choices[least(&ours)];
        let library = Library::new(self.cublas, &timed(&p), &regions, count)?;
        if self.args.verbose {
            let micros = library.times.iter().map(|time| rounded(time * 1e6, 2));
            say!("    cuBLASLt {:?}", micros.collect::<Vec<_>>());
        }

        // The four interleaved.
        let ours = [best, &choices[0]].map(|choice| self.plans(choice, &p, &regions, plain));
        let ours = ours.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut times =
            library.compare(stream, &ours, &regions, (count, self.args.rounds, false))?;
        if std::ptr::eq(best, &choices[0]) {
            pooled(&mut times[..2]);
        }
        let spreads = times.iter_mut().map(|times| spread(times, [0.25, 0.75]));
        let spread = spreads.fold(0.0, f64::max);
        drop((ours, library));
        // What is in D is everyone's: only what our best writes into NaNs counts.
        let [a, b, d] = sets.first();
        stream.set_bytes(d, 0xff)?;
        {
            let first = [Region::read(a), Region::read(b), Region::write(d)];
            self.plans(best, &p, &[first], plain)?[0].launch()?;
            stream.synchronize()?;
        }
        Ok(Measured {
            shape: *shape,
            kernel: name(best),
            model: name(&choices[0]),
            times: [0, 1, 2, 3].map(|which| median(&mut times[which])),
            spread,
            error: self.accuracy(&p, d)?,
            best: *best,
        })
    }

    /// Largest error of sampled elements against sums in f64, in units of the sum's standard deviation.
    fn accuracy(&self, p: &GpuProblem, d: &Buffer<u8>) -> Result<f64, Error> {
        let [m, n, k] = [p.m, p.n, p.k].map(|extent| extent as usize);
        let (d, out) = (self.stream.download(d)?, p.types[2]);
        let starts = RotatingOperands::STARTS;
        let [a, b] = [0, 1]
            .map(|of: usize| decode(p.types[of], &self.pools[of].take(starts[of], Pool::PERIOD)));
        let at = |major, mn: usize, i: usize, extent: usize| match major {
            Major::K => (mn * k + i) % Pool::PERIOD,
            Major::Mn => (i * extent + mn) % Pool::PERIOD,
        };
        let mut worst = 0.0f64;
        for sample in 0..200usize {
            let (row, column) = match sample {
                0..4 => ((m - 1) * (sample / 2), (n - 1) * (sample % 2)),
                _ => (sample * 48_271 % m, sample * 69_621 % n),
            };
            let terms = (0..k).map(|i| a[at(p.a, row, i, m)] * b[at(p.b, column, i, n)]);
            let (sum, squares) = terms.fold((0.0, 0.0), |(sum, squares), term| {
                (sum + term, squares + term * term)
            });
            let found = value(out, bits(out, &d[(row * n + column) * out.bytes()..]));
            worst = worst.max((found - sum).abs() / f64::sqrt(squares));
        }
        if worst.is_finite() && worst < 0.05 {
            return Ok(worst);
        }
        Err(Error::argument(
            "d",
            format!("the product is off by {worst} standard deviations"),
        ))
    }
}
