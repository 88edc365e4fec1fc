//! Views whose element type is known at run time: what [`map`](super::map) takes.

use azulejo_tensor::DType;

use super::{AnyView, AnyViewMut, DeviceElement, Error, Stream, View, ViewMut, region::Region};
use azulejo_cpu::Strided;

/// Keeps the traits below to the views of this crate: what they say is where kernels read and write.
pub(crate) trait Sealed {}
impl<T: DeviceElement> Sealed for View<'_, T> {}
impl<T: DeviceElement> Sealed for ViewMut<'_, T> {}

/// An input of an operator: a [`View`] of any element type. Only this crate's views are inputs.
#[allow(private_bounds, reason = "only this crate implements it")]
pub trait Operand: Sealed {
    /// The element type.
    fn dtype(&self) -> DType;
    /// The layout.
    fn layout(&self) -> &Strided;
    #[doc(hidden)]
    fn place<'s>(&'s self, stream: &'s Stream, argument: &'static str)
    -> Result<Region<'s>, Error>;
}

/// The output of an operator: a [`ViewMut`] of any element type. Only this crate's views are outputs.
#[allow(private_bounds, reason = "only this crate implements it")]
pub trait Target: Sealed {
    /// The element type.
    fn dtype(&self) -> DType;
    /// The layout.
    fn layout(&self) -> &Strided;
    #[doc(hidden)]
    fn place<'s>(
        &'s mut self,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<Region<'s>, Error>;
}

macro_rules! views {
    ($($trait:ident for $name:ident $(<$T:ident>)?, ($($borrow:tt)*);)*) => {$(
        impl$(<$T: DeviceElement>)? $trait for $name<'_ $(, $T)?> {
            fn dtype(&self) -> DType {
                self.0.dtype
            }
            fn layout(&self) -> &Strided {
                &self.0.layout
            }
            fn place<'s>($($borrow)* self, stream: &'s Stream, argument: &'static str) -> Result<Region<'s>, Error> {
                self.0.locate(stream, argument)
            }
        }
    )*};
}

views! {
    Operand for View<T>, (&'s);
    Operand for AnyView, (&'s);
    Target for ViewMut<T>, (&'s mut);
    Target for AnyViewMut, (&'s mut);
}

/// Runs `work` on the elements of an input, broadcast to the output's shape, and of the output: checked places, live and apart, in the
/// order of other work on them.
pub(crate) fn between(
    stream: &Stream,
    from: &dyn Operand,
    to: &mut dyn Target,
    work: impl FnOnce(&Raw, &Raw) -> Result<(), Error>,
) -> Result<(), Error> {
    let layout = from.layout().broadcast(to.layout().extents())?;
    let (dtype, to_layout) = (to.dtype(), *to.layout());
    let (src, dst) = (from.place(stream, "input")?, to.place(stream, "output")?);
    dst.apart(&src, "the input")?;
    let _order = Region::order(stream, [&src, &dst])?;
    let from = Raw::at(&src, layout, from.dtype());
    work(&from, &Raw::at(&dst, to_layout, dtype))
}

/// Elements at an address, the buffer kept elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Raw {
    pub address: u64,
    pub layout: Strided,
    pub dtype: DType,
}

impl Raw {
    /// The elements of a place.
    pub fn at(place: &Region<'_>, layout: Strided, dtype: DType) -> Self {
        Self::new(place.address, layout, dtype)
    }

    pub fn new(address: u64, layout: Strided, dtype: DType) -> Self {
        Self {
            address,
            layout,
            dtype,
        }
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.dtype.bytes()
    }
}
