//! [`SharedPtr`]: shared memory by its 32-bit address.

use core::marker::PhantomData;

/// Elements in the shared memory of the thread block, or a field of its storage, by a 32-bit address.
///
/// Instructions take the address as it is: no conversion from a generic address, no 64-bit addition. Loads and stores are
/// `ld.shared` and `st.shared`. What uses a field takes a pointer to the field's type: a pipeline its `PipelineStorage`, a TMA load a
/// barrier, `u64`.
///
/// Source: CuTe, `smem_ptr` and `cast_smem_ptr_to_uint`.
#[derive(Debug)]
pub struct SharedPtr<T> {
    address: u32,
    element: PhantomData<T>,
}

impl<T> Clone for SharedPtr<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedPtr<T> {}

impl<T> SharedPtr<T> {
    /// Elements from the byte `address` on.
    ///
    /// # Safety
    /// A `T` is there, in the block's shared memory: the address is a multiple of its alignment, and of its size where that is 2, 4 or 8
    /// bytes. Elements of such a size and of 1 byte have no padding. What a tensor on it reaches lies inside the block's shared memory, is initialized where it is read, and is not
    /// written by one thread while another reads or writes it without a barrier between.
    #[inline(always)]
    pub const unsafe fn new(address: u32) -> Self {
        SharedPtr {
            address,
            element: PhantomData,
        }
    }

    /// The address, for instructions.
    #[inline(always)]
    pub const fn shared_address(&self) -> u32 {
        self.address
    }

    #[cfg(any(feature = "std", target_arch = "nvptx64"))]
    #[inline(always)]
    pub(super) fn offset(&self, offset: isize) -> Self {
        let bytes = (offset as u32).wrapping_mul(size_of::<T>() as u32);
        SharedPtr {
            address: self.address.wrapping_add(bytes),
            ..*self
        }
    }
}
