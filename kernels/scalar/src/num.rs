//! What the operators do to one value on a device: [`Compute`] and [`Real`] of floats, and [`Stored`].

use azulejo_tensor::{bf16, f16};

use azulejo_device::ptx::rounded::Directed;
use azulejo_device::unrolled;

use crate::{Compute, Real, exp, gate, half, math, sine, tanh, trig};

/// A type that functions are computed in, and which of them have other forms.
pub trait WideReal: Real {
    /// `true` if an exponential takes so many instructions that lanes should share them.
    const LONG: bool;
    /// `true` if [`WideReal::quick_turn`] takes this angle.
    fn is_near(self) -> bool;
    /// The sine moved on by quarter turns, quickly, where there is such a form.
    fn quick_turn(self, quarters: u32) -> Self;
    /// A function of `f32` on it, where it is one.
    fn short(self, f: fn(f32) -> f32) -> Self;
}

/// An element as it is stored, and the type it is computed in.
pub trait Stored: Copy + PartialOrd {
    /// The type of computation: `f32` for the two 16-bit floats, else itself.
    type Wide: Compute;
    fn widen(self) -> Self::Wide;
    /// Rounds once, to nearest even.
    fn narrow(wide: Self::Wide) -> Self;
    fn is_nan(self) -> bool;
    /// `a b + c`, such that [`Stored::narrow`] of it is rounded once.
    #[inline(always)]
    fn fused(a: Self::Wide, b: Self::Wide, c: Self::Wide) -> Self::Wide {
        Compute::fused(a, b, c)
    }
    /// A vector's elements.
    #[inline(always)]
    fn widen_all<const V: usize>(elements: [Self; V]) -> [Self::Wide; V] {
        unrolled(|v| elements[v].widen())
    }
    /// A vector's results, each rounded once.
    #[inline(always)]
    fn narrow_all<const V: usize>(wide: [Self::Wide; V]) -> [Self; V] {
        unrolled(|v| Self::narrow(wide[v]))
    }
}

/// An f64 rounded once to a 16-bit float: cut to an f32, whose last place then says whether anything was cut off.
#[inline(always)]
pub fn narrow_f64<T: Stored<Wide = f32>>(x: f64) -> T {
    let cut = math::cut_f64(x);
    T::narrow(f32::from_bits(cut.to_bits() | (cut as f64 != x) as u32))
}

macro_rules! integers {
    ($($t:ident),*) => {$(
        impl Stored for $t {
            type Wide = Self;
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn narrow(wide: Self) -> Self { wide }
            #[inline(always)]
            fn is_nan(self) -> bool { false }
        }
    )*};
}

integers!(u8, u16, u32, u64, i8, i16, i32, i64);

macro_rules! floats {
    ($($t:ident $long:literal $floor:ident $ceil:ident $fma:ident $sqrt:ident $rem:ident $pow:ident $exp:expr, $exp2:expr, $log:ident $log2:ident $tanh:ident $gate:ident $exp_times:expr;)*) => {$(
        impl Compute for $t {
            #[inline(always)]
            fn negated(self) -> Self { -self }
            #[inline(always)]
            fn magnitude(self) -> Self { <$t>::abs(self) }
            #[inline(always)]
            fn floor(self) -> Self { math::$floor(self) }
            #[inline(always)]
            fn ceil(self) -> Self { math::$ceil(self) }
            #[inline(always)]
            fn relu(self) -> Self { if self < 0.0 { 0.0 } else { self } }
            #[inline(always)]
            fn plus(self, b: Self) -> Self { self + b }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { self - b }
            #[inline(always)]
            fn times(self, b: Self) -> Self { self * b }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self {
                let quotient = self / b;
                let whole = math::$floor(quotient);
                // The quotient may have been rounded up to an integer: what is left then has the other sign than `b`.
                let rest = if whole == 0.0 { self } else { math::$fma(-whole, b, self) };
                let up = whole == quotient && whole.is_finite() && rest != 0.0 && (rest < 0.0) != (b < 0.0);
                if up { whole - 1.0 } else { whole }
            }
            #[inline(always)]
            fn modulo(self, b: Self) -> Self {
                let rest = self.remainder(b);
                if rest == 0.0 {
                    <$t>::copysign(rest, b)
                } else if (rest < 0.0) != (b < 0.0) {
                    rest + b
                } else {
                    rest
                }
            }
            #[inline(always)]
            fn remainder(self, b: Self) -> Self { libm::$rem(self, b) }
            #[inline(always)]
            fn least(self, b: Self) -> Self { <$t>::min(self, b) }
            #[inline(always)]
            fn most(self, b: Self) -> Self { <$t>::max(self, b) }
            #[inline(always)]
            fn power(self, b: Self) -> Self { libm::$pow(self, b) }
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { math::$fma(self, b, c) }
        }

        impl Real for $t {
            #[inline(always)]
            fn quotient(self, b: Self) -> Self { self / b }
            #[inline(always)]
            fn exp(self) -> Self { $exp(self) }
            #[inline(always)]
            fn exp2(self) -> Self { $exp2(self) }
            #[inline(always)]
            fn log(self) -> Self { libm::$log(self) }
            #[inline(always)]
            fn log2(self) -> Self { libm::$log2(self) }
            #[inline(always)]
            fn sqrt(self) -> Self { math::$sqrt(self) }
            #[inline(always)]
            fn rsqrt(self) -> Self { 1.0 / math::$sqrt(self) }
            #[inline(always)]
            fn sin(self) -> Self { trig::sin(self as f64) as $t }
            #[inline(always)]
            fn cos(self) -> Self { trig::cos(self as f64) as $t }
            #[inline(always)]
            fn tanh(self) -> Self { tanh::$tanh(self, $exp) }
            #[inline(always)]
            fn sigmoid(self) -> Self { gate::$gate(self, 1.0, $exp_times) }
            #[inline(always)]
            fn silu(self) -> Self { gate::$gate(self, self, $exp_times) }
            #[inline(always)]
            fn gelu(self) -> Self {
                // (1 + tanh u) / 2 = 1 / (1 + e^-2u), with u = sqrt(2/pi) (x + 0.044715 x^3).
                let scale = (2.0 * core::f64::consts::FRAC_2_SQRT_PI * core::f64::consts::FRAC_1_SQRT_2) as $t;
                let cubic = self + 0.044715 * self * self * self;
                gate::$gate(scale * cubic, self, $exp_times)
            }
            #[inline(always)]
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
        }

        impl WideReal for $t {
            const LONG: bool = $long;
            #[inline(always)]
            fn is_near(self) -> bool { <$t>::abs(self) <= sine::FAR as $t }
            #[inline(always)]
            fn quick_turn(self, quarters: u32) -> Self { sine::turn_f32(self as f32, quarters) as $t }
            #[inline(always)]
            fn short(self, f: fn(f32) -> f32) -> Self { f(self as f32) as $t }
        }

        impl Stored for $t {
            type Wide = Self;
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn narrow(wide: Self) -> Self { wide }
            #[inline(always)]
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
        }
    )*};
}

