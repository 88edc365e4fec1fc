//! Warpgroup matrix multiply-accumulate (PTX ISA, `wgmma.mma_async`).
//!
//! `D (64 × N) += A (64 × K) · B (K × N)`, both operands in shared memory behind 64-bit descriptors, or A in registers as
//! `D` is, which is spread over those of 128 threads. K is always 32 bytes. An accumulator must stay in registers from fence to wait: index it by
//! constants only, and pass it through [`Wgmma::pin`] before reading it.

// Where one group of kernels is compiled, not all types are used.
#[allow(unused_imports)]
use super::math;
#[allow(unused_imports)]
use azulejo_tensor::element::{F8E4M3, F8E5M2, Tf32, bf16, f16};
use core::arch::asm;

unsafe extern "C" {
    #[link_name = "llvm.nvvm.wgmma.fence.sync.aligned"]
    fn wgmma_fence();
    #[link_name = "llvm.nvvm.wgmma.commit_group.sync.aligned"]
    fn wgmma_commit_group();
    #[link_name = "llvm.nvvm.wgmma.wait_group.sync.aligned"]
    fn wgmma_wait_group(pending: i64);
}

/// Orders earlier register writes before the next batch.
///
/// # Safety
/// All threads of the warpgroup reach the call together.
#[inline(always)]
pub unsafe fn fence() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call together (PTX ISA, `wgmma.fence`).
    unsafe { wgmma_fence() };
}

/// Closes a batch.
///
/// # Safety
/// All threads of the warpgroup reach the call together.
#[inline(always)]
pub unsafe fn commit() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call together (PTX ISA,
    // `wgmma.commit_group`).
    unsafe { wgmma_commit_group() };
}

/// Waits until only the newest batch may be in flight.
///
/// # Safety
/// All threads of the warpgroup reach the call together.
#[inline(always)]
pub unsafe fn wait_but_one() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call together (PTX ISA,
    // `wgmma.wait_group`).
    unsafe { wgmma_wait_group(1) };
}

/// Waits until only the newest two batches may be in flight.
///
/// # Safety
/// All threads of the warpgroup reach the call together.
#[inline(always)]
pub unsafe fn wait_but_two() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call together (PTX ISA,
    // `wgmma.wait_group`).
    unsafe { wgmma_wait_group(2) };
}

/// Waits for every batch.
///
/// # Safety
/// All threads of the warpgroup reach the call together.
#[inline(always)]
pub unsafe fn wait_all() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call together (PTX ISA,
    // `wgmma.wait_group`).
    unsafe { wgmma_wait_group(0) };
}

/// The instruction `m64nNk(32 bytes)` for operands `A` and `B`, accumulating in `Acc`.
pub struct Instruction<A, B, Acc, const N: u32>(core::marker::PhantomData<(A, B, Acc)>);

/// What an [`Instruction`] does.
///
/// # Safety
/// An implementation accesses exactly the registers of its accumulator and the shared memory its descriptors name.
pub unsafe trait Wgmma {
    /// The accumulator's element: `f32` or `i32`.
    type Acc: Copy;
    /// This thread's share of D: `N / 2` elements.
    type Fragment: Copy;

    /// Register `i` of the fragment; `i` must be a constant after inlining.
    ///
    /// # Safety
    /// `i` is less than `N / 2`.
    unsafe fn get(d: &Self::Fragment, i: usize) -> Self::Acc;

    /// Changes register `i` of the fragment; `i` must be a constant after inlining.
    ///
    /// # Safety
    /// `i` is less than `N / 2`.
    unsafe fn set(d: &mut Self::Fragment, i: usize, value: Self::Acc);

    /// `d += a · b`, or `d = a · b` where `ADD` is 0; `TRANS_*` is 1 for an operand whose M or N index is the contiguous
    /// one.
    ///
    /// # Safety
    /// All threads of the warpgroup reach the call together, after [`fence`]; the descriptors name tiles of this block's
    /// shared memory in canonical layouts that stay unchanged until the batch is waited for; `d` is not touched till then.
    unsafe fn mma<const TRANS_A: i32, const TRANS_B: i32, const ADD: i32>(
        d: &mut Self::Fragment,
        a: u64,
        b: u64,
    );

