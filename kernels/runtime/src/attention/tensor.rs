//! [`GpuTensorRef`] and [`GpuTensorMut`]: the arguments of attention on a GPU.

use azulejo_tensor::DType;

use super::apart::are_apart;
use crate::view::Tensor;
use crate::{AnyView, AnyViewMut, View, ViewMut};
use azulejo_cpu::Strided;

/// A tensor on a device to read: memory of any owner seen through extents and strides.
///
/// | memory | tensor |
/// |---|---|
/// | [`Buffer`](crate::Buffer), `CudaSlice` and `CudaView` of cudarc | `View::new(&data, layout)?.into()` |
/// | DLPack, CUDA Array Interface | `array.view()?.into()` |
/// | a raw pointer | [`Memory::from_raw`](crate::interop::Memory::from_raw), then `View::new(&memory, layout)?.into()` |
///
/// Permute the view for BHSD; the views of a packed QKV start in pieces of one buffer.
#[derive(Clone, Copy, Debug)]
pub struct GpuTensorRef<'a>(pub(super) Tensor<'a>);

/// A tensor on a device to write, whose elements do not overlap.
#[derive(Debug)]
pub struct GpuTensorMut<'a>(pub(super) Tensor<'a>);

impl Tensor<'_> {
    /// Returns `true` if no byte is of both.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|tensor| {
            let bytes = tensor.dtype.bytes() as u64;
            (tensor.region.address(), bytes, &tensor.layout)
        });
        are_apart(a, b)
    }
}

macro_rules! tensor {
    ($name:ident, $view:ident, $any:ident) => {
        impl $name<'_> {
            /// The element type.
            pub fn dtype(&self) -> DType {
                self.0.dtype
            }

            /// Extents and strides.
            pub fn layout(&self) -> &Strided {
                &self.0.layout
            }
        }

        impl<'a, T> From<$view<'a, T>> for $name<'a> {
            fn from(view: $view<'a, T>) -> Self {
                Self(view.0)
            }
        }

        impl<'a> From<$any<'a>> for $name<'a> {
            fn from(view: $any<'a>) -> Self {
                Self(view.0)
            }
        }
    };
}

tensor!(GpuTensorRef, View, AnyView);
tensor!(GpuTensorMut, ViewMut, AnyViewMut);
