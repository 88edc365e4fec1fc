//! [`BackwardPasses`]: grids, arguments and workspace of the kernels of a backward, of either family, without a device.

use azulejo_device::scheduler::TileSchedulerParams;

use super::BackwardProblem;
use crate::Error;
use crate::attention::plan::L2;
use crate::attention::table::least;
use crate::attention::{BackwardParts, KernelEntry, grid};
use azulejo_kernels::device::attention::backward::args::{Args, BLOCK, ROUND};
use azulejo_kernels::device::attention::backward::work::rows;

/// Blocks of keys and planes of a section, at most: enough of different work for all SMs, so few that queries and sums of
/// dQ are still in L2 when the next block of their keys reads them. Measured from S = 512 to 16384.
const BLOCKS_OF_SECTION: u32 = 512;
const PLANES_OF_SECTION: u32 = 32;

/// Warps of a CTA that computes rows again, and such CTAs at most.
const WARPS: u64 = 8;
const REDO_CTAS: u64 = 1024;

/// Where the parts of the workspace are, in bytes from its start, which is a multiple of 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// LSE in exponents of 2, after what a family keeps before it.
    pub lse2: u64,
    /// `rowsum(O dO)`.
    pub delta: u64,
    /// Sums of dQ.
    pub sums: u64,
    /// Whose turn it is to add.
    pub turns: u64,
    /// Blocks of keys, then of queries, whose gradients hold NaN.
    pub nan: u64,
    /// The length.
    pub bytes: u64,
}

/// What launches of the kernels need, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct BackwardPasses {
    /// The kernels' arguments but the addresses of maps and workspace.
    args: Args,
    /// CTAs of the preprocess and the postprocess.
    pub query_ctas: u32,
    /// CTAs of the kernel that computes rows again: a warp looks at a block or a few.
    pub redo_ctas: u32,
    /// Blocks of keys; 0 where there is nothing to compute.
    pub tiles: u32,
    /// The workspace.
    pub workspace: Workspace,
    deterministic: bool,
}

impl BackwardPasses {
    /// Checks a problem, which the kernels compute. A workspace begins with `head` bytes of the family.
    ///
    /// # Errors
    /// [`Error::Dtype`], [`Error::Argument`], [`Error::Strides`] and [`Error::Misaligned`] with the name of the field.
    pub fn new(
        problem: &BackwardProblem,
        row: &KernelEntry<BackwardParts>,
        head: u64,
        is_hopper: bool,
    ) -> Result<Self, Error> {
        let forward = &problem.forward;
        let count = |what, factors: [u32; 3]| grid::count(what, factors.map(u64::from));
        let total_q = forward.varlen.map(|varlen| varlen.total_q);
        let rows = rows(forward.batch, forward.seq_q, total_q)
            .ok_or_else(|| grid::too_many("rows", u64::from(forward.batch) * u64::from(ROUND)))?;
        let query_blocks = forward.seq_q.div_ceil(ROUND) * (ROUND / BLOCK);
        let query_ctas = count(
            "blocks of queries",
            [query_blocks, forward.heads, forward.batch],
        )?;
        let blocks = forward.seq_k.div_ceil(row.n);
        let planes = count("heads", [forward.heads_kv, forward.batch, 1])?;
        let group = forward.group();
        // Blocks of a window differ in their work: those of all planes of a section with the most queries come first.
        let windowed = forward.is_windowed();
        let head_bytes =
            2 * u64::from(forward.seq_q) * u64::from(forward.head_dim + forward.head_dim_v);
        let plane = head_bytes.saturating_mul(group.into());
        // CTAs of `mma.sync` add in order by waiting for those before: with more planes between these they wait less.
        let most = match problem.deterministic && !is_hopper {
            true => planes,
            false => (BLOCKS_OF_SECTION / blocks.max(1)).clamp(1, PLANES_OF_SECTION),
        };
        let section = match windowed {
            true => (L2 / plane.max(1)).clamp(1, most.min(planes).max(1).into()) as u32,
            false => 1,
        };
        let planes_up = count("heads", [planes.div_ceil(section), section, 1])?;
        let tiles = count("blocks of keys", [blocks, planes_up, 1])?;
        let operand = |tensor| forward.operand(tensor);
        let args = Args {
            problem: forward.shape(),
            read: [forward.o, problem.d_o, forward.q, forward.k, forward.v].map(operand),
            written: [problem.dq, problem.dk, problem.dv].map(operand),
            rows,
            columns: row.head_dim,
            query_blocks,
            // All blocks of a section come before the next section.
            tiles: TileSchedulerParams {
                tiles_m: blocks,
                tiles_n: section,
                batches: planes.div_ceil(section),
                group_m: 1,
            },
            planes,
            heads_kv: forward.heads_kv,
            keys: row.n,
            ..Args::default()
        };
        let all = u64::from(rows) * u64::from(forward.heads);
        Error::ensure(all < 1 << 48, "heads", || {
            let heads = forward.heads;
            format!("{heads} heads of {rows} rows are more than memory holds; pass fewer")
        })?;
        let delta = head + 4 * all;
        let sums = delta + 4 * all;
        let turns = sums + 4 * all * u64::from(row.head_dim);
        let parts = all / u64::from(BLOCK) * u64::from(row.head_dim / BLOCK);
        let nan = turns + if problem.deterministic { 4 * parts } else { 0 };
        let flags = u64::from(blocks) * u64::from(planes) + u64::from(query_ctas);
        Ok(BackwardPasses {
            args,
            query_ctas,
            // Without queries nothing is NaN, and no preprocess clears the words.
            redo_ctas: match query_ctas {
                0 => 0,
                _ => flags.div_ceil(WARPS).min(REDO_CTAS) as u32,
            },
            tiles,
            workspace: Workspace {
                lse2: head,
                delta,
                sums,
                turns,
                nan,
                bytes: nan + 4 * flags,
            },
            deterministic: problem.deterministic,
        })
    }

