//! [`BackwardPlan`]: the kernels, the grids and the arguments of a problem, without a device.

use super::BackwardProblem;
use super::passes::{BackwardPasses, narrowest};
use crate::Error;
use crate::attention::Map;
use crate::attention::plan::check;
use crate::attention::sm80_plan::aligned;
use crate::attention::table::{BACKWARD, BackwardParts, KernelEntry, SM80_BACKWARD};
use azulejo_kernels::device::attention::backward::args::Args;

/// Bytes of a tensor map.
const MAP: u64 = 128;

/// Launch parameters as numbers.
#[derive(Clone, Copy, Debug)]
pub struct BackwardPlan {
    /// The kernels.
    pub kernels: KernelEntry<BackwardParts>,
    /// The tensor maps of Q, K, V and dO, of kernels by TMA. With them the workspace begins with the maps and the counter of blocks, which
    /// is 0 before a launch, and a CTA of the main kernel takes one block of keys after the other.
    pub maps: Option<[Map; 4]>,
    /// Grids and workspace.
    pub passes: BackwardPasses,
}

impl BackwardPlan {
    /// Checks a problem and chooses its kernels by `wgmma`.
    ///
    /// # Errors
    /// As [`ForwardPlan::new`](crate::attention::ForwardPlan::new), and for the gradients.
    pub fn hopper(problem: &BackwardProblem) -> Result<Self, Error> {
        let forward = &problem.forward;
        check(forward, &problem.tensors())?;
        let computes = |row: &KernelEntry<BackwardParts>| row.changed == forward.is_changed();
        let row = narrowest(problem, BACKWARD, computes)?;
        Ok(BackwardPlan {
            kernels: *row,
            maps: row.parts.maps.map(|maps| maps(problem)).transpose()?,
            passes: BackwardPasses::new(problem, row, 5 * MAP, true)?,
        })
    }

    /// Checks a problem and chooses its kernels by `mma.sync`, for a device whose CTAs may have `shared` bytes of shared memory.
    ///
    /// # Errors
    /// As [`hopper`](Self::hopper).
    pub fn sm80(problem: &BackwardProblem, shared: u32) -> Result<Self, Error> {
        let (forward, tensors) = (&problem.forward, problem.tensors());
        check(forward, &tensors)?;
        aligned(&tensors, forward.varlen.is_some())?;
        // As many CTAs of a kernel as have 256 threads, where an SM has their shared memory.
        let choose = |threads: u32| {
            let fits = |row: &KernelEntry<BackwardParts>| {
                threads.div_ceil(row.kernel.threads) * row.shared <= shared
            };
            narrowest(problem, SM80_BACKWARD, fits)
        };
        let kernels = *choose(256).or_else(|_| choose(1))?;
        Ok(BackwardPlan {
            kernels,
            maps: None,
            passes: BackwardPasses::new(problem, &kernels, 0, false)?,
        })
    }

    /// CTAs of the main kernel on a device of so many SMs.
    pub fn ctas(&self, sm_count: u32) -> u32 {
        match self.maps {
            Some(_) => self.passes.tiles.min(sm_count),
            None => self.passes.tiles,
        }
    }

    /// The kernels' arguments for a workspace at a device address, a multiple of 128.
    pub fn args(&self, workspace: u64) -> Args {
        let args = self.passes.args(workspace);
        match self.maps {
            Some(_) => Args {
                maps: [0, 1, 2, 3].map(|map| workspace + MAP * map),
                next: workspace + 4 * MAP,
                ..args
            },
            None => args,
        }
    }
}
