//! Boxes of tensors as plain loops, by a [`TensorMap`](crate::host::TensorMap)(crate::host::TensorMap) of the host.

use super::mbarrier;
use super::smem::Smem;
use crate::host::tensor_map::Box5;
use crate::host::{pointer, update};
use crate::immediate;

/// How a reduction combines an element in global memory with one in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Sum.
    Add,
    /// Lesser.
    Min,
    /// Greater.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise XOR.
    Xor,
}

/// Stops a multicast to other CTAs: a block here is a cluster of its own.
pub(super) fn alone(mask: Option<u16>) {
    assert!(
        mask.is_none_or(|mask| mask == 1),
        "a multicast to several CTAs; on the CPU a block is a cluster of its own"
    );
}

/// The map at an address.
unsafe fn map_at<'a>(address: u64) -> &'a Box5 {
    // SAFETY: upheld by the caller: the address of a live map.
    unsafe { &*(address as *const Box5) }
}

/// Loads the box at `coord` to `dst`, and counts its bytes on `bar`.
///
/// # Safety
/// `map` is the address of a live [`TensorMap`](crate::host::TensorMap); no other thread uses the destination.
pub unsafe fn load<const RANK: usize>(
    dst: Smem,
    map: u64,
    coord: [i32; 5],
    bar: Smem,
    mask: Option<u16>,
    _policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    alone(mask);
    // SAFETY: the caller has the address of a live map.
    let map = unsafe { map_at(map) };
    map.each(dst, coord, |global, shared| {
        let to = pointer(shared, map.element);
        match global {
            // SAFETY: the map's elements are readable, by the contract of its maker; `pointer` checks the destination.
            Some(from) => unsafe { core::ptr::copy_nonoverlapping(from, to, map.element) },
            // SAFETY: `pointer` checks that the destination has room for an element.
            None => unsafe { core::ptr::write_bytes(to, 0, map.element) },
        }
    });
    mbarrier::complete(bar, map.box_bytes());
}

/// Stores the box at `src` to `coord`.
///
/// # Safety
/// Same requirements as [`load`], of a map of writable memory.
pub unsafe fn store<const RANK: usize>(map: u64, coord: [i32; 5], src: Smem, _policy: Option<u64>) {
    const { immediate::rank(RANK) };
    // SAFETY: the caller has the address of a live map.
    let map = unsafe { map_at(map) };
    map.each(src, coord, |global, shared| {
        if let Some(to) = global {
            let from = pointer(shared, map.element);
            // SAFETY: the map's elements are writable, by the contract of its maker; `pointer` checks the source.
            unsafe { core::ptr::copy_nonoverlapping(from, to, map.element) };
        }
    });
}

/// [`store`] that combines with what is in global memory.
///
/// # Safety
/// Same requirements as [`store`].
pub unsafe fn reduce<const RANK: usize>(
    op: Reduction,
    map: u64,
    coord: [i32; 5],
    src: Smem,
    _policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    // SAFETY: the caller has the address of a live map.
    let map = unsafe { map_at(map) };
    // One block at a time, so that elements are combined atomically.
    update(|| {
        map.each(src, coord, |global, shared| {
            if let Some(to) = global {
                // SAFETY: the map's elements are writable, by the contract of its maker, and `update` lets one block in; `pointer`
                // checks the source.
                unsafe { (map.combine)(op, to, pointer(shared, map.element)) };
            }
        });
    });
}

/// Loads the box at `coord` to L2: nothing here.
///
/// # Safety
/// None here.
pub unsafe fn prefetch<const RANK: usize>(_map: u64, _coord: [i32; 5], _policy: Option<u64>) {
    const { immediate::rank(RANK) };
}

/// Waits until at most `N` groups have yet to complete.
pub fn wait<const N: u32>() {}
