//! Conversions, approximations and moves of bytes of one instruction (PTX ISA, `cvt`, `ex2`, `rcp`, `prmt`).

use core::arch::asm;

use crate::immediate;

/// Two f32 as bf16, nearest even, `lo` in the low half.
#[inline(always)]
pub fn bf16x2(lo: f32, hi: f32) -> u32 {
    let packed: u32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("cvt.rn.bf16x2.f32 {}, {}, {};", out(reg32) packed, in(reg32) hi, in(reg32) lo, options(pure, nomem, nostack))
    };
    packed
}

/// Two f32 as f16, nearest even, `lo` in the low half.
#[inline(always)]
pub fn f16x2(lo: f32, hi: f32) -> u32 {
    let packed: u32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("cvt.rn.f16x2.f32 {}, {}, {};", out(reg32) packed, in(reg32) hi, in(reg32) lo, options(pure, nomem, nostack))
    };
    packed
}

/// The bits of the tf32 nearest to an f32, ties away from zero.
#[inline(always)]
pub fn tf32(x: f32) -> u32 {
    let bits: u32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("cvt.rna.tf32.f32 {}, {};", out(reg32) bits, in(reg32) x.to_bits(), options(pure, nomem, nostack))
    };
    bits
}

/// The f16 with these bits, exactly.
#[inline(always)]
pub fn f16_to_f32(bits: u16) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("cvt.f32.f16 {}, {};", out(reg32) value, in(reg16) bits, options(pure, nomem, nostack))
    };
    value
}

/// The bf16 with these bits, exactly: the upper half of an f32.
///
/// Operands and result are those of [`f16_to_f32`], so that kernels of both types are one text but for this instruction.
#[inline(always)]
pub fn bf16_to_f32(bits: u16) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("mov.b32 {}, {{0, {}}};", out(reg32) value, in(reg16) bits, options(pure, nomem, nostack))
    };
    value
}

/// Four of the bytes of `low` (0 to 3) and `high` (4 to 7): byte `i` is the one that digit `i` of `which` names in
/// hexadecimal.
#[inline(always)]
pub fn prmt(low: u32, high: u32, which: u32) -> u32 {
    let picked: u32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("prmt.b32 {}, {}, {}, {};", out(reg32) picked, in(reg32) low, in(reg32) high, in(reg32) which, options(pure, nomem, nostack))
    };
    picked
}

macro_rules! fused_pairs {
    ($($name:ident $type:literal;)*) => {$(
        #[doc = concat!("`a b + c` of two numbers each, rounded once: `fma.rn.", $type, "`.")]
        #[inline(always)]
        pub fn $name(a: u32, b: u32, c: u32) -> u32 {
            let sums: u32;
            // SAFETY: register arithmetic.
            unsafe {
                asm!(
                    concat!("fma.rn.", $type, " {}, {}, {}, {};"), out(reg32) sums, in(reg32) a, in(reg32) b, in(reg32) c,
                    options(pure, nomem, nostack)
                )
            };
            sums
        }
    )*};
}

fused_pairs! {
    fma_f16x2 "f16x2";
    fma_bf16x2 "bf16x2";
}

unsafe extern "C" {
    #[link_name = "llvm.fma.f32"]
    safe fn fma_f32(a: f32, b: f32, c: f32) -> f32;
    #[link_name = "llvm.fma.f64"]
    safe fn fma_double(a: f64, b: f64, c: f64) -> f64;
}

/// `a b + c`, rounded once: one instruction, where `a * b + c` would be two.
#[inline(always)]
pub fn fma(a: f32, b: f32, c: f32) -> f32 {
    fma_f32(a, b, c)
}

/// As [`fma`], of f64.
#[inline(always)]
pub fn fma_f64(a: f64, b: f64, c: f64) -> f64 {
    fma_double(a, b, c)
}

/// `2^x` to about 2 units in the last place.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("ex2.approx.f32 {}, {};", out(reg32) value, in(reg32) x, options(pure, nomem, nostack))
    };
    value
}

/// `1 / x` to about 1 unit in the last place.
#[inline(always)]
pub fn reciprocal(x: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("rcp.approx.f32 {}, {};", out(reg32) value, in(reg32) x, options(pure, nomem, nostack))
    };
    value
}

/// As [`exp2`], with subnormal numbers as zero: one instruction, where [`exp2`] takes four.
#[inline(always)]
pub fn exp2_flushed(x: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("ex2.approx.ftz.f32 {}, {};", out(reg32) value, in(reg32) x, options(pure, nomem, nostack))
    };
    value
}

