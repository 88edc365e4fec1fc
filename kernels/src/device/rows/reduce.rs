//! Reductions: a block an output, in one fixed order.

use azulejo_scalar::num::{Stored, narrow_f64};
use azulejo_tensor::{Element, bf16, f16};

use super::{
    args::{Reduce, THREADS},
    block::combine,
};
use crate::device::{
    element::read_bytes,
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

    /// Makes `best` and `place` those of the better one of `best` and this value, which is at `at`.
    #[inline(always)]
    fn take(self, largest: bool, at: u64, best: &mut Self, place: &mut u64) {
        let better = if largest { self > *best } else { self < *best };
        // `x == x` fails for a NaN alone.
        #[allow(clippy::eq_op)]
        if better || (*place == u64::MAX && self == self) {
            *place = at;
        }
        *best = best.best(self, largest);
    }
}

macro_rules! sums {
    ($($t:ident $add:expr, $mul:expr;)*) => {$(
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
        }
    )*};
}

sums! {
    f64 |a, b| a + b, |a, b| a * b;
    i64 |a, b| a.wrapping_add(b), |a, b| a.wrapping_mul(b);
    u64 |a, b| a.wrapping_add(b), |a, b| a.wrapping_mul(b);
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

/// How elements become one value.
#[derive(Clone, Copy)]
pub enum Fold {
    /// Their sum, also for a mean.
    Sum,
    /// Their product.
    Product,
    /// The largest or the smallest, with its place.
    Best { largest: bool },
}

impl Fold {
    /// Of the reduction with this number.
    #[inline(always)]
    pub fn of(code: u32) -> Self {
        match code {
            PROD => Self::Product,
            MAX..=ARGMIN => Self::Best {
                largest: code == MAX || code == ARGMAX,
            },
            _ => Self::Sum,
        }
    }

    #[inline(always)]
    pub fn is_best(self) -> bool {
        matches!(self, Self::Best { .. })
    }

    /// What it begins with.
    #[inline(always)]
    pub fn first<T: Term>(self) -> T::Sum {
        match self {
            Self::Sum => T::Sum::ZERO,
            Self::Product => T::Sum::ONE,
            Self::Best { largest } => T::bound(largest),
        }
    }
}

/// Vectors that a thread has in flight.
const FLIGHT: usize = 4;

/// Vectors from number `first` on, a block's threads apart, as far as there are `count` of them.
struct Batch<C> {
    vectors: [C; FLIGHT],
    first: u32,
    count: u32,
}

impl<C: Shared> Batch<C> {
    /// Calls `f` on the elements with their indices, in order.
    ///
    /// # Safety
    /// A carrier is as large as `V` elements, and any bits are elements.
    #[inline(always)]
    unsafe fn each<T: Term, const V: usize>(&self, mut f: impl FnMut(u64, T)) {
        repeat::<FLIGHT>(|u| {
            let at = self.first + u as u32 * THREADS;
            if at < self.count {
                // SAFETY: the caller has a carrier as large as `V` elements, for which any bits are a value.
                let x: [T; V] = unsafe { core::mem::transmute_copy(&self.vectors[u]) };
                repeat::<V>(|v| f(at as u64 * V as u64 + v as u64, x[v]));
            }
        });
    }
}

/// Calls `f` on this thread's vectors, in order.
///
/// # Safety
/// `args` must describe readable vectors aligned to `C`.
#[inline(always)]
unsafe fn batches<C: Shared>(args: &Reduce, src: *const u8, mut f: impl FnMut(Batch<C>)) {
    let mut first = tid();
    while first < args.count {
        let indices = unrolled(|u| (first + u as u32 * THREADS).min(args.count - 1));
        let offsets: [[i64; 1]; FLIGHT] = args.reduced.offsets_of(indices);
        let vectors = unrolled(|u| {
            // SAFETY: the offset of an index below `count`, where an aligned vector is readable, by the caller.
            unsafe { read_bytes::<C>(src, offsets[u][0]) }
        });
        f(Batch {
            vectors,
            first,
            count: args.count,
        });
        first += FLIGHT as u32 * THREADS;
    }
}

/// One output of a reduction.
///
/// All operators share one loop: addresses and loads, most of the code, are there once. Which operator it is, is the same
/// in the whole grid: one uniform branch for four vectors.
///
/// # Safety
/// `args` must describe live buffers apart from each other, vectors aligned to `C`; the output must have the type of the
/// reduction's result. The block needs the scratch in shared memory.
#[inline(always)]
pub unsafe fn reduce<T: Term, C: Shared, const V: usize>(args: &Reduce) {
    let [to, from] = args.kept.offsets(ctaid());
    let src = (args.src as *const u8).wrapping_offset(from as isize);
    let dst = (args.dst as *mut u8).wrapping_offset(to as isize);
    let fold = Fold::of(args.code);
    // The best so far and the first index that has it; a NaN is passed over, so nothing found is possible.
    let (mut mine, mut place) = (fold.first::<T>(), u64::MAX);
    let fold_batch = |batch: Batch<C>| match fold {
        // SAFETY: a carrier is `V` elements, by the caller.
        Fold::Sum => unsafe { batch.each::<T, V>(|_, x| mine = mine.plus(x.term())) },
        // SAFETY: a carrier is `V` elements, by the caller.
        Fold::Product => unsafe { batch.each::<T, V>(|_, x| mine = mine.times(x.term())) },
        Fold::Best { largest } => {
            let take = |at, x: T| x.term().take(largest, at, &mut mine, &mut place);
            // SAFETY: a carrier is `V` elements, by the caller.
            unsafe { batch.each::<T, V>(take) }
        }
    };
    // SAFETY: the source is live and its vectors aligned, by the caller.
    unsafe { batches::<C>(args, src, fold_batch) };
    let both = #[inline(always)]
    |a: T::Sum, b| match fold {
        Fold::Sum => a.plus(b),
        Fold::Product => a.times(b),
        Fold::Best { largest } => a.best(b, largest),
    };
    // SAFETY: the choice is the same in the whole block, so every thread is here; shared memory holds the scratch, by the caller.
    let all = unsafe { combine(mine, both) };
    if fold.is_best() {
        let place_of = if mine == all { place } else { u64::MAX };
        // SAFETY: the choice is the same in the whole block, so every thread is here; shared memory holds the scratch.
        place = unsafe { combine(place_of, u64::min) };
    }
    if tid() != 0 {
        return;
    }
    match fold {
        Fold::Sum if args.code != SUM => {
            let count = args.count as f64 * V as f64;
            // SAFETY: the output is a live, aligned mean, by the caller; this thread alone writes it.
            unsafe { dst.cast::<T::Mean>().write(T::mean(all.to_f64() / count)) };
        }
        Fold::Best { .. } if args.code == ARGMAX || args.code == ARGMIN => {
            let index = if place == u64::MAX { 0 } else { place as i64 };
            // SAFETY: the output is a live, aligned index, by the caller; this thread alone writes it.
            unsafe { dst.cast::<i64>().write(index) };
        }
        // Nothing but NaN.
        Fold::Best { .. } if place == u64::MAX => {
            // SAFETY: the source is live and has an element, by the caller.
            let nan = unsafe { src.cast::<T>().read() };
            // SAFETY: the output is a live, aligned element, by the caller; this thread alone writes it.
            unsafe { dst.cast::<T>().write(nan) };
        }
        // SAFETY: the output is a live, aligned element, by the caller; this thread alone writes it.
        _ => unsafe { dst.cast::<T>().write(T::result(all)) },
    }
}
