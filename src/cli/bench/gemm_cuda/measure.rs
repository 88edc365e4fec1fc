//! One shape: the candidates alone, then the best of both interleaved, and the error of what came out.

use azulejo::gemm::gpu::{Choice, choices};
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::runtime::cublaslt::Cublas;
use azulejo::runtime::gemm::Region;
use azulejo::runtime::{Buffer, Error, Stream};
use azulejo::tensor::DType;

use super::super::report::Row;
use super::run::Flags;
use super::suite::Shape;
use crate::harness::{
    Asked, Library, Pool, RotatingOperands, Timed, algorithm, bits, decode, each, least, median,
    pooled, rounded, spread, value,
};

/// Rounds of the timing that says which of our kernels is the fastest.
const TRIED: [(usize, f64); 1] = [(6, f64::INFINITY)];

/// What all comparisons of one element type have.
pub(super) struct Bench<'a> {
    pub(super) stream: &'a Stream,
    pub(super) cublas: &'a Cublas,
    /// Types of A, B and D.
    pub(super) types: [DType; 3],
    /// Elements of A and of B.
    pub(super) pool: Pool,
    pub(super) args: &'a Flags,
}

fn name(choice: &Choice) -> String {
    let transposed = if choice.schedule.swap_ab { "^T" } else { "" };
    match choice.schedule.splits {
        1 => format!("{}{transposed}", choice.row.kernel.name),
        s => format!("{}{transposed}/{s}", choice.row.kernel.name),
    }
}

/// One shape's result.
pub(super) struct Measured {
    /// For the terminal.
    pub(super) line: String,
    /// For the record: the ratio is that of the model's first choice, which is what a user gets.
    pub(super) row: Row,
    /// The library's time, the better of two, over that of our fastest kernel and that of the model's first choice.
    pub(super) ratios: [f64; 2],
    /// Our fastest.
    pub(super) best: Choice,
}

impl Bench<'_> {
    /// Every kernel that computes a product, the model's best first.
    pub(super) fn choices(&self, asked: &Asked) -> impl Iterator<Item = Choice> + use<> {
        choices(&asked.problem, &self.stream.device().hardware())
    }

    /// As many of them as are to be tried, of those that were asked for.
    pub(super) fn wanted(&self, asked: &Asked) -> Vec<Choice> {
        let wanted = |choice: &Choice| self.args.wants(choice.row);
        let all = self.choices(asked).filter(wanted);
        all.take(self.args.tries).collect()
    }

    /// Median seconds of each kernel.
    pub(super) fn tried(&self, on: &Timed<'_, '_>, choices: &[Choice]) -> Result<Vec<f64>, Error> {
        let times = on.tried(choices, &TRIED)?;
        if self.args.verbose {
            for (choice, time) in choices.iter().zip(&times) {
                say!("    {:8.2} us  {choice}", time * 1e6);
            }
        }
        Ok(times)
    }

    /// Tries our kernels and the library's algorithms, then times the best of both, interleaved.
    pub(super) fn measure(
        &self,
        shape: &Shape,
        asked: &Asked,
        choices: &[Choice],
    ) -> Result<Measured, Error> {
        let stream = self.stream;
        let mut sets = RotatingOperands::new(stream, asked, &self.pool, 64)?;
        let regions = sets.regions();
        let floor = asked.flops() / 6e8;
        let count = ((600.0 / floor.max(3.0)) as usize)
            .clamp(1, 200)
            .next_multiple_of(regions.len().min(100));
        let on = Timed::new(stream, asked, (&regions, &[]), count);
        let ours = self.tried(&on, choices)?;
        let best = &choices[least(&ours)];
        let library = Library::new(self.cublas, &on)?;
        if self.args.verbose {
            let micros = library.times.iter().map(|time| rounded(time * 1e6, 2));
            say!("    cuBLASLt {:?}", micros.collect::<Vec<_>>());
        }

        // The four interleaved.
        let ours = each([best, &choices[0]], |choice| on.plans(algorithm(choice)))?;
        let mut times = library.compare(&on, &ours, (self.args.rounds, false))?;
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
            let first = [[Region::read(a), Region::read(b), Region::write(d)]];
            let on = Timed::new(stream, asked, (&first, &[]), 1);
            on.plans(algorithm(best))?[0].launch()?;
            stream.synchronize()?;
        }
        let error = self.accuracy(asked, d)?;
        let seconds = [0, 1, 2, 3].map(|which| median(&mut times[which]));
        let rates = seconds.map(|time| asked.flops() / time / 1e12);
        let [ours, first, heuristic, of_16] = rates;
        let ratios = [ours, first].map(|rate| rate / heuristic.max(of_16));
        let ([ratio, of_first], kernel, model) = (ratios, name(best), name(&choices[0]));
        let other = match model == kernel {
            true => String::new(),
            false => format!(" [model: {model}]"),
        };
        let line = format!(
            "{:>22}  {ours:7.1} ({first:7.1})  {heuristic:7.1}  {of_16:7.1}   {ratio:5.3} ({of_first:5.3})  err {error:.1e}  ±{:.1}%  {kernel}{other}",
            shape.to_string(),
            spread * 100.0,
        );
        let is_usual = shape.transposed == (true, false);
        let orders = if is_usual { ":TN" } else { "" };
        let mut row = Row::new();
        row.text("dtype", self.types[0].short_name());
        row.text("product (column-major)", &format!("{shape}{orders}"));
        row.text("kernel", model.trim_start_matches("gemm_"));
        row.number("azulejo TFLOP/s", first);
        row.number("cuBLASLt heuristic TFLOP/s", heuristic);
        row.number("cuBLASLt best of 16 TFLOP/s", of_16);
        row.number("speedup vs. best cuBLASLt", of_first);
        row.text("fastest kernel tried", kernel.trim_start_matches("gemm_"));
        row.number("its speedup", ratio);
        row.number("largest error / sigma", error);
        Ok(Measured {
            line,
            row,
            ratios,
            best: *best,
        })
    }

    /// Largest error of sampled elements against sums in f64, in units of the sum's standard deviation.
    fn accuracy(&self, asked: &Asked, d: &Buffer<u8>) -> Result<f64, Error> {
        let p = &asked.problem;
        let [m, n, k] = [p.m, p.n, p.k].map(|extent| extent as usize);
        let (d, out) = (self.stream.download(d)?, p.types[2]);
        let [a, b] = RotatingOperands::STARTS
            .map(|start| decode(p.types[0], &self.pool.take(start, Pool::PERIOD)));
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