    /// As [`Wgmma::mma`] with `ADD` known when it runs: in place of what `d` holds where `add` is 0.
    ///
    /// # Safety
    /// As [`Wgmma::mma`].
    unsafe fn mma_onto<const TRANS_A: i32, const TRANS_B: i32>(
        d: &mut Self::Fragment,
        a: u64,
        b: u64,
        add: u32,
    );

    /// As [`Wgmma::mma`] with A (64 × K, K contiguous) in registers: four words a thread. In 4-byte elements, those of warp
    /// `w` and lane `l` are rows `16 w + l / 4` and that + 8 of column `l % 4`, then both rows of column `l % 4 + 4`
    /// (PTX ISA, register fragments of `wgmma`).
    ///
    /// # Safety
    /// As [`Wgmma::mma`].
    unsafe fn mma_from_registers<const TRANS_B: i32, const ADD: i32>(
        d: &mut Self::Fragment,
        a: [u32; 4],
        b: u64,
    );

    /// Keeps reads of `d` after everything above this line.
    fn pin(d: &mut Self::Fragment);

    /// Makes `d` whatever its registers hold, for a product that takes its place.
    fn forget(d: &mut Self::Fragment);
}

/// Binds `Instruction<$a, $b, $acc, $n>` to its mnemonic; the index list has one number a register.
macro_rules! instruction {
    ($n:literal [$($i:literal)*] last $last:literal: $name:literal $tail:tt $a:ty, $b:ty => $acc:ty) => {
        // SAFETY: the operands below are the accumulator's registers, all of them, and the two descriptors.
        unsafe impl Wgmma for Instruction<$a, $b, $acc, $n> {
            type Acc = $acc;
            type Fragment = [$acc; $n / 2];

            #[inline(always)]
            unsafe fn get(d: &Self::Fragment, i: usize) -> $acc {
                // SAFETY: upheld by the caller: `i` is less than the number of registers.
                unsafe { *d.get_unchecked(i) }
            }

            #[inline(always)]
            unsafe fn set(d: &mut Self::Fragment, i: usize, value: $acc) {
                // SAFETY: upheld by the caller: `i` is less than the number of registers.
                unsafe { *d.get_unchecked_mut(i) = value }
            }

            #[inline(always)]
            unsafe fn mma<const TRANS_A: i32, const TRANS_B: i32, const ADD: i32>(d: &mut Self::Fragment, a: u64, b: u64) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@asm $tail
                        concat!("wgmma.mma_async.sync.aligned.m64n", stringify!($n), $name, " {{", $("{", $i, "}, ",)* "{", $last, "}}}, {a}, {b}, {add}"),
                        TRANS_A TRANS_B ADD, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            unsafe fn mma_onto<const TRANS_A: i32, const TRANS_B: i32>(d: &mut Self::Fragment, a: u64, b: u64, add: u32) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@onto $tail
                        concat!("{{ .reg .pred onto; setp.ne.b32 onto, {add}, 0; wgmma.mma_async.sync.aligned.m64n", stringify!($n), $name, " {{", $("{", $i, "}, ",)* "{", $last, "}}}, {a}, {b}, onto"),
                        TRANS_A TRANS_B add, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            unsafe fn mma_from_registers<const TRANS_B: i32, const ADD: i32>(d: &mut Self::Fragment, a: [u32; 4], b: u64) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@from_registers $tail
                        concat!("wgmma.mma_async.sync.aligned.m64n", stringify!($n), $name, " {{", $("{", $i, "}, ",)* "{", $last, "}}}, {{{a0}, {a1}, {a2}, {a3}}}, {b}, {add}"),
                        TRANS_B ADD, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            fn pin(d: &mut Self::Fragment) {
                // SAFETY: an empty template; the operands only tie the registers to this point.
                unsafe { asm!(concat!("// ", $("{", $i, "}",)* "{", $last, "}"), $(inout(reg32) d[$i],)* inout(reg32) d[$last], options(nomem, nostack)) }
            }

            #[inline(always)]
            fn forget(d: &mut Self::Fragment) {
                // SAFETY: an empty template; whatever the registers hold is a value.
                unsafe { asm!(concat!("// ", $("{", $i, "}",)* "{", $last, "}"), $(out(reg32) d[$i],)* out(reg32) d[$last], options(nomem, nostack)) }
            }
        }
    };
    (@onto trans $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, ", 1, 1, {ta}, {tb}; }}"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = in(reg32) $add, ta = const $ta, tb = const $tb, options(nostack))
    };
    (@onto signs $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, ", 1, 1; }}"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = in(reg32) $add, options(nostack))
    };
    (@onto plain $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, "; }}"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = in(reg32) $add, options(nostack))
    };
    (@asm trans $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, ", 1, 1, {ta}, {tb};"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = const $add, ta = const $ta, tb = const $tb, options(nostack))
    };
    (@asm signs $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, ", 1, 1;"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = const $add, options(nostack))
    };
    (@asm plain $text:expr, $ta:ident $tb:ident $add:ident, $a:ident, $b:ident, [$($d:tt)*]) => {
        asm!(concat!($text, ";"), $($d)* a = in(reg64) $a, b = in(reg64) $b, add = const $add, options(nostack))
    };
    (@from_registers trans $text:expr, $tb:ident $add:ident, $a:ident, $b:ident, $d:tt) => {
        instruction!(@words concat!($text, ", 1, 1, {tb};"), $a, $b, $d add = const $add, tb = const $tb,)
    };
    (@from_registers signs $text:expr, $tb:ident $add:ident, $a:ident, $b:ident, $d:tt) => {
        instruction!(@words concat!($text, ", 1, 1;"), $a, $b, $d add = const $add,)
    };
    (@from_registers plain $text:expr, $tb:ident $add:ident, $a:ident, $b:ident, $d:tt) => {
        instruction!(@words concat!($text, ";"), $a, $b, $d add = const $add,)
    };
    (@words $text:expr, $a:ident, $b:ident, [$($d:tt)*] $($flags:tt)*) => {
        asm!($text, $($d)* a0 = in(reg32) $a[0], a1 = in(reg32) $a[1], a2 = in(reg32) $a[2], a3 = in(reg32) $a[3], b = in(reg64) $b, $($flags)* options(nostack))
    };
}

