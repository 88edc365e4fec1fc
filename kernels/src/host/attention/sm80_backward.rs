//! [`Sm80Backward`]: the backward by `mma.sync` with its workspace on a device, on compute capability 8.0 and above.

use super::{BackwardProblem, Sm80BackwardPlan};
use crate::device::attention::sm80::backward::args::BackwardArgs;
use crate::host::{Buffer, Error, Function, Launch, Stream, Use};

/// The backward of attention by `mma.sync` on given tensors, prepared for a stream.
///
/// It owns a workspace, and no other memory; a CUDA graph can capture its launches.
#[derive(Debug)]
pub struct Sm80Backward {
    stream: Stream,
    /// Preprocess, main kernel and postprocess, each with its CTAs and shared memory.
    passes: [(Function, u32, u32); 3],
    args: BackwardArgs,
    workspace: Buffer<u64>,
}

impl Sm80Backward {
    /// Checks a problem and makes everything ready to launch on `stream`.
    ///
    /// # Errors
    /// As [`Sm80BackwardPlan::new`]; any CUDA driver error.
    pub fn prepare(stream: &Stream, problem: &BackwardProblem) -> Result<Self, Error> {
        let plan = Sm80BackwardPlan::new(problem)?;
        let row = plan.row;
        let device = stream.device();
        let passes = [
            (device.function(row.preprocess)?, plan.query_ctas, 0),
            (device.function(row.kernel)?, plan.ctas, row.shared),
            (device.function(row.postprocess)?, plan.query_ctas, 0),
        ];
        // SAFETY: the preprocess writes what the kernels after it read.
        let workspace = unsafe { stream.alloc(plan.bytes.div_ceil(8) as usize) }?;
        Ok(Sm80Backward {
            stream: stream.clone(),
            passes,
            args: plan.args(workspace.address()),
            workspace,
        })
    }

    /// Bytes of device memory that it owns.
    pub fn workspace_bytes(&self) -> u64 {
        8 * self.workspace.len() as u64
    }

    /// Starts it on the stream that it was prepared for; returns before it has run.
    ///
    /// # Errors
    /// Any CUDA driver error.
    ///
    /// # Safety
    /// Until the launch has run, Q, K, V, O, LSE, dO, slopes and the starts of packed sequences are readable for the problem's extents
    /// and strides, and dQ, dK and dV writable and used by nothing else. Starts of packed sequences do not decrease, begin at 0, end at
    /// the totals, and no sequence is longer than `seq_q` and `seq_k` say.
    pub unsafe fn launch(&self) -> Result<(), Error> {
        // SAFETY: upheld by the caller, whose promise is for the stream that the launch was prepared on.
        unsafe { self.launch_on(&self.stream) }
    }

    /// Starts it on a stream of the same device.
    ///
    /// # Safety
    /// As [`Sm80Backward::launch`]; no other launch of it runs meanwhile.
    pub(super) unsafe fn launch_on(&self, stream: &Stream) -> Result<(), Error> {
        for (function, ctas, shared) in self.passes.iter().filter(|(_, ctas, _)| *ctas > 0) {
            let launch = Launch::new(stream, function)
                .grid(*ctas, 1, 1)
                .shared(*shared);
            // SAFETY: the kernels take `BackwardArgs`, of a checked problem; its addresses are valid by the caller's promise, and the
            // workspace lives as long as `self`, whose memory is freed in the order of the stream.
            unsafe { launch.run((self.args,)) }?;
        }
        Ok(())
    }

    /// The memory of its own that a launch reads and writes.
    pub(super) fn own(&self) -> Use<'_> {
        self.workspace.usage().write()
    }
}
