//! `ldmatrix`, by [`emulate_copy`].

use azulejo_tensor::atom::*;

use super::vector::{Vector, aligned};
use crate::host::{Group, collective};
use crate::immediate;

/// Loads `N` matrices, 1, 2 or 4, whose rows start at the addresses of the first `8 * N` lanes.
///
/// # Safety
/// The rows are not written by other threads without a barrier between.
pub unsafe fn load<const N: usize, const TRANSPOSE: bool>(address: u32) -> [u32; N] {
    const { immediate::matrices(N) };
    let mut mine = (address, [0; 4]);
    collective(Group::Warp, "ldmatrix", &mut mine, |all| {
        let rows: std::vec::Vec<u32> = all.iter().map(|lane| lane.0).collect();
        let source = |thread: usize, value: usize| {
            aligned::<[u32; 4]>(rows[thread].into());
            // SAFETY: upheld by the caller: no other thread writes the row.
            unsafe { u16::load_shared(rows[thread] + 2 * value as u32) }
        };
        let halves = match (N, TRANSPOSE) {
            (1, false) => emulate_copy(CopyAtom::<SM75_U32x1_LDSM_N, u16>::new(), source),
            (1, true) => emulate_copy(CopyAtom::<SM75_U16x2_LDSM_T, u16>::new(), source),
            (2, false) => emulate_copy(CopyAtom::<SM75_U32x2_LDSM_N, u16>::new(), source),
            (2, true) => emulate_copy(CopyAtom::<SM75_U16x4_LDSM_T, u16>::new(), source),
            (_, false) => emulate_copy(CopyAtom::<SM75_U32x4_LDSM_N, u16>::new(), source),
            (_, true) => emulate_copy(CopyAtom::<SM75_U16x8_LDSM_T, u16>::new(), source),
        };
        for (index, &half) in halves.iter().enumerate() {
            let (lane, value) = (index % 32, index / 32);
            all[lane].1[value / 2] |= u32::from(half) << (16 * (value % 2));
        }
    });
    core::array::from_fn(|w| mine.1[w])
}
