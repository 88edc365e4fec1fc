//! From a problem to a kernel and its schedule: a pure function whose result prints.

use std::fmt;

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::hopper::table::KernelEntry;
use azulejo_runtime::HardwareInfo;
use azulejo_runtime::gemm::{Schedule, hopper_families, tiles};
use azulejo_tensor::DType;

use super::model::blocks;
use super::order::Tiles;
use super::{Estimate, GpuProblem, estimate};

/// A kernel and how to run it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The kernel.
    pub row: &'static KernelEntry,
    /// The launch schedule.
    pub schedule: Schedule,
    /// What the model expects.
    pub estimate: Estimate,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.row.kernel.name)?;
        if self.schedule.swap_ab {
            write!(f, " on the transpose")?;
        }
        if self.schedule.splits > 1 {
            write!(f, " in {} splits of K", self.schedule.splits)?;
        }
        write!(
            f,
            ", {} waves, cost {:.0}",
            self.estimate.waves, self.estimate.clocks
        )
    }
}

impl Choice {
    /// The same with the order of tiles that reads the least.
    fn ordered(mut self, problem: &GpuProblem, sms: u32) -> Self {
        let of = match self.schedule.swap_ab {
            true => problem.transposed(),
            false => *problem,
        };
        self.schedule.group_m = group(&of, self.row, sms);
        self
    }
}

/// The most elements that D may have.
const MOST_OUTPUTS: u128 = 1 << 40;

/// Elements of D.
fn outputs(problem: &GpuProblem) -> u128 {
    problem.m as u128 * problem.n as u128 * problem.batches as u128
}

/// Every kernel and schedule that can compute `problem` on `hardware`, the fastest by the model first; none for a D
/// of more than 2^40 elements, which no device holds. The order of tiles, which takes the longest to find, is found of
/// those that are asked for.
pub fn choices(
    problem: &GpuProblem,
    hardware: &HardwareInfo,
) -> impl Iterator<Item = Choice> + use<> {
    let (problem, sms) = (*problem, hardware.sm_count);
    let all = candidates(&problem, hardware).into_iter();
    all.map(move |choice| choice.ordered(&problem, sms))
}

/// The same, without the order of tiles.
fn candidates(problem: &GpuProblem, hardware: &HardwareInfo) -> Vec<Choice> {
    let (mut all, sms) = (Vec::new(), hardware.sm_count);
    if outputs(problem) > MOST_OUTPUTS {
        return all;
    }
    let eight_bits = matches!(problem.types[0], DType::F8E4M3 | DType::F8E5M2);
    for (problem, swap) in [(*problem, false), (problem.transposed(), true)] {
        let problem = &problem;
        for row in hopper_families().iter().copied().flatten() {
            let config = &row.config;
            let types = [config.types[0], config.types[1], config.types[3]];
            // Operands of 8 and 32 bits can be transposed first.
            let orders =
                [(config.a, problem.a), (config.b, problem.b)]
                    .iter()
                    .all(|(operand, major)| {
                        operand.major == *major
                            || (operand.element != 2 && operand.major == Major::K)
                    });
            if types != problem.types
                || !orders
                || (config.fusion.is_some() && config.fusion != problem.epilogue.fusion[0])
                || config.promotes != (problem.promote && eight_bits)
                || (config.types[2] == DType::F16)
                    != (problem.f16_accumulate && types[0] == DType::F16)
            {
                continue;
            }
            for splits in splits(problem, row, sms) {
                let schedule = Schedule {
                    splits,
                    group_m: 1,
                    ctas: blocks(row, sms),
                    pdl: true,
                    swap_ab: swap,
                };
                all.push(Choice {
                    row,
                    schedule,
                    estimate: estimate(problem, row, splits, hardware, swap),
                });
            }
        }
    }
    all.sort_by(|x, y| x.estimate.clocks.total_cmp(&y.estimate.clocks));
    all
}

/// The fastest of [`choices`] by the model; `None` where no kernel takes these types and orders.
pub fn select(problem: &GpuProblem, hardware: &HardwareInfo) -> Option<Choice> {
    first(problem, hardware, |_| true)
}

/// The first of [`choices`] that `is_wanted` takes; it does not see the order of tiles, which is found for that one alone.
pub(super) fn first(
    problem: &GpuProblem,
    hardware: &HardwareInfo,
    is_wanted: impl Fn(&Choice) -> bool,
) -> Option<Choice> {
    let choice = candidates(problem, hardware).into_iter().find(is_wanted)?;
    Some(choice.ordered(problem, hardware.sm_count))
}

