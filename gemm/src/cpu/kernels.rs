//! Which kernel multiplies which element type on which instruction set.

use half::{bf16, f16};

use super::micro::{Kernel, PortableF32, PortableF64, PortableI16};
use super::pack::Pack;
use crate::{Accumulator, Isa};

/// An element type with kernels.
pub trait Kernels: Copy + Sized {
    /// The type of the sums.
    type Acc: Accumulator;
    /// Calls `visitor` with the kernel for `isa`, or with the portable one where this processor lacks it.
    fn visit<V: Visitor<Self>>(isa: Isa, visitor: V) -> V::Out;
}

/// What is done with the kernel once it is known.
pub trait Visitor<T: Kernels> {
    /// What comes of it.
    type Out;
    /// Does it.
    fn with<K: Kernel<Sum = T::Acc>>(self, kernel: K) -> Self::Out
    where
        T: Pack<K::Packed>;
}

macro_rules! kernels {
    ($t:ty => $acc:ty; $portable:ty $(, $(#[$cfg:meta])* $isa:ident $kernel:ty)*) => {
        impl Kernels for $t {
            type Acc = $acc;
            fn visit<V: Visitor<Self>>(isa: Isa, visitor: V) -> V::Out {
                $($(#[$cfg])* if isa == Isa::$isa && let Some(kernel) = <$kernel>::detect() {
                    return visitor.with(kernel);
                })*
                let _ = isa;
                visitor.with(<$portable>::here())
            }
        }
    };
}
kernels!(f32 => f32; PortableF32);
kernels!(f64 => f64; PortableF64);
kernels!(f16 => f32; PortableF32);
kernels!(bf16 => f32; PortableF32);
kernels!(i8 => i32; PortableI16);
