//! [`TensorMap`]: what a tensor map is on a device, for the kernels' bodies on the CPU.

use core::marker::PhantomData;
use std::boxed::Box;

use azulejo_layout::{AnyLayout, Layout};
use azulejo_tensor::{Category, Element, MemoryLayout, ModeValues, make_tma_copy};

use super::ptx::bulk_tensor::Reduction;

/// A tensor and its box, without their types.
pub(crate) struct Box5 {
    base: *mut u8,
    rank: usize,
    pub(crate) element: usize,
    dim: [u64; 5],
    strides: [u64; 5],
    extent: [u32; 5],
    swizzle: u32,
    pub(crate) combine: unsafe fn(Reduction, *mut u8, *const u8),
}

impl Box5 {
    pub(crate) fn box_bytes(&self) -> u32 {
        self.extent.iter().product::<u32>() * self.element as u32
    }

    /// Calls `f` with the place in global memory, where there is one, and the shared address of each element of a box.
    pub(crate) fn each(
        &self,
        shared: u32,
        coord: [i32; 5],
        mut f: impl FnMut(Option<*mut u8>, u32),
    ) {
        assert!(
            shared.is_multiple_of(128),
            "TMA: a box at the shared address {shared}, which is not a multiple of 128"
        );
        for index in 0..self.extent.iter().product::<u32>() {
            let (mut rest, mut inside, mut offset) = (index, true, 0u64);
            for (mode, &start) in coord.iter().enumerate().take(self.rank) {
                let at = i64::from(start) + i64::from(rest % self.extent[mode]);
                rest /= self.extent[mode];
                inside &= at >= 0 && (at as u64) < self.dim[mode];
                offset = offset.wrapping_add((at as u64).wrapping_mul(self.strides[mode]));
            }
            let linear = shared + index * self.element as u32;
            // Bits 4.. are changed by bits 7..: 1, 2 or 3 of them.
            let mask = (self.swizzle / 16).saturating_sub(1);
            let place = linear ^ ((linear >> 7 & mask) << 4);
            f(
                inside.then(|| self.base.wrapping_add(offset as usize)),
                place,
            );
        }
    }
}

/// Combines two elements.
///
/// # Safety
/// Elements `T` are at both addresses, aligned or not; that at `to` is this thread's to write.
unsafe fn combine<T: Element>(op: Reduction, to: *mut u8, from: *const u8) {
    let (to, from) = (to.cast::<T>(), from.cast::<T>());
    // SAFETY: the caller has an element at the address.
    let a = unsafe { to.read_unaligned() };
    // SAFETY: the caller has an element at this address, too.
    let b = unsafe { from.read_unaligned() };
    let is_integer = matches!(T::DTYPE.category(), Category::Int);
    let combined = match op {
        // Sums of integers wrap, as on a device.
        Reduction::Add if is_integer => T::from_raw(a.to_raw().wrapping_add(b.to_raw())),
        Reduction::Add => T::from_f64(a.to_f64() + b.to_f64()),
        Reduction::Min if b < a => b,
        Reduction::Max if b > a => b,
        Reduction::Min | Reduction::Max => a,
        Reduction::And => T::from_raw(a.to_raw() & b.to_raw()),
        Reduction::Or => T::from_raw(a.to_raw() | b.to_raw()),
        Reduction::Xor => T::from_raw(a.to_raw() ^ b.to_raw()),
    };
    // SAFETY: the caller's element, which this thread may write.
    unsafe { to.write_unaligned(combined) }
}

/// A tensor map for tiles `Tile` of elements `T` in the memory of the process.
///
/// [`TensorMap::address`] is what a kernel's body takes for `TmaLoad::new` and `TmaStore::new`.
pub struct TensorMap<T, Tile> {
    map: Box<Box5>,
    tile: PhantomData<(T, Tile)>,
}

// SAFETY: the map holds numbers and a pointer whose memory its maker promises to threads.
unsafe impl<T, Tile> Sync for TensorMap<T, Tile> {}

impl<T: Element, Tile: MemoryLayout> TensorMap<T, Tile> {
    /// The map of the tensor at `base` with layout `layout`.
    ///
    /// # Errors
    /// As [`make_tma_copy`].
    ///
    /// # Safety
    /// Every element of the layout is readable, and writable where a kernel stores, for as long as the map is used, and no other
    /// thread writes what a block reads.
    pub unsafe fn new<S: Copy, D: Copy>(
        base: *mut T,
        layout: Layout<S, D>,
    ) -> Result<Self, &'static str>
    where
        Layout<S, D>: AnyLayout<L: ModeValues>,
    {
        let params = make_tma_copy::<T, Tile, 1, S, D>(layout)?;
        Ok(TensorMap {
            map: Box::new(Box5 {
                base: base.cast(),
                rank: params.tensor_rank,
                element: size_of::<T>(),
                dim: params.global_dim,
                strides: params.global_strides,
                extent: params.box_dim,
                swizzle: params.swizzle,
                combine: combine::<T>,
            }),
            tile: PhantomData,
        })
    }

    /// The address of the map.
    pub fn address(&self) -> u64 {
        let map: *const Box5 = &*self.map;
        map as u64
    }
}
