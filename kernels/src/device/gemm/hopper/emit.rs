//! From accumulators to output values: scaling, C, bias, activation, conversion.

use super::args::{Args, View, activation};
use super::unroll::{unroll, up_to_4};
use crate::device::ptx::{
    math,
    memory::{Global, Wide},
};
use azulejo_tensor::element::{F8E4M3, F8E5M2, bf16, f16};

/// How an accumulator becomes an output element of type `Out`.
pub trait Emit<Out>: Copy {
    /// Sum of two partial sums.
    fn add(self, other: Self) -> Self;

    /// `alpha · self`, without what follows.
    fn scale(self, alpha: f32) -> Self;

    /// The whole epilogue at (`row`, `column`) of `batch`.
    ///
    /// # Safety
    /// C and bias, where there are any, cover that element.
    unsafe fn finish(self, args: &Args, alpha: f32, at: (u32, u32, u32)) -> Self;

    /// As [`Emit::finish`] for four columns from (`row`, `column`) on.
    ///
    /// # Safety
    /// As [`Emit::finish`]; rows of C and a bias along them are aligned to four elements there.
    unsafe fn finish_four(
        four: [Self; 4],
        args: &Args,
        alpha: f32,
        at: (u32, u32, u32),
    ) -> [Self; 4];

    /// Its magnitude, as bits that order as unsigned integers.
    fn magnitude(self) -> u32;

    /// The bits of the accumulator.
    fn bits(self) -> u32;

    /// The accumulator with these bits.
    fn from_bits(bits: u32) -> Self;

    /// Two neighbours as the words that hold them: one for 16-bit outputs, else two.
    fn words(pair: [Self; 2]) -> [u32; 2];

    /// Stores one element.
    ///
    /// # Safety
    /// `dst` is writable.
    unsafe fn store(self, dst: *mut Out);

    /// Stores four neighbours.
    ///
    /// # Safety
    /// They are writable at `dst`, which is aligned to four elements.
    unsafe fn store_four(four: [Self; 4], dst: *mut Out);
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
        // SAFETY: the caller's contract.
        unsafe { *(at as *const f32) }
    }
}

/// Entry `i` of the factors at a device address, or 1 where there are none.
///
/// # Safety
/// An address other than 0 is of more than `i` readable `f32`.
#[inline(always)]
unsafe fn entry(at: u64, i: u32) -> f32 {
    // SAFETY: the caller's contract.
    unsafe { factor(if at == 0 { 0 } else { at + i as u64 * 4 }) }
}

/// Where element `at` of `view` is.
#[inline(always)]
pub fn address<T>(view: &View, (row, column, batch): (u32, u32, u32)) -> *mut T {
    let offset = row as i64 * view.row + column as i64 * view.column + batch as i64 * view.batch;
    (view.base as i64 + offset * size_of::<T>() as i64) as *mut T
}

/// `1 / (1 + e^-x)`.
#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    math::reciprocal(1.0 + math::exp2(x * -core::f32::consts::LOG2_E))
}

#[inline(always)]
fn relu(x: f32) -> f32 {
    if x < 0.0 { 0.0 } else { x }
}

/// `(1 + tanh(z)) / 2 = sigmoid(2z)`.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    x * sigmoid(1.595_769_1 * (x + 0.044_715 * x * x * x))
}

#[inline(always)]
fn silu(x: f32) -> f32 {
    x * sigmoid(x)
}

#[inline(always)]
fn activate(x: f32, kind: u32) -> f32 {
    match kind {
        activation::RELU => relu(x),
        activation::GELU => gelu(x),
        activation::SILU => silu(x),
        _ => x,
    }
}

macro_rules! emit_f32 {
    ($($out:ty, load $load:expr, words $words:expr, store $store:expr;)*) => {$(
        impl Emit<$out> for f32 {
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
                // SAFETY: scales, where there are any, are as long as D's sides.
                let mut x = self
                    * unsafe { alpha * entry(args.scales[0], at.0) * entry(args.scales[1], at.1) };
                if args.beta != 0.0 {
                    // SAFETY: the caller's contract.
                    x += args.beta * $load(unsafe { address::<$out>(&args.c, at).read() });
                }
                if args.bias.base != 0 {
                    // SAFETY: the caller's contract.
                    x += $load(unsafe { address::<$out>(&args.bias, at).read() });
                }
                activate(x, args.activation)
            }

            #[inline(always)]
            unsafe fn finish_four(
                four: [f32; 4],
                args: &Args,
                alpha: f32,
                (row, column, batch): (u32, u32, u32),
            ) -> [f32; 4] {
                // Every branch is taken for all four: a branch costs more than what is behind it.
                // SAFETY: as in `finish`; the columns are in D, C and the bias, aligned by the caller's contract.
                unsafe {
                    let mut x = four;
                    let scales = args.scales;
                    if scales[0] | scales[1] != 0 {
                        let scale = alpha * entry(scales[0], row);
                        unroll!(up_to_4, 4, |i| x[i] *= scale * entry(scales[1], column + i as u32));
                    } else {
                        unroll!(up_to_4, 4, |i| x[i] *= alpha);
                    }
                    if args.beta != 0.0 {
                        let c = <$out as Four>::load(address::<$out>(&args.c, (row, column, batch)));
                        unroll!(up_to_4, 4, |i| x[i] += args.beta * $load(c[i]));
                    }
                    if args.bias.base != 0 {
                        let bias = address::<$out>(&args.bias, (row, column, batch));
                        if args.bias.column == 0 {
                            let bias = $load(bias.read());
                            unroll!(up_to_4, 4, |i| x[i] += bias);
                        } else {
                            let bias = <$out as Four>::load(bias);
                            unroll!(up_to_4, 4, |i| x[i] += $load(bias[i]));
                        }
                    }
                    match args.activation {
                        activation::RELU => unroll!(up_to_4, 4, |i| x[i] = relu(x[i])),
                        activation::GELU => unroll!(up_to_4, 4, |i| x[i] = gelu(x[i])),
                        activation::SILU => unroll!(up_to_4, 4, |i| x[i] = silu(x[i])),
                        _ => {}
                    }
                    x
                }
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
            fn words([a, b]: [f32; 2]) -> [u32; 2] {
                $words(a, b)
            }

            #[inline(always)]
            unsafe fn store(self, dst: *mut $out) {
                // SAFETY: the caller's contract.
                unsafe { dst.write($store(self)) }
            }

            #[inline(always)]
            unsafe fn store_four(four: [f32; 4], dst: *mut $out) {
                // SAFETY: the caller's contract.
                unsafe { <$out as Four>::store(dst, four.map($store)) }
            }
        }
    )*};
}

