//! [`PreparedBackward`]: a problem with its workspace on a device.

use super::BackwardPlan;
use crate::device::attention::backward::args::Args;
use crate::host::attention::call::Prepared;
use crate::host::attention::launch::tensor_map;
use crate::host::{Buffer, Error, Function, Launch, Stream, Use};

/// The backward of attention on given tensors, prepared for a stream.
///
/// It owns a workspace of [`Workspace::bytes`](super::Workspace::bytes), and no other memory; a CUDA graph can capture its launches.
#[derive(Debug)]
pub(super) struct PreparedBackward {
    /// Preprocess, main kernel, postprocess and what computes rows again, each with its CTAs and shared memory.
    passes: [(Function, u32, u32); 4],
    /// `true` if a pass waits for the end of the kernel before it itself, where it first needs what that stores.
    overlaps: bool,
    args: Args,
    workspace: Buffer<u64>,
}

impl PreparedBackward {
    /// Makes a plan ready to launch on `stream`.
    ///
    /// # Errors
    /// [`Error::NoKernel`] on a device that has no such kernels; any CUDA driver error.
    pub fn prepare(stream: &Stream, plan: &BackwardPlan) -> Result<Self, Error> {
        let (kernels, grids) = (plan.kernels, plan.passes);
        let device = stream.device();
        let ctas = plan.ctas(device.sm_count());
        let passes = [
            (
                device.function(kernels.parts.preprocess)?,
                grids.query_ctas,
                0,
            ),
            (device.function(kernels.kernel)?, ctas, kernels.shared),
            (
                device.function(kernels.parts.postprocess)?,
                grids.query_ctas,
                0,
            ),
            (device.function(kernels.parts.redo)?, grids.redo_ctas, 0),
        ];
        // SAFETY: maps and counter are written below, and the preprocess writes all else before it is read.
        let mut workspace = unsafe { stream.alloc(grids.workspace.bytes.div_ceil(8) as usize) }?;
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
        Ok(PreparedBackward {
            passes,
            overlaps: plan.maps.is_some(),
            args: plan.args(workspace.address()),
            workspace,
        })
    }

    /// Bytes of device memory that it owns.
    pub fn workspace_bytes(&self) -> u64 {
        8 * self.workspace.len() as u64
    }
}

impl Prepared for PreparedBackward {
    unsafe fn launch_on(&self, stream: &Stream) -> Result<(), Error> {
        let passes = self.passes.iter().filter(|(_, ctas, _)| *ctas > 0);
        for (function, ctas, shared) in passes {
            let launch = Launch::new(stream, function)
                .grid(*ctas, 1, 1)
                .shared(*shared)
                .pdl_if(self.overlaps);
            // SAFETY: the kernel takes `Args`, of a checked problem; its addresses are valid by the caller's promise, and the workspace
            // lives as long as `self`, whose memory is freed in the order of the stream.
            unsafe { launch.run((self.args,)) }?;
        }
        Ok(())
    }

    fn own(&self) -> Use<'_> {
        self.workspace.usage().write()
    }
}
