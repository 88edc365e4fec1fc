//! [`Sm80BackwardPlan`]: the kernels by `mma.sync`, the grids and the arguments of a backward, without a device.

use super::BackwardProblem;
use super::backward::passes::check_gradients;
use super::grid;
use super::plan::L2;
use super::sm80_plan::aligned;
use crate::device::attention::backward::args::{BLOCK, ROUND};
use crate::device::attention::backward::work::rows;
use crate::device::attention::sm80::backward::args::BackwardArgs;
use crate::device::attention::sm80::backward::table::{ROWS, Row};
use crate::host::Error;

/// What a launch needs, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Sm80BackwardPlan {
    /// The kernels.
    pub row: &'static Row,
    /// The kernels' arguments but the addresses of the workspace.
    pub args: BackwardArgs,
    /// CTAs of the preprocess and the postprocess.
    pub query_ctas: u32,
    /// CTAs of the main kernel.
    pub ctas: u32,
    /// Bytes of the workspace.
    pub bytes: u64,
    /// Where delta, the sums of dQ and, in an order of additions, the counters are in it, after LSE in exponents of 2.
    parts: [u64; 3],
    deterministic: bool,
}

impl Sm80BackwardPlan {
    /// Checks a problem and chooses its kernels.
    ///
    /// # Errors
    /// [`Error::Dtype`], [`Error::NotImplemented`] for head dimensions above 256, [`Error::Argument`], [`Error::Strides`] and
    /// [`Error::Misaligned`] with the name of the field.
    pub fn new(problem: &BackwardProblem) -> Result<Self, Error> {
        let forward = &problem.forward;
        check_gradients(problem)?;
        let (heads, heads_kv) = (forward.heads, forward.heads_kv);
        let tensors = [
            ("q", forward.q, heads),
            ("k", forward.k, heads_kv),
            ("v", forward.v, heads_kv),
            ("o", forward.o, heads),
            ("d_out", problem.d_o, heads),
            ("dq", problem.dq, heads),
            ("dk", problem.dk, heads_kv),
            ("dv", problem.dv, heads_kv),
        ];
        aligned(&tensors, forward.varlen.is_some())?;
        let row = choose(problem)?;
        let count = |what, factors: [u32; 3]| grid::count(what, factors.map(u64::from));
        let total_q = forward.varlen.map(|varlen| varlen.total_q);
        let rows = rows(forward.batch, forward.seq_q, total_q)
            .ok_or_else(|| grid::too_many("rows", u64::from(forward.batch) * u64::from(ROUND)))?;
        let query_blocks = forward.seq_q.div_ceil(ROUND) * (ROUND / BLOCK);
        let query_ctas = count("blocks of queries", [query_blocks, heads, forward.batch])?;
        let key_blocks = forward.seq_k.div_ceil(row.keys);
        let planes = count("heads", [heads_kv, forward.batch, 1])?;
        let group = heads / heads_kv;
        // Blocks of a window differ in their work: those of all planes of a section with the most queries come first.
        let windowed = forward.is_windowed();
        let columns = u64::from(forward.head_dim + forward.head_dim_v);
        let plane = u64::from(forward.seq_q) * columns * 2 * u64::from(group);
        let section = match windowed {
            true => (L2 / plane.max(1)).clamp(1, u64::from(planes).max(1)) as u32,
            false => 1,
        };
        let planes_up = count("heads", [planes.div_ceil(section), section, 1])?;
        let ctas = count("blocks of keys", [key_blocks, planes_up, 1])?;
        let operand = |tensor| forward.operand(tensor);
        let args = BackwardArgs {
            read: [forward.q, forward.k, forward.v, forward.o, problem.d_o].map(operand),
            written: [problem.dq, problem.dk, problem.dv].map(operand),
            lse: forward.lse,
            lse_strides: forward.lse_strides(),
            cu_seqlens: forward.cu_seqlens(),
            slopes: forward.alibi_slopes,
            rows,
            columns: row.head_dim,
            query_blocks,
            key_blocks,
            section,
            planes,
            heads,
            heads_kv,
            group,
            seq: [forward.seq_q as i32, forward.seq_k as i32],
            window: forward.window(),
            head_dim: forward.head_dim,
            head_dim_v: forward.head_dim_v,
            scale: forward.scale,
            softcap: forward.softcap,
            ..BackwardArgs::default()
        };
        let all = u64::from(rows) * u64::from(heads);
        let delta = 4 * all;
        let sums = delta + 4 * all;
        let turns = sums + 4 * all * u64::from(row.head_dim);
        let parts = all / u64::from(BLOCK) * u64::from(row.head_dim / BLOCK);
        Ok(Sm80BackwardPlan {
            row,
            args,
            query_ctas,
            ctas,
            bytes: turns + if problem.deterministic { 4 * parts } else { 0 },
            parts: [delta, sums, turns],
            deterministic: problem.deterministic,
        })
    }

    /// The kernels' arguments for a workspace at a device address, a multiple of 128.
    pub fn args(&self, workspace: u64) -> BackwardArgs {
        let [delta, sums, turns] = self.parts.map(|at| workspace + at);
        BackwardArgs {
            lse2: workspace,
            delta,
            sums,
            turns: if self.deterministic { turns } else { 0 },
            ..self.args
        }
    }
}

/// The narrowest kernel that computes the problem.
fn choose(problem: &BackwardProblem) -> Result<&'static Row, Error> {
    let forward = &problem.forward;
    let columns = forward.head_dim.max(forward.head_dim_v);
    ROWS.iter()
        .copied()
        .flatten()
        .filter(|row| row.dtype == forward.dtype && columns <= row.head_dim)
        .min_by_key(|row| row.head_dim)
        .ok_or_else(|| Error::NotImplemented {
            what: format!(
                "backward of attention with head dimensions {} and {}; at most 256 are supported",
                forward.head_dim, forward.head_dim_v
            ),
        })
}
