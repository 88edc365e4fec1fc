//! [`Lazy`]: the value.

use azulejo_tensor::Element;

use super::{Each, Formula, Mapped, Paired, Pairwise};
use crate::tile::{Broadcast, Tile, convert};

/// A tile that is not made before it is stored: what is loaded, computed and stored goes through memory once.
///
/// [`Array::lazy`](crate::tile::Array::lazy) gives one in place of a load. Its operators are those of a tile, with the same
/// promotion and the same broadcasting, and give lazy tiles; [`ArrayMut::store`](crate::tile::ArrayMut::store) takes
/// either. On the CPU a store of a lazy tile is one loop over each row, the loop that one would have written by hand, where
/// a tile is copied in, computed with and copied out. On a device, where a tile is in registers, both are the same.
///
/// Nothing is kept: a lazy tile that is used twice is loaded and computed twice. [`Lazy::tile`] makes it once.
///
/// ```
/// use azulejo_kernels::cpu::{Strided, View, ViewMut};
/// use azulejo_kernels::tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// use azulejo_layout::{ints::{_4, _8}, tile};
///
/// type Matrix = (usize, usize);
///
/// fn scaled(blk: &Block, x: Array<f32, Matrix>, bias: Array<i32, (usize,)>, mut y: ArrayMut<f32, Matrix>) {
///     let bias = bias.lazy(tile!(_8), (blk.at::<1>(),));
///     y.store((0, 0), x.lazy(tile!(_4, _8), blk.id()) * 2.0 + bias);
/// }
/// tile_program! {
///     /// `y = 2 x + bias`.
///     pub Scaled = scaled "example_lazy" (x: In<f32, Matrix>, bias: In<i32, (usize,)>, y: Out<f32, Matrix, (_4, _8)>);
/// }
///
/// let (x, mut y) = ([0.5f32; 30], [0.0f32; 30]);
/// let rows = Strided::row_major(&[3, 10])?;
/// let bias: Vec<i32> = (0..10).collect();
/// Scaled::run(View::new(&x, rows)?, View::from_slice(&bias), ViewMut::new(&mut y, rows)?)?;
/// assert!((0..30).all(|i| y[i] == 1.0 + (i % 10) as f32));
/// # Ok::<(), azulejo_kernels::tile::TileError>(())
/// ```
/// ```compile_fail
/// use azulejo_kernels::tile::Array;
/// use azulejo_layout::tile;
/// fn f(x: Array<u8, (usize,)>, y: Array<i8, (usize,)>) {
///     let sum = x.lazy(tile!(_16), (0,)) + y.lazy(tile!(_16), (0,)); // signs meet by a cast
/// }
/// ```
/// ```compile_fail
/// use azulejo_kernels::tile::ArrayMut;
/// use azulejo_layout::tile;
/// fn f(mut x: ArrayMut<f32, (usize,)>) {
///     // What is written in place is loaded first: the region is borrowed while a lazy tile reads it.
///     let t = x.as_array().lazy(tile!(_16), (0,));
///     x.store((0,), t * 2.0);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lazy<E>(pub(super) E);

impl<E: Formula> Lazy<E> {
    #[inline(always)]
    pub(crate) fn new(formula: E) -> Self {
        Self(formula)
    }

    /// The tile.
    #[inline(always)]
    pub fn tile(self) -> Tile<E::Element, E::Shape> {
        self.0.tile()
    }

    /// The tile with `f` of each element.
    #[inline(always)]
    pub fn map<U: Copy, F: Fn(E::Element) -> U + Copy>(self, f: F) -> Lazy<Mapped<E, By<F>>> {
        Lazy(Mapped(self.0, By(f)))
    }

    /// The tile with `f` of each pair of elements, both tiles broadcast to their common shape.
    #[inline(always)]
    pub fn zip<G: Formula, U: Copy, F: Fn(E::Element, G::Element) -> U + Copy>(
        self,
        other: Lazy<G>,
        f: F,
    ) -> Lazy<Paired<E, G, By<F>>>
    where
        E::Shape: Broadcast<G::Shape>,
    {
        Lazy(Paired(self.0, other.0, By(f)))
    }

    /// The elements as another type, as [`Tile::cast`] converts them.
    #[inline(always)]
    pub fn cast<U: Element>(self) -> Lazy<Mapped<E, To<U>>>
    where
        E::Element: Element,
    {
        Lazy(Mapped(self.0, To(core::marker::PhantomData)))
    }
}

impl<E: Formula> Formula for Lazy<E> {
    type Element = E::Element;
    type Shape = E::Shape;

    #[inline(always)]
    fn tile(self) -> Tile<E::Element, E::Shape> {
        self.0.tile()
    }

    #[cfg(not(target_arch = "nvptx64"))]
    type Row<'r>
        = E::Row<'r>
    where
        Self: 'r;

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    unsafe fn row(&self, number: usize) -> E::Row<'_> {
        // SAFETY: the caller's contract.
        unsafe { self.0.row(number) }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn at<'r>(&'r self, row: &E::Row<'r>, i: usize) -> E::Element {
        self.0.at(row, i)
    }
}

/// A closure as a function of elements.
#[derive(Clone, Copy, Debug)]
pub struct By<F>(F);

impl<X, U: Copy, F: Fn(X) -> U + Copy> Each<X> for By<F> {
    type Out = U;
    #[inline(always)]
    fn of(&self, x: X) -> U {
        (self.0)(x)
    }
}

impl<X, Y, U: Copy, F: Fn(X, Y) -> U + Copy> Pairwise<X, Y> for By<F> {
    type Out = U;
    #[inline(always)]
    fn of(&self, x: X, y: Y) -> U {
        (self.0)(x, y)
    }
}

/// A cast to `U`.
#[derive(Clone, Copy, Debug)]
pub struct To<U>(core::marker::PhantomData<U>);

impl<X: Element, U: Element> Each<X> for To<U> {
    type Out = U;
    #[inline(always)]
    fn of(&self, x: X) -> U {
        convert::<X, U>(x)
    }
}
