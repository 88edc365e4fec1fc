//! Arithmetic of floats in the directed modes on the CPU: exact in integers, rounded once.
//!
//! An operand is `m 2^e` with `m` of 126 bits, the highest set, so that a product of two floats fits and a sum loses only
//! bits far below the last one of the result; a bit of its own says that something was lost.

use azulejo_tensor::{Float, Number, Overflow, RoundingMode, rounding::Rounding};

/// Bits of the integers.
const WIDTH: i32 = 126;

/// A number that is not 0: from `m 2^e` up to, not including, `(m + 1) 2^e`, and the former where nothing was lost.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    m: u128,
    e: i32,
    lost: bool,
}

impl Exact {
    fn new(negative: bool, m: u128, e: i32, lost: bool) -> Self {
        let shift = m.leading_zeros() as i32 - (128 - WIDTH);
        let (m, dropped) = if shift >= 0 {
            (m << shift, 0)
        } else {
            (m >> -shift, m & ((1 << -shift) - 1))
        };
        let (e, lost) = (e - shift, lost || dropped != 0);
        Self {
            negative,
            m,
            e,
            lost,
        }
    }

    /// A finite number that is not 0.
    fn of(x: f64) -> Self {
        let bits = x.to_bits();
        let (field, part) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let m = if field == 0 { part } else { part | 1 << 52 };
        Self::new(x < 0.0, m as u128, field.max(1) - 1075, false)
    }

    /// `self + b`; `None` for 0.
    fn plus(self, b: Self) -> Option<Self> {
        let (big, small) = if (self.e, self.m) >= (b.e, b.m) {
            (self, b)
        } else {
            (b, self)
        };
        let apart = (big.e - small.e) as u32;
        let shifted = small.m.checked_shr(apart).unwrap_or(0);
        let lost = shifted.checked_shl(apart) != Some(small.m);
        let m = if big.negative == small.negative {
            big.m + shifted
        } else {
            big.m - shifted - lost as u128
        };
        (m > 0).then(|| Self::new(big.negative, m, big.e, lost))
    }

    /// As a float of a type's format.
    fn round<T: Float>(self, mode: RoundingMode) -> T {
        let precision = T::FORMAT.fraction_bits as i32 + 1;
        let bias = (1 << (T::FORMAT.exponent_bits - 1)) - 1;
        // The place of the last bit: that of normal numbers, or of the smallest.
        let smallest = 2 - bias - precision;
        let last = (self.e + WIDTH - precision).max(smallest);
        let shift = (last - self.e) as u32;
        let mut m = self.m.checked_shr(shift).unwrap_or(0);
        let inexact = self.lost || m.checked_shl(shift) != Some(self.m);
        let outward = match mode {
            RoundingMode::NegativeInf => self.negative,
            RoundingMode::PositiveInf => !self.negative,
            _ => false,
        };
        m += (inexact && outward) as u128;
        let hidden = 1u128 << (precision - 1);
        let field = (last - smallest + 1) as u128;
        let bits = if m < hidden {
            m
        } else {
            (field << (precision - 1)) + (m - hidden)
        };
        let infinity = ((1u128 << T::FORMAT.exponent_bits) - 1) << (precision - 1);
        let bits = if bits < infinity {
            bits
        } else {
            infinity - !outward as u128
        };
        let sign = (self.negative as u128) << (precision - 1 + T::FORMAT.exponent_bits as i32);
        T::from_raw((bits | sign) as u64)
    }
}

fn wide<T: Float>(x: T) -> f64 {
    x.to_f64()
}

fn narrow<T: Float>(x: f64) -> T {
    T::from_number(Number::Float(x), RoundingMode::NearestEven, Overflow::Ieee)
}

/// 0 as the sum of two numbers that cancel: negative where sums are rounded down.
fn cancelled<T: Float>(mode: RoundingMode) -> T {
    narrow(if mode == RoundingMode::NegativeInf {
        -0.0
    } else {
        0.0
    })
}

