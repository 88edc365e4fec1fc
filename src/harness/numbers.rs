//! Elements, their bits and bytes, and numbers that look random and are the same in every run.

use azulejo_tensor::{DType, Element, Number, Overflow, RoundingMode, with_dtype};

/// Bits number `index` of a seed (SplitMix64).
pub fn random(seed: u64, index: u64) -> u64 {
    let z = seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Numbers from 0 to 1 (xorshift64), the same on every machine.
pub fn unit(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Elements of a seed: those of [`uniform`].
pub fn values<T: Element>(seed: u64, count: usize) -> Vec<T> {
    let one = |at| T::from_f64(uniform(T::DTYPE, seed, at));
    (0..count as u64).map(one).collect()
}

/// A number between -1 and 1, and for integers a byte.
pub fn uniform(dtype: DType, seed: u64, index: u64) -> f64 {
    let bits = random(seed, index);
    match dtype {
        DType::I8 => (bits as i8) as f64,
        _ => (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0,
    }
}

/// The bits of `x` rounded to `dtype`, in `dtype.bits()` low bits.
pub fn raw(dtype: DType, x: f64) -> u64 {
    with_dtype!(dtype, T => <T as Element>::from_f64(x).to_raw())
}

/// The value of those bits.
pub fn value(dtype: DType, bits: u64) -> f64 {
    with_dtype!(dtype, T => <T as Element>::from_raw(bits).to_f64())
}

/// The bits of the first element of `bytes`.
pub fn bits(dtype: DType, bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..dtype.bytes()].copy_from_slice(&bytes[..dtype.bytes()]);
    u64::from_le_bytes(all)
}

/// The bytes of numbers, rounded to `dtype`.
pub fn encode(dtype: DType, numbers: impl Iterator<Item = f64>) -> Vec<u8> {
    bytes(dtype, numbers.map(|x| raw(dtype, x)))
}

/// The bytes of elements.
pub fn bytes(dtype: DType, elements: impl Iterator<Item = u64>) -> Vec<u8> {
    let size = dtype.bytes();
    elements
        .flat_map(|bits| bits.to_le_bytes().into_iter().take(size))
        .collect()
}

/// The numbers with these bytes.
pub fn decode(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    let elements = bytes.chunks_exact(dtype.bytes());
    elements
        .map(|element| value(dtype, bits(dtype, element)))
        .collect()
}

/// A generator of elements of any type.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        let bits = random(self.0, 1);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits
    }

    /// Elements as their bits: of wild ones any bits at all, one in three; zeros, infinities and the like, one in seven; the
    /// others are of moderate size.
    pub fn elements(&mut self, dtype: DType, count: usize, wild: bool) -> Vec<u64> {
        const SPECIAL: [f64; 6] = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -1.0];
        let one = |at: usize| match (dtype, self.bits()) {
            (DType::Bool, bits) => bits & 1,
            // Through the type, which has bits that it does not keep.
            (_, bits) if wild && at.is_multiple_of(3) => {
                with_dtype!(dtype, T => T::from_raw(bits).to_raw())
            }
            (_, bits) if wild && at % 7 == 1 => of(dtype, SPECIAL[bits as usize % SPECIAL.len()]),
            (_, bits) => moderate(dtype, bits),
        };
        (0..count).map(one).collect()
    }
}

/// A zero of either sign.
pub fn zero(dtype: DType, bits: u64) -> u64 {
    of(dtype, if bits & 1 == 0 { 0.0 } else { -0.0 })
}

pub(super) fn of(dtype: DType, x: f64) -> u64 {
    let (number, mode) = (Number::Float(x), RoundingMode::NearestEven);
    with_dtype!(dtype, T => T::from_number(number, mode, Overflow::Ieee).to_raw())
}

/// An element between -4 and 4.
fn moderate(dtype: DType, bits: u64) -> u64 {
    raw(dtype, (bits % 2001) as f64 / 250.0 - 4.0)
}
