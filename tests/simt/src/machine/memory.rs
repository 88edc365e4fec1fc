//! The device's memory: allocations that do not touch, each access checked.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::{Checks, Region};

/// The first address that is handed out.
const FIRST: u64 = 0x0000_0010_0000_0000;

/// What lies between two allocations and belongs to none.
const GAP: u64 = 4096;

/// Allocations begin on multiples of this, as the driver's do.
const ALIGNMENT: u64 = 512;

/// The device's memory.
pub struct Memory {
    /// Which faults are looked for.
    pub checks: Checks,
    allocations: Vec<Allocation>,
    /// Where among them the last access was: most are where the one before was.
    recent: Cell<usize>,
    reserved: BTreeMap<u64, usize>,
    freed: Vec<(u64, u64)>,
    next: u64,
}

struct Allocation {
    address: u64,
    region: Region,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            checks: Checks::default(),
            allocations: Vec::new(),
            recent: Cell::new(0),
            reserved: BTreeMap::new(),
            freed: Vec::new(),
            next: FIRST,
        }
    }
}

impl Memory {
    /// Memory without an allocation.
    pub fn new() -> Self {
        Self::default()
    }

    /// New bytes that were never written. Addresses are never handed out twice.
    pub fn allocate(&mut self, bytes: usize) -> Result<u64, String> {
        let address = self.reserve(bytes)?;
        self.commit(address);
        Ok(address)
    }

    /// The address of an allocation that no access finds before [`Memory::commit`].
    pub fn reserve(&mut self, bytes: usize) -> Result<u64, String> {
        if bytes == 0 {
            return Err("an allocation of no bytes".into());
        }
        let address = self.next;
        self.next = address
            .checked_add(bytes as u64)
            .and_then(|end| end.checked_add(GAP)?.checked_next_multiple_of(ALIGNMENT))
            .ok_or_else(|| format!("an allocation of {bytes} bytes"))?;
        self.reserved.insert(address, bytes);
        Ok(address)
    }

    /// Makes a reserved allocation one that is there.
    pub fn commit(&mut self, address: u64) {
        let Some(bytes) = self.reserved.remove(&address) else {
            return;
        };
        let at = self
            .allocations
            .partition_point(|one| one.address < address);
        let region = Region::new(bytes);
        self.allocations.insert(at, Allocation { address, region });
    }

    /// Gives an allocation back.
    pub fn free(&mut self, address: u64) -> Result<(), String> {
        let index = self
            .allocations
            .binary_search_by_key(&address, |one| one.address);
        let index = index.map_err(|_| format!("{address:#x} is freed and is no allocation"))?;
        let gone = self.allocations.remove(index);
        self.freed.push((gone.address, gone.region.len() as u64));
        Ok(())
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
        let (Allocation { region, .. }, at) = self.find(address, bytes, "reads")?;
        let found = region.get(at, bytes).unwrap_or(&[]);
        Ok((
            found,
            !self.checks.unwritten || region.is_written(at, bytes),
        ))
    }

    /// What is wrong with bytes of which not each has been written.
    #[cold]
    pub fn unwritten(&self, address: u64, bytes: usize) -> String {
        let what = format!("reads {bytes} bytes at {address:#x}");
        let Ok((allocation, at)) = self.find(address, bytes, "reads") else {
            return what;
        };
        match allocation.region.unwritten(at, bytes) {
            Some((first, why)) => {
                let place = self.describe(address + (first - at) as u64);
                format!("{what}, of which {place} {why}")
            }
            None => what,
        }
    }

    /// Copies bytes out, each of which has to have been written.
    pub fn read(&self, address: u64, into: &mut [u8]) -> Result<(), String> {
        into.copy_from_slice(self.bytes(address, into.len())?);
        Ok(())
    }

    /// Copies bytes out, written or not, and their marks: a copy to the host or to other memory.
    pub fn read_any(&self, address: u64, into: &mut [u8]) -> Result<(), String> {
        let (allocation, at) = self.find(address, into.len(), "reads")?;
        if let Some(bytes) = allocation.region.get(at, into.len()) {
            into.copy_from_slice(bytes);
        }
        Ok(())
    }

    /// Copies bytes in.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), String> {
        let (index, at) = self.index(address, from.len(), "writes")?;
        self.allocations[index].region.set(at, from);
        Ok(())
    }

    /// Makes bytes count as never written, as long as an asynchronous copy is on its way to them.
    pub fn forget(&mut self, address: u64, bytes: usize) -> Result<(), String> {
        let (index, at) = self.index(address, bytes, "writes")?;
        self.allocations[index].region.forget(at, bytes);
        Ok(())
    }

    /// The start and size of the allocation around an address, also of one that is only reserved.
    pub fn allocation(&self, address: u64) -> Option<(u64, usize)> {
        let reserved = self.reserved.range(..=address).next_back();
        if let Some((start, bytes)) =
            reserved.filter(|(start, bytes)| address - *start < **bytes as u64)
        {
            return Some((*start, *bytes));
        }
        let (allocation, _) = self.find(address, 1, "asks for").ok()?;
        Some((allocation.address, allocation.region.len()))
    }

    #[inline]
    fn find(&self, address: u64, bytes: usize, verb: &str) -> Result<(&Allocation, usize), String> {
        let (index, at) = self.index(address, bytes, verb)?;
        Ok((&self.allocations[index], at))
    }

    #[inline]
    fn index(&self, address: u64, bytes: usize, verb: &str) -> Result<(usize, usize), String> {
        match self.inside(self.recent.get(), address, bytes) {
            Some(found) => Ok(found),
            None => self.search(address, bytes, verb),
        }
    }

    /// The place in an allocation where all bytes lie inside of it.
    #[inline]
    fn inside(&self, index: usize, address: u64, bytes: usize) -> Option<(usize, usize)> {
        let one = self.allocations.get(index)?;
        let at = address.checked_sub(one.address)? as usize;
        (at.checked_add(bytes)? <= one.region.len()).then_some((index, at))
    }

    fn search(&self, address: u64, bytes: usize, verb: &str) -> Result<(usize, usize), String> {
        let after = self
            .allocations
            .partition_point(|one| one.address <= address);
        let below = after.checked_sub(1);
        if let Some(found) = below.and_then(|index| self.inside(index, address, bytes)) {
            self.recent.set(found.0);
            return Ok(found);
        }
        Err(format!(
            "{verb} {bytes} bytes at {address:#x}: {}",
            self.describe(address)
        ))
    }

    /// An address in words.
    fn describe(&self, address: u64) -> String {
        let after = self
            .allocations
            .partition_point(|one| one.address <= address);
        let below = after.checked_sub(1).map(|index| &self.allocations[index]);
        if let Some(&(start, bytes)) = self
            .freed
            .iter()
            .find(|(start, bytes)| (*start..start + bytes).contains(&address))
        {
            return format!(
                "byte {} of {bytes} at {start:#x}, which has been freed",
                address - start
            );
        }
        let reserved = self.reserved.range(..=address).next_back();
        if let Some((start, bytes)) =
            reserved.filter(|(start, bytes)| address - *start < **bytes as u64)
        {
            return format!(
                "an allocation of {bytes} bytes at {start:#x} that its stream has not come to"
            );
        }
        match below {
            Some(one) if address - one.address < one.region.len() as u64 + GAP => {
                format!(
                    "byte {} of the {} bytes at {:#x}",
                    address - one.address,
                    one.region.len(),
                    one.address
                )
            }
            _ => format!("{address:#x} is in no allocation"),
        }
    }
}
