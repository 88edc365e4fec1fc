//! Whole tiles of sums from registers to D, without shared memory and the barriers that it takes.
//!
//! Four lanes have 64 bytes of a row in pairs of f64, so each instruction fills sectors of 32 bytes, and a warp stores as soon as it has
//! its sums: its neighbours may still multiply.

use super::args::Args;
use super::epilogue::{self, Emit};
use super::sums::Sums;
use crate::device::repeat;

/// Stores the tile at `at` of D, the sums times alpha.
///
/// # Safety
/// The tile lies inside D, whose elements have the type of the sums and whose rows are contiguous and aligned to a pair of them.
#[inline(always)]
pub unsafe fn store<Acc: Emit<Out>, Out, S: Sums<Acc>, const NB: usize>(
    args: &Args,
    at: (u32, u32, u32),
    tid: u32,
    sums: &[[[Acc; 4]; NB]; 4],
) {
    let alpha = Acc::alpha(args);
    let (row, column) = S::place(tid, (0, 0, 0));
    let first = epilogue::address::<Acc>(&args.d, (at.0 + row, at.1 + column, at.2));
    repeat::<8>(
        #[inline(always)]
        |rows| {
            let (i, v) = (rows / 2, 2 * (rows % 2));
            let (down, _) = S::place(0, (v, i, 0));
            let row = first.wrapping_offset((down as i64 * args.d.row) as isize);
            repeat::<NB>(
                #[inline(always)]
                |j| {
                    let (_, across) = S::place(0, (0, 0, j));
                    let pair = [sums[i][j][v], sums[i][j][v + 1]];
                    // SAFETY: inside D, at an even column.
                    unsafe { S::keep_scaled(row.wrapping_add(across as usize).cast(), pair, alpha) }
                },
            );
        },
    );
}
