//! [`BackwardPlan`]: the kernels, the grids and the arguments of a problem, without a device.

use azulejo_device::scheduler::TileSchedulerParams;

use super::BackwardProblem;
use crate::device::attention::args::Operand;
use crate::device::attention::backward::args::{Args, BLOCK, ROUND};
use crate::device::attention::backward::table::{ROWS, Row};
use crate::device::attention::backward::tiles::KEYS;
use crate::device::attention::backward::work::rows;
use crate::host::Error;
use crate::host::attention::grid;
use crate::host::attention::plan::{L2, check, window};
use crate::host::attention::{Heads, Map};

/// Bytes of a tensor map.
const MAP: u64 = 128;

/// Where the parts of the workspace are, in bytes from its start, which is a multiple of 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// LSE in exponents of 2, after the tensor maps and the counter of blocks, which is 0 before a launch.
    pub lse2: u64,
    /// `rowsum(O dO)`.
    pub delta: u64,
    /// Sums of dQ.
    pub sums: u64,
    /// Whose turn it is to add.
    pub turns: u64,
    /// Blocks of keys whose gradients hold NaN.
    pub nan: u64,
    /// Its length.
    pub bytes: u64,
}

/// What a launch needs, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct BackwardPlan {
    /// The kernels.
    pub row: &'static Row,
    /// The tensor maps of Q, K, V and dO.
    pub maps: [Map; 4],
    /// The kernels' arguments but the addresses of maps and workspace.
    pub args: Args,
    /// CTAs of the preprocess and the postprocess.
    pub query_ctas: u32,
    /// Blocks of keys, of which a CTA of the main kernel takes one after the other; 0 where there is nothing to compute.
    pub tiles: u32,
    /// The workspace.
    pub workspace: Workspace,
    deterministic: bool,
    /// Whether a mask or the start of another sequence hides keys of a block.
    hides: bool,
}

impl BackwardPlan {
    /// Checks a problem and chooses its kernels.
    ///
    /// # Errors
    /// As [`ForwardPlan::new`](crate::host::attention::ForwardPlan::new), with head dimensions of at most 128, and for the gradients.
    pub fn new(problem: &BackwardProblem) -> Result<Self, Error> {
        let forward = &problem.forward;
        let gradients = [
            ("d_out", problem.d_o),
            ("dq", problem.dq),
            ("dk", problem.dk),
            ("dv", problem.dv),
        ];
        check(forward, &gradients)?;
        let row = choose(problem)?;
        let maps = (row.maps)(problem)?;
        let count = |what, factors: [u32; 3]| grid::count(what, factors.map(u64::from));
        let total_q = forward.varlen.map(|varlen| varlen.total_q);
        let rows = rows(forward.batch, forward.seq_q, total_q)
            .ok_or_else(|| grid::too_many("rows", u64::from(forward.batch) * u64::from(ROUND)))?;
        let query_blocks = forward.seq_q.div_ceil(ROUND) * (ROUND / BLOCK);
        let query_ctas = count(
            "blocks of queries",
            [query_blocks, forward.heads, forward.batch],
        )?;
        let blocks = forward.seq_k.div_ceil(KEYS);
        let planes = count("heads", [forward.heads_kv, forward.batch, 1])?;
        let group = forward.heads / forward.heads_kv;
        let [left, right] = window(forward);
        // Blocks of a window differ in their work: those of all planes of a section with the most queries come first.
        let windowed = forward.window_left.is_some() || forward.window_right.is_some();
        let plane = u64::from(forward.seq_q)
            * u64::from(forward.head_dim + forward.head_dim_v)
            * 2
            * u64::from(group);
        let section = if windowed {
            (L2 / plane.max(1)).clamp(1, u64::from(planes).max(1)) as u32
        } else {
            1
        };
        let planes_up = count("heads", [planes.div_ceil(section), section, 1])?;
        let tiles = count("blocks of keys", [blocks, planes_up, 1])?;
        let [lse_batch, lse_head] = match total_q {
            None => [
                u64::from(forward.heads) * u64::from(forward.seq_q),
                forward.seq_q.into(),
            ],
            Some(total) => [0, total.into()],
        };
        let operand = |tensor: Heads| Operand {
            address: tensor.address,
            batch: forward.varlen.map_or(tensor.batch as u64, |_| 0),
            sequence: tensor.sequence as u64,
            head: tensor.head as u64,
        };
        let args = Args {
            read: [forward.o, problem.d_o, forward.q, forward.k, forward.v].map(operand),
            written: [problem.dq, problem.dk, problem.dv].map(operand),
            lse: forward.lse,
            lse_strides: [lse_batch, lse_head],
            cu_seqlens: forward
                .varlen
                .map_or([0; 2], |varlen| [varlen.cu_seqlens_q, varlen.cu_seqlens_k]),
            slopes: forward.alibi_slopes,
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
            heads: forward.heads,
            heads_kv: forward.heads_kv,
            group,
            seq: [forward.seq_q as i32, forward.seq_k as i32],
            window: [left, right],
            head_dim: forward.head_dim,
            head_dim_v: forward.head_dim_v,
            scale: forward.scale,
            softcap: forward.softcap,
            ..Args::default()
        };
        let all = u64::from(rows) * u64::from(forward.heads);
        let lse2 = 5 * MAP;
        let delta = lse2 + 4 * all;
        let sums = delta + 4 * all;
        let turns = sums + 4 * all * u64::from(row.head_dim);
        let parts = all / u64::from(BLOCK) * u64::from(row.head_dim / BLOCK);
        let nan = turns + if problem.deterministic { 4 * parts } else { 0 };
        let hides = windowed || forward.varlen.is_some();
        let flags = if hides {
            u64::from(blocks) * u64::from(planes)
        } else {
            0
        };
        let bytes = nan + 4 * flags;
        Ok(BackwardPlan {
            row,
            maps,
            args,
            query_ctas,
            tiles,
            workspace: Workspace {
                lse2,
                delta,
                sums,
                turns,
                nan,
                bytes,
            },
            deterministic: problem.deterministic,
            hides,
        })
    }

    /// The kernels' arguments for a workspace at a device address that starts with the tensor maps and the counter.
    pub fn args(&self, workspace: u64) -> Args {
        let at = self.workspace;
        let place = |used: bool, from: u64| if used { workspace + from } else { 0 };
        Args {
            maps: [0, 1, 2, 3].map(|map| workspace + MAP * map),
            next: workspace + 4 * MAP,
            lse2: workspace + at.lse2,
            delta: workspace + at.delta,
            sums: workspace + at.sums,
            turns: place(self.deterministic, at.turns),
            nan: place(self.hides, at.nan),
            ..self.args
        }
    }
}

/// The smallest kernel that computes the problem.
fn choose(problem: &BackwardProblem) -> Result<&'static Row, Error> {
    let forward = &problem.forward;
    let changed = forward.softcap != 0.0 || forward.alibi_slopes != 0;
    let columns = forward.head_dim.max(forward.head_dim_v);
    ROWS.iter()
        .copied()
        .flatten()
        .filter(|row| {
            row.dtype == forward.dtype && columns <= row.head_dim && row.changed == changed
        })
        .min_by_key(|row| row.head_dim)
        .ok_or_else(|| Error::NotImplemented {
            what: format!(
                "backward of attention with head dimensions {} and {}; at most 128 are supported",
                forward.head_dim, forward.head_dim_v
            ),
        })
}
