//! Who wrote shared memory by ordinary stores and has not fenced them (PTX ISA, proxies).
//!
//! Products and bulk copies read through another proxy: they may miss a store that no `fence.proxy.async` of the thread
//! that made it follows. The 16 bytes around a store remember its thread, and how often that thread had fenced.

use crate::machine::Shared;

/// The bits of a count of fences.
const FENCES: u32 = (1 << 21) - 1;

/// A block's record; it begins with the first mbarrier, without which a block has no copies to order.
#[derive(Default)]
pub struct Proxies {
    /// For each 16 bytes: the thread plus one above a count of fences, or 0.
    writers: Vec<u32>,
    /// How often each thread has fenced.
    fences: Vec<u32>,
}

impl Proxies {
    /// Begins the record of `bytes` of shared memory and `threads`.
    pub fn begin(&mut self, bytes: usize, threads: usize) {
        if self.writers.is_empty() {
            self.writers = vec![0; bytes.div_ceil(16)];
            self.fences = vec![0; threads];
        }
    }

    /// A thread has stored; addresses of other blocks are out of range, and not recorded.
    pub fn stored(&mut self, thread: usize, address: u64, bytes: usize) {
        if let Some(&fences) = self.fences.get(thread) {
            self.set(address, bytes, (thread as u32 + 1) << 21 | fences & FENCES);
        }
    }

    /// An asynchronous copy has written.
    pub fn copied(&mut self, address: u64, bytes: usize) {
        self.set(address, bytes, 0);
    }

    /// A thread has fenced.
    pub fn fenced(&mut self, thread: usize) {
        if let Some(fences) = self.fences.get_mut(thread) {
            *fences += 1;
        }
    }

    fn set(&mut self, address: u64, bytes: usize, writer: u32) {
        let (first, end) = (
            address as usize / 16,
            (address as usize + bytes).div_ceil(16),
        );
        if let Some(writers) = self.writers.get_mut(first..end) {
            writers.fill(writer);
        }
    }

    /// The bytes at an address of shared memory, read asynchronously.
    pub fn read<'s>(
        &self,
        shared: &'s Shared,
        address: u64,
        bytes: usize,
    ) -> Result<&'s [u8], String> {
        let (first, end) = (
            address as usize / 16,
            (address as usize + bytes).div_ceil(16),
        );
        for &writer in self.writers.get(first..end).unwrap_or(&[]) {
            let thread = (writer >> 21) as usize;
            if thread > 0
                && self
                    .fences
                    .get(thread - 1)
                    .is_some_and(|fences| fences & FENCES == writer & FENCES)
            {
                return Err(format!(
                    "shared memory at {address:#x} is read asynchronously; thread {} stored there without a fence.proxy.async",
                    thread - 1
                ));
            }
        }
        shared.bytes(address, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Proxies;
    use crate::machine::Shared;

    #[test]
    fn a_store_is_read_after_its_own_threads_fence() {
        let (mut record, mut shared) = (Proxies::default(), Shared::new(2048, false));
        record.begin(2048, 64);
        shared.write(1040, &[1; 16]).unwrap();
        record.stored(33, 1044, 4);
        assert!(record.read(&shared, 1024, 16).is_ok());
        assert!(record.read(&shared, 1040, 16).is_err());
        record.fenced(32);
        assert!(record.read(&shared, 1040, 16).is_err());
        record.fenced(33);
        assert_eq!(record.read(&shared, 1040, 16), Ok(&[1; 16][..]));
        record.stored(33, 1040, 16);
        record.copied(1040, 16);
        assert!(record.read(&shared, 1040, 16).is_ok());
    }
}
