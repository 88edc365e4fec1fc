//! [`BackwardPlan`]: the kernels, the grids and the arguments of a problem, without a device.

use super::BackwardProblem;
use super::passes::{BackwardPasses, check_gradients, narrowest};
use crate::device::attention::backward::args::Args;
use crate::device::attention::backward::table::{ROWS, Row};
use crate::host::Error;
use crate::host::attention::Map;

/// Bytes of a tensor map.
const MAP: u64 = 128;

/// What a launch needs, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct BackwardPlan {
    /// The kernels.
    pub row: &'static Row,
    /// The tensor maps of Q, K, V and dO.
    pub maps: [Map; 4],
    /// Grids and workspace. A CTA of the main kernel takes one block of keys after the other. The workspace begins with the tensor maps
    /// and the counter of blocks, which is 0 before a launch.
    pub passes: BackwardPasses,
}

impl BackwardPlan {
    /// Checks a problem and chooses its kernels.
    ///
    /// # Errors
    /// As [`ForwardPlan::new`](crate::host::attention::ForwardPlan::new), with head dimensions of at most 128, and for the gradients.
    pub fn new(problem: &BackwardProblem) -> Result<Self, Error> {
        check_gradients(problem)?;
        let forward = &problem.forward;
        let changed = forward.softcap != 0.0 || forward.alibi_slopes != 0;
        let row = narrowest(
            problem,
            ROWS,
            |row| &row.passes,
            |row| row.changed == changed,
            128,
        )?;
        Ok(BackwardPlan {
            row,
            maps: (row.maps)(problem)?,
            passes: BackwardPasses::new(problem, &row.passes, 5 * MAP, true)?,
        })
    }

    /// The kernels' arguments for a workspace at a device address that starts with the tensor maps and the counter.
    pub fn args(&self, workspace: u64) -> Args {
        Args {
            maps: [0, 1, 2, 3].map(|map| workspace + MAP * map),
            next: workspace + 4 * MAP,
            ..self.passes.args(workspace)
        }
    }
}
