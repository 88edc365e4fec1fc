//! `max_alignment`: the largest unit in which a layout can be seen.

use crate::algebra::{CoalesceTree, SortModes, Spread};
use crate::int::{Bool, C, Dyn, IMul, Leaf, N, No, StaticEq, Yes, for_dynamic};
use crate::layout::{AnyLayout, Layout};
use crate::tree::{Cons, M, Nil};
use typenum::{B1, Gcd, Gcf, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// The magnitude of a stride that is known to move: what takes part in the alignment.
pub trait KnownStride {
    /// Whether it is static and not 0.
    type Known: Bool;
    /// It, or 0 if it is not known.
    type Stride: Copy + Default;
    /// A number that is known to divide it; 0 when it does not count.
    type Multiple: Copy + Default;
}
impl KnownStride for Zero {
    type Known = No;
    type Stride = Zero;
    type Multiple = Zero;
}
impl<U, B> KnownStride for C<UInt<U, B>> {
    type Known = Yes;
    type Stride = Self;
    type Multiple = Zero;
}
impl<U> KnownStride for N<U> {
    type Known = Yes;
    type Stride = Self;
    type Multiple = Zero;
}
macro_rules! dynamic {
    ($t:ident) => {
        impl KnownStride for $t {
            type Known = No;
            type Stride = Zero;
            type Multiple = Zero;
        }
    };
}
for_dynamic!(dynamic);
impl<K, T> KnownStride for Dyn<K, T> {
    type Known = No;
    type Stride = Zero;
    type Multiple = C<K>;
}

/// The greatest common divisor of two static integers.
pub trait CommonDivisor<R> {
    /// The divisor.
    type Out: Copy + Default;
}
impl<U: Gcd<V>, V> CommonDivisor<C<V>> for C<U> {
    type Out = C<Gcf<U, V>>;
}
impl<U: Gcd<V>, V> CommonDivisor<C<V>> for N<U> {
    type Out = C<Gcf<U, V>>;
}

/// The modes of a flat list whose size and stride are both static, with their strides.
pub trait StaticModes {
    /// The list.
    type Out: Default + Copy;
}
impl StaticModes for Nil {
    type Out = Nil;
}
impl<S, D, T> StaticModes for Cons<M<S, D>, T>
where
    S: Leaf,
    D: KnownStride,
    T: StaticModes,
    <D::Known as Bool>::And<<S as Leaf>::IsStatic>: KeepStatic<S, D::Stride, T::Out>,
{
    type Out =
        <<D::Known as Bool>::And<<S as Leaf>::IsStatic> as KeepStatic<S, D::Stride, T::Out>>::Out;
}
/// A mode in front of a list when `Self = Yes`.
pub trait KeepStatic<S, D, T> {
    /// The list.
    type Out: Default + Copy;
}
impl<S: Default + Copy, D: Default + Copy, T: Default + Copy> KeepStatic<S, D, T> for Yes {
    type Out = Cons<M<S, D>, T>;
}
impl<S, D, T: Default + Copy> KeepStatic<S, D, T> for No {
    type Out = T;
}

/// The alignment of sorted static modes: the length `Run` of the run `0, 1, 2, …` that they make, reduced to the
/// greatest common divisor with the strides `Rest` that take no part in it.
pub trait Aligned<Run, Rest> {
    /// The alignment.
    type Out: Copy + Default;
}
impl<Run: CommonDivisor<Rest>, Rest> Aligned<Run, Rest> for Nil {
    type Out = Run::Out;
}
impl<S, D, T, Run, Rest> Aligned<Run, Rest> for Cons<M<S, D>, T>
where
    D: StaticEq<Run>,
    <D as StaticEq<Run>>::Out: AlignStep<S, D, T, Run, Rest>,
{
    type Out = <<D as StaticEq<Run>>::Out as AlignStep<S, D, T, Run, Rest>>::Out;
}
/// The mode goes on with the run (`Self = Yes`), or is one of the rest.
pub trait AlignStep<S, D, T, Run, Rest> {
    /// The alignment.
    type Out: Copy + Default;
}
impl<S, D, T, Run, Rest> AlignStep<S, D, T, Run, Rest> for Yes
where
    Run: IMul<S>,
    T: Aligned<<Run as IMul<S>>::Out, Rest>,
{
    type Out = <T as Aligned<<Run as IMul<S>>::Out, Rest>>::Out;
}
impl<S, D, T, Run, Rest> AlignStep<S, D, T, Run, Rest> for No
where
    D: CommonDivisor<Rest>,
    T: Aligned<Run, <D as CommonDivisor<Rest>>::Out>,
{
    type Out = <T as Aligned<Run, <D as CommonDivisor<Rest>>::Out>>::Out;
}

/// The greatest number known to divide the strides that are known only by a divisor; 0 without any.
pub trait FactsOf {
    /// The number.
    type Out: Copy + Default;
}
impl FactsOf for Nil {
    type Out = Zero;
}
impl<S, D, T> FactsOf for Cons<M<S, D>, T>
where
    D: KnownStride,
    T: FactsOf,
    D::Multiple: CommonDivisor<T::Out>,
{
    type Out = <D::Multiple as CommonDivisor<T::Out>>::Out;
}

/// The alignment of a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this layout has no alignment in types",
    note = "`max_alignment` needs integer strides"
)]
pub trait AlignTree {
    /// The alignment.
    type Out: Copy + Default;
}
type Flat<L> = <<L as CoalesceTree>::Out as Spread>::Out;
type Sorted<L> = <<Flat<L> as StaticModes>::Out as SortModes>::Out;
#[diagnostic::do_not_recommend]
impl<L> AlignTree for L
where
    L: CoalesceTree,
    <L as CoalesceTree>::Out: Spread,
    Flat<L>: StaticModes + FactsOf,
    <Flat<L> as StaticModes>::Out: SortModes,
    Sorted<L>: Aligned<One, <Flat<L> as FactsOf>::Out>,
{
    type Out = <Sorted<L> as Aligned<One, <Flat<L> as FactsOf>::Out>>::Out;
}

