//! [`BufferSlice`] and [`BufferSliceMut`]: pieces of a [`Buffer`].

use std::{
    marker::PhantomData,
    ops::{Bound, RangeBounds},
};

use super::{Buffer, Error, check, order::Usage};

/// Elements of a [`Buffer`] that follow each other, to read.
#[derive(Clone, Copy, Debug)]
pub struct BufferSlice<'a, T> {
    address: u64,
    len: usize,
    usage: &'a Usage,
    elements: PhantomData<fn() -> T>,
}

/// Elements of a [`Buffer`] that follow each other, to write.
#[derive(Debug)]
pub struct BufferSliceMut<'a, T> {
    address: u64,
    len: usize,
    usage: &'a Usage,
    elements: PhantomData<fn() -> T>,
}

/// The first element of a range of `len` elements and how many it has.
fn within(len: usize, range: impl RangeBounds<usize>) -> Result<(usize, usize), Error> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    check::in_bounds("range", start.max(end) as u128, len as u64)?;
    let count = end.checked_sub(start).ok_or_else(|| {
        let why = format!("it begins at {start}, after its end at {end}: exchange the two");
        Error::argument("range", why)
    })?;
    Ok((start, count))
}

macro_rules! piece {
    ($name:ident) => {
        impl<T> $name<'_, T> {
            /// How many elements it holds.
            pub fn len(&self) -> usize {
                self.len
            }

            /// Returns `true` if it holds none.
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }

            /// Address of the first element; as [`Buffer::address`].
            pub fn address(&self) -> u64 {
                self.address
            }

            pub(crate) fn usage(&self) -> &Usage {
                self.usage
            }
        }
    };
}

piece!(BufferSlice);
piece!(BufferSliceMut);

macro_rules! cut {
    ($method:ident $piece:ident, $doc:literal: $(($($borrow:tt)*) $name:ty),*) => {$(
        impl<T> $name {
            #[doc = $doc]
            ///
            /// # Errors
            /// [`Error::OutOfBounds`], or [`Error::Argument`] for a range that begins after its end.
            pub fn $method($($borrow)* self, range: impl RangeBounds<usize>) -> Result<$piece<'_, T>, Error> {
                let (start, len) = within(self.len(), range)?;
                Ok($piece {
                    address: self.address() + (start * size_of::<T>()) as u64,
                    len,
                    usage: self.usage(),
                    elements: PhantomData,
                })
            }
        }
    )*};
}

cut!(slice BufferSlice, "The elements in `range`, to read.": (&) Buffer<T>, (&) BufferSlice<'_, T>, (&) BufferSliceMut<'_, T>);
cut!(slice_mut BufferSliceMut, "The elements in `range`, to write.": (&mut) Buffer<T>, (&mut) BufferSliceMut<'_, T>);

impl<T> Buffer<T> {
    /// The elements before `mid` and those from it on, to write.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`].
    ///
    /// ```no_run
    /// use azulejo_runtime::Device;
    /// let stream = Device::new(0)?.stream()?;
    /// let mut x = stream.upload(&[1, 2, 0, 0])?;
    /// let (from, mut to) = x.split_at_mut(2)?;
    /// stream.copy(&from.slice(1..)?, &mut to)?;
    /// assert_eq!(stream.download(&x)?, [1, 2, 2, 0]);
    /// # Ok::<(), azulejo_runtime::Error>(())
    /// ```
    pub fn split_at_mut(
        &mut self,
        mid: usize,
    ) -> Result<(BufferSliceMut<'_, T>, BufferSliceMut<'_, T>), Error> {
        let (_, left) = within(self.len(), ..mid)?;
        let piece = |start: usize, len| BufferSliceMut {
            address: self.address() + (start * size_of::<T>()) as u64,
            len,
            usage: self.usage(),
            elements: PhantomData,
        };
        Ok((piece(0, left), piece(left, self.len() - left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_inside_or_rejected() {
        assert_eq!(within(5, ..), Ok((0, 5)));
        assert_eq!(within(5, 1..=3), Ok((1, 3)));
        assert_eq!(within(5, 5..), Ok((5, 0)));
        let outside = |needed| {
            Err(Error::OutOfBounds {
                argument: "range",
                needed,
                len: 5,
            })
        };
        assert_eq!(within(5, 2..6), outside(6));
        assert_eq!(within(5, 6..), outside(6));
        let reversed = within(5, (Bound::Included(3), Bound::Excluded(1))).unwrap_err();
        assert!(reversed.names("range"), "{reversed}");
        assert_eq!(
            within(5, (Bound::Included(7), Bound::Excluded(1))),
            outside(7)
        );
        assert_eq!(within(5, ..=usize::MAX), outside(u64::MAX));
    }
}
