//! `recast`: the same bytes as elements of another width.

use super::downcast::Downcasts;
use super::upcast::Upcasts;
use crate::int::{C, Int, No, Yes};
use core::ops::Div;
use typenum::{Gcd, Gcf, Quot};

/// The ratio of the new width `Self` to the old width `Old`, in lowest terms.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Old}` bits have no ratio",
    note = "both widths are positive static integers: `recast(layout, _16, _32)`"
)]
pub trait RecastRatio<Old> {
    /// Old elements in a new unit: upcast by this first.
    type Up: Int + Default;
    /// New elements in such a unit: then downcast by this.
    type Down: Int + Default;
}
impl<U, V> RecastRatio<C<V>> for C<U>
where
    U: Gcd<V> + Div<Gcf<U, V>>,
    V: Div<Gcf<U, V>>,
    C<Quot<U, Gcf<U, V>>>: Int + Default,
    C<Quot<V, Gcf<U, V>>>: Int + Default,
{
    type Up = C<Quot<U, Gcf<U, V>>>;
    type Down = C<Quot<V, Gcf<U, V>>>;
}

/// The layout `L` upcast by `Up` and downcast by `Down`; `Self` says for each whether there is nothing to do.
pub trait RecastSteps<L, Up, Down> {
    /// The result.
    type Out;
    /// Computes it.
    fn recast_steps(layout: L, up: Up, down: Down) -> Self::Out;
}
/// The two decisions of [`RecastSteps`].
pub struct Skip<Up, Down>(Up, Down);
impl<L, Up, Down> RecastSteps<L, Up, Down> for Skip<Yes, Yes> {
    type Out = L;
    #[inline(always)]
    fn recast_steps(layout: L, _: Up, _: Down) -> L {
        layout
    }
}
impl<L, Up: Upcasts<L>, Down> RecastSteps<L, Up, Down> for Skip<No, Yes> {
    type Out = Up::Out;
    #[inline(always)]
    fn recast_steps(layout: L, up: Up, _: Down) -> Self::Out {
        up.upcast_of(layout)
    }
}
impl<L, Up, Down: Downcasts<L>> RecastSteps<L, Up, Down> for Skip<Yes, No> {
    type Out = Down::Out;
    #[inline(always)]
    fn recast_steps(layout: L, _: Up, down: Down) -> Self::Out {
        down.downcast_of(layout)
    }
}
impl<L, Up, Down> RecastSteps<L, Up, Down> for Skip<No, No>
where
    Up: Upcasts<L>,
    Down: Downcasts<<Up as Upcasts<L>>::Out>,
{
    type Out = <Down as Downcasts<<Up as Upcasts<L>>::Out>>::Out;
    #[inline(always)]
    fn recast_steps(layout: L, up: Up, down: Down) -> Self::Out {
        down.downcast_of(up.upcast_of(layout))
    }
}

/// A width in bits to which the elements of the layout `L`, `Old` bits wide, can be recast.
#[diagnostic::on_unimplemented(
    message = "`{L}` of `{Old}`-bit elements cannot be seen as `{Self}`-bit elements",
    note = "larger elements need strides that the ratio divides or that divide it; smaller ones need a mode of static stride 1"
)]
pub trait Recasts<L, Old>: Copy {
    /// The layout of new elements.
    type Out;
    /// Computes it.
    fn recast_of(self, layout: L) -> Self::Out;
}
/// What there is to do for a ratio.
type SkipOf<New, Old> = Skip<
    <<New as RecastRatio<Old>>::Up as Int>::IsOne,
    <<New as RecastRatio<Old>>::Down as Int>::IsOne,
>;
#[diagnostic::do_not_recommend]
impl<L, Old, New> Recasts<L, Old> for New
where
    New: RecastRatio<Old> + Copy,
    SkipOf<New, Old>:
        RecastSteps<L, <New as RecastRatio<Old>>::Up, <New as RecastRatio<Old>>::Down>,
{
    type Out = <SkipOf<New, Old> as RecastSteps<
        L,
        <New as RecastRatio<Old>>::Up,
        <New as RecastRatio<Old>>::Down,
    >>::Out;
    #[inline(always)]
    fn recast_of(self, layout: L) -> Self::Out {
        <SkipOf<New, Old> as RecastSteps<L, _, _>>::recast_steps(
            layout,
            Default::default(),
            Default::default(),
        )
    }
}

/// The layout `L` of `Old`-bit elements as `New`-bit elements.
pub type Recast<L, Old, New> = <New as Recasts<L, Old>>::Out;

/// The layout of `old_bits`-wide elements as one of `new_bits`-wide elements over the same bytes.
///
/// Both widths are static; [`upcast`](crate::upcast) by the numerator of `new / old`, then
/// [`downcast`](crate::downcast) by its denominator, each only where it is not 1.
///
/// | | |
/// |---|---|
/// | precondition | those of the two steps |
/// | error | a static stride that the ratio does not fit does not compile; a dynamic one panics |
/// | rule | the set of bits covered stays the same |
/// | difference from CuTe | that of the two steps |
///
/// ```
/// use azulejo_layout::{layout, recast};
/// use azulejo_layout::ints::{_8, _16, _32};
/// let halves = layout!((_8, _2):(_1, _8));                 // 16 elements of 16 bits
/// assert_eq!(recast(halves, _16, _32).to_string(), "(_4,_2):(_1,_4)");
/// assert_eq!(recast(halves, _16, _8).to_string(), "(_16,_2):(_1,_16)");
/// assert_eq!(recast(halves, _16, _16).to_string(), "(_8,_2):(_1,_8)");
/// ```
#[inline(always)]
pub fn recast<L, Old, New: Recasts<L, Old, Out = R>, R>(
    layout: L,
    _old_bits: Old,
    new_bits: New,
) -> R {
    new_bits.recast_of(layout)
}
