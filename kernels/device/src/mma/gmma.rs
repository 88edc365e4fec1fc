//! GMMA: `wgmma.mma_async` of a warpgroup for every N, type, major and sign.
//!
//! A 64×N accumulator is `N / 2` registers per thread (`N / 4` where it is f16). The mnemonic names N and the types, so there is
//! a statement per N and family; majors, signs and scale-D are operands of it.
//!
//! Source: PTX ISA, `wgmma.mma_async`; CuTe, `arch/mma_sm90_gmma.hpp`.

#[cfg(target_arch = "nvptx64")]
use core::arch::asm;

use azulejo_layout::ints::*;
use azulejo_tensor::atom::{GmmaRs, GmmaSs, K, K8, K16, K32, K32Integer, Major, ScaleIn};
use azulejo_tensor::{F8E4M3, F8E5M2, Tf32, bf16, f16};

use super::{ExecuteMma, ExecuteScaledMma, ScaleOut};

/// An 8-bit float of GMMA, whose name is `e`, exponent bits, `m`, mantissa bits.
pub trait Float8: azulejo_tensor::Element {
    /// Bits of the exponent.
    const EXPONENT: i32;
    /// Bits of the mantissa.
    const MANTISSA: i32;
}

impl Float8 for F8E4M3 {
    const EXPONENT: i32 = 4;
    const MANTISSA: i32 = 3;
}

impl Float8 for F8E5M2 {
    const EXPONENT: i32 = 5;
    const MANTISSA: i32 = 2;
}

/// The text of an instruction with its registers, from mnemonic to the operands A and B.
#[cfg(target_arch = "nvptx64")]
macro_rules! text {
    ($mnemonic:expr, [$($i:literal)*], $a:literal, $tail:literal) => {
        concat!(
            "{{ .reg .pred scale; setp.ne.b32 scale, {scale}, 0; wgmma.mma_async.sync.aligned.", $mnemonic,
            " {{{0}", $(", {", $i, "}",)* "}}, ", $a, ", {b}, scale", $tail, "; }}"
        )
    };
}

/// Implements the two traits: `fma` accumulates, `fma_scaled` is the statement.
macro_rules! execute {
    ([$($generics:tt)*] $atom:ty [$p:ident $q:ident], $a:ty, $c:ty, $count:literal, |$cr:ident, $ar:ident, $br:ident, $scale:ident| $statement:expr) => {
        // SAFETY: the statement's mnemonic is that of the atom's shape and types, with the registers of its layouts.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($generics)*> ExecuteMma for $atom {
            type RegA = $a;
            type RegB = u64;
            type RegC = [$c; $count];

            #[inline(always)]
            unsafe fn fma(c: &mut Self::RegC, a: $a, b: u64) {
                // SAFETY: upheld by the caller: the warpgroup is converged, has called `warpgroup_arrive`, its
                // descriptors name complete tiles, and it waits before it touches `c`.
                unsafe { Self::fma_scaled(c, a, b, ScaleOut::One) }
            }
        }

        // SAFETY: the statement's mnemonic is that of the atom's shape and types, with the registers of its layouts; scale-D is its
        // predicate.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($generics)*> ExecuteScaledMma for $atom {
            #[inline(always)]
            unsafe fn fma_scaled($cr: &mut Self::RegC, $ar: $a, $br: u64, $scale: ScaleOut) {
                #[cfg(not(target_arch = "nvptx64"))]
                crate::host::warpgroup::<Self>($cr, $ar, $br, $scale, [$p::IS_K, $q::IS_K]);
                // SAFETY: upheld by the caller: the warpgroup is converged, has called `warpgroup_arrive`, its descriptors name
                // complete tiles in shared memory, and the registers of C stay untouched until the batch is waited for.
                #[cfg(target_arch = "nvptx64")]
                unsafe {
                    $statement
                }
            }
        }
    };
}

/// The statement with A as a descriptor (`ss`) or in four registers (`rs`).
#[cfg(target_arch = "nvptx64")]
macro_rules! statement {
    (ss $mnemonic:expr, $tail:literal, $list:tt, $c:ident $a:ident $b:ident $scale:ident, [$($i:literal)*] $($options:tt)*) => {
        asm!(text!($mnemonic, $list, "{a}", $tail), inout(reg32) $c[0], $(inout(reg32) $c[$i],)*
            a = in(reg64) $a, b = in(reg64) $b, scale = in(reg32) $scale as u32, $($options)* options(nostack))
    };
    (rs $mnemonic:expr, $tail:literal, $list:tt, $c:ident $a:ident $b:ident $scale:ident, [$($i:literal)*] $($options:tt)*) => {
        asm!(text!($mnemonic, $list, "{{{a0}, {a1}, {a2}, {a3}}}", $tail), inout(reg32) $c[0], $(inout(reg32) $c[$i],)*
            a0 = in(reg32) $a[0], a1 = in(reg32) $a[1], a2 = in(reg32) $a[2], a3 = in(reg32) $a[3],
            b = in(reg64) $b, scale = in(reg32) $scale as u32, $($options)* options(nostack))
    };
}

