//! What an instruction sees: its warp, its block's cluster, and memory.

use super::{Agent, Block, Cluster, ExecError, Meeting, Memory, Races, Shared, Space, Warp};
use crate::text::{Address, Register};

/// Lanes of a warp.
pub const LANES: usize = 32;

/// One value for each lane.
pub type Lanes = [u64; LANES];

/// What an instruction sees.
pub struct Context<'a> {
    /// The lanes that run it, as a mask: those at this place whose predicate holds.
    pub active: u32,
    /// The lanes at this place, whatever the predicate.
    pub together: u32,
    /// The warp.
    pub warp: &'a mut Warp,
    /// The blocks of the cluster.
    pub cluster: &'a mut Cluster,
    /// Which of them the warp belongs to.
    pub rank: usize,
    /// The device's memory.
    pub memory: &'a mut Memory,
    /// The kernel's parameters.
    pub parameters: &'a [u8],
}

impl Context<'_> {
    /// The warp's own block.
    pub fn block(&mut self) -> &mut Block {
        &mut self.cluster.blocks[self.rank]
    }

    /// The active lanes, in order.
    pub fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        let active = self.active;
        (0..LANES).filter(move |lane| active >> lane & 1 == 1)
    }

    /// A register of all lanes.
    pub fn read(&self, register: Register) -> &Lanes {
        &self.warp.registers[register]
    }

    /// The address of a lane that an operand names.
    pub fn address(&self, of: Address, lane: usize) -> u64 {
        self.warp.registers[of.base][lane].wrapping_add_signed(of.offset)
    }

    /// A register of the first active lane, for operands that all lanes agree on.
    pub fn first(&self, register: Register) -> u64 {
        self.warp.registers[register][self.active.trailing_zeros() as usize % LANES]
    }

    /// Writes a register of the active lanes. Signed values are written with their sign up to bit 63, others with zeros.
    pub fn write(&mut self, register: Register, values: &Lanes) {
        self.warp.poison.set(register, self.active, 0);
        let target = &mut self.warp.registers[register];
        if self.active == u32::MAX {
            *target = *values;
            return;
        }
        for lane in 0..LANES {
            if self.active >> lane & 1 == 1 {
                target[lane] = values[lane];
            }
        }
    }

    /// The shared memory that an address stands for, own or of a block of the cluster, and the address in it.
    pub fn shared(&mut self, address: u64) -> Result<(&mut Shared, u64), String> {
        let rank = match (address >> 24) as usize {
            0 => self.rank,
            above => above - 1,
        };
        match self.cluster.blocks.get_mut(rank) {
            Some(block) if block.running == 0 => Err(format!(
                "shared address {address:#x} is of a block that has ended"
            )),
            Some(block) => Ok((&mut block.shared, address & 0xFF_FFFF)),
            None => Err(format!(
                "shared address {address:#x} is of a block that the cluster does not have"
            )),
        }
    }

    /// The record of who has touched shared memory, and the warp in it.
    pub fn races(&mut self) -> Option<(&mut Races, Agent)> {
        let races = self.cluster.races.as_mut()?;
        let agent = races.warp(self.rank, self.warp.index);
        Some((races, agent))
    }

    /// Records that the warp comes to a barrier in this phase of it, and whether it releases what it has done.
    pub fn arrive(&mut self, at: Meeting, phase: u64, releases: bool) {
        match self.races() {
            Some((races, by)) if releases => races.arrive(by, at, phase),
            Some((races, by)) => races.arrive_relaxed(by, at, phase),
            None => {}
        }
    }

    /// Records that the warp touches bytes of shared memory, its block's or another's; an error, if another agent has touched
    /// them and no barrier stands between. What a store writes is given with it; none of a copy's bytes, which are not known yet.
    pub fn touch(
        &mut self,
        address: u64,
        bytes: usize,
        writes: Option<&[u8]>,
    ) -> Result<(), String> {
        let rank = crate::hopper::rank(self.rank, address);
        let at = (address & 0xFF_FFFF) as usize;
        let Some(block) = self.cluster.blocks.get(rank) else {
            return Ok(());
        };
        if at + bytes > block.shared.end() {
            return Ok(());
        }
        let again = writes.is_some_and(|from| block.shared.holds(at, from));
        match (self.races(), writes) {
            (None, _) => Ok(()),
            (Some((races, by)), None) => races.read(by, rank, at, bytes),
            (Some((races, by)), Some(_)) => races.write(by, (rank, at, bytes), again),
        }
    }

    /// The bytes that a lane reads: in range, written, and aligned to their number.
    pub fn load(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        bytes: usize,
    ) -> Result<&[u8], ExecError> {
        if !self.load_any(lane, space, address, bytes)?.1 {
            let why = self.unwritten(lane, space, address, bytes)?;
            return Err(ExecError::of(lane, why));
        }
        let found = self.look(lane, space, address, bytes);
        Ok(found.map_err(|message| ExecError::of(lane, message))?.0)
    }

    /// What is wrong with bytes that a lane reads, of which not each has been written.
    #[cold]
    pub fn unwritten(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        bytes: usize,
    ) -> Result<String, ExecError> {
        Ok(match space.resolve(address) {
            (Space::Local, address) => self.warp.local(lane)?.unwritten(address, bytes),
            (Space::Shared, address) => {
                let (shared, at) = self.shared(address)?;
                shared.unwritten(at, bytes)
            }
            (_, address) => self.memory.unwritten(address, bytes),
        })
    }

    /// The bytes that a lane reads, in range and aligned to their number, and whether each of them has been written.
    #[inline]
    pub fn load_any(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        bytes: usize,
    ) -> Result<(&[u8], bool), ExecError> {
        aligned(lane, address, bytes)?;
        let at = |message| ExecError::of(lane, message);
        if let (Space::Shared, address) = space.resolve(address) {
            self.touch(address, bytes, None).map_err(at)?;
        }
        self.look(lane, space, address, bytes).map_err(at)
    }

    /// The bytes at an address that a lane reads, and whether each of them has been written.
    fn look(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        bytes: usize,
    ) -> Result<(&[u8], bool), String> {
        match space.resolve(address) {
            (Space::Local, address) => self.warp.local(lane)?.any(address, bytes),
            (Space::Shared, address) => {
                let (shared, at) = self.shared(address)?;
                shared.any(at, bytes)
            }
            (_, address) => self.memory.any(address, bytes),
        }
    }

    /// Makes bytes that a lane has just stored count as never written; in global memory that is a fault.
    pub fn poison_memory(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        bytes: usize,
    ) -> Result<(), ExecError> {
        match space.resolve(address) {
            (Space::Local, address) => self.warp.local(lane)?.poison(address, bytes),
            (Space::Shared, address) => self
                .shared(address)
                .and_then(|(shared, at)| shared.poison(at, bytes))?,
            _ => return Err(ExecError::of(lane, "global memory is not to be poisoned")),
        }
        Ok(())
    }

    /// Writes a lane's bytes: in range and aligned to their number.
    pub fn store(
        &mut self,
        lane: usize,
        space: Space,
        address: u64,
        from: &[u8],
    ) -> Result<(), ExecError> {
        aligned(lane, address, from.len())?;
        let done = match space.resolve(address) {
            (Space::Local, address) => self
                .warp
                .local(lane)
                .and_then(|local| local.write(address, from)),
            (Space::Shared, address) => {
                let thread = 32 * self.warp.index + lane;
                self.block()
                    .hopper
                    .proxies
                    .stored(thread, address, from.len());
                self.touch(address, from.len(), Some(from)).and_then(|()| {
                    let (shared, at) = self.shared(address)?;
                    shared.write(at, from)
                })
            }
            (_, address) => self.memory.write(address, from),
        };
        done.map_err(|message| ExecError::of(lane, message))
    }
}

fn aligned(lane: usize, address: u64, bytes: usize) -> Result<(), ExecError> {
    let bytes = bytes as u64;
    // Most numbers of bytes are powers of two, for which nothing is divided.
    let is_aligned = match bytes.is_power_of_two() {
        true => address & (bytes - 1) == 0,
        false => address.is_multiple_of(bytes),
    };
    match is_aligned {
        true => Ok(()),
        false => Err(ExecError::of(
            lane,
            format!("accesses {bytes} bytes at {address:#x}, which is not a multiple of {bytes}"),
        )),
    }
}
