//! Turns: how a cluster's warps run until they wait or have had their share.

use std::collections::VecDeque;

use super::grid::axes;
use super::{Cluster, Context, ExecError, Fault, Launch, Memory, Step, Turn, Wait, Warp};
use crate::hopper;
use crate::text::{Program, Register};

/// Instructions of a warp's turn.
const WARP_TURN: u64 = 4096;

/// Instructions at the beginning of a turn in which other lanes of a warp run than those furthest behind, where these had all of
/// the turn before: they may spin for what the others do.
const OTHERS_TURN: u64 = 128;

/// Loads of a warp's turn that ask for news; more are a loop that waits for somebody.
const ASKING: u32 = 64;

/// Instructions of a cluster's turn, after which others may run: they may be what it spins for.
const CLUSTER_TURN: u64 = 1 << 21;

/// A launch that is running.
pub struct Run<'a> {
    pub launch: &'a Launch<'a>,
    pub program: &'a Program,
}

/// What came of a cluster's turn.
pub struct Scheduled {
    /// How many instructions its warps ran.
    pub ran: u64,
    /// `true` if all have ended.
    pub ended: bool,
}

impl Run<'_> {
    /// Gives each warp of a cluster turns until none can go on, or all had their share.
    pub fn turns(&self, cluster: &mut Cluster, memory: &mut Memory) -> Result<Scheduled, Fault> {
        let mut total = 0;
        loop {
            let (mut ran, mut busy) = (0, false);
            for rank in 0..cluster.blocks.len() {
                for index in 0..cluster.blocks[rank].warps.len() {
                    let Some(mut warp) = cluster.blocks[rank].warps[index].take() else {
                        continue;
                    };
                    let turn = self.turn(&mut warp, cluster, rank, memory)?;
                    let block = &mut cluster.blocks[rank];
                    match turn {
                        Turn::Ran(count) | Turn::Asks(count) | Turn::Waits(count) => {
                            ran += count;
                            busy |=
                                matches!(turn, Turn::Ran(_)) || matches!(turn, Turn::Waits(1..));
                            block.warps[index] = Some(warp);
                        }
                        Turn::Ended => {
                            ran += 1;
                            busy = true;
                            block.running -= 1;
                            hopper::ended(&mut warp, cluster, rank, memory)
                                .map_err(|why| self.unplaced(why, cluster.blocks[rank].index))?;
                            let block = &mut cluster.blocks[rank];
                            let threads = 32 * block.running as u32;
                            for barrier in block
                                .barriers
                                .iter_mut()
                                .filter(|barrier| barrier.count.is_none())
                            {
                                barrier.open_at(threads);
                            }
                        }
                    }
                }
            }
            total += ran;
            let ended = cluster.blocks.iter().all(|block| block.running == 0);
            let over = !busy || total >= CLUSTER_TURN;
            if over && !ended {
                let index = cluster.blocks[0].index;
                let advanced = hopper::advance(cluster, memory);
                if advanced.map_err(|why| self.unplaced(why, index))? && total < CLUSTER_TURN {
                    total += 1;
                    continue;
                }
            }
            if over || ended {
                return Ok(Scheduled { ran: total, ended });
            }
        }
    }

    /// Runs a warp until it waits, ends, or has had its share.
    fn turn(
        &self,
        warp: &mut Warp,
        cluster: &mut Cluster,
        rank: usize,
        memory: &mut Memory,
    ) -> Result<Turn, Fault> {
        warp.fronts.iter_mut().for_each(|front| front.waits = None);
        let mut ran = 0;
        warp.asked = 0;
        while ran < WARP_TURN {
            if warp.asked >= ASKING {
                warp.next_lanes();
                return Ok(Turn::Asks(ran));
            }
            let Some(index) = warp.ready(ran < OTHERS_TURN) else {
                return Ok(if warp.fronts.is_empty() {
                    Turn::Ended
                } else {
                    Turn::Waits(ran)
                });
            };
            let front = warp.fronts[index];
            let instruction = &self.program.instructions[front.at];
            if instruction.aligned && warp.fronts.len() > 1 {
                warp.fronts[index].waits = Some(Wait {
                    what: "the warp's other lanes",
                    which: 0,
                });
                continue;
            }
            let mut active = front.lanes;
            if let Some((register, negated)) = instruction.guard {
                self.decided(
                    warp,
                    register,
                    front.lanes,
                    instruction.line,
                    cluster.blocks[rank].index,
                )?;
                active &=
                    lanes_that(&warp.registers[register]) ^ if negated { u32::MAX } else { 0 };
            }
            let step = match active {
                0 => Step::Next,
                _ => {
                    let parameters = self.launch.parameters;
                    let mut context = Context {
                        active,
                        together: front.lanes,
                        warp,
                        cluster,
                        rank,
                        memory,
                        parameters,
                    };
                    (instruction.action)(&mut context).map_err(|error| {
                        self.fault(
                            error,
                            instruction.line,
                            cluster.blocks[rank].index,
                            warp,
                            active,
                        )
                    })?
                }
            };
            match step {
                Step::Next => warp.advance(index),
                Step::Jump(label) => {
                    warp.part(index, active, &[(active, self.program.labels[label])])
                }
                Step::Scatter(labels) => {
                    let lanes = (0..32).filter(|lane| active >> lane & 1 == 1);
                    let moves: Vec<_> = lanes
                        .map(|lane| (1 << lane, self.program.labels[labels[lane]]))
                        .collect();
                    warp.part(index, active, &moves);
                }
                Step::Exit => {
                    warp.part(index, active, &[]);
                    warp.fronts.iter_mut().for_each(|front| front.waits = None);
                }
                Step::Stall(wait) => {
                    warp.fronts[index].waits = Some(wait);
                    continue;
                }
            }
            ran += 1;
        }
        warp.next_lanes();
        Ok(Turn::Ran(ran))
    }

    /// A state from which no warp can go on.
    pub fn stuck(&self, resident: &VecDeque<Cluster>, what: &str) -> Fault {
        // Neighboring warps that wait alike are named together: the first, the last, and what they do.
        let mut places: Vec<([u32; 3], usize, usize, [String; 2])> = Vec::new();
        let mut at = None;
        for cluster in resident {
            for (rank, one) in cluster.blocks.iter().enumerate() {
                for warp in one.warps.iter().flatten() {
                    for front in &warp.fronts {
                        let line = self.program.instructions[front.at].line;
                        at = at.or(Some(line));
                        let wait = front.waits.map_or("nothing".into(), |wait| {
                            hopper::described(wait, cluster, rank)
                        });
                        let place = format!("lanes {:#010x} at line {line}", front.lanes);
                        let does = [place, wait];
                        match places.last_mut() {
                            Some((block, _, last, said))
                                if *block == one.index
                                    && *last + 1 == warp.index
                                    && *said == does =>
                            {
                                *last = warp.index;
                            }
                            _ => places.push((one.index, warp.index, warp.index, does)),
                        }
                    }
                }
            }
        }
        let block = places.first().map(|place| place.0);
        let more = places.len().saturating_sub(16);
        let mut said: Vec<String> = places
            .into_iter()
            .take(16)
            .map(|(block, first, last, [at, wait])| match last - first {
                0 => format!("block {block:?} warp {first} {at} waits for {wait}"),
                _ => format!("block {block:?} warps {first} to {last} {at} wait for {wait}"),
            })
            .collect();
        if more > 0 {
            said.push(format!("and {more} more"));
        }
        Fault {
            message: format!("{what}: {}", said.join("; ")),
            kernel: self.launch.entry.into(),
            line: at.map(|line| (line, self.launch.module.line(line).into())),
            block,
            thread: None,
        }
    }

    /// A fault of no instruction.
    fn unplaced(&self, message: String, block: [u32; 3]) -> Fault {
        Fault {
            message,
            kernel: self.launch.entry.into(),
            line: None,
            block: Some(block),
            thread: None,
        }
    }

    /// A fault, if lanes of a predicate hold a value that was never computed.
    fn decided(
        &self,
        warp: &Warp,
        register: Register,
        lanes: u32,
        line: usize,
        block: [u32; 3],
    ) -> Result<(), Fault> {
        match warp.poison.any(&[register]) & lanes {
            0 => Ok(()),
            lanes => {
                let message = format!("decides by a value that {}", warp.poison.origin(register));
                let lane = lanes.trailing_zeros() as usize;
                Err(self.fault(ExecError::of(lane, message), line, block, warp, lanes))
            }
        }
    }

    fn fault(
        &self,
        error: ExecError,
        line: usize,
        block: [u32; 3],
        warp: &Warp,
        active: u32,
    ) -> Fault {
        let lane = error.lane.unwrap_or(active.trailing_zeros() as usize);
        Fault {
            message: error.message,
            kernel: self.launch.entry.into(),
            line: Some((line, self.launch.module.line(line).into())),
            block: Some(block),
            thread: Some(axes((32 * warp.index + lane) as u64, self.launch.block)),
        }
    }
}

/// The lanes in which a predicate holds.
fn lanes_that(predicate: &[u64; 32]) -> u32 {
    (0..32).fold(0, |lanes, lane| {
        lanes | ((predicate[lane] & 1) as u32) << lane
    })
}
