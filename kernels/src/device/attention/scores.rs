//! What happens to scores before their exponentials: [`mask`], and [`change`] for softcap, ALiBi and scales that are not above 0.

use azulejo_device::ptx::math;
use azulejo_device::{inlined, unrolled};
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{Extent, Repeat, Tensor};

use super::args::ProblemShape;
use super::softmax::Accumulators;
use super::work::at_least_0;

/// Sets the scores outside `keys` of each of the thread's rows to -inf, NaN too.
///
/// `keys` is from and to, counted from the thread's first key in the block, as `column` counts value `i` of the rows.
#[inline(always)]
pub fn mask<const ROWS: usize, E: EngineMut<Item = f32>, L: Accumulators>(
    scores: &mut Tensor<E, L>,
    column: impl Fn(usize) -> i32,
    keys: [[i32; 2]; ROWS],
) {
    let mut s = scores.rowcol_mut();
    // The thread has two columns of each `octet`.
    let octet = column(2 * ROWS);
    let words = keys.map(inlined!(|[from, to]| {
        let (from, to) = (entries_below(from, octet), entries_below(to, octet));
        unrolled::<_, WORDS>(inlined!(|word| {
            let below = inlined!(|count: i32| ones(count - 32 * word as i32));
            below(to) & !below(from)
        }))
    }));
    s.layout().extent().repeat(inlined!(|i: usize| {
        let entry = i / ROWS;
        let seen = words[i % ROWS][entry / 32] & 1 << (entry % 32) != 0;
        s.put(i, if seen { s.at(i) } else { f32::NEG_INFINITY });
    }));
}

/// Sets the elements outside `rows` of each of the thread's keys to 0: as [`mask`], with fewer registers and more instructions.
#[inline(always)]
pub fn clear_outside<const ROWS: usize, E: EngineMut<Item = f32>, L: Accumulators>(
    scores: &mut Tensor<E, L>,
    column: impl Fn(usize) -> i32,
    rows: [[i32; 2]; ROWS],
) {
    let mut s = scores.rowcol_mut();
    s.layout().extent().repeat(inlined!(|i: usize| {
        let ([from, to], column) = (rows[i % ROWS], column(i));
        let seen = (from <= column) & (column < to);
        s.put(i, if seen { s.at(i) } else { 0.0 });
    }));
}

/// Words with a bit for each of a thread's entries in a row, at most.
const WORDS: usize = 4;

/// Entries of a thread before column `end`, two of each `octet` columns.
#[inline(always)]
const fn entries_below(end: i32, octet: i32) -> i32 {
    let end = at_least_0(end);
    let last = end % octet;
    2 * (end / octet) + if last < 2 { last } else { 2 }
}

/// The lowest bits, `count` of them.
#[inline(always)]
const fn ones(count: i32) -> u32 {
    let count = if count < 32 { at_least_0(count) } else { 32 };
    ((1u64 << count) - 1) as u32
}

/// How a score changes beside its scale.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Factor of the scores.
    pub scale: f32,
    /// Bound of the scores, or 0.
    pub softcap: f32,
    /// `2 log2 e / softcap`.
    exponents: f32,
    /// What is subtracted for a key at distance 1.
    pub slope: f32,
}

impl Change {
    /// The score of a query and a key at this distance.
    #[inline(always)]
    pub fn of(self, score: f32, distance: f32) -> f32 {
        self.biased(self.capped(score).0, distance)
    }

    /// The scaled and bounded score, and the derivative of the one by the scaled one.
    #[inline(always)]
    pub fn capped(self, score: f32) -> (f32, f32) {
        let s = score * self.scale;
        if self.softcap == 0.0 {
            return (s, 1.0);
        }
        // tanh(x) = 1 - 2 / (exp(2 x) + 1).
        let power = math::exp2_flushed(s * self.exponents);
        let tanh = math::fma(-2.0, math::reciprocal(power + 1.0), 1.0);
        (self.softcap * tanh, math::fma(-tanh, tanh, 1.0))
    }

    /// The bounded score less its bias at this distance.
    #[inline(always)]
    pub fn biased(self, score: f32, distance: f32) -> f32 {
        math::fma(-self.slope, distance.abs(), score)
    }
}

impl ProblemShape {
    /// How the scores of a head change.
    ///
    /// # Safety
    /// Slopes, where there are any, have a value for each head of the batch.
    #[inline(always)]
    pub unsafe fn change(&self, batch: u32, head: u32) -> Change {
        let mut slope = 0.0;
        if self.slopes != 0 {
            let at = batch as u64 * self.slopes_batch as u64 + head as u64;
            // SAFETY: upheld by the caller.
            slope = unsafe { ((self.slopes + 4 * at) as *const f32).read() };
        }
        Change {
            scale: self.scale,
            softcap: self.softcap,
            // No division: one of a number that all launches have is done before it is known whether scores change.
            exponents: 2.0 * core::f32::consts::LOG2_E * math::reciprocal_flushed(self.softcap),
            slope,
        }
    }
}

/// Changes each score of each row; `own` is the distance from the thread's first key of the block to each row's own key.
#[inline(always)]
pub fn change<const ROWS: usize, E: EngineMut<Item = f32>, L: Accumulators>(
    scores: &mut Tensor<E, L>,
    column: impl Fn(usize) -> i32,
    own: [i32; ROWS],
    change: [Change; ROWS],
) {
    let mut s = scores.rowcol_mut();
    s.layout().extent().repeat(inlined!(|i: usize| {
        let (row, column) = (i % ROWS, column(i));
        let distance = own[row] as f32 - column as f32;
        s.put(i, change[row].of(s.at(i), distance));
    }));
}
