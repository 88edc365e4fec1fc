//! Which warps of a block have met at a barrier since one of them touched a byte.
//!
//! Each warp counts its arrivals at barriers, and knows how far each other warp had counted when they last met, by
//! itself or through others. A byte remembers who wrote it last and who has read it, each with its count then. Who
//! touches it now has to know of those counts, or the two accesses may come in either order on a device.

/// The record of one block. Accesses of one warp among themselves are not looked at.
pub struct Races {
    warps: usize,
    /// What warp `a` knows of warp `b`, at `a * warps + b`.
    known: Vec<u32>,
    /// What those who came to a barrier knew, for even and odd phases.
    met: Vec<[Vec<u32>; 2]>,
    /// The last writer of each byte, from 1, above its count.
    written: Vec<u64>,
    /// Each warp's count when it last read a byte, at `byte * warps + warp`.
    read: Vec<u32>,
}

impl Races {
    /// A block of so many warps, with shared memory up to address `end`.
    pub fn new(warps: usize, end: usize) -> Self {
        let mut known = vec![0; warps * warps];
        (0..warps).for_each(|warp| known[warp * warps + warp] = 1);
        let met = vec![[vec![0; warps], vec![0; warps]]; 16];
        Self {
            warps,
            known,
            met,
            written: vec![0; end],
            read: vec![0; end * warps],
        }
    }

    /// A warp comes to a barrier in this phase of it.
    pub fn arrive(&mut self, warp: usize, barrier: usize, phase: u64) {
        let own = &mut self.known[warp * self.warps..][..self.warps];
        join(&mut self.met[barrier][phase as usize & 1], own);
        own[warp] += 1;
    }

    /// A warp goes on from a barrier that has opened.
    pub fn leave(&mut self, warp: usize, barrier: usize, phase: u64) {
        join(
            &mut self.known[warp * self.warps..][..self.warps],
            &self.met[barrier][phase as usize & 1],
        );
    }

    /// A warp reads bytes inside of the memory.
    pub fn read(&mut self, warp: usize, at: usize, bytes: usize) -> Result<(), String> {
        let own = &self.known[warp * self.warps..][..self.warps];
        if let Some((byte, writer)) = unknown_writer(own, &self.written[at..at + bytes]) {
            return Err(said("reads", at + byte, "wrote", writer));
        }
        let read = &mut self.read[at * self.warps..][..bytes * self.warps];
        let by_warp = read.iter_mut().skip(warp).step_by(self.warps);
        by_warp.for_each(|read| *read = own[warp]);
        Ok(())
    }

    /// A warp writes bytes inside of the memory; `again`, if they hold that already: warps that write the same need no
    /// order among themselves.
    pub fn write(
        &mut self,
        warp: usize,
        at: usize,
        bytes: usize,
        again: bool,
    ) -> Result<(), String> {
        let own = &self.known[warp * self.warps..][..self.warps];
        let written = &mut self.written[at..at + bytes];
        if !again {
            if let Some((byte, writer)) = unknown_writer(own, written) {
                return Err(said("writes", at + byte, "wrote", writer));
            }
            let read = &self.read[at * self.warps..][..bytes * self.warps];
            if let Some((byte, reader)) = unknown_reader(own, read) {
                return Err(said("writes", at + byte, "read", reader));
            }
        }
        written.fill((warp as u64 + 1) << 32 | u64::from(own[warp]));
        Ok(())
    }
}

/// The first byte whose last writer had counted further than is known of it. A warp knows all of itself.
fn unknown_writer(own: &[u32], written: &[u64]) -> Option<(usize, usize)> {
    let unknown = |&written: &u64| {
        let writer = ((written >> 32) as usize).checked_sub(1)?;
        (written as u32 > own[writer]).then_some(writer)
    };
    // Most bytes were written together.
    let (first, rest) = written.split_first()?;
    if unknown(first).is_none() && rest == &written[..rest.len()] {
        return None;
    }
    (0..)
        .zip(written)
        .find_map(|(byte, written)| Some((byte, unknown(written)?)))
}

/// The first byte that another has read, further in its count than is known of it.
fn unknown_reader(own: &[u32], read: &[u32]) -> Option<(usize, usize)> {
    let unknown = |readers: &[u32]| (0..own.len()).find(|&other| readers[other] > own[other]);
    // Most bytes were read together.
    let (first, rest) = read.split_at_checked(own.len())?;
    if unknown(first).is_none() && rest == &read[..rest.len()] {
        return None;
    }
    (0..)
        .zip(read.chunks_exact(own.len()))
        .find_map(|(byte, readers)| Some((byte, unknown(readers)?)))
}

fn join(into: &mut [u32], from: &[u32]) {
    into.iter_mut()
        .zip(from)
        .for_each(|(into, &from)| *into = (*into).max(from));
}

fn said(does: &str, byte: usize, did: &str, other: usize) -> String {
    format!("{does} byte {byte} of shared memory, which warp {other} {did} with no barrier between")
}

#[cfg(test)]
mod tests {
    use super::Races;

    #[test]
    fn a_barrier_orders_those_who_come_to_it_and_nobody_else() {
        let mut races = Races::new(3, 8);
        races.write(0, 4, 4, false).unwrap();
        races.read(0, 4, 4).unwrap();
        assert!(races.read(1, 5, 1).is_err());
        for warp in 0..2 {
            races.arrive(warp, 1, 0);
        }
        races.leave(1, 1, 0);
        races.read(1, 4, 4).unwrap();
        assert!(races.read(2, 4, 4).is_err());
    }

    #[test]
    fn a_reader_is_waited_for_before_the_next_write() {
        let mut races = Races::new(2, 8);
        races.read(1, 0, 4).unwrap();
        assert!(races.write(0, 0, 4, false).is_err());
        races.arrive(0, 0, 0);
        races.arrive(1, 0, 0);
        races.leave(0, 0, 0);
        races.write(0, 0, 4, false).unwrap();
    }

    #[test]
    fn warps_that_write_the_same_need_no_order() {
        let mut races = Races::new(2, 8);
        races.write(0, 0, 4, false).unwrap();
        assert!(races.write(1, 0, 4, false).is_err());
        races.write(1, 0, 4, true).unwrap();
    }

    #[test]
    fn knowledge_passes_from_one_barrier_to_the_next() {
        let mut races = Races::new(3, 8);
        races.write(0, 0, 1, false).unwrap();
        races.arrive(0, 1, 0);
        races.arrive(1, 1, 0);
        races.leave(1, 1, 0);
        races.arrive(1, 2, 0);
        races.arrive(2, 2, 0);
        races.leave(2, 2, 0);
        races.read(2, 0, 1).unwrap();
    }
}
