//! A view of an output that cuts into disjoint tiles.

use std::any::TypeId;
use std::marker::PhantomData;

use azulejo_layout::Layout;

use crate::cpu::{Matrix, Tiles};

/// A layout over memory that this view alone may touch.
pub struct TileMut<'a, T> {
    origin: *mut T,
    layout: Matrix,
    owner: PhantomData<&'a mut [T]>,
}

// SAFETY: a view is an exclusive borrow of its elements, as `&mut [T]` is; it may move between threads as T may.
unsafe impl<T: Send> Send for TileMut<'_, T> {}

impl<'a, T: Copy> TileMut<'a, T> {
    /// Views a matrix that was checked to fit its slice and not to alias itself.
    pub fn new(matrix: crate::MatMut<'a, T>) -> Self {
        let layout = matrix.layout();
        // SAFETY: MatMut::new proved that every offset of the layout from `origin` lies in `data`.
        let origin = unsafe { matrix.data.as_mut_ptr().add(matrix.origin) };
        TileMut {
            origin,
            layout,
            owner: PhantomData,
        }
    }

    /// Views a slice as `(rows,cols):(1,ld)`.
    ///
    /// # Panics
    /// If the slice is too short or columns meet.
    #[inline]
    pub fn columns(data: &'a mut [T], rows: usize, cols: usize, ld: usize) -> Self {
        assert!(
            rows <= ld
                && (cols == 0
                    || (cols - 1)
                        .checked_mul(ld)
                        .and_then(|n| n.checked_add(rows))
                        .is_some_and(|n| n <= data.len()))
        );
        let layout = Layout::new((rows as i64, cols as i64), (1, ld as i64));
        TileMut {
            origin: data.as_mut_ptr(),
            layout,
            owner: PhantomData,
        }
    }

    #[inline(always)]
    pub fn layout(&self) -> Matrix {
        self.layout
    }

    #[inline(always)]
    pub fn shape(&self) -> (usize, usize) {
        let (rows, cols) = self.layout.shape();
        (rows as usize, cols as usize)
    }

    /// The address of element (0, 0).
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.origin
    }

    /// One tile of this view, borrowed from it; `tiles` are those of its layout.
    ///
    /// # Panics
    /// If there is no such tile, or `tiles` are another layout's.
    #[inline(always)]
    pub fn tile(&mut self, tiles: &Tiles, tile: (usize, usize)) -> TileMut<'_, T> {
        let count = tiles.count();
        assert!(tile.0 < count.0 && tile.1 < count.1);
        assert!(tiles.matrix() == self.layout);
        let (offset, layout) = tiles.tile(tile);
        TileMut {
            origin: self.origin.wrapping_offset(offset as isize),
            layout,
            owner: PhantomData,
        }
    }

    /// All tiles of `shape`, each with its coordinate among them: disjoint views, for one thread each.
    pub fn into_tiles(self, shape: (usize, usize)) -> Vec<((usize, usize), TileMut<'a, T>)> {
        let tiles = Tiles::new(self.layout, shape);
        let (rows, cols) = tiles.count();
        let all = (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j)));
        all.map(|at| {
            let (offset, layout) = tiles.tile(at);
            // Tiles of a layout that does not alias are disjoint, and `self` is consumed.
            (
                tiles.place(at),
                TileMut {
                    origin: self.origin.wrapping_offset(offset as isize),
                    layout,
                    owner: PhantomData,
                },
            )
        })
        .collect()
    }

    /// This view with its elements as sums, where they are of that type.
    #[inline(always)]
    pub fn as_sums<S: 'static>(&mut self) -> Option<TileMut<'_, S>>
    where
        T: 'static,
    {
        let same = TypeId::of::<T>() == TypeId::of::<S>();
        same.then(|| TileMut {
            origin: self.origin.cast(),
            layout: self.layout,
            owner: PhantomData,
        })
    }

    /// This view, borrowed.
    #[inline(always)]
    pub fn reborrow(&mut self) -> TileMut<'_, T> {
        TileMut {
            origin: self.origin,
            layout: self.layout,
            owner: PhantomData,
        }
    }

    /// The element at (i, j).
    ///
    /// # Panics
    /// If it is outside.
    #[inline(always)]
    pub fn get(&self, i: usize, j: usize) -> T {
        let (rows, cols) = self.shape();
        assert!(i < rows && j < cols);
        // SAFETY: (i, j) is within the shape, so the element is this view's own.
        unsafe { self.address(i, j).read() }
    }

    /// Replaces each element by `f` of its coordinates and its value.
    #[inline(always)]
    pub fn update(&mut self, mut f: impl FnMut(usize, usize, &mut T)) {
        let (rows, cols) = self.shape();
        for j in 0..cols {
            for i in 0..rows {
                // SAFETY: (i, j) is within the shape, so the element is this view's own.
                f(i, j, unsafe { &mut *self.address(i, j) });
            }
        }
    }

    /// Returns `true` if the elements of each column lie side by side.
    #[inline(always)]
    pub fn has_columns(&self) -> bool {
        self.shape().0 <= 1 || self.layout.stride().0 == 1
    }

    /// Column `j`, whose elements lie side by side.
    ///
    /// # Panics
    /// If they do not, or it is outside.
    #[inline(always)]
    pub fn column_mut(&mut self, j: usize) -> &mut [T] {
        let (rows, cols) = self.shape();
        assert!(j < cols && self.has_columns());
        // SAFETY: the column's elements are `rows` consecutive ones of this view, which is exclusively borrowed.
        unsafe { std::slice::from_raw_parts_mut(self.address(0, j), rows) }
    }

    #[inline(always)]
    fn address(&self, i: usize, j: usize) -> *mut T {
        self.origin
            .wrapping_offset(self.layout.at((i as i64, j as i64)) as isize)
    }
}
