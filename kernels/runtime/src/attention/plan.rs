//! [`ForwardPlan`]: the kernel, the grid and the arguments of a problem, without a device.

use azulejo_device::scheduler::TileSchedulerParams;
use azulejo_tensor::DType;

use super::maps::Map;
use super::table::{FORWARD, ForwardMaps, KernelEntry, least};
use super::{ForwardProblem, grid, problem::Named};
use crate::Error;
use azulejo_kernels::device::attention::args::{Args, Operand};
use azulejo_kernels::device::attention::work::Work;

/// Bytes of K and V that are to stay in L2 while the planes that read them are computed.
pub(super) const L2: u64 = 32 << 20;

/// Planes of K and V whose tiles take turns, at most: of more, short sequences would not be in L2 when the next row of tiles reads them.
const PLANES_OF_SECTION: u64 = 64;

/// Positions and windows are below this, so that their sums stay below 2^31.
pub(super) const MOST: u32 = 1 << 29;

/// Launch parameters as numbers.
#[derive(Clone, Copy, Debug)]
pub struct ForwardPlan {
    /// The kernel.
    pub row: &'static KernelEntry<ForwardMaps>,
    /// The tensor maps of Q, K and V.
    pub maps: [Map; 3],
    /// The kernel's arguments but the addresses of maps, operands and counter.
    pub args: Args,
    /// Q, K and V as the kernel reads them by threads.
    pub operands: [Operand; 3],
    /// Work tiles, of which a CTA takes one after the other; 0 where there is nothing to compute.
    pub tiles: u32,
}

impl ForwardPlan {
    /// Checks a problem and chooses its kernel.
    ///
    /// # Errors
    /// [`Error::Dtype`], [`Error::NotImplemented`] for head dimensions above 256, [`Error::Argument`], [`Error::Strides`] and
    /// [`Error::Misaligned`] with the name of the field.
    pub fn new(problem: &ForwardProblem) -> Result<Self, Error> {
        check(problem, &problem.tensors())?;
        let row = choose(problem)?;
        let empty = [
            problem.batch,
            problem.heads,
            problem.seq_q,
            problem.head_dim_v,
        ]
        .contains(&0)
            || problem.varlen.is_some_and(|varlen| varlen.total_q == 0);
        let maps = if empty {
            [Map::NONE; 3]
        } else {
            (row.parts)(problem)?
        };
        let planes = problem.heads as u64 * problem.batch as u64;
        let tiles_m = problem.seq_q.div_ceil(row.m);
        let plane = problem.seq_k as u64 * (problem.head_dim + problem.head_dim_v) as u64 * 2;
        let group = problem.group();
        let windowed = problem.is_windowed();
        let planes_of_section = match windowed {
            true => (L2 / plane.max(1)).clamp(1, PLANES_OF_SECTION) * group as u64,
            false => planes,
        };
        let section = planes_of_section.clamp(1, planes.max(1));
        let sections = planes.div_ceil(section);
        let tiles = grid::count("tiles of queries", [tiles_m.into(), section, sections])?;
        let args = Args {
            problem: problem.shape(),
            o: problem.operand(problem.o),
            // Tiles of a window differ in their work: those of all planes of a section with the most work come first.
            tiles: TileSchedulerParams {
                tiles_m,
                tiles_n: section as u32,
                batches: sections as u32,
                group_m: if windowed { 1 } else { tiles_m.max(1) },
            },
            planes: planes as u32,
            ..Args::default()
        };
        Ok(ForwardPlan {
            row,
            maps,
            operands: [problem.q, problem.k, problem.v].map(|tensor| problem.operand(tensor)),
            args,
            tiles: if empty { 0 } else { tiles },
        })
    }

    /// CTAs of a launch on as many SMs: whole clusters, no more than have work.
    pub fn ctas(&self, sm_count: u32) -> u32 {
        let cluster = self.row.cluster;
        cluster * self.tiles.min((sm_count / cluster).max(1))
    }
}

/// Checks what no kernel takes, of a problem and of all its tensors.
pub(super) fn check(problem: &ForwardProblem, tensors: &[Named]) -> Result<(), Error> {
    if !matches!(problem.dtype, DType::F16 | DType::BF16) {
        return Err(Error::dtype("dtype", problem.dtype, "float16 or bfloat16"));
    }
    let (heads, heads_kv) = (problem.heads, problem.heads_kv);
    // 0 is a multiple of 0: without heads there is nothing to compute.
    Error::ensure(heads.is_multiple_of(heads_kv), "heads_kv", || {
        format!("{heads_kv} heads of K and V do not divide {heads} heads of Q")
    })?;
    for (argument, columns) in [
        ("head_dim", problem.head_dim),
        ("head_dim_v", problem.head_dim_v),
    ] {
        Error::ensure(columns > 0 && columns.is_multiple_of(8), argument, || {
            format!("{columns} is not a multiple of 8 above 0; pad the rows")
        })?;
    }
    let totals = problem
        .varlen
        .map_or([0; 2], |varlen| [varlen.total_q, varlen.total_k]);
    for (argument, positions) in [
        ("seq_q", problem.seq_q),
        ("seq_k", problem.seq_k),
        ("total_q", totals[0]),
        ("total_k", totals[1]),
    ] {
        Error::ensure(positions < MOST, argument, || {
            format!("{positions} positions; at most 2^29 - 1 are supported")
        })?;
    }
    Error::ensure(problem.scale.is_finite(), "scale", || {
        format!("{} is not finite", problem.scale)
    })?;
    let softcap = problem.softcap;
    Error::ensure(softcap.is_finite() && softcap >= 0.0, "softcap", || {
        format!("{softcap} is negative or not finite; pass 0 for none")
    })?;
    for (argument, tensor, _) in tensors {
        let strides = [tensor.batch, tensor.sequence, tensor.head];
        if let Some(stride) = strides.into_iter().find(|stride| *stride < 0) {
            return Err(Error::strides(
                argument,
                format!("{stride} is negative; copy the tensor"),
            ));
        }
    }
    Ok(())
}

