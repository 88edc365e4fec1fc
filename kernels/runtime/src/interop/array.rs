//! [`ForeignArray`]: an array of another library as an operand.

use azulejo_tensor::DType;

use super::{Description, Memory};
use crate::{AnyView, AnyViewMut, DeviceElement, Error, Stream, View, ViewMut};
use azulejo_cpu::Strided;

/// An array of another library, taken over or borrowed: every operation of this crate takes its views.
#[derive(Debug)]
pub struct ForeignArray {
    memory: Memory,
    description: Description,
}

impl ForeignArray {
    /// The array that `description` describes; `owner` keeps its memory alive and is dropped after the last work on it.
    ///
    /// # Errors
    /// Those of [`Description::check`]; `owner` is dropped then.
    ///
    /// # Safety
    /// The description must be true until `owner` is dropped, and work on the memory before this call must be on
    /// `stream`, or done.
    pub unsafe fn new(
        stream: &Stream,
        description: Description,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, Error> {
        description.check(stream.device().ordinal())?;
        // SAFETY: the described memory is there until `owner` is dropped, and work on it before this call is on `stream` or
        // done, by this function's contract; it is dropped after the work that goes through the value.
        let memory = unsafe { Memory::from_raw(stream, description.address, description.bytes()) };
        Ok(Self {
            memory: memory.owned_by(owner),
            description,
        })
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.description.dtype
    }

    /// Extents and strides, in elements.
    pub fn layout(&self) -> &Strided {
        &self.description.layout
    }

    /// What it is.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// All of it, to read.
    ///
    /// # Errors
    /// None that the checks of [`ForeignArray::new`] leave.
    pub fn view(&self) -> Result<AnyView<'_>, Error> {
        AnyView::new(&self.memory, self.dtype(), *self.layout())
    }

    /// All of it, to write.
    ///
    /// # Errors
    /// [`Error::ReadOnly`]; [`ArrayError::Overlap`](azulejo_cpu::ArrayError::Overlap) where two elements share a place.
    pub fn view_mut(&mut self) -> Result<AnyViewMut<'_>, Error> {
        self.writable()?;
        let (dtype, layout) = (self.dtype(), *self.layout());
        AnyViewMut::new(&mut self.memory, dtype, layout)
    }

    /// All of it, to read, of a type known at compile time.
    ///
    /// # Errors
    /// [`Error::Dtype`] where it is of another.
    pub fn typed<T: DeviceElement>(&self) -> Result<View<'_, T>, Error> {
        self.has::<T>()?;
        View::new(&self.memory, *self.layout())
    }

    /// All of it, to write, of a type known at compile time.
    ///
    /// # Errors
    /// [`Error::Dtype`], and those of [`ForeignArray::view_mut`].
    pub fn typed_mut<T: DeviceElement>(&mut self) -> Result<ViewMut<'_, T>, Error> {
        self.writable()?;
        self.has::<T>()?;
        let layout = *self.layout();
        ViewMut::new(&mut self.memory, layout)
    }

    fn writable(&self) -> Result<(), Error> {
        if self.description.read_only {
            return Err(Error::ReadOnly { argument: "array" });
        }
        Ok(())
    }

    fn has<T: DeviceElement>(&self) -> Result<(), Error> {
        if self.dtype() != T::DTYPE {
            return Err(Error::dtype("array", self.dtype(), T::DTYPE));
        }
        Ok(())
    }
}
