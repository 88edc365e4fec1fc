//! Kernels in plain Rust, for every processor.

use super::kernel::kernel;
use super::tile::Args;
use super::vector::Vector;

/// Binds a vector of `$lanes` packed elements to what one lane does.
macro_rules! portable {
    ($name:ident, $packed:ty => $sum:ty, $lanes:literal lanes, depth $depth:literal, $dot:expr, $scale:expr, $add:expr) => {
        /// A register's worth of lanes as an array.
        #[derive(Clone, Copy)]
        pub struct $name;

        // SAFETY: no instruction set is needed, and each function touches LANES or `count` elements only.
        unsafe impl Vector for $name {
            type Packed = $packed;
            type Sum = $sum;
            type Factor = [$packed; $lanes];
            type Sums = [$sum; $lanes];
            const LANES: usize = $lanes;
            const DEPTH: usize = $depth;

            #[inline(always)]
            unsafe fn zero() -> Self::Sums {
                [<$sum as $crate::Accumulator>::ZERO; $lanes]
            }
            #[inline(always)]
            unsafe fn sums(sum: $sum) -> Self::Sums {
                [sum; $lanes]
            }
            #[inline(always)]
            unsafe fn load(from: *const $packed) -> Self::Factor {
                // SAFETY: the caller owns LANES elements at `from`.
                unsafe { from.cast::<Self::Factor>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn load_first(from: *const $packed, count: usize) -> Self::Factor {
                // SAFETY: only the first `count` elements are read, which the caller owns.
                unsafe {
                    std::array::from_fn(|i| {
                        if i < count {
                            from.add(i).read()
                        } else {
                            <$packed>::default()
                        }
                    })
                }
            }
            #[inline(always)]
            unsafe fn splat(from: *const $packed) -> Self::Factor {
                // SAFETY: the caller owns the element.
                [unsafe { from.read() }; $lanes]
            }
            #[inline(always)]
            unsafe fn multiply_add(
                sums: Self::Sums,
                a: Self::Factor,
                b: Self::Factor,
            ) -> Self::Sums {
                let dot: fn($sum, $packed, $packed) -> $sum = $dot;
                std::array::from_fn(|i| dot(sums[i], a[i], b[i]))
            }
            #[inline(always)]
            unsafe fn scale_add(a: Self::Sums, b: Self::Sums, c: Self::Sums) -> Self::Sums {
                let (scale, add): (fn($sum, $sum) -> $sum, fn($sum, $sum) -> $sum) = ($scale, $add);
                std::array::from_fn(|i| add(scale(a[i], b[i]), c[i]))
            }
            #[inline(always)]
            unsafe fn scale(a: Self::Sums, b: Self::Sums) -> Self::Sums {
                let scale: fn($sum, $sum) -> $sum = $scale;
                std::array::from_fn(|i| scale(a[i], b[i]))
            }
            #[inline(always)]
            unsafe fn load_sums(from: *const $sum) -> Self::Sums {
                // SAFETY: the caller owns LANES sums at `from`.
                unsafe { from.cast::<Self::Sums>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn load_first_sums(from: *const $sum, count: usize) -> Self::Sums {
                // SAFETY: only the first `count` sums are read, which the caller owns.
                unsafe {
                    std::array::from_fn(|i| {
                        if i < count {
                            from.add(i).read()
                        } else {
                            <$sum>::default()
                        }
                    })
                }
            }
            #[inline(always)]
            unsafe fn store(sums: Self::Sums, to: *mut $sum) {
                // SAFETY: the caller owns LANES sums at `to`.
                unsafe { to.cast::<Self::Sums>().write_unaligned(sums) }
            }
            #[inline(always)]
            unsafe fn store_first(sums: Self::Sums, to: *mut $sum, count: usize) {
                for (i, sum) in sums.into_iter().enumerate().take(count) {
                    // SAFETY: i < count, and the caller owns `count` sums at `to`.
                    unsafe { to.add(i).write(sum) }
                }
            }
        }
    };
}
portable!(F32x4, f32 => f32, 4 lanes, depth 1, |s, a, b| s + a * b, |x, y| x * y, |x, y| x + y);
portable!(F64x2, f64 => f64, 2 lanes, depth 1, |s, a, b| s + a * b, |x, y| x * y, |x, y| x + y);
portable!(I16x8, i32 => i32, 4 lanes, depth 2, dot_pairs, i32::wrapping_mul, i32::wrapping_add);

/// `sum` plus the products of the two 16-bit integers in each of `a` and `b`.
#[inline(always)]
fn dot_pairs(sum: i32, a: i32, b: i32) -> i32 {
    let low = i32::from(a as i16) * i32::from(b as i16);
    sum.wrapping_add(low).wrapping_add((a >> 16) * (b >> 16))
}

kernel!(
    /// f32 in plain Rust.
    PortableF32, F32x4, 2 x 4, true
);
kernel!(
    /// f64 in plain Rust.
    PortableF64, F64x2, 2 x 4, true
);
kernel!(
    /// Pairs of 16-bit integers in plain Rust.
    PortableI16, I16x8, 2 x 4, true
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
