//! Barriers in shared memory that count arrivals and bytes (PTX ISA, `mbarrier`).

use crate::machine::{Clock, Cluster, Meeting, Shared, Wait};

/// Bits that mark 8 bytes as a barrier.
const MARK: u64 = 0b10;

/// The largest count of arrivals, and of bytes outstanding.
const LARGEST: u64 = (1 << 20) - 1;

/// A barrier's state; in memory it is 8 opaque bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mbarrier {
    /// Arrivals that each phase expects.
    expected: u64,
    /// Arrivals that this phase still awaits.
    pending: u64,
    /// Bytes announced less bytes come.
    bytes: i64,
    /// The parity of this phase.
    parity: u32,
}

impl Mbarrier {
    /// A barrier for `count` arrivals a phase, in phase 0.
    ///
    /// # Errors
    /// If `count` is not in 1 to 2^20 - 1.
    pub fn new(count: u64) -> Result<Self, String> {
        if !(1..=LARGEST).contains(&count) {
            return Err(format!("mbarrier.init with a count of {count}"));
        }
        Ok(Self {
            expected: count,
            pending: count,
            bytes: 0,
            parity: 0,
        })
    }

    /// The barrier that these 8 bytes of memory are.
    ///
    /// # Errors
    /// If they are none: never initialised, invalidated or overwritten.
    pub fn decode(bits: u64) -> Result<Self, String> {
        let barrier = Self {
            parity: (bits >> 2) as u32 & 1,
            bytes: (bits as i64) << 40 >> 43,
            pending: bits >> 24 & LARGEST,
            expected: bits >> 44,
        };
        if bits & 0b11 == MARK && barrier.expected > 0 && barrier.pending <= barrier.expected {
            return Ok(barrier);
        }
        Err(format!("{bits:#018x} in shared memory is no mbarrier"))
    }

    /// The barrier as memory holds it.
    pub fn encode(&self) -> u64 {
        let bytes = self.bytes as u64 & 0x1f_ffff;
        self.expected << 44 | self.pending << 24 | bytes << 3 | u64::from(self.parity) << 2 | MARK
    }

    /// The barrier at an address of a block's shared memory.
    ///
    /// # Errors
    /// As [`Mbarrier::decode`], and for memory that is not written.
    pub fn read(shared: &Shared, place: u64) -> Result<Self, String> {
        let mut bits = [0; 8];
        bits.copy_from_slice(shared.bytes(place, 8)?);
        Self::decode(u64::from_le_bytes(bits))
    }

    /// Puts the barrier there.
    ///
    /// # Errors
    /// If the address is outside the block's shared memory.
    pub fn write(&self, shared: &mut Shared, place: u64) -> Result<(), String> {
        shared.write(place, &self.encode().to_le_bytes())
    }

    /// The number of the present phase, as far as is known: 0 or 1.
    pub fn phase(&self) -> u64 {
        self.parity.into()
    }

    /// What the present phase awaits, in words.
    pub fn awaits(&self) -> String {
        let bytes = match self.bytes {
            0.. => format!("{} bytes", self.bytes),
            _ => format!("the announcement of {} bytes that have come", -self.bytes),
        };
        format!(
            "phase {} awaits {} of {} arrivals and {bytes}",
            self.parity, self.pending, self.expected
        )
    }

    /// Changes the barrier there, and answers with the phase that it was in.
    ///
    /// # Errors
    /// As [`Mbarrier::read`], and those of the change.
    pub fn change(
        shared: &mut Shared,
        place: u64,
        change: impl FnOnce(&mut Self) -> Result<(), String>,
    ) -> Result<u64, String> {
        let mut barrier = Self::read(shared, place)?;
        let phase = barrier.phase();
        change(&mut barrier)?;
        barrier.write(shared, place)?;
        Ok(phase)
    }

