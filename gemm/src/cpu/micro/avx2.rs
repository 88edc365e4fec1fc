//! Kernels for the 256-bit registers of x86-64.
//!
//! A tile of 2 registers by 6 columns keeps 12 of the 16 registers as sums, and leaves 2 for A and 1 for B.

use std::arch::x86_64::*;

use super::args::Args;
use super::kernel::kernel;
use super::transpose_x86::{prefetch, square4, square8};
use super::vector::{Vector, vector};

/// The sign bit set in the first `count` of 8 lanes.
#[inline(always)]
fn first8(count: usize) -> __m256i {
    const MASK: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    let lanes: [i32; 8] = std::array::from_fn(|i| MASK[8 - count.min(8) + i]);
    bytemuck::cast(lanes)
}

/// The sign bit set in the first `count` of 4 lanes.
#[inline(always)]
fn first4(count: usize) -> __m256i {
    first8(2 * count)
}

vector!(
    /// 8 lanes of f32.
    F32x8: _8 lanes of f32, depth _1 of f32, in __m256; sums of f32 as __m256;
    load _mm256_loadu_ps, |from, count| _mm256_maskload_ps(from, first8(count)), _mm256_set1_ps, keep _mm256_storeu_ps;
    sums _mm256_setzero_ps, _mm256_set1_ps, _mm256_loadu_ps, |from, count| _mm256_maskload_ps(from, first8(count));
    store _mm256_storeu_ps, |to, count, sums| _mm256_maskstore_ps(to, first8(count), sums);
    compute |s, a, b| _mm256_fmadd_ps(a, b, s), _mm256_fmadd_ps, _mm256_mul_ps;
    transpose 8 by square8; prefetch prefetch;
);
vector!(
    /// 4 lanes of f64.
    F64x4: _4 lanes of f64, depth _1 of f64, in __m256d; sums of f64 as __m256d;
    load _mm256_loadu_pd, |from, count| _mm256_maskload_pd(from, first4(count)), _mm256_set1_pd, keep _mm256_storeu_pd;
    sums _mm256_setzero_pd, _mm256_set1_pd, _mm256_loadu_pd, |from, count| _mm256_maskload_pd(from, first4(count));
    store _mm256_storeu_pd, |to, count, sums| _mm256_maskstore_pd(to, first4(count), sums);
    compute |s, a, b| _mm256_fmadd_pd(a, b, s), _mm256_fmadd_pd, _mm256_mul_pd;
    transpose 4 by square4; prefetch prefetch;
);
vector!(
    /// 8 lanes of two 16-bit integers.
    I16x16: _8 lanes of i32, depth _2 of i16, in __m256i; sums of i32 as __m256i;
    load |from: *const i32| _mm256_loadu_si256(from.cast()), |from, count| _mm256_maskload_epi32(from, first8(count)), _mm256_set1_epi32, keep |to: *mut i32, factor| _mm256_storeu_si256(to.cast(), factor);
    sums _mm256_setzero_si256, _mm256_set1_epi32, |from: *const i32| _mm256_loadu_si256(from.cast()), |from, count| _mm256_maskload_epi32(from, first8(count));
    store |to: *mut i32, sums| _mm256_storeu_si256(to.cast(), sums), |to, count, sums| _mm256_maskstore_epi32(to, first8(count), sums);
    compute |s, a, b| _mm256_add_epi32(s, _mm256_madd_epi16(a, b)), |a, b, c| _mm256_add_epi32(_mm256_mullo_epi32(a, b), c), _mm256_mullo_epi32;
    transpose 8 by square8; prefetch prefetch;
);

/// Returns `true` if the processor has the 256-bit instructions that every kernel here uses.
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

kernel!(
    /// f32 in 256-bit registers.
    Avx2F32, F32x8, _16 x _6, has_avx2(), "avx2,fma"
);
kernel!(
    /// f64 in 256-bit registers.
    Avx2F64, F64x4, _8 x _6, has_avx2(), "avx2,fma"
);
kernel!(
    /// Pairs of 16-bit integers in 256-bit registers.
    Avx2I16, I16x16, _16 x _6, has_avx2(), "avx2,fma"
);
