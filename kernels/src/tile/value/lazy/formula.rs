//! [`Formula`]: what gives the elements of a tile, row by row, and the formulas that others are made of.

use core::marker::PhantomData;

use azulejo_tensor::Element;

use crate::tile::{Broadcast, Tile, TileShape, Window};
#[cfg(not(target_arch = "nvptx64"))]
use crate::tile::{broadcasts, value::spread::origin};

/// What gives the elements of a tile: a [`Tile`] itself, or a [`Lazy`](super::Lazy) one.
///
/// A device makes the tile. The CPU goes through rows, runs along the last axis, and asks each row for its elements in
/// turn, so that what stores them makes one pass over memory; where a row cannot be read so, it makes the tile, too.
#[diagnostic::on_unimplemented(message = "`{Self}` is no tile")]
pub trait Formula: Copy {
    /// The type of the elements.
    type Element: Copy;
    /// The shape.
    type Shape: TileShape;

    /// All elements.
    fn tile(self) -> Tile<Self::Element, Self::Shape>;

    /// What a row's elements are read from.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    type Row<'r>
    where
        Self: 'r;

    /// All elements in row-major order, where they are held.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    #[inline(always)]
    fn held(&self) -> Option<&[Self::Element]> {
        None
    }

    /// Whether rows can be asked.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    fn has_rows(&self) -> bool;

    /// The row whose first element has this row-major number.
    ///
    /// # Safety
    /// [`Formula::has_rows`] must be true.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    unsafe fn row(&self, number: usize) -> Self::Row<'_>;

    /// Element `i` of a row.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    fn at<'r>(&'r self, row: &Self::Row<'r>, i: usize) -> Self::Element;
}

/// The extent along the last axis; 1 where there is none.
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) const fn row_length<S: TileShape>() -> usize {
    S::EXTENTS[S::RANK.saturating_sub(1)]
}

impl<T: Copy, S: TileShape> Formula for Tile<T, S> {
    type Element = T;
    type Shape = S;

    #[inline(always)]
    fn tile(self) -> Self {
        self
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn held(&self) -> Option<&[T]> {
        Some(self.held.as_ref())
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = &'r [T]
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        true
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, number: usize) -> &[T] {
        &self.held.as_ref()[number..number + const { row_length::<S>() }]
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at<'r>(&'r self, row: &&'r [T], i: usize) -> T {
        row[i]
    }
}

/// One value, as a tile without axes.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub(super) T);

impl<T: Copy> Formula for Constant<T> {
    type Element = T;
    type Shape = ();

    #[inline(always)]
    fn tile(self) -> Tile<T, ()> {
        Tile::numbered(|_| self.0)
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = ()
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        true
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, _: usize) {}

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at(&self, _: &(), _: usize) -> T {
        self.0
    }
}

/// A tile in an array's memory.
pub struct Loaded<'a, T, S> {
    window: Window<T>,
    padding: T,
    memory: PhantomData<(&'a [T], S)>,
}

impl<T: Copy, S> Clone for Loaded<'_, T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, S> Copy for Loaded<'_, T, S> {}

impl<T: Copy, S> Loaded<'_, T, S> {
    /// # Safety
    /// For as long as the lifetime says, every element of the window that is inside must be readable, and nothing may
    /// write it.
    #[inline(always)]
    pub(crate) unsafe fn new(window: Window<T>, padding: T) -> Self {
        Self {
            window,
            padding,
            memory: PhantomData,
        }
    }
}

impl<T: Element, S: TileShape> Formula for Loaded<'_, T, S> {
    type Element = T;
    type Shape = S;

    #[inline(always)]
    fn tile(self) -> Tile<T, S> {
        // SAFETY: the contract of `new`.
        unsafe { self.window.load(self.padding) }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = &'r [T]
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.window.has_rows::<S>()
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, number: usize) -> &[T] {
        // SAFETY: the contract of `new`; the caller's, that rows are there.
        unsafe { self.window.row::<S>(number) }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at<'r>(&'r self, row: &&'r [T], i: usize) -> T {
        row[i]
    }
}

/// A function of one element.
pub trait Each<X>: Copy {
    /// The result.
    type Out: Copy;
    /// The function.
    fn of(&self, x: X) -> Self::Out;
}

/// A function of two elements.
pub trait Pairwise<X, Y>: Copy {
    /// The result.
    type Out: Copy;
    /// The function.
    fn of(&self, x: X, y: Y) -> Self::Out;
}

/// A function of each element of a formula.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<A, F>(pub(super) A, pub(super) F);

impl<A: Formula, F: Each<A::Element>> Formula for Mapped<A, F> {
    type Element = F::Out;
    type Shape = A::Shape;

    #[inline(always)]
    fn tile(self) -> Tile<F::Out, A::Shape> {
        self.0.tile().map(|x| self.1.of(x))
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = A::Row<'r>
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, number: usize) -> A::Row<'_> {
        // SAFETY: the caller's contract.
        unsafe { self.0.row(number) }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at<'r>(&'r self, row: &A::Row<'r>, i: usize) -> F::Out {
        self.1.of(self.0.at(row, i))
    }
}

/// A function of each pair of elements of two formulas, both broadcast to their common shape.
#[derive(Clone, Copy, Debug)]
pub struct Paired<A, B, F>(pub(super) A, pub(super) B, pub(super) F);

impl<A, B, F> Formula for Paired<A, B, F>
where
    A: Formula<Shape: Broadcast<B::Shape>>,
    B: Formula,
    F: Pairwise<A::Element, B::Element>,
{
    type Element = F::Out;
    type Shape = <A::Shape as Broadcast<B::Shape>>::Out;

    #[inline(always)]
    fn tile(self) -> Tile<F::Out, Self::Shape> {
        let tile = self.0.tile();
        tile.pair(self.1.tile(), |x, y| self.2.of(x, y))
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = (A::Row<'r>, B::Row<'r>)
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        broadcasts::<A::Shape, B::Shape>();
        self.0.has_rows() && self.1.has_rows()
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, number: usize) -> Self::Row<'_> {
        let a = origin::<A::Shape, Self::Shape>(number);
        let b = origin::<B::Shape, Self::Shape>(number);
        // SAFETY: the caller's contract: both have rows.
        unsafe { (self.0.row(a), self.1.row(b)) }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at<'r>(&'r self, row: &Self::Row<'r>, i: usize) -> F::Out {
        // A row of one element is that element everywhere.
        let a = if const { row_length::<A::Shape>() } == 1 {
            0
        } else {
            i
        };
        let b = if const { row_length::<B::Shape>() } == 1 {
            0
        } else {
            i
        };
        self.2.of(self.0.at(&row.0, a), self.1.at(&row.1, b))
    }
}
