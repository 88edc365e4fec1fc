//! Grouped GEMMs: experts of mixed loads against a loop of cuBLASLt calls.

use azulejo::kernels::device::gemm::hopper::{operand::Major, table::GROUPED};
use azulejo::runtime::cublaslt::Cublas;
use azulejo::runtime::gemm::{Epilogue, Prepared};
use azulejo::runtime::{Error, Graph, Stream};
use azulejo::tensor::DType;

use crate::harness::{Asked, Pool, RotatingOperands, compact, each, graph, medians, theirs};

/// Times `count` experts of 1536 × 2048 weights that get 128 to 896 rows each against a loop of cuBLASLt calls.
pub(super) fn compare(
    stream: &Stream,
    cublas: &Cublas,
    count: u32,
    rounds: usize,
) -> Result<String, Error> {
    let (n, k, types) = (1536, 2048, [DType::BF16; 3]);
    let pool = Pool::new(DType::BF16);
    let expert = |i: u32| {
        let extents = [128 + i * 48_271 % 13 * 64, n, k];
        Asked::new(extents, types, [Major::K; 2], &[])
    };
    let experts: Vec<Asked> = (0..count).map(expert).collect();
    let operands = |of| RotatingOperands::new(stream, of, &pool, 1);
    let mut operands = each(&experts, operands)?;
    let sets: Vec<_> = operands.iter_mut().map(|of| of.regions()[0]).collect();
    let products = each(&experts, |of| cublas.prepare(&theirs(&of.problem), 1))?;
    let calls = each(products.iter().zip(&sets), |(product, [a, b, d])| {
        product.call(0, *b, *a, *d)
    })?;
    let library = graph(stream, &calls, calls.len())?;
    let members = each(experts.iter().zip(&sets), |(of, set)| {
        compact(&of.problem, *set, &Epilogue::default())
    })?;
    let flops: f64 = experts.iter().map(Asked::flops).sum();
    let mut best = (f64::INFINITY, f64::NAN, "none");
    let rows = GROUPED.iter().copied().flatten();
    for row in rows.filter(|row| row.config.types[0] == DType::BF16) {
        let blocks = stream.device().sm_count() * row.config.min_ctas;
        let list = Prepared::grouped(stream, &members, row, blocks)?;
        let ours = Graph::record(stream, &[&list], 1)?;
        let times = medians(stream, &[&ours, &library], 1, rounds)?;
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
