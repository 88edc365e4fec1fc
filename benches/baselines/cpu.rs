//! Other crates' matrix products on the CPU, as safe functions of one form.

#[cfg(feature = "baselines")]
use azulejo::gemm::AsTf32;
use azulejo::tensor::{bf16, f16};

/// A baseline: its name, and `C = A B` for row-major A (M, K), B (K, N) and C (M, N), given as `[M, N, K]`.
pub type Baseline<T, S> = (&'static str, fn([usize; 3], &[T], &[T], &mut [S]));

/// The baselines that there are for an element type whose products are summed in `S`.
pub trait Baselines<S>: Sized {
    /// All of them; none where the peers have no such product or are not compiled in.
    fn baselines() -> Vec<Baseline<Self, S>> {
        Vec::new()
    }
}

impl Baselines<f32> for bf16 {}
#[cfg(feature = "baselines")]
impl Baselines<f32> for AsTf32 {}
impl Baselines<i32> for i8 {}
#[cfg(not(feature = "baselines"))]
impl Baselines<f32> for f16 {}

#[cfg(not(feature = "baselines"))]
impl Baselines<f32> for f32 {}
#[cfg(not(feature = "baselines"))]
impl Baselines<f64> for f64 {}

/// A product of the crate `gemm`; strides are given column first, as it takes them.
#[cfg(feature = "baselines")]
macro_rules! gemm_crate {
    ($zero:expr, $one:expr) => {
        ("gemm", |[m, n, k], a, b, c| {
            assert!(a.len() == m * k && b.len() == k * n && c.len() == m * n);
            let (stride_k, stride_n) = (k as isize, n as isize);
            let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
            let threads = match rayon::current_num_threads() {
                1 => gemm_peer::Parallelism::None,
                threads => gemm_peer::Parallelism::Rayon(threads),
            };
            // SAFETY: the pointers come from slices that hold all of each row-major matrix (asserted above), and C,
            // borrowed mutably, overlaps neither A nor B; it is not read.
            unsafe {
                gemm_peer::gemm(
                    m, n, k, c, 1, stride_n, false, a, 1, stride_k, b, 1, stride_n, $zero, $one,
                    false, false, false, threads,
                )
            }
        })
    };
}

#[cfg(feature = "baselines")]
macro_rules! baselines {
    ($ty:ident, $matrixmultiply:ident) => {
        impl Baselines<$ty> for $ty {
            fn baselines() -> Vec<Baseline<Self, $ty>> {
                vec![
                    ("matrixmultiply", |[m, n, k], a, b, c| {
                        assert!(a.len() == m * k && b.len() == k * n && c.len() == m * n);
                        let (stride_k, stride_n) = (k as isize, n as isize);
                        let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                        // SAFETY: the pointers come from slices that hold all of each row-major matrix (asserted
                        // above), and C, borrowed mutably, overlaps neither A nor B.
                        unsafe {
                            matrixmultiply::$matrixmultiply(
                                m, k, n, 1.0, a, stride_k, 1, b, stride_n, 1, 0.0, c, stride_n, 1,
                            )
                        }
                    }),
                    gemm_crate!(0.0, 1.0),
                ]
            }
        }
    };
}

#[cfg(feature = "baselines")]
baselines!(f32, sgemm);
#[cfg(feature = "baselines")]
baselines!(f64, dgemm);

#[cfg(feature = "baselines")]
impl Baselines<f16> for f16 {
    fn baselines() -> Vec<Baseline<Self, f16>> {
        vec![gemm_crate!(f16::ZERO, f16::ONE)]
    }
}
