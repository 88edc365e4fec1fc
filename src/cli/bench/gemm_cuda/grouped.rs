//! Grouped GEMMs: integer jobs of mixed sizes, and experts of mixed loads against a loop of cuBLASLt calls.

use azulejo::kernels::device::gemm::hopper::{operand::Major, table::GROUPED, table::KernelEntry};
use azulejo::kernels::host::cublaslt::Cublas;
use azulejo::kernels::host::gemm::{Epilogue, Prepared, ProblemShape};
use azulejo::kernels::host::{Error, Graph, Stream};
use azulejo::tensor::DType;

use super::jobs::{SMALL, aligned, steps};
use super::run::Flags;
use crate::harness::library::Timed;
use crate::harness::{Failure, Operands, Pool, Product, compact, graph, medians, sizes};

/// Every kernel for lists that is asked for on integer products of mixed sizes; how many kernels there were, or what was wrong.
pub(super) fn verify(stream: &Stream, args: &Flags) -> Result<usize, Failure> {
    let rows = GROUPED.iter().copied().flatten();
    let rows: Vec<&'static KernelEntry> = rows.filter(|row| args.wants(row)).collect();
    for row in &rows {
        list(stream, row, args.small).map_err(|e| format!("{}: {e}", row.kernel.name))?;
    }
    Ok(rows.len())
}

fn list(stream: &Stream, row: &'static KernelEntry, small: bool) -> Result<(), Failure> {
    let ((bm, bn), bk) = (row.config.tile, row.config.block_k);
    let [ta, tb, _, td] = row.config.types;
    let sizes = [
        [1, 1, 1],
        [0, bn, bk],
        [3 * bm + 1, bn - 1, 7 * bk + 8],
        [bm, 2 * bn, bk],
        [5 * bm - 3, 3 * bn + 5, 3 * bk],
        [bm + 9, bn, 0],
        [bm, 0, bk],
        [2 * bm, 2 * bn + 16, 11 * bk],
    ];
    let gaps = [ta, tb, td].map(aligned);
    let products = sizes.map(|sizes| Product {
        gaps,
        ..Product::new(sizes, [ta, tb, td])
    });
    let wanted = products
        .iter()
        .filter(|product| !small || steps(row, product.sizes) <= SMALL);
    let operands = wanted.map(|product| product.operands(stream));
    let mut operands = operands.collect::<Result<Vec<_>, _>>()?;
    for blocks in [3, stream.device().sm_count()] {
        let products = operands.iter_mut().map(Operands::call);
        let products = products.collect::<Result<Vec<_>, _>>()?;
        Prepared::grouped(stream, &products, row, blocks)?.launch()?;
        stream.synchronize()?;
    }
    operands
        .iter()
        .try_for_each(|operands| operands.verify(stream))
}

/// Times `count` experts of 1536 × 2048 weights that get 128 to 896 rows each against a loop of cuBLASLt calls.
pub(super) fn compare(
    stream: &Stream,
    cublas: &Cublas,
    count: u32,
    rounds: usize,
) -> Result<String, Error> {
    let (n, k, orders, types) = (1536, 2048, [Major::K; 2], [DType::BF16; 3]);
    let pool = Pool::new(DType::BF16);
    let expert = |i: u32| sizes([128 + i * 48_271 % 13 * 64, n, k]);
    let sizes: Vec<ProblemShape> = (0..count).map(expert).collect();
    let timed = |sizes: &ProblemShape| Timed {
        sizes: *sizes,
        types,
        orders,
    };
    let operands = sizes.iter();
    let operands = operands.map(|of| timed(of).operands(stream, [&pool; 2], 1));
    let mut operands = operands.collect::<Result<Vec<_>, _>>()?;
    let sets: Vec<_> = operands
        .iter_mut()
        .map(|operands| operands.regions()[0])
        .collect();
    let prepare = |of: &ProblemShape| cublas.prepare(&timed(of).theirs(), 1);
    let products = sizes.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    let calls = products
        .iter()
        .zip(&sets)
        .map(|(product, [a, b, d])| product.call(0, *b, *a, *d));
    let calls = calls.collect::<Result<Vec<_>, _>>()?;
    let theirs = graph(stream, &calls, calls.len())?;
    let members = sizes.iter().zip(&sets);
    let members = members.map(|(of, set)| compact(*of, types, orders, *set, &Epilogue::default()));
    let members = members.collect::<Result<Vec<_>, _>>()?;
    let flops: f64 = sizes
        .iter()
        .map(|of| 2.0 * f64::from(of.m) * f64::from(n * k))
        .sum();
    let mut best = (f64::INFINITY, f64::NAN, "none");
    let rows = GROUPED.iter().copied().flatten();
    for row in rows.filter(|row| row.config.types[0] == DType::BF16) {
        let blocks = stream.device().sm_count() * row.config.min_ctas;
        let list = Prepared::grouped(stream, &members, row, blocks)?;
        let ours = Graph::record(stream, &[&list], 1)?;
        let times = medians(stream, &[&ours, &theirs], 1, rounds)?;
        if times[0] < best.0 {
            best = (times[0], times[1], row.kernel.name);
        }
    }
    let (ours, theirs, kernel) = best;
    Ok(format!(
        "{count} experts: {:.1} TFLOP/s in one launch, {:.1} in a loop of cuBLASLt calls, ratio {:.3}  {kernel}",
        flops / ours / 1e12,
        flops / theirs / 1e12,
        theirs / ours
    ))
}
