//! Shared addresses of a cluster: a block's rank plus one in the highest byte, or nothing for the own block.

/// The bits of a shared address that count within its block.
pub const OFFSET: u32 = 0xff_ffff;

/// The rank of the block that a shared address is of, seen from block `own`.
pub fn rank(own: usize, address: u64) -> usize {
    match (address as u32 >> 24) as usize {
        0 => own,
        above => above - 1,
    }
}
