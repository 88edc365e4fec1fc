//! Reductions, which happen one after the other: a thread of a block on the CPU runs alone.

use super::vector::aligned;

/// Adds four f32 to those at an address.
///
/// # Safety
/// Four f32 are at `address`, which no thread outside of the block uses.
pub unsafe fn add_f32x4(address: u64, values: [f32; 4]) {
    aligned::<[u32; 4]>(address);
    let to = address as *mut [f32; 4];
    // SAFETY: upheld by the caller: four f32, which only this thread uses now.
    let sums = unsafe { &mut *to };
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
