//! [`GpuTensorRef`] and [`GpuTensorMut`]: the arguments of attention on a GPU.

use azulejo_tensor::DType;

use super::apart::are_apart;
use crate::cpu::Strided;
use crate::host::gemm::Region;
use crate::host::{AnyView, AnyViewMut, DeviceElement, Error, Operand, Target, View, ViewMut};

/// A tensor on a device to read: memory of any owner seen through extents and strides.
///
/// | memory | tensor |
/// |---|---|
/// | [`Buffer`](crate::host::Buffer), `CudaSlice` and `CudaView` of cudarc | `View::new(&data, layout)?.into()` |
/// | DLPack, CUDA Array Interface | `array.view()?.into()` |
/// | a raw pointer | [`Memory::from_raw`](crate::host::interop::Memory::from_raw), then `View::new(&memory, layout)?.into()` |
///
/// Permute the view for BHSD; the views of a packed QKV start in pieces of one buffer.
#[derive(Clone, Copy, Debug)]
pub struct GpuTensorRef<'a>(pub(super) Placed<'a>);

/// A tensor on a device to write, whose elements do not overlap.
#[derive(Debug)]
pub struct GpuTensorMut<'a>(pub(super) Placed<'a>);

/// Memory that a layout's elements are inside of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub region: Region<'a>,
    pub dtype: DType,
    pub layout: Strided,
}

impl Placed<'_> {
    /// Rejects memory that `input` shares.
    pub fn apart(&self, input: &Self, with: &'static str) -> Result<(), Error> {
        let [a, b] = [self, input].map(|tensor| {
            let bytes = tensor.dtype.bytes() as u64;
            (tensor.region.address(), bytes, &tensor.layout)
        });
        if are_apart(a, b) {
            return Ok(());
        }
        Err(Error::overlap("output", with))
    }
}

macro_rules! tensor {
    ($name:ident) => {
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
    };
}

tensor!(GpuTensorRef);
tensor!(GpuTensorMut);

impl<'a, T: DeviceElement> From<View<'a, T>> for GpuTensorRef<'a> {
    fn from(view: View<'a, T>) -> Self {
        Self(Placed {
            region: view.region(),
            dtype: T::DTYPE,
            layout: *view.layout(),
        })
    }
}

impl<'a> From<AnyView<'a>> for GpuTensorRef<'a> {
    fn from(view: AnyView<'a>) -> Self {
        Self(Placed {
            region: view.region(),
            dtype: view.dtype(),
            layout: *view.layout(),
        })
    }
}

impl<'a, T: DeviceElement> From<ViewMut<'a, T>> for GpuTensorMut<'a> {
    fn from(view: ViewMut<'a, T>) -> Self {
        let layout = *view.layout();
        Self(Placed {
            region: view.into_region(),
            dtype: T::DTYPE,
            layout,
        })
    }
}

impl<'a> From<AnyViewMut<'a>> for GpuTensorMut<'a> {
    fn from(view: AnyViewMut<'a>) -> Self {
        let (dtype, layout) = (view.dtype(), *view.layout());
        Self(Placed {
            region: view.into_region(),
            dtype,
            layout,
        })
    }
}
