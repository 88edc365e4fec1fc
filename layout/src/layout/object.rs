//! The layout type.

use super::bound;
use super::properties::IndexTooNarrow;
use crate::check::rules::Describe;
use crate::tree::{Congruent, Ly, Native, Show, Tree};
use core::fmt;

/// A shape and a congruent stride: a function from coordinates to offsets.
///
/// `(_4,_8):(_8,_1)` sends `(i, j)` to `8 i + j`. A layout whose leaves are all static occupies no memory.
///
/// ```
/// use azulejo_layout::layout;
/// let n = 300;
/// let l = layout!((_128, _64):(_1, n));
/// assert_eq!(l.to_string(), "(_128,_64):(_1,300)");
/// assert_eq!(l.at((5, 2)), 605);
/// assert_eq!(core::mem::size_of_val(&layout!((_4, _8):(_8, _1))), 0);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Layout<S, D> {
    shape: S,
    stride: D,
}

/// The native layout of an internal tree of modes.
pub type LayoutOf<L> = Layout<<L as Native>::S, <L as Native>::D>;

/// Any layout of integer strides or basis strides, seen as a tree of modes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    note = "a layout is a shape with a congruent stride: `layout!((_4, n):(n, _1))`"
)]
pub trait AnyLayout: Copy {
    /// The tree of modes.
    type L: Copy;
    /// Converts.
    fn modes(self) -> Self::L;
}

impl<S: Congruent<D>, D: Copy> AnyLayout for Layout<S, D> {
    type L = <S as Congruent<D>>::L;
    #[inline(always)]
    fn modes(self) -> Self::L {
        self.shape.zip(self.stride)
    }
}

/// Any layout seen by its coordinates alone: a plain one, or one behind a swizzle.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    note = "a layout is a shape with a congruent stride: `layout!((_4, n):(n, _1))`"
)]
pub trait Domain: Copy {
    /// The tree of modes of the domain.
    type L: Copy;
    /// The layout with the modes `N` in the place of its own.
    type With<N: Native>: Copy;
    /// The tree of modes.
    fn domain(self) -> Self::L;
    /// The layout with other modes.
    fn with<N: Native>(self, modes: N) -> Self::With<N>;
}
impl<S, D> Domain for Layout<S, D>
where
    Self: AnyLayout,
{
    type L = <Self as AnyLayout>::L;
    type With<N: Native> = LayoutOf<N>;
    #[inline(always)]
    fn domain(self) -> Self::L {
        self.modes()
    }
    #[inline(always)]
    fn with<N: Native>(self, modes: N) -> LayoutOf<N> {
        layout_of(modes)
    }
}

impl<S, D> Layout<S, D> {
    /// The layout of a shape and a stride that nests as the shape does.
    ///
    /// One bound is checked when it is compiled: the sum of `(s - 1) |d|` over the modes whose leaves are static is held by the
    /// integers of the dynamic leaves, or by 64 bits where there are none. [`try_new`](Self::try_new) checks the values of
    /// dynamic leaves as well.
    #[inline(always)]
    pub const fn new(shape: S, stride: D) -> Self
    where
        S: Congruent<D>,
    {
        const { bound::hold(S::DESC, S::MOST) };
        Layout { shape, stride }
    }

    /// The layout of a shape and a stride, if the integers of its dynamic leaves hold every offset and every index of it:
    /// [`new`](Self::new) and [`fits_itself`](Self::fits_itself) in one.
    ///
    /// # Errors
    /// [`IndexTooNarrow`] with the least and the greatest offset.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::_1};
    /// assert!(Layout::try_new((70_000i64, 70_000i64), (70_000i64, _1)).is_ok());
    /// let error = Layout::try_new((70_000i32, 70_000i32), (70_000i32, _1)).unwrap_err();
    /// assert_eq!((error.least, error.greatest), (0, 4_900_000_000));
    /// ```
    pub fn try_new(shape: S, stride: D) -> Result<Self, IndexTooNarrow>
    where
        S: Congruent<D>,
        Self: AnyLayout<L: Describe>,
    {
        Layout::new(shape, stride).fits_itself()
    }

    /// The layout, whose one bound is checked for what is static, as [`new`](Self::new) does.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn made(self) -> Self
    where
        S: Congruent<D>,
        D: Copy,
    {
        const { bound::hold(S::DESC, S::MOST) };
        self
    }

    pub(crate) const fn from_parts(shape: S, stride: D) -> Self {
        Layout { shape, stride }
    }

    /// The shape.
    #[inline(always)]
    pub const fn shape(&self) -> S
    where
        S: Copy,
    {
        self.shape
    }

    /// The stride.
    #[inline(always)]
    pub const fn stride(&self) -> D
    where
        D: Copy,
    {
        self.stride
    }
}

/// The layout of a tree of modes.
#[inline(always)]
pub fn layout_of<L: Native>(modes: L) -> LayoutOf<L> {
    Layout::from_parts(modes.shape(), modes.stride())
}

impl<S: Congruent<D>, D: Copy> Tree for Layout<S, D> {
    type L = Ly<<S as Congruent<D>>::L>;
    #[inline(always)]
    fn tree(self) -> Self::L {
        Ly(self.modes())
    }
}

impl<S: Show, D: Show> Show for Layout<S, D> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.show(f)?;
        f.write_str(":")?;
        self.stride.show(f)
    }
}
impl<S: Show, D: Show> fmt::Display for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(f)
    }
}
impl<S: Show, D: Show> fmt::Debug for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(f)
    }
}
