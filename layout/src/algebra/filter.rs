//! `filter`, `filter_zeros`: the modes that move.

use super::coalesce::CoalesceTree;
use crate::check::rules::build;
use crate::int::{Bool, C, Int};
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{M, Native, entrywise};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// Size 1 wherever the stride is the static 0.
pub trait FilterZeros {
    /// The result.
    type Out: Copy;
    fn filter_zeros(self) -> Self::Out;
}
entrywise!(FilterZeros::filter_zeros);
impl<S: Copy, D: Int> FilterZeros for M<S, D> {
    type Out = M<<D::IsZero as Bool>::Pick<One, S>, D>;
    #[inline(always)]
    fn filter_zeros(self) -> Self::Out {
        M(<D::IsZero as Bool>::pick(C::NEW, self.0), self.1)
    }
}

/// The layout `L` with broadcast modes shrunk to size 1.
pub type ZerosFiltered<L> = LayoutOf<<<L as AnyLayout>::L as FilterZeros>::Out>;
/// The layout `L` with broadcast modes removed.
pub type Filtered<L> = LayoutOf<<<<L as AnyLayout>::L as FilterZeros>::Out as CoalesceTree>::Out>;

/// The layout with size `_1` wherever the stride is the static 0.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | the set of offsets is that of the layout; congruent to it |
/// | difference from CuTe | none; a dynamic zero stride is not seen |
///
/// ```
/// use azulejo_layout::{filter_zeros, layout};
/// // table 0 0 0 0 1 1 1 1 becomes 0 1
/// assert_eq!(filter_zeros(layout!((_4, _2):(_0, _1))).to_string(), "(_1,_2):(_0,_1)");
/// ```
#[inline(always)]
pub fn filter_zeros<L: AnyLayout>(layout: L) -> ZerosFiltered<L>
where
    L::L: FilterZeros,
    <L::L as FilterZeros>::Out: Native,
{
    layout_of(build(|| layout.modes().filter_zeros()))
}

/// [`filter_zeros`], then [`coalesce`](crate::coalesce): the modes that move, and no other.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | the set of offsets is that of the layout; each is hit once if the sorted modes do not overlap |
/// | difference from CuTe | none; a dynamic zero stride is not seen |
///
/// ```
/// use azulejo_layout::{filter, layout};
/// // table 0 0 0 0 1 1 1 1 becomes 0 1
/// assert_eq!(filter(layout!((_4, _2):(_0, _1))).to_string(), "_2:_1");
/// ```
#[inline(always)]
pub fn filter<L: AnyLayout>(layout: L) -> Filtered<L>
where
    L::L: FilterZeros,
    <L::L as FilterZeros>::Out: CoalesceTree,
    <<L::L as FilterZeros>::Out as CoalesceTree>::Out: Native,
{
    layout_of(build(|| layout.modes().filter_zeros().coalesce_tree()))
}
