//! Checks made once where a tensor or a coordinate enters: the range of offsets, and whether a coordinate is in the shape.

use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, Domain, IndexTooNarrow, Int, Layout, Lf, M, Nil, Size,
    Underscore, check::rules::Describe,
};

use super::OffsetAt;

/// The smallest and the largest offset of a tree of integer modes.
///
/// Exact for layouts, since every mode takes each of its values independently. `None` where the arithmetic leaves 64 bits.
#[diagnostic::on_unimplemented(
    message = "the offsets of this layout are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait Footprint {
    /// `(smallest, largest)`, or `(0, -1)` when the layout has no coordinate.
    fn footprint(&self) -> Option<(i64, i64)>;
}

impl Footprint for Nil {
    fn footprint(&self) -> Option<(i64, i64)> {
        Some((0, 0))
    }
}

impl<S: Int, D: Int> Footprint for M<S, D> {
    fn footprint(&self) -> Option<(i64, i64)> {
        let last = self.0.value().checked_sub(1)?;
        if last < 0 {
            return Some((0, -1));
        }
        let reach = last.checked_mul(self.1.value())?;
        Some((reach.min(0), reach.max(0)))
    }
}

impl<H: Footprint, T: Footprint> Footprint for Cons<H, T> {
    fn footprint(&self) -> Option<(i64, i64)> {
        let ((low, high), (lows, highs)) = (self.0.footprint()?, self.1.footprint()?);
        if high < low || highs < lows {
            return Some((0, -1));
        }
        Some((low.checked_add(lows)?, high.checked_add(highs)?))
    }
}

/// A layout whose range of offsets can be found: at once for a plain one, coordinate by coordinate for a composed one.
#[diagnostic::on_unimplemented(
    message = "the offsets of `{Self}` are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait Reach: Copy {
    /// As [`Footprint::footprint`].
    fn reach(self) -> Option<(i64, i64)>;
}

impl<S: Copy, D: Copy> Reach for Layout<S, D>
where
    Self: AnyLayout<L: Footprint + Describe>,
{
    fn reach(self) -> Option<(i64, i64)> {
        // Offsets and indices of narrow dynamic leaves have to fit these; 64 bits are looked at below.
        if const { <<Self as AnyLayout>::L as Describe>::MOST < i64::MAX } {
            self.fits_itself().ok()?;
        }
        self.modes().footprint()
    }
}

impl<A: Copy, O: Copy, L: Copy> Reach for ComposedLayout<A, O, L>
where
    Self: Domain<L: Size<Out: Int>> + OffsetAt<usize, Offset: Int>,
{
    fn reach(self) -> Option<(i64, i64)> {
        let size = usize::try_from(self.domain().size().value()).ok()?;
        let offsets = (0..size).map(|i| self.offset_at(i).value());
        Some(offsets.fold((0, -1), |(low, high), offset| {
            (low.min(offset), high.max(offset))
        }))
    }
}

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
