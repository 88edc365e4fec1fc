//! [`Sm80Forward`]: attention by `mma.sync`, of given tensors or over a cache, on compute capability 8.0 and above.

use super::call::Prepared;
use super::sm80_plan::{Sm80Plan, Sm80Problem};
use crate::device::attention::sm80::args::Sm80Args;
use crate::host::{Buffer, Device, Error, Function, Launch, Stream, Use};
use cudarc::driver::sys::CUdevice_attribute_enum::{
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
};

/// Attention by `mma.sync` on given tensors, prepared for a stream.
///
/// It owns its workspace: O, maxima and sums of the splits, and a counter for each tile. A CUDA graph can capture its launches.
#[derive(Debug)]
pub(super) struct Sm80Forward {
    function: Function,
    args: Sm80Args,
    ctas: u32,
    /// Bytes of shared memory of a CTA.
    shared: u32,
    workspace: Buffer<u64>,
}

impl Sm80Forward {
    /// Checks a problem and makes everything ready to launch on `stream`.
    ///
    /// # Errors
    /// As [`Sm80Plan::new`]; any CUDA driver error.
    pub fn prepare(stream: &Stream, problem: &Sm80Problem) -> Result<Self, Error> {
        let plan = Sm80Plan::new(problem, stream.device().sm_count())?;
        let workspace = stream.zeros::<u64>(plan.workspace().div_ceil(8))?;
        let [partials, stats, _] = plan.bytes.map(|bytes| bytes as u64);
        let base = workspace.address();
        let device = stream.device();
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
        Ok(Sm80Forward {
            function: device.function(plan.row.kernel)?,
            args,
            ctas: plan.ctas,
            shared,
            workspace,
        })
    }

    /// Bytes of device memory that it owns.
    pub fn workspace(&self) -> usize {
        8 * self.workspace.len()
    }

    /// Splits of the keys of a tile, at most.
    pub fn splits(&self) -> u32 {
        self.args.splits
    }
}

impl Prepared for Sm80Forward {
    unsafe fn launch_on(&self, stream: &Stream) -> Result<(), Error> {
        if self.ctas == 0 {
            return Ok(());
        }
        // The kernel waits for the grid before it.
        let launch = Launch::new(stream, &self.function)
            .grid(self.ctas, 1, 1)
            .shared(self.shared)
            .pdl();
        // SAFETY: the kernel takes `Sm80Args`, of a checked problem; its addresses are valid by the caller's promise, and the workspace
        // lives as long as `self`, whose memory is freed in the order of the stream.
        unsafe { launch.run((self.args,)) }
    }

    fn own(&self) -> Use<'_> {
        self.workspace.usage().write()
    }
}

/// Bytes of shared memory with which a CTA has an SM for itself: half, as each takes some more.
fn shared_alone(device: &Device) -> Result<u32, Error> {
    let all = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?;
    let most = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
    Ok((all / 2).min(most) as u32)
}
