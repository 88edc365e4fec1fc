//! From accumulators to output values: scaling, C, bias, activation, conversion.

use super::smem_d::{Strip, empty};
use super::*;
use azulejo_device::cute::convert_type;
use azulejo_tensor::element::{F8E4M3, F8E5M2, bf16, f16};

/// Elements of a thread that go through the whole epilogue at a time, at most.
pub const MOST: usize = 32;

/// How an accumulator becomes an output element of type `Out`.
pub trait OutputOp<Out: Element>: Copy {
    /// Sum of two partial sums.
    fn add(self, other: Self) -> Self;

    /// `alpha · self`, without what follows; integers as they are, here and below.
    #[inline(always)]
    fn scale(self, _alpha: f32) -> Self {
        self
    }

    /// The whole epilogue at (`row`, `column`) of `batch`.
    ///
    /// # Safety
    /// C and bias, where there are any, cover that element.
    #[inline(always)]
    unsafe fn finish(self, _args: &Args, _alpha: f32, _at: (u32, u32, u32)) -> Self {
        self
    }

    /// `self + factor · other`.
    #[inline(always)]
    fn plus(self, _factor: f32, _other: Self) -> Self {
        self
    }

    /// One of [`activation`] of the first `count` elements.
    #[inline(always)]
    fn activate(of: [Self; MOST], _count: u32, _kind: u32) -> [Self; MOST] {
        of
    }

    /// Its magnitude, as bits that order as unsigned integers.
    fn magnitude(self) -> u32;

    /// The bits of the accumulator.
    fn bits(self) -> u32;

    /// The accumulator with these bits.
    fn from_bits(bits: u32) -> Self;

    /// An output element as an accumulator.
    fn of(out: Out) -> Self;

    /// A strip of output elements.
    fn convert(x: [Self; 8]) -> Strip<Out>;

    /// A strip of output elements as accumulators.
    fn widen(strip: &Strip<Out>) -> [Self; 8];

    /// Stores one element.
    ///
    /// # Safety
    /// `dst` is writable.
    unsafe fn store(self, dst: *mut Out);
}

/// The factor at a device address, or 1 where there is none.
///
/// # Safety
/// An address other than 0 is of a readable `f32`.
#[inline(always)]
pub unsafe fn factor(at: u64) -> f32 {
    if at == 0 {
        1.0
    } else {
        // SAFETY: the caller has a readable `f32` at an address other than 0.
        unsafe { *(at as *const f32) }
    }
}

/// Entry `i` of the factors at a device address, or 1 where there are none.
///
/// # Safety
/// An address other than 0 is of more than `i` readable `f32`.
#[inline(always)]
pub unsafe fn entry(at: u64, i: u32) -> f32 {
    // SAFETY: the caller has more than `i` readable `f32` at an address other than 0.
    unsafe { factor(if at == 0 { 0 } else { at + i as u64 * 4 }) }
}

/// `gelu(x) = x (1 + tanh(z)) / 2 = x / (1 + e^-2z)` for `2z = 1.5958 (x + 0.044715 x^3)`, and `silu(x) = x / (1 + e^-x)`:
/// factors of `x` and `x^3` in the exponent of two.
#[derive(Clone, Copy)]
struct GeluSilu {
    linear: f32,
    cubic: f32,
}

impl GeluSilu {
    const GELU: Self = Self {
        linear: -1.595_769_1 * core::f32::consts::LOG2_E,
        cubic: -1.595_769_1 * 0.044_715 * core::f32::consts::LOG2_E,
    };
    const SILU: Self = Self {
        linear: -core::f32::consts::LOG2_E,
        cubic: 0.0,
    };

    #[inline(always)]
    fn at(self, x: f32) -> f32 {
        // A square without bound would be infinite, and times nothing no number.
        let square = (x * x).min(1e30);
        let power = x * math::fma(self.cubic, square, self.linear);
        x * math::reciprocal_flushed(1.0 + math::exp2_flushed(power))
    }
}

