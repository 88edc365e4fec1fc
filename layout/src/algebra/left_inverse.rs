//! `left_inverse`: from an offset back to the index that has it.

use super::coalesce::CoalesceTree;
use super::right_inverse::Indexed;
use super::sort::SortModes;
use crate::check::rules::build;
use crate::int::{Bool, C, Dyn, IDiv, IMod, Int, KnownLess, Leaf, No, Yes, for_dynamic};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// Holds for `Yes`: the strides of a list of modes are all static.
#[diagnostic::on_unimplemented(
    message = "a left inverse needs static strides",
    note = "make the strides static, or invert a layout of which only the static modes matter with `right_inverse`"
)]
pub trait StaticStrides {}
impl StaticStrides for Yes {}
/// Holds for `Yes`: the stride of a mode is a multiple of the stride below it.
#[diagnostic::on_unimplemented(
    message = "this layout has no left inverse: a stride is not a multiple of the stride below it",
    note = "sorted by stride, each stride must be a multiple of the one before: `(_4,_2):(_1,_8)`, not `(_4,_2):(_2,_5)`"
)]
pub trait StridesDivide {}
impl StridesDivide for Yes {}
/// Holds for `No`: the mode below does not reach past the stride.
#[diagnostic::on_unimplemented(
    message = "this layout has no left inverse: two modes overlap",
    note = "sorted by stride, each stride must be at least the extent (size times stride) of the mode before"
)]
pub trait ModesApart {}
impl ModesApart for No {}

/// Holds for static strides above 0.
#[diagnostic::on_unimplemented(
    message = "this layout has no left inverse: a mode runs backwards",
    note = "start the mode from its last element, with the stride turned around"
)]
pub trait Forwards {}
impl<U> Forwards for C<U> {}
// That these are static is asked for elsewhere.
impl<K, T> Forwards for Dyn<K, T> {}
macro_rules! dynamic {
    ($t:ident) => {
        impl Forwards for $t {}
    };
}
for_dynamic!(dynamic);

/// Whether all strides of a list are static.
pub trait AllStatic {
    /// The answer.
    type Out: Bool;
}
impl AllStatic for Nil {
    type Out = Yes;
}
impl<S, D: Leaf, T: AllStatic> AllStatic for Cons<M<S, D>, T> {
    type Out = <D::IsStatic as Bool>::And<T::Out>;
}

/// The inverse of sorted modes above a mode of stride `E`, size `SE` and index stride `PE`.
pub trait Above<E, SE, PE> {
    /// The modes of the inverse.
    type Out: Copy;
    fn above(self, e: E, se: SE, pe: PE) -> Self::Out;
}
impl<E, SE: Copy, PE: Copy> Above<E, SE, PE> for Nil {
    type Out = Cons<M<SE, PE>, Nil>;
    #[inline(always)]
    fn above(self, _: E, se: SE, pe: PE) -> Self::Out {
        Cons(M(se, pe), Nil)
    }
}
impl<S, P, D, T, E, SE, PE> Above<E, SE, PE> for Cons<M<M<S, P>, D>, T>
where
    D: IDiv<E> + IMod<E> + Copy,
    E: Copy,
    PE: Copy,
    <D as IMod<E>>::Out: Int<IsZero: StridesDivide>,
    <D as IDiv<E>>::Out: KnownLess<SE>,
    <<D as IDiv<E>>::Out as KnownLess<SE>>::Out: ModesApart,
    T: Above<D, S, P>,
{
    type Out = Cons<M<<D as IDiv<E>>::Out, PE>, <T as Above<D, S, P>>::Out>;
    #[inline(always)]
    fn above(self, e: E, _: SE, pe: PE) -> Self::Out {
        let Cons(M(M(s, p), d), t) = self;
        Cons(M(d.div(e), pe), t.above(d, s, p))
    }
}

/// The inverse of all sorted modes.
pub trait Rising {
    /// The modes of the inverse.
    type Out: Copy;
    fn rising(self) -> Self::Out;
}
empty!(Rising::rising());
impl<S, P, D, T> Rising for Cons<M<M<S, P>, D>, T>
where
    D: Int,
    <D as Int>::IsZero: Lowest<S, P, D, T>,
{
    type Out = <<D as Int>::IsZero as Lowest<S, P, D, T>>::Out;
    #[inline(always)]
    fn rising(self) -> Self::Out {
        <<D as Int>::IsZero as Lowest<S, P, D, T>>::lowest(self)
    }
}
/// The inverse from a mode on; a mode of stride 0 (`Self = Yes`) is passed over.
pub trait Lowest<S, P, D, T> {
    /// The modes of the inverse.
    type Out: Copy;
    fn lowest(list: Cons<M<M<S, P>, D>, T>) -> Self::Out;
}
impl<S, P, D, T> Lowest<S, P, D, T> for Yes
where
    T: Rising,
{
    type Out = <T as Rising>::Out;
    #[inline(always)]
    fn lowest(list: Cons<M<M<S, P>, D>, T>) -> Self::Out {
        list.1.rising()
    }
}
impl<S, P, D, T> Lowest<S, P, D, T> for No
where
    D: Copy + Forwards,
    T: Above<D, S, P>,
{
    type Out = Cons<M<D, Zero>, <T as Above<D, S, P>>::Out>;
    #[inline(always)]
    fn lowest(list: Cons<M<M<S, P>, D>, T>) -> Self::Out {
        let Cons(M(M(s, p), d), t) = list;
        Cons(M(d, C::NEW), t.above(d, s, p))
    }
}

