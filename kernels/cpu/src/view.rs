//! [`View`], [`ViewMut`] and [`Array`]: data and the layout that reads it.

use azulejo_tensor::Element;

use super::{ArrayError, Strided};

/// Elements to read, through a layout.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, T> {
    pub(super) data: &'a [T],
    pub(super) layout: Strided,
}

/// Elements to write, through a layout in which no two coordinates share a place.
#[derive(Debug)]
pub struct ViewMut<'a, T> {
    pub(super) data: &'a mut [T],
    pub(super) layout: Strided,
}

fn check_reach(layout: &Strided, len: usize) -> Result<(), ArrayError> {
    let cosize = layout.cosize();
    if cosize > len {
        return Err(ArrayError::OutOfBounds {
            cosize: cosize as u64,
            len: len as u64,
        });
    }
    Ok(())
}

/// The layout of an array that owns elements of `size` bytes, and their bytes; compiled once for all types.
#[inline(never)]
fn compact(extents: &[usize], size: usize) -> Result<(Strided, usize), ArrayError> {
    let layout = Strided::row_major(extents)?;
    let bytes = layout
        .size()
        .checked_mul(size)
        .filter(|bytes| *bytes <= isize::MAX as usize)
        .ok_or_else(|| ArrayError::IndexOverflow {
            extents: extents.to_vec(),
        })?;
    Ok((layout, bytes))
}

/// The layout of an array of the first of `len` elements; compiled once for all types.
#[inline(never)]
fn compact_within(extents: &[usize], len: usize) -> Result<Strided, ArrayError> {
    let layout = Strided::row_major(extents)?;
    check_reach(&layout, len)?;
    Ok(layout)
}

impl<'a, T: Element> View<'a, T> {
    /// A view of `data` through `layout`.
    ///
    /// # Errors
    /// [`ArrayError::OutOfBounds`] where the layout reaches past the data.
    ///
    /// ```
    /// use azulejo_cpu::{ArrayError, Strided, View};
    /// let data = [0.0f32; 10];
    /// assert!(View::new(&data, Strided::new(&[5], &[2])?).is_ok());
    /// let long = View::new(&data, Strided::new(&[6], &[2])?);
    /// assert_eq!(long.unwrap_err(), ArrayError::OutOfBounds { cosize: 11, len: 10 });
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn new(data: &'a [T], layout: Strided) -> Result<Self, ArrayError> {
        check_reach(&layout, data.len())?;
        Ok(Self { data, layout })
    }

    /// A view of rank 1 of all of `data`.
    pub fn from_slice(data: &'a [T]) -> Self {
        // The length of a slice is at most isize::MAX, so rank 1 with stride 1 always fits.
        let layout = Strided::line(data.len());
        Self { data, layout }
    }

    /// The layout.
    pub fn layout(&self) -> &Strided {
        &self.layout
    }

    /// The element at a coordinate; `None` outside the shape.
    pub fn get(&self, coordinate: &[usize]) -> Option<T> {
        let inside = coordinate.len() == self.layout.rank()
            && coordinate
                .iter()
                .zip(self.layout.extents())
                .all(|(at, extent)| at < extent);
        let at = coordinate.iter().zip(self.layout.strides());
        inside.then(|| self.data[at.map(|(at, stride)| at * stride).sum::<usize>()])
    }

    /// All elements of the slice, whether the layout reaches them or not.
    pub fn data(&self) -> &'a [T] {
        self.data
    }

    /// The element at offset 0.
    pub fn as_ptr(&self) -> *const T {
        self.data.as_ptr()
    }

    /// The same elements with a larger shape, by NumPy's rule.
    ///
    /// # Errors
    /// [`ArrayError::NotBroadcastable`].
    pub fn broadcast(&self, extents: &[usize]) -> Result<Self, ArrayError> {
        Ok(Self {
            data: self.data,
            layout: self.layout.broadcast(extents)?,
        })
    }

    /// The same elements with the modes in another order.
    ///
    /// # Errors
    /// As [`Strided::permute`].
    pub fn permute(&self, order: &[usize]) -> Result<Self, ArrayError> {
        Ok(Self {
            data: self.data,
            layout: self.layout.permute(order)?,
        })
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// A view of `data` through `layout`, to write.
    ///
    /// # Errors
    /// [`ArrayError::OutOfBounds`] where the layout reaches past the data, [`ArrayError::Overlap`] where two elements
    /// would share a place (a stride of 0 with an extent above 1 among others).
    pub fn new(data: &'a mut [T], layout: Strided) -> Result<Self, ArrayError> {
        check_reach(&layout, data.len())?;
        if !layout.is_injective() {
            let (extents, strides) = (layout.extents().to_vec(), layout.strides().to_vec());
            return Err(ArrayError::Overlap { extents, strides });
        }
        Ok(Self { data, layout })
    }

    /// A view of rank 1 of all of `data`, to write.
    pub fn from_slice(data: &'a mut [T]) -> Self {
        let layout = Strided::line(data.len());
        Self { data, layout }
    }

    /// The layout.
    pub fn layout(&self) -> &Strided {
        &self.layout
    }

    /// All elements of the slice to write, whether the layout reaches them or not.
    pub fn data_mut(&mut self) -> &mut [T] {
        self.data
    }

    /// The same elements, to read.
    pub fn as_view(&self) -> View<'_, T> {
        View {
            data: self.data,
            layout: self.layout,
        }
    }

    /// The element at offset 0, to write.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.data.as_mut_ptr()
    }
}

/// An array that owns its elements: compact, the last mode contiguous.
#[derive(Clone, Debug, PartialEq)]
pub struct Array<T> {
    pub(super) data: Vec<T>,
    pub(super) layout: Strided,
}

impl<T: Element> Array<T> {
    /// An array of zeros.
    ///
    /// # Errors
    /// [`ArrayError::IndexOverflow`] where the bytes do not fit the address space, [`ArrayError::OutOfMemory`] where they do
    /// not fit the memory; nothing is allocated then.
    pub fn zeros(extents: &[usize]) -> Result<Self, ArrayError> {
        let (layout, bytes) = compact(extents, size_of::<T>())?;
        let size = layout.size();
        let mut data = Vec::new();
        // A reservation that fails is an error, not an abort.
        data.try_reserve_exact(size)
            .map_err(|_| ArrayError::OutOfMemory {
                extents: extents.to_vec(),
                bytes,
            })?;
        data.resize(size, T::ZERO);
        Ok(Self { data, layout })
    }

    /// An array from its elements, counted with the last mode fastest.
    ///
    /// # Errors
    /// [`ArrayError::OutOfBounds`] where `data` is too short; longer data is cut.
    pub fn from_vec(mut data: Vec<T>, extents: &[usize]) -> Result<Self, ArrayError> {
        let layout = compact_within(extents, data.len())?;
        data.truncate(layout.size());
        Ok(Self { data, layout })
    }

    /// The elements, counted with the last mode fastest.
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// The elements to write, counted with the last mode fastest.
    pub fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// The elements, for good.
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }

    /// The shape.
    pub fn extents(&self) -> &[usize] {
        self.layout.extents()
    }

    /// A view of all of it.
    pub fn view(&self) -> View<'_, T> {
        View {
            data: &self.data,
            layout: self.layout,
        }
    }

    /// A view of all of it, to write.
    pub fn view_mut(&mut self) -> ViewMut<'_, T> {
        ViewMut {
            data: &mut self.data,
            layout: self.layout,
        }
    }
}
