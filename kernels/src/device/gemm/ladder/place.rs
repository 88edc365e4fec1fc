//! [`places`]: a tensor whose elements are their own offsets.
//!
//! The instructions of these kernels take 32-bit addresses of shared memory, not pointers. Partitioned like any other tensor, this
//! one says where a thread's elements are; host tests read the same tensors.

use azulejo_tensor::Tensor;
use azulejo_tensor::engine::{Engine, Smem};

/// No memory: the element at an offset is the offset from where it started.
#[derive(Clone, Copy, Debug)]
pub struct Place(isize);

// SAFETY: it contains no offset, so nothing is read through `base`.
unsafe impl Engine for Place {
    type Item = u32;
    type Space = Smem;
    type View<'a> = Self;

    #[inline(always)]
    fn load(&self, offset: isize) -> u32 {
        (self.0 + offset) as u32
    }

    #[inline(always)]
    fn contains(&self, _: isize) -> bool {
        false
    }

    #[inline(always)]
    fn view(&self, offset: isize) -> Self {
        Place(self.0 + offset)
    }

    #[inline(always)]
    fn base(&self) -> *const u32 {
        core::ptr::without_provenance(self.0 as usize)
    }
}

/// The offsets of `layout`.
///
/// ```
/// use azulejo_kernels::device::gemm::ladder::place::places;
/// use azulejo_layout::{coord, layout};
/// let row = places(layout!((_4, _8):(_8, _1))).slice(coord!(2usize, _)).at(3usize);
/// assert_eq!(row, 19);
/// ```
#[inline(always)]
pub fn places<L>(layout: L) -> Tensor<Place, L> {
    Tensor::from_parts(Place(0), layout)
}
