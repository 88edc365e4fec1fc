//! How long a kernel will take: waves, and per K block the slowest of tensor cores, L2 and shared memory.
//!
//! All times are clocks of one multiprocessor. The constants are fitted to the records in `benches/record/`.

use azulejo_kernels::device::gemm::hopper::config::Description;

use super::GpuProblem;

/// Bytes a multiprocessor can take from L2 in a clock when all of them do.
const L2_BYTES: f64 = 42.0;
/// Bytes a multiprocessor can take from L2 in a clock when few do.
const L2_BYTES_ALONE: f64 = 62.0;
/// Bytes shared memory moves in a clock.
const SHARED_BYTES: f64 = 128.0;
/// Bytes of device memory all multiprocessors together can take in a clock.
const MEMORY_BYTES: f64 = 2500.0;
/// Launch, barriers, first copies.
const START: f64 = 3000.0;
/// Clocks of an epilogue that do not depend on the tile.
const EPILOGUE: f64 = 500.0;
/// Writing, counting and adding partial sums.
const SPLIT: f64 = 3500.0;

/// A predicted run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Rounds of tiles over the multiprocessors.
    pub waves: u32,
    /// Clocks in all.
    pub clocks: f64,
}

/// Predicts `problem` on `config` with K cut into `splits` slices, on `sms` multiprocessors.
pub fn estimate(problem: &GpuProblem, config: &Description, splits: u32, sms: u32) -> Estimate {
    let (bm, bn) = (config.tile.0 as f64, config.tile.1 as f64);
    let cluster = config.cluster.0 * config.cluster.1;
    let clusters_m = problem.m.div_ceil(config.tile.0 * config.cluster.0) as u64;
    let clusters_n = problem.n.div_ceil(config.tile.1 * config.cluster.1) as u64;
    let units = clusters_m * clusters_n * problem.batches as u64 * splits as u64;
    let slots = (if cluster == 4 {
        sms / 16 * 4
    } else {
        sms / cluster
    })
    .max(1) as u64;
    let waves = units.div_ceil(slots);
    let busy = units.min(slots) as f64 * cluster as f64;

    let k_blocks = problem.k.div_ceil(config.block_k).max(1).div_ceil(splits) as f64;
    let instruction = (bn / 2.0).max((64.0 + bn) * 32.0 / SHARED_BYTES);
    let tensor = 4.0 * bm / 64.0 * instruction;
    let fill = bm * 128.0 / config.cluster.1 as f64 + bn * 128.0 / config.cluster.0 as f64;
    let l2 = L2_BYTES_ALONE.min(L2_BYTES * sms as f64 / busy);
    let block = tensor.max(fill / l2);
    let store = EPILOGUE + bm * bn * config.out as f64 / L2_BYTES;
    let kernel = waves as f64 * (k_blocks * block + store) + if splits > 1 { SPLIT } else { 0.0 };

    let element = config.a.element as f64;
    let (m, n, k) = (problem.m as f64, problem.n as f64, problem.k as f64);
    let bytes = problem.batches as f64 * (element * k * (m + n) + config.out as f64 * m * n);
    Estimate {
        waves: waves as u32,
        clocks: START + kernel.max(bytes / MEMORY_BYTES),
    }
}
