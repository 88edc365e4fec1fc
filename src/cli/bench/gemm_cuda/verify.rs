//! Runs integer jobs with known answers and compares every element of D and the bytes around it.

use azulejo::kernels::device::gemm::hopper::table::KernelEntry;
use azulejo::kernels::host::Stream;
use azulejo::kernels::host::gemm::{Algorithm, Schedule};

use super::jobs::{SMALL, jobs, steps};
use crate::harness::{By, Case, Multiplied, Random};

/// Runs every job of `row`, or the small ones, twice on `stream` and compares each element of D, and the bytes around it.
///
/// Returns how many jobs ran, or what was wrong.
pub fn verify(
    stream: &Stream,
    row: &'static KernelEntry,
    blocks: u32,
    small: bool,
) -> Result<usize, String> {
    let mut all = jobs(row);
    all.retain(|job| !small || steps(row, job.product.sizes) <= SMALL);
    for job in &all {
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
        let case = Multiplied(By::Algorithm(Algorithm::Hopper(row, schedule)), job.product);
        let end = case.check(stream, &mut Random(1));
        end.map_err(|e| format!("{}: {e}", case.name()))?;
    }
    Ok(all.len())
}