/// As [`reciprocal`], with subnormal numbers as zero: one instruction, where [`reciprocal`] takes seven.
#[inline(always)]
pub fn reciprocal_flushed(x: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic.
    unsafe {
        asm!("rcp.approx.ftz.f32 {}, {};", out(reg32) value, in(reg32) x, options(pure, nomem, nostack))
    };
    value
}

/// The binary logarithm, to about 2^-22 near 1 and 2 units in the last place elsewhere.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic (PTX ISA, `lg2`).
    unsafe {
        asm!("lg2.approx.f32 {}, {};", out(reg32) value, in(reg32) x, options(pure, nomem, nostack))
    };
    value
}

/// The larger of two; NaN where either is.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    let value: f32;
    // SAFETY: register arithmetic (PTX ISA, `max`).
    unsafe {
        asm!("max.NaN.f32 {}, {}, {};", out(reg32) value, in(reg32) a, in(reg32) b, options(pure, nomem, nostack))
    };
    value
}

/// `x`, as a number the compiler knows nothing about: a loop to it stays a loop.
#[inline(always)]
pub fn black_box(x: u32) -> u32 {
    let mut y = x;
    // SAFETY: an empty template.
    unsafe { asm!("// {}", inout(reg32) y, options(pure, nomem, nostack)) };
    y
}

/// `x`, as a number that nothing is known about and that is made here: what follows from it is not computed before a loop and kept in
/// registers through it.
#[inline(always)]
pub fn rematerialize(x: u32) -> u32 {
    let mut y = x;
    // SAFETY: an empty template.
    unsafe { asm!("// {}", inout(reg32) y, options(nomem, nostack)) };
    y
}

/// Conversions between f32 and an 8-bit float, nearest even, values out of range to the largest (compute capability 8.9).
macro_rules! small_float {
    ($($to:ident $to_pair:ident $from:ident $from_pair:ident $name:literal;)*) => {$(
        #[doc = concat!("An f32 as ", $name, ".")]
        #[inline(always)]
        pub fn $to(x: f32) -> u8 {
            $to_pair(x, 0.0) as u8
        }

        #[doc = concat!("Two f32 as ", $name, ", `lo` in the low byte.")]
        #[inline(always)]
        pub fn $to_pair(lo: f32, hi: f32) -> u16 {
            let pair: u16;
            // SAFETY: register arithmetic.
            unsafe {
                asm!(concat!("cvt.rn.satfinite.", $name, "x2.f32 {}, {}, {};"), out(reg16) pair, in(reg32) hi, in(reg32) lo, options(pure, nomem, nostack))
            };
            pair
        }

        #[doc = concat!("The ", $name, " with these bits, exactly.")]
        #[inline(always)]
        pub fn $from(bits: u8) -> f32 {
            f16_to_f32($from_pair(bits as u16) as u16)
        }

        #[doc = concat!("Two ", $name, " as f16, exactly.")]
        #[inline(always)]
        pub fn $from_pair(bits: u16) -> u32 {
            let pair: u32;
            // SAFETY: register arithmetic.
            unsafe {
                asm!(concat!("cvt.rn.f16x2.", $name, "x2 {}, {};"), out(reg32) pair, in(reg16) bits, options(pure, nomem, nostack))
            };
            pair
        }
    )*};
}

small_float! {
    e4m3 e4m3x2 e4m3_to_f32 e4m3x2_to_f16x2 "e4m3";
    e5m2 e5m2x2 e5m2_to_f32 e5m2x2_to_f16x2 "e5m2";
}

/// `sum` and the four products of signed bytes.
#[inline(always)]
pub fn dot4(a: u32, b: u32, sum: i32) -> i32 {
    let result;
    // SAFETY: register arithmetic (PTX ISA, `dp4a`).
    unsafe {
        asm!("dp4a.s32.s32 {}, {}, {}, {};", out(reg32) result, in(reg32) a, in(reg32) b, in(reg32) sum, options(pure, nomem, nostack))
    };
    result
}

/// Four bytes of two words, the hexadecimal digits of `WHICH` from the lowest up: 0 to 3 from `a`, 4 to 7 from `b`.
#[inline(always)]
pub fn prmt_const<const WHICH: u32>(a: u32, b: u32) -> u32 {
    const { immediate::permutation(WHICH) };
    let result;
    // SAFETY: register arithmetic (PTX ISA, `prmt`).
    unsafe {
        asm!("prmt.b32 {}, {}, {}, {};", out(reg32) result, in(reg32) a, in(reg32) b, const WHICH, options(pure, nomem, nostack))
    };
    result
}
