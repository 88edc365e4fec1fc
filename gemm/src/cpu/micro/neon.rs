//! Kernels for the 128-bit registers of AArch64.
//!
//! A tile of 3 registers by 8 columns keeps 24 of the 32 registers as sums.

use std::arch::aarch64::*;

use super::args::Args;
use super::kernel::kernel;
use super::portable::{first, square, write_first};
use super::vector::{Vector, vector};

vector!(
    /// 4 lanes of f32.
    F32x4: _4 lanes of f32, depth _1 of f32, in float32x4_t; sums of f32 as float32x4_t;
    load vld1q_f32, |from, count| vld1q_f32(first::<f32, 4>(from, count).as_ptr()), vdupq_n_f32, keep vst1q_f32;
    sums || vdupq_n_f32(0.0), vdupq_n_f32, vld1q_f32, |from, count| vld1q_f32(first::<f32, 4>(from, count).as_ptr());
    store vst1q_f32, |to, count, sums| {
        let mut lanes = [0.0; 4];
        vst1q_f32(lanes.as_mut_ptr(), sums);
        write_first(to, count, lanes);
    };
    compute vfmaq_f32, |a, b, c| vfmaq_f32(c, a, b), vmulq_f32;
    transpose 4 by square::<4, _>; prefetch |_| ();
);
vector!(
    /// 2 lanes of f64.
    F64x2: _2 lanes of f64, depth _1 of f64, in float64x2_t; sums of f64 as float64x2_t;
    load vld1q_f64, |from, count| vld1q_f64(first::<f64, 2>(from, count).as_ptr()), vdupq_n_f64, keep vst1q_f64;
    sums || vdupq_n_f64(0.0), vdupq_n_f64, vld1q_f64, |from, count| vld1q_f64(first::<f64, 2>(from, count).as_ptr());
    store vst1q_f64, |to, count, sums| {
        let mut lanes = [0.0; 2];
        vst1q_f64(lanes.as_mut_ptr(), sums);
        write_first(to, count, lanes);
    };
    compute vfmaq_f64, |a, b, c| vfmaq_f64(c, a, b), vmulq_f64;
    transpose 2 by square::<2, _>; prefetch |_| ();
);

/// Returns `true` if the processor has vector instructions; AArch64 with an operating system always has.
fn has_neon() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
}

kernel!(
    /// f32 in 128-bit registers.
    NeonF32, F32x4, _12 x _8, has_neon(), "neon"
);
kernel!(
    /// f64 in 128-bit registers.
    NeonF64, F64x2, _6 x _8, has_neon(), "neon"
);
