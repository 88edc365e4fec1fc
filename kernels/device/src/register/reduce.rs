//! Reductions over the lanes that share a row or a column.

use azulejo_tensor::accumulator_lanes;
use azulejo_tensor::atom::MmaAtom;

use crate::immediate;
use crate::ptx::shuffle::Exchange;

/// `x` reduced over the lanes whose numbers differ in the bits of `LANES` alone: one shuffle a bit.
///
/// `LANES` follows from a layout of threads and values: `const { lanes_along::<Tv>(&[64, 32], 0) }`.
///
/// ```text
/// LANES = 0b00011   lanes 0 to 3, 4 to 7, …      every lane gets the result of its four
/// LANES = 0b11100   lanes 0, 4, …, 28; 1, 5, …   of its eight
/// ```
///
/// # Safety
/// All lanes of the warp make the same call, converged.
#[inline(always)]
pub unsafe fn all_reduce<const LANES: u32, T: Exchange>(x: T, op: impl Fn(T, T) -> T) -> T {
    const { immediate::lanes(LANES) };
    // SAFETY: the caller has all lanes of the warp make this call, converged.
    unsafe { over(LANES, x, op) }
}

/// [`all_reduce`]; `lanes` is a constant where it is called.
///
/// # Safety
/// Same requirements as [`all_reduce`].
#[inline(always)]
unsafe fn over<T: Exchange>(lanes: u32, x: T, op: impl Fn(T, T) -> T) -> T {
    let mut x = x;
    macro_rules! step { ($($bit:literal)*) => { $(
        if lanes >> $bit & 1 == 1 {
            // SAFETY: upheld by the caller: all lanes of the warp are here.
            x = op(x, unsafe { x.across(1 << $bit) });
        }
    )* } }
    step!(0 1 2 3 4);
    x
}

/// `x` reduced over the lanes of the warp that hold other coordinates along mode `MODE` of `Atom`'s accumulator: 0 reduces columns
/// over M, 1 rows over N.
///
/// The values of one lane are reduced before: those of `rowcol()` along the same mode. A GMMA accumulator has its rows in four warps;
/// columns over all of them need shared memory after this.
///
/// # Safety
/// Same requirements as [`all_reduce`].
#[inline(always)]
pub unsafe fn accumulator_all_reduce<Atom: MmaAtom, const MODE: usize, T: Exchange>(
    x: T,
    op: impl Fn(T, T) -> T,
) -> T {
    // SAFETY: the caller has all lanes of the warp make this call, converged.
    unsafe { over(const { accumulator_lanes::<Atom, MODE>() }, x, op) }
}

/// `x` reduced over the lanes that hold the same row of `Atom`'s accumulator.
///
/// Source: FlashAttention 3, `quad_allreduce_` in `softmax.h`.
///
/// # Safety
/// Same requirements as [`all_reduce`].
#[inline(always)]
pub unsafe fn row_all_reduce<Atom: MmaAtom>(x: f32, op: impl Fn(f32, f32) -> f32) -> f32 {
    // SAFETY: the caller has all lanes of the warp make this call, converged.
    unsafe { accumulator_all_reduce::<Atom, 1, f32>(x, op) }
}
