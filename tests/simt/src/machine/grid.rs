//! A launch: blocks are started in order and take turns until all have ended.

use std::collections::VecDeque;

use super::scheduler::{Run, Scheduled};
use super::{Block, Checks, Cluster, Fault, Memory, Races, Shared, Warp};
use crate::hopper::{BlockState, ClusterState};
use crate::text::{Constant, Module, Program, Special};

/// Blocks that are started before the first of them has ended, unless all of them wait for ones that are not.
const RESIDENT: usize = 160;

/// The most blocks along each axis of a grid (CUDA C++ Programming Guide, technical specifications).
pub const MOST_BLOCKS: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];

/// Where a block's shared memory ends at most: the bits of an address above tell blocks of a cluster apart.
const MOST_SHARED: usize = 1 << 24;

/// What to run.
pub struct Launch<'a> {
    /// The module, placed in the memory.
    pub module: &'a Module,
    /// The kernel's name.
    pub entry: &'a str,
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// Threads of a block along each axis.
    pub block: [u32; 3],
    /// Blocks of a cluster along each axis; ones where there are no clusters.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: usize,
    /// The kernel's parameters, each at its offset.
    pub parameters: &'a [u8],
}

/// Runs a kernel to its end.
pub fn run(launch: &Launch<'_>, memory: &mut Memory) -> Result<(), Fault> {
    let rejected = |message: String| Fault {
        message,
        kernel: launch.entry.into(),
        line: None,
        block: None,
        thread: None,
    };
    check(launch, &memory.checks).map_err(rejected)?;
    let program = launch.module.program(launch.entry).map_err(rejected)?;
    let run = Run {
        launch,
        program: &program,
    };
    let clusters: [u32; 3] = std::array::from_fn(|axis| launch.grid[axis] / launch.cluster[axis]);
    let size = launch.cluster.iter().product::<u32>() as usize;
    let mut waiting = (0..clusters
        .iter()
        .map(|&count| u64::from(count))
        .product::<u64>())
        .peekable();
    let mut resident: VecDeque<Cluster> = VecDeque::new();
    let mut ran = 0;
    loop {
        if (resident.len() + 1) * size <= RESIDENT.max(size)
            && let Some(index) = waiting.next()
        {
            resident.push_back(start(launch, &program, memory, axes(index, clusters)));
        }
        if resident.is_empty() {
            return Ok(());
        }
        let mut progress = 0;
        for _ in 0..resident.len() {
            let Some(mut cluster) = resident.pop_front() else {
                break;
            };
            let Scheduled { ran, ended } = run.turns(&mut cluster, memory)?;
            progress += ran;
            if !ended {
                resident.push_back(cluster);
            }
        }
        ran += progress;
        if ran > memory.checks.instructions {
            return Err(run.stuck(&resident, "the kernel does not end"));
        }
        if progress == 0 && !resident.is_empty() {
            match waiting.next() {
                Some(index) => {
                    resident.push_back(start(launch, &program, memory, axes(index, clusters)))
                }
                None => return Err(run.stuck(&resident, "no warp can go on")),
            }
        }
    }
}

fn check(launch: &Launch<'_>, checks: &Checks) -> Result<(), String> {
    let entry = launch
        .module
        .entry(launch.entry)
        .ok_or_else(|| format!("no kernel `{}` in the module", launch.entry))?;
    let needed = entry
        .parameters
        .last()
        .map_or(0, |last| last.offset + last.bytes);
    let all = |extents: [u32; 3]| {
        extents
            .iter()
            .fold(1u32, |all, &one| all.saturating_mul(one))
    };
    let (threads, ctas) = (all(launch.block), all(launch.cluster));
    if launch.parameters.len() < needed {
        return Err(format!(
            "{} bytes of parameters for a kernel that takes {needed}",
            launch.parameters.len()
        ));
    }
    if threads == 0 || threads > 1024 || launch.grid.contains(&0) || launch.cluster.contains(&0) {
        return Err(format!(
            "a grid of {:?} blocks of {:?} threads",
            launch.grid, launch.block
        ));
    }
    if ctas > 16 {
        return Err(format!(
            "clusters of {:?} blocks, more than 16",
            launch.cluster
        ));
    }
    if (0..3).any(|axis| launch.grid[axis] > MOST_BLOCKS[axis]) {
        return Err(format!(
            "a grid of {:?} blocks, more than {MOST_BLOCKS:?}",
            launch.grid
        ));
    }
    if threads > entry.most_threads() {
        let most = entry.most_threads();
        return Err(format!("{threads} threads for a kernel built for {most}"));
    }
    let end = shared_end(launch, checks);
    if end > MOST_SHARED {
        return Err(format!(
            "{} bytes of dynamic shared memory end at {end}, past {MOST_SHARED}",
            launch.dynamic_shared
        ));
    }
    match (0..3).all(|axis| launch.grid[axis].is_multiple_of(launch.cluster[axis])) {
        true => Ok(()),
        false => Err(format!(
            "a grid of {:?} is not made of clusters of {:?}",
            launch.grid, launch.cluster
        )),
    }
}