/// Elements that move four at a time.
trait Four: Copy {
    /// Reads four neighbours.
    ///
    /// # Safety
    /// They are readable in global memory, `at` aligned to all four.
    unsafe fn load(at: *const Self) -> [Self; 4];

    /// Writes four neighbours.
    ///
    /// # Safety
    /// They are writable in global memory, `at` aligned to all four.
    unsafe fn store(at: *mut Self, four: [Self; 4]);
}

macro_rules! four {
    ($($t:ty, $word:ty, $to:expr, $from:expr;)*) => {$(
        impl Four for $t {
            #[inline(always)]
            unsafe fn load(at: *const Self) -> [Self; 4] {
                // SAFETY: the caller's contract.
                let word = unsafe { <$word>::load(at as *const u8) };
                $to(word)
            }

            #[inline(always)]
            unsafe fn store(at: *mut Self, four: [Self; 4]) {
                // SAFETY: the caller's contract.
                unsafe { <$word>::store(at as *mut u8, $from(four)) }
            }
        }
    )*};
}

four! {
    f32, Wide, |w: Wide| w.0.map(f32::from_bits), |x: [f32; 4]| Wide(x.map(f32::to_bits));
    i32, Wide, |w: Wide| w.0.map(|w| w as i32), |x: [i32; 4]| Wide(x.map(|x| x as u32));
    bf16, u64, |w: u64| [0, 16, 32, 48].map(|s| bf16::from_bits((w >> s) as u16)), |x: [bf16; 4]| halves(x.map(bf16::to_bits));
    f16, u64, |w: u64| [0, 16, 32, 48].map(|s| f16::from_bits((w >> s) as u16)), |x: [f16; 4]| halves(x.map(f16::to_bits));
    F8E4M3, u32, |w: u32| w.to_le_bytes().map(F8E4M3::from_bits), |x: [F8E4M3; 4]| u32::from_le_bytes(x.map(|x| x.to_bits()));
    F8E5M2, u32, |w: u32| w.to_le_bytes().map(F8E5M2::from_bits), |x: [F8E5M2; 4]| u32::from_le_bytes(x.map(|x| x.to_bits()));
}

/// Four halves in a word of 64 bits.
#[inline(always)]
fn halves([a, b, c, d]: [u16; 4]) -> u64 {
    let pair = |low: u16, high: u16| low as u32 | (high as u32) << 16;
    pair(a, b) as u64 | (pair(c, d) as u64) << 32
}

emit_f32! {
    f32, load |x: f32| x, words |a: f32, b: f32| [a.to_bits(), b.to_bits()], store |x: f32| x;
    bf16, load |x: bf16| f32::from_bits((x.to_bits() as u32) << 16), words |a, b| [math::bf16x2(a, b), 0], store |x| bf16::from_bits(math::bf16x2(x, 0.0) as u16);
    f16, load |x: f16| math::f16_to_f32(x.to_bits()), words |a, b| [math::f16x2(a, b), 0], store |x| f16::from_bits(math::f16x2(x, 0.0) as u16);
}

// 8-bit outputs are stored element by element: `words` is not called.
emit_f32! {
    F8E4M3, load |x: F8E4M3| math::e4m3_to_f32(x.to_bits()), words |_: f32, _: f32| [0, 0], store |x| F8E4M3::from_bits(math::e4m3(x));
    F8E5M2, load |x: F8E5M2| math::e5m2_to_f32(x.to_bits()), words |_: f32, _: f32| [0, 0], store |x| F8E5M2::from_bits(math::e5m2(x));
}

impl Emit<i32> for i32 {
    #[inline(always)]
    fn add(self, other: i32) -> i32 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn scale(self, _: f32) -> i32 {
        self
    }

    #[inline(always)]
    unsafe fn finish(self, _: &Args, _: f32, _: (u32, u32, u32)) -> i32 {
        self
    }

    #[inline(always)]
    unsafe fn finish_four(four: [i32; 4], _: &Args, _: f32, _: (u32, u32, u32)) -> [i32; 4] {
        four
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
    fn words([a, b]: [i32; 2]) -> [u32; 2] {
        [a as u32, b as u32]
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut i32) {
        // SAFETY: the caller's contract.
        unsafe { dst.write(self) }
    }

    #[inline(always)]
    unsafe fn store_four(four: [i32; 4], dst: *mut i32) {
        // SAFETY: the caller's contract.
        unsafe { <i32 as Four>::store(dst, four) }
    }
}
