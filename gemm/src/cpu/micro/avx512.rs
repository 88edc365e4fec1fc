//! Kernels for the 512-bit registers of x86-64.
//!
//! A tile of 3 registers by 8 columns keeps 24 of the 32 registers as sums. Each step then costs 11 loads (3 of A, 8
//! broadcasts of B) for 24 FMAs, so that the multipliers and not the load ports set the pace.

use std::arch::x86_64::*;

use super::args::Args;
use super::kernel::kernel;
use super::transpose_x86::{prefetch, square4, square8};
use super::vector::{Vector, vector};

/// The mask of the first `count` of at most 16 lanes.
#[inline(always)]
fn first16(count: usize) -> __mmask16 {
    ((1u32 << count.min(16)) - 1) as __mmask16
}

/// The mask of the first `count` of at most 8 lanes.
#[inline(always)]
fn first8(count: usize) -> __mmask8 {
    ((1u32 << count.min(8)) - 1) as __mmask8
}

vector!(
    /// 16 lanes of f32.
    F32x16: _16 lanes of f32, depth _1 of f32, in __m512; sums of f32 as __m512;
    load _mm512_loadu_ps, |from, count| _mm512_maskz_loadu_ps(first16(count), from), _mm512_set1_ps, keep _mm512_storeu_ps;
    sums _mm512_setzero_ps, _mm512_set1_ps, _mm512_loadu_ps, |from, count| _mm512_maskz_loadu_ps(first16(count), from);
    store _mm512_storeu_ps, |to, count, sums| _mm512_mask_storeu_ps(to, first16(count), sums);
    compute |s, a, b| _mm512_fmadd_ps(a, b, s), _mm512_fmadd_ps, _mm512_mul_ps;
    transpose 8 by square8; prefetch prefetch;
);
vector!(
    /// 8 lanes of f64.
    F64x8: _8 lanes of f64, depth _1 of f64, in __m512d; sums of f64 as __m512d;
    load _mm512_loadu_pd, |from, count| _mm512_maskz_loadu_pd(first8(count), from), _mm512_set1_pd, keep _mm512_storeu_pd;
    sums _mm512_setzero_pd, _mm512_set1_pd, _mm512_loadu_pd, |from, count| _mm512_maskz_loadu_pd(first8(count), from);
    store _mm512_storeu_pd, |to, count, sums| _mm512_mask_storeu_pd(to, first8(count), sums);
    compute |s, a, b| _mm512_fmadd_pd(a, b, s), _mm512_fmadd_pd, _mm512_mul_pd;
    transpose 4 by square4; prefetch prefetch;
);
vector!(
    /// 16 lanes of two 16-bit integers.
    I16x32: _16 lanes of i32, depth _2 of i16, in __m512i; sums of i32 as __m512i;
    load _mm512_loadu_epi32, |from, count| _mm512_maskz_loadu_epi32(first16(count), from), _mm512_set1_epi32, keep _mm512_storeu_epi32;
    sums _mm512_setzero_si512, _mm512_set1_epi32, _mm512_loadu_epi32, |from, count| _mm512_maskz_loadu_epi32(first16(count), from);
    store _mm512_storeu_epi32, |to, count, sums| _mm512_mask_storeu_epi32(to, first16(count), sums);
    compute _mm512_dpwssd_epi32, |a, b, c| _mm512_add_epi32(_mm512_mullo_epi32(a, b), c), _mm512_mullo_epi32;
    transpose 8 by square8; prefetch prefetch;
);

/// Returns `true` if the processor has the 512-bit instructions that every kernel here uses.
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

kernel!(
    /// f32 in 512-bit registers.
    Avx512F32, F32x16, _48 x _8, has_avx512(), "avx512f,avx512bw,avx512vl,fma"
);
kernel!(
    /// f64 in 512-bit registers.
    Avx512F64, F64x8, _24 x _8, has_avx512(), "avx512f,avx512bw,avx512vl,fma"
);
kernel!(
    /// Pairs of 16-bit integers by VNNI.
    Avx512I16, I16x32, _48 x _8, has_avx512() && is_x86_feature_detected!("avx512vnni"), "avx512f,avx512bw,avx512vl,avx512vnni,fma"
);
