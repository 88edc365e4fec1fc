//! Strided matrices over slices: the arguments of a product.

use crate::GemmError;

/// A matrix to read: a slice seen through the layout `(rows,cols):(row_stride,col_stride)`, strides in elements.
///
/// A zero stride repeats an element along its mode; a negative one walks its mode backwards. Element (0, 0) is placed
/// so that the lowest element that the layout reaches is the first of the slice.
#[derive(Debug)]
pub struct MatRef<'a, T> {
    pub(crate) data: &'a [T],
    pub(crate) origin: usize,
    pub(crate) shape: (usize, usize),
    pub(crate) strides: (isize, isize),
}

/// A matrix to write: as [`MatRef`], but no two coordinates may be one element.
#[derive(Debug)]
pub struct MatMut<'a, T> {
    pub(crate) data: &'a mut [T],
    pub(crate) origin: usize,
    pub(crate) shape: (usize, usize),
    pub(crate) strides: (isize, isize),
}

impl<T> Clone for MatRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MatRef<'_, T> {}

impl<'a, T> MatRef<'a, T> {
    /// Views `data` through `shape:strides`.
    ///
    /// # Errors
    /// [`GemmError::ShortSlice`] if the layout reaches past the slice, [`GemmError::TooLarge`] if its span overflows.
    pub fn new(
        data: &'a [T],
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Self, GemmError> {
        let origin = fit(data.len(), shape, strides)?;
        Ok(MatRef {
            data,
            origin,
            shape,
            strides,
        })
    }

    /// Views `data` as `(rows,cols):(cols,1)`, C order.
    ///
    /// # Errors
    /// As [`MatRef::new`].
    pub fn row_major(data: &'a [T], rows: usize, cols: usize) -> Result<Self, GemmError> {
        MatRef::new(data, (rows, cols), row_major(rows, cols)?)
    }

    /// Views `data` as `(rows,cols):(1,rows)`, Fortran order.
    ///
    /// # Errors
    /// As [`MatRef::new`].
    pub fn col_major(data: &'a [T], rows: usize, cols: usize) -> Result<Self, GemmError> {
        MatRef::row_major(data, cols, rows).map(MatRef::t)
    }

    /// The transpose: the same elements with the modes exchanged.
    #[must_use]
    pub fn t(self) -> Self {
        MatRef {
            shape: (self.shape.1, self.shape.0),
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }

    /// The block of `shape` at `at`, which lies within this matrix.
    pub(crate) fn block(self, at: (usize, usize), shape: (usize, usize)) -> Self {
        debug_assert!(at.0 + shape.0 <= self.shape.0 && at.1 + shape.1 <= self.shape.1);
        let origin = self.offset(at.0, at.1);
        MatRef {
            origin,
            shape,
            ..self
        }
    }

    /// Where element (i, j) lies in the slice.
    #[inline(always)]
    pub(crate) fn offset(&self, i: usize, j: usize) -> usize {
        (self.origin as isize + i as isize * self.strides.0 + j as isize * self.strides.1) as usize
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Elements from one row, and from one column, to the next.
    pub fn strides(&self) -> (isize, isize) {
        self.strides
    }
}

impl<T: Copy> MatRef<'_, T> {
    /// Element (i, j).
    #[inline(always)]
    pub(crate) fn at(&self, i: usize, j: usize) -> T {
        self.data[self.offset(i, j)]
    }
}

impl<'a, T> MatMut<'a, T> {
    /// Views `data` through `shape:strides`.
    ///
    /// # Errors
    /// As [`MatRef::new`], and [`GemmError::OutputAliases`] if two coordinates are one element.
    pub fn new(
        data: &'a mut [T],
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Self, GemmError> {
        let origin = fit(data.len(), shape, strides)?;
        if aliases(shape, strides) {
            return Err(GemmError::OutputAliases { shape, strides });
        }
        Ok(MatMut {
            data,
            origin,
            shape,
            strides,
        })
    }

    /// Views `data` as `(rows,cols):(cols,1)`, C order.
    ///
    /// # Errors
    /// As [`MatMut::new`].
    pub fn row_major(data: &'a mut [T], rows: usize, cols: usize) -> Result<Self, GemmError> {
        MatMut::new(data, (rows, cols), row_major(rows, cols)?)
    }

    /// Views `data` as `(rows,cols):(1,rows)`, Fortran order.
    ///
    /// # Errors
    /// As [`MatMut::new`].
    pub fn col_major(data: &'a mut [T], rows: usize, cols: usize) -> Result<Self, GemmError> {
        MatMut::row_major(data, cols, rows).map(MatMut::t)
    }

    /// The transpose: the same elements with the modes exchanged.
    #[must_use]
    pub fn t(self) -> Self {
        MatMut {
            shape: (self.shape.1, self.shape.0),
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Elements from one row, and from one column, to the next.
    pub fn strides(&self) -> (isize, isize) {
        self.strides
    }
}

fn row_major(rows: usize, cols: usize) -> Result<(isize, isize), GemmError> {
    let stride = isize::try_from(cols).map_err(|_| GemmError::TooLarge {
        shape: (rows, cols),
        strides: (isize::MAX, 1),
    })?;
    Ok((stride, 1))
}

/// The offset of element (0, 0), once every element is known to lie in a slice of `len`.
fn fit(len: usize, shape: (usize, usize), strides: (isize, isize)) -> Result<usize, GemmError> {
    let too_large = GemmError::TooLarge { shape, strides };
    if shape.0 == 0 || shape.1 == 0 {
        return Ok(0);
    }
    let reach = |n: usize, d: isize| (n - 1).checked_mul(d.unsigned_abs());
    let (Some(r), Some(c)) = (reach(shape.0, strides.0), reach(shape.1, strides.1)) else {
        return Err(too_large);
    };
    let needed = r
        .checked_add(c)
        .and_then(|x| x.checked_add(1))
        .filter(|&x| isize::try_from(x).is_ok());
    let Some(needed) = needed else {
        return Err(too_large);
    };
    if needed > len {
        return Err(GemmError::ShortSlice {
            shape,
            strides,
            needed,
            len,
        });
    }
    Ok(if strides.0 < 0 { r } else { 0 } + if strides.1 < 0 { c } else { 0 })
}

/// Whether two coordinates meet: i*a = j*b has a solution other than 0 within the shape, the least being
/// (b/g, a/g) with g = gcd(a, b).
fn aliases((m, n): (usize, usize), (a, b): (isize, isize)) -> bool {
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    if m == 0 || n == 0 || (m == 1 && n == 1) {
        return false;
    }
    match (m > 1, n > 1) {
        (true, false) => a == 0,
        (false, true) => b == 0,
        _ => {
            a == 0 || b == 0 || {
                let g = gcd(a, b);
                b / g < m && a / g < n
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