fn rounded<T: Float, M: Rounding>(sum: Option<Exact>) -> T {
    match sum {
        Some(sum) => sum.round(M::MODE),
        None => cancelled(M::MODE),
    }
}

fn regular(x: f64) -> bool {
    x.is_finite() && x != 0.0
}

pub fn add<T: Float, M: Rounding>(a: T, b: T) -> T {
    let (x, y) = (wide(a), wide(b));
    match (regular(x), regular(y)) {
        (true, true) => rounded::<T, M>(Exact::of(x).plus(Exact::of(y))),
        _ if x == 0.0 && y == 0.0 && x.is_sign_negative() != y.is_sign_negative() => {
            cancelled(M::MODE)
        }
        _ => narrow(x + y),
    }
}

pub fn sub<T: Float, M: Rounding>(a: T, b: T) -> T {
    add::<T, M>(a, narrow(-wide(b)))
}

fn product(x: f64, y: f64) -> Exact {
    let (a, b) = (Exact::of(x), Exact::of(y));
    // 53 bits each are all there are.
    let low = WIDTH - 53;
    Exact::new(
        a.negative != b.negative,
        (a.m >> low) * (b.m >> low),
        a.e + b.e + 2 * low,
        false,
    )
}

pub fn mul<T: Float, M: Rounding>(a: T, b: T) -> T {
    let (x, y) = (wide(a), wide(b));
    if regular(x) && regular(y) {
        product(x, y).round(M::MODE)
    } else {
        narrow(x * y)
    }
}

pub fn fma<T: Float, M: Rounding>(a: T, b: T, c: T) -> T {
    let (x, y, z) = (wide(a), wide(b), wide(c));
    if !(regular(x) && regular(y)) {
        // The product is 0, infinite or none: exact.
        return add::<T, M>(narrow(x * y), c);
    }
    match z {
        _ if regular(z) => rounded::<T, M>(product(x, y).plus(Exact::of(z))),
        _ if z == 0.0 => product(x, y).round(M::MODE),
        _ => c,
    }
}

pub fn div<T: Float, M: Rounding>(a: T, b: T) -> T {
    let (x, y) = (wide(a), wide(b));
    if !(regular(x) && regular(y)) {
        return narrow(x / y);
    }
    let (a, b) = (Exact::of(x), Exact::of(y));
    let by = b.m >> (WIDTH - 53);
    Exact::new(
        a.negative != b.negative,
        a.m / by,
        a.e - b.e - (WIDTH - 53),
        a.m % by != 0,
    )
    .round(M::MODE)
}

