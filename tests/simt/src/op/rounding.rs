//! Exact results, rounded once to any binary format in any direction.

/// How a result that a format does not have is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To the nearest, and of two to the even one: `rn`.
    Nearest,
    /// To the nearest, and of two to the one further from zero: `rna`.
    Away,
    /// Towards zero: `rz`.
    Zero,
    /// Downwards: `rm`.
    Down,
    /// Upwards: `rp`.
    Up,
}

impl Mode {
    /// The mode of a suffix.
    pub fn named(word: &str) -> Option<Self> {
        Some(match word {
            "rn" | "rni" => Self::Nearest,
            "rna" => Self::Away,
            "rz" | "rzi" => Self::Zero,
            "rm" | "rmi" => Self::Down,
            "rp" | "rpi" => Self::Up,
            _ => return None,
        })
    }
}

/// A binary floating-point format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the fraction.
    pub fraction: u32,
    /// `true` if the greatest exponent is for infinities and NaNs alone; if not, only all ones is a NaN.
    pub infinities: bool,
}

/// `f64`.
pub const F64: Format = Format::new(11, 52);
/// `f32`.
pub const F32: Format = Format::new(8, 23);
/// `f16`.
pub const F16: Format = Format::new(5, 10);
/// `bf16`.
pub const BF16: Format = Format::new(8, 7);
/// `tf32`, whose 19 bits stand at the top of 32.
pub const TF32: Format = Format::new(8, 10);
/// `e4m3`.
pub const E4M3: Format = Format {
    infinities: false,
    ..Format::new(4, 3)
};
/// `e5m2`.
pub const E5M2: Format = Format::new(5, 2);

impl Format {
    /// A format with infinities.
    const fn new(exponent: u32, fraction: u32) -> Self {
        Self {
            exponent,
            fraction,
            infinities: true,
        }
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn sign(self, negative: bool) -> u64 {
        u64::from(negative) << (self.exponent + self.fraction)
    }

    /// The bits of infinity, or of the one NaN where there is no infinity.
    pub fn infinity(self) -> u64 {
        match self.infinities {
            true => ((1 << self.exponent) - 1) << self.fraction,
            false => (1 << (self.exponent + self.fraction)) - 1,
        }
    }

    /// The bits of the NaN that instructions give.
    pub fn nan(self) -> u64 {
        (1 << (self.exponent + self.fraction)) - 1
    }

    /// The value of bits of the format.
    #[inline(always)]
    pub fn value(self, bits: u64) -> f64 {
        match self.fraction {
            23 => return f32::from_bits(bits as u32).into(),
            52 => return f64::from_bits(bits),
            // The upper half of an f32.
            7 => match f32::from_bits((bits as u32) << 16) {
                value if value.is_nan() => {}
                value => return value.into(),
            },
            _ => {}
        }
        let fraction = bits & ((1 << self.fraction) - 1);
        let exponent = (bits >> self.fraction & ((1 << self.exponent) - 1)) as i32;
        let negative = bits >> (self.exponent + self.fraction) & 1 == 1;
        let top = (1 << self.exponent) - 1;
        // Most numbers: neither subnormal, nor infinite, nor NaN in any format.
        if exponent != 0 && exponent != top {
            let exponent = (exponent - self.bias() + 1023) as u64;
            let sign = u64::from(negative) << 63;
            return f64::from_bits(sign | exponent << 52 | fraction << (52 - self.fraction));
        }
        let size = if self.infinities && exponent == top {
            if fraction == 0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        } else if !self.infinities && bits & self.nan() == self.nan() {
            f64::NAN
        } else if exponent == 0 {
            fraction as f64 * power(1 - self.bias() - self.fraction as i32)
        } else {
            (fraction | 1 << self.fraction) as f64
                * power(exponent - self.bias() - self.fraction as i32)
        };
        if negative { -size } else { size }
    }

    /// The bits of a value, rounded.
    pub fn rounded(self, value: f64, mode: Mode) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        if value.is_infinite() {
            return self.sign(value < 0.0) | self.infinity();
        }
        Exact::of(value).round(self, mode)
    }
}

/// A power of two that an `f64` has, subnormal or not.
fn power(exponent: i32) -> f64 {
    match exponent {
        ..-1022 => f64::from_bits(1 << (exponent + 1074)),
        _ => f64::from_bits(((exponent + 1023) as u64) << 52),
    }
}

/// A finite number, as an integer times a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// `true` if it is below zero, or a zero that is negative.
    pub negative: bool,
    /// The integer.
    pub mantissa: u128,
    /// The power of two.
    pub exponent: i32,
    /// `true` if a part below the integer's last bit is left out.
    pub more: bool,
}

impl Exact {
    fn new(negative: bool, mantissa: u128, exponent: i32) -> Self {
        Self {
            negative,
            mantissa,
            exponent,
            more: false,
        }
    }

