//! Operands: random ones for timing, integer ones whose products are known.

use azulejo::tensor::{DType, Element, with_dtype};

/// The bits of `x` rounded to `dtype`, in `dtype.bits()` low bits.
pub fn raw(dtype: DType, x: f64) -> u64 {
    with_dtype!(dtype, T => <T as Element>::from_f64(x).to_raw())
}

/// The value of those bits.
pub fn value(dtype: DType, bits: u64) -> f64 {
    with_dtype!(dtype, T => <T as Element>::from_raw(bits).to_f64())
}

/// Element `i` of packed elements of `dtype`.
pub fn element(dtype: DType, bytes: &[u8], i: usize) -> u64 {
    let size = dtype.bits() as usize / 8;
    let mut word = [0u8; 8];
    word[..size].copy_from_slice(&bytes[i * size..][..size]);
    u64::from_le_bytes(word)
}

/// Normally distributed elements, the same for the same type; integers have a standard deviation of 32.
pub struct Pool {
    bytes: Vec<u8>,
    size: usize,
}

impl Pool {
    /// Elements after which it repeats: a prime, so that rows of a matrix differ.
    pub const PERIOD: usize = 1_048_573;

    pub fn new(dtype: DType) -> Self {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut uniform = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let scale = if dtype == DType::I8 { 32.0 } else { 1.0 };
        let size = dtype.bits() as usize / 8;
        let mut bytes = Vec::with_capacity(Self::PERIOD * size);
        for _ in 0..Self::PERIOD {
            let radius = (-2.0 * (1.0 - uniform()).ln()).sqrt();
            let x = scale * radius * (std::f64::consts::TAU * uniform()).cos();
            bytes.extend(&raw(dtype, x).to_le_bytes()[..size]);
        }
        Self { bytes, size }
    }

    /// `len` elements starting at `offset`.
    pub fn take(&self, offset: usize, len: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(len * self.size);
        let mut at = offset % Self::PERIOD;
        while out.len() < len * self.size {
            let rest = (len * self.size - out.len()).min(self.bytes.len() - at * self.size);
            out.extend_from_slice(&self.bytes[at * self.size..][..rest]);
            at = 0;
        }
        out
    }
}
