//! `downcast`: the same bytes in units `n` times smaller.

use crate::check::rules::build;
use crate::int::{Bool, IMul, Int, No, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil};

/// Whether some mode of static stride 1 has more than one element.
pub trait HasProper {
    /// The answer.
    type Proper: Bool;
    /// Whether any mode has static stride 1.
    type Any: Bool;
}
impl HasProper for Nil {
    type Proper = No;
    type Any = No;
}
impl<S: Int, D: Int> HasProper for M<S, D> {
    type Proper = <D::IsOne as Bool>::And<<S::IsOne as Bool>::Not>;
    type Any = D::IsOne;
}
impl<H: HasProper, T: HasProper> HasProper for Cons<H, T> {
    type Proper = <H::Proper as Bool>::Or<T::Proper>;
    type Any = <H::Any as Bool>::Or<T::Any>;
}

/// There are neighbours in the layout: `Yes`.
#[diagnostic::on_unimplemented(
    message = "this layout has no neighbouring elements to take apart",
    note = "`downcast` spreads the mode of static stride 1; a layout without one has no smaller units"
)]
pub trait Adjacent {}
impl Adjacent for Yes {}

/// A tree of modes in units `U` times smaller; the first mode of stride 1 takes the new elements. `Proper` says that a
/// mode with more than one element exists, `Done` that it was met.
pub trait DowncastTree<U, Proper, Done> {
    /// The modes of the result.
    type Out: Copy;
    /// Whether the mode of stride 1 was met.
    type Met: Bool;
    /// Computes it.
    fn downcast_tree(self, unit: U) -> Self::Out;
}
impl<U, Proper, Done: Bool> DowncastTree<U, Proper, Done> for Nil {
    type Out = Nil;
    type Met = Done;
    #[inline(always)]
    fn downcast_tree(self, _: U) -> Nil {
        Nil
    }
}
/// Whether the mode `S:D` takes the new elements.
type Takes<S, D, Proper, Done> = <<<D as Int>::IsOne as Bool>::And<
    <<<S as Int>::IsOne as Bool>::Not as Bool>::Or<<Proper as Bool>::Not>,
> as Bool>::And<<Done as Bool>::Not>;
impl<S, D, U, Proper, Done> DowncastTree<U, Proper, Done> for M<S, D>
where
    S: Int,
    D: Int,
    Proper: Bool,
    Done: Bool,
    Takes<S, D, Proper, Done>: Spreads<S, D, U>,
{
    type Out = <Takes<S, D, Proper, Done> as Spreads<S, D, U>>::Out;
    type Met = <Takes<S, D, Proper, Done> as Bool>::Or<Done>;
    #[inline(always)]
    fn downcast_tree(self, unit: U) -> Self::Out {
        <Takes<S, D, Proper, Done> as Spreads<S, D, U>>::spreads(self.0, self.1, unit)
    }
}
impl<H, T, U: Copy, Proper, Done> DowncastTree<U, Proper, Done> for Cons<H, T>
where
    H: DowncastTree<U, Proper, Done>,
    T: DowncastTree<U, Proper, <H as DowncastTree<U, Proper, Done>>::Met>,
{
    type Out = Cons<
        <H as DowncastTree<U, Proper, Done>>::Out,
        <T as DowncastTree<U, Proper, <H as DowncastTree<U, Proper, Done>>::Met>>::Out,
    >;
    type Met = <T as DowncastTree<U, Proper, <H as DowncastTree<U, Proper, Done>>::Met>>::Met;
    #[inline(always)]
    fn downcast_tree(self, unit: U) -> Self::Out {
        Cons(self.0.downcast_tree(unit), self.1.downcast_tree(unit))
    }
}
/// `S:D` with `U` times the elements (`Self = Yes`) or `U` times the stride.
pub trait Spreads<S, D, U>: Bool {
    /// The mode.
    type Out: Copy;
    /// Computes it.
    fn spreads(s: S, d: D, unit: U) -> Self::Out;
}
impl<S: IMul<U>, D: Copy, U> Spreads<S, D, U> for Yes {
    type Out = M<S::Out, D>;
    #[inline(always)]
    fn spreads(s: S, d: D, unit: U) -> Self::Out {
        M(s.mul(unit), d)
    }
}
impl<S: Copy, D: IMul<U>, U> Spreads<S, D, U> for No {
    type Out = M<S, D::Out>;
    #[inline(always)]
    fn spreads(s: S, d: D, unit: U) -> Self::Out {
        M(s, d.mul(unit))
    }
}

/// A ratio by which the elements of the layout `L` can be taken apart: a positive static integer.
#[diagnostic::on_unimplemented(
    message = "the elements of `{L}` cannot be taken apart into `{Self}`",
    note = "`downcast` spreads the mode of static stride 1; the layout needs one"
)]
pub trait Downcasts<L>: Copy {
    /// The layout in smaller units.
    type Out;
    /// Computes it.
    fn downcast_of(self, layout: L) -> Self::Out;
}
/// The modes of `L` taken apart.
type Apart<L, U> =
    <<L as AnyLayout>::L as DowncastTree<U, <<L as AnyLayout>::L as HasProper>::Proper, No>>::Out;
#[diagnostic::do_not_recommend]
impl<S, D, U> Downcasts<Layout<S, D>> for U
where
    U: Copy,
    Layout<S, D>: AnyLayout,
    <Layout<S, D> as AnyLayout>::L: HasProper,
    <<Layout<S, D> as AnyLayout>::L as HasProper>::Any: Adjacent,
    <Layout<S, D> as AnyLayout>::L:
        DowncastTree<U, <<Layout<S, D> as AnyLayout>::L as HasProper>::Proper, No>,
    Apart<Layout<S, D>, U>: Native,
{
    type Out = LayoutOf<Apart<Layout<S, D>, U>>;
    #[inline(always)]
    fn downcast_of(self, layout: Layout<S, D>) -> Self::Out {
        layout_of(build(|| layout.modes().downcast_tree(self)))
    }
}

/// The layout `L` in units `U` times smaller.
pub type Downcast<L, U> = <U as Downcasts<L>>::Out;

/// The layout in units `n` times smaller: each element becomes `n` neighbours.
///
/// | | |
/// |---|---|
/// | precondition | `n` is a positive static integer; some mode has the static stride 1 (else a compile error) |
/// | rule | the set of offsets is `{ n x + i : x an offset of the layout, 0 <= i < n }` |
/// | difference from CuTe | CuTe spreads every mode of stride 1 or -1, also one of size 1 beside a larger one, and so makes too many elements; here exactly one mode is spread: the first of stride 1 with more than one element, or failing that the first of stride 1 |
///
/// ```text
/// (_2,_2):(_1,_4)  0 1     in halves:  (_4,_2):(_1,_8)   0 1  2  3
///                  4 5                                   8 9 10 11
/// ```
/// ```
/// use azulejo_layout::{downcast, layout};
/// use azulejo_layout::ints::{_2, _4};
/// assert_eq!(downcast(layout!((_2, _2):(_1, _4)), _2).to_string(), "(_4,_2):(_1,_8)");
/// assert_eq!(downcast(layout!((_1, _2):(_1, _1)), _4).to_string(), "(_1,_8):(_4,_1)");
/// ```
#[inline(always)]
pub fn downcast<L, U: Downcasts<L, Out = R>, R>(layout: L, n: U) -> R {
    n.downcast_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`downcast`].
    #[inline(always)]
    pub fn downcast<U: Downcasts<Self, Out = R>, R>(self, n: U) -> R {
        n.downcast_of(self)
    }
}
