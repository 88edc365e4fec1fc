//! One rounding step, on integers: an exact value into the bits of any binary float format.
//!
//! A finite value is `(-1)^negative * mant * 2^exp` with a 64-bit `mant`, so every element type's values are exact sources and
//! nothing is rounded twice. With quantum `2^q`, `q = max(e, emin) - fraction bits` where `e` is the exponent of the leading
//! bit, the value is `n * 2^q` plus a remainder; the mode decides whether `n` grows by one; and
//! `((q + fraction bits + bias - 1) << fraction bits) + n` is the encoding of normal and subnormal results alike, carries included.

use super::RoundingMode;

/// What a float conversion gives where the rounded value is beyond the largest finite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// IEEE 754: infinity or the largest finite value as the mode says; NaN where the format has no infinity.
    Ieee,
    /// The largest finite value of that sign, for infinities too (PTX `.satfinite`).
    Saturate,
}

/// A binary floating-point format of at most 64 bits with a leading sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// Exponent bits.
    pub exponent_bits: u32,
    /// Fraction bits.
    pub fraction_bits: u32,
    /// False where the all-ones exponent holds finite values and only the all-ones pattern is NaN (`e4m3fn`).
    pub has_infinity: bool,
}

impl FloatFormat {
    /// The format with this many exponent and fraction bits and IEEE infinities.
    pub const fn ieee(exponent_bits: u32, fraction_bits: u32) -> Self {
        FloatFormat {
            exponent_bits,
            fraction_bits,
            has_infinity: true,
        }
    }

    const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    const fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// Bits of the largest finite value.
    ///
    /// ```
    /// use azulejo_tensor::FloatFormat;
    /// assert_eq!(FloatFormat::ieee(5, 10).max_finite(), 0x7bff); // float16: 65504
    /// assert_eq!(FloatFormat::ieee(5, 10).nan(), 0x7e00);
    /// ```
    pub const fn max_finite(self) -> u64 {
        if self.has_infinity {
            self.infinity() - 1
        } else {
            (1 << (self.exponent_bits + self.fraction_bits)) - 2
        }
    }

    /// Bits of the quiet NaN.
    pub const fn nan(self) -> u64 {
        if self.has_infinity {
            self.infinity() | (1 << (self.fraction_bits - 1))
        } else {
            self.max_finite() + 1
        }
    }

    const fn sign(self, negative: bool) -> u64 {
        (negative as u64) << (self.exponent_bits + self.fraction_bits)
    }
}

/// A value of any element type, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exact {
    Zero { negative: bool },
    Finite { negative: bool, mant: u64, exp: i32 },
    Infinite { negative: bool },
    Nan,
}

impl Exact {
    pub(crate) const fn from_f64(x: f64) -> Self {
        let bits = x.to_bits();
        let negative = bits >> 63 == 1;
        let fraction = bits & ((1 << 52) - 1);
        match ((bits >> 52) & 0x7ff) as i32 {
            0 if fraction == 0 => Exact::Zero { negative },
            0 => Exact::Finite {
                negative,
                mant: fraction,
                exp: -1074,
            },
            0x7ff if fraction == 0 => Exact::Infinite { negative },
            0x7ff => Exact::Nan,
            e => Exact::Finite {
                negative,
                mant: fraction | 1 << 52,
                exp: e - 1075,
            },
        }
    }

    pub(crate) const fn from_integer(negative: bool, magnitude: u64) -> Self {
        if magnitude == 0 {
            Exact::Zero { negative: false }
        } else {
            Exact::Finite {
                negative,
                mant: magnitude,
                exp: 0,
            }
        }
    }
}

/// Splits `mant >> shift` into the quotient rounded by `mode`; `shift` is at least 1.
const fn shift_round(negative: bool, mant: u64, shift: u32, mode: RoundingMode) -> u64 {
    let (quotient, rest, half) = match shift {
        1..=63 => (
            mant >> shift,
            mant & ((1 << shift) - 1),
            1u64 << (shift - 1),
        ),
        64 => (0, mant, 1 << 63),
        _ => (0, (mant != 0) as u64, 2),
    };
    let up = match mode {
        RoundingMode::NearestEven => rest > half || rest == half && quotient & 1 == 1,
        RoundingMode::NearestAway => rest >= half,
        RoundingMode::NegativeInf => negative && rest > 0,
        RoundingMode::PositiveInf => !negative && rest > 0,
        RoundingMode::Zero
        | RoundingMode::NearestIntToZero
        | RoundingMode::Full
        | RoundingMode::Approx => false,
    };
    quotient + up as u64
}

/// The bits of `value` in `format`, rounded once.
pub(crate) const fn pack(
    value: Exact,
    format: FloatFormat,
    mode: RoundingMode,
    overflow: Overflow,
) -> u64 {
    let fraction_bits = format.fraction_bits as i32;
    let (negative, bits) = match value {
        Exact::Zero { negative } => (negative, 0),
        Exact::Nan => (false, format.nan()),
        Exact::Infinite { negative } => (
            negative,
            match overflow {
                Overflow::Saturate => format.max_finite(),
                Overflow::Ieee if format.has_infinity => format.infinity(),
                Overflow::Ieee => format.nan(),
            },
        ),
        Exact::Finite {
            negative,
            mant,
            exp,
        } => {
            let lead = exp + 63 - mant.leading_zeros() as i32;
            let emin = 1 - format.bias();
            let quantum = if lead > emin { lead } else { emin } - fraction_bits;
            let n = if exp >= quantum {
                mant << (exp - quantum)
            } else {
                shift_round(negative, mant, (quantum - exp) as u32, mode)
            };
            let field = (quantum + fraction_bits + format.bias() - 1) as u64;
            let bits = (field << fraction_bits) + n;
            if bits <= format.max_finite() {
                (negative, bits)
            } else {
                let stays_finite = match mode {
                    RoundingMode::NearestEven | RoundingMode::NearestAway => false,
                    RoundingMode::NegativeInf => !negative,
                    RoundingMode::PositiveInf => negative,
                    _ => true,
                };
                (
                    negative,
                    match overflow {
                        Overflow::Saturate => format.max_finite(),
                        Overflow::Ieee if stays_finite => format.max_finite(),
                        Overflow::Ieee if format.has_infinity => format.infinity(),
                        Overflow::Ieee => format.nan(),
                    },
                )
            }
        }
    };
    format.sign(negative) | bits
}

/// `value` rounded to an integer and clamped to `-negative_limit ..= positive_limit`, as magnitude with sign; NaN is 0.
pub(crate) const fn to_integer(
    value: Exact,
    mode: RoundingMode,
    negative_limit: u64,
    positive_limit: u64,
) -> (bool, u64) {
    match value {
        Exact::Zero { .. } | Exact::Nan => (false, 0),
        Exact::Infinite { negative } => (
            negative,
            if negative {
                negative_limit
            } else {
                positive_limit
            },
        ),
        Exact::Finite {
            negative,
            mant,
            exp,
        } => {
            let limit = if negative {
                negative_limit
            } else {
                positive_limit
            };
            let magnitude = if exp < 0 {
                shift_round(negative, mant, exp.unsigned_abs(), mode)
            } else if exp as u32 > mant.leading_zeros() {
                u64::MAX
            } else {
                mant << exp
            };
            (negative, if magnitude > limit { limit } else { magnitude })
        }
    }
}
