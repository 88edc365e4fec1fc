//! [`Softmax`]: the running maximum and sum of a thread's rows, while blocks of keys pass.

use azulejo_device::ptx::math;
use azulejo_device::register::row_all_reduce;
use azulejo_device::{inlined, repeat};
use azulejo_layout::Int;
use azulejo_layout::check::rules::Desc;
use azulejo_tensor::atom::{MmaAtom, StaticLayout};
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Repeat, Tensor};

/// A layout of accumulators whose entries have a number: entry `i` of (rows, columns).
pub trait Accumulators:
    AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>
{
}
impl<L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>> Accumulators
    for L
{
}

/// Rows of a thread.
///
/// # Panics
/// Where their number is not static.
pub const fn rows_of_thread<L: Accumulators<RowCol: StaticLayout>>() -> usize {
    match <L::RowCol as StaticLayout>::DESC {
        Desc::Cons(rows, _) => rows.size().expect("accumulators are static") as usize,
        _ => panic!("(rows, columns)"),
    }
}

/// Exponents of 2 by which scores may exceed a maximum that is kept: their exponentials are then at most 256.
const SLACK: f32 = 8.0;

/// Partial maxima and sums of a row: chains short enough to hide the latency of an addition.
const CHAINS: usize = 2;

/// What is known of a thread's rows: the maximum of the scores, and this thread's part of the sum. Entry `i` of the accumulators is in
/// row `i % ROWS`: two rows where a warp has 16, four where it has 32.
///
/// Maxima start from the finite `LEAST`, or, with `INFINITE`, from -inf, which each step then asks for: that takes fewer registers of
/// `mma.sync`'s kernels.
///
/// Source: FlashAttention 3, `hopper/softmax.h`.
#[derive(Clone, Copy, Debug)]
pub struct Softmax<const ROWS: usize = 2, const INFINITE: bool = false> {
    max: [f32; ROWS],
    sum: [f32; ROWS],
    /// Factor of the scores, times log2 e.
    scale: f32,
}

/// What maxima start from, over the factor of the scores where that is above 1: their product is finite. The distance of a score of -inf
/// to a maximum of -inf would be NaN.
const LEAST: f32 = f32::MIN / 4.0;

impl<const ROWS: usize, const INFINITE: bool> Softmax<ROWS, INFINITE> {
    /// Rows without keys. Scores are multiplied by `scale`, which is above 0.
    #[inline(always)]
    pub fn new(scale: f32) -> Self {
        let scale = scale * core::f32::consts::LOG2_E;
        let least = if INFINITE {
            f32::NEG_INFINITY
        } else {
            let above_1 = if scale > 1.0 { scale } else { 1.0 };
            LEAST * math::reciprocal_flushed(above_1)
        };
        Softmax {
            max: [least; ROWS],
            sum: [0.0; ROWS],
            scale,
        }
    }

    /// Replaces a block's scores by `exp(scale (s - max))`, adds them to the sums, and returns the factors of what was summed before.
    ///
    /// With `STALE` a maximum that grows little is kept, so that most factors are 1: sums and O have the same factor at the end whichever
    /// maximum they have.
    ///
    /// Source: FlashAttention 4, which rescales only where a maximum has grown by more than 8 exponents.
    ///
    /// # Safety
    /// All lanes of the warp make the call, on accumulators of `Atom`.
    #[inline(always)]
    pub unsafe fn step<
        const STALE: bool,
        Atom: MmaAtom,
        E: EngineMut<Item = f32>,
        L: Accumulators,
    >(
        &mut self,
        scores: &mut Tensor<E, L>,
    ) -> [f32; ROWS] {
        let mut s = scores.rowcol_mut(); // (ROWS, columns): entry i is in row i % ROWS
        let extent = s.layout().extent();
        let mut max = [[f32::NEG_INFINITY; ROWS]; CHAINS];
        extent.repeat(inlined!(|i: usize| {
            let (chain, row) = (i / ROWS % CHAINS, i % ROWS);
            max[chain][row] = math::max(max[chain][row], s.at(i));
        }));
        let (mut factor, mut base) = ([0.0; ROWS], [0.0; ROWS]);
        repeat::<ROWS>(inlined!(|r| {
            let block = math::max(max[0][r], max[1][r]);
            // SAFETY: upheld by the caller: all lanes of the warp are here.
            let new = unsafe { row_all_reduce::<Atom>(math::max(self.max[r], block), math::max) };
            let grows = !STALE || (new - self.max[r]) * self.scale > SLACK;
            let new = if grows { new } else { self.max[r] };
            // The distance of -inf to -inf is none.
            let finite = if INFINITE && new == f32::NEG_INFINITY {
                0.0
            } else {
                new
            };
            base[r] = finite * self.scale;
            factor[r] = if grows {
                math::exp2_flushed(math::fma(self.max[r], self.scale, -base[r]))
            } else {
                1.0
            };
            self.max[r] = new;
        }));
        let mut sum = [[0.0; ROWS]; CHAINS];
        extent.repeat(inlined!(|i: usize| {
            let (chain, row) = (i / ROWS % CHAINS, i % ROWS);
            let p = math::exp2_flushed(math::fma(s.at(i), self.scale, -base[row]));
            sum[chain][row] += p;
            s.put(i, p);
        }));
        repeat::<ROWS>(inlined!(|r| {
            self.sum[r] = math::fma(self.sum[r], factor[r], sum[0][r] + sum[1][r]);
        }));
        factor
    }

