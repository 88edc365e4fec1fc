//! [`OffsetAt`] and [`SlicedBy`]: a layout met by a coordinate, decided by the layout first.
//!
//! The layout is `Self`: while its type is still being inferred the compiler waits for it instead of searching.

use azulejo_layout::{Coordinate, Slices};

/// A layout that has an offset at coordinates of type `X`.
#[diagnostic::on_unimplemented(
    message = "`{X}` is not a coordinate of `{Self}`",
    note = "a coordinate is an integer, or a tuple with one entry per mode of the layout"
)]
pub trait OffsetAt<X>: Copy {
    /// The offset's type.
    type Offset: Copy;

    /// The offset.
    fn offset_at(self, coord: X) -> Self::Offset;
}

macro_rules! offset_at {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, X: Coordinate<Self>> OffsetAt<X> for $layout {
            type Offset = X::Out;

            #[inline(always)]
            fn offset_at(self, coord: X) -> X::Out {
                coord.offset(self)
            }
        }
    };
}

for_layouts!(offset_at);

/// A layout that the coordinate `X` slices: integers fix modes, `_` keeps them.
#[diagnostic::on_unimplemented(
    message = "`{X}` does not slice `{Self}`",
    note = "a slicing coordinate has one entry per mode: `coord!(_, 3, (_, 1))`"
)]
pub trait SlicedBy<X>: OffsetAt<X> {
    /// The modes kept.
    type Kept: Copy;
    /// The modes kept, and the offset at which they begin.
    type Out;

    /// The modes kept.
    fn sliced_by(self, coord: X) -> Self::Kept;
    /// The modes kept, and the offset at which they begin, without the part that a kept swizzle holds itself.
    fn sliced_at(self, coord: X) -> Self::Out;
}

macro_rules! sliced_by {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, X, Kept: Copy, Offset: Copy> SlicedBy<X> for $layout
        where
            X: Slices<Self, Kept = Kept, Offset = Offset> + Coordinate<Self>,
        {
            type Kept = Kept;
            type Out = (Kept, Offset);

            #[inline(always)]
            fn sliced_by(self, coord: X) -> Kept {
                coord.slice_of(self)
            }
            #[inline(always)]
            fn sliced_at(self, coord: X) -> Self::Out {
                (coord.slice_of(self), coord.offset_of(self))
            }
        }
    };
}

for_layouts!(sliced_by);
