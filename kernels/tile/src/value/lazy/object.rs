//! [`Lazy`]: the value.

#[cfg(not(target_arch = "nvptx64"))]
use core::fmt;

use azulejo_tensor::Element;

use super::{
    Each, Formula, Mapped, Operand, Paired, Pairwise,
    kept::{Kept, keep, mapped, paired},
};
use crate::block::WholeBlock;
use crate::{Broadcast, Compute, Tile, convert};

/// A tile that is not made before it is stored: what is loaded, computed and stored goes through memory once.
///
/// A load gives one. Its operators are those of a tile, with the same promotion and the same broadcasting, and give lazy
/// tiles, as [`Lazy::map`], [`Lazy::zip`] and casts do; [`ArrayMut::store`](crate::ArrayMut::store) takes either. On
/// the CPU a store of a lazy tile is one loop over each row, the loop that one would have written by hand, where a tile
/// would be copied in, computed with and copied out. On a device, where a tile is in registers, both are the same.
///
/// Everything else that a tile can do makes the tile, and then does it: functions such as [`Tile::exp`], reductions,
/// products, what moves elements. [`Lazy::tile`] makes it by itself. The CPU keeps nothing: sums and products that are used
/// twice are computed twice, from memory that is near after the first time.
///
/// ```
/// use azulejo_cpu::{Strided, View, ViewMut};
/// use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// use azulejo_layout::{ints::{_4, _8}, tile};
///
/// type Matrix = (usize, usize);
///
/// fn scaled(blk: &Block, x: Array<f32, Matrix>, bias: Array<i32, (usize,)>, mut y: ArrayMut<f32, Matrix>) {
///     let bias = bias.load(tile!(_8), (blk.at::<1>(),));
///     y.store((0, 0), x.load(tile!(_4, _8), blk.id()) * 2.0 + bias);
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
/// # Ok::<(), azulejo_tile::TileError>(())
/// ```
/// ```compile_fail
/// use azulejo_tile::Array;
/// use azulejo_layout::tile;
/// fn f(x: Array<u8, (usize,)>, y: Array<i8, (usize,)>) {
///     let sum = x.load(tile!(_16), (0,)) + y.load(tile!(_16), (0,)); // signs meet by a cast
/// }
/// ```
/// ```compile_fail
/// use azulejo_tile::ArrayMut;
/// use azulejo_layout::tile;
/// fn f(mut x: ArrayMut<f32, (usize,)>) {
///     // What is written in place goes through `x.update` or `x.load`: a lazy tile borrows the region that it reads.
///     let t = x.as_array().load(tile!(_16), (0,));
///     x.store((0,), t * 2.0);
/// }
/// ```
pub struct Lazy<E: Formula>(pub(super) Kept<E>);

impl<E: Formula> Clone for Lazy<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Formula> Copy for Lazy<E> {}

impl<E: Formula> Formula for Lazy<E> {
    type Element = E::Element;
    type Shape = E::Shape;

    #[inline(always)]
    fn tile(self) -> Tile<E::Element, E::Shape> {
        self.0.tile()
    }
}

impl<E: Formula> Lazy<E> {
    #[inline(always)]
    pub(crate) fn new(formula: E) -> Self {
        Self(keep(formula))
    }

    /// The tile.
    #[inline(always)]
    pub fn tile(self) -> Tile<E::Element, E::Shape> {
        self.0.tile()
    }

    #[inline(always)]
    pub(super) fn each<F: Each<E::Element>>(self, f: F) -> Lazy<Mapped<E, F>> {
        Lazy(mapped::<E, F>(self.0, f))
    }

    /// The tile with `f` of each element.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn map<U, F>(self, f: F) -> Lazy<Mapped<E, By<F>>>
    where
        U: Copy,
        F: Fn(E::Element) -> U + Copy + Send + 'static,
    {
        self.each(By(f))
    }

    /// The tile with `f` of each pair of elements, both tiles broadcast to their common shape.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn zip<V, U, F>(self, other: V, f: F) -> Lazy<Paired<E, V::Formula, By<F>>>
    where
        V: Operand<E::Element>,
        U: Copy,
        F: Fn(E::Element, <V::Formula as Formula>::Element) -> U + Copy + Send + 'static,
        E::Shape: Broadcast<<V::Formula as Formula>::Shape>,
    {
        Lazy(paired::<E, V::Formula, By<F>>(
            self.0,
            other.kept(WholeBlock::MARK),
            By(f),
        ))
    }

    /// The elements as another type, as [`Tile::cast`] converts them.
    #[inline(always)]
    pub fn cast<U: Element>(self) -> Lazy<Mapped<E, To<U>>>
    where
        E::Element: Element,
    {
        self.each(To(core::marker::PhantomData))
    }
}

impl<E: Formula<Element: Compute>> Lazy<E> {
    /// Magnitudes.
    #[inline(always)]
    pub fn abs(self) -> Lazy<Mapped<E, impl Each<E::Element, Out = E::Element>>> {
        self.map(Compute::magnitude)
    }

    /// Negative elements as 0.
    #[inline(always)]
    pub fn relu(self) -> Lazy<Mapped<E, impl Each<E::Element, Out = E::Element>>> {
        self.map(Compute::relu)
    }

    /// Each element, but none below `low` or above `high`.
    #[inline(always)]
    pub fn clip(
        self,
        low: E::Element,
        high: E::Element,
    ) -> Lazy<Mapped<E, impl Each<E::Element, Out = E::Element>>> {
        self.map(move |x| x.most(low).least(high))
    }
}

/// Nested lists, as a tile's.
#[cfg(not(target_arch = "nvptx64"))]
impl<E: Formula<Element: fmt::Debug>> fmt::Display for Lazy<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.tile(), f)
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<E: Formula<Element: fmt::Debug>> fmt::Debug for Lazy<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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