    /// A finite value.
    pub fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 2047) as i32);
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent - 1075),
        };
        Self::new(bits >> 63 == 1, mantissa.into(), exponent)
    }

    /// An integer.
    pub fn integer(value: i128) -> Self {
        Self::new(value < 0, value.unsigned_abs(), 0)
    }

    /// The product of two numbers of at most 64 bits.
    pub fn times(self, other: Self) -> Self {
        Self::new(
            self.negative != other.negative,
            self.mantissa * other.mantissa,
            self.exponent + other.exponent,
        )
    }

    /// The sum. One that is zero has its terms' sign if they agree, and else the mode's.
    pub fn plus(self, other: Self, mode: Mode) -> Self {
        if self.mantissa == 0 && other.mantissa == 0 {
            let negative = if self.negative == other.negative {
                self.negative
            } else {
                mode == Mode::Down
            };
            return Self { negative, ..self };
        }
        let top = |one: Self| {
            if one.mantissa == 0 {
                i32::MIN
            } else {
                one.exponent + one.mantissa.ilog2() as i32
            }
        };
        let (large, small) = if top(self) >= top(other) {
            (self, other)
        } else {
            (other, self)
        };
        // The larger one's highest bit goes to bit 125; what the smaller one loses below bit 0 leaves a mark in it.
        let up = 125 - large.mantissa.ilog2() as i32;
        let exponent = large.exponent - up;
        let (large_bits, small_bits) = (
            large.mantissa << up,
            shifted(small.mantissa, small.exponent - exponent),
        );
        if large.negative == small.negative {
            return Self::new(large.negative, large_bits + small_bits, exponent);
        }
        match large_bits.cmp(&small_bits) {
            std::cmp::Ordering::Equal => Self::new(mode == Mode::Down, 0, 0),
            std::cmp::Ordering::Less => {
                Self::new(small.negative, small_bits - large_bits, exponent)
            }
            std::cmp::Ordering::Greater => {
                Self::new(large.negative, large_bits - small_bits, exponent)
            }
        }
    }

    /// The quotient by a number that is not zero, of numbers of at most 53 bits.
    pub fn over(self, other: Self) -> Self {
        if self.mantissa == 0 {
            return Self {
                negative: self.negative != other.negative,
                ..self
            };
        }
        let up = self.mantissa.leading_zeros() - 1;
        let numerator = self.mantissa << up;
        Self {
            negative: self.negative != other.negative,
            mantissa: numerator / other.mantissa,
            exponent: self.exponent - up as i32 - other.exponent,
            more: !numerator.is_multiple_of(other.mantissa),
        }
    }

    /// The square root of a number that is not negative.
    pub fn root(self) -> Self {
        if self.mantissa == 0 {
            return self;
        }
        let mut up = self.mantissa.leading_zeros() as i32 - 1;
        up -= (self.exponent - up) & 1;
        let square = self.mantissa << up;
        let mantissa = square.isqrt();
        Self {
            negative: false,
            mantissa,
            exponent: (self.exponent - up) / 2,
            more: mantissa * mantissa != square,
        }
    }

    /// The bits of the number in a format. Where there is no infinity, the greatest number stands for it.
    pub fn round(self, format: Format, mode: Mode) -> u64 {
        let sign = format.sign(self.negative);
        if self.mantissa == 0 {
            return sign;
        }
        let (bias, fraction) = (format.bias(), format.fraction as i32);
        let top = self.exponent + self.mantissa.ilog2() as i32;
        let quantum = top.max(1 - bias) - fraction;
        let down = quantum - self.exponent;
        let (kept, above_half, half, exact) = match down {
            ..=0 => (self.mantissa << -down, false, false, !self.more),
            128.. => (0, false, false, false),
            _ => {
                let kept = if down == 128 {
                    0
                } else {
                    self.mantissa >> down
                };
                let rest = self.mantissa & ((1 << down) - 1);
                let middle = 1 << (down - 1);
                let exact = rest == 0 && !self.more;
                (
                    kept,
                    rest > middle || rest == middle && self.more,
                    rest == middle && !self.more,
                    exact,
                )
            }
        };
        let up = match mode {
            Mode::Nearest => above_half || half && kept & 1 == 1,
            Mode::Away => above_half || half,
            Mode::Zero => false,
            Mode::Down => self.negative && !exact,
            Mode::Up => !self.negative && !exact,
        };
        let kept = kept as u64 + u64::from(up);
        // A fraction that has grown to the next power of two carries into the exponent by itself.
        let bits = match kept >> fraction {
            0 => kept,
            _ => (((quantum + fraction + bias) as u64) << fraction) + (kept - (1 << fraction)),
        };
        let greatest = format.infinity() - 1;
        let outwards = match mode {
            Mode::Nearest | Mode::Away => format.infinities,
            Mode::Zero => false,
            Mode::Down => self.negative,
            Mode::Up => !self.negative,
        };
        sign | if bits <= greatest {
            bits
        } else if outwards {
            format.infinity()
        } else {
            greatest
        }
    }
}

/// Shifts left, or right with a mark in bit 0 for bits that are lost.
fn shifted(mantissa: u128, by: i32) -> u128 {
    match by {
        // Whose place may be anywhere.
        _ if mantissa == 0 => 0,
        0.. => mantissa << by,
        -127.. => mantissa >> -by | u128::from(mantissa & ((1 << -by) - 1) != 0),
        _ => u128::from(mantissa != 0),
    }
}
