//! `--fused`: a product with a bias, an activation or C in its epilogue, against the library's product with a following kernel.

use azulejo::kernels::cpu::Op;
use azulejo::kernels::host::Error;
use azulejo::kernels::host::cublaslt::Other;
use azulejo::kernels::host::gemm::Region;

use super::measure::Bench;
use super::suite::Shape;
use crate::harness::{Library, Pool, RotatingOperands, algorithm, graph, least, medians, plans};

/// What follows our product, and what follows the library's: behind its bias the activation alone.
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
        let Some(plainly) = self.choices(&plain).into_iter().next() else {
            return Ok(());
        };
        let mut sets = RotatingOperands::new(stream, &plain, self.pools.each_ref(), 8)?;
        let regions = sets.regions();
        let count = ((3e11 / plain.flops()) as usize)
            .clamp(1, 100)
            .next_multiple_of(regions.len());
        let library = Library::new(self.cublas, &plain, &regions, count)?;
        for (words, op) in EPILOGUES {
            let asked = shape.asked(self.types, words);
            let choices = self.wanted(&asked);
            if choices.is_empty() {
                continue;
            }
            let tried = self.tried(&asked, &choices, (&regions, &[whole]), count)?;
            let best = &choices[least(&tried)];
            let ours = [(best, &asked), (&choices[0], &asked), (&plainly, &plain)];
            let ours = ours
                .map(|(choice, asked)| plans(stream, asked, algorithm(choice), &regions, &[whole]));
            let other = match (words, op) {
                (["bias"], _) => Some(Other::Row(whole)),
                (["c"], _) => Some(Other::Whole(whole)),
                _ => None,
            };
            let [[_, theirs], [_, then]] = [library.calls(&regions)?, library.calls(&regions)?];
            let then = then.into_iter().map(|call| call.then(op, other));
            let then = then.collect::<Result<Vec<_>, _>>()?;
            let ours = ours.into_iter().collect::<Result<Vec<_>, _>>()?;
            let own = ours.iter().map(|plans| graph(stream, plans, count));
            let all = own.chain([graph(stream, &theirs, count), graph(stream, &then, count)]);
            let all = all.collect::<Result<Vec<_>, _>>()?;
            let times = medians(stream, &all, count, self.args.rounds)?;
            let times: Vec<f64> = times.iter().map(|time| time * 1e6).collect();
            let [fused, first, plain, library, then] = times[..] else {
                continue;
            };
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
