//! Checks made once where a tensor or a coordinate enters: whether integers hold the offsets, and whether a coordinate is in the shape.

use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, IndexTooNarrow, Int, Layout, Lf, M, Nil, Size, Underscore,
    check::rules::Describe,
};

/// A layout whose offsets and indices are checked against the integers that compute them where it meets a pointer, which has
/// no length to be checked against.
#[diagnostic::on_unimplemented(
    message = "the offsets of `{Self}` are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait Bounded: Copy {
    /// Nothing, if the integers of the dynamic leaves hold every offset and every index.
    ///
    /// # Errors
    /// The least and the greatest offset.
    fn bounded(self) -> Result<(), IndexTooNarrow>;
}

impl<S: Copy, D: Copy> Bounded for Layout<S, D>
where
    Self: AnyLayout<L: Describe>,
{
    fn bounded(self) -> Result<(), IndexTooNarrow> {
        self.fits_itself().map(|_| ())
    }
}

impl<A: Copy, O: Copy, L: Bounded> Bounded for ComposedLayout<A, O, L> {
    fn bounded(self) -> Result<(), IndexTooNarrow> {
        self.layout_b().bounded()
    }
}

/// Whether the coordinate node `Self` lies in the modes `L`; `_` always does.
pub trait InShape<L> {
    /// Checks.
    fn in_shape(&self, modes: &L) -> bool;
}

impl<L> InShape<L> for Underscore {
    fn in_shape(&self, _: &L) -> bool {
        true
    }
}

impl<L> InShape<L> for Nil {
    fn in_shape(&self, _: &L) -> bool {
        true
    }
}

impl<X: Int, S: Int, D> InShape<M<S, D>> for Lf<X> {
    fn in_shape(&self, modes: &M<S, D>) -> bool {
        (0..modes.0.value()).contains(&self.0.value())
    }
}

impl<X: Int, H, T> InShape<Cons<H, T>> for Lf<X>
where
    Cons<H, T>: Size<Out: Int> + Copy,
{
    fn in_shape(&self, modes: &Cons<H, T>) -> bool {
        (0..modes.size().value()).contains(&self.0.value())
    }
}

impl<X: InShape<H>, Y: InShape<T>, H, T> InShape<Cons<H, T>> for Cons<X, Y> {
    fn in_shape(&self, modes: &Cons<H, T>) -> bool {
        self.0.in_shape(&modes.0) && self.1.in_shape(&modes.1)
    }
}