/// A layout with an alignment.
pub trait Alignment: Copy {
    /// The alignment.
    type Out: Copy + Default;
}
#[diagnostic::do_not_recommend]
impl<S, D> Alignment for Layout<S, D>
where
    Self: AnyLayout,
    <Self as AnyLayout>::L: AlignTree,
{
    type Out = <<Self as AnyLayout>::L as AlignTree>::Out;
}

/// The largest number of elements that the layout keeps together, as far as its static parts tell: the unit of the
/// widest [`upcast`](crate::upcast), and with [`max_common_vector`](crate::max_common_vector) the width of a vector.
///
/// | | |
/// |---|---|
/// | precondition | none. A dynamic stride, or offset behind a swizzle, does not count: it must be a multiple of the answer, which a [`Dyn`] states and bounds |
/// | rule | every run of so many elements from a multiple of the answer on is in the layout or out of it; `upcast` by every divisor of the answer is admissible once the modes are sorted by stride and coalesced |
/// | difference from CuTe | properties about dynamic strides count; a swizzle bounds the answer by the run that it leaves alone, where CuTe answers 1 |
///
/// It is the length of the run `0, 1, 2, …` of offsets, reduced to its greatest common divisor with the strides
/// outside of that run.
///
/// ```
/// use azulejo_layout::{layout, max_alignment};
/// // rows of 8 neighbours, 24 apart
/// assert_eq!(max_alignment(layout!((_4, _8):(_24, _1))).to_string(), "_8");
/// assert_eq!(max_alignment(layout!((_4, _8):(_12, _1))).to_string(), "_4");
/// // behind a swizzle and an offset: no more than either keeps together
/// use azulejo_layout::{ComposedLayout, ints::*, swizzle};
/// let rows = layout!((_4, _8):(_24, _1));
/// assert_eq!(max_alignment(ComposedLayout::new(swizzle(_2, _3, _3), _0, rows)).to_string(), "_8");
/// assert_eq!(max_alignment(ComposedLayout::new(swizzle(_2, _3, _3), _4, rows)).to_string(), "_4");
/// ```
#[inline(always)]
pub fn max_alignment<L: Alignment>(_: L) -> L::Out {
    L::Out::default()
}
