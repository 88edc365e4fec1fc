//! `ldmatrix`: 8×8 tiles of 16-bit units from shared memory to registers.

use azulejo_layout::Int;
use azulejo_tensor::atom::{
    SM75_U16x2_LDSM_T, SM75_U16x4_LDSM_T, SM75_U16x8_LDSM_T, SM75_U32x1_LDSM_N, SM75_U32x2_LDSM_N,
    SM75_U32x4_LDSM_N,
};
use azulejo_tensor::engine::{Engine, EngineMut, Rmem, SharedBase};
use azulejo_tensor::{MemoryLayout, OffsetAt, Tensor, assert_vectorized};

use super::execute::ExecuteCopy;
use super::matrix::registers_of;
use super::space::shared_address;
use crate::ptx::ldmatrix;

macro_rules! ldsm {
    ($($op:ident $n:literal $transposed:literal;)*) => {$(
        // SAFETY: registers of 32 bits each, in the order of the instruction's destination layout.
        unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for $op
        where
            ES: SharedBase + Engine,
            LS: MemoryLayout + OffsetAt<usize, Offset: Int>,
            ED: EngineMut<Item = ES::Item, Space = Rmem>,
            LD: MemoryLayout + OffsetAt<usize, Offset: Int>,
        {
            const CHECKS: () = {
                let values = registers_of::<ES::Item>(stringify!($op), $transposed);
                assert_vectorized::<LS>(stringify!($op), "source", 16 / size_of::<ES::Item>());
                assert_vectorized::<LD>(stringify!($op), "destination", values);
            };

            #[inline(always)]
            unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                const { <Self as ExecuteCopy<ES, LS, ED, LD>>::CHECKS };
                let row = src.layout().offset_at(i).value() as isize;
                // SAFETY: upheld by the caller: the warp is converged, each row is 16 readable, aligned bytes.
                let words: [u32; $n] = unsafe { ldmatrix::load::<$n, $transposed>(shared_address(src.engine(), row)) };
                let layout = dst.layout();
                let mut put = crate::inlined!(|w: usize| {
                    let at = layout.offset_at(j + w * const { 4 / size_of::<ES::Item>() }).value() as isize;
                    let register = dst.engine_mut().base_mut().wrapping_offset(at).cast::<u32>();
                    // SAFETY: the values of a register are contiguous, as checked above, from a coordinate of the fragment on.
                    unsafe { register.write_unaligned(words[w]) };
                });
                put(0);
                if const { $n > 1 } {
                    put(1);
                }
                if const { $n > 2 } {
                    put(2);
                    put(3);
                }
            }
        }
    )*};
}

ldsm! {
    SM75_U32x1_LDSM_N 1 false;
    SM75_U32x2_LDSM_N 2 false;
    SM75_U32x4_LDSM_N 4 false;
    SM75_U16x2_LDSM_T 1 true;
    SM75_U16x4_LDSM_T 2 true;
    SM75_U16x8_LDSM_T 4 true;
}
