//! [`Vectorize`]: loops over slices, compiled once for each instruction set.

use crate::Isa;

/// Work whose loops the compiler turns into vector instructions, compiled once for each instruction set.
///
/// [`Isa::vectorize`] runs it. What is not inlined into [`Vectorize::run`] is compiled for the oldest processor of the
/// target, so the implementation and what it calls need `#[inline(always)]`.
///
/// ```
/// use azulejo_gemm::{Isa, Vectorize};
/// struct Halve<'a>(&'a mut [f32]);
/// impl Vectorize for Halve<'_> {
///     type Output = ();
///     #[inline(always)]
///     fn run<const FMA: bool>(self) {
///         self.0.iter_mut().for_each(|x| *x *= 0.5);
///     }
/// }
/// let mut data = [2.0, 6.0];
/// Isa::detect().vectorize(Halve(&mut data));
/// assert_eq!(data, [1.0, 3.0]);
/// ```
pub trait Vectorize: Sized {
    /// The result.
    type Output;
    /// Does the work; `FMA` is true where [`f32::mul_add`] is one instruction.
    fn run<const FMA: bool>(self) -> Self::Output;
}

impl Isa {
    /// Runs `work` with this instruction set, or as plain Rust where the processor lacks it.
    pub fn vectorize<V: Vectorize>(self, work: V) -> V::Output {
        #[cfg(target_arch = "x86_64")]
        {
            use super::{Avx2F32, Avx512F32, Kernel};

            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            fn avx512<V: Vectorize>(work: V) -> V::Output {
                work.run::<true>()
            }
            #[target_feature(enable = "avx2,fma")]
            fn avx2<V: Vectorize>(work: V) -> V::Output {
                work.run::<true>()
            }
            if self == Isa::Avx512 && Avx512F32::detect().is_some() {
                // SAFETY: `detect` found AVX-512 F, BW and VL on this processor.
                return unsafe { avx512(work) };
            }
            if self == Isa::Avx2 && Avx2F32::detect().is_some() {
                // SAFETY: `detect` found AVX2 and FMA on this processor.
                return unsafe { avx2(work) };
            }
        }
        if cfg!(target_arch = "aarch64") {
            // Every AArch64 target has NEON and its fused multiply-add.
            return work.run::<true>();
        }
        work.run::<false>()
    }
}