macro_rules! emit_f32 {
    ($($out:ty, load $load:expr, store $store:expr, convert $convert:expr, widen $widen:expr;)*) => {$(
        impl OutputOp<$out> for f32 {
            #[inline(always)]
            fn add(self, other: f32) -> f32 {
                self + other
            }

            #[inline(always)]
            fn scale(self, alpha: f32) -> f32 {
                self * alpha
            }

            #[inline(always)]
            unsafe fn finish(self, args: &Args, alpha: f32, at: (u32, u32, u32)) -> f32 {
                // SAFETY: a scale of rows, where there are any, for each row of D, of which this is one.
                let row = unsafe { entry(args.scales[0], at.0) };
                // SAFETY: a scale of columns, where there are any, for each column of D, of which this is one.
                let column = unsafe { entry(args.scales[1], at.1) };
                let mut x = self * (alpha * row * column);
                if args.beta != 0.0 {
                    // SAFETY: the caller has C cover the element, as `beta` is not 0.
                    x += args.beta * $load(unsafe { args.c.address::<$out>(at).read() });
                }
                if args.bias.base != 0 {
                    // SAFETY: the caller has the bias cover the element, as there is one.
                    x += $load(unsafe { args.bias.address::<$out>(at).read() });
                }
                <Self as OutputOp<$out>>::activate([x; MOST], 1, args.activation)[0]
            }

            #[inline(always)]
            fn plus(self, factor: f32, other: f32) -> f32 {
                math::fma(factor, other, self)
            }

            #[inline(always)]
            fn activate(of: [f32; MOST], count: u32, kind: u32) -> [f32; MOST] {
                let mut x = of;
                if kind == activation::RELU {
                    unroll!(MOST as u32; count, |i| x[i] = math::max(x[i], 0.0));
                } else if kind != activation::NONE {
                    let curve = if kind == activation::GELU {
                        GeluSilu::GELU
                    } else {
                        GeluSilu::SILU
                    };
                    unroll!(MOST as u32; count, |i| x[i] = curve.at(x[i]));
                }
                x
            }

            #[inline(always)]
            fn magnitude(self) -> u32 {
                self.to_bits() & 0x7fff_ffff
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                self.to_bits()
            }

            #[inline(always)]
            fn from_bits(bits: u32) -> f32 {
                f32::from_bits(bits)
            }

            #[inline(always)]
            fn of(out: $out) -> f32 {
                $load(out)
            }

            #[inline(always)]
            fn convert(x: [f32; 8]) -> Strip<$out> {
                $convert(strip(x))
            }

            #[inline(always)]
            fn widen(of: &Strip<$out>) -> [f32; 8] {
                elements(&$widen(of))
            }

            #[inline(always)]
            unsafe fn store(self, dst: *mut $out) {
                // SAFETY: the caller has a place that is writable.
                unsafe { dst.write($store(self)) }
            }
        }
    )*};
}

/// A thread's elements of a strip as a fragment.
#[inline(always)]
fn strip<T: Element>(x: [T; 8]) -> Strip<T> {
    let mut fragment = empty::<T>();
    unroll!(8, |i| fragment.put(i, x[i]));
    fragment
}

/// The elements of such a fragment.
#[inline(always)]
fn elements<T: Element>(fragment: &Strip<T>) -> [T; 8] {
    let mut x = [fragment.at(0); 8];
    unroll!(8, |i| x[i] = fragment.at(i));
    x
}

emit_f32! {
    f32, load |x: f32| x, store |x: f32| x, convert |x| x, widen |x: &Strip<f32>| x.clone();
    bf16, load |x: bf16| f32::from_bits((x.to_bits() as u32) << 16), store |x| bf16::from_bits(math::bf16x2(x, 0.0) as u16),
        convert |x| convert_type::<bf16, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    f16, load |x: f16| math::f16_to_f32(x.to_bits()), store |x| f16::from_bits(math::f16x2(x, 0.0) as u16),
        convert |x| convert_type::<f16, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    F8E4M3, load |x: F8E4M3| math::e4m3_to_f32(x.to_bits()), store |x| F8E4M3::from_bits(math::e4m3(x)),
        convert |x| convert_type::<F8E4M3, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    F8E5M2, load |x: F8E5M2| math::e5m2_to_f32(x.to_bits()), store |x| F8E5M2::from_bits(math::e5m2(x)),
        convert |x| convert_type::<F8E5M2, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
}

impl OutputOp<i32> for i32 {
    #[inline(always)]
    fn add(self, other: i32) -> i32 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn magnitude(self) -> u32 {
        self.unsigned_abs()
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn from_bits(bits: u32) -> i32 {
        bits as i32
    }

    #[inline(always)]
    fn of(out: i32) -> i32 {
        out
    }

    #[inline(always)]
    fn convert(x: [i32; 8]) -> Strip<i32> {
        strip(x)
    }

    #[inline(always)]
    fn widen(of: &Strip<i32>) -> [i32; 8] {
        elements(of)
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut i32) {
        // SAFETY: the caller has a place that is writable.
        unsafe { dst.write(self) }
    }
}
