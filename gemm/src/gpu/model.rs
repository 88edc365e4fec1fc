//! What a kernel will cost: launch, copies of operands, waves of tiles, and per k-tile the slowest of tensor cores, L2 and latency.
//!
//! The unit is a clock of the SMs, up to a factor that all kernels share: costs order kernels, they do not predict times.
//! SMs, the rate of device memory and L2's size are the device's ([`HardwareInfo`]). The constants are fitted to the times of
//! every kernel in `benches/results/gpu-gemm/choice`, of an H200 and an H100 together: by gradient descent to the least expected loss by the
//! first choice, where a softmax of the costs weighs each kernel's loss, and from there by small random steps, the last of them also on times of
//! trials of new tiles. A fit to half of the products and its figures on the other half are
//! in `benches/results/gpu-gemm/choice.md`. Not each constant measures what it names: where another hides it, the fit left it anywhere.
//!
//! Length: one formula, and the constants that are fitted to it.

use azulejo_kernels::device::gemm::hopper::{
    config::Description, fusion::Fusion, operand::Major, table::KernelEntry,
};
use azulejo_runtime::HardwareInfo;
use azulejo_runtime::gemm::{is_unaligned_d, is_whole, pitch, tiles};
use azulejo_tensor::Category;

use super::GpuProblem;

/// Bytes that an SM takes from L2 in a clock, where all of them do. A last wave leaves its share to the SMs that are at work.
const L2_BYTES: f64 = 1540.0;
/// How much longer a shared operand takes for each byte that is read: in clusters of two, of four.
const CLUSTER_BYTES: [f64; 2] = [0.7649, 0.6557];
/// How much longer lines take that are not whole lines of L2: the share of them that straddle two, K contiguous or not; and where
/// they are not whole sectors of 32 bytes either.
const STRADDLING: [f64; 2] = [91.52, 81.84];
const SECTORS: f64 = 0.7417;
/// The tensor cores' clocks over their nominal ones, before a tile's own; and what waiting for a stage adds to a k-tile.
const TENSOR: f64 = 2.151;
const STAGE: f64 = 4.754;
/// Clocks from a load to its data, which the stages in flight share.
const MEMORY_LATENCY: f64 = 2742.0;
/// How sharply the slower of two decides, exponents of means: tensor cores and L2, latency, power, kernel and device memory.
const BLOCK_MEAN: f64 = 0.8118;
const LATENCY_MEAN: f64 = 2.213;
const POWER_MEAN: f64 = 1.505;
const MEMORY_MEAN: f64 = 3.925;
/// The share of the device memory's nominal rate that operands and results come to; those of small products are in L2, parts of larger
/// ones too.
const MEMORY: f64 = 0.5758;
/// How much longer bytes of A and of B take that several tiles read, of one batch: those of B are read by tiles that are next to each other
/// in the order of tiles, at the same time.
const READERS: [f64; 2] = [0.3544, 1.295];
/// How much longer than a byte that is read one takes that is written.
const WRITTEN: f64 = 2.138;
/// The share of the clusters of four that fit on the device which takes all of the memory's rate: fewer may stand side by side on a part of
/// it. Set by hand, by two products beside cuBLASLt, 16 of 30 clusters in 1.5 times; in the record they stand apart.
const SPREAD: f64 = 0.8;
/// What the power limit leaves, in clocks: of the tensor cores' for operands of each kind, 8-bit floats and others; for each byte from
/// L2; and of the memory's.
const POWER_TENSOR: [f64; 2] = [0.8277, 0.6946];
const POWER_L2: f64 = 0.02295;
const POWER_MEMORY: f64 = 1.861;
/// What a last wave costs that is not full: more than its own time, as all its tiles are stored at once.
const WAVE: f64 = 1.42;
/// An epilogue: its fixed part, each subtile, and bytes a clock; how much longer it takes for a transpose, and for elements of four
/// bytes, by rows and by columns; and the share of it that ping-pong consumers do not hide, stored by TMA, by threads from shared memory
/// and from registers.
const EPILOGUE: f64 = 1012.0;
const EPI_TILE: f64 = 215.0;
const EPILOGUE_BYTES: f64 = 23.78;
const TRANSPOSED: f64 = 1.337;
const FOUR_BYTES: [f64; 2] = [0.9718, 0.4612];
const EXPOSED: [f64; 3] = [0.0007122, 0.6203, 0.1791];
/// Likewise of a fused epilogue, over that of others.
const EXPOSED_FUSED: f64 = 0.2158;
/// What ping-pong consumers take to change places.
const PINGPONG: f64 = 1405.0;
/// An epilogue fragment of 64 rows and 16 columns that threads store from registers: rows and columns of two bytes, and of four.
const DIRECT_FRAGMENT: [f64; 4] = [1130.0, 1072.0, 2350.0, 1121.0];
/// From shared memory: one at a time, two, four.
const UNALIGNED_FRAGMENT: [f64; 3] = [1436.0, 726.1, 631.6];
/// What a launch takes more whose CTAs leave an SM no room for one of the next launch, and one in clusters of two.
const ALONE: f64 = 884.3;
const CLUSTER: f64 = 446.9;
/// A second grid that adds splits of K: fixed, per split, bytes of all of them a clock and SM, and those of one CTA a clock.
const SPLIT: f64 = 2567.0;
const PER_SPLIT: f64 = 73.42;
const SPLIT_BYTES: f64 = 2.886;
const STORED_BYTES: f64 = 1338.0;
/// Adding the splits of a cluster: bytes a clock, of two and of four.
const COMBINE_BYTES: [f64; 2] = [2.829, 96.62];
/// Copies of operands before a launch: of lines a fixed part, of both in one launch; of a transpose a fixed part, and the share of the
/// memory's rate that bytes and larger elements come to. Writes to L2 take none of it.
const COPY: f64 = 883.2;
const TRANSPOSE: (f64, [f64; 2]) = (18520.0, [0.3554, 1.058]);
/// Where A is transposed while it is loaded into registers, of bytes and of words: how much longer products take, and what a k-tile
/// takes longer; of bytes, how much more for each row and 1,024 k-tiles.
const LOADED: [f64; 2] = [1.008, 0.7768];
const LONG_LOADS: f64 = 0.08757;
const LOADED_STAGE: [f64; 2] = [153.7, 54.37];
/// The most thousands of k-tiles of which times are known.
const LONGEST: f64 = 0.0849;

