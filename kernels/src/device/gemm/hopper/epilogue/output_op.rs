//! From accumulators to output values: scaling, C, bias, activation, conversion.

use super::smem_d::{EpiFragment, empty};
use super::*;
use azulejo_device::cute::convert_type;
use azulejo_tensor::element::{F8E4M3, F8E5M2, bf16, f16};

/// Elements of a thread that go through the whole epilogue at a time, at most.
pub const MOST: usize = 32;

/// What the epilogue does with an accumulator.
pub trait Accumulator: Copy {
    /// `true` if C, a bias or an activation can follow: integers are stored as they are.
    const HAS_GENERIC_EPILOGUE: bool = true;
    /// What changes no sum it is added to: a zero that leaves the sign of others.
    const NOTHING: Self;

    /// Sum of two partial sums.
    fn add(self, other: Self) -> Self;

    /// `alpha · self`; integers as they are, here and below.
    #[inline(always)]
    fn scale(self, _alpha: f32) -> Self {
        self
    }

    /// `self + factor · other`.
    #[inline(always)]
    fn plus(self, _factor: f32, _other: Self) -> Self {
        self
    }

    /// `max(self, 0)`.
    #[inline(always)]
    fn relu(self) -> Self {
        self
    }

    /// GELU or SiLU.
    #[inline(always)]
    fn gelu_or_silu(self, _curve: GeluSilu) -> Self {
        self
    }

    /// One of [`activation`] of the first `count` elements.
    #[inline(always)]
    fn activate(of: [Self; MOST], _count: u32, _kind: u32) -> [Self; MOST] {
        of
    }

    /// Returns the magnitude, as bits that order as unsigned integers.
    fn magnitude(self) -> u32;

    /// The bits of the accumulator.
    fn bits(self) -> u32;

    /// The accumulator with these bits.
    fn from_bits(bits: u32) -> Self;
}

impl Accumulator for f32 {
    const NOTHING: f32 = -0.0;

    #[inline(always)]
    fn add(self, other: f32) -> f32 {
        self + other
    }

    #[inline(always)]
    fn scale(self, alpha: f32) -> f32 {
        self * alpha
    }

    #[inline(always)]
    fn plus(self, factor: f32, other: f32) -> f32 {
        math::fma(factor, other, self)
    }

    #[inline(always)]
    fn relu(self) -> f32 {
        math::max(self, 0.0)
    }

    #[inline(always)]
    fn gelu_or_silu(self, curve: GeluSilu) -> f32 {
        curve.at(self)
    }

    #[inline(always)]
    fn activate(of: [f32; MOST], count: u32, kind: u32) -> [f32; MOST] {
        let mut x = of;
        if kind == activation::RELU {
            unroll!(MOST as u32; count, |i| x[i] = x[i].relu());
        } else if kind != activation::NONE {
            let curve = GeluSilu::of(kind);
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
}

impl Accumulator for i32 {
    const HAS_GENERIC_EPILOGUE: bool = false;
    const NOTHING: i32 = 0;

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
}

/// How an accumulator becomes an output element of type `Out`, and back.
pub trait OutputOp<Out: Element>: Accumulator {
    /// An output element as an accumulator.
    fn of(out: Out) -> Self;

    /// The accumulator as an output element.
    fn out(self) -> Out;

    /// An epilogue fragment of output elements.
    fn convert(x: [Self; 8]) -> EpiFragment<Out>;

    /// An epilogue fragment of output elements as accumulators.
    fn widen(fragment: &EpiFragment<Out>) -> [Self; 8];
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

/// A thread's elements of an epilogue fragment as a fragment.
#[inline(always)]
fn epi_fragment<T: Element>(x: [T; 8]) -> EpiFragment<T> {
    let mut fragment = empty::<T>();
    unroll!(8, |i| fragment.put(i, x[i]));
    fragment
}

/// The elements of such a fragment.
#[inline(always)]
fn elements<T: Element>(fragment: &EpiFragment<T>) -> [T; 8] {
    let mut x = [fragment.at(0); 8];
    unroll!(8, |i| x[i] = fragment.at(i));
    x
}

macro_rules! output_ops {
    ($($acc:ty => $out:ty: of $of:expr, out $to:expr, convert $convert:expr, widen $widen:expr;)*) => {$(
        impl OutputOp<$out> for $acc {
            #[inline(always)]
            fn of(out: $out) -> $acc {
                $of(out)
            }

            #[inline(always)]
            fn out(self) -> $out {
                $to(self)
            }

            #[inline(always)]
            fn convert(x: [$acc; 8]) -> EpiFragment<$out> {
                $convert(epi_fragment(x))
            }

            #[inline(always)]
            fn widen(of: &EpiFragment<$out>) -> [$acc; 8] {
                elements(&$widen(of))
            }
        }
    )*};
}

output_ops! {
    i32 => i32: of |x| x, out |x| x, convert |x| x, widen |x: &EpiFragment<i32>| x.clone();
    f32 => f32: of |x| x, out |x| x, convert |x| x, widen |x: &EpiFragment<f32>| x.clone();
    f32 => bf16: of |x: bf16| f32::from_bits((x.to_bits() as u32) << 16), out |x| bf16::from_bits(math::bf16x2(x, 0.0) as u16),
        convert |x| convert_type::<bf16, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    f32 => f16: of |x: f16| math::f16_to_f32(x.to_bits()), out |x| f16::from_bits(math::f16x2(x, 0.0) as u16),
        convert |x| convert_type::<f16, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    f32 => F8E4M3: of |x: F8E4M3| math::e4m3_to_f32(x.to_bits()), out |x| F8E4M3::from_bits(math::e4m3(x)),
        convert |x| convert_type::<F8E4M3, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
    f32 => F8E5M2: of |x: F8E5M2| math::e5m2_to_f32(x.to_bits()), out |x| F8E5M2::from_bits(math::e5m2(x)),
        convert |x| convert_type::<F8E5M2, _, _>(&x), widen |x| convert_type::<f32, _, _>(x);
}
