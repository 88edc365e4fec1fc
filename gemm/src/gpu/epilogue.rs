//! [`GpuEpilogue`]: what happens to a product on a GPU before it is stored.

use azulejo_kernels::device::gemm::args::activation;
use azulejo_runtime::gemm::Epilogue;

use crate::Activation;

/// An [`Epilogue`] with an [`Activation`].
pub type GpuEpilogue<'a> = Epilogue<'a, Activation>;

impl From<Activation> for u32 {
    /// As kernels number them.
    fn from(of: Activation) -> Self {
        match of {
            Activation::None => activation::NONE,
            Activation::Relu => activation::RELU,
            Activation::Gelu => activation::GELU,
            Activation::Silu => activation::SILU,
        }
    }
}
