//! A strided view of an output that splits into disjoint tiles.

use std::any::TypeId;
use std::marker::PhantomData;

/// `(rows,cols):(row_stride,col_stride)` over memory that this view alone may touch.
pub struct TileMut<'a, T> {
    origin: *mut T,
    shape: (usize, usize),
    strides: (isize, isize),
    owner: PhantomData<&'a mut [T]>,
}

// SAFETY: a view is an exclusive borrow of its elements, as `&mut [T]` is; it may move between threads as T may.
unsafe impl<T: Send> Send for TileMut<'_, T> {}

impl<'a, T: Copy> TileMut<'a, T> {
    /// Views a matrix that was checked to fit its slice and not to alias itself.
    pub fn new(matrix: crate::MatMut<'a, T>) -> Self {
        let (shape, strides) = (matrix.shape(), matrix.strides());
        // SAFETY: MatMut::new proved that every offset of the layout from `origin` lies in `data`.
        let origin = unsafe { matrix.data.as_mut_ptr().add(matrix.origin) };
        TileMut {
            origin,
            shape,
            strides,
            owner: PhantomData,
        }
    }

    /// Views a slice as `(rows, len/ld):(1,ld)`.
    pub fn columns(data: &'a mut [T], rows: usize, cols: usize, ld: usize) -> Self {
        assert!(rows <= ld && cols.checked_mul(ld).is_some_and(|n| n <= data.len()));
        TileMut {
            origin: data.as_mut_ptr(),
            shape: (rows, cols),
            strides: (1, ld as isize),
            owner: PhantomData,
        }
    }

    pub fn shape(&self) -> (usize, usize) {
        self.shape
    }

    pub fn strides(&self) -> (isize, isize) {
        self.strides
    }

    /// The address of element (0, 0).
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.origin
    }

    /// The tile of `shape` at `at`, borrowed from this one.
    ///
    /// # Panics
    /// If it reaches out of this view.
    #[inline]
    pub fn tile(&mut self, at: (usize, usize), shape: (usize, usize)) -> TileMut<'_, T> {
        assert!(at.0 + shape.0 <= self.shape.0 && at.1 + shape.1 <= self.shape.1);
        TileMut {
            origin: self.address(at),
            shape,
            strides: self.strides,
            owner: PhantomData,
        }
    }

    /// Cuts after `row` rows.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn split_rows(self, row: usize) -> (Self, Self) {
        assert!(row <= self.shape.0);
        let below = self.address((row, 0));
        let (rows, cols) = self.shape;
        (
            TileMut {
                shape: (row, cols),
                owner: PhantomData,
                ..self
            },
            TileMut {
                origin: below,
                shape: (rows - row, cols),
                strides: self.strides,
                owner: PhantomData,
            },
        )
    }

    /// Cuts after `col` columns.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn split_cols(self, col: usize) -> (Self, Self) {
        let (left, right) = self.t().split_rows(col);
        (left.t(), right.t())
    }

    /// The transpose.
    pub fn t(self) -> Self {
        TileMut {
            shape: (self.shape.1, self.shape.0),
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }

    /// This view with its elements as sums, where they are of that type.
    #[inline(always)]
    pub fn as_sums<S: 'static>(&mut self) -> Option<TileMut<'_, S>>
    where
        T: 'static,
    {
        (TypeId::of::<T>() == TypeId::of::<S>()).then(|| TileMut {
            origin: self.origin.cast(),
            shape: self.shape,
            strides: self.strides,
            owner: PhantomData,
        })
    }

    /// The element at (i, j).
    ///
    /// # Panics
    /// If it is outside.
    #[inline(always)]
    pub fn get(&self, i: usize, j: usize) -> T {
        assert!(i < self.shape.0 && j < self.shape.1);
        // SAFETY: (i, j) is within the shape, so the element is this view's own.
        unsafe { self.address((i, j)).read() }
    }

    /// Replaces each element by `f` of its coordinates and its value.
    #[inline(always)]
    pub fn update(&mut self, mut f: impl FnMut(usize, usize, &mut T)) {
        for j in 0..self.shape.1 {
            for i in 0..self.shape.0 {
                // SAFETY: (i, j) is within the shape, so the element is this view's own.
                f(i, j, unsafe { &mut *self.address((i, j)) });
            }
        }
    }

    #[inline(always)]
    fn address(&self, (i, j): (usize, usize)) -> *mut T {
        self.origin
            .wrapping_offset(i as isize * self.strides.0 + j as isize * self.strides.1)
    }
}