/// Into how many parts K may be cut: one; and where tiles leave SMs idle, as many as fill them once.
fn splits(problem: &GpuProblem, row: &KernelEntry, sms: u32) -> Vec<u32> {
    let config = &row.config;
    let (m, n) = tiles(config, problem.m, problem.n);
    let tiles = (m as u64 * n as u64).saturating_mul(problem.batches as u64);
    let k_tiles = problem.k.div_ceil(config.block_k).max(1);
    let mut found = vec![1];
    if config.can_split && tiles > 0 {
        let slots = (sms / config.blocks()) as u64;
        let most = (slots / tiles).min((k_tiles / config.cluster_k) as u64 / 2) as u32;
        found.extend([most, most / 2].into_iter().filter(|s| *s > 1));
        found.dedup();
    }
    found
}

/// Block rows in a group of the tile order, in cluster tiles.
fn group(problem: &GpuProblem, row: &KernelEntry, sms: u32) -> u32 {
    if outputs(problem) == 0 {
        return 1;
    }
    let config = &row.config;
    let (m, n) = tiles(config, problem.m, problem.n);
    let size = (
        (config.tile.0 * config.cluster.0) as u64,
        (config.tile.1 * config.cluster.1) as u64,
    );
    Tiles {
        grid: (m as u64, n as u64),
        size,
        wave: (blocks(row, sms) / config.blocks()).max(1) as u64,
    }
    .group()
}

#[cfg(test)]
mod tests {
    use super::super::EpilogueKind;
    use super::*;
    use azulejo_kernels::device::gemm::hopper::{
        args::activation, fusion::Fusion, scheduler::TileSchedulerParams,
    };

    fn problem(m: u32, n: u32, k: u32) -> GpuProblem {
        GpuProblem::new([m, n, k], [DType::BF16; 3])
    }

    #[test]
    fn any_problem_has_an_answer() {
        let extents = [0, 1, 7, u32::MAX];
        let mut found = [0; 2];
        for (m, n) in extents.iter().flat_map(|m| extents.map(|n| (*m, n))) {
            for (k, batches) in extents
                .iter()
                .flat_map(|k| [(*k, 0), (*k, 1), (*k, u32::MAX)])
            {
                for (types, sms) in [
                    ([DType::BF16; 3], 132),
                    ([DType::TF32, DType::TF32, DType::F32], 0),
                    ([DType::I8, DType::I8, DType::I32], u32::MAX),
                ] {
                    let problem = GpuProblem {
                        batches,
                        types,
                        ..problem(m, n, k)
                    };
                    let hardware = HardwareInfo {
                        sm_count: sms,
                        ..HardwareInfo::H200
                    };
                    let first = choices(&problem, &hardware).next();
                    assert_eq!(select(&problem, &hardware), first);
                    let none = first.is_none();
                    assert!(none || outputs(&problem) <= MOST_OUTPUTS, "{problem:?}");
                    found[none as usize] += 1;
                }
            }
        }
        assert!(found.iter().all(|count| *count > 30), "{found:?}");
        let most = u32::MAX;
        let vast = GpuProblem {
            batches: most,
            ..problem(most, most, 1)
        };
        for row in hopper_families().iter().copied().flatten() {
            let found = estimate(&vast, row, most, &HardwareInfo::H200, false);
            assert_eq!(found.waves, most, "{}", row.kernel.name);
        }
    }

    #[test]
    fn large_squares_take_large_tiles() {
        let choice = select(&problem(8192, 8192, 8192), &HardwareInfo::H200).unwrap();
        assert!(
            choice.row.config.tile.0 * choice.row.config.tile.1 >= 128 * 160,
            "{choice}"
        );
    }

    #[test]
    fn few_tiles_and_a_long_sum_are_split() {
        let choice = select(&problem(128, 128, 131_072), &HardwareInfo::H200).unwrap();
        assert!(
            choice.schedule.splits * choice.row.config.cluster_k > 16,
            "{choice}"
        );
    }

    #[test]
    fn half_of_the_clusters_of_four_are_not_trusted_with_the_memory() {
        for b in [Major::K, Major::Mn] {
            let asked = GpuProblem {
                b,
                ..problem(32, 8192, 28_672)
            };
            let choice = select(&asked, &HardwareInfo::H200).unwrap();
            assert!(choice.row.config.blocks() < 4, "{choice}");
        }
    }

