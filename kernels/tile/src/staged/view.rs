//! [`StagedView`]: a matrix in device memory, with the tensor map that its tiles are copied by.

use core::marker::PhantomData;
use std::sync::Arc;

use azulejo_tensor::DType;

use crate::TileShape;
use azulejo_cpu::Strided;
use azulejo_runtime::{
    Buffer, DeviceElement, Encoded, Error, Place, Stream, View, encode_tensor_map,
};

/// A matrix in device memory that a program takes as [`Staged`](crate::Staged), in tiles of shape `R`.
///
/// Made once and launched many times: the tensor map is encoded here (CuTe's `make_tma_copy`), where the device has the
/// TMA and the element type is `f16` or `bf16`.
#[derive(Clone)]
pub struct StagedView<'a, T, R> {
    view: View<'a, T>,
    map: Option<Arc<Buffer<u64>>>,
    stream: u64,
    shape: PhantomData<R>,
}

impl<'a, T: DeviceElement, R: TileShape> StagedView<'a, T, R> {
    /// The view, for launches on `stream`.
    ///
    /// # Errors
    /// [`Error::Argument`] where tiles are copied by the device's engine and the matrix is not one that it reads: of rank
    /// 2, not empty, rows contiguous, their starts multiples of 16 bytes. A program that takes `In` has none of these
    /// limits. The driver's errors.
    pub fn new(stream: &Stream, mut view: View<'a, T>) -> Result<Self, Error> {
        let copied =
            stream.device().capability() == (9, 0) && matches!(T::DTYPE, DType::F16 | DType::BF16);
        let map = if copied {
            Some(Arc::new(Self::encode(stream, &mut view)?))
        } else {
            None
        };
        Ok(Self {
            view,
            map,
            stream: stream.handle(),
            shape: PhantomData,
        })
    }

    fn encode(stream: &Stream, view: &mut View<'a, T>) -> Result<Buffer<u64>, Error> {
        let rejected = |why: &str| Error::Argument {
            argument: "view",
            why: format!("{why}: pass it to a program that takes `In`"),
        };
        let layout = *view.layout();
        let (&[lines, run], &[ld, step]) = (layout.extents(), layout.strides()) else {
            return Err(rejected("a staged operand is a matrix"));
        };
        if lines == 0 || run == 0 {
            return Err(rejected("an empty matrix cannot be staged"));
        }
        let size = size_of::<T>();
        let address = view.locate(stream, "view")?.address();
        if (step != 1 && run > 1) || !(ld * size).is_multiple_of(16) || !address.is_multiple_of(16)
        {
            return Err(rejected(
                "rows of a staged operand are contiguous and start at multiples of 16 bytes",
            ));
        }
        // Boxes of at most 128 bytes along a row, the swizzle atom's width.
        let width = (R::EXTENTS[1] * size).min(128);
        let line = (ld * size) as u64;
        let map = Encoded {
            dtype: T::DTYPE,
            rank: 3,
            sizes: [run as u64, lines as u64, 1, 1, 1],
            strides: [line, line * lines as u64, 0, 0],
            extent: [(width / size) as u32, R::EXTENTS[0] as u32, 1, 1, 1],
            swizzle: width as u32,
        };
        let map = encode_tensor_map(&map, address)?;
        stream.upload(&map)
    }

    /// The layout.
    pub fn layout(&self) -> &Strided {
        self.view.layout()
    }

    /// Device address of the map; 0 where there is none.
    pub(super) fn map(&self, stream: &Stream, argument: &'static str) -> Result<u64, Error> {
        if stream.handle() != self.stream {
            return Err(Error::Argument {
                argument,
                why: "it was staged for another stream".into(),
            });
        }
        Ok(self.map.as_ref().map_or(0, |map| map.address()))
    }

    pub(super) fn locate<'s>(
        &'s mut self,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<Place<'s>, Error> {
        self.view.locate(stream, argument)
    }
}
