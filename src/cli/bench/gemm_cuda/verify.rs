//! Runs integer jobs with known answers and compares every element of D and the bytes around it.

use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::{operand::Major, table::Row};
use azulejo::kernels::host::Stream;
use azulejo::kernels::host::gemm::{Arguments, Part, Prepared, Schedule};
use azulejo::tensor::DType;

use super::jobs::{Job, SMALL, jobs, steps};
use crate::harness::{Failure, Gaps, Product};

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
    all.retain(|job| !small || steps(row, job.sizes) <= SMALL);
    for job in &all {
        run(stream, row, job, blocks)
            .map_err(|e| format!("{} on {job:?}: {e}", row.kernel.name))?;
    }
    Ok(all.len())
}

/// Lines at multiples of 16 bytes.
pub(super) fn aligned(dtype: DType) -> Gaps {
    Gaps {
        multiple: 16 / dtype.bytes(),
        ..Gaps::NONE
    }
}

/// The product of a job.
fn product(row: &Row, job: &Job) -> Product {
    let config = &row.config;
    let [ta, tb, _, td] = config.types;
    let (mut operands, mut orders) = ([ta, tb], [config.a.major, config.b.major]);
    if job.swap {
        operands.reverse();
        orders.reverse();
    }
    let [a, b] = if job.awkward {
        orders.map(Major::other)
    } else {
        orders
    };
    let gaps = |dtype| {
        if job.awkward || job.packed {
            Gaps::NONE
        } else {
            aligned(dtype)
        }
    };
    // An activation follows a bias; a fixed one, whatever there is.
    let is_finished = job.bias.is_some() || config.fixed.is_some();
    Product {
        sizes: job.sizes,
        orders: [a, b, job.d_order],
        gaps: [gaps(operands[0]), gaps(operands[1]), Gaps::NONE],
        alpha: match (job.nothing, job.scaled) {
            (true, _) => 0.0,
            (_, true) => 2.0,
            _ => 1.0,
        },
        beta: if job.scaled { 3.0 } else { 0.0 },
        bias: job.bias,
        activation: if is_finished {
            job.activation
        } else {
            activation::NONE
        },
        factored: job.factored,
        ..Product::new([0; 3], [operands[0], operands[1], td])
    }
}

fn run(stream: &Stream, row: &'static Row, job: &Job, blocks: u32) -> Result<(), Failure> {
    let schedule = Schedule {
        splits: job.splits,
        group: 3,
        blocks: if job.few {
            2 * row.config.blocks()
        } else {
            blocks
        },
        overlap: true,
        swap: job.swap,
    };
    product(row, job).check(stream, |arguments: Arguments<'_>| {
        let plan = Prepared::one(stream, |space| {
            Part::hopper(space, row, arguments, schedule)
        })?;
        plan.launch()?;
        plan.launch()?;
        stream.synchronize()
    })
}
