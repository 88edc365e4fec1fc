//! The CPU's lazy tiles: formulas that are asked for one element after the other.

use azulejo_tensor::Element;

use super::{Constant, Each, Formula, Lazy, Loaded, Mapped, Paired, Pairwise};
use crate::{Broadcast, Tile, TileShape, broadcasts, value::spread::origin};

/// A formula that can be asked for its elements: row by row, runs along the last axis, each element in turn, so that what
/// stores them makes one pass over memory. Where a row cannot be read so, the tile is made.
///
/// On a device, where tiles are in registers, every formula is one.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a tile")]
pub trait Rows: Formula {
    /// What a row's elements are read from.
    #[doc(hidden)]
    type Row<'r>
    where
        Self: 'r;

    /// All elements in row-major order, where they are held.
    #[doc(hidden)]
    #[inline(always)]
    fn held(&self) -> Option<&[Self::Element]> {
        None
    }

    /// Returns `true` if rows can be asked.
    #[doc(hidden)]
    fn has_rows(&self) -> bool;

    /// The row whose first element has this row-major number.
    ///
    /// # Safety
    /// [`Rows::has_rows`] must be true.
    #[doc(hidden)]
    unsafe fn row(&self, number: usize) -> Self::Row<'_>;

    /// Element `i` of a row.
    ///
    /// # Safety
    /// The row is this formula's own, and has such an element.
    #[doc(hidden)]
    unsafe fn at<'r>(&'r self, row: &Self::Row<'r>, i: usize) -> Self::Element;
}

/// The extent along the last axis; 1 where there is none.
pub(crate) const fn row_length<S: TileShape>() -> usize {
    S::EXTENTS[S::RANK.saturating_sub(1)]
}

impl<T: Copy, S: TileShape> Rows for Tile<T, S> {
    type Row<'r>
        = &'r [T]
    where
        Self: 'r;

    #[inline(always)]
    fn held(&self) -> Option<&[T]> {
        Some(self.held.as_ref())
    }

    #[inline(always)]
    fn has_rows(&self) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn row(&self, number: usize) -> &[T] {
        &self.held.as_ref()[number..number + const { row_length::<S>() }]
    }

    #[inline(always)]
    unsafe fn at<'r>(&'r self, row: &&'r [T], i: usize) -> T {
        row[i]
    }
}

impl<T: Copy> Rows for Constant<T> {
    type Row<'r>
        = ()
    where
        Self: 'r;

    #[inline(always)]
    fn has_rows(&self) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn row(&self, _: usize) {}

    #[inline(always)]
    unsafe fn at(&self, _: &(), _: usize) -> T {
        self.0
    }
}

/// Elements are read one by one, so that a tile may be stored where it comes from.
impl<T: Element, S: TileShape> Rows for Loaded<'_, T, S> {
    type Row<'r>
        = *const T
    where
        Self: 'r;

    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.window.has_rows::<S>()
    }

    #[inline(always)]
    unsafe fn row(&self, number: usize) -> *const T {
        self.window.row::<S>(number)
    }

    #[inline(always)]
    unsafe fn at(&self, row: &*const T, i: usize) -> T {
        // SAFETY: the tile has rows, so all of it is inside, and `i` is less than a row's length, which `at` asks of its caller.
        let place = unsafe { row.add(i) };
        // SAFETY: elements inside are readable, as `Loaded::new` asks of its caller.
        unsafe { place.read() }
    }
}

impl<A: Rows, F: Each<A::Element>> Rows for Mapped<A, F> {
    type Row<'r>
        = A::Row<'r>
    where
        Self: 'r;

    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    #[inline(always)]
    unsafe fn row(&self, number: usize) -> A::Row<'_> {
        // SAFETY: `self.0` has rows, by the caller: `has_rows` is its own.
        unsafe { self.0.row(number) }
    }

    #[inline(always)]
    unsafe fn at<'r>(&'r self, row: &A::Row<'r>, i: usize) -> F::Out {
        // SAFETY: the row is that of `self.0` and has element `i`, by the caller.
        self.1.of(unsafe { self.0.at(row, i) })
    }
}

impl<A, B, F> Rows for Paired<A, B, F>
where
    A: Rows<Shape: Broadcast<B::Shape>>,
    B: Rows,
    F: Pairwise<A::Element, B::Element>,
{
    type Row<'r>
        = (A::Row<'r>, B::Row<'r>)
    where
        Self: 'r;

    #[inline(always)]
    fn has_rows(&self) -> bool {
        broadcasts::<A::Shape, B::Shape>();
        self.0.has_rows() && self.1.has_rows()
    }

    #[inline(always)]
    unsafe fn row(&self, number: usize) -> Self::Row<'_> {
        let a = origin::<A::Shape, Self::Shape>(number);
        let b = origin::<B::Shape, Self::Shape>(number);
        // SAFETY: the first has rows, by the caller: `has_rows` is that of both.
        let first = unsafe { self.0.row(a) };
        // SAFETY: the second has rows, by the caller: `has_rows` is that of both.
        (first, unsafe { self.1.row(b) })
    }

    #[inline(always)]
    unsafe fn at<'r>(&'r self, row: &Self::Row<'r>, i: usize) -> F::Out {
        // A row of one element is that element everywhere.
        let one = const { (row_length::<A::Shape>() == 1, row_length::<B::Shape>() == 1) };
        let (a, b) = (if one.0 { 0 } else { i }, if one.1 { 0 } else { i });
        // SAFETY: the row is that of the first, and has the element: where it is not of one element it is as long as the
        // result's, of which the caller says that it has element `i`.
        let first = unsafe { self.0.at(&row.0, a) };
        // SAFETY: the row is that of the second, and has the element: where it is not of one element it is as long as the result's,
        // of which the caller says that it has element `i`.
        let second = unsafe { self.1.at(&row.1, b) };
        self.2.of(first, second)
    }
}

impl<E: Rows> Rows for Lazy<E> {
    type Row<'r>
        = E::Row<'r>
    where
        Self: 'r;

    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    #[inline(always)]
    unsafe fn row(&self, number: usize) -> E::Row<'_> {
        // SAFETY: the formula has rows, by the caller: `has_rows` is its own.
        unsafe { self.0.row(number) }
    }

    #[inline(always)]
    unsafe fn at<'r>(&'r self, row: &E::Row<'r>, i: usize) -> E::Element {
        // SAFETY: the row is the formula's own and has element `i`, by the caller.
        unsafe { self.0.at(row, i) }
    }
}

/// What a lazy tile keeps: the formula.
pub(super) type Kept<E> = E;

/// Keeps a formula.
#[inline(always)]
pub(super) fn keep<E: Formula>(formula: E) -> Kept<E> {
    formula
}

/// Keeps a function of each element.
#[inline(always)]
pub(super) fn mapped<A: Formula, F: Each<A::Element>>(a: Kept<A>, f: F) -> Kept<Mapped<A, F>> {
    Mapped(a, f)
}

/// Keeps a function of each pair of elements.
#[inline(always)]
pub(super) fn paired<A, B, F>(a: Kept<A>, b: Kept<B>, f: F) -> Kept<Paired<A, B, F>>
where
    A: Formula<Shape: Broadcast<B::Shape>>,
    B: Formula,
    F: Pairwise<A::Element, B::Element>,
{
    Paired(a, b, f)
}