/// Every operand type at one N, where kernels of that type are compiled.
macro_rules! width {
    ($n:literal $i:tt last $last:literal) => {
        #[cfg(any(not(feature = "entries"), feature = "hopper_bf16", feature = "hopper_fused"))]
        instruction!($n $i last $last: "k16.f32.bf16.bf16" trans bf16, bf16 => f32);
        #[cfg(any(not(feature = "entries"), feature = "hopper_f16", feature = "hopper_fused"))]
        instruction!($n $i last $last: "k16.f32.f16.f16" trans f16, f16 => f32);
        #[cfg(any(not(any(feature = "entries", feature = "tile")), feature = "hopper_tf32"))]
        instruction!($n $i last $last: "k8.f32.tf32.tf32" signs Tf32, Tf32 => f32);
        #[cfg(any(not(any(feature = "entries", feature = "tile")), feature = "hopper_fp8"))]
        const _: () = {
            instruction!($n $i last $last: "k32.f32.e4m3.e4m3" signs F8E4M3, F8E4M3 => f32);
            instruction!($n $i last $last: "k32.f32.e4m3.e5m2" signs F8E4M3, F8E5M2 => f32);
            instruction!($n $i last $last: "k32.f32.e5m2.e4m3" signs F8E5M2, F8E4M3 => f32);
            instruction!($n $i last $last: "k32.f32.e5m2.e5m2" signs F8E5M2, F8E5M2 => f32);
        };
        #[cfg(any(not(any(feature = "entries", feature = "tile")), feature = "hopper_i8"))]
        instruction!($n $i last $last: "k32.s32.s8.s8" plain i8, i8 => i32);
    };
}

width! { 16 [
    0 1 2 3 4 5 6
] last 7 }
width! { 32 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
] last 15 }
width! { 64 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
] last 31 }
width! { 96 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46
] last 47 }
width! { 128 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
] last 63 }
width! { 144 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70
] last 71 }
width! { 160 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74
    75 76 77 78
] last 79 }
width! { 176 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74
    75 76 77 78 79 80 81 82 83 84 85 86
] last 87 }
width! { 192 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74
    75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94
] last 95 }
width! { 256 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74
    75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107
    108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126
] last 127 }