    #[test]
    fn an_epilogue_takes_the_kernel_that_has_no_other() {
        let with = |m, n, k, fusion: Fusion| GpuProblem {
            epilogue: EpilogueKind {
                generic: true,
                in_registers: true,
                reads_c: fusion.c,
                gelu_or_silu: fusion.activation >= activation::GELU,
                fusion: [Some(fusion), None],
            },
            ..problem(m, n, k)
        };
        let fusion = |c, bias, activation| Fusion {
            c,
            bias,
            activation,
        };
        // A bias with gelu has no 128 × 128 tile, and no broad one where B's columns are contiguous.
        let bias_gelu = fusion(false, true, activation::GELU);
        for fusion in [
            fusion(true, false, activation::NONE),
            fusion(false, false, activation::GELU),
            fusion(false, false, activation::SILU),
            bias_gelu,
        ] {
            for (m, n, k) in [(8192, 8192, 1024), (4096, 4096, 4096)] {
                for b in [Major::K, Major::Mn] {
                    let asked = GpuProblem {
                        b,
                        ..with(m, n, k, fusion)
                    };
                    let choice = select(&asked, &HardwareInfo::H200).unwrap();
                    let own = choice.row.config.fusion == Some(fusion) && !choice.schedule.swap_ab;
                    assert!(own || fusion == bias_gelu, "{choice}");
                    let transposed = select(&asked.transposed(), &HardwareInfo::H200).unwrap();
                    let same = transposed.row == choice.row && transposed.schedule.swap_ab;
                    assert!(same || !own, "{transposed}");
                }
            }
            // A tile a block has nothing to hide behind; large tiles leave most blocks without one.
            let small = select(&with(256, 256, 256, fusion), &HardwareInfo::H200).unwrap();
            assert!(small.row.config.fusion.is_none(), "{small}");
            // Only C is added by kernels that take K strided in A, but for columns of D, whose transpose has it in B.
            let strided = GpuProblem {
                a: Major::Mn,
                ..with(8192, 8192, 1024, fusion)
            };
            let choice = select(&strided, &HardwareInfo::H200).unwrap();
            let own = fusion.c.then_some(fusion);
            assert_eq!(choice.row.config.fusion, own, "{choice}");
        }
        let of = |c, bias, activation| with(8192, 8192, 1024, fusion(c, bias, activation));
        for problem in [
            of(true, true, activation::RELU),
            of(false, true, activation::NONE),
            of(false, true, activation::RELU),
            problem(8192, 8192, 1024),
        ] {
            let mut found = choices(&problem, &HardwareInfo::H200);
            assert!(found.all(|choice| choice.row.config.fusion.is_none()));
        }
    }

    #[test]
    fn every_choice_works_each_k_block_of_each_tile_once() {
        let mut walked = 0;
        for (m, n, k) in [
            (1000, 1000, 1000),
            (129, 4100, 700),
            (64, 8192, 512),
            (128, 128, 32_768),
        ] {
            for choice in choices(&problem(m, n, k), &HardwareInfo::H200) {
                let (c, schedule) = (&choice.row.config, choice.schedule);
                let (m, n) = if schedule.swap_ab { (n, m) } else { (m, n) };
                let (rows, columns) = (m.div_ceil(c.tile.0), n.div_ceil(c.tile.1));
                let grid = TileSchedulerParams {
                    tiles_m: rows.div_ceil(c.cluster.0),
                    tiles_n: columns.div_ceil(c.cluster.1),
                    batches: 1,
                    splits: schedule.splits,
                    k_tiles: k.div_ceil(c.block_k),
                    group_m: schedule.group_m,
                };
                let mut worked = vec![0u8; (rows * columns * grid.k_tiles) as usize];
                for work in (0..grid.work_tiles()).map(|unit| grid.work_tile(unit)) {
                    for part in 0..c.cluster_k {
                        let split = grid.k_split(work.split * c.cluster_k + part, c.cluster_k);
                        for seat in 0..c.cluster.0 * c.cluster.1 {
                            let row = work.m * c.cluster.0 + seat % c.cluster.0;
                            let column = work.n * c.cluster.1 + seat / c.cluster.0;
                            for i in 0..split.k_tiles {
                                let block = split.first + i * split.step;
                                // What lies beyond D and K is not stored.
                                if row < rows && column < columns && block < grid.k_tiles {
                                    let tile = row * columns + column;
                                    worked[(tile * grid.k_tiles + block) as usize] += 1;
                                }
                            }
                        }
                    }
                }
                assert!(worked.iter().all(|times| *times == 1), "{choice}");
                walked += 1;
            }
        }
        assert!(walked > 100, "{walked} choices");
    }

    #[test]
    fn splits_run_at_once_and_are_not_empty() {
        for (m, n, k) in [
            (1, 1, 1),
            (128, 16, 4096),
            (4096, 16, 4096),
            (300, 300, 100_000),
        ] {
            for choice in choices(&problem(m, n, k), &HardwareInfo::H200) {
                let c = &choice.row.config;
                let (m, n) = if choice.schedule.swap_ab {
                    (n, m)
                } else {
                    (m, n)
                };
                let tiles = m.div_ceil(c.tile.0) * n.div_ceil(c.tile.1);
                let s = choice.schedule.splits;
                assert!(
                    s == 1 || (tiles * s * c.cluster_k <= 132 && s <= k.div_ceil(c.block_k)),
                    "{choice}"
                );
            }
        }
    }
}
