//! Functions of one number, in one or a few instructions where the hardware has them.
//!
//! | function | error, in units in the last place |
//! |---|---|
//! | `sqrt`, `1 / sqrt`, FMA, floor, ceil | rounded once (each step) |
//! | `exp2`, `exp` of f32 | 3 |
//! | sigmoid, silu, gelu of f32 | 6 |
//! | tanh | 4 |
//! | `exp2`, `exp` of f64 | 2 |
//! | `log`, `log2`, `pow` | 2 (crate `libm`) |
//! | `sin`, `cos` | 2, at any magnitude; 1 for f32 beyond 65536 |

use core::arch::asm;

macro_rules! unary {
    ($($(#[doc = $doc:literal])* $name:ident $t:ident $reg:ident $op:literal;)*) => {$(
        $(#[doc = $doc])*
        #[inline(always)]
        pub fn $name(x: $t) -> $t {
            let y;
            // SAFETY: register arithmetic (PTX ISA, floating-point instructions).
            unsafe { asm!(concat!($op, " {}, {};"), out($reg) y, in($reg) x, options(pure, nomem, nostack)) };
            y
        }
    )*};
}

unary! {
    /// `2^x`, by `ex2.approx`.
    exp2_f32 f32 reg32 "ex2.approx.f32";
    /// `2^x`, 0 where the result is subnormal: one instruction, where `exp2_f32` also scales.
    exp2_short f32 reg32 "ex2.approx.ftz.f32";
    /// `1 / x`, 0 where the result is subnormal.
    reciprocal_short f32 reg32 "rcp.approx.ftz.f32";
    /// The square root, rounded to nearest.
    sqrt_f32 f32 reg32 "sqrt.rn.f32";
    /// The square root, rounded to nearest.
    sqrt_f64 f64 reg64 "sqrt.rn.f64";
    /// The largest integer not above x.
    floor_f32 f32 reg32 "cvt.rmi.f32.f32";
    /// The smallest integer not below x.
    ceil_f32 f32 reg32 "cvt.rpi.f32.f32";
    /// The largest integer not above x.
    floor_f64 f64 reg64 "cvt.rmi.f64.f64";
    /// The smallest integer not below x.
    ceil_f64 f64 reg64 "cvt.rpi.f64.f64";
    /// The nearest integer, ties to even.
    nearest_f64 f64 reg64 "cvt.rni.f64.f64";
}

macro_rules! cuts {
    ($($name:ident $t:ident $op:literal;)*) => {$(
        /// The number cut to what an f32 holds, toward zero.
        #[inline(always)]
        pub fn $name(x: $t) -> f32 {
            let y;
            // SAFETY: register arithmetic (PTX ISA, `cvt`).
            unsafe { asm!(concat!($op, " {}, {};"), out(reg32) y, in(reg64) x, options(pure, nomem, nostack)) };
            y
        }
    )*};
}

cuts! {
    cut_f64 f64 "cvt.rz.f32.f64";
    cut_i64 i64 "cvt.rz.f32.s64";
    cut_u64 u64 "cvt.rz.f32.u64";
}

macro_rules! fused {
    ($($name:ident $t:ident $reg:ident $op:literal;)*) => {$(
        /// `a b + c`, rounded once.
        #[inline(always)]
        pub fn $name(a: $t, b: $t, c: $t) -> $t {
            let y;
            // SAFETY: register arithmetic (PTX ISA, `fma`).
            unsafe {
                asm!(concat!($op, " {}, {}, {}, {};"), out($reg) y, in($reg) a, in($reg) b, in($reg) c,
                    options(pure, nomem, nostack));
            }
            y
        }
    )*};
}

fused! {
    fma_f32 f32 reg32 "fma.rn.f32";
    fma_f64 f64 reg64 "fma.rn.f64";
}

/// `e^x`: `2^n 2^f` with `n = floor(x log2 e)` and the rest `f` in two steps, so that it keeps its low bits.
#[inline(always)]
pub fn exp_f32(x: f32) -> f32 {
    exp_times_f32(x, 1.0).0
}

/// `e^x`, and `factor e^x`, which is none of a subnormal `e^x`; for a NaN the first alone is one.
#[inline(always)]
pub fn exp_times_f32(x: f32, factor: f32) -> (f32, f32) {
    const LOG2_E: f32 = core::f32::consts::LOG2_E;
    // What LOG2_E lacks.
    const LOW: f32 = (core::f64::consts::LOG2_E - core::f32::consts::LOG2_E as f64) as f32;
    // Beyond these bounds the result is 0 or infinite; a NaN comes back at the end.
    let y = x.max(-105.0).min(89.0);
    let n = floor_f32(y * LOG2_E);
    let f = fma_f32(y, LOW, fma_f32(y, LOG2_E, -n));
    let (whole, part) = (exp2_f32(n), exp2_f32(f));
    let power = whole * part;
    (if x.is_nan() { x } else { power }, factor * part * whole)
}

/// `1 / (1 + 2^(ab))` for results of 16 bits.
///
/// Computed as `2^-32 / (2^-32 + 2^(ab - 32))`: a bf16 has numbers for which `2^(ab)` is infinite and the result is not 0.
#[inline(always)]
fn gate(a: f32, b: f32) -> f32 {
    const SCALE: f32 = 1.0 / (1u64 << 32) as f32;
    SCALE * reciprocal_short(SCALE + exp2_short(fma_f32(a, b, -32.0)))
}

/// `1 / (1 + e^-x)` for results of 16 bits: the exponential in one step.
#[inline(always)]
pub fn sigmoid_short(x: f32) -> f32 {
    gate(-core::f32::consts::LOG2_E, x)
}

/// `x / (1 + e^-x)` for results of 16 bits.
#[inline(always)]
pub fn silu_short(x: f32) -> f32 {
    x * gate(-core::f32::consts::LOG2_E, x)
}

/// gelu, by its tanh form, for results of 16 bits: `x / (1 + 2^(x (SCALE + SCALE 0.044715 x^2)))`.
#[inline(always)]
pub fn gelu_short(x: f32) -> f32 {
    const SCALE: f64 = -2.0
        * core::f64::consts::FRAC_2_SQRT_PI
        * core::f64::consts::FRAC_1_SQRT_2
        * core::f64::consts::LOG2_E;
    x * gate(x, fma_f32(x * x, (0.044715 * SCALE) as f32, SCALE as f32))
}
