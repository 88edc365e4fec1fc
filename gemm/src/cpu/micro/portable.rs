//! Kernels in plain Rust, for every processor.

use super::args::Args;
use super::kernel::kernel;
use super::vector::{Vector, vector};

/// Reads `N` elements, the first `count` of them from memory.
///
/// # Safety
/// The caller owns `count` elements at `from`.
#[inline(always)]
pub(super) unsafe fn first<T: Copy + Default, const N: usize>(
    from: *const T,
    count: usize,
) -> [T; N] {
    std::array::from_fn(|i| {
        if i < count {
            // SAFETY: the caller owns `count` elements at `from`, and i < count.
            unsafe { from.wrapping_add(i).read_unaligned() }
        } else {
            T::default()
        }
    })
}

/// Writes the first `count` of `values`.
///
/// # Safety
/// The caller owns `count` elements at `to`.
#[inline(always)]
pub(super) unsafe fn write_first<T: Copy, const N: usize>(
    to: *mut T,
    count: usize,
    values: [T; N],
) {
    for (i, value) in values.into_iter().enumerate().take(count) {
        // SAFETY: the caller owns `count` elements at `to`, and i < count.
        unsafe { to.wrapping_add(i).write_unaligned(value) }
    }
}

/// Transposes a square of `N`: `to[k * step + i] = from[i][k]`.
///
/// # Safety
/// The caller owns `N` elements at each of the first `N` of `from` and at `to + k * step`, k < `N`.
#[inline(always)]
pub(super) unsafe fn square<const N: usize, T: Copy>(from: [*const T; 8], to: *mut T, step: usize) {
    for k in 0..N {
        for (i, row) in from.iter().enumerate().take(N) {
            // SAFETY: the caller owns N elements at `row`, and k < N.
            let value = unsafe { row.wrapping_add(k).read_unaligned() };
            // SAFETY: the caller owns N elements at `to + k * step`, and i < N.
            unsafe { to.wrapping_add(k * step + i).write_unaligned(value) }
        }
    }
}

/// An array of `$lanes` lanes with its operations, one lane at a time.
macro_rules! lanes {
    ($(#[$doc:meta])* $name:ident: $packed:ty => $sum:ty, $lanes:literal ($count:ident) lanes, depth $depth:ident of $value:ty, $dot:expr, $scale:expr, $add:expr) => {
        vector!(
            $(#[$doc])*
            $name: $count lanes of $packed, depth $depth of $value, in [$packed; $lanes]; sums of $sum as [$sum; $lanes];
            load |from: *const $packed| from.cast::<[$packed; $lanes]>().read_unaligned(), first, |x| [x; $lanes], keep |to: *mut $packed, factor| to.cast::<[$packed; $lanes]>().write_unaligned(factor);
            sums || [<$sum>::default(); $lanes], |x| [x; $lanes], |from: *const $sum| from.cast::<[$sum; $lanes]>().read_unaligned(), first;
            store |to: *mut $sum, sums| to.cast::<[$sum; $lanes]>().write_unaligned(sums), write_first;
            compute
                |s: [$sum; $lanes], a: [$packed; $lanes], b: [$packed; $lanes]| std::array::from_fn(|i| $dot(s[i], a[i], b[i])),
                |a: [$sum; $lanes], b: [$sum; $lanes], c: [$sum; $lanes]| std::array::from_fn(|i| $add($scale(a[i], b[i]), c[i])),
                |a: [$sum; $lanes], b: [$sum; $lanes]| std::array::from_fn(|i| $scale(a[i], b[i]));
            transpose 4 by square::<4, _>; prefetch |_| ();
        );
    };
}
lanes!(
    /// 4 lanes of f32.
    F32x4: f32 => f32, 4 (_4) lanes, depth _1 of f32, |s: f32, a: f32, b: f32| s + a * b, |x: f32, y: f32| x * y, |x: f32, y: f32| x + y
);
lanes!(
    /// 2 lanes of f64.
    F64x2: f64 => f64, 2 (_2) lanes, depth _1 of f64, |s: f64, a: f64, b: f64| s + a * b, |x: f64, y: f64| x * y, |x: f64, y: f64| x + y
);
lanes!(
    /// 4 lanes of two 16-bit integers.
    I16x8: i32 => i32, 4 (_4) lanes, depth _2 of i16, dot_pairs, i32::wrapping_mul, i32::wrapping_add
);

/// `sum` plus the products of the two 16-bit integers in each of `a` and `b`.
#[inline(always)]
fn dot_pairs(sum: i32, a: i32, b: i32) -> i32 {
    let low = i32::from(a as i16) * i32::from(b as i16);
    sum.wrapping_add(low).wrapping_add((a >> 16) * (b >> 16))
}

kernel!(
    /// f32 in plain Rust.
    PortableF32, F32x4, _4 x _4, true
);
kernel!(
    /// f64 in plain Rust.
    PortableF64, F64x2, _4 x _4, true
);
kernel!(
    /// Pairs of 16-bit integers in plain Rust.
    PortableI16, I16x8, _4 x _4, true
);

macro_rules! here {
    ($($name:ident),*) => { $(impl $name {
        /// The kernel: every processor has it.
        pub fn here() -> Self {
            $name(())
        }
    })* };
}
here!(PortableF32, PortableF64, PortableI16);