floats! {
    f32 false floor_f32 ceil_f32 fma_f32 sqrt_f32 fmodf powf math::exp_f32, math::exp2_f32, logf log2f tanh_f32 gate_f32 math::exp_times_f32;
    f64 true floor_f64 ceil_f64 fma_f64 sqrt_f64 fmod pow exp::exp_f64, exp::exp2_f64, log log2 tanh_f64 gate_f64 exp::exp_times_f64;
}

/// Methods of a 16-bit float by those of f32, each result rounded once.
macro_rules! in_f32 {
    ($trait:ident: $($name:ident($($arg:ident),*))*) => {$(
        #[inline(always)]
        fn $name(self $(, $arg: Self)*) -> Self { Stored::narrow($trait::$name(self.widen() $(, $arg.widen())*)) }
    )*};
}

macro_rules! tensor_op {
    ($($t:ident $widen:ident $narrow:ident $pair:ident),*) => {$(
        impl Stored for $t {
            type Wide = f32;
            #[inline(always)]
            fn widen(self) -> f32 { half::$widen(self.to_bits()) }
            #[inline(always)]
            fn narrow(wide: f32) -> Self { <$t>::from_bits(half::$narrow(wide)) }
            #[inline(always)]
            fn is_nan(self) -> bool { self.widen().is_nan() }
            // Rounded to odd: of two neighbors, the one whose last bit is 1.
            #[inline(always)]
            fn fused(a: f32, b: f32, c: f32) -> f32 {
                let (down, up) = (Directed::fma::<1>(a, b, c), Directed::fma::<2>(a, b, c));
                if down < up && down.to_bits() & 1 == 1 { down } else { up }
            }
            // Two results in one instruction and one register.
            #[inline(always)]
            fn narrow_all<const V: usize>(wide: [f32; V]) -> [Self; V] {
                unrolled(|v| {
                    if V % 2 == 1 {
                        return Self::narrow(wide[v]);
                    }
                    let pair = half::$pair(wide[v & !1], wide[(v | 1) % V]);
                    <$t>::from_bits((pair >> (16 * (v & 1))) as u16)
                })
            }
        }

        impl Compute for $t {
            in_f32! { Compute: plus(b) minus(b) times(b) negated() magnitude() floor() ceil() relu() least(b) most(b)
                floor_div(b) modulo(b) remainder(b) power(b) }
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { Stored::narrow(<Self as Stored>::fused(self.widen(), b.widen(), c.widen())) }
        }

        impl Real for $t {
            in_f32! { Real: quotient(b) exp() exp2() log() log2() sqrt() rsqrt() sin() cos() tanh() sigmoid() silu() gelu() }
            #[inline(always)]
            fn is_nan(self) -> bool { Stored::is_nan(self) }
        }
    )*};
}

tensor_op!(f16 from_f16 to_f16 pair_f16, bf16 from_bf16 to_bf16 pair_bf16);
