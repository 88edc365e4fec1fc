//! Matrix multiply-accumulate of one warp (PTX ISA, `mma.sync`), on 16 × 8 accumulators.

use core::arch::asm;

/// The instruction for operands of one type.
///
/// # Safety
/// An implementation touches its operands' registers alone.
pub unsafe trait Mma {
    /// An accumulator's element.
    type Acc: Copy;
    /// This thread's values of A.
    type A: Copy;
    /// This thread's values of B.
    type B: Copy;

    /// `d += a · b`.
    ///
    /// # Safety
    /// All 32 lanes of the warp make the same call.
    unsafe fn mma(d: &mut [Self::Acc; 4], a: Self::A, b: Self::B);
}

macro_rules! mma {
    ($($(#[$doc:meta])* $name:ident: $acc:ty, $text:literal;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        // SAFETY: the operands below are all that the instruction touches.
        unsafe impl Mma for $name {
            type Acc = $acc;
            type A = [u32; 4];
            type B = [u32; 2];

            #[inline(always)]
            unsafe fn mma(d: &mut [$acc; 4], a: [u32; 4], b: [u32; 2]) {
                let [mut d0, mut d1, mut d2, mut d3] = *d;
                // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call. Not `pure`: it must
                // not sink into a branch.
                unsafe {
                    asm!(concat!("mma.sync.aligned.", $text,
                        " {{{d0}, {d1}, {d2}, {d3}}}, {{{a0}, {a1}, {a2}, {a3}}}, {{{b0}, {b1}}}, {{{d0}, {d1}, {d2}, {d3}}};"),
                        d0 = inout(reg32) d0, d1 = inout(reg32) d1, d2 = inout(reg32) d2, d3 = inout(reg32) d3,
                        a0 = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
                        b0 = in(reg32) b[0], b1 = in(reg32) b[1], options(nomem, nostack));
                }
                *d = [d0, d1, d2, d3];
            }
        }
    )*};
}

mma! {
    /// f16 operands, f32 accumulators, K of 16.
    F16: f32, "m16n8k16.row.col.f32.f16.f16.f32";
    /// bf16 operands, f32 accumulators, K of 16.
    Bf16: f32, "m16n8k16.row.col.f32.bf16.bf16.f32";
    /// tf32 operands, f32 accumulators, K of 8.
    Tf32: f32, "m16n8k8.row.col.f32.tf32.tf32.f32";
    /// i8 operands, i32 accumulators, K of 32.
    I8: i32, "m16n8k32.row.col.s32.s8.s8.s32";
}

/// f64 operands and accumulators, K of 8: one instruction on compute capability 9.0, four before.
pub struct F64;

// SAFETY: the operands below are all that the instructions touch.
unsafe impl Mma for F64 {
    type Acc = f64;
    type A = [f64; 4];
    type B = [f64; 2];

    #[cfg(feature = "sm90a")]
    #[inline(always)]
    unsafe fn mma(d: &mut [f64; 4], a: [f64; 4], b: [f64; 2]) {
        let [mut d0, mut d1, mut d2, mut d3] = *d;
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        unsafe {
            asm!("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 \
                 {{{d0}, {d1}, {d2}, {d3}}}, {{{a0}, {a1}, {a2}, {a3}}}, {{{b0}, {b1}}}, {{{d0}, {d1}, {d2}, {d3}}};",
                d0 = inout(reg64) d0, d1 = inout(reg64) d1, d2 = inout(reg64) d2, d3 = inout(reg64) d3,
                a0 = in(reg64) a[0], a1 = in(reg64) a[1], a2 = in(reg64) a[2], a3 = in(reg64) a[3],
                b0 = in(reg64) b[0], b1 = in(reg64) b[1], options(nomem, nostack));
        }
        *d = [d0, d1, d2, d3];
    }

    #[cfg(not(feature = "sm90a"))]
    #[inline(always)]
    unsafe fn mma(d: &mut [f64; 4], a: [f64; 4], b: [f64; 2]) {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call. The values of a 16 × 8 × 8
        // fragment are those of 8 × 8 × 4 fragments: rows 0 to 7 and 8 to 15 in turn, then the same of the upper
        // half of K.
        unsafe {
            for half in 0..2 {
                for k in 0..2 {
                    let (mut x, mut y) = (d[2 * half], d[2 * half + 1]);
                    asm!("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {{{x}, {y}}}, {{{a}}}, {{{b}}}, {{{x}, {y}}};",
                        x = inout(reg64) x, y = inout(reg64) y, a = in(reg64) a[half + 2 * k], b = in(reg64) b[k],
                        options(nomem, nostack));
                    (d[2 * half], d[2 * half + 1]) = (x, y);
                }
            }
        }
    }
}

/// f32 operands, f64 accumulators, K of 8: widened, which is exact, for [`F64`].
pub struct Widened;

// SAFETY: the instructions are those of `F64`, whose operands are all that they touch.
unsafe impl Mma for Widened {
    type Acc = f64;
    type A = [f32; 4];
    type B = [f32; 2];

    #[inline(always)]
    unsafe fn mma(d: &mut [f64; 4], a: [f32; 4], b: [f32; 2]) {
        // SAFETY: upheld by the caller: all 32 lanes of the warp make the same call.
        unsafe { F64::mma(d, a.map(f64::from), b.map(f64::from)) }
    }
}

/// f32 to tf32, nearest, ties away from zero.
#[inline(always)]
pub fn to_tf32(bits: u32) -> u32 {
    let rounded;
    // SAFETY: register arithmetic (PTX ISA, `cvt.rna.tf32`).
    unsafe {
        asm!("cvt.rna.tf32.f32 {}, {};", out(reg32) rounded, in(reg32) bits, options(pure, nomem, nostack))
    };
    rounded
}