/// Rows and columns of a tile, its cluster, whether consumers alternate, and what its products and its epilogue take.
type Measured = ((u32, u32), [u32; 3], bool, [f64; 2]);
/// What a tile takes over the constants above, measured: rows and columns, its cluster, and whether consumers alternate; its products
/// and its epilogue. A tile that is not here takes what they say.
const TILES: [Measured; 54] = [
    ((192, 192), [2, 1, 1], false, [1.002, 1.654]),
    ((192, 192), [1, 1, 1], false, [0.9237, 1.594]),
    ((192, 176), [1, 2, 1], false, [0.9889, 1.847]),
    ((192, 176), [2, 1, 1], false, [0.9541, 1.61]),
    ((128, 256), [1, 1, 1], false, [0.8117, 2.087]),
    ((128, 256), [2, 1, 1], false, [1.044, 1.582]),
    ((128, 192), [1, 1, 1], true, [0.7885, 0.936]),
    ((128, 192), [2, 1, 1], true, [0.9276, 0.7981]),
    ((128, 192), [1, 2, 1], true, [1.041, 1.493]),
    ((128, 192), [1, 1, 1], false, [0.767, 1.118]),
    ((128, 176), [1, 1, 1], true, [0.7297, 1.522]),
    ((128, 176), [2, 1, 1], true, [0.928, 0.8999]),
    ((128, 160), [2, 1, 1], true, [0.9157, 0.8211]),
    ((128, 128), [1, 1, 1], true, [0.691, 0.5646]),
    ((128, 128), [4, 1, 1], false, [1.027, 1.323]),
    ((128, 128), [1, 1, 1], false, [0.7504, 1.309]),
    ((128, 64), [1, 2, 1], false, [1.149, 1.881]),
    ((128, 64), [1, 1, 2], false, [0.977, 0.06976]),
    ((64, 144), [4, 1, 1], false, [1.059, 0.9695]),
    ((64, 128), [1, 1, 1], false, [0.8617, 0.8677]),
    ((64, 64), [1, 1, 1], false, [0.9425, 0.9521]),
    ((64, 32), [1, 1, 1], false, [0.9861, 1.172]),
    ((64, 16), [1, 1, 1], false, [0.4195, 1.287]),
    ((64, 16), [1, 1, 2], false, [1.002, 0.9466]),
    ((64, 144), [1, 1, 1], false, [0.78, 0.9622]),
    ((64, 64), [1, 1, 4], false, [2.256, 2.336]),
    ((64, 16), [1, 1, 4], false, [2.168, 1.704]),
    ((128, 64), [1, 1, 1], false, [1.353, 1.169]),
    ((128, 32), [1, 1, 1], false, [1.14, 1.787]),
    ((128, 16), [1, 1, 1], false, [1.226, 1.622]),
    ((128, 128), [2, 1, 1], false, [0.9435, 1.433]),
    ((128, 96), [2, 1, 1], false, [0.9125, 2.852]),
    ((128, 32), [4, 1, 1], false, [0.8677, 2.591]),
    ((64, 96), [2, 1, 1], false, [1.005, 2.603]),
    ((64, 64), [1, 2, 1], false, [1.303, 0.7575]),
    ((64, 32), [4, 1, 1], false, [1.454, 0.8799]),
    ((128, 224), [2, 1, 1], false, [1.016, 1.455]),
    ((128, 112), [1, 1, 1], false, [0.564, 1.814]),
    ((128, 96), [1, 2, 1], false, [0.8518, 2.224]),
    ((128, 80), [1, 2, 1], false, [0.9771, 1.765]),
    ((64, 112), [1, 2, 1], false, [1.045, 0.5288]),
    ((64, 96), [4, 1, 1], false, [1.01, 0.9556]),
    ((64, 96), [1, 2, 1], false, [0.9948, 1.255]),
    ((64, 80), [4, 1, 1], false, [1.078, 0.7208]),
    ((64, 80), [1, 1, 1], false, [0.7962, 1.28]),
    ((64, 48), [1, 1, 1], false, [0.8669, 1.599]),
    ((64, 48), [4, 1, 1], false, [1.746, 0.8172]),
    ((256, 64), [1, 1, 1], false, [0.9368, 5.166]),
    ((64, 64), [2, 1, 1], false, [0.6667, 2.275]),
    ((256, 160), [1, 2, 1], false, [1.062, 1.649]),
    ((192, 160), [1, 1, 1], false, [0.837, 2.844]),
    ((128, 160), [1, 1, 1], true, [0.8917, 0.5429]),
    ((128, 128), [2, 1, 1], true, [0.9492, 1.688]),
    ((64, 192), [1, 1, 1], false, [0.4509, 1.525]),
];
/// Likewise, the tile whose epilogue stores alone.
const STORE_ONLY: [f64; 2] = [0.8034, 0.00358];
/// A fused epilogue of a kernel that has others, too: an epilogue fragment of 64 rows and 16 columns, one at a time, two, four; how much
/// longer it takes beside another consumer's products; and more of it for C.
const FRAGMENT: [f64; 3] = [2679.0, 1716.0, 969.0];
const FRAGMENT_PINGPONG: f64 = 0.6282;
const FRAGMENT_C: f64 = 299.4;
/// Scales, a bias and ReLU in the registers of sums that TMA stores: a tile.
const BROADCAST: f64 = 611.0;
/// GELU or SiLU, and C, in registers: an epilogue fragment.
const CURVE: f64 = 159.0;
const SOURCE: f64 = 235.6;
/// An epilogue fragment of an epilogue that is a kernel's only one: what GELU or SiLU and C add.
const FUSED_GELU_SILU: f64 = 243.1;
const FUSED_C: f64 = 293.6;
/// What storing a tile of bytes adds by rows where A is transposed while it is loaded into registers.
const PAIRED_BYTES: f64 = 8592.0;
/// Full precision of 8-bit sums whose A is transposed: nothing hides the loads.
const PROMOTED_LOADS: f64 = 1.309;

