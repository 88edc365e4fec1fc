//! Inputs, the same for the same seed, and comparisons.

use azulejo_attention::{AttentionElement, Mask, Options};

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;

/// Elements of an array of this shape.
pub fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// Values about normally distributed.
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f64 / (1u64 << 24) as f64 - 0.5
    }

    /// About normally distributed values.
    pub fn normal<T: AttentionElement>(&mut self, count: usize) -> Vec<T> {
        let one = |_| (0..4).map(|_| self.uniform()).sum::<f64>() * 3f64.sqrt();
        (0..count).map(one).map(T::from_f64).collect()
    }

    /// Integers from -8 to 8.
    pub fn integers<T: AttentionElement>(&mut self, count: usize) -> Vec<T> {
        let one = |_| (self.uniform() * 16.0).round();
        (0..count).map(one).map(T::from_f64).collect()
    }
}

/// The values as f32.
pub fn wide<T: AttentionElement>(data: &[T]) -> Vec<f32> {
    data.iter().map(|x| x.to_f64() as f32).collect()
}

/// The bound of an element's error for probabilities and results in a type of this precision.
pub fn bound<T: AttentionElement>() -> f64 {
    // Results are rounded once, probabilities once each: half a unit of values of magnitude up to 4, with a margin of 2.
    4.0 * T::EPSILON
}

/// Compares O and LSE; both are NaN or infinite in the same places.
pub fn compare(what: &str, found: &[f64], expected: &[f32], bound: f64) -> Result<(), Failure> {
    if found.len() != expected.len() {
        return Err(format!("{what} has {} values, not {}", found.len(), expected.len()).into());
    }
    for (i, (x, y)) in found.iter().zip(expected).enumerate() {
        let y = f64::from(*y);
        let allowed = bound * y.abs().max(1.0);
        let is_near = (x - y).abs() <= allowed || *x == y || (x.is_nan() && y.is_nan());
        if !is_near {
            return Err(format!("{what} at {i} is {x}, not {y} ({allowed:e} is allowed)").into());
        }
    }
    Ok(())
}

/// What is done to the scores.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    /// The mask.
    pub mask: Mask,
    /// The soft cap.
    pub softcap: Option<f32>,
    /// `true` if there are ALiBi slopes.
    pub alibi: bool,
    /// The scale.
    pub scale: Option<f32>,
}

const fn scores(mask: Mask, softcap: Option<f32>, alibi: bool, scale: Option<f32>) -> Scores {
    Scores {
        mask,
        softcap,
        alibi,
        scale,
    }
}

const fn window(left: Option<usize>, right: Option<usize>) -> Mask {
    Mask::Window { left, right }
}

/// Every mask, and every change of the scores.
pub const SCORES: [Scores; 9] = [
    scores(Mask::Full, None, false, None),
    scores(Mask::Causal, None, false, None),
    scores(window(Some(3), Some(0)), None, false, None),
    scores(window(Some(70), Some(9)), None, false, None),
    scores(window(None, Some(20)), None, false, None),
    scores(Mask::Causal, Some(2.0), false, None),
    scores(Mask::Full, None, true, None),
    scores(window(Some(30), None), Some(5.0), true, None),
    scores(Mask::Full, None, false, Some(-0.2)),
];

impl Scores {
    /// A slope for each head.
    pub fn slopes(&self, heads: usize) -> Option<Vec<f32>> {
        let slope = |head: usize| 0.25 / (1.0 + head as f32);
        self.alibi.then(|| (0..heads).map(slope).collect())
    }

    /// The options with these slopes.
    pub fn options<'a>(&self, slopes: Option<&'a [f32]>) -> Options<'a> {
        Options {
            scale: self.scale,
            mask: self.mask,
            softcap: self.softcap,
            alibi: slopes,
        }
    }
}
