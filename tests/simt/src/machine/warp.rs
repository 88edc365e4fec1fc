//! A warp: its registers, and where its lanes are in the text.

use super::{Copies, LANES, Lanes, Poison, Region, Wait};
use crate::hopper::WarpState;

/// Lanes that are at the same instruction.
#[derive(Clone, Copy, Debug)]
pub struct Front {
    /// The instruction.
    pub at: usize,
    /// The lanes.
    pub lanes: u32,
    /// What they wait for, if they could not go on when last tried.
    pub waits: Option<Wait>,
}

/// How a warp's turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It could go on, and ran this many instructions.
    Ran(u64),
    /// It asks memory again and again, and ran this many instructions.
    Asks(u64),
    /// It cannot go on by itself, and ran this many instructions.
    Waits(u64),
    /// All its lanes have ended.
    Ended,
}

/// A warp.
#[derive(Default)]
pub struct Warp {
    /// The place in the block.
    pub index: usize,
    /// The values of each register in each lane.
    pub registers: Vec<Lanes>,
    /// The lanes that have not ended, grouped by their place, the least first.
    pub fronts: Vec<Front>,
    /// The phase of each numbered barrier that the warp waits to end, while it waits at one.
    pub awaited: Option<(usize, u64)>,
    /// Which registers hold values that were never computed.
    pub poison: Poison,
    /// How often it has asked memory for news in this turn: loads that acquire, and volatile ones.
    pub asked: u32,
    /// How many turns have ended with lanes at several places: which of them begin the next one.
    pub parted: usize,
    /// The carry of each lane, as a mask.
    pub carry: u32,
    /// Asynchronous copies in flight.
    pub copies: Copies,
    /// What Hopper's instructions remember.
    pub hopper: WarpState,
    local: Vec<Local>,
}

/// The local memory of one lane.
#[derive(Default)]
pub struct Local(Region);

impl Warp {
    /// A warp of which `lanes` are at the first instruction.
    pub fn new(index: usize, lanes: u32, registers: usize, local: usize) -> Self {
        Self {
            index,
            registers: vec![[0; LANES]; registers],
            poison: Poison::new(registers),
            fronts: vec![Front {
                at: 0,
                lanes,
                waits: None,
            }],
            local: (0..LANES).map(|_| Local(Region::new(local))).collect(),
            ..Self::default()
        }
    }

    /// The lanes that have not ended.
    pub fn alive(&self) -> u32 {
        self.fronts
            .iter()
            .fold(0, |lanes, front| lanes | front.lanes)
    }

    /// The front to run next: the least that does not wait, or in turn each of the others.
    pub fn ready(&self, others: bool) -> Option<usize> {
        let ready = || {
            let fronts = self.fronts.iter().enumerate();
            fronts.filter(|(_, front)| front.waits.is_none())
        };
        let place = match (others, self.parted) {
            (true, 1..) => self.parted % ready().count().max(1),
            _ => 0,
        };
        ready().nth(place).map(|(index, _)| index)
    }

    /// Notes that a turn has ended while lanes could go on.
    pub fn next_lanes(&mut self) {
        self.parted = match self.fronts.len() {
            2.. => self.parted + 1,
            _ => 0,
        };
    }

    /// A lane's local memory.
    pub fn local(&mut self, lane: usize) -> Result<&mut Local, String> {
        self.local
            .get_mut(lane)
            .ok_or_else(|| "no such lane".into())
    }

    /// Moves a front to the next instruction.
    pub fn advance(&mut self, front: usize) {
        self.fronts[front].at += 1;
        if self.fronts.len() > 1 {
            let Front { at, lanes, .. } = self.fronts.remove(front);
            self.put(lanes, at);
        }
    }

    /// Takes the active lanes out of a front and puts them where the moves say; its other lanes go to the next
    /// instruction. Lanes without a move have ended.
    pub fn part(&mut self, front: usize, active: u32, moves: &[(u32, usize)]) {
        let Front { at, lanes, .. } = self.fronts.remove(front);
        if lanes & !active != 0 {
            self.put(lanes & !active, at + 1);
        }
        for &(lanes, to) in moves {
            self.put(lanes, to);
        }
    }

    /// Puts lanes at an instruction, with those that are there.
    fn put(&mut self, lanes: u32, at: usize) {
        let place = self.fronts.partition_point(|other| other.at < at);
        match self.fronts.get_mut(place) {
            Some(other) if other.at == at => {
                other.lanes |= lanes;
                other.waits = None;
            }
            _ => self.fronts.insert(
                place,
                Front {
                    at,
                    lanes,
                    waits: None,
                },
            ),
        }
    }
}

impl Local {
    /// The bytes at an address, and whether each of them has been written.
    pub fn any(&self, address: u64, bytes: usize) -> Result<(&[u8], bool), String> {
        let at = address as usize;
        let found = self
            .0
            .get(at, bytes)
            .ok_or_else(|| format!("reads {bytes} bytes of local memory at {address}"))?;
        Ok((found, self.0.is_written(at, bytes)))
    }

    /// What is wrong with bytes of which not each has been written.
    #[cold]
    pub fn unwritten(&self, address: u64, bytes: usize) -> String {
        match self.0.unwritten(address as usize, bytes) {
            Some((first, why)) => format!("reads local memory, of which byte {first} {why}"),
            None => "reads local memory".into(),
        }
    }

    /// Makes bytes inside count as never written.
    pub fn poison(&mut self, address: u64, bytes: usize) {
        self.0.poison(address as usize, bytes);
    }

    /// Copies bytes in.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), String> {
        match self.0.set(address as usize, from) {
            true => Ok(()),
            false => Err(format!(
                "writes {} bytes of local memory at {address}",
                from.len()
            )),
        }
    }
}
