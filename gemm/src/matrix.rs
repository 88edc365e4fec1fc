//! Strided matrices over slices: the arguments of a product.

use azulejo_layout::Layout;

use crate::cpu::{Matrix, Tiles};
use crate::{AsTf32, GemmError};

/// A matrix to read: a slice seen through the layout `(rows,cols):(row_stride,col_stride)`, strides in elements.
///
/// A zero stride repeats an element along its mode; a negative one walks its mode backwards. Element (0, 0) is placed
/// so that the lowest element that the layout reaches is the first of the slice.
#[derive(Debug)]
pub struct MatRef<'a, T> {
    pub(crate) data: &'a [T],
    pub(crate) origin: usize,
    pub(crate) layout: Matrix,
}

/// A matrix to write: as [`MatRef`], but no two coordinates may be one element.
#[derive(Debug)]
pub struct MatMut<'a, T> {
    pub(crate) data: &'a mut [T],
    pub(crate) origin: usize,
    pub(crate) layout: Matrix,
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
    /// [`GemmError::ShortSlice`] if the layout reaches past the slice, [`GemmError::TooLarge`] if an extent or the span
    /// is above `isize::MAX`.
    ///
    /// ```
    /// use azulejo_gemm::{GemmError, MatRef};
    /// let data = [0.0f32; 11];
    /// let every_second_column = MatRef::new(&data, (3, 2), (4, 2))?; // offsets up to 10
    /// assert_eq!(every_second_column.layout().to_string(), "(3,2):(4,2)");
    /// assert!(matches!(MatRef::new(&data, (3, 2), (5, 2)), Err(GemmError::ShortSlice { needed: 13, .. })));
    /// # Ok::<(), azulejo_gemm::GemmError>(())
    /// ```
    pub fn new(
        data: &'a [T],
        shape: (usize, usize),
        strides: (isize, isize),
    ) -> Result<Self, GemmError> {
        let origin = fit(data.len(), shape, strides)?;
        Ok(MatRef {
            data,
            origin,
            layout: layout(shape, strides),
        })
    }

    /// The tile of `tiles`, which are those of this matrix's layout.
    #[inline(always)]
    pub(crate) fn tile(self, tiles: &Tiles, tile: (usize, usize)) -> Self {
        let (offset, layout) = tiles.tile(tile);
        MatRef {
            origin: (self.origin as i64 + offset) as usize,
            layout,
            ..self
        }
    }

    /// Where element (i, j) lies in the slice.
    #[inline(always)]
    pub(crate) fn offset(&self, i: usize, j: usize) -> usize {
        (self.origin as i64 + self.layout.at((i as i64, j as i64))) as usize
    }
}

impl<'a> MatRef<'a, f32> {
    /// The same elements, multiplied as tf32.
    ///
    /// ```
    /// use azulejo_gemm::{Epilogue, MatMut, MatRef, gemm};
    /// let (one, mut c) = ([1.0 + f32::EPSILON], [0.0]);
    /// let a = MatRef::row_major(&one, 1, 1)?.rounded_to_tf32();
    /// gemm(a, a, MatMut::row_major(&mut c, 1, 1)?, &Epilogue::default())?;
    /// assert_eq!(c, [1.0]);
    /// # Ok::<(), azulejo_gemm::GemmError>(())
    /// ```
    #[must_use]
    pub fn rounded_to_tf32(self) -> MatRef<'a, AsTf32> {
        let MatRef {
            data,
            origin,
            layout,
        } = self;
        MatRef {
            data: bytemuck::cast_slice(data),
            origin,
            layout,
        }
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
    ///
    /// ```
    /// use azulejo_gemm::{GemmError, MatMut};
    /// let mut data = [0.0f32; 8];
    /// assert!(MatMut::new(&mut data, (2, 3), (4, 1)).is_ok());
    /// let overlapping = MatMut::new(&mut data, (2, 3), (2, 1));
    /// assert!(matches!(overlapping, Err(GemmError::OutputAliases { .. })));
    /// ```
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
            layout: layout(shape, strides),
        })
    }
}

