//! Elements and their bits.

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
