//! [`Formula`]: what gives the elements of a tile, and the formulas that others are made of.

use core::marker::PhantomData;

use azulejo_tensor::Element;

use crate::block::WholeBlock;
use crate::{Broadcast, Tile, TileShape, Window};

/// What gives the elements of a tile: a [`Tile`] itself, or a [`Lazy`](super::Lazy) one.
///
/// What takes a tile takes a formula, and makes the tile.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a tile")]
pub trait Formula: Copy {
    /// The type of the elements.
    type Element: Copy;
    /// The shape.
    type Shape: TileShape;

    /// All elements.
    fn tile(self) -> Tile<Self::Element, Self::Shape>;
}

impl<T: Copy, S: TileShape> Formula for Tile<T, S> {
    type Element = T;
    type Shape = S;

    #[inline(always)]
    fn tile(self) -> Self {
        self
    }
}

/// One value, as a tile without axes.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub(super) T, WholeBlock);

impl<T> Constant<T> {
    #[inline(always)]
    pub(super) fn new(value: T) -> Self {
        Self(value, WholeBlock::MARK)
    }
}

impl<T: Copy> Formula for Constant<T> {
    type Element = T;
    type Shape = ();

    #[inline(always)]
    fn tile(self) -> Tile<T, ()> {
        Tile::numbered(|_| self.0)
    }
}

/// A tile in an array's memory.
pub struct Loaded<'a, T, S> {
    pub(super) window: Window<T>,
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
    /// For as long as the lifetime says, every element of the window that is inside must be readable, and no other thread
    /// may write it.
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
        // SAFETY: the caller of `new` has every element inside the window readable for the value's lifetime, and no other thread that
        // writes it.
        unsafe { self.window.load(self.padding) }
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
        self.0.tile().mapped(|x| self.1.of(x))
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
}
