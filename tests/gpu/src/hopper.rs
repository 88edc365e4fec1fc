//! Kernels for Hopper on integers, exactly: those of one product, and those of lists.

use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, GROUPED, KernelEntry};

use crate::harness::hopper::{List, cases};
use crate::prelude::*;

/// The kernels of a table that `--only` names, on a GPU that has them.
fn rows(run: &Run, table: &[&'static [KernelEntry]]) -> Vec<&'static KernelEntry> {
    let is_hopper = run.device.variant() == Variant::Sm90a;
    let all = table.iter().copied().flatten();
    all.filter(|row| is_hopper && run.args.wants(row.kernel.name))
        .collect()
}

/// Every kernel by name.
pub fn kernels(run: &mut Run) -> Result<(), Failure> {
    let (sm_count, small) = (run.device.sm_count(), run.is_small());
    for row in rows(run, FAMILIES) {
        run.cases(cases(row, sm_count, small));
    }
    Ok(())
}

/// Every kernel for lists.
pub fn lists(run: &mut Run) -> Result<(), Failure> {
    let small = run.is_small();
    let rows = rows(run, GROUPED).into_iter();
    run.cases(rows.map(|row| List(row, small)));
    Ok(())
}
