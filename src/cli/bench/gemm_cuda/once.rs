//! `--once`: every candidate started once and nothing timed, for a profiler that reads the counters of each start.

use azulejo::gemm::gpu::Choice;
use azulejo::kernels::host::cublaslt::Cublas;
use azulejo::kernels::host::timing::Pool;
use azulejo::kernels::host::{Error, Replay, Stream};
use azulejo::tensor::DType;

use super::measure::{operands, plans, product};
use super::suite::Shape;

/// Starts each of `choices`, then each algorithm the library offers, on one set of operands.
pub(super) fn once(
    stream: &Stream,
    cublas: &Cublas,
    shape: &Shape,
    types: [DType; 3],
    pools: &[Pool; 2],
    choices: &[Choice],
) -> Result<(), Error> {
    let problem = shape.problem(types);
    let mut sets = operands(stream, &problem, pools, 1)?;
    let regions = sets.regions();
    for choice in choices {
        plans(stream, choice, &problem, &regions)?[0].launch()?;
        stream.synchronize()?;
        println!("{shape} {choice}");
    }
    let prepared = cublas.prepare(&product(shape, types), 16)?;
    for index in 0..prepared.algorithms() {
        let [a, b, d] = regions[0];
        match prepared.call(index, b, a, d)?.start() {
            Ok(()) => println!("{shape} cuBLASLt {index}"),
            Err(error) => println!("{shape} cuBLASLt {index}: {error}"),
        }
        stream.synchronize()?;
    }
    Ok(())
}
