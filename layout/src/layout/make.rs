//! Constructors of layouts.

use super::compact::{CompactLeft, CompactRight};
use super::object::{Layout, layout_of};
use crate::basis::E;
use crate::int::{C, for_integers};
use crate::tree::{Congruent, Native, Tree, for_tuples};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// Compact strides, first mode fastest: column-major, generalised to nested shapes.
#[derive(Clone, Copy, Default, Debug)]
pub struct LayoutLeft;

/// Compact strides, last mode fastest: row-major, generalised to nested shapes.
#[derive(Clone, Copy, Default, Debug)]
pub struct LayoutRight;

/// What gives a shape `S` its strides: [`LayoutLeft`], [`LayoutRight`] or a congruent stride.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give strides to the shape `{S}`",
    note = "pass `LayoutLeft`, `LayoutRight`, or a stride of leaves (`_8`, `n`) that nests exactly as the shape does: `(_1, (_4, _8))` for `(_4, (_2, _3))`"
)]
pub trait Strides<S> {
    /// The stride's type.
    type D;
    /// The layout.
    fn layout(self, shape: S) -> Layout<S, Self::D>;
}

#[diagnostic::do_not_recommend]
impl<S, L> Strides<S> for LayoutLeft
where
    S: Tree,
    <S as Tree>::L: CompactLeft<One, Out = L>,
    L: Native<S = S>,
{
    type D = <L as Native>::D;
    #[inline(always)]
    fn layout(self, shape: S) -> Layout<S, Self::D> {
        layout_of(shape.tree().left(C::NEW).0)
    }
}
#[diagnostic::do_not_recommend]
impl<S, L> Strides<S> for LayoutRight
where
    S: Tree,
    <S as Tree>::L: CompactRight<One, Out = L>,
    L: Native<S = S>,
{
    type D = <L as Native>::D;
    #[inline(always)]
    fn layout(self, shape: S) -> Layout<S, Self::D> {
        layout_of(shape.tree().right(C::NEW).0)
    }
}
macro_rules! leaf {
    ({$($g:tt)*} $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Strides<S> for $t
        where
            S: Congruent<$t>,
        {
            type D = $t;
            #[inline(always)]
            fn layout(self, shape: S) -> Layout<S, $t> {
                Layout::new(shape, self)
            }
        }
    };
}
macro_rules! leaves {
    ({} $t:ty) => { leaf!({S} $t); };
    ({$($g:tt)+} $t:ty) => { leaf!({S, $($g)+} $t); };
}
for_integers!(leaves);
macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<S, $($a),*> Strides<S> for ($($a,)*)
        where
            S: Congruent<($($a,)*)>,
        {
            type D = ($($a,)*);
            #[inline(always)]
            fn layout(self, shape: S) -> Layout<S, Self::D> {
                Layout::new(shape, self)
            }
        }
    };
}
for_tuples!(tuple);

/// The layout of `shape` with the strides that `how` gives: a congruent stride, [`LayoutLeft`] or [`LayoutRight`].
///
/// | | |
/// |---|---|
/// | precondition | a stride nests as the shape does |
/// | error | one that does not does not compile |
/// | rule | with [`LayoutLeft`] or [`LayoutRight`] the layout is compact: a bijection onto `0..size` |
/// | difference from CuTe | none |
///
/// A static size-1 mode of a compact layout has stride `_0`.
///
/// ```
/// use azulejo_layout::{LayoutLeft, LayoutRight, make_layout, shape, stride};
/// assert_eq!(make_layout(shape!(_4, _8), LayoutLeft).to_string(), "(_4,_8):(_1,_4)");
/// assert_eq!(make_layout(shape!(_4, 8), LayoutRight).to_string(), "(_4,8):(8,_1)");
/// assert_eq!(make_layout(shape!(_4, _1, 8), LayoutLeft).to_string(), "(_4,_1,8):(_1,_0,_4)");
/// assert_eq!(make_layout(shape!(_4, _8), stride!(_1, _5)).to_string(), "(_4,_8):(_1,_5)");
/// ```
#[inline(always)]
pub fn make_layout<S, W: Strides<S, D = D>, D>(shape: S, how: W) -> Layout<S, D> {
    how.layout(shape)
}

impl<S, D> Layout<S, D> {
    /// The compact column-major layout of a shape.
    #[inline(always)]
    pub fn col_major(shape: S) -> Self
    where
        LayoutLeft: Strides<S, D = D>,
    {
        LayoutLeft.layout(shape)
    }

    /// The compact row-major layout of a shape.
    #[inline(always)]
    pub fn row_major(shape: S) -> Self
    where
        LayoutRight: Strides<S, D = D>,
    {
        LayoutRight.layout(shape)
    }
}

#[diagnostic::do_not_recommend]
impl<S, X, P> Strides<S> for E<X, P>
where
    S: Congruent<E<X, P>>,
{
    type D = Self;
    #[inline(always)]
    fn layout(self, shape: S) -> Layout<S, Self> {
        Layout::new(shape, self)
    }
}
