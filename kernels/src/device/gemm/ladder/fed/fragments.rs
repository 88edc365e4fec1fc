//! How fragments come from a stage to registers.

use super::doubles::Values;
use super::halves::Panel;
use crate::device::ptx::{ldmatrix, shared, shared::Shared, smem::Smem};
use crate::device::repeat;

/// The fragments of a warp's part of an operand: `N` of them a step.
pub trait Fragments<F, const N: usize> {
    /// What a lane computes once of where they are.
    type Places: Copy;

    /// That, the warp's part being `from` bytes from a stage's beginning.
    fn places(lane: u32, from: u32) -> Self::Places;

    /// Loads a quarter of the fragments of step `k`, number `part`, where they belong in `all`.
    ///
    /// # Safety
    /// The whole warp asks; the stage, at a multiple of 1,024, is full.
    unsafe fn load(stage: Smem, places: &Self::Places, k: usize, part: usize, all: &mut [F; N]);
}

/// Where a lane's rows of the first step of every block of a panel are, or of every step of the first block.
#[inline(always)]
fn rows<P: Panel>(from: u32, of: impl Fn(usize, usize) -> u32) -> [u32; 4] {
    let mut all = [0; 4];
    repeat::<4>(
        #[inline(always)]
        |at| all[at] = if P::TRANSPOSE { of(at, 0) } else { of(0, at) } + from,
    );
    all
}

/// Four matrices of block `i` and step `k` of the panel at `panel`: steps along one of them are constant.
///
/// # Safety
/// The whole warp asks; the panel is full.
#[inline(always)]
unsafe fn matrices<P: Panel>(panel: Smem, places: &[u32; 4], i: usize, k: usize) -> [u32; 4] {
    // 16 lines of 128 bytes are a block of rows where K is contiguous, else a step.
    // SAFETY: the caller's.
    unsafe {
        if P::TRANSPOSE {
            ldmatrix::load::<true>(panel + places[i] + k as u32 * 2048)
        } else {
            ldmatrix::load::<false>(panel + places[k] + i as u32 * 2048)
        }
    }
}

impl<P: Panel> Fragments<[u32; 4], 4> for P {
    type Places = [u32; 4];

    #[inline(always)]
    fn places(lane: u32, from: u32) -> [u32; 4] {
        rows::<P>(
            from,
            #[inline(always)]
            |i, k| P::a(lane, i, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: Smem, places: &[u32; 4], k: usize, i: usize, all: &mut [[u32; 4]; 4]) {
        // SAFETY: the caller's contract.
        all[i] = unsafe { matrices::<P>(stage, places, i, k) };
    }
}

impl<P: Panel> Fragments<[u32; 2], 8> for P {
    type Places = [u32; 4];

    #[inline(always)]
    fn places(lane: u32, from: u32) -> [u32; 4] {
        rows::<P>(
            from,
            #[inline(always)]
            |i, k| P::b(lane, i, k),
        )
    }

    #[inline(always)]
    unsafe fn load(stage: Smem, places: &[u32; 4], k: usize, i: usize, all: &mut [[u32; 2]; 8]) {
        // SAFETY: the caller's contract.
        let [x, y, z, w] = unsafe { matrices::<P>(stage, places, i, k) };
        (all[2 * i], all[2 * i + 1]) = ([x, y], [z, w]);
    }
}

/// The value that is `beyond` bytes from the first of lane 0, for the lane whose first is at `first`.
///
/// # Safety
/// As [`Shared::load`].
#[inline(always)]
unsafe fn value(first: Smem, beyond: u32) -> f64 {
    // The address is the load's own, for so many kept would leave no registers.
    let turned = shared::opaque(first ^ (beyond & 1023));
    // SAFETY: the caller's contract.
    unsafe { f64::load(turned + (beyond & !1023)) }
}

macro_rules! values {
    ($($values:literal of $side:ident;)*) => {$(
        impl<P: Values> Fragments<[f64; $values], 4> for P {
            type Places = u32;

            #[inline(always)]
            fn places(lane: u32, from: u32) -> u32 {
                from + P::$side(lane, 0, 0, 0)
            }

            #[inline(always)]
            unsafe fn load(stage: Smem, first: &u32, k: usize, i: usize, all: &mut [[f64; $values]; 4]) {
                repeat::<$values>(
                    #[inline(always)]
                    // SAFETY: a value of a full stage.
                    |v| all[i][v] = unsafe { value(stage + first, P::$side(0, v, i, k)) },
                );
            }
        }
    )*};
}

values! { 4 of a; 2 of b; }
