//! [`StaticLayout`]: a layout known at compile time, seen as data.

use core::fmt;

use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_layout::{AnyLayout, Coordinate, Int, Layout, Show, Size, Tree};

/// A layout whose leaves are all static: zero-sized, made by `default()`, evaluated at 1-D coordinates.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::atom::StaticLayout;
/// type Row = Layout<(_4, _8), (_8, _1)>;
/// assert_eq!(Row::SIZE, 32);
/// assert_eq!(Row::offset_of(5), 9);
/// ```
pub trait StaticLayout: Copy + Default + fmt::Display + 'static {
    /// Number of coordinates.
    const SIZE: usize;
    /// The layout as data.
    const DESC: &'static Desc;

    /// The offset of the 1-D coordinate `index`.
    fn offset_of(index: usize) -> i64;
}

#[diagnostic::do_not_recommend]
impl<S, D> StaticLayout for Layout<S, D>
where
    Self: AnyLayout<L: Size<Out: Int> + Describe> + Copy + Default + fmt::Display + 'static,
    usize: Coordinate<Self, Out: Int>,
{
    const SIZE: usize = match <<<Self as AnyLayout>::L as Size>::Out as Int>::STATIC {
        Some(size) => size as usize,
        None => panic!("the layout is not static"),
    };
    const DESC: &'static Desc = <Self as AnyLayout>::L::DESC;

    #[inline]
    fn offset_of(index: usize) -> i64 {
        <usize as Coordinate<Self>>::offset(index, Self::default()).value()
    }
}

/// The shape of a multiply-accumulate atom: three static integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the shape of a multiply-accumulate atom",
    note = "write three static integers: `(_16, _8, _16)`"
)]
pub trait StaticShape: Tree + Default + 'static {
    /// M, N, K.
    const EXTENTS: [usize; 3];

    /// M, N, K.
    fn extents() -> [usize; 3] {
        Self::EXTENTS
    }

    /// Writes the shape in the notation.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<M: Int + Default, N: Int + Default, K: Int + Default> StaticShape for (M, N, K)
where
    Self: Tree + Show,
{
    const EXTENTS: [usize; 3] = match (M::STATIC, N::STATIC, K::STATIC) {
        (Some(m), Some(n), Some(k)) => [m as usize, n as usize, k as usize],
        _ => panic!("the shape of an atom is static"),
    };

    fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::default().show(f)
    }
}
