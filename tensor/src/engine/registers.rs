//! [`AsRegisters`]: an operand of an instruction, in one piece.

use super::{Engine, EngineMut, Rmem, SubByte, Subbyte};

/// Storage from which an instruction takes an operand in one piece: 32-bit or 64-bit registers, or a descriptor.
///
/// CuTe's `recast<RegType>(fragment)`. Values are read as whole registers, so the compiler keeps registers and packs nothing.
///
/// Source: CuTe, `mma_unpack` in `mma_traits.hpp`.
///
/// # Safety
/// `registers` reads only the storage of the engine.
#[diagnostic::on_unimplemented(
    message = "an instruction cannot take its operand `{R}` from `{Self}`",
    note = "registers come from a fragment that owns its values (`make_fragment_A`, `make_fragment_C`), descriptors from `make_fragment_A` or `make_fragment_B` of a tensor in shared memory"
)]
pub unsafe trait AsRegisters<R> {
    /// The values of the operand.
    type Value;

    /// The operand whose first value is at `offset`.
    ///
    /// # Safety
    /// `R` as a whole lies inside the storage, and its values are contiguous from `offset` on.
    unsafe fn registers(&self, offset: isize) -> R;
}

/// [`AsRegisters`] for an operand that the instruction writes.
///
/// # Safety
/// `registers_mut` gives access only to the storage of the engine.
#[diagnostic::on_unimplemented(
    message = "an instruction cannot write its operand `{R}` to `{Self}`",
    note = "accumulators are fragments that own their values: `make_fragment_C`"
)]
pub unsafe trait AsRegistersMut<R> {
    /// The values of the operand.
    type Value;

    /// The registers from `offset` on.
    ///
    /// # Safety
    /// As [`AsRegisters::registers`]; the operand starts at a multiple of the alignment of `R`.
    unsafe fn registers_mut(&mut self, offset: isize) -> &mut R;
}

// SAFETY: the read starts at the engine's base; that it ends inside is what `registers` asks of its caller.
unsafe impl<E: Engine<Space = Rmem>, R: Copy> AsRegisters<R> for E {
    type Value = E::Item;

    #[inline(always)]
    unsafe fn registers(&self, offset: isize) -> R {
        // SAFETY: the caller promises that the offset lies inside the storage.
        let first = unsafe { self.base().offset(offset) };
        // SAFETY: the caller promises that `R` lies inside the storage; the read asks for no alignment.
        unsafe { first.cast::<R>().read_unaligned() }
    }
}

// SAFETY: the reference starts at the engine's base; that it ends inside is what `registers_mut` asks of its caller.
unsafe impl<E: EngineMut<Space = Rmem>, R> AsRegistersMut<R> for E {
    type Value = E::Item;

    #[inline(always)]
    unsafe fn registers_mut(&mut self, offset: isize) -> &mut R {
        // SAFETY: the caller promises that the offset lies inside the storage.
        let first = unsafe { self.base_mut().offset(offset) };
        // SAFETY: the caller promises that `R` lies inside the storage, at a multiple of its alignment.
        unsafe { &mut *first.cast::<R>() }
    }
}

// SAFETY: the read starts at the byte of the offset; that it ends inside is what `registers` asks of its caller.
unsafe impl<T: SubByte, B: Engine<Item = u8, Space = Rmem>, R: Copy> AsRegisters<R>
    for Subbyte<T, B>
{
    type Value = T;

    #[inline(always)]
    unsafe fn registers(&self, offset: isize) -> R {
        // SAFETY: the caller promises that the operand lies inside the storage from this byte on; a register holds whole bytes.
        let first = unsafe { self.base().cast::<u8>().offset(offset / T::PER_BYTE) };
        // SAFETY: the caller promises that `R` lies inside the storage from this byte on; the read asks for no alignment.
        unsafe { first.cast::<R>().read_unaligned() }
    }
}
