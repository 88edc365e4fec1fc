//! Short binary operators on two types: each operand is promoted as it is loaded, so the arrays are read once.
//!
//! A kernel for each type that the operator computes in; the operands' types are a parameter, a byte each
//! ([`Args::types`](super::Args::types)), and the choice is one uniform branch an operand.

use azulejo_tensor::{Bool, DType, Element, bf16, f16};

#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use super::{Args, apply, lanes};
#[cfg(target_arch = "nvptx64")]
use azulejo_scalar::math;
#[cfg(target_arch = "nvptx64")]
use azulejo_scalar::num::{Stored, narrow_f64};

/// Elements in a vector.
pub const VECTOR: u32 = 4;
/// Vectors that a thread works on.
pub const ROUNDS: u32 = 2;
/// Elements that a thread of the kernels of single elements works on.
pub const ROUNDS_ONE: u32 = 4;

/// An element that is promoted to `T`, rounded once to nearest even.
#[cfg(target_arch = "nvptx64")]
pub trait Source<T>: Copy {
    /// The promoted value.
    fn promoted(self) -> T;
}

#[cfg(target_arch = "nvptx64")]
macro_rules! sources {
    ($($T:ty: $($A:ty),*;)*) => {$(
        impl Source<$T> for Bool {
            #[inline(always)]
            fn promoted(self) -> $T { self.get() as u8 as $T }
        }
        $(impl Source<$T> for $A {
            #[inline(always)]
            fn promoted(self) -> $T { self as $T }
        })*
    )*};
}

#[cfg(target_arch = "nvptx64")]
sources! {
    u8: u8;
    u16: u8, u16;
    u32: u8, u16, u32;
    u64: u8, u16, u32, u64;
    i8: i8;
    i16: i8, i16;
    i32: i8, i16, i32;
    i64: i8, i16, i32, i64;
    f32: u8, u16, u32, u64, i8, i16, i32, i64, f32;
    f64: u8, u16, u32, u64, i8, i16, i32, i64, f32, f64;
}

#[cfg(target_arch = "nvptx64")]
macro_rules! tensor_op {
    ($($T:ty { exact $($A:ty),*; exact double $($B:ty),*; $($C:ty, $cut:ident),*; })*) => {$(
        impl Source<$T> for $T {
            #[inline(always)]
            fn promoted(self) -> $T { self }
        }
        impl Source<f32> for $T {
            #[inline(always)]
            fn promoted(self) -> f32 { self.widen() }
        }
        impl Source<f64> for $T {
            #[inline(always)]
            fn promoted(self) -> f64 { self.widen() as f64 }
        }
        impl Source<$T> for Bool {
            #[inline(always)]
            fn promoted(self) -> $T { <$T>::narrow(self.get() as u8 as f32) }
        }
        // An f32 has all of these values, and an f64 all of the next ones: only the last step rounds.
        $(impl Source<$T> for $A {
            #[inline(always)]
            fn promoted(self) -> $T { <$T>::narrow(self as f32) }
        })*
        $(impl Source<$T> for $B {
            #[inline(always)]
            fn promoted(self) -> $T { narrow_f64(self as f64) }
        })*
        $(impl Source<$T> for $C {
            #[inline(always)]
            fn promoted(self) -> $T {
                let cut = math::$cut(self);
                // What was cut off is in the last place, 13 places below the result's: the second rounding sees it.
                let odd = (cut as $C != self) as u32;
                <$T>::narrow(f32::from_bits(cut.to_bits() | odd))
            }
        })*
    )*};
}

#[cfg(target_arch = "nvptx64")]
tensor_op! {
    f16 { exact u8, u16, i8, i16; exact double u32, i32; u64, cut_u64, i64, cut_i64; }
    bf16 { exact u8, u16, i8, i16; exact double u32, i32; u64, cut_u64, i64, cut_i64; }
}