/// The end of a block's shared memory.
fn shared_end(launch: &Launch<'_>, checks: &Checks) -> usize {
    let start = launch.module.dynamic_shared(checks.shared_start);
    start.saturating_add(launch.dynamic_shared)
}

/// The place of the element of this number, the first axis running fastest.
pub fn axes(index: u64, extent: [u32; 3]) -> [u32; 3] {
    let [x, y] = [u64::from(extent[0]), u64::from(extent[1])];
    [
        (index % x) as u32,
        (index / x % y) as u32,
        (index / (x * y)) as u32,
    ]
}

/// Starts a cluster's blocks.
fn start(launch: &Launch<'_>, program: &Program, memory: &Memory, cluster: [u32; 3]) -> Cluster {
    let size = launch.cluster.iter().product::<u32>();
    let threads = launch.block.iter().product::<u32>();
    let end = shared_end(launch, &memory.checks);
    let races = || Races::new(size as usize, threads.div_ceil(32) as usize, end);
    let blocks = (0..size).map(|rank| {
        let within = axes(u64::from(rank), launch.cluster);
        let index: [u32; 3] =
            std::array::from_fn(|axis| cluster[axis] * launch.cluster[axis] + within[axis]);
        let warps = threads.div_ceil(32) as usize;
        let warps = (0..warps).map(|warp| {
            let lanes = (threads - 32 * warp as u32).min(32);
            let lanes = if lanes == 32 {
                u32::MAX
            } else {
                (1 << lanes) - 1
            };
            let mut one = Warp::new(warp, lanes, program.registers, program.local);
            for &(register, constant) in &program.constants {
                one.registers[register] = std::array::from_fn(|lane| {
                    value(
                        (launch, &memory.checks),
                        constant,
                        rank,
                        cluster,
                        within,
                        index,
                        32 * warp + lane,
                    )
                });
            }
            Some(Box::new(one))
        });
        let warps: Vec<_> = warps.collect();
        Block {
            index,
            shared: Shared::new(end, memory.checks.unwritten),
            barriers: Default::default(),
            running: warps.len(),
            warps,
            threads,
            hopper: BlockState::default(),
        }
    });
    Cluster {
        blocks: blocks.collect(),
        races: memory.checks.races.then(races),
        hopper: ClusterState::default(),
    }
}

/// What a constant register holds in one thread.
fn value(
    (launch, checks): (&Launch<'_>, &Checks),
    constant: Constant,
    rank: u32,
    cluster: [u32; 3],
    within: [u32; 3],
    block: [u32; 3],
    thread: usize,
) -> u64 {
    let special = match constant {
        Constant::Bits(bits) => return bits,
        Constant::Variable(variable) => return launch.module.address(variable),
        Constant::DynamicShared => {
            return launch.module.dynamic_shared(checks.shared_start) as u64;
        }
        Constant::Special(special) => special,
    };
    u64::from(match special {
        Special::Thread(axis) => axes(thread as u64, launch.block)[axis],
        Special::Threads(axis) => launch.block[axis],
        Special::Block(axis) => block[axis],
        Special::Blocks(axis) => launch.grid[axis],
        Special::RankInCluster => rank,
        Special::SizeOfCluster => launch.cluster.iter().product(),
        Special::BlockInCluster(axis) => within[axis],
        Special::BlocksInCluster(axis) => launch.cluster[axis],
        Special::Cluster(axis) => cluster[axis],
        Special::Clusters(axis) => launch.grid[axis] / launch.cluster[axis],
        Special::Lane => thread as u32 % 32,
        Special::Warp => thread as u32 / 32,
        Special::LanesBelow => (1 << (thread % 32)) - 1,
    })
}