    /// Counts bytes of a copy to the block of this rank that have come, of a warp that knew this when it started the copy.
    ///
    /// # Errors
    /// As [`Mbarrier::change`].
    pub fn copied(
        cluster: &mut Cluster,
        (rank, place): (usize, u64),
        bytes: u32,
        clock: Option<&Clock>,
    ) -> Result<(), String> {
        let shared = &mut cluster.blocks[rank].shared;
        let phase = Self::change(shared, place, |one| one.complete(bytes))?;
        if let (Some(races), Some(clock)) = (&mut cluster.races, clock) {
            races.arrive_with(clock, Meeting::Mbarrier(rank, place), phase);
        }
        Ok(())
    }

    /// Returns `true` if the phase of this parity has ended, the current and the one before being those that may be asked for.
    pub fn ended(&self, parity: u32) -> bool {
        parity & 1 != self.parity
    }

    /// Announces `bytes` for this phase.
    ///
    /// # Errors
    /// If more are outstanding than a barrier counts.
    pub fn expect(&mut self, bytes: u32) -> Result<(), String> {
        self.bytes += i64::from(bytes);
        self.counted()
    }

    /// Arrives `count` times.
    ///
    /// # Errors
    /// If the phase awaits fewer.
    pub fn arrive(&mut self, count: u64) -> Result<(), String> {
        self.pending = self.pending.checked_sub(count).ok_or_else(|| {
            format!(
                "{count} arrivals at an mbarrier that awaits {}",
                self.pending
            )
        })?;
        self.end();
        Ok(())
    }

    /// Counts `bytes` that have come.
    ///
    /// # Errors
    /// If more have come unannounced than a barrier counts.
    pub fn complete(&mut self, bytes: u32) -> Result<(), String> {
        self.bytes -= i64::from(bytes);
        self.counted()?;
        self.end();
        Ok(())
    }

    fn counted(&self) -> Result<(), String> {
        if self.bytes.unsigned_abs() > LARGEST {
            return Err(format!("{} bytes outstanding at an mbarrier", self.bytes));
        }
        Ok(())
    }

    fn end(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.pending = self.expected;
            self.parity ^= 1;
        }
    }
}

/// What a warp of block `rank` waits for, in words.
pub fn described(wait: Wait, cluster: &Cluster, rank: usize) -> String {
    let said = format!("{} {:#x}", wait.what, wait.which);
    if wait.what != Wait::MBARRIER {
        return said;
    }
    let shared = &cluster.blocks[super::rank(rank, wait.which)].shared;
    match Mbarrier::read(shared, wait.which & u64::from(super::OFFSET)) {
        Ok(barrier) => format!("{said}, whose {}", barrier.awaits()),
        Err(_) => said,
    }
}

#[cfg(test)]
mod tests {
    use super::Mbarrier;

    #[test]
    fn a_phase_ends_with_the_last_arrival_and_the_last_byte() {
        let mut barrier = Mbarrier::new(2).unwrap();
        assert!(barrier.ended(1) && !barrier.ended(0));
        barrier.expect(48).unwrap();
        barrier.arrive(1).unwrap();
        barrier.complete(32).unwrap();
        assert_eq!(Mbarrier::decode(barrier.encode()), Ok(barrier));
        barrier.complete(16).unwrap();
        assert!(!barrier.ended(0));
        barrier.arrive(1).unwrap();
        assert!(barrier.ended(0) && !barrier.ended(1));
    }

    #[test]
    fn bytes_may_come_before_they_are_announced() {
        let mut barrier = Mbarrier::new(1).unwrap();
        barrier.complete(64).unwrap();
        assert_eq!(Mbarrier::decode(barrier.encode()), Ok(barrier));
        barrier.expect(64).unwrap();
        barrier.arrive(1).unwrap();
        assert!(barrier.ended(0));
    }

    #[test]
    fn a_barrier_that_awaits_bytes_only_is_one() {
        let mut barrier = Mbarrier::new(1).unwrap();
        barrier.expect(64).unwrap();
        barrier.arrive(1).unwrap();
        assert!(barrier.arrive(1).is_err());
        assert_eq!(Mbarrier::decode(barrier.encode()), Ok(barrier));
    }

    #[test]
    fn other_memory_is_no_barrier() {
        for bits in [0, u64::MAX, 0x3f80_0000_3f80_0000] {
            assert!(Mbarrier::decode(bits).is_err());
        }
        assert!(Mbarrier::new(0).is_err());
    }
}
