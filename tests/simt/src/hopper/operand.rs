//! The element types of the tensor cores' operands, as numbers whose products are exact in f32 or i32.

/// What an operand's elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// 8 bits of exponent, 7 of fraction.
    Bf16,
    /// IEEE half precision.
    F16,
    /// f32 without its lowest 13 bits.
    Tf32,
    /// 4 bits of exponent, 3 of fraction, no infinity.
    E4m3,
    /// 5 bits of exponent, 2 of fraction.
    E5m2,
    /// Integers with sign.
    S8,
    /// Integers without sign.
    U8,
}

impl Operand {
    /// The type of this name in an instruction.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "bf16" => Self::Bf16,
            "f16" => Self::F16,
            "tf32" => Self::Tf32,
            "e4m3" => Self::E4m3,
            "e5m2" => Self::E5m2,
            "s8" => Self::S8,
            "u8" => Self::U8,
            _ => return None,
        })
    }

    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        match self {
            Self::Bf16 | Self::F16 => 2,
            Self::Tf32 => 4,
            Self::E4m3 | Self::E5m2 | Self::S8 | Self::U8 => 1,
        }
    }

    /// The elements of `bytes`, in order, appended to `values`.
    pub fn decode(self, bytes: &[u8], values: &mut Vec<f32>) {
        let half = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        match self {
            Self::Bf16 => values.extend(
                bytes
                    .chunks_exact(2)
                    .map(|pair| f32::from_bits(u32::from(half(pair)) << 16)),
            ),
            Self::F16 => values.extend(bytes.chunks_exact(2).map(|pair| half_value(half(pair)))),
            Self::Tf32 => values.extend(bytes.chunks_exact(4).map(|word| {
                let bits = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                f32::from_bits(bits & !0x1fff)
            })),
            Self::E4m3 => values.extend(bytes.iter().map(|&byte| e4m3_value(byte))),
            Self::E5m2 => values.extend(bytes.iter().map(|&byte| e5m2_value(byte))),
            Self::S8 => values.extend(bytes.iter().map(|&byte| f32::from(byte as i8))),
            Self::U8 => values.extend(bytes.iter().map(|&byte| f32::from(byte))),
        }
    }
}

/// A number of `fraction` bits below `exponent` bits, the lowest exponent subnormal.
fn small_value(bits: u32, exponent: u32, fraction: u32) -> f32 {
    let bias = (1 << (exponent - 1)) - 1;
    let field = bits >> fraction & ((1 << exponent) - 1);
    let low = (bits & ((1 << fraction) - 1)) as f32;
    let whole = if field == 0 {
        low
    } else {
        low + (1 << fraction) as f32
    };
    let power = field.max(1) as i32 - bias - fraction as i32;
    let magnitude = whole * f32::from_bits(((power + 127) as u32) << 23);
    if bits >> (exponent + fraction) & 1 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// The value of an f16.
pub fn half_value(bits: u16) -> f32 {
    if bits & 0x7c00 == 0x7c00 {
        let sign = u32::from(bits & 0x8000) << 16;
        return f32::from_bits(sign | 0x7f80_0000 | u32::from(bits & 0x3ff) << 13);
    }
    small_value(u32::from(bits), 5, 10)
}

/// The value of an e4m3.
pub fn e4m3_value(bits: u8) -> f32 {
    if bits & 0x7f == 0x7f {
        return f32::NAN;
    }
    small_value(u32::from(bits), 4, 3)
}

/// The value of an e5m2: an f16 without its lowest 8 bits.
pub fn e5m2_value(bits: u8) -> f32 {
    half_value(u16::from(bits) << 8)
}

/// `value` rounded to nearest, ties to even, with `exponent` and `fraction` bits, as if the exponent had no upper end: its
/// bits without the sign, more than fit where it does not.
fn rounded(value: f32, exponent: u32, fraction: u32) -> u32 {
    let bits = value.to_bits() & 0x7fff_ffff;
    let bias = (1i32 << (exponent - 1)) - 1;
    let field = (bits >> 23) as i32 - 127 + bias;
    // The fraction with its leading bit, and how many of its bits are dropped.
    let whole = u64::from(bits & 0x7f_ffff | if bits >> 23 == 0 { 0 } else { 1 << 23 });
    let dropped = (23 - fraction as i32 + (1 - field).max(0)).min(40) as u32;
    let half = 1u64 << (dropped - 1);
    let odd = whole >> dropped & 1;
    let kept = ((whole + half - 1 + odd) >> dropped) as u32;
    // A leading bit in `kept` is one of the exponent's, as is what rounding carries into it.
    kept + (((field - 1).max(0) as u32) << fraction)
}

fn with_sign(value: f32, magnitude: u32, bits: u32) -> u32 {
    magnitude | (value.to_bits() >> 31) << (bits - 1)
}

/// The f16 nearest to `value`, ties to even.
pub fn to_half(value: f32) -> u16 {
    if value.is_nan() {
        return 0x7fff;
    }
    with_sign(value, rounded(value, 5, 10).min(0x7c00), 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_the_way_there_and_back() {
        for bits in 0..=u16::MAX {
            if bits & 0x7fff <= 0x7c00 {
                assert_eq!(to_half(half_value(bits)), bits);
            }
        }
    }

    #[test]
    fn known_values_are_met() {
        assert_eq!(e4m3_value(0x7e), 448.0);
        assert_eq!(e4m3_value(0x01), 2f32.powi(-9));
        assert_eq!(e4m3_value(0xb8), -1.0);
        assert_eq!(e5m2_value(0x7b), 57344.0);
        assert_eq!(e5m2_value(0x01), 2f32.powi(-16));
        assert_eq!(half_value(0x3c01), 1.0 + 2f32.powi(-10));
        assert_eq!(half_value(0x0001), 2f32.powi(-24));
        assert!(half_value(0xfc00).is_infinite() && e4m3_value(0xff).is_nan());
    }

    #[test]
    fn what_is_too_large_or_too_small_is_infinite_or_zero() {
        assert_eq!(to_half(65520.0), 0x7c00);
        assert_eq!(to_half(65519.0), 0x7bff);
        assert_eq!(to_half(1e-30), 0);
        assert_eq!(to_half(f32::from_bits(1)), 0);
    }

    #[test]
    fn tf32_has_no_low_bits() {
        let mut values = Vec::new();
        Operand::Tf32.decode(&0x3f80_1fffu32.to_le_bytes(), &mut values);
        assert_eq!(values, [1.0]);
    }
}
