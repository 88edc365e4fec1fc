//! A block's shared memory.

use super::Region;
use crate::text::SHARED_START;

/// Shared memory of one block; addresses begin at [`SHARED_START`].
pub struct Shared {
    region: Region,
    unwritten: bool,
}

impl Shared {
    /// Memory up to address `end`, of which nothing is written; `unwritten` asks for that to be a fault.
    pub fn new(end: usize, unwritten: bool) -> Self {
        Self {
            region: Region::new(end),
            unwritten,
        }
    }

    /// The address after the last byte.
    pub fn end(&self) -> usize {
        self.region.len()
    }

    /// The bytes at an address, each of which has to have been written.
    pub fn bytes(&self, address: u64, bytes: usize) -> Result<&[u8], String> {
        match self.any(address, bytes)? {
            (found, true) => Ok(found),
            (_, false) => Err(self.unwritten(address, bytes)),
        }
    }

    /// The bytes at an address, and whether each of them has been written, where that is looked for.
    #[inline]
    pub fn any(&self, address: u64, bytes: usize) -> Result<(&[u8], bool), String> {
        let at = self.check(address, bytes, "reads")?;
        let found = self.region.get(at, bytes).unwrap_or(&[]);
        Ok((found, !self.unwritten || self.region.is_written(at, bytes)))
    }

    /// What is wrong with bytes of which not each has been written.
    #[cold]
    pub fn unwritten(&self, address: u64, bytes: usize) -> String {
        let what = format!("reads {bytes} bytes of shared memory at {address}");
        match self.region.unwritten(address as usize, bytes) {
            Some((first, why)) => format!("{what}, of which byte {first} {why}"),
            None => what,
        }
    }

    /// Makes bytes count as never written.
    pub fn poison(&mut self, address: u64, bytes: usize) -> Result<(), String> {
        let at = self.check(address, bytes, "writes")?;
        self.region.poison(at, bytes);
        Ok(())
    }

    /// Returns `true` if these bytes stand at an address already; no bytes stand nowhere.
    pub fn holds(&self, at: usize, bytes: &[u8]) -> bool {
        !bytes.is_empty()
            && self.region.get(at, bytes.len()) == Some(bytes)
            && self.region.is_written(at, bytes.len())
    }

    /// Copies bytes in.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), String> {
        let at = self.check(address, from.len(), "writes")?;
        self.region.set(at, from);
        Ok(())
    }

    /// Makes bytes count as not written, as long as an asynchronous copy is on its way to them.
    pub fn forget(&mut self, address: u64, bytes: usize) -> Result<(), String> {
        let at = self.check(address, bytes, "writes")?;
        self.region.forget(at, bytes);
        Ok(())
    }

    #[inline]
    fn check(&self, address: u64, bytes: usize, verb: &str) -> Result<usize, String> {
        let at = address as usize;
        match at >= SHARED_START && at + bytes <= self.region.len() {
            true => Ok(at),
            false => Err(self.outside(address, bytes, verb)),
        }
    }

    #[cold]
    fn outside(&self, address: u64, bytes: usize, verb: &str) -> String {
        format!(
            "{verb} {bytes} bytes of shared memory at {address}: the block's memory is {SHARED_START} to {}",
            self.region.len()
        )
    }
}
