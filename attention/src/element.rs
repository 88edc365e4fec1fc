//! [`AttentionElement`]: the element types.

use azulejo_gemm::Output;
use azulejo_tensor::{Element, bf16, f16};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for half::bf16 {}
    impl Sealed for half::f16 {}
}

/// An element type of Q, K, V and O: f32, bf16 or f16.
pub trait AttentionElement: Element + Output<f32> + sealed::Sealed {
    /// The same elements as f32, where they are.
    fn as_f32(values: &[Self]) -> Option<&[f32]>;
}

impl AttentionElement for f32 {
    fn as_f32(values: &[Self]) -> Option<&[f32]> {
        Some(values)
    }
}

impl AttentionElement for bf16 {
    fn as_f32(_: &[Self]) -> Option<&[f32]> {
        None
    }
}

impl AttentionElement for f16 {
    fn as_f32(_: &[Self]) -> Option<&[f32]> {
        None
    }
}
