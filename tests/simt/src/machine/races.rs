//! Which accesses to shared memory are in order: those of a cluster's warps, copies and products (vector clocks).
//!
//! Each agent, a warp or the products of a warpgroup, counts its releases, and knows how far each other agent had counted when
//! they last met, by itself or through others. They meet at a block's numbered barriers, at barriers in memory and at that of
//! the cluster. A byte remembers who wrote it last and who has read it since, each with its count then. Who touches it now has
//! to know of those counts, or the two accesses may come in either order on a device.
//!
//! | what | is |
//! |---|---|
//! | an asynchronous copy to shared memory | a write by the warp that starts it, which the barrier that counts its bytes makes known |
//! | a bulk store from shared memory | a read by its warp when it starts, and when it is waited for |
//! | a warpgroup's product | a read by the warpgroup's agent, which knows what its four warps knew as they issued it, and is known to each warp that has waited for it |

use std::collections::HashMap;

use super::accesses::{Accesses, Readers};

/// A warp of a cluster, or the products of one of its warpgroups.
pub type Agent = usize;

/// What an agent knows of each: its count.
pub type Clock = Vec<u32>;

/// Where agents meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// The numbered barrier of the block of this rank.
    Numbered(usize, usize),
    /// The barrier at this address of the block's shared memory.
    Mbarrier(usize, u64),
    /// The cluster's.
    Cluster,
}

/// The record of one cluster. Accesses of one warp among themselves are not looked at.
pub struct Races {
    warps: usize,
    agents: usize,
    known: Vec<Clock>,
    /// What each agent knew at its last fence, for arrivals that do not release.
    fenced: HashMap<Agent, Clock>,
    /// What those who came to a barrier knew, in even and in odd phases.
    met: HashMap<(Meeting, bool), Clock>,
    blocks: Vec<Accesses>,
    readers: Readers,
}

impl Races {
    /// A cluster of so many blocks of so many warps, with shared memory up to address `end`.
    pub fn new(blocks: usize, warps: usize, end: usize) -> Self {
        let agents = warps + warps.div_ceil(4);
        let all = blocks * agents;
        let clock = |agent| {
            let mut clock = vec![0; all];
            clock[agent] = 1;
            clock
        };
        Self {
            warps,
            agents,
            known: (0..all).map(clock).collect(),
            fenced: HashMap::new(),
            met: HashMap::new(),
            blocks: (0..blocks).map(|_| Accesses::new(end)).collect(),
            readers: Readers::default(),
        }
    }

    /// The warp of this number in the block of this rank.
    pub fn warp(&self, rank: usize, warp: usize) -> Agent {
        rank * self.agents + warp
    }

    /// The products of the warpgroup of a warp.
    fn products(&self, warp: Agent) -> Agent {
        warp / self.agents * self.agents + self.warps + warp % self.agents / 4
    }

    /// What an agent knows now, for an arrival of its own making that comes later; what it does from here on is not part of it.
    pub fn depart(&mut self, by: Agent) -> Clock {
        let clock = self.known[by].clone();
        self.known[by][by] += 1;
        clock
    }

    /// An agent comes to a barrier in this phase of it.
    pub fn arrive(&mut self, by: Agent, at: Meeting, phase: u64) {
        let clock = self.depart(by);
        self.arrive_with(&clock, at, phase);
    }

    /// The same of an arrival that does not release: what it makes known is what the agent's last fence has released.
    pub fn arrive_relaxed(&mut self, by: Agent, at: Meeting, phase: u64) {
        if let Some(clock) = self.fenced.remove(&by) {
            self.arrive_with(&clock, at, phase);
            self.fenced.insert(by, clock);
        }
    }

    /// The same of an arrival that makes this known.
    pub fn arrive_with(&mut self, clock: &[u32], at: Meeting, phase: u64) {
        let met = self.met.entry((at, phase & 1 == 1));
        join(met.or_insert_with(|| vec![0; clock.len()]), clock);
    }

    /// An agent goes on from a barrier whose phase has ended.
    pub fn leave(&mut self, by: Agent, at: Meeting, phase: u64) {
        if let Some(met) = self.met.get(&(at, phase & 1 == 1)) {
            join(&mut self.known[by], met);
        }
    }

