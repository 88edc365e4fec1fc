//! Loads and stores of the elements at a [`SharedPtr`].

use azulejo_tensor::engine::{Engine, EngineMut, SharedBase, SharedCast, Smem, Value};
use azulejo_tensor::{Storage, Tensor};

use super::SharedPtr;
use crate::ptx::shared::{self, Shared};

// SAFETY: `address` is the shared address of the base, as the caller of `new` says, and moves with the base.
unsafe impl<T> SharedBase for SharedPtr<T> {
    #[inline(always)]
    fn shared_address(&self) -> u32 {
        self.shared_address()
    }
}

// SAFETY: the same address.
unsafe impl<T: Value> SharedCast for SharedPtr<T> {
    type As<U: Value> = SharedPtr<U>;

    #[inline(always)]
    unsafe fn cast<U: Value>(&self) -> SharedPtr<U> {
        // SAFETY: the maker of this pointer has the bytes inside the block's shared memory, initialized and free of races; the caller
        // has the address aligned for `U`, of which any bytes are a value, without padding.
        unsafe { SharedPtr::new(self.shared_address()) }
    }
}

/// Reads an element by the unsigned integer of its size.
///
/// # Safety
/// An element is at the address, in shared memory, aligned to its size, and nothing writes it meanwhile.
#[inline(always)]
unsafe fn load<T: Copy>(address: u32) -> T {
    macro_rules! load_as {
        ($read:ident) => {{
            // SAFETY: the caller has an initialized element of this size at the address, aligned to it.
            let bits = unsafe { read::$read(address) };
            // SAFETY: an integer of the size of `T`, with the bits of a `T`.
            unsafe { core::mem::transmute_copy(&bits) }
        }};
    }
    match const { size_of::<T>() } {
        1 => load_as!(b8),
        2 => load_as!(b16),
        4 => load_as!(b32),
        8 => load_as!(b64),
        // SAFETY: the caller has an initialized element at the address, aligned to it.
        _ => unsafe { shared::generic(address).cast::<T>().read() },
    }
}

/// Loads that the compiler may merge and reorder among each other, but not across writes and barriers.
#[cfg(target_arch = "nvptx64")]
mod read {
    use core::arch::asm;

    macro_rules! reads {
        ($($name:ident $bits:ty, $carrier:ty, $class:ident, $text:literal;)*) => {$(
            /// # Safety
            /// The address is aligned shared memory that is initialized.
            #[inline(always)]
            pub unsafe fn $name(address: u32) -> $bits {
                let value: $carrier;
                // SAFETY: the caller has an initialized element at the address, aligned (PTX ISA, `ld.shared`).
                unsafe {
                    asm!(concat!("ld.shared.", $text, " {}, [{}];"), out($class) value, in(reg32) address, options(pure, readonly, nostack))
                };
                value as $bits
            }
        )*};
    }

    reads! {
        b8 u8, u16, reg16, "u8";
        b16 u16, u16, reg16, "u16";
        b32 u32, u32, reg32, "u32";
        b64 u64, u64, reg64, "u64";
    }
}

/// Loads from the block's memory on the host.
#[cfg(not(target_arch = "nvptx64"))]
mod read {
    use crate::ptx::shared::Shared;

    macro_rules! reads {
        ($($name:ident $bits:ty;)*) => {$(
            /// # Safety
            /// Same requirements as [`Shared::load`].
            pub unsafe fn $name(address: u32) -> $bits {
                // SAFETY: upheld by the caller: aligned, initialized shared memory.
                unsafe { <$bits>::load(address) }
            }
        )*};
    }

    reads! { b8 u8; b16 u16; b32 u32; b64 u64; }
}

/// Writes an element by the unsigned integer of its size.
///
/// # Safety
/// The address is that of an element in shared memory, aligned to its size, and this thread's to write. The element has no padding.
#[inline(always)]
unsafe fn store<T: Copy>(address: u32, item: T) {
    macro_rules! store_as {
        ($bits:ty) => {{
            // SAFETY: an integer of the size of `T`, whose bytes are all initialized: it has no padding, as the caller of `new` says.
            let bits: $bits = unsafe { core::mem::transmute_copy(&item) };
            // SAFETY: the caller has an element of this size at the address, aligned to it, and this thread's to write.
            unsafe { <$bits>::store(address, bits) }
        }};
    }
    match const { size_of::<T>() } {
        1 => store_as!(u8),
        2 => store_as!(u16),
        4 => store_as!(u32),
        8 => store_as!(u64),
        // SAFETY: the caller has an element at the address, aligned to it, and this thread's to write.
        _ => unsafe { shared::generic(address).cast::<T>().write(item) },
    }
}

// SAFETY: the maker of the pointer promised all of it for the offsets that are asked for (`SharedPtr::new`).
unsafe impl<T: Value> Engine for SharedPtr<T> {
    type Item = T;
    type Space = Smem;
    type View<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn load(&self, offset: isize) -> T {
        // SAFETY: the maker of the pointer promised an initialized, aligned element at each offset (`new`).
        unsafe { load(self.offset(offset).shared_address()) }
    }

    #[inline(always)]
    fn contains(&self, _: isize) -> bool {
        true
    }

    #[inline(always)]
    fn view(&self, offset: isize) -> Self {
        self.offset(offset)
    }

    /// The generic address.
    #[inline(always)]
    fn base(&self) -> *const T {
        shared::generic(self.shared_address()).cast()
    }
}

// SAFETY: stores are inside the block's shared memory, aligned and free of races, as the caller of `SharedPtr::new` says, and
// `base_mut` is where offset 0 is stored.
unsafe impl<T: Value> EngineMut for SharedPtr<T> {
    type ViewMut<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn store(&mut self, offset: isize, item: T) {
        // SAFETY: the maker of the pointer promised an aligned element that this thread may write at each offset (`new`).
        unsafe { store(self.offset(offset).shared_address(), item) }
    }

    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        shared::generic(self.shared_address()).cast()
    }

    #[inline(always)]
    fn view_mut(&mut self, offset: isize) -> Self {
        self.offset(offset)
    }
}

impl<T: Value, L> Storage<L> for SharedPtr<T> {
    type Out = Tensor<Self, L>;

    #[inline(always)]
    fn tensor(self, layout: L) -> Self::Out {
        Tensor::from_parts(self, layout)
    }
}
