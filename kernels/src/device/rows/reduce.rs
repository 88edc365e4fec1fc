//! Reductions: a block an output, in one fixed order.

use azulejo_tensor::{Element, bf16, f16};

use super::{
    args::{Reduce, THREADS},
    block::combine,
};
use crate::device::{
    map::num::{Stored, narrow_f64},
    ptx::{
        shared::Shared,
        shuffle::Exchange,
        thread::{ctaid, tid},
    },
    repeat, unrolled,
};

/// What is accumulated: `f64` for floats, 64 bits for integers, which wrap as the type itself does.
pub trait Sum: Exchange + Shared + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The larger, 0 above -0, or the smaller; of a number and a NaN, the number.
    fn best(self, other: Self, largest: bool) -> Self;
    /// As a mean's dividend.
    fn to_f64(self) -> f64;
    /// Its bits, and back.
    fn to_bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;
}

macro_rules! sums {
    ($($t:ident $add:expr, $mul:expr, $to:expr, $of:expr;)*) => {$(
        impl Sum for $t {
            const ZERO: Self = 0 as $t;
            const ONE: Self = 1 as $t;
            #[inline(always)]
            fn plus(self, other: Self) -> Self { let f: fn($t, $t) -> $t = $add; f(self, other) }
            #[inline(always)]
            fn times(self, other: Self) -> Self { let f: fn($t, $t) -> $t = $mul; f(self, other) }
            #[inline(always)]
            fn best(self, other: Self, largest: bool) -> Self { if largest { self.max(other) } else { self.min(other) } }
            #[inline(always)]
            fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)]
            fn to_bits(self) -> u64 { let f: fn($t) -> u64 = $to; f(self) }
            #[inline(always)]
            fn of_bits(bits: u64) -> Self { let f: fn(u64) -> $t = $of; f(bits) }
        }
    )*};
}

sums! {
    f64 |a, b| a + b, |a, b| a * b, f64::to_bits, f64::from_bits;
    i64 |a, b| a.wrapping_add(b), |a, b| a.wrapping_mul(b), |x| x as u64, |x| x as i64;
    u64 |a, b| a.wrapping_add(b), |a, b| a.wrapping_mul(b), |x| x, |x| x;
}

/// An element that is reduced.
pub trait Term: Stored + Element {
    /// What it is accumulated in.
    type Sum: Sum;
    /// The type of a mean.
    type Mean: Copy;
    fn term(self) -> Self::Sum;
    fn result(sum: Self::Sum) -> Self;
    fn mean(value: f64) -> Self::Mean;
    /// What max and min begin with: nothing is below, or above, it.
    fn bound(least: bool) -> Self::Sum;
}

macro_rules! terms {
    ($($t:ident $sum:ident $mean:ident |$x:ident| $term:expr, |$s:ident| $result:expr, |$m:ident| $to_mean:expr, $low:expr, $high:expr;)*) => {$(
        impl Term for $t {
            type Sum = $sum;
            type Mean = $mean;
            #[inline(always)]
            fn term(self) -> $sum { let $x = self; $term }
            #[inline(always)]
            fn result($s: $sum) -> Self { $result }
            #[inline(always)]
            fn mean($m: f64) -> $mean { $to_mean }
            #[inline(always)]
            fn bound(least: bool) -> $sum { if least { $low } else { $high } }
        }
    )*};
}

terms! {
    f32 f64 f32 |x| x as f64, |s| s as f32, |m| m as f32, f64::NEG_INFINITY, f64::INFINITY;
    f64 f64 f64 |x| x, |s| s, |m| m, f64::NEG_INFINITY, f64::INFINITY;
    f16 f64 f16 |x| x.widen() as f64, |s| narrow_f64(s), |m| narrow_f64(m), f64::NEG_INFINITY, f64::INFINITY;
    bf16 f64 bf16 |x| x.widen() as f64, |s| narrow_f64(s), |m| narrow_f64(m), f64::NEG_INFINITY, f64::INFINITY;
    i8 i64 f32 |x| x as i64, |s| s as i8, |m| m as f32, i64::MIN, i64::MAX;
    i16 i64 f32 |x| x as i64, |s| s as i16, |m| m as f32, i64::MIN, i64::MAX;
    i32 i64 f32 |x| x as i64, |s| s as i32, |m| m as f32, i64::MIN, i64::MAX;
    i64 i64 f32 |x| x, |s| s, |m| m as f32, i64::MIN, i64::MAX;
    u8 u64 f32 |x| x as u64, |s| s as u8, |m| m as f32, 0, u64::MAX;
    u16 u64 f32 |x| x as u64, |s| s as u16, |m| m as f32, 0, u64::MAX;
    u32 u64 f32 |x| x as u64, |s| s as u32, |m| m as f32, 0, u64::MAX;
    u64 u64 f32 |x| x, |s| s, |m| m as f32, 0, u64::MAX;
}

