//! [`AttentionBackward`]: a backward on borrowed tensors, ready to be launched again and again.

use super::{BackwardPlan, BackwardProblem, push_backward};
use crate::attention::call::{Role, uses};
use crate::attention::forward::{extents, placed, problem, upload};
use crate::attention::{Family, ForwardOptions, GpuTensorMut, GpuTensorRef};
use crate::launches::{Launches, launches};
use crate::{Error, Replay, Stream, Use, preparation::Preparation};
use azulejo_kernels::table::Variant;

/// The tensors of a backward.
#[derive(Debug)]
pub struct BackwardTensors<'a> {
    /// Q, K, V, O and the gradient of O.
    pub inputs: [GpuTensorRef<'a>; 5],
    /// The log-sum-exp of the forward.
    pub lse: GpuTensorRef<'a>,
    /// The gradients of Q, K and V.
    pub gradients: [GpuTensorMut<'a>; 3],
}

/// Names of the inputs and of the gradients.
const INPUTS: [&str; 6] = ["q", "k", "v", "out", "d_out", "lse"];
const GRADIENTS: [&str; 3] = ["dq", "dk", "dv"];

/// A backward of attention on given tensors.
///
/// The tensors' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order of all work on
/// that memory, whatever its stream. They allocate nothing; [`Graph`](crate::Graph) records them.
#[derive(Debug)]
pub struct AttentionBackward<'a> {
    launches: Launches<'a>,
    workspace: u64,
}

impl<'a> AttentionBackward<'a> {
    /// Checks tensors `(batch, sequence, heads, dimension)`, or `(total, heads, dimension)` with `cu_seqlens`, and makes a launch ready.
    ///
    /// `lse` is compact, `(batch, heads, sequence)` or `(heads, total)`. Slopes and starts are copied to the device. With
    /// `deterministic` the same inputs give the same bits.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Dtype`], [`Error::Shape`], [`Error::Strides`], [`Error::Overlap`]; those of
    /// [`BackwardPlan`], which name what no kernel computes.
    pub fn prepare(
        stream: &Stream,
        tensors: BackwardTensors<'a>,
        options: &ForwardOptions<'_>,
        deterministic: bool,
    ) -> Result<Self, Error> {
        let [q, k, v, out, d_out] = tensors.inputs.map(|tensor| tensor.0);
        let lse = tensors.lse.0;
        let gradients = tensors.gradients.map(|tensor| tensor.0);
        let inputs = INPUTS.into_iter().zip([&q, &k, &v, &out, &d_out, &lse]);
        let outputs = GRADIENTS.into_iter().zip(&gradients);
        let read = inputs.map(|(name, tensor)| (name, Role::Read, tensor));
        let written = outputs.map(|(name, tensor)| (name, Role::Written, tensor));
        let uses = uses(stream, &read.chain(written).collect::<Vec<_>>())?;
        let packed = options.cu_seqlens.is_some();
        let like = |argument, tensor, (name, of)| {
            placed(argument, tensor, extents(name, of, packed)?, packed)
        };
        let [dq, dk, dv] = &gradients;
        let mut problem = BackwardProblem {
            forward: problem([&q, &k, &v, &out], Some(&lse), false, options)?,
            d_o: like("d_out", &d_out, ("out", &out))?,
            dq: like("dq", dq, ("q", &q))?,
            dk: like("dk", dk, ("k", &k))?,
            dv: like("dv", dv, ("v", &v))?,
            deterministic,
        };
        let mut work = Preparation::own(stream)?;
        upload(&mut work, &mut problem.forward, options)?;
        let plan = plan(stream, &problem, options.family)?;
        // SAFETY: as of a forward; the gradients are borrowed for writing, too, and apart from all others.
        let workspace = unsafe { push_backward(&mut work, &plan) }?;
        Ok(Self {
            launches: Launches::new(work, uses),
            workspace,
        })
    }

    /// Bytes of device memory that it owns, without slopes and starts.
    pub fn workspace_bytes(&self) -> u64 {
        self.workspace
    }
}

launches!(AttentionBackward);

/// The problem with the kernels of a family; without one by `wgmma` on compute capability 9.0 where these compute it, else by `mma.sync`.
fn plan(
    stream: &Stream,
    problem: &BackwardProblem,
    family: Option<Family>,
) -> Result<BackwardPlan, Error> {
    use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
    let hopper = BackwardPlan::hopper;
    let shared = stream
        .device()
        .attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
    let sm80 = |problem: &_| BackwardPlan::sm80(problem, shared as u32);
    match (family, stream.device().variant()) {
        (Some(Family::Hopper), _) => hopper(problem),
        (Some(Family::Sm80), _) | (None, Variant::Sm80) => sm80(problem),
        (None, Variant::Sm90a) => match hopper(problem) {
            Err(Error::NotImplemented { .. }) => sm80(problem),
            other => other,
        },
    }
}
