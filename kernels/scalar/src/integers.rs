//! Arithmetic with integers.

use super::Compute;

macro_rules! integers {
    ($($t:ident $abs:ident),*) => {$(
        impl Compute for $t {
            #[inline(always)]
            fn negated(self) -> Self { self.wrapping_neg() }
            #[inline(always)]
            fn magnitude(self) -> Self { magnitude!($abs self) }
            #[inline(always)]
            fn floor(self) -> Self { self }
            #[inline(always)]
            fn ceil(self) -> Self { self }
            #[inline(always)]
            fn relu(self) -> Self { Ord::max(self, 0) }
            #[inline(always)]
            fn plus(self, b: Self) -> Self { self.wrapping_add(b) }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { self.wrapping_sub(b) }
            #[inline(always)]
            fn times(self, b: Self) -> Self { self.wrapping_mul(b) }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self {
                let rest = self.checked_rem(b).unwrap_or(0);
                let quotient = self.checked_div(b).unwrap_or(if b == 0 { 0 } else { self });
                #[allow(unused_comparisons)]
                let down = rest != 0 && (rest < 0) != (b < 0);
                if down { quotient.wrapping_sub(1) } else { quotient }
            }
            #[inline(always)]
            fn modulo(self, b: Self) -> Self {
                let rest = self.checked_rem(b).unwrap_or(0);
                #[allow(unused_comparisons)]
                let down = rest != 0 && (rest < 0) != (b < 0);
                if down { rest.wrapping_add(b) } else { rest }
            }
            #[inline(always)]
            fn remainder(self, b: Self) -> Self { self.checked_rem(b).unwrap_or(0) }
            #[inline(always)]
            fn least(self, b: Self) -> Self { Ord::min(self, b) }
            #[inline(always)]
            fn most(self, b: Self) -> Self { Ord::max(self, b) }
            #[inline(always)]
            fn power(self, exponent: Self) -> Self {
                #[allow(unused_comparisons)]
                if exponent < 0 {
                    let odd = exponent & 1 == 1;
                    return if self == 1 { 1 } else if self.wrapping_add(1) == 0 { if odd { self } else { 1 } } else { 0 };
                }
                let (mut base, mut left, mut power) = (self, exponent, 1 as $t);
                while left > 0 {
                    if left & 1 == 1 { power = power.wrapping_mul(base); }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                power
            }
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { self.wrapping_mul(b).wrapping_add(c) }
        }
    )*};
}

macro_rules! magnitude {
    (signed $x:ident) => {
        $x.wrapping_abs()
    };
    (unsigned $x:ident) => {
        $x
    };
}

integers!(u8 unsigned, u16 unsigned, u32 unsigned, u64 unsigned, i8 signed, i16 signed, i32 signed, i64 signed);