pub fn sqrt<T: Float, M: Rounding>(x: T) -> T {
    let x = wide(x);
    if !regular(x) || x < 0.0 {
        return narrow(x.sqrt());
    }
    let x = Exact::of(x);
    // An even power of 2.
    let (m, e) = if x.e % 2 == 0 {
        (x.m, x.e)
    } else {
        (x.m >> 1, x.e + 1)
    };
    let root = m.isqrt();
    Exact::new(false, root, e / 2, root * root != m).round(M::MODE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_tensor::rounding::{RM, RP, RZ};
    use core::f64::consts::SQRT_2;

    /// Numbers of every size, and their neighbours.
    fn samples() -> Vec<f32> {
        let bits = [
            0u32,
            1,
            2,
            0x7f_ffff,
            0x80_0000,
            0x80_0001,
            0x3f80_0000,
            0x3f80_0001,
            0x3f7f_ffff,
            0x4049_0fdb,
            0x4b00_0001,
            0x7f7f_ffff,
            0x7f80_0000,
            0x2012_3456,
            0x5f37_59df,
        ];
        bits.iter()
            .flat_map(|b| [f32::from_bits(*b), -f32::from_bits(*b)])
            .collect()
    }

    /// Returns `true` if `found` is `exact`, known to be nearer than the next f32 of an f64 that is not one, in a direction.
    fn holds(exact: f64, down: f32, up: f32, zero: f32) -> bool {
        if exact.is_nan() {
            return down.is_nan() && up.is_nan() && zero.is_nan();
        }
        let near = exact as f32;
        let below = if near as f64 <= exact {
            near
        } else {
            near.next_down()
        };
        let above = if near as f64 >= exact {
            near
        } else {
            near.next_up()
        };
        let inner = if exact > 0.0 { below } else { above };
        down == below && up == above && zero == inner
    }

    #[test]
    fn f32_agrees_with_f64_where_that_is_exact_or_far_from_ties() {
        for a in samples() {
            for b in samples() {
                let (x, y) = (a as f64, b as f64);
                let all = |exact: f64, found: [f32; 3]| {
                    assert!(
                        holds(exact, found[0], found[1], found[2]),
                        "{a:e} {b:e}: {found:?} of {exact:e}"
                    );
                };
                all(
                    x * y,
                    [
                        mul::<f32, RM>(a, b),
                        mul::<f32, RP>(a, b),
                        mul::<f32, RZ>(a, b),
                    ],
                );
                all(
                    x / y,
                    [
                        div::<f32, RM>(a, b),
                        div::<f32, RP>(a, b),
                        div::<f32, RZ>(a, b),
                    ],
                );
                let sum = x + y;
                // The rest that an f64 leaves out (Knuth's two-sum) moves it off, never across.
                let part = sum - x;
                let rest = (x - (sum - part)) + (y - part);
                let nudged = match rest {
                    r if r > 0.0 => sum.next_up(),
                    r if r < 0.0 => sum.next_down(),
                    _ => sum,
                };
                all(
                    nudged,
                    [
                        add::<f32, RM>(a, b),
                        add::<f32, RP>(a, b),
                        add::<f32, RZ>(a, b),
                    ],
                );
                let fused = [
                    fma::<f32, RM>(a, 1.0, b),
                    fma::<f32, RP>(a, 1.0, b),
                    fma::<f32, RZ>(a, 1.0, b),
                ];
                all(nudged, fused);
            }
            let root = [sqrt::<f32, RM>(a), sqrt::<f32, RP>(a), sqrt::<f32, RZ>(a)];
            assert!(
                holds((a as f64).sqrt(), root[0], root[1], root[2]),
                "{a:e} {root:?}"
            );
        }
    }

    #[test]
    fn zeros_have_the_sign_of_the_mode() {
        let bits = |x: f64| x.to_bits() >> 63;
        assert_eq!(bits(add::<f64, RM>(1.5, -1.5)), 1);
        assert_eq!(bits(add::<f64, RP>(1.5, -1.5)), 0);
        assert_eq!(bits(add::<f64, RM>(-0.0, 0.0)), 1);
        assert_eq!(bits(add::<f64, RM>(0.0, 0.0)), 0);
        assert_eq!(fma::<f64, RZ>(0.1, 10.0, -1.0), 5.551115123125783e-17); // the rest of 0.1
    }

    #[test]
    fn f64_in_each_direction() {
        assert_eq!(div::<f64, RM>(1.0, 3.0), 0.3333333333333333);
        assert_eq!(div::<f64, RP>(1.0, 3.0), 0.33333333333333337);
        assert_eq!(div::<f64, RP>(f64::MAX, 0.5), f64::INFINITY);
        assert_eq!(div::<f64, RZ>(f64::MAX, 0.5), f64::MAX);
        assert_eq!(mul::<f64, RP>(5e-324, 0.25), 5e-324);
        assert_eq!(mul::<f64, RM>(5e-324, 0.25), 0.0);
        assert_eq!(
            (sqrt::<f64, RM>(2.0), sqrt::<f64, RP>(2.0)),
            (SQRT_2.next_down(), SQRT_2)
        );
        assert_eq!(sqrt::<f64, RP>(4.0), 2.0);
    }
}
