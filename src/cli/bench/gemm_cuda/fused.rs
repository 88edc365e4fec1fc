//! `--fused`: a product with a bias, an activation or C in its epilogue, against the library's product with a following kernel.

use azulejo::gemm::gpu::{GpuProblem, choices};
use azulejo::kernels::cpu::Op;
use azulejo::kernels::device::gemm::hopper::{args::activation, operand::Major};
use azulejo::kernels::host::Error;
use azulejo::kernels::host::cublaslt::Other;
use azulejo::kernels::host::gemm::{Epilogue, GpuBias, GpuVecRef, Region};

use super::bench::{Bench, timed};
use super::suite::Shape;
use crate::harness::library::Library;
use crate::harness::{Pool, compact, graph, least, medians, packed, sizes};

/// What follows the product.
const EPILOGUES: [(&str, Op, u32); 7] = [
    ("bias", Op::Add, activation::NONE),
    ("C", Op::Add, activation::NONE),
    ("relu", Op::Relu, activation::RELU),
    ("gelu", Op::Gelu, activation::GELU),
    ("silu", Op::Silu, activation::SILU),
    // Behind the library's product the activation alone.
    ("bias, relu", Op::Relu, activation::RELU),
    ("bias, gelu", Op::Gelu, activation::GELU),
];

impl Bench<'_> {
    /// Prints a line for each epilogue: our product with it, and without; the library's without, and with a following kernel.
    pub(super) fn fused(&self, shape: &Shape) -> Result<(), Error> {
        let (stream, types) = (self.stream, self.types);
        let p = shape.problem(types);
        let pool = Pool::new(types[2]);
        let row = pool.upload(stream, 0, p.n as usize)?;
        let whole = pool.upload(stream, 0, p.m as usize * p.n as usize)?;
        let hardware = stream.device().hardware();
        let plainly = choices(&p, &hardware);
        let mut sets = timed(&p).operands(stream, self.pools.each_ref(), 8)?;
        let regions = sets.regions();
        let count = ((3e11 / shape.flops()) as usize)
            .clamp(1, 100)
            .next_multiple_of(regions.len());
        let library = Library::new(self.cublas, &timed(&p), &regions, count)?;
        for (name, op, activation) in EPILOGUES {
            let bias = name.starts_with("bias").then(|| Region::read(&row));
            let c = (name == "C").then(|| Region::read(&whole));
            let of_bias = |bias| GpuBias::PerColumn(GpuVecRef::of_region(bias, types[2]));
            let of_c = |c| packed(c, types[2], Major::K, [p.m, p.n, 1]);
            let epilogue = Epilogue {
                bias: bias.map(of_bias),
                beta: if c.is_some() { 1.0 } else { 0.0 },
                c: c.map(of_c).transpose()?,
                activation,
                ..Epilogue::default()
            };
            let extents = sizes([p.m, p.n, p.k]);
            let call = compact(extents, types, [p.a, p.b], regions[0], &epilogue)?;
            let Some(problem) = call.launches()?.first().and_then(GpuProblem::of) else {
                continue;
            };
            let choices = self.args.choices(&problem, &hardware);
            if choices.is_empty() {
                continue;
            }
            let tried = self.tried(&choices, &p, (&regions, count), epilogue)?;
            let best = &choices[least(&tried)];
            let (none, first) = (Epilogue::default(), &choices[0]);
            let ours = [(best, epilogue), (first, epilogue), (&plainly[0], none)];
            let ours = ours.map(|(choice, epilogue)| self.plans(choice, &p, &regions, epilogue));
            let other = bias.filter(|_| op == Op::Add).map(Other::Row);
            let other = other.or(c.map(Other::Whole));
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
            let shape = shape.to_string();
            say!(
                "{shape:>22} {name:10}  fused {fused:7.1} us (first choice {first:7.1}, without {plain:7.1})  cuBLASLt {library:7.1}, with a kernel \
                 {then:7.1}   ratio {:.3}, saved {:.2} of the pass  {}",
                then / fused,
                (then - fused) / (then - library),
                best.row.kernel.name,
            );
        }
        Ok(())
    }
}
