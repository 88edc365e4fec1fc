//! Runs integer jobs with known answers and compares every element of D and the bytes around it.

use azulejo::kernels::device::gemm::hopper::table::Row;
use azulejo::kernels::host::Stream;
use azulejo::kernels::host::gemm::{Algorithm, Prepared, Schedule};

use super::jobs::{Job, SMALL, jobs, steps};
use crate::harness::Failure;

/// Runs every job of `row`, or the small ones, twice on `stream` and compares each element of D, and the bytes around it.
///
/// Returns how many jobs ran, or what was wrong.
pub fn verify(
    stream: &Stream,
    row: &'static Row,
    blocks: u32,
    small: bool,
) -> Result<usize, String> {
    let mut all = jobs(row);
    all.retain(|job| !small || steps(row, job.product.sizes) <= SMALL);
    for job in &all {
        run(stream, row, job, blocks)
            .map_err(|e| format!("{} on {job:?}: {e}", row.kernel.name))?;
    }
    Ok(all.len())
}

fn run(stream: &Stream, row: &'static Row, job: &Job, blocks: u32) -> Result<(), Failure> {
    let schedule = Schedule {
        splits: job.splits,
        group_m: 3,
        ctas: match job.few {
            true => 2 * row.config.blocks(),
            false => blocks,
        },
        pdl: true,
        swap_ab: job.swap,
    };
    job.product.check(stream, |call| {
        let plan = Prepared::new(stream, &[call], |_| Ok(Algorithm::Hopper(row, schedule)))?;
        plan.launch()?;
        plan.launch()?;
        stream.synchronize()
    })
}
