//! [`push_sm80`]: attention by `mma.sync`, of given tensors or over a cache, on compute capability 8.0 and above.

use super::sm80_plan::{Sm80Plan, Sm80Problem};
use crate::{Device, Error, Launch, preparation::Preparation};
use azulejo_kernels::device::attention::sm80::args::Sm80Args;
use cudarc::driver::sys::CUdevice_attribute_enum::{
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
};

/// Checks a problem and makes its launch ready, with a workspace: O, maxima and sums of the splits, and a counter for each tile.
///
/// # Errors
/// As [`Sm80Plan::new`]; any CUDA driver error.
///
/// # Safety
/// As [`push_hopper`](super::push_hopper).
pub(super) unsafe fn push_sm80(
    work: &mut Preparation<'_>,
    problem: &Sm80Problem,
) -> Result<Sm80Plan, Error> {
    let device = work.stream().device();
    let plan = Sm80Plan::new(problem, device.sm_count())?;
    let base = work.zeros(plan.workspace() as u64)?;
    let [partials, stats, _] = plan.bytes.map(|bytes| bytes as u64);
    let overlaps = device.capability() >= (9, 0);
    let shared = match plan.alone && overlaps {
        true => plan.row.shared.max(shared_alone(device)?),
        false => plan.row.shared,
    };
    let args = Sm80Args {
        partials: base,
        stats: base + partials,
        done: base + partials + stats,
        early: if overlaps { plan.args.early } else { 0 },
        ..plan.args
    };
    let function = device.function(plan.row.kernel)?;
    if plan.ctas > 0 {
        work.push(move |stream| {
            // The kernel waits for the grid before it.
            let launch = Launch::new(stream, &function)
                .grid(plan.ctas, 1, 1)
                .shared(shared)
                .pdl();
            // SAFETY: the kernel takes `Sm80Args`, of a checked problem; its addresses are valid by the caller's promise, and the
            // workspace is the preparation's memory.
            unsafe { launch.run((args,)) }
        });
    }
    work.name(plan.row.kernel.name);
    Ok(plan)
}

/// Bytes of shared memory with which a CTA has an SM for itself: half, as each takes some more.
fn shared_alone(device: &Device) -> Result<u32, Error> {
    let all = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?;
    let most = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
    Ok((all / 2).min(most) as u32)
}