    /// A fence by an agent.
    pub fn fence(&mut self, by: Agent) {
        let clock = self.depart(by);
        self.fenced.insert(by, clock);
    }

    /// An agent reads bytes of a block.
    pub fn read(&mut self, by: Agent, rank: usize, at: usize, bytes: usize) -> Result<(), String> {
        self.read_as(by, by, (rank, at, bytes))
    }

    /// The products of a warp's group read bytes of its block, which the warp has to know of.
    pub fn multiply(
        &mut self,
        by: Agent,
        rank: usize,
        at: usize,
        bytes: usize,
    ) -> Result<(), String> {
        self.read_as(by, self.products(by), (rank, at, bytes))
    }

    /// A warp issues a product, which is over when all warps of its group have issued it.
    pub fn issue(&mut self, by: Agent) {
        let (products, clock) = (self.products(by), self.depart(by));
        join(&mut self.known[products], &clock);
    }

    /// A warp has waited for what its group's products have read.
    pub fn multiplied(&mut self, by: Agent) {
        let products = self.products(by);
        let clock = self.depart(products);
        join(&mut self.known[by], &clock);
    }

    fn read_as(
        &mut self,
        by: Agent,
        stamp: Agent,
        (rank, at, bytes): (usize, usize, usize),
    ) -> Result<(), String> {
        let (known, count) = (&self.known[by], self.known[stamp][stamp]);
        let record = &mut self.blocks[rank];
        if let Some((byte, writer)) = record.unknown_writer(known, at, bytes) {
            return Err(self.said("reads", (rank, byte), "wrote", writer));
        }
        record.read(&mut self.readers, known, (stamp as u32, count), at, bytes);
        Ok(())
    }

    /// An agent writes bytes of a block; `again`, if they hold that already: agents that write the same need no order among
    /// themselves.
    pub fn write(
        &mut self,
        by: Agent,
        (rank, at, bytes): (usize, usize, usize),
        again: bool,
    ) -> Result<(), String> {
        let (known, record) = (&self.known[by], &mut self.blocks[rank]);
        if !again {
            if let Some((byte, writer)) = record.unknown_writer(known, at, bytes) {
                return Err(self.said("writes", (rank, byte), "wrote", writer));
            }
            if let Some((byte, reader)) = record.unknown_reader(&self.readers, known, at, bytes) {
                return Err(self.said("writes", (rank, byte), "read", reader));
            }
        }
        record.write((by as u32, known[by]), at, bytes, again);
        Ok(())
    }

    fn said(&self, does: &str, (rank, byte): (usize, usize), did: &str, other: Agent) -> String {
        let (block, index) = (other / self.agents, other % self.agents);
        let who = match index.checked_sub(self.warps) {
            None => format!("warp {index}"),
            Some(group) => format!("a product of warpgroup {group}"),
        };
        let of = |block: usize| match self.blocks.len() {
            1 => String::new(),
            _ => format!(" of block {block} of the cluster"),
        };
        format!(
            "{does} byte {byte} of shared memory{}, which {who}{} {did} with no barrier between",
            of(rank),
            of(block)
        )
    }
}

fn join(into: &mut [u32], from: &[u32]) {
    into.iter_mut()
        .zip(from)
        .for_each(|(into, &from)| *into = (*into).max(from));
}

#[cfg(test)]
mod tests {
    use super::{Meeting, Races};

    const FULL: Meeting = Meeting::Mbarrier(0, 64);
    const EMPTY: Meeting = Meeting::Mbarrier(0, 72);

    #[test]
    fn a_barrier_orders_those_who_come_to_it_and_nobody_else() {
        let mut races = Races::new(1, 3, 8);
        let barrier = Meeting::Numbered(0, 1);
        races.write(0, (0, 4, 4), false).unwrap();
        races.read(0, 0, 4, 4).unwrap();
        assert!(races.read(1, 0, 5, 1).is_err());
        for warp in 0..2 {
            races.arrive(warp, barrier, 0);
        }
        races.leave(1, barrier, 0);
        races.read(1, 0, 4, 4).unwrap();
        assert!(races.read(2, 0, 4, 4).is_err());
    }

