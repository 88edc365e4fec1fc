//! `ldmatrix`: 8 × 8 tiles of 16-bit units from shared memory to registers.

use azulejo_layout::Int;
use azulejo_tensor::atom::{SM75_U16x8_LDSM_T, SM75_U32x4_LDSM_N};
use azulejo_tensor::engine::{AsRegistersMut, Engine, SharedBase};
use azulejo_tensor::{OffsetAt, Tensor};

use super::execute::{ExecuteCopy, shared_address};
use crate::ptx::ldmatrix;

macro_rules! ldsm {
    ($($op:ident $transpose:literal;)*) => {$(
        // SAFETY: four registers of two values each, in the order of the instruction's destination layout.
        unsafe impl<ES, LS, ED, LD> ExecuteCopy<ES, LS, ED, LD> for $op
        where
            ES: SharedBase + Engine,
            LS: OffsetAt<usize, Offset: Int>,
            ED: AsRegistersMut<u32>,
            LD: OffsetAt<usize, Offset: Int>,
        {
            #[inline(always)]
            unsafe fn call(src: &Tensor<ES, LS>, i: usize, dst: &mut Tensor<ED, LD>, j: usize) {
                const { assert!(size_of::<ES::Item>() <= 4, "ldmatrix moves elements of 4 bytes at most") };
                let layout = dst.layout();
                let per_register = const { 4 / size_of::<ES::Item>() };
                // SAFETY: upheld by the caller: the warp is converged, each row is 16 aligned bytes.
                let words = unsafe { ldmatrix::load::<$transpose>(shared_address(src, i)) };
                let mut put = #[inline(always)] |w: usize| {
                    let at = layout.offset_at(j + per_register * w).value() as isize;
                    // SAFETY: the offset is that of a coordinate, where a register begins.
                    unsafe { *dst.engine_mut().registers_mut(at) = words[w] };
                };
                put(0);
                put(1);
                put(2);
                put(3);
            }
        }
    )*};
}

ldsm! {
    SM75_U32x4_LDSM_N false;
    SM75_U16x8_LDSM_T true;
}