/// Steps that the first scores and the last values of a tile take: two where nothing overlaps with them, one where the products of
/// other groups do.
const fn alone(row: &KernelEntry<ForwardMaps>) -> u64 {
    if row.groups == 1 { 2 } else { 1 }
}

/// The time of a plane, up to a factor: steps of all its tiles by the area of a step and the kernel's speed.
fn time(problem: &ForwardProblem, row: &KernelEntry<ForwardMaps>) -> u64 {
    let (m, n, tiles) = (row.m as u64, row.n as u64, problem.seq_q.div_ceil(row.m));
    let window = problem.window();
    let seq = [problem.seq_q as i32, problem.seq_k as i32];
    // A few of the tiles stand for all.
    let each = tiles.div_ceil(64).max(1);
    let mut steps = 0;
    for tile in (0..tiles).step_by(each as usize) {
        let query = (tile * row.m) as i32;
        let work = Work {
            query,
            head: 0,
            batch: 0,
            start: [0; 2],
            seq,
        };
        let blocks = work.blocks(row.m as i32, row.n as i32, window);
        steps += (blocks.end - blocks.first).max(0) as u64 + alone(row);
    }
    steps * each as u64 * m * n * 1024 / row.speed as u64
}

/// The smallest kernel that computes the problem.
fn choose(problem: &ForwardProblem) -> Result<&'static KernelEntry<ForwardMaps>, Error> {
    // Others store whole tiles, and see only keys that there are.
    let windowed = problem.is_windowed() || problem.varlen.is_some() || problem.seq_k == 0;
    // Scores that are not only scaled, or scaled so that the largest becomes the least.
    let changed = problem.is_changed() || problem.scale <= 0.0;
    let computes = |row: &KernelEntry<ForwardMaps>| {
        row.fits(problem) && (row.windowed || !windowed) && row.changed == changed
    };
    // The narrowest, and of these the one that takes the least time.
    let work = |row: &KernelEntry<ForwardMaps>| (row.head_dim, row.head_dim_v, time(problem, row));
    least("attention", FORWARD, problem, computes, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{CacheProblem, Heads, Sm80Plan, Sm80Problem};

    /// The kernel of a square problem.
    fn kernel(head_dim: u32, seq: u32, causal: bool) -> &'static str {
        let heads = Heads {
            address: 1 << 20,
            batch: 1 << 20,
            sequence: 1 << 10,
            head: 1 << 8,
        };
        let problem = ForwardProblem {
            window_right: causal.then_some(0),
            ..ForwardProblem::test(DType::BF16, [seq; 2], [head_dim; 2], heads)
        };
        choose(&problem).unwrap().kernel.name
    }

    #[test]
    fn without_heads_there_is_nothing_to_compute() {
        let forward = ForwardProblem {
            heads: 0,
            heads_kv: 0,
            window_right: Some(0),
            ..ForwardProblem::test(DType::BF16, [70; 2], [64; 2], Heads::default())
        };
        let cache = Some(CacheProblem::default());
        assert_eq!(ForwardPlan::new(&forward).unwrap().tiles, 0);
        for cache in [None, cache] {
            let plan = Sm80Plan::new(&Sm80Problem { forward, cache }, 132);
            assert_eq!(plan.unwrap().ctas, 0);
        }
        let some = ForwardProblem {
            heads: 2,
            ..forward
        };
        let error = ForwardPlan::new(&some).unwrap_err();
        assert!(error.names("heads_kv"), "{error}");
    }

    #[test]
    fn short_sequences_run_on_short_tiles() {
        for (head_dim, seq, causal, expected) in [
            (64, 512, true, "d64_short"),
            (64, 1024, true, "d64_short"),
            (64, 4096, true, "d64_short"),
            (64, 1024, false, "d64_short"),
            (64, 2048, false, "d64"),
            (64, 8192, true, "d64"),
            (64, 8192, false, "d64"),
            (128, 512, false, "d128"),
            (128, 1024, false, "d128"),
            (128, 8192, false, "d128_full"),
            (128, 8192, true, "d128"),
            (256, 512, false, "d256"),
            (256, 8192, false, "d256_full"),
        ] {
            let name = kernel(head_dim, seq, causal);
            assert_eq!(
                name,
                format!("attention_bf16_{expected}"),
                "{head_dim} {seq} {causal}"
            );
        }
    }
}
