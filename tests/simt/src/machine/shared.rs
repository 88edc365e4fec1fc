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
            (_, Some(why)) => Err(why),
            (found, None) => Ok(found),
        }
    }

    /// The bytes at an address, and what is wrong with them if not each of them has been written.
    pub fn any(&self, address: u64, bytes: usize) -> Result<(&[u8], Option<String>), String> {
        let at = self.check(address, bytes, "reads")?;
        let unwritten = self.region.unwritten(at, bytes).filter(|_| self.unwritten);
        let why = unwritten.map(|(first, why)| {
            format!(
                "reads {bytes} bytes of shared memory at {address}, of which byte {first} {why}"
            )
        });
        Ok((self.region.get(at, bytes).unwrap_or(&[]), why))
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
            && self.region.unwritten(at, bytes.len()).is_none()
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

    fn check(&self, address: u64, bytes: usize, verb: &str) -> Result<usize, String> {
        let at = address as usize;
        match at >= SHARED_START && at + bytes <= self.region.len() {
            true => Ok(at),
            false => Err(format!(
                "{verb} {bytes} bytes of shared memory at {address}: the block's memory is {SHARED_START} to {}",
                self.region.len()
            )),
        }
    }
}
