//! Numbers and their bytes.

use azulejo_tensor::{DType, Element, with_dtype};

/// Numbers that look random, the same on every run (SplitMix64).
pub fn random(seed: u64, index: u64) -> u64 {
    let z = seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number between -1 and 1, and for integers a byte.
pub fn uniform(dtype: DType, seed: u64, index: u64) -> f64 {
    let bits = random(seed, index);
    if dtype == DType::I8 {
        (bits as i8) as f64
    } else {
        (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The bytes of numbers, rounded to `dtype`.
pub fn encode(dtype: DType, numbers: impl Iterator<Item = f64>) -> Vec<u8> {
    let size = dtype.bytes();
    with_dtype!(dtype, T => {
        numbers.flat_map(|x| <T as Element>::from_f64(x).to_raw().to_le_bytes().into_iter().take(size)).collect()
    })
}

/// The numbers with these bytes.
pub fn decode(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    let size = dtype.bytes();
    let raw = |chunk: &[u8]| {
        let mut all = [0; 8];
        all[..size].copy_from_slice(chunk);
        u64::from_le_bytes(all)
    };
    with_dtype!(dtype, T => bytes.chunks_exact(size).map(|chunk| <T as Element>::from_raw(raw(chunk)).to_f64()).collect())
}
