//! `right_inverse`: from an offset back to an index, as far as offsets are contiguous.

use super::coalesce::CoalesceList;
use super::sort::SortModes;
use crate::check::rules::build;
use crate::int::{C, IMul, Leaf, No, StaticEq, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Flatten, M, Native, Nil, Unwrap, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// Modes `s:d` paired with the product `P` of the sizes before them, `M<M<s, P>, d>`; dynamic strides left out.
pub trait Indexed<P> {
    /// The list.
    type Out: Copy;
    fn indexed(self, p: P) -> Self::Out;
}
empty!([P] Indexed<P>::indexed(P));
impl<S, D, T, P> Indexed<P> for Cons<M<S, D>, T>
where
    P: IMul<S> + Copy,
    S: Copy,
    D: Leaf,
    T: Indexed<<P as IMul<S>>::Out>,
    <D as Leaf>::IsStatic: KeepIf<M<M<S, P>, D>, <T as Indexed<<P as IMul<S>>::Out>>::Out>,
{
    type Out = <<D as Leaf>::IsStatic as KeepIf<
        M<M<S, P>, D>,
        <T as Indexed<<P as IMul<S>>::Out>>::Out,
    >>::Out;
    #[inline(always)]
    fn indexed(self, p: P) -> Self::Out {
        let Cons(M(s, d), t) = self;
        <<D as Leaf>::IsStatic as KeepIf<_, _>>::keep_if(M(M(s, p), d), t.indexed(p.mul(s)))
    }
}
/// A node in front of a list, when `Self = Yes`.
pub trait KeepIf<H, T> {
    /// The list.
    type Out: Copy;
    fn keep_if(h: H, t: T) -> Self::Out;
}
impl<H: Copy, T: Copy> KeepIf<H, T> for Yes {
    type Out = Cons<H, T>;
    #[inline(always)]
    fn keep_if(h: H, t: T) -> Self::Out {
        Cons(h, t)
    }
}
impl<H, T: Copy> KeepIf<H, T> for No {
    type Out = T;
    #[inline(always)]
    fn keep_if(_: H, t: T) -> T {
        t
    }
}

/// Collects the modes whose stride is exactly the running extent `E`.
pub trait Contiguous<E> {
    /// The modes of the inverse.
    type Out: Copy;
    fn contiguous(self, e: E) -> Self::Out;
}
empty!([E] Contiguous<E>::contiguous(E));
impl<S, P, D, T, E> Contiguous<E> for Cons<M<M<S, P>, D>, T>
where
    D: StaticEq<E>,
    <D as StaticEq<E>>::Out: TakeMode<S, P, E, T>,
{
    type Out = <<D as StaticEq<E>>::Out as TakeMode<S, P, E, T>>::Out;
    #[inline(always)]
    fn contiguous(self, e: E) -> Self::Out {
        let Cons(M(M(s, p), _), t) = self;
        <<D as StaticEq<E>>::Out as TakeMode<S, P, E, T>>::take_mode(s, p, e, t)
    }
}
/// Takes the mode and goes on past its extent, or (`Self = No`) goes on without it.
pub trait TakeMode<S, P, E, T> {
    /// The modes of the inverse.
    type Out: Copy;
    fn take_mode(s: S, p: P, e: E, t: T) -> Self::Out;
}
impl<S, P, E, T> TakeMode<S, P, E, T> for Yes
where
    S: Copy,
    P: Copy,
    E: IMul<S>,
    T: Contiguous<<E as IMul<S>>::Out>,
{
    type Out = Cons<M<S, P>, <T as Contiguous<<E as IMul<S>>::Out>>::Out>;
    #[inline(always)]
    fn take_mode(s: S, p: P, e: E, t: T) -> Self::Out {
        Cons(M(s, p), t.contiguous(e.mul(s)))
    }
}
impl<S, P, E, T> TakeMode<S, P, E, T> for No
where
    T: Contiguous<E>,
{
    type Out = <T as Contiguous<E>>::Out;
    #[inline(always)]
    fn take_mode(_: S, _: P, e: E, t: T) -> Self::Out {
        t.contiguous(e)
    }
}

/// The right inverse of a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this layout has no right inverse in types",
    note = "`right_inverse` needs integer strides"
)]
pub trait RightInverseTree {
    /// The modes of the inverse.
    type Out: Copy;
    /// Computes it.
    fn right_inverse_tree(self) -> Self::Out;
}
type Moving<L> = <<L as Flatten<Nil>>::Out as CoalesceList>::Out;
type Keyed<L> = <Moving<L> as Indexed<One>>::Out;
type Sorted<L> = <Keyed<L> as SortModes>::Out;
type Inverse<L> = <<Sorted<L> as Contiguous<One>>::Out as CoalesceList>::Out;
#[diagnostic::do_not_recommend]
impl<L> RightInverseTree for L
where
    L: Flatten<Nil>,
    <L as Flatten<Nil>>::Out: CoalesceList,
    Moving<L>: Indexed<One>,
    Keyed<L>: SortModes,
    Sorted<L>: Contiguous<One>,
    <Sorted<L> as Contiguous<One>>::Out: CoalesceList,
    Inverse<L>: Unwrap,
{
    type Out = <Inverse<L> as Unwrap>::Out;
    #[inline(always)]
    fn right_inverse_tree(self) -> Self::Out {
        self.flatten(Nil)
            .coalesce_list()
            .indexed(C::NEW)
            .sort()
            .contiguous(C::NEW)
            .coalesce_list()
            .unwrap()
    }
}