/// What a matrix to read and one to write have in common.
macro_rules! shared {
    ($name:ident, $data:ty) => {
        impl<'a, T> $name<'a, T> {
            /// Views `data` as `(rows,cols):(cols,1)`, C order.
            ///
            /// # Errors
            /// As [`Self::new`].
            pub fn row_major(data: $data, rows: usize, cols: usize) -> Result<Self, GemmError> {
                Self::new(data, (rows, cols), row_major(rows, cols)?)
            }

            /// Views `data` as `(rows,cols):(1,rows)`, Fortran order.
            ///
            /// # Errors
            /// As [`Self::new`].
            ///
            /// ```
            /// use azulejo_gemm::MatRef;
            /// assert_eq!(MatRef::col_major(&[0; 6], 2, 3)?.strides(), (1, 2));
            /// # Ok::<(), azulejo_gemm::GemmError>(())
            /// ```
            pub fn col_major(data: $data, rows: usize, cols: usize) -> Result<Self, GemmError> {
                Self::row_major(data, cols, rows).map(Self::t)
            }

            /// The transpose: the same elements with the modes exchanged.
            ///
            /// ```
            /// use azulejo_gemm::MatRef;
            /// let a = MatRef::row_major(&[0; 6], 2, 3)?.t();
            /// assert_eq!((a.shape(), a.strides()), ((3, 2), (1, 3)));
            /// # Ok::<(), azulejo_gemm::GemmError>(())
            /// ```
            #[must_use]
            pub fn t(self) -> Self {
                Self {
                    layout: transposed(self.layout),
                    ..self
                }
            }

            /// The same matrix with [`bounded`] strides.
            pub(crate) fn bounded(self) -> Self {
                Self {
                    layout: bounded(self.layout),
                    ..self
                }
            }

            /// Rows and columns.
            pub fn shape(&self) -> (usize, usize) {
                let (rows, cols) = self.layout.shape();
                (rows as usize, cols as usize)
            }

            /// Elements from one row, and from one column, to the next.
            pub fn strides(&self) -> (isize, isize) {
                let (rows, cols) = self.layout.stride();
                (rows as isize, cols as isize)
            }

            /// `(rows,cols):(row_stride,col_stride)`, from element (0, 0).
            pub fn layout(&self) -> Layout<(i64, i64), (i64, i64)> {
                self.layout
            }
        }
    };
}

shared!(MatRef, &'a [T]);
shared!(MatMut, &'a mut [T]);

fn layout(shape: (usize, usize), strides: (isize, isize)) -> Matrix {
    Layout::new(
        (shape.0 as i64, shape.1 as i64),
        (strides.0 as i64, strides.1 as i64),
    )
}

/// The layout with strides that every product of theirs with a tile's extent fits.
///
/// A stride of an extent above 1 lies within a slice; that of an extent of 1 reaches nothing, so any other does as well.
pub(crate) fn bounded(layout: Matrix) -> Matrix {
    const FAR: i64 = 1 << 31;
    let (shape, strides) = (layout.shape(), layout.stride());
    let near = |extent: i64, stride: i64| match extent {
        0 | 1 => stride.clamp(-FAR, FAR),
        _ => stride,
    };
    Layout::new(shape, (near(shape.0, strides.0), near(shape.1, strides.1)))
}

fn transposed(layout: Matrix) -> Matrix {
    let ((rows, cols), (row, col)) = (layout.shape(), layout.stride());
    Layout::new((cols, rows), (col, row))
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
    // Layouts count in `i64`, which holds every `isize`.
    if isize::try_from(shape.0.max(shape.1)).is_err() {
        return Err(too_large);
    }
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

/// Returns `true` if two coordinates meet: i*a = j*b has a solution other than 0 within the shape, the least being
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
