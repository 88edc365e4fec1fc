//! [`VectorSpace`]: vectors of the memory that an engine is in.

use azulejo_tensor::engine::{AsRegisters, Engine, EngineMut, Gmem, Rmem, SharedBase, Smem, Space};

use crate::ptx::vector::Vector;

/// A memory space from which a thread loads vectors of what is in engine `E`.
///
/// # Safety
/// `load` reads only the storage of the engine.
#[diagnostic::on_unimplemented(
    message = "a copy cannot access `{E}` in `{Self}` by vectors",
    note = "global memory is a tensor on `GmemPtr`, shared memory one on `SharedPtr`, registers a fragment"
)]
pub unsafe trait VectorSpace<E>: Space {
    /// Loads the vector whose first element is at `offset`.
    ///
    /// # Safety
    /// The vector lies inside the storage, readable, and in memory aligned to its size.
    unsafe fn load<V: Vector>(engine: &E, offset: isize) -> V;
}

/// A memory space to which a thread stores vectors of what is in engine `E`.
///
/// # Safety
/// `store` writes only the storage of the engine.
#[diagnostic::on_unimplemented(
    message = "a copy cannot write `{E}` in `{Self}` by vectors",
    note = "global memory is a tensor on `GmemPtr`, shared memory one on `SharedPtr`, registers a fragment"
)]
pub unsafe trait VectorSpaceMut<E>: Space {
    /// Stores the vector whose first element is at `offset`.
    ///
    /// # Safety
    /// Same requirements as [`VectorSpace::load`], for writing.
    unsafe fn store<V: Vector>(engine: &mut E, offset: isize, value: V);
}

/// The address of an element in global memory.
#[inline(always)]
pub(super) fn global_address<E: Engine<Space = Gmem>>(engine: &E, offset: isize) -> u64 {
    engine.base().wrapping_offset(offset) as u64
}

/// The address of an element in shared memory.
#[inline(always)]
pub(super) fn shared_address<E: SharedBase + Engine>(engine: &E, offset: isize) -> u32 {
    let bytes = (offset as u32).wrapping_mul(size_of::<E::Item>() as u32);
    engine.shared_address().wrapping_add(bytes)
}

// SAFETY: the address is that of an element of the engine.
unsafe impl<E: Engine<Space = Self>> VectorSpace<E> for Gmem {
    #[inline(always)]
    unsafe fn load<V: Vector>(engine: &E, offset: isize) -> V {
        // SAFETY: upheld by the caller: readable global memory, aligned.
        unsafe { V::load_global(global_address(engine, offset)) }
    }
}

// SAFETY: the address is that of an element of the engine.
unsafe impl<E: EngineMut<Space = Self>> VectorSpaceMut<E> for Gmem {
    #[inline(always)]
    unsafe fn store<V: Vector>(engine: &mut E, offset: isize, value: V) {
        // SAFETY: upheld by the caller: writable global memory, aligned.
        unsafe { V::store_global(global_address(engine, offset), value) }
    }
}

// SAFETY: the address is that of an element of the engine.
unsafe impl<E: SharedBase + Engine<Space = Self>> VectorSpace<E> for Smem {
    #[inline(always)]
    unsafe fn load<V: Vector>(engine: &E, offset: isize) -> V {
        // SAFETY: upheld by the caller: readable shared memory, aligned.
        unsafe { V::load_shared(shared_address(engine, offset)) }
    }
}

// SAFETY: the address is that of an element of the engine.
unsafe impl<E: SharedBase + EngineMut<Space = Self>> VectorSpaceMut<E> for Smem {
    #[inline(always)]
    unsafe fn store<V: Vector>(engine: &mut E, offset: isize, value: V) {
        // SAFETY: upheld by the caller: writable shared memory, aligned.
        unsafe { V::store_shared(shared_address(engine, offset), value) }
    }
}

// SAFETY: the registers are those of the engine.
unsafe impl<E: Engine<Space = Self>> VectorSpace<E> for Rmem {
    #[inline(always)]
    unsafe fn load<V: Vector>(engine: &E, offset: isize) -> V {
        // SAFETY: upheld by the caller: the values are contiguous in the storage.
        unsafe { engine.registers(offset) }
    }
}

// SAFETY: the registers are those of the engine.
unsafe impl<E: EngineMut<Space = Self>> VectorSpaceMut<E> for Rmem {
    #[inline(always)]
    unsafe fn store<V: Vector>(engine: &mut E, offset: isize, value: V) {
        let first = engine.base_mut().wrapping_offset(offset).cast::<V>();
        // SAFETY: upheld by the caller: the values are contiguous in the storage; the write asks for no alignment.
        unsafe { first.write_unaligned(value) }
    }
}
