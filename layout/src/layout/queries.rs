//! Size, cosize, rank and depth of layouts.

use super::cosize::Cosize;
use super::object::{Domain, Layout};
use crate::tree::{Congruent, Depth, Len, Size};

/// The number of coordinates of a layout: the product of its sizes.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | `size(L)` is the product of the sizes of all modes, the number of entries of the table |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{layout, size};
/// assert_eq!(size(layout!((_4, (_2, _3)):(_1, (_4, _8)))).to_string(), "_24");
/// assert_eq!(size(layout!((_4, 8):(_1, _4))), 32);
/// ```
#[inline(always)]
pub fn size<L: Domain>(layout: L) -> <L::L as Size>::Out
where
    L::L: Size,
{
    layout.domain().size()
}

/// One more than the largest offset, strides taken by magnitude: the length of a buffer that holds every element.
///
/// | | |
/// |---|---|
/// | precondition | integer strides |
/// | error | basis strides do not compile |
/// | rule | every offset `x` of the table has `0 <= x < cosize(L)` where no stride is negative |
/// | difference from CuTe | strides count by magnitude, so that negative ones do not shrink it; 0 where an extent is 0 |
///
/// ```
/// use azulejo_layout::{cosize, layout};
/// assert_eq!(cosize(layout!((_4, _2):(_1, _8))).to_string(), "_12");
/// assert_eq!(cosize(layout!((_4, _0):(_1, _8))).to_string(), "_0");
/// ```
#[inline(always)]
pub fn cosize<L: Domain>(layout: L) -> <L::L as Cosize>::Out
where
    L::L: Cosize,
{
    layout.domain().cosize()
}

/// The number of modes at the top level; 1 for a single mode.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | the number of entries of the shape |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{layout, rank};
/// assert_eq!(rank(layout!(((_2, _2), _3):((_1, _2), _4))), 2);
/// ```
#[inline(always)]
pub fn rank<L: Domain>(_: L) -> usize
where
    L::L: Len,
{
    <L::L as Len>::LEN
}

/// How deep the shape nests: 0 for a single mode, 1 for a flat tuple.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | none |
/// | rule | `depth(flatten(L)) <= 1` |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{depth, layout};
/// assert_eq!(depth(layout!(((_2, _2), _3):((_1, _2), _4))), 2);
/// ```
#[inline(always)]
pub fn depth<L: Domain>(_: L) -> usize
where
    L::L: Depth,
{
    <L::L as Depth>::DEPTH
}

impl<S: Congruent<D>, D: Copy> Layout<S, D> {
    /// See [`size`].
    #[inline(always)]
    pub fn size(self) -> <<S as Congruent<D>>::L as Size>::Out
    where
        <S as Congruent<D>>::L: Size,
    {
        size(self)
    }
    /// See [`cosize`].
    #[inline(always)]
    pub fn cosize(self) -> <<S as Congruent<D>>::L as Cosize>::Out
    where
        <S as Congruent<D>>::L: Cosize,
    {
        cosize(self)
    }
    /// See [`rank`].
    #[inline(always)]
    pub fn rank(self) -> usize
    where
        <S as Congruent<D>>::L: Len,
    {
        rank(self)
    }
    /// See [`depth`].
    #[inline(always)]
    pub fn depth(self) -> usize
    where
        <S as Congruent<D>>::L: Depth,
    {
        depth(self)
    }
}
