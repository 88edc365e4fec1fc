//! The shared memory of a block: an arena of bytes at 32-bit addresses.

use std::cell::UnsafeCell;
use std::vec::Vec;

use super::block::here;

/// 1024 bytes, aligned as a swizzle of 128 bytes needs.
#[repr(C, align(1024))]
struct Page(UnsafeCell<[u8; 1024]>);

/// Bytes from address 0 on.
pub(crate) struct Arena {
    pages: Vec<Page>,
    bytes: usize,
}

// SAFETY: the bytes are reached by raw pointers alone, whose users promise to order their accesses with barriers.
unsafe impl Sync for Arena {}

impl Arena {
    /// This many bytes, all zero.
    pub(crate) fn new(bytes: usize) -> Self {
        let page = || Page(UnsafeCell::new([0; 1024]));
        Arena {
            pages: (0..bytes.div_ceil(1024)).map(|_| page()).collect(),
            bytes,
        }
    }

    fn pointer(&self, address: u32, bytes: usize) -> *mut u8 {
        let end = (address as usize).saturating_add(bytes);
        assert!(
            end <= self.bytes,
            "shared memory: bytes {address}..{end} of {}; give `run_block` more",
            self.bytes
        );
        self.pages
            .as_ptr()
            .cast::<u8>()
            .wrapping_add(address as usize)
            .cast_mut()
    }
}

/// Where `bytes` bytes from the shared address `address` on are, for the block of the calling thread.
///
/// # Panics
/// If they are not in the block's shared memory, or the thread is not one of [`run_block`](super::run_block)'s.
pub fn pointer(address: u32, bytes: usize) -> *mut u8 {
    here().0.arena.pointer(address, bytes)
}
