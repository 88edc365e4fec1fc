//! Which kernel multiplies which element type on which instruction set.

use half::{bf16, f16};

use super::execute;
use super::micro::*;
use super::pack::Pack;
use crate::{Accumulator, AsTf32, Config, Epilogue, GemmError, Isa, MatMut, MatRef};

/// An element type with kernels.
pub trait Kernels: Copy + Sized {
    /// The type of the sums.
    type Acc: Accumulator;
    /// Calls `visitor` with the kernel for `isa`, or with the portable one where this processor lacks it.
    fn visit<V: Visitor<Self>>(isa: Isa, visitor: V) -> V::Out;
    /// [`execute`] where C has the type of the sums: compiled here once, not in every crate that multiplies.
    fn execute(
        a: MatRef<'_, Self>,
        b: MatRef<'_, Self>,
        c: MatMut<'_, Self::Acc>,
        epilogue: &Epilogue<'_, Self::Acc>,
        config: &Config,
    ) -> Result<(), GemmError>;
}

/// A computation that is generic over the kernel.
pub trait Visitor<T: Kernels> {
    /// The result.
    type Out;
    /// Runs the computation with `kernel`.
    fn with<K: Kernel<Sum = T::Acc>>(self, kernel: K) -> Self::Out
    where
        T: Pack<K::Packed>;
}

/// Lists the kernels of an element type: the first whose instruction set is asked for and present, else the last.
macro_rules! kernels {
    ($t:ty => $acc:ty; x86_64 $($isa:ident $kernel:ty),*; aarch64 $($arm:ident $neon:ty),*; else $portable:ty) => {
        impl Kernels for $t {
            type Acc = $acc;
            fn visit<V: Visitor<Self>>(isa: Isa, visitor: V) -> V::Out {
                $(#[cfg(target_arch = "x86_64")]
                if isa == Isa::$isa && let Some(kernel) = <$kernel>::detect() {
                    return visitor.with(kernel);
                })*
                $(#[cfg(target_arch = "aarch64")]
                if isa == Isa::$arm && let Some(kernel) = <$neon>::detect() {
                    return visitor.with(kernel);
                })*
                // Where no architecture above is built for.
                let _ = isa;
                visitor.with(<$portable>::here())
            }
            #[inline(never)]
            fn execute(
                a: MatRef<'_, Self>,
                b: MatRef<'_, Self>,
                c: MatMut<'_, Self::Acc>,
                epilogue: &Epilogue<'_, Self::Acc>,
                config: &Config,
            ) -> Result<(), GemmError> {
                execute(a, b, c, epilogue, config)
            }
        }
    };
}
kernels!(f32 => f32; x86_64 Avx512 Avx512F32, Avx2 Avx2F32; aarch64 Neon NeonF32; else PortableF32);
kernels!(f16 => f32; x86_64 Avx512 Avx512F32, Avx2 Avx2F32; aarch64 Neon NeonF32; else PortableF32);
kernels!(bf16 => f32; x86_64 Avx512 Avx512F32, Avx2 Avx2F32; aarch64 Neon NeonF32; else PortableF32);
kernels!(AsTf32 => f32; x86_64 Avx512 Avx512F32, Avx2 Avx2F32; aarch64 Neon NeonF32; else PortableF32);
kernels!(f64 => f64; x86_64 Avx512 Avx512F64, Avx2 Avx2F64; aarch64 Neon NeonF64; else PortableF64);
kernels!(i8 => i32; x86_64 Avx512 Avx512I16, Avx512 Avx2I16, Avx2 Avx2I16; aarch64; else PortableI16);