/// Sums kept in f16, two a register: the accumulator reads and writes as f32.
macro_rules! halves {
    ($n:literal [$($i:literal)*] last $last:literal) => {
        #[cfg(any(not(any(feature = "entries", feature = "tile")), feature = "hopper_f16"))]
        // SAFETY: the operands below are the accumulator's registers, all of them, and the two descriptors.
        unsafe impl Wgmma for Instruction<f16, f16, f16, $n> {
            type Acc = f32;
            type Fragment = [u32; $n / 4];

            #[inline(always)]
            unsafe fn get(d: &Self::Fragment, i: usize) -> f32 {
                // SAFETY: upheld by the caller: `i` is less than the number of registers.
                math::f16_to_f32(unsafe { (*d.get_unchecked(i / 2) >> (i % 2 * 16)) as u16 })
            }

            #[inline(always)]
            unsafe fn set(d: &mut Self::Fragment, i: usize, value: f32) {
                let half = (math::f16x2(value, 0.0) & 0xffff) << (i % 2 * 16);
                // SAFETY: upheld by the caller: `i` is less than the number of registers.
                let word = unsafe { d.get_unchecked_mut(i / 2) };
                *word = *word & !(0xffff << (i % 2 * 16)) | half;
            }

            #[inline(always)]
            unsafe fn mma<const TRANS_A: i32, const TRANS_B: i32, const ADD: i32>(d: &mut Self::Fragment, a: u64, b: u64) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@asm trans
                        concat!("wgmma.mma_async.sync.aligned.m64n", stringify!($n), "k16.f16.f16.f16 {{", $("{", $i, "}, ",)* "{", $last, "}}}, {a}, {b}, {add}"),
                        TRANS_A TRANS_B ADD, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            unsafe fn mma_onto<const TRANS_A: i32, const TRANS_B: i32>(d: &mut Self::Fragment, a: u64, b: u64, add: u32) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@onto trans
                        concat!("{{ .reg .pred onto; setp.ne.b32 onto, {add}, 0; wgmma.mma_async.sync.aligned.m64n", stringify!($n), "k16.f16.f16.f16 {{", $("{", $i, "}, ",)* "{", $last, "}}}, {a}, {b}, onto"),
                        TRANS_A TRANS_B add, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            unsafe fn mma_from_registers<const TRANS_B: i32, const ADD: i32>(d: &mut Self::Fragment, a: [u32; 4], b: u64) {
                // SAFETY: upheld by the caller: all threads of the warpgroup are here after `fence`, the
                // descriptors name tiles that stay unchanged until the batch is waited for, and `d` is not touched
                // till then.
                unsafe {
                    instruction!(@from_registers trans
                        concat!("wgmma.mma_async.sync.aligned.m64n", stringify!($n), "k16.f16.f16.f16", " {{", $("{", $i, "}, ",)* "{", $last, "}}}, {{{a0}, {a1}, {a2}, {a3}}}, {b}, {add}"),
                        TRANS_B ADD, a, b, [$(inout(reg32) d[$i],)* inout(reg32) d[$last],])
                }
            }

            #[inline(always)]
            fn pin(d: &mut Self::Fragment) {
                // SAFETY: an empty template; the operands only tie the registers to this point.
                unsafe { asm!(concat!("// ", $("{", $i, "}",)* "{", $last, "}"), $(inout(reg32) d[$i],)* inout(reg32) d[$last], options(nomem, nostack)) }
            }

            #[inline(always)]
            fn forget(d: &mut Self::Fragment) {
                // SAFETY: an empty template; whatever the registers hold is a value.
                unsafe { asm!(concat!("// ", $("{", $i, "}",)* "{", $last, "}"), $(out(reg32) d[$i],)* out(reg32) d[$last], options(nomem, nostack)) }
            }
        }
    };
}

halves! { 64 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
] last 15 }
halves! { 128 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
] last 31 }
halves! { 192 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46
] last 47 }
halves! { 256 [
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
    39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
] last 63 }
