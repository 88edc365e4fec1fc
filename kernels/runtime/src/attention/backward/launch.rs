//! [`push_backward`]: the kernels of a backward, with their workspace.

use super::BackwardPlan;
use crate::attention::launch::tensor_map;
use crate::{Error, Launch, preparation::Preparation};

/// Makes the launches of a plan ready, with a workspace of [`Workspace::bytes`](super::Workspace::bytes), and returns its bytes.
///
/// # Errors
/// [`Error::NoKernel`] on a device that has no such kernels; any CUDA driver error.
///
/// # Safety
/// As `push_hopper`, for the plan's problem.
pub(super) unsafe fn push_backward(
    work: &mut Preparation<'_>,
    plan: &BackwardPlan,
) -> Result<u64, Error> {
    let (kernels, grids, stream) = (plan.kernels, plan.passes, work.stream());
    // SAFETY: maps and counter are written below, and the preprocess writes all else before it is read.
    let mut workspace = unsafe { stream.alloc::<u64>(grids.workspace.bytes.div_ceil(8) as usize) }?;
    if let Some(maps) = &plan.maps {
        let mut words = Vec::with_capacity(65);
        for map in maps {
            words.extend(match map.address {
                0 => [0; 16],
                _ => tensor_map(kernels.dtype, map)?,
            });
        }
        words.push(0); // The counter of blocks.
        stream.write(&words, &mut workspace.slice_mut(..words.len())?)?;
    }
    let workspace = workspace.into_bytes();
    let bytes = workspace.len() as u64;
    let args = plan.args(work.keep(workspace));
    // A pass waits for the end of the kernel before it itself, where it first needs what that stores.
    let overlaps = plan.maps.is_some();
    for (kernel, ctas, shared) in [
        (kernels.parts.preprocess, grids.query_ctas, 0),
        (
            kernels.kernel,
            plan.ctas(stream.device().sm_count()),
            kernels.shared,
        ),
        (kernels.parts.postprocess, grids.query_ctas, 0),
        (kernels.parts.redo, grids.redo_ctas, 0),
    ] {
        let function = stream.device().function(kernel)?;
        if ctas > 0 {
            work.push(move |stream| {
                let launch = Launch::new(stream, &function)
                    .grid(ctas, 1, 1)
                    .shared(shared)
                    .pdl_if(overlaps);
                // SAFETY: the kernel takes `Args`, of a checked problem; its addresses are valid by the caller's promise, and the
                // workspace is the preparation's memory.
                unsafe { launch.run((args,)) }
            });
        }
        work.name(kernel.name);
    }
    Ok(bytes)
}