/// Numbers of the reductions: sum, product, largest, smallest, index of the largest, index of the smallest, mean.
pub const SUM: u32 = 0;
/// Product.
pub const PROD: u32 = 1;
/// Largest.
pub const MAX: u32 = 2;
/// Index of the largest.
pub const ARGMAX: u32 = 4;
/// Index of the smallest.
pub const ARGMIN: u32 = 5;

/// Calls `f` on this thread's elements with their indices, in order, four loads in flight.
///
/// # Safety
/// `args` must describe readable vectors aligned to `C`.
#[inline(always)]
unsafe fn each<T: Term, C: Shared, const V: usize>(
    args: &Reduce,
    src: *const u8,
    mut f: impl FnMut(u64, T),
) {
    let mut at = tid();
    while at < args.count {
        let index: [u32; 4] = unrolled(|u| (at + u as u32 * THREADS).min(args.count - 1));
        let offset: [i64; 4] = unrolled(|u| args.reduced.offsets(index[u])[0]);
        // SAFETY: indices below `count`.
        let c: [C; 4] = unrolled(|u| unsafe { src.offset(offset[u] as isize).cast::<C>().read() });
        repeat::<4>(|u| {
            if at + u as u32 * THREADS < args.count {
                // SAFETY: a carrier is as large as `V` elements, and any bits are elements.
                let x: [T; V] = unsafe { core::mem::transmute_copy(&c[u]) };
                repeat::<V>(|v| f((at + u as u32 * THREADS) as u64 * V as u64 + v as u64, x[v]));
            }
        });
        at += 4 * THREADS;
    }
}

/// One output of a reduction.
///
/// # Safety
/// `args` must describe live buffers apart from each other, vectors aligned to `C`; the output must have the type of the
/// reduction's result. The block needs the scratch in shared memory.
#[inline(always)]
pub unsafe fn reduce<T: Term, C: Shared, const V: usize>(args: &Reduce) {
    let [to, from] = args.kept.offsets(ctaid());
    let src = (args.src as *const u8).wrapping_offset(from as isize);
    let dst = (args.dst as *mut u8).wrapping_offset(to as isize);
    // SAFETY: buffers are live, aligned, apart and of these types, and shared memory holds the scratch, by the caller; the
    // choice is the same in the whole block, so every thread combines.
    unsafe {
        if args.code == SUM || args.code > ARGMIN {
            let mut sum = T::Sum::ZERO;
            each::<T, C, V>(args, src, |_, x| sum = sum.plus(x.term()));
            let sum = combine(sum, T::Sum::plus);
            if tid() == 0 {
                if args.code == SUM {
                    dst.cast::<T>().write(T::result(sum));
                } else {
                    let count = args.count as f64 * V as f64;
                    dst.cast::<T::Mean>().write(T::mean(sum.to_f64() / count));
                }
            }
        } else if args.code == PROD {
            let mut product = T::Sum::ONE;
            each::<T, C, V>(args, src, |_, x| product = product.times(x.term()));
            let product = combine(product, T::Sum::times);
            if tid() == 0 {
                dst.cast::<T>().write(T::result(product));
            }
        } else {
            let largest = args.code == MAX || args.code == ARGMAX;
            // The best so far and the first index that has it; a NaN is passed over, so nothing found is possible.
            let (mut best, mut place) = (T::bound(largest), u64::MAX);
            each::<T, C, V>(args, src, |at, x| {
                let x = x.term();
                let better = if largest { x > best } else { x < best };
                // `x == x` fails for a NaN alone.
                #[allow(clippy::eq_op)]
                if better || (place == u64::MAX && x == x) {
                    place = at;
                }
                best = best.best(x, largest);
            });
            let all = combine(best, |a, b| a.best(b, largest));
            let place = combine(if best == all { place } else { u64::MAX }, u64::min);
            if tid() == 0 {
                if args.code == ARGMAX || args.code == ARGMIN {
                    dst.cast::<i64>()
                        .write(if place == u64::MAX { 0 } else { place as i64 });
                } else if place == u64::MAX {
                    // Nothing but NaN.
                    dst.cast::<T>().write(src.cast::<T>().read());
                } else {
                    dst.cast::<T>().write(T::result(all));
                }
            }
        }
    }
}
