//! `stmatrix`, by [`emulate_copy`].

use azulejo_tensor::atom::*;

use super::smem::Smem;
use super::vector::{Vector, aligned};
use crate::host::{Group, collective};
use crate::immediate;

/// Stores `N` matrices, 1, 2 or 4, of a register each; the first `8 * N` lanes give the addresses of rows.
///
/// # Safety
/// The rows are not used by other threads without a barrier between.
pub unsafe fn store<const N: usize, const TRANSPOSE: bool>(row: Smem, words: [u32; 4]) {
    const { immediate::matrices(N) };
    collective(Group::Warp, "stmatrix", &mut (row, words), |all| {
        let source =
            |thread: usize, value: usize| (all[thread].1[value / 2] >> (16 * (value % 2))) as u16;
        let rows = match (N, TRANSPOSE) {
            (1, false) => emulate_copy(CopyAtom::<SM90_U32x1_STSM_N, u16>::new(), source),
            (1, true) => emulate_copy(CopyAtom::<SM90_U16x2_STSM_T, u16>::new(), source),
            (2, false) => emulate_copy(CopyAtom::<SM90_U32x2_STSM_N, u16>::new(), source),
            (2, true) => emulate_copy(CopyAtom::<SM90_U16x4_STSM_T, u16>::new(), source),
            (_, false) => emulate_copy(CopyAtom::<SM90_U32x4_STSM_N, u16>::new(), source),
            (_, true) => emulate_copy(CopyAtom::<SM90_U16x8_STSM_T, u16>::new(), source),
        };
        for (index, &half) in rows.iter().enumerate() {
            let (lane, value) = (index % 32, index / 32);
            if lane < 8 * N {
                aligned::<[u32; 4]>(all[lane].0.into());
                // SAFETY: upheld by the caller: the row is the warp's.
                unsafe { u16::store_shared(all[lane].0 + 2 * value as u32, half) };
            }
        }
    });
}
