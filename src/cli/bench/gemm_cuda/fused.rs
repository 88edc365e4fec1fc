//! `--fused`: a product with a bias, an activation or C in its epilogue, against the library's product with a following kernel.

use azulejo::gemm::gpu::{Finish, GpuProblem, choices};
use azulejo::kernels::cpu::Op;
use azulejo::kernels::device::gemm::hopper::{args::activation, operand::Major};
use azulejo::kernels::host::cublaslt::{Cublas, Other};
use azulejo::kernels::host::gemm::{Epilogue, Matrix, Region};
use azulejo::kernels::host::timing::{Pool, graph, least, median};
use azulejo::kernels::host::{Error, Graph, Stream};
use azulejo::tensor::DType;

use super::measure::{TRIED, operands, packed, plans, plans_with, product, replay};
use super::run::Flags;
use super::suite::Shape;

/// What follows the product.
const EPILOGUES: [(&str, &str, u32); 7] = [
    ("bias", "add", activation::NONE),
    ("C", "add", activation::NONE),
    ("relu", "relu", activation::RELU),
    ("gelu", "gelu", activation::GELU),
    ("silu", "silu", activation::SILU),
    // Behind the library's product the activation alone.
    ("bias, relu", "relu", activation::RELU),
    ("bias, gelu", "gelu", activation::GELU),
];

/// A median of the times of each graph, interleaved, each behind another in the next round, in microseconds.
pub(super) fn times(
    stream: &Stream,
    graphs: &[Graph<'_>],
    count: usize,
    rounds: usize,
) -> Result<Vec<f64>, Error> {
    let mut times = vec![Vec::new(); graphs.len()];
    for round in 0..=rounds {
        // The number of graphs is 1 or a prime, so that steps of every length meet all of them.
        let step = 1 + round % (graphs.len() - 1).max(1);
        for which in (0..graphs.len()).map(|i| (round + i * step) % graphs.len()) {
            let time = replay(stream, &graphs[which], count)?;
            if round > 0 {
                times[which].push(time);
            }
        }
    }
    Ok(times.iter_mut().map(|times| median(times)).collect())
}

/// A line for each epilogue: our product with it, and without; the library's without, and with a following kernel.
pub(super) fn compare(
    stream: &Stream,
    cublas: &Cublas,
    shape: &Shape,
    types: [DType; 3],
    pools: &[Pool; 2],
    args: &Flags,
) -> Result<Vec<String>, Error> {
    let p = shape.problem(types);
    let pool = Pool::new(types[2]);
    let row = stream.upload(&pool.take(0, p.n as usize))?;
    let whole = stream.upload(&pool.take(0, p.m as usize * p.n as usize))?;
    let hardware = stream.device().hardware();
    let plainly = choices(&p, &hardware);
    let mut sets = operands(stream, &p, pools, 8)?;
    let regions = sets.regions();
    let count = ((3e11 / shape.flops()) as usize)
        .clamp(1, 100)
        .next_multiple_of(regions.len());
    let prepared = cublas.prepare(&product(shape, types), 16)?;
    let fastest = least(&prepared.times(&regions, count)?);
    let rows = |region| packed(region, Major::K, p.m, p.n);
    let lines_of = |matrix| Matrix::of(matrix, [p.m, p.n, 1], types[2].bytes() as u64);
    let mut lines = Vec::new();
    for (name, op, activation) in EPILOGUES {
        let bias = name.starts_with("bias").then(|| Region::read(&row));
        let c = (name == "C").then(|| rows(Region::read(&whole)));
        let epilogue = Epilogue {
            bias: bias.map(|bias| (bias, Major::K)),
            beta: if c.is_some() { 1.0 } else { 0.0 },
            c,
            activation,
            ..Epilogue::default()
        };
        let (Some(d), c_lines) = (lines_of(rows(regions[0][2])), c.and_then(lines_of)) else {
            continue;
        };
        let finished = GpuProblem {
            finish: Finish::of(&epilogue, &d, c_lines.as_ref(), types[2]),
            ..p
        };
        let choices = args.choices(&finished, &hardware);
        if choices.is_empty() {
            continue;
        }
        let sets = choices
            .iter()
            .map(|choice| plans_with(stream, choice, &p, &regions, epilogue))
            .collect::<Result<Vec<_>, _>>()?;
        let graphs = sets
            .iter()
            .map(|plans| graph(stream, plans, count))
            .collect::<Result<Vec<_>, _>>()?;
        let tried = times(stream, &graphs, count, TRIED)?;
        if args.verbose {
            for (choice, time) in choices.iter().zip(&tried) {
                lines.push(format!("    {time:8.2} us  {choice}"));
            }
        }
        drop(graphs);
        let choice = &choices[least(&tried)];
        let op: Op = op.parse().map_err(|_| Error::Argument {
            argument: "op",
            why: format!("no operator {op}"),
        })?;
        let fused = plans_with(stream, choice, &p, &regions, epilogue)?;
        let first = plans_with(stream, &choices[0], &p, &regions, epilogue)?;
        let plain = plans(stream, &plainly[0], &p, &regions)?;
        let other =
            (bias.filter(|_| op == Op::Add).map(Other::Row)).or(c.map(|c| Other::Whole(c.region)));
        let library = prepared.calls(fastest, &regions)?;
        let then = prepared
            .calls(fastest, &regions)?
            .into_iter()
            .map(|call| call.then(op, other))
            .collect::<Result<Vec<_>, _>>()?;
        let graphs = [
            graph(stream, &fused, count)?,
            graph(stream, &first, count)?,
            graph(stream, &plain, count)?,
            graph(stream, &library, count)?,
            graph(stream, &then, count)?,
        ];
        let [fused, first, plain, library, then] = times(stream, &graphs, count, args.rounds)?[..]
        else {
            continue;
        };
        lines.push(format!(
            "{:>22} {name:10}  fused {fused:7.1} us (first choice {first:7.1}, without {plain:7.1})  cuBLASLt {library:7.1}, with a kernel \
             {then:7.1}   ratio {:.3}, saved {:.2} of the pass  {}",
            shape.to_string(),
            then / fused,
            (then - fused) / (then - library),
            choice.row.kernel.name,
        ));
    }
    Ok(lines)
}
