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
