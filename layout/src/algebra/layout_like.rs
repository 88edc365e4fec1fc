//! `make_layout_like`: compact strides in the order of a layout's.

use super::filter::FilterZeros;
use super::logical_divide::Sizes;
use super::ordered::ByOrder;
use crate::layout::{AnyLayout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, M, Native, Nil, entrywise};

/// The strides of a tree of modes as a tree of leaves.
pub trait StrideTree {
    /// The tree.
    type Out: Copy;
}
impl<S, D: Copy> StrideTree for M<S, D> {
    type Out = Lf<D>;
}
impl StrideTree for Nil {
    type Out = Nil;
}
impl<H: StrideTree, T: StrideTree> StrideTree for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
}
/// The tree `Self` with its sizes replaced by those of the congruent tree `R`.
pub trait WithSizes<R> {
    /// The tree.
    type Out: Copy;
    fn with_sizes(self, r: R) -> Self::Out;
}
impl<S, D: Copy, R: Copy, E> WithSizes<M<R, E>> for M<S, D> {
    type Out = M<R, D>;
    #[inline(always)]
    fn with_sizes(self, r: M<R, E>) -> Self::Out {
        M(r.0, self.1)
    }
}
entrywise!(WithSizes::with_sizes entry by entry);

/// A tree of modes with compact strides in the order of its own.
#[diagnostic::on_unimplemented(
    message = "no compact layout like this one can be made in types",
    note = "`make_layout_like` takes a layout of integer strides"
)]
pub trait LikeTree {
    /// The tree of modes.
    type Out: Copy;
    /// Computes it.
    fn like(self) -> Self::Out;
}
type Sized_<L> = <<L as FilterZeros>::Out as Sizes>::Out;
type Again<L> = <Sized_<L> as ByOrder<<L as StrideTree>::Out>>::Out;
#[diagnostic::do_not_recommend]
impl<L> LikeTree for L
where
    L: FilterZeros + StrideTree + Copy,
    <L as FilterZeros>::Out: Sizes,
    Sized_<L>: ByOrder<<L as StrideTree>::Out>,
    Again<L>: WithSizes<L>,
{
    type Out = <Again<L> as WithSizes<L>>::Out;
    #[inline(always)]
    fn like(self) -> Self::Out {
        self.filter_zeros().sizes().by_order().with_sizes(self)
    }
}

/// The compact layout of the same shape whose strides are ordered as the layout's; static zero strides stay.
///
/// | | |
/// |---|---|
/// | precondition | integer strides |
/// | error | basis strides do not compile |
/// | rule | congruent to the layout, compact but for its zero strides |
/// | difference from CuTe | equal strides are taken from left to right, where CuTe's modes share offsets |
///
/// ```
/// use azulejo_layout::{layout, make_layout_like};
/// // 0 3 6 … with holes becomes 0 8 16 …
/// assert_eq!(make_layout_like(layout!((_4, _8):(_24, _3))).to_string(), "(_4,_8):(_8,_1)");
/// assert_eq!(make_layout_like(layout!((_4, _8):(_0, _3))).to_string(), "(_4,_8):(_0,_1)");
/// ```
#[inline(always)]
pub fn make_layout_like<L: AnyLayout>(layout: L) -> LayoutOf<<L::L as LikeTree>::Out>
where
    L::L: LikeTree,
    <L::L as LikeTree>::Out: Native,
{
    layout_of(layout.modes().like())
}
