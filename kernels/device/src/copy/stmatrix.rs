//! `stmatrix`: 8×8 tiles of 16-bit units from registers to shared memory.

use azulejo_layout::Int;
use azulejo_tensor::atom::{
    SM90_U16x2_STSM_T, SM90_U16x4_STSM_T, SM90_U16x8_STSM_T, SM90_U32x1_STSM_N, SM90_U32x2_STSM_N,
    SM90_U32x4_STSM_N,
};
use azulejo_tensor::engine::{AsRegisters, Engine, EngineMut, Rmem, SharedBase};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, assert_vectorized};

use super::execute::ExecuteCopy;
use super::matrix::registers_of;
use super::space::shared_address;
use crate::ptx::stmatrix;

macro_rules! stsm {
    ($($op:ident $n:literal $transposed:literal;)*) => {$(
        // SAFETY: registers of 32 bits each, in the order of the instruction's source layout.
        unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for $op
        where
            ES: Engine<Space = Rmem>,
            LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
            ED: SharedBase + EngineMut<Item = ES::Item>,
            LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
        {
            const CHECKS: () = {
                let values = registers_of::<ES::Item>(stringify!($op), $transposed);
                assert_vectorized::<LS>(stringify!($op), "source", values);
                assert_vectorized::<LD>(stringify!($op), "destination", 16 / size_of::<ES::Item>());
            };

            #[inline(always)]
            unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                const { <Self as ExecuteCopy<ES, LS, ED, LD>>::CHECKS };
                let word = crate::inlined!(|w: usize| -> u32 {
                    if w >= $n {
                        return 0;
                    }
                    let at = src.layout().offset_at(i + w * const { 4 / size_of::<ES::Item>() }).value() as isize;
                    // SAFETY: the values of a register are contiguous, as checked above, from a coordinate of the fragment on.
                    unsafe { src.engine().registers(at) }
                });
                let words = [word(0), word(1), word(2), word(3)];
                let row = dst.layout().offset_at(j).value() as isize;
                // SAFETY: upheld by the caller: the warp is converged, each row is 16 writable, aligned bytes.
                unsafe { stmatrix::store::<$n, $transposed>(shared_address(dst.engine(), row), words) };
            }
        }
    )*};
}

stsm! {
    SM90_U32x1_STSM_N 1 false;
    SM90_U32x2_STSM_N 2 false;
    SM90_U32x4_STSM_N 4 false;
    SM90_U16x2_STSM_T 1 true;
    SM90_U16x4_STSM_T 2 true;
    SM90_U16x8_STSM_T 4 true;
}
