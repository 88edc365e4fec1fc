//! Squares transposed in 256-bit registers.

use std::arch::x86_64::*;

/// One instruction on registers.
macro_rules! registers {
    ($instruction:expr, $a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        // SAFETY: the functions here are called where the processor has AVX2, and registers are all that is touched.
        unsafe { $instruction(a, b) }
    }};
}

/// Transposes an 8 x 8 square of 32-bit elements: `to[k * step + i] = from[i][k]`.
///
/// # Safety
/// The processor has AVX2; the caller owns 8 elements at each of `from` and at `to + k * step`, k < 8.
#[inline(always)]
pub unsafe fn square8<T>(from: [*const T; 8], to: *mut T, step: usize) {
    // SAFETY: the caller has AVX2 and owns 8 elements of 32 bits at each of `from`.
    let rows = from.map(|row| unsafe { _mm256_loadu_ps(row.cast()) });
    let pair = |i: usize| {
        (
            registers!(_mm256_unpacklo_ps, rows[i], rows[i + 1]),
            registers!(_mm256_unpackhi_ps, rows[i], rows[i + 1]),
        )
    };
    // Columns (0 and 4), (1 and 5), (2 and 6), (3 and 7) of four rows, one in each half.
    let four = |i: usize| {
        let ((a, b), (c, d)) = (pair(i), pair(i + 2));
        [
            registers!(_mm256_shuffle_ps::<0b01_00_01_00>, a, c),
            registers!(_mm256_shuffle_ps::<0b11_10_11_10>, a, c),
            registers!(_mm256_shuffle_ps::<0b01_00_01_00>, b, d),
            registers!(_mm256_shuffle_ps::<0b11_10_11_10>, b, d),
        ]
    };
    let (upper, lower) = (four(0), four(4));
    for k in 0..4 {
        let to = |k: usize| to.wrapping_add(k * step).cast::<f32>();
        let column = registers!(_mm256_permute2f128_ps::<0x20>, upper[k], lower[k]);
        // SAFETY: the caller has AVX2 and owns 8 elements of 32 bits at `to + k * step`.
        unsafe { _mm256_storeu_ps(to(k), column) }
        let column = registers!(_mm256_permute2f128_ps::<0x31>, upper[k], lower[k]);
        // SAFETY: the caller has AVX2 and owns 8 elements of 32 bits at `to + (k + 4) * step`, k + 4 < 8.
        unsafe { _mm256_storeu_ps(to(k + 4), column) }
    }
}

/// Transposes a 4 x 4 square of 64-bit elements: `to[k * step + i] = from[i][k]`; the other four of `from` are not used.
///
/// # Safety
/// The processor has AVX2; the caller owns 4 elements at each of the first four of `from` and at `to + k * step`, k < 4.
#[inline(always)]
pub unsafe fn square4(from: [*const f64; 8], to: *mut f64, step: usize) {
    // SAFETY: the caller has AVX2 and owns 4 elements at each of the first four of `from`.
    let row = |i: usize| unsafe { _mm256_loadu_pd(from[i]) };
    let (a, b) = (
        registers!(_mm256_unpacklo_pd, row(0), row(1)),
        registers!(_mm256_unpackhi_pd, row(0), row(1)),
    );
    let (c, d) = (
        registers!(_mm256_unpacklo_pd, row(2), row(3)),
        registers!(_mm256_unpackhi_pd, row(2), row(3)),
    );
    let columns = [
        registers!(_mm256_permute2f128_pd::<0x20>, a, c),
        registers!(_mm256_permute2f128_pd::<0x20>, b, d),
        registers!(_mm256_permute2f128_pd::<0x31>, a, c),
        registers!(_mm256_permute2f128_pd::<0x31>, b, d),
    ];
    for (k, column) in columns.into_iter().enumerate() {
        // SAFETY: the caller has AVX2 and owns 4 elements at `to + k * step`, k < 4.
        unsafe { _mm256_storeu_pd(to.wrapping_add(k * step), column) }
    }
}

/// Asks for the cache line at an address.
#[inline(always)]
pub fn prefetch<T>(at: *const T) {
    // SAFETY: a prefetch of any address is harmless.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
}