/// An expected cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Waves of tiles over the SMs; `u32::MAX` where there are more.
    pub waves: u32,
    /// Clocks in all, up to a common factor.
    pub clocks: f64,
}

/// The cost of `problem` on `row`'s kernel with K cut into `splits` parts; `swap` where the problem is the transpose of another.
pub fn estimate(
    problem: &GpuProblem,
    row: &KernelEntry,
    splits: u32,
    hardware: &HardwareInfo,
    swap: bool,
) -> Estimate {
    let config = &row.config;
    let sms = hardware.sm_count;
    let cluster = config.blocks();
    let (tiles_m, tiles_n) = tiles(config, problem.m, problem.n);
    let work_tiles = (tiles_m as u64 * tiles_n as u64)
        .saturating_mul(problem.batches as u64)
        .saturating_mul(splits as u64);
    let slots = (blocks(row, sms) / config.min_ctas / cluster).max(1) as u64;
    let one = Tiling {
        problem,
        config,
        swap,
        work_tiles,
        slots,
        k_tiles: {
            let parts = splits.saturating_mul(config.cluster_k).max(1);
            let all = problem.k.div_ceil(config.block_k).max(1);
            all.div_ceil(parts) as f64
        },
    };
    let (tile, exposed) = one.tile(sms, splits > 1);
    let waves = work_tiles.div_ceil(slots);
    let effective_waves = match waves {
        0 | 1 => 1.0,
        _ => WAVE * waves as f64 + (1.0 - WAVE) * work_tiles as f64 / slots as f64,
    };
    let (bm, bn) = one.sides();
    let tile_bytes = bm * bn * 4.0;
    let partial = tile_bytes * work_tiles as f64 * (config.cluster.0 * config.cluster.1) as f64;
    let sum = match splits {
        0 | 1 => 0.0,
        _ => {
            SPLIT
                + PER_SPLIT * splits as f64
                + partial / (SPLIT_BYTES * sms.max(1) as f64)
                + tile_bytes / STORED_BYTES
        }
    };
    let (operands, outputs) = one.bytes();
    let all = operands[0] + operands[1] + outputs;
    let total = work_tiles as f64 * cluster as f64 * one.k_tiles / sms.max(1) as f64;
    let floats = config.types[0].bits() == 8 && config.types[0].category() == Category::Float;
    let fill = one.fill();
    let power = total
        * (multiply(bm, bn) * POWER_TENSOR[usize::from(!floats)] + POWER_L2 * (fill[0] + fill[1]))
        + POWER_MEMORY * all / hardware.memory_bytes;
    let kernel = mean(effective_waves * tile + exposed, power, POWER_MEAN);
    // What is a fortieth of L2 together is found there: others were there before it.
    let cold = (80.0 * all / hardware.l2_bytes - 1.0).clamp(0.02, 1.0);
    let mut read = all + (WRITTEN - 1.0) * outputs;
    if problem.batches == 1 {
        for (i, readers) in [tiles_n, tiles_m].into_iter().enumerate() {
            read += if readers > 1 {
                READERS[i] * operands[i]
            } else {
                0.0
            };
        }
    }
    let spread = match config.cluster.0 * config.cluster.1 {
        4 => (SPREAD * slots as f64 / work_tiles.max(1) as f64).max(1.0),
        _ => 1.0,
    };
    let memory = spread * cold * read / (MEMORY * hardware.memory_bytes);
    let kernel = mean(kernel, memory, MEMORY_MEAN);
    let alone = if config.min_ctas == 1 { ALONE } else { 0.0 };
    let start = alone + if cluster == 2 { CLUSTER } else { 0.0 };
    Estimate {
        waves: u32::try_from(waves).unwrap_or(u32::MAX),
        clocks: start + one.copies(operands, hardware) + sum + kernel,
    }
}