macro_rules! family {
    ($($T:ty, $short:literal, $binary:ident: $($A:ty),*;)*) => {
        crate::kernels! {
            file "mixed", texts crate::table::texts("mixed");
            $(concat!("azulejo_mixed2_", $short), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                family!(body args, $T, $binary, VECTOR, ROUNDS; $($A),*)
            }
            concat!("azulejo_mixed2_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                family!(body args, $T, $binary, 1, ROUNDS_ONE; $($A),*)
            })*
        }

        /// The types computed in, in table order, two rows each, with the types that their kernels promote.
        pub const TYPES: &[(DType, &[DType])] = &[$((<$T>::DTYPE, &[$(<$A>::DTYPE),*])),*];
    };
    (body $args:ident, $T:ty, $binary:ident, $v:expr, $u:expr; $($A:ty),*) => {{
        const V: usize = $v as usize;
        const U: usize = $u as usize;
        use crate::device::{ptx::thread::{ctaid, tid}, unrolled};
        let (at, left) = $args.places::<U>(ctaid(), tid());
        let types = [$args.types as u8, ($args.types >> 8) as u8];
        let (a, b): ([[$T; V]; U], [[$T; V]; U]) = (
            family!(operand 0, 1, types, at, $args, $T; $($A),*),
            family!(operand 1, 2, types, at, $args, $T; $($A),*),
        );
        let out = apply::$binary::<$T, V, U>($args.code, a, b);
        // SAFETY: places of the output, which is live, aligned, and apart from the inputs or equal to one, by the launcher.
        unsafe { lanes::store($args.dst, unrolled(|u| at[u][0]), left, out) };
    }};
    (operand $k:literal, $slot:literal, $types:ident, $at:ident, $args:ident, $T:ty; $($A:ty),*) => {
        $(if $types[$k] == <$A>::DTYPE as u8 {
            let place = unrolled(|u| $at[u][$slot]);
            let same = $args.extent != 0 && $args.walk[$slot] == 0;
            // SAFETY: the launcher checked the input's view: live on this device, of the type in `types`, every offset of an
            // index below `total` inside it, vectors aligned to their size.
            let x = unsafe { lanes::load::<$A, V, U>($args.src[$k], $args.inner[$k], place, same) };
            unrolled(|u| unrolled(|v| Source::<$T>::promoted(x[u][v])))
        } else)* {
            // SAFETY: the launcher starts the kernel for the types above only.
            unsafe { core::hint::unreachable_unchecked() }
        }
    };
}

family! {
    f32, "f32", binary_real: Bool, u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32;
    f64, "f64", binary_real: Bool, u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32, f64;
    f16, "f16", binary_real: Bool, u8, u16, u32, u64, i8, i16, i32, i64, f16;
    bf16, "bf16", binary_real: Bool, u8, u16, u32, u64, i8, i16, i32, i64, bf16;
    i8, "i8", binary: Bool, i8;
    i16, "i16", binary: Bool, i8, i16;
    i32, "i32", binary: Bool, i8, i16, i32;
    i64, "i64", binary: Bool, i8, i16, i32, i64;
    u8, "u8", binary: Bool, u8;
    u16, "u16", binary: Bool, u8, u16;
    u32, "u32", binary: Bool, u8, u16, u32;
    u64, "u64", binary: Bool, u8, u16, u32, u64;
}

/// The first of the two rows for operands of these types computed in `to`, where there is one.
///
/// ```
/// use azulejo_kernels::device::map::mixed::{KERNELS, row};
/// use azulejo_tensor::DType;
/// let at = row(DType::F16, &[DType::I32, DType::F16]).unwrap();
/// assert_eq!(KERNELS[at].name, "azulejo_mixed2_f16");
/// assert_eq!(row(DType::F16, &[DType::F32, DType::F16]), None);
/// ```
pub fn row(to: DType, from: &[DType]) -> Option<usize> {
    let at = TYPES.iter().position(|(of, _)| *of == to)?;
    from.iter()
        .all(|dtype| TYPES[at].1.contains(dtype))
        .then_some(2 * at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_that_promotes_has_a_kernel() {
        let mut cells = 0;
        for a in DType::ALL {
            for b in DType::ALL {
                let Ok(to) = a.promote(b) else { continue };
                if to.is_arithmetic() {
                    assert!(row(to, &[a, b]).is_some(), "{a} and {b} to {to}");
                    cells += 1;
                }
            }
        }
        assert!(cells > 100, "{cells}");
    }
}