/// 16-bit operands: both majors are free, A in registers is K-major.
macro_rules! k16 {
    ($n:ident $value:literal $count:literal $list:tt $t:ty, $ct:ty, $creg:ty, $types:literal) => {
        execute! { [P: Major, Q: Major, X: ScaleIn, Y: ScaleIn] GmmaSs<$n, K16, $ct, $t, $t, P, Q, X, Y> [P Q], u64, $creg, $count, |c, a, b, scale|
            statement!(ss concat!("m64n", $value, "k16.", $types), ", {x}, {y}, {p}, {q}", $list, c a b scale, $list
                x = const X::SCALE, y = const Y::SCALE, p = const !P::IS_K as i32 & 1, q = const !Q::IS_K as i32 & 1,) }
        execute! { [Q: Major, X: ScaleIn, Y: ScaleIn] GmmaRs<$n, K16, $ct, $t, $t, K, Q, X, Y> [K Q], [u32; 4], $creg, $count, |c, a, b, scale|
            statement!(rs concat!("m64n", $value, "k16.", $types), ", {x}, {y}, {q}", $list, c a b scale, $list
                x = const X::SCALE, y = const Y::SCALE, q = const !Q::IS_K as i32 & 1,) }
    };
}

macro_rules! full {
    ($n:ident $value:literal $count:literal $list:tt) => {
        k16! { $n $value $count $list f16, f32, f32, "f32.f16.f16" }
        k16! { $n $value $count $list bf16, f32, f32, "f32.bf16.bf16" }
        execute! { [X: ScaleIn, Y: ScaleIn] GmmaSs<$n, K8, f32, Tf32, Tf32, K, K, X, Y> [K K], u64, f32, $count, |c, a, b, scale|
            statement!(ss concat!("m64n", $value, "k8.f32.tf32.tf32"), ", {x}, {y}", $list, c a b scale, $list
                x = const X::SCALE, y = const Y::SCALE,) }
        execute! { [X: ScaleIn, Y: ScaleIn] GmmaRs<$n, K8, f32, Tf32, Tf32, K, K, X, Y> [K K], [u32; 4], f32, $count, |c, a, b, scale|
            statement!(rs concat!("m64n", $value, "k8.f32.tf32.tf32"), ", {x}, {y}", $list, c a b scale, $list
                x = const X::SCALE, y = const Y::SCALE,) }
        k32! { $n $value $count $list f32, f32, "f32" }
    };
}

/// 8-bit floats: the digits of both types are operands of the template.
macro_rules! k32 {
    ($n:ident $value:literal $count:literal $list:tt $ct:ty, $creg:ty, $type:literal) => {
        execute! { [A: Float8, B: Float8, X: ScaleIn, Y: ScaleIn] GmmaSs<$n, K32, $ct, A, B, K, K, X, Y> [K K], u64, $creg, $count, |c, a, b, scale|
            statement!(ss concat!("m64n", $value, "k32.", $type, ".e{ae}m{am}.e{be}m{bm}"), ", {x}, {y}", $list, c a b scale, $list
                ae = const A::EXPONENT, am = const A::MANTISSA, be = const B::EXPONENT, bm = const B::MANTISSA,
                x = const X::SCALE, y = const Y::SCALE,) }
        execute! { [A: Float8, B: Float8, X: ScaleIn, Y: ScaleIn] GmmaRs<$n, K32, $ct, A, B, K, K, X, Y> [K K], [u32; 4], $creg, $count, |c, a, b, scale|
            statement!(rs concat!("m64n", $value, "k32.", $type, ".e{ae}m{am}.e{be}m{bm}"), ", {x}, {y}", $list, c a b scale, $list
                ae = const A::EXPONENT, am = const A::MANTISSA, be = const B::EXPONENT, bm = const B::MANTISSA,
                x = const X::SCALE, y = const Y::SCALE,) }
    };
}

macro_rules! half {
    ($n:ident $value:literal $count:literal $list:tt) => {
        k16! { $n $value $count $list f16, f16, u32, "f16.f16.f16" }
        k32! { $n $value $count $list f16, u32, "f16" }
    };
}

/// Integers: no signs, no majors.
macro_rules! integer {
    ($n:ident $value:literal $count:literal $list:tt) => {
        integer! { @ $n $value $count $list i8, i8, "s8.s8" }
        integer! { @ $n $value $count $list i8, u8, "s8.u8" }
        integer! { @ $n $value $count $list u8, i8, "u8.s8" }
        integer! { @ $n $value $count $list u8, u8, "u8.u8" }
    };
    (@ $n:ident $value:literal $count:literal $list:tt $a:ty, $b:ty, $types:literal) => {
        execute! { [] GmmaSs<$n, K32Integer, i32, $a, $b> [K K], u64, i32, $count, |c, a, b, scale|
        statement!(ss concat!("m64n", $value, "k32.s32.", $types), "", $list, c a b scale, $list) }
        execute! { [] GmmaRs<$n, K32Integer, i32, $a, $b> [K K], [u32; 4], i32, $count, |c, a, b, scale|
        statement!(rs concat!("m64n", $value, "k32.s32.", $types), "", $list, c a b scale, $list) }
    };
}

gmma_registers! { full full }
gmma_registers! { half half }
gmma_registers! { integer integer }