/// The right inverse of the layout `L`.
pub type RightInverse<L> = LayoutOf<<<L as AnyLayout>::L as RightInverseTree>::Out>;

/// The layout `R` with `layout(R(i)) = i`, as far as the offsets `0, 1, 2, …` are hit by static strides.
///
/// | | |
/// |---|---|
/// | precondition | none: in the worst case the result is `_1:_0` |
/// | rule | `L(R(i)) = i` for `0 <= i < size(R)`; `size(R)` is the longest such run when the sorted modes do not overlap |
/// | difference from CuTe | none |
///
/// Modes are walked in the order of their strides; a dynamic stride ends the run, and a negative one is not in it.
///
/// ```
/// use azulejo_layout::{composition, layout, right_inverse};
/// // L: 0 8 16 24 1 9 …      R: 0 4 8 … 28 1 5 …      L(R(i)) = i
/// let l = layout!((_4, _8):(_8, _1));
/// let r = right_inverse(l);
/// assert_eq!(r.to_string(), "(_8,_4):(_4,_1)");
/// assert!((0..32).all(|i| l.at(r.at(i)) == i));
/// ```
#[inline(always)]
pub fn right_inverse<L: RightInvertible<Out = R>, R>(layout: L) -> R {
    layout.right_inverse_of()
}

/// A layout that has a right inverse: a plain one, or one behind a swizzle.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no right inverse in types",
    note = "integer strides are needed; a swizzled layout must be made of powers of two, and its offsets cover the bits that the swizzle reads and flips"
)]
pub trait RightInvertible: Copy {
    /// The inverse.
    type Out;
    /// Computes it.
    fn right_inverse_of(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> RightInvertible for L
where
    L: AnyLayout,
    <L as AnyLayout>::L: RightInverseTree,
    <<L as AnyLayout>::L as RightInverseTree>::Out: Native,
{
    type Out = RightInverse<L>;
    #[inline(always)]
    fn right_inverse_of(self) -> Self::Out {
        layout_of(build(|| self.modes().right_inverse_tree()))
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
{
    /// See [`right_inverse`].
    #[inline(always)]
    pub fn right_inverse(self) -> RightInverse<Self>
    where
        <Self as AnyLayout>::L: RightInverseTree,
        <<Self as AnyLayout>::L as RightInverseTree>::Out: Native,
    {
        right_inverse(self)
    }
}