    /// This thread's part of the sums.
    #[inline(always)]
    pub fn sums(&self) -> [f32; ROWS] {
        self.sum
    }

    /// The maxima of the rows in exponents of 2.
    #[inline(always)]
    pub fn exponents(&self) -> [f32; ROWS] {
        let mut max = self.max;
        repeat::<ROWS>(inlined!(|r| max[r] *= self.scale));
        max
    }

    /// The maxima of the rows in exponents of 2, and their sums over all lanes.
    ///
    /// # Safety
    /// All lanes of the warp make the call, on accumulators of `Atom`.
    #[inline(always)]
    pub unsafe fn rows<Atom: MmaAtom>(self) -> ([f32; ROWS], [f32; ROWS]) {
        // Row by row: arrays that are mapped as a whole stay in pairs of registers through the main loop.
        let (mut max, mut sum) = (self.max, self.sum);
        repeat::<ROWS>(inlined!(|r| {
            max[r] *= self.scale;
            // SAFETY: upheld by the caller: all lanes of the warp are here.
            sum[r] = unsafe { row_all_reduce::<Atom>(sum[r], |a, b| a + b) };
        }));
        (max, sum)
    }

    /// The factor that makes each row of O a mean, and the natural logarithm of its sum; 0 and -inf for a row without keys.
    ///
    /// # Safety
    /// All lanes of the warp make the call, on accumulators of `Atom`.
    #[inline(always)]
    pub unsafe fn finish<Atom: MmaAtom>(self) -> ([f32; ROWS], [f32; ROWS]) {
        // SAFETY: upheld by the caller: all lanes of the warp are here.
        let (max, sum) = unsafe { self.rows::<Atom>() };
        let (mut factor, mut log) = (max, max);
        repeat::<ROWS>(inlined!(|r| (factor[r], log[r]) = finished(max[r], sum[r])));
        (factor, log)
    }
}

/// The factor that makes a row of O a mean, and the natural logarithm of its sum, from its maximum in exponents of 2.
#[inline(always)]
pub fn finished(max: f32, sum: f32) -> (f32, f32) {
    let reciprocal = math::reciprocal_flushed(sum);
    let factor = if sum == 0.0 { 0.0 } else { reciprocal };
    (factor, (max + math::log2(sum)) * core::f32::consts::LN_2)
}

/// Multiplies each row of accumulators by its factor, at the end: a row of factor 0 has no finite score and is 0, whatever values are.
#[inline(always)]
pub fn finish_rows<const ROWS: usize, E: EngineMut<Item = f32>, L: Accumulators>(
    accumulators: &mut Tensor<E, L>,
    factor: [f32; ROWS],
) {
    let mut o = accumulators.rowcol_mut();
    o.layout().extent().repeat(inlined!(|i: usize| {
        o.put(i, finish(o.at(i), factor[i % ROWS]));
    }));
}

/// An element of a row of such a factor.
#[inline(always)]
pub fn finish(sum: f32, factor: f32) -> f32 {
    if factor == 0.0 { 0.0 } else { sum * factor }
}

/// Multiplies each row of accumulators by its factor.
#[inline(always)]
pub fn scale_rows<const ROWS: usize, E: EngineMut<Item = f32>, L: Accumulators>(
    accumulators: &mut Tensor<E, L>,
    factor: [f32; ROWS],
) {
    let mut o = accumulators.rowcol_mut();
    o.layout().extent().repeat(inlined!(|i: usize| {
        o.put(i, o.at(i) * factor[i % ROWS]);
    }));
}