/// A problem cut into a kernel's tiles.
struct Tiling<'a> {
    problem: &'a GpuProblem,
    config: &'a Description,
    swap: bool,
    /// Tiles of clusters, splits of K and batches counted.
    work_tiles: u64,
    /// Clusters that run at once.
    slots: u64,
    /// K-tiles of a work tile.
    k_tiles: f64,
}

impl Tiling<'_> {
    /// Rows and columns of a tile.
    fn sides(&self) -> (f64, f64) {
        (self.config.tile.0 as f64, self.config.tile.1 as f64)
    }

    /// What the tile was measured to take over the constants: products and epilogue.
    fn measured(&self) -> [f64; 2] {
        let config = self.config;
        let cluster = [config.cluster.0, config.cluster.1, config.cluster_k];
        if config.fusion == Some(Fusion::STORE_ONLY) {
            return STORE_ONLY;
        }
        TILES
            .iter()
            .find(|(tile, of, ping_pong, _)| {
                *tile == config.tile && *of == cluster && *ping_pong == config.ping_pong
            })
            .map_or([1.0; 2], |(.., measured)| *measured)
    }

    /// CTAs of an SM, which wait at the same time.
    fn together(&self) -> f64 {
        (self.work_tiles as f64 / self.slots as f64).clamp(1.0, self.config.min_ctas as f64)
    }

    /// Bytes of both operands that a CTA reads for a k-tile.
    fn fill(&self) -> [f64; 2] {
        let (bm, bn) = self.sides();
        let (m, n) = self.config.cluster;
        [bm * 128.0 / n as f64, bn * 128.0 / m as f64]
    }

    /// Clocks of a k-tile: tensor cores, L2, or waiting for memory.
    fn k_tile(&self, sms: u32) -> f64 {
        let config = self.config;
        let (bm, bn) = self.sides();
        let launched = self.k_tiles * self.work_tiles.div_ceil(self.slots) as f64 / 1024.0;
        let launched = launched.min(LONGEST);
        let (loaded, stage) = match (config.a.major, config.a.element) {
            (Major::Mn, 1) if config.promotes => (PROMOTED_LOADS, LOADED_STAGE[0]),
            (Major::Mn, 1) => (LOADED[0], LOADED_STAGE[0] + LONG_LOADS * bm * launched),
            (Major::Mn, 4) => (LOADED[1], LOADED_STAGE[1]),
            _ => (1.0, 0.0),
        };
        let tensor = self.measured()[0] * TENSOR * loaded * multiply(bm, bn) + STAGE + stage;
        let shared = match config.blocks() {
            _ if config.cluster == (1, 1) => 1.0,
            2 => CLUSTER_BYTES[0],
            _ => CLUSTER_BYTES[1],
        };
        let waves = self.work_tiles.div_ceil(self.slots);
        let busy = self.work_tiles as f64 * config.blocks() as f64 / waves.max(1) as f64;
        let rate = L2_BYTES * sms.max(1) as f64 / busy.max(1.0);
        let inside = [self.problem.m as f64 / bm, self.problem.n as f64 / bn];
        let l2: f64 = (self.fill().into_iter())
            .zip(inside)
            .map(|(bytes, inside)| bytes * inside.min(1.0))
            .zip(self.lines())
            .map(|(bytes, lines)| bytes * lines * shared / rate)
            .sum();
        let latency = MEMORY_LATENCY / config.stages as f64 / self.together();
        mean(mean(tensor, l2, BLOCK_MEAN), latency, LATENCY_MEAN)
    }

    /// How many times longer L2 takes for the lines of both operands than for whole ones.
    fn lines(&self) -> [f64; 2] {
        let GpuProblem { m, n, k, a, b, .. } = *self.problem;
        [(self.config.a, a, m), (self.config.b, b, n)].map(|(operand, major, side)| {
            let run = |major| if major == Major::K { k } else { side } as u64;
            let bytes = run(operand.major) * operand.element as u64;
            let copied = major != operand.major || !is_whole(bytes);
            let step = if copied { pitch(bytes) } else { bytes };
            let whole = 1u64 << step.trailing_zeros().min(7);
            let straddling = STRADDLING[usize::from(operand.major != Major::K)];
            let sectors = if whole < 32 { SECTORS } else { 0.0 };
            1.0 + straddling * (1.0 - whole as f64 / 128.0) + sectors
        })
    }

    /// Clocks of a tile, and what the launch's last ones take more.
    fn tile(&self, sms: u32, split: bool) -> (f64, f64) {
        let config = self.config;
        let main = self.k_tiles * self.k_tile(sms);
        let (store, kept) = self.store(split);
        let is_unaligned_d = self.is_unaligned_d();
        let epilogue = &self.problem.epilogue;
        let combine = match config.cluster_k {
            1 => 0.0,
            splits => {
                let left = (splits - 1) as f64
                    * 64.0
                    * f64::from(config.row_blocks())
                    * self.sides().1
                    * 4.0;
                left / COMBINE_BYTES[usize::from(splits == 4)]
            }
        };
        let stage_bytes = self.fill()[0] + self.fill()[1];
        let kept = kept * stage_bytes / L2_BYTES;
        let tile = if config.ping_pong {
            // Consumers store beside each other's products; what takes longer than these holds up every other tile.
            let is_fused = epilogue.generic && !self.is_in_registers();
            let way = usize::from(is_unaligned_d) * (1 + usize::from(config.direct));
            let hidden = EXPOSED[way] * [1.0, EXPOSED_FUSED][usize::from(is_fused)];
            main.max((main + store) / 2.0) + hidden * store + PINGPONG
        } else {
            main + store + kept
        };
        // Half of plain sums is stored behind the last products.
        let exposed = match config.fusion {
            _ if !config.ping_pong => 0.0,
            Some(Fusion::STORE_ONLY) => store / 2.0,
            _ => store,
        };
        (tile + combine, exposed)
    }

    /// Returns `true` if what follows the product comes to the sums in registers.
    fn is_in_registers(&self) -> bool {
        let (epilogue, config) = (&self.problem.epilogue, self.config);
        let all = config.elementwise && epilogue.generic && epilogue.in_registers;
        all || (config.broadcasts && epilogue.is_broadcast())
    }

    /// Returns `true` if threads store D.
    fn is_unaligned_d(&self) -> bool {
        let GpuProblem { m, n, .. } = *self.problem;
        let run = if self.swap { m } else { n };
        is_unaligned_d(u64::from(run), self.config.out.into(), self.swap)
    }

    /// Clocks of an epilogue, and the stages that C keeps from the next tile's operands.
    fn store(&self, split: bool) -> (f64, f64) {
        let (config, epilogue) = (self.config, &self.problem.epilogue);
        let (bm, bn) = self.sides();
        let [row_blocks, consumers] = [config.row_blocks(), config.consumers()].map(f64::from);
        let fragments = row_blocks * bn / 16.0;
        let flag = |is: bool, cost: f64| if is { cost } else { 0.0 };
        let four_bytes = match config.out {
            4 => FOUR_BYTES[usize::from(self.swap)],
            _ => 1.0,
        };
        let transposed = if self.swap { TRANSPOSED } else { 1.0 };
        let epi_tiles =
            row_blocks * config.tile.1.div_ceil(config.epi_tile) as f64 * consumers / 2.0;
        let plain = transposed
            * (EPILOGUE
                + EPI_TILE * epi_tiles
                + bm * bn * config.out as f64 * four_bytes / EPILOGUE_BYTES);
        let at_once = config.fragments_at_once.trailing_zeros() as usize;
        let is_unaligned_d = self.is_unaligned_d() && !split && !epilogue.generic;
        let lines = usize::from(self.swap) + if config.out == 4 { 2 } else { 0 };
        let stored = match is_unaligned_d {
            true if config.direct => EPILOGUE + fragments * DIRECT_FRAGMENT[lines],
            true => EPILOGUE + fragments * UNALIGNED_FRAGMENT[at_once],
            false => plain,
        };
        let fragment = match config.fusion {
            None => {
                let ping_pong = if config.ping_pong {
                    FRAGMENT_PINGPONG
                } else {
                    1.0
                };
                ping_pong * FRAGMENT[at_once] + flag(epilogue.reads_c, FRAGMENT_C)
            }
            Some(_) => {
                flag(epilogue.gelu_or_silu, FUSED_GELU_SILU) + flag(epilogue.reads_c, FUSED_C)
            }
        };
        let in_registers = BROADCAST
            + fragments * (flag(epilogue.gelu_or_silu, CURVE) + flag(epilogue.reads_c, SOURCE));
        let whole = [fragments * fragment, in_registers][usize::from(self.is_in_registers())];
        let whole = flag(epilogue.generic && !split, whole);
        let pairs = config.a.major == Major::Mn && config.a.element == 1;
        let paired = flag(pairs && config.out == 1 && !self.swap, PAIRED_BYTES);
        // C that comes through stages keeps the next tile's operands out of these.
        let stage = config.block_k * config.a.element * (config.tile.0 + config.tile.1);
        let c_blocks = (stage / (64 * config.tile.1 * config.out)).max(1);
        let kept = match config.fusion {
            Some(Fusion { c: true, .. }) if !config.ping_pong => {
                (config.tile.0 / 64).div_ceil(c_blocks) as f64
            }
            _ => 0.0,
        };
        (self.measured()[1] * stored + whole + paired, kept)
    }

    /// Bytes of A and B, and of D and C.
    fn bytes(&self) -> ([f64; 2], f64) {
        let (problem, config) = (self.problem, self.config);
        let (m, n, k) = (problem.m as f64, problem.n as f64, problem.k as f64);
        let batches = problem.batches as f64;
        let outputs = if problem.epilogue.reads_c { 2.0 } else { 1.0 };
        let element = batches * config.a.element as f64;
        (
            [element * m * k, element * n * k],
            batches * outputs * config.out as f64 * m * n,
        )
    }

    /// Clocks of the copies before the launch, operands being these bytes.
    fn copies(&self, bytes: [f64; 2], hardware: &HardwareInfo) -> f64 {
        let GpuProblem { m, n, k, a, b, .. } = *self.problem;
        let (mut lines, mut clocks) = (0.0, 0.0);
        for (i, (operand, major, side)) in [(self.config.a, a, m), (self.config.b, b, n)]
            .into_iter()
            .enumerate()
        {
            let (run, count) = if major == Major::K {
                (k, side)
            } else {
                (side, k)
            };
            let aligned = is_whole(run as u64 * operand.element as u64) || count <= 1;
            if major != operand.major {
                let rate = TRANSPOSE.1[usize::from(operand.element != 1)];
                clocks += TRANSPOSE.0 + 2.0 * bytes[i] / (rate * hardware.memory_bytes);
            } else if !aligned {
                lines += bytes[i];
            }
        }
        match lines {
            0.0 => clocks,
            _ => clocks + COPY + 2.0 * lines / hardware.memory_bytes,
        }
    }
}

/// Blocks that run at once: clusters of four do not fill every group of SMs to the last. On a device
/// of 132, 30 clusters of four run at once.
pub(super) fn blocks(row: &KernelEntry, sms: u32) -> u32 {
    let cluster = row.config.blocks();
    let sms = if cluster >= 4 {
        (sms as u64 / cluster as u64 * 10 / 11) as u32 * cluster
    } else {
        sms
    };
    sms.saturating_mul(row.config.min_ctas)
}

/// The mean of two costs that is near the larger one.
fn mean(a: f64, b: f64, exponent: f64) -> f64 {
    let large = a.max(b);
    large * ((a / large).powf(exponent) + (b / large).powf(exponent)).powf(exponent.recip())
}

/// Clocks the tensor cores take for a k-tile: N / 2 an instruction, or what shared memory takes to feed it.
fn multiply(bm: f64, bn: f64) -> f64 {
    4.0 * bm / 64.0 * (bn / 2.0).max((64.0 + bn) * 32.0 / 128.0)
}