    #[test]
    fn a_reader_is_waited_for_before_the_next_write() {
        let mut races = Races::new(1, 2, 8);
        let barrier = Meeting::Numbered(0, 0);
        races.read(1, 0, 0, 4).unwrap();
        assert!(races.write(0, (0, 0, 4), false).is_err());
        for warp in 0..2 {
            races.arrive(warp, barrier, 0);
        }
        races.leave(0, barrier, 0);
        races.write(0, (0, 0, 4), false).unwrap();
    }

    #[test]
    fn every_reader_is_waited_for() {
        let mut races = Races::new(1, 3, 8);
        let barrier = Meeting::Numbered(0, 0);
        races.read(1, 0, 0, 4).unwrap();
        races.read(2, 0, 0, 2).unwrap();
        for warp in [0, 1] {
            races.arrive(warp, barrier, 0);
        }
        races.leave(0, barrier, 0);
        assert!(races.write(0, (0, 0, 4), false).is_err());
        races.write(0, (0, 2, 2), false).unwrap();
    }

    #[test]
    fn warps_that_write_the_same_need_no_order() {
        let mut races = Races::new(1, 2, 8);
        races.write(0, (0, 0, 4), false).unwrap();
        assert!(races.write(1, (0, 0, 4), false).is_err());
        races.write(1, (0, 0, 4), true).unwrap();
    }

    #[test]
    fn knowledge_passes_from_one_barrier_to_the_next() {
        let mut races = Races::new(1, 3, 8);
        let [first, second] = [1, 2].map(|which| Meeting::Numbered(0, which));
        races.write(0, (0, 0, 1), false).unwrap();
        for warp in [0, 1] {
            races.arrive(warp, first, 0);
        }
        races.leave(1, first, 0);
        for warp in [1, 2] {
            races.arrive(warp, second, 0);
        }
        races.leave(2, second, 0);
        races.read(2, 0, 0, 1).unwrap();
    }

    /// A producer, warp 4, and a warpgroup whose products read what its copies bring.
    #[test]
    fn a_stage_is_filled_again_when_its_consumers_have_released_it() {
        let mut races = Races::new(1, 5, 128);
        races.write(4, (0, 0, 16), false).unwrap();
        let copy = races.depart(4);
        races.arrive_with(&copy, FULL, 0);
        assert!(races.multiply(0, 0, 0, 16).is_err());
        (0..4).for_each(|warp| races.leave(warp, FULL, 0));
        races.multiply(0, 0, 0, 16).unwrap();
        // Released before the product is over.
        races.arrive(1, EMPTY, 0);
        races.leave(4, EMPTY, 0);
        assert!(races.write(4, (0, 0, 16), false).is_err());
        races.multiplied(2);
        races.arrive(2, EMPTY, 0);
        races.leave(4, EMPTY, 0);
        races.write(4, (0, 0, 16), false).unwrap();
    }

    #[test]
    fn who_has_waited_for_a_product_knows_what_all_its_warps_have_read() {
        let mut races = Races::new(1, 5, 8);
        races.read(1, 0, 0, 4).unwrap();
        for warp in [0, 1] {
            races.issue(warp);
        }
        races.multiplied(0);
        races.arrive(0, EMPTY, 0);
        races.leave(4, EMPTY, 0);
        races.write(4, (0, 0, 4), false).unwrap();
    }

    #[test]
    fn an_arrival_that_does_not_release_makes_known_what_a_fence_has() {
        let mut races = Races::new(2, 1, 8);
        let (one, other) = (races.warp(0, 0), races.warp(1, 0));
        races.write(one, (1, 0, 1), false).unwrap();
        races.arrive_relaxed(one, Meeting::Cluster, 0);
        races.leave(other, Meeting::Cluster, 0);
        let why = races.read(other, 1, 0, 1).unwrap_err();
        assert_eq!(
            why,
            "reads byte 0 of shared memory of block 1 of the cluster, which warp 0 of block 0 of the cluster wrote with no barrier between"
        );
        races.fence(one);
        races.arrive_relaxed(one, Meeting::Cluster, 1);
        races.leave(other, Meeting::Cluster, 1);
        races.read(other, 1, 0, 1).unwrap();
    }
}
