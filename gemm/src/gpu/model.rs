//! What a kernel will cost: waves, and per K block the slower of tensor cores and L2.
//!
//! The constants are fitted to the times of every kernel on the suite of `benches/record/`, five element types, so that
//! the kernel they rank first is 2 % slower than the best in the geometric mean. The unit is a clock, up to a factor that
//! all kernels share: costs order kernels, they do not predict times.

use azulejo_kernels::device::gemm::hopper::{config::Description, operand::Major, table::Row};

use super::GpuProblem;
use super::select::blocks;

/// Bytes a multiprocessor takes from L2 in a clock when all of them do.
const L2_BYTES: f64 = 46.4;
/// Bytes a multiprocessor takes from L2 in a clock when few do.
const L2_BYTES_ALONE: f64 = 77.2;
/// What multicast leaves of the fewer bytes it reads: clusters of two and of four.
const CLUSTER_BYTES: [f64; 2] = [1.21, 1.32];
/// How much more it takes to read lines that are no multiple of 128 bytes apart.
const UNEVEN: f64 = 1.44;
/// The tensor cores at less than their nominal rate, and with one warpgroup to feed them.
const TENSOR: f64 = 1.32;
const SINGLE: f64 = 1.69;
/// Bytes all multiprocessors together take from device memory in a clock, with this many bytes on their way.
const MEMORY_BYTES: f64 = 2280.0;
const IN_FLIGHT: f64 = 1.0e6;
/// An epilogue: its fixed part, each panel, and bytes a clock.
const PANEL: f64 = 152.0;
const EPILOGUE: f64 = 2660.0;
const EPILOGUE_BYTES: f64 = 4.9;
/// First copies and last stores of a launch; more in clusters of two and of four.
const LATENCY: f64 = 23_800.0;
const CLUSTER: [f64; 2] = [2300.0, 14_300.0];
/// A launch.
const START: f64 = 17_300.0;
/// Writing, counting and adding partial sums: fixed, per slice, and bytes a clock.
const SPLIT: f64 = 9060.0;
const PER_SLICE: f64 = 41.0;
const SPLIT_BYTES: f64 = 30.0;

/// An expected cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Rounds of tiles over the multiprocessors.
    pub waves: u32,
    /// Clocks in all, up to a common factor.
    pub clocks: f64,
}

/// The cost of `problem` on `row`'s kernel with K cut into `splits` slices, on `sms` multiprocessors.
pub fn estimate(problem: &GpuProblem, row: &Row, splits: u32, sms: u32) -> Estimate {
    let config = &row.config;
    let (bm, bn) = (config.tile.0 as f64, config.tile.1 as f64);
    let cluster = config.cluster.0 * config.cluster.1;
    let tiles = |extent: u32, tile: u32, cluster: u32| extent.div_ceil(tile * cluster) as u64;
    let clusters = tiles(problem.m, config.tile.0, config.cluster.0)
        * tiles(problem.n, config.tile.1, config.cluster.1);
    let units = clusters * problem.batches as u64 * splits as u64;
    let slots = (blocks(row, sms) / config.resident / cluster).max(1) as u64;
    let waves = units.div_ceil(slots);
    let busy = units.min(slots) as f64 * cluster as f64;
    let of_cluster = |costs: [f64; 2], alone: f64| match cluster {
        1 => alone,
        2 => costs[0],
        _ => costs[1],
    };

    let k_blocks = problem.k.div_ceil(config.block_k).max(1).div_ceil(splits) as f64;
    let single = if config.tile.0 == 64 { SINGLE } else { 1.0 };
    let tensor = TENSOR * single * multiply(config, bm, bn);
    let fill = bm * 128.0 / config.cluster.1 as f64 + bn * 128.0 / config.cluster.0 as f64;
    let l2 = L2_BYTES_ALONE.min(L2_BYTES * sms as f64 / busy);
    let lines = if uneven(problem, config) { UNEVEN } else { 1.0 };
    let block = tensor.max(fill * lines * of_cluster(CLUSTER_BYTES, 1.0) / l2);
    let panels =
        config.tile.1 as f64 / config.panel.0 as f64 * if config.tile.0 == 256 { 2.0 } else { 1.0 };
    let store = EPILOGUE + PANEL * panels + bm * bn * config.out as f64 / EPILOGUE_BYTES;
    let sum = SPLIT + PER_SLICE * splits as f64 + bm * bn * 4.0 / SPLIT_BYTES;
    let kernel = waves as f64 * (k_blocks * block + store)
        + LATENCY
        + of_cluster(CLUSTER, 0.0)
        + if splits > 1 { sum } else { 0.0 };

    let element = config.a.element as f64;
    let (m, n, k) = (problem.m as f64, problem.n as f64, problem.k as f64);
    let bytes = problem.batches as f64 * (element * k * (m + n) + config.out as f64 * m * n);
    let flight = busy * config.stages as f64 * (bm + bn) * 128.0;
    let memory = bytes / (MEMORY_BYTES * (flight / IN_FLIGHT).min(1.0));
    Estimate {
        waves: waves as u32,
        clocks: START + kernel.max(memory),
    }
}

/// Clocks the tensor cores take for a K block: N / 2 an instruction, or what shared memory takes to feed it.
fn multiply(config: &Description, bm: f64, bn: f64) -> f64 {
    debug_assert!(config.block_k * config.a.element == 128);
    4.0 * bm / 64.0 * (bn / 2.0).max((64.0 + bn) * 32.0 / 128.0)
}

/// Whether lines of K start at all places of a memory line.
fn uneven(problem: &GpuProblem, config: &Description) -> bool {
    problem.a == Major::K
        && problem.b == Major::K
        && !(problem.k * config.a.element).is_multiple_of(128)
}
