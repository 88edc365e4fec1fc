//! Inputs, the same for the same seed, and comparisons; the example `candle_flash_attn` has them, too.

use azulejo_attention::AttentionElement;

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;

/// Elements of an array of this shape.
pub fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// Numbers between -0.5 and 0.5 of a seed (xorshift64).
pub fn centred(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f64 / (1u64 << 24) as f64 - 0.5
    }
}

/// About normally distributed values.
pub fn normal<T: AttentionElement>(uniform: &mut impl FnMut() -> f64, count: usize) -> Vec<T> {
    let mut one = || (0..4).map(|_| uniform()).sum::<f64>() * 3f64.sqrt();
    (0..count).map(|_| T::from_f64(one())).collect()
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