/// The left inverse of a coalesced tree.
#[diagnostic::on_unimplemented(
    message = "this layout has no left inverse in types",
    note = "`left_inverse` needs static strides that nest: sorted, each a multiple of the one before and at least its extent"
)]
pub trait InverseOf {
    /// The modes of the inverse, not yet coalesced.
    type Out: Copy;
    fn inverse_of(self) -> Self::Out;
}
impl<S, D> InverseOf for M<S, D>
where
    D: Int,
    <D as Leaf>::IsStatic: StaticStrides,
    <D as Int>::IsZero: InverseSingle<S, D>,
{
    type Out = <<D as Int>::IsZero as InverseSingle<S, D>>::Out;
    #[inline(always)]
    fn inverse_of(self) -> Self::Out {
        <<D as Int>::IsZero as InverseSingle<S, D>>::inverse_single(self)
    }
}
/// The inverse of a single mode; one of stride 0 (`Self = Yes`) is its own.
pub trait InverseSingle<S, D> {
    /// The modes of the inverse.
    type Out: Copy;
    fn inverse_single(m: M<S, D>) -> Self::Out;
}
impl<S: Copy, D: Copy> InverseSingle<S, D> for Yes {
    type Out = M<S, D>;
    #[inline(always)]
    fn inverse_single(m: M<S, D>) -> M<S, D> {
        m
    }
}
impl<S: Copy, D: Copy + Forwards> InverseSingle<S, D> for No {
    type Out = Cons<M<D, Zero>, Cons<M<S, One>, Nil>>;
    #[inline(always)]
    fn inverse_single(m: M<S, D>) -> Self::Out {
        Cons(M(m.1, C::NEW), Cons(M(m.0, C::NEW), Nil))
    }
}
type Keyed<H, T> = <Cons<H, T> as Indexed<One>>::Out;
impl<H, T> InverseOf for Cons<H, T>
where
    Cons<H, T>: AllStatic + Indexed<One>,
    <Cons<H, T> as AllStatic>::Out: StaticStrides,
    Keyed<H, T>: SortModes,
    <Keyed<H, T> as SortModes>::Out: Rising,
{
    type Out = <<Keyed<H, T> as SortModes>::Out as Rising>::Out;
    #[inline(always)]
    fn inverse_of(self) -> Self::Out {
        self.indexed(C::NEW).sort().rising()
    }
}

/// The left inverse of a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this layout has no left inverse in types",
    note = "`left_inverse` needs static strides that nest: sorted, each a multiple of the one before and at least its extent"
)]
pub trait LeftInverseTree {
    /// The modes of the inverse.
    type Out: Copy;
    fn left_inverse_tree(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> LeftInverseTree for L
where
    L: CoalesceTree,
    <L as CoalesceTree>::Out: InverseOf,
    <<L as CoalesceTree>::Out as InverseOf>::Out: CoalesceTree,
{
    type Out = <<<L as CoalesceTree>::Out as InverseOf>::Out as CoalesceTree>::Out;
    #[inline(always)]
    fn left_inverse_tree(self) -> Self::Out {
        self.coalesce_tree().inverse_of().coalesce_tree()
    }
}

/// The left inverse of the layout `L`.
pub type LeftInverse<L> = LayoutOf<<<L as AnyLayout>::L as LeftInverseTree>::Out>;

/// The layout `I` with `layout(I(layout(i))) = layout(i)`; `I(layout(i)) = i` when the layout is injective.
///
/// | | |
/// |---|---|
/// | precondition | strides are static; sorted by stride (broadcast modes aside), each is a multiple of the one before and at least its extent. Anything else is a compile error |
/// | rule | `L(I(L(i))) = L(i)` for `0 <= i < size(L)` |
/// | difference from CuTe | CuTe tests the multiples only and returns a wrong inverse when modes overlap |
///
/// ```
/// use azulejo_layout::{layout, left_inverse};
/// // L: 0 4 8 12 32 36 …     I: 0 0 0 0 1 1 1 1 2 …     I(L(i)) = i
/// let l = layout!((_4, _2):(_4, _32));
/// let inverse = left_inverse(l);
/// assert_eq!(inverse.to_string(), "(_4,_8,_2):(_0,_1,_4)");
/// assert!((0..8).all(|i| inverse.at(l.at(i)) == i));
/// ```
#[inline(always)]
pub fn left_inverse<L: LeftInvertible<Out = R>, R>(layout: L) -> R {
    layout.left_inverse_of()
}

/// A layout that has a left inverse: a plain one, or one behind a swizzle.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no left inverse in types",
    note = "integer strides are needed, static and each a multiple of the one before, and no mode runs backwards; a swizzled layout must be made of powers of two, and its offsets cover the bits that the swizzle reads and flips"
)]
pub trait LeftInvertible: Copy {
    /// The inverse.
    type Out;
    /// Computes it.
    fn left_inverse_of(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> LeftInvertible for L
where
    L: AnyLayout,
    <L as AnyLayout>::L: LeftInverseTree,
    <<L as AnyLayout>::L as LeftInverseTree>::Out: Native,
{
    type Out = LeftInverse<L>;
    #[inline(always)]
    fn left_inverse_of(self) -> Self::Out {
        layout_of(build(|| self.modes().left_inverse_tree()))
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
{
    /// See [`left_inverse`].
    #[inline(always)]
    pub fn left_inverse(self) -> LeftInverse<Self>
    where
        <Self as AnyLayout>::L: LeftInverseTree,
        <<Self as AnyLayout>::L as LeftInverseTree>::Out: Native,
    {
        left_inverse(self)
    }
}
