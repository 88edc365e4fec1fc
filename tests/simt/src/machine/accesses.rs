//! Who has touched each byte of a block's shared memory: its last writer, and those who have read it since.

use std::collections::HashMap;

/// An agent, and its count at an access.
pub type Access = (u32, u32);

/// Sets of reads, each once, by numbers; 0 is the empty one.
pub struct Readers {
    sets: Vec<Vec<Access>>,
    numbers: HashMap<Vec<Access>, u32>,
    /// What became of a set with a read, lately: one of each hash. That the reader has learned more since leaves a set larger than it
    /// need be, and nothing else.
    lately: Vec<(u32, Access, u32)>,
}

/// How many are remembered.
const LATELY: usize = 1 << 12;

impl Default for Readers {
    fn default() -> Self {
        Self {
            sets: vec![Vec::new()],
            numbers: HashMap::from([(Vec::new(), 0)]),
            lately: vec![(0, (0, 0), 0); LATELY],
        }
    }
}

impl Readers {
    /// The set with one more read, without those that the reader knows of: whoever is ordered after the reader is after them.
    fn with(&mut self, set: u32, known: &[u32], read: Access) -> u32 {
        // Fibonacci hashing.
        let hash = (set.wrapping_mul(0x9e37_79b1) ^ read.0 << 5 ^ read.1) as usize % LATELY;
        let (of, by, found) = self.lately[hash];
        if (of, by) == (set, read) {
            return found;
        }
        let found = self.found(set, known, read);
        self.lately[hash] = (set, read, found);
        found
    }

    fn found(&mut self, set: u32, known: &[u32], read: Access) -> u32 {
        let apart = |&(agent, count): &Access| agent != read.0 && count > known[agent as usize];
        let old = self.sets[set as usize].iter().copied();
        let mut all: Vec<Access> = old.filter(apart).collect();
        all.push(read);
        all.sort_unstable();
        if let Some(&number) = self.numbers.get(&all) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(all.clone());
        self.numbers.insert(all, number);
        number
    }

    /// One of the set that is further in its count than is known of it.
    fn unknown(&self, set: u32, known: &[u32]) -> Option<usize> {
        let mut all = self.sets[set as usize].iter();
        let found = all.find(|&&(agent, count)| count > known[agent as usize]);
        found.map(|&(agent, _)| agent as usize)
    }
}

/// The record of one block's bytes.
pub struct Accesses {
    written: Vec<Access>,
    /// The number of a set.
    read: Vec<u32>,
}

impl Accesses {
    /// Memory up to address `end`, which nobody has touched.
    pub fn new(end: usize) -> Self {
        Self {
            written: vec![(0, 0); end],
            read: vec![0; end],
        }
    }

    /// The first byte whose last writer had counted further than is known of it.
    pub fn unknown_writer(&self, known: &[u32], at: usize, bytes: usize) -> Option<(usize, usize)> {
        let unknown =
            |&(agent, count): &Access| (count > known[agent as usize]).then_some(agent as usize);
        first(&self.written, at, bytes, unknown)
    }

    /// The first byte that another has read, further in its count than is known of it.
    pub fn unknown_reader(
        &self,
        readers: &Readers,
        known: &[u32],
        at: usize,
        bytes: usize,
    ) -> Option<(usize, usize)> {
        first(&self.read, at, bytes, |&set| readers.unknown(set, known))
    }

    /// Bytes are read by who knows this.
    pub fn read(
        &mut self,
        readers: &mut Readers,
        known: &[u32],
        by: Access,
        at: usize,
        bytes: usize,
    ) {
        let read = &mut self.read[at..at + bytes];
        if let Some((&first, rest)) = read.split_first()
            && rest.iter().all(|set| *set == first)
        {
            let set = readers.with(first, known, by);
            if set != first {
                read.fill(set);
            }
            return;
        }
        for run in read.chunk_by_mut(|x, y| x == y) {
            let set = readers.with(run[0], known, by);
            run.fill(set);
        }
    }

    /// Bytes are written, after all reads but where they are written `again`.
    pub fn write(&mut self, by: Access, at: usize, bytes: usize, again: bool) {
        self.written[at..at + bytes].fill(by);
        if !again {
            self.read[at..at + bytes].fill(0);
        }
    }
}

/// The first of so many bytes for which `found` is something.
fn first<T: PartialEq>(
    all: &[T],
    at: usize,
    bytes: usize,
    found: impl Fn(&T) -> Option<usize>,
) -> Option<(usize, usize)> {
    // Most bytes were touched together.
    let (one, rest) = all[at..at + bytes].split_first()?;
    if found(one).is_none() && rest.iter().all(|other| other == one) {
        return None;
    }
    let mut byte = at;
    for run in all[at..at + bytes].chunk_by(|x, y| x == y) {
        if let Some(found) = found(&run[0]) {
            return Some((byte, found));
        }
        byte += run.len();
    }
    None
}
