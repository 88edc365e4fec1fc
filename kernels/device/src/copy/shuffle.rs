//! `SM50_Shuffle_U32_2x2Trans_XOR4`: a 2×2 transpose of registers between threads that differ by 4.

use azulejo_layout::Int;
use azulejo_tensor::atom::SM50_Shuffle_U32_2x2Trans_XOR4;
use azulejo_tensor::engine::{AsRegisters, Engine, EngineMut, Rmem};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, assert_vectorized};

use super::execute::ExecuteCopy;
use crate::ptx::shuffle::Exchange;
use crate::ptx::thread;

// SAFETY: of two registers per thread keeps one and exchanges the other, as the instruction's layouts state.
unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for SM50_Shuffle_U32_2x2Trans_XOR4
where
    ES: Engine<Space = Rmem>,
    LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
    ED: EngineMut<Item = ES::Item, Space = Rmem>,
    LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
{
    const CHECKS: () = {
        let name = "SM50_Shuffle_U32_2x2Trans_XOR4";
        let values = super::matrix::registers_of::<ES::Item>(name, false);
        assert_vectorized::<LS>(name, "source", values);
        assert_vectorized::<LD>(name, "destination", values);
    };

    #[inline(always)]
    unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
        const { <Self as ExecuteCopy<ES, LS, ED, LD>>::CHECKS };
        let values = const { 4 / size_of::<ES::Item>() };
        let from =
            crate::inlined!(|w: usize| src.layout().offset_at(i + w * values).value() as isize);
        // SAFETY: the values of a register are contiguous, as checked above, from a coordinate of the fragment on.
        let first: u32 = unsafe { src.engine().registers(from(0)) };
        // SAFETY: the values of the second register are contiguous, too, and inside the fragment.
        let second: u32 = unsafe { src.engine().registers(from(1)) };
        let odd = thread::lane() & 4 != 0;
        // SAFETY: upheld by the caller: the warp is converged.
        let received = unsafe { if odd { first } else { second }.across(4) };
        let words = if odd {
            [received, second]
        } else {
            [first, received]
        };
        let layout = dst.layout();
        let mut put = crate::inlined!(|w: usize| {
            let at = layout.offset_at(j + w * values).value() as isize;
            let register = dst
                .engine_mut()
                .base_mut()
                .wrapping_offset(at)
                .cast::<u32>();
            // SAFETY: the values of a register are contiguous in the destination, as checked above, and inside the fragment.
            unsafe { register.write_unaligned(words[w]) };
        });
        put(0);
        put(1);
    }
}
