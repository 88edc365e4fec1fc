//! `--fused`: a product with a bias, an activation or C in its epilogue, against the library's product with a following kernel.

use azulejo::cpu::Op;
use azulejo::runtime::Error;
use azulejo::runtime::cublaslt::Other;
use azulejo::runtime::gemm::Region;

use super::measure::Bench;
use super::suite::Shape;
use crate::harness::{Library, Pool, RotatingOperands, Timed, algorithm, each, least, medians};

/// What follows our product, and what follows the library's: after its bias the activation alone.
const EPILOGUES: [(&[&str], Op); 7] = [
    (&["bias"], Op::Add),
    (&["c"], Op::Add),
    (&["relu"], Op::Relu),
    (&["gelu"], Op::Gelu),
    (&["silu"], Op::Silu),
    (&["bias", "relu"], Op::Relu),
    (&["bias", "gelu"], Op::Gelu),
];

impl Bench<'_> {
    /// Prints a line for each epilogue: our product with it, and without; the library's without, and with a following kernel.
    pub(super) fn fused(&self, shape: &Shape) -> Result<(), Error> {
        let (stream, plain) = (self.stream, shape.asked(self.types, &[]));
        let [_, _, elements] = plain.elements();
        let whole = Pool::new(self.types[2]).upload(stream, 0, elements)?;
        let whole = Region::read(&whole);
        let Some(plainly) = self.choices(&plain).next() else {
            return Ok(());
        };
        let mut sets = RotatingOperands::new(stream, &plain, &self.pool, 8)?;
        let regions = sets.regions();
        let count = ((3e11 / plain.flops()) as usize)
            .clamp(1, 100)
            .next_multiple_of(regions.len());
        let more = [whole];
        let on = Timed::new(stream, &plain, (&regions, &more), count);
        let library = Library::new(self.cublas, &on)?;
        for (words, op) in EPILOGUES {
            let asked = shape.asked(self.types, words);
            let choices = self.wanted(&asked);
            if choices.is_empty() {
                continue;
            }
            let fused = Timed::new(stream, &asked, (&regions, &more), count);
            let best = &choices[least(&self.tried(&fused, &choices)?)];
            let ours = [(best, fused), (&choices[0], fused), (&plainly, on)];
            let ours = each(ours, |(choice, on)| on.plans(algorithm(choice)))?;
            let other = match (words, op) {
                (["bias"], _) => Some(Other::Row(whole)),
                (["c"], _) => Some(Other::Whole(whole)),
                _ => None,
            };
            let [[_, theirs], [_, then]] = [library.calls(&regions)?, library.calls(&regions)?];
            let then = each(then, |call| call.then(op, other))?;
            let mut all = each(&ours, |plans| on.graph(plans))?;
            all.extend([on.graph(&theirs)?, on.graph(&then)?]);
            let times = medians(stream, &all, count, self.args.rounds)?;
            let [fused, first, plain, library, then] = [0, 1, 2, 3, 4].map(|at| 1e6 * times[at]);
            say!(
                "{:>22} {:10}  fused {fused:7.1} us (first choice {first:7.1}, without {plain:7.1})  cuBLASLt {library:7.1}, with a kernel \
                 {then:7.1}   ratio {:.3}, saved {:.2} of the pass  {}",
                shape.to_string(),
                words.join(", "),
                then / fused,
                (then - fused) / (then - library),
                best.row.kernel.name,
            );
        }
        Ok(())
    }
}