    /// The kernels' arguments for a workspace at a device address, but what the family keeps before LSE.
    pub fn args(&self, workspace: u64) -> Args {
        let at = self.workspace;
        let place = |used: bool, from: u64| if used { workspace + from } else { 0 };
        Args {
            lse2: workspace + at.lse2,
            delta: workspace + at.delta,
            sums: workspace + at.sums,
            turns: place(self.deterministic, at.turns),
            nan: workspace + at.nan,
            ..self.args
        }
    }
}

/// The first of the narrowest of `rows` that computes a problem.
pub(in crate::attention) fn narrowest(
    problem: &BackwardProblem,
    rows: &'static [&'static [KernelEntry<BackwardParts>]],
    computes: impl Fn(&KernelEntry<BackwardParts>) -> bool,
) -> Result<&'static KernelEntry<BackwardParts>, Error> {
    let forward = &problem.forward;
    let columns = forward.head_dim.max(forward.head_dim_v);
    let computes = |row: &KernelEntry<_>| columns <= row.head_dim && computes(row);
    let what = "backward of attention";
    least(what, rows, forward, computes, |row| row.head_dim)
}

#[cfg(test)]
mod tests {
    use azulejo_tensor::DType;

    use super::*;
    use crate::attention::{BackwardPlan, ForwardProblem, Heads, Varlen};

    #[test]
    fn sizes_without_elements_overflow_nothing() {
        let tensor = Heads::default();
        let forward = ForwardProblem {
            batch: 0,
            heads: 1 << 31,
            heads_kv: 1,
            window_right: Some(0),
            ..ForwardProblem::test(DType::BF16, [1 << 28, 64], [256; 2], tensor)
        };
        let plan = |forward| {
            let problem = BackwardProblem {
                forward,
                d_o: tensor,
                dq: tensor,
                dk: tensor,
                dv: tensor,
                deterministic: true,
            };
            [
                BackwardPlan::hopper(&problem),
                BackwardPlan::sm80(&problem, 232_448),
            ]
        };
        let without_heads = ForwardProblem {
            batch: 2,
            heads: 0,
            heads_kv: 0,
            ..forward
        };
        for plan in plan(forward).into_iter().chain(plan(without_heads)) {
            assert_eq!(plan.unwrap().passes.tiles, 0);
        }
        let packed = ForwardProblem {
            batch: 1 << 16,
            seq_q: 0,
            seq_k: 0,
            heads: 1 << 31,
            varlen: Some(Varlen {
                cu_seqlens_q: 0,
                cu_seqlens_k: 0,
                total_q: 0,
                total_k: 0,
            }),
            ..forward
        };
        for plan in plan(packed) {
            let error = plan.unwrap_err();
            assert!(error.names("heads"), "{error}");
        }
    }
}
