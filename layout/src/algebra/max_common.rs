//! `max_common_layout`, `max_common_vector`: what two layouts hold in the same order.

use super::coalesce::CoalesceTree;
use super::complement::MovingModes;
use super::right_inverse::RightInverseTree;
use super::tiled_divide::Spread;
use crate::check::rules::build;
use crate::int::{Bool, C, IDiv, ILess, IMod, IMul, Int, Leaf, No, StaticEq, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil, Size, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The place in the domain of the last mode of a coalesced list, `P` being that of the first.
pub trait LastPlace<P> {
    /// The place.
    type Out: Copy;
}
impl<P: Copy> LastPlace<P> for Nil {
    type Out = P;
}
impl<S, D, T: LastAfter<S, P>, P> LastPlace<P> for Cons<M<S, D>, T> {
    type Out = T::Out;
}
/// [`LastPlace`] of a list after a mode of size `S` at the place `P`.
pub trait LastAfter<S, P> {
    /// The place.
    type Out: Copy;
}
impl<S, P: Copy> LastAfter<S, P> for Nil {
    type Out = P;
}
impl<S, P, I, T> LastAfter<S, P> for Cons<I, T>
where
    P: IMul<S>,
    Cons<I, T>: LastPlace<<P as IMul<S>>::Out>,
{
    type Out = <Cons<I, T> as LastPlace<<P as IMul<S>>::Out>>::Out;
}

/// The beginning that the inverse `Self` shares with the inverse `R`, both lists of modes `size:place`. `Last` is the
/// place of the last mode of the layout inverted by `Self`.
pub trait SharedRun<R, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_run(self, r: R) -> Self::Out;
}
empty!([R, Last] SharedRun<R, Last>::shared_run(R));
impl<S, P, T, R, Last> SharedRun<R, Last> for Cons<M<S, P>, T>
where
    R: SharedWith<S, P, T, Last>,
{
    type Out = <R as SharedWith<S, P, T, Last>>::Out;
    #[inline(always)]
    fn shared_run(self, r: R) -> Self::Out {
        r.shared_with(self)
    }
}
/// [`SharedRun`] seen from the other inverse.
pub trait SharedWith<S, P, T, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_with(self, l: Cons<M<S, P>, T>) -> Self::Out;
}
impl<S, P, T, Last> SharedWith<S, P, T, Last> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn shared_with(self, _: Cons<M<S, P>, T>) -> Nil {
        Nil
    }
}
impl<S, P, T, Last, S2, P2, T2> SharedWith<S, P, T, Last> for Cons<M<S2, P2>, T2>
where
    S2: Leaf,
    P: StaticEq<P2>,
    <P as StaticEq<P2>>::Out: SharedPlace<M<S, P>, T, S2, T2, Last>,
{
    type Out = <<P as StaticEq<P2>>::Out as SharedPlace<M<S, P>, T, S2, T2, Last>>::Out;
    #[inline(always)]
    fn shared_with(self, l: Cons<M<S, P>, T>) -> Self::Out {
        <<P as StaticEq<P2>>::Out as SharedPlace<M<S, P>, T, S2, T2, Last>>::shared_place(
            l.0, l.1, self.0.0, self.1,
        )
    }
}
/// Both modes have the same place (`Self = Yes`), or the shared run ends.
pub trait SharedPlace<L, T, S2, T2, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_place(l: L, t: T, s2: S2, t2: T2) -> Self::Out;
}
impl<L, T, S2, T2, Last> SharedPlace<L, T, S2, T2, Last> for No {
    type Out = Nil;
    #[inline(always)]
    fn shared_place(_: L, _: T, _: S2, _: T2) -> Nil {
        Nil
    }
}
impl<L, T, S2: Leaf, T2, Last> SharedPlace<L, T, S2, T2, Last> for Yes
where
    <S2 as Leaf>::IsStatic: SharedSize<L, T, S2, T2, Last>,
{
    type Out = <<S2 as Leaf>::IsStatic as SharedSize<L, T, S2, T2, Last>>::Out;
    #[inline(always)]
    fn shared_place(l: L, t: T, s2: S2, t2: T2) -> Self::Out {
        <<S2 as Leaf>::IsStatic as SharedSize<L, T, S2, T2, Last>>::shared_size(l, t, s2, t2)
    }
}
/// The size of the second mode is static (`Self = Yes`), or the shared run ends.
pub trait SharedSize<L, T, S2, T2, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_size(l: L, t: T, s2: S2, t2: T2) -> Self::Out;
}
impl<L, T, S2, T2, Last> SharedSize<L, T, S2, T2, Last> for No {
    type Out = Nil;
    #[inline(always)]
    fn shared_size(_: L, _: T, _: S2, _: T2) -> Nil {
        Nil
    }
}
impl<S, P, T, S2, T2, Last> SharedSize<M<S, P>, T, S2, T2, Last> for Yes
where
    S: Leaf,
    <S as Leaf>::IsStatic: SharedModes<S, P, T, S2, T2, Last>,
{
    type Out = <<S as Leaf>::IsStatic as SharedModes<S, P, T, S2, T2, Last>>::Out;
    #[inline(always)]
    fn shared_size(l: M<S, P>, t: T, s2: S2, t2: T2) -> Self::Out {
        <<S as Leaf>::IsStatic as SharedModes<S, P, T, S2, T2, Last>>::shared_modes(
            l.0, l.1, t, s2, t2,
        )
    }
}
/// The size of the first mode is static (`Self = Yes`), or counts as that of the second if it is the layout's last.
pub trait SharedModes<S, P, T, S2, T2, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_modes(s: S, p: P, t: T, s2: S2, t2: T2) -> Self::Out;
}
impl<S, P, T, S2, T2, Last> SharedModes<S, P, T, S2, T2, Last> for No
where
    S: Leaf,
    S2: Leaf,
    P: StaticEq<Last>,
    <P as StaticEq<Last>>::Out: OpenMode<S2, P>,
{
    type Out = <<P as StaticEq<Last>>::Out as OpenMode<S2, P>>::Out;
    #[inline(always)]
    fn shared_modes(s: S, p: P, _: T, s2: S2, _: T2) -> Self::Out {
        if <<P as StaticEq<Last>>::Out as Bool>::VALUE && cfg!(not(target_arch = "nvptx64")) {
            let (n, m) = (s.scalar(), s2.scalar());
            assert!(
                n >= m,
                "max_common_layout: the extent {n} of the first layout meets {m} of the second; give both layouts one size"
            );
        }
        <<P as StaticEq<Last>>::Out as OpenMode<S2, P>>::open_mode(s2, p)
    }
}
/// The mode `S:P` alone (`Self = Yes`), or nothing.
pub trait OpenMode<S, P> {
    /// The list.
    type Out: Copy;
    fn open_mode(s: S, p: P) -> Self::Out;
}
impl<S: Copy, P: Copy> OpenMode<S, P> for Yes {
    type Out = Cons<M<S, P>, Nil>;
    #[inline(always)]
    fn open_mode(s: S, p: P) -> Self::Out {
        Cons(M(s, p), Nil)
    }
}
impl<S, P> OpenMode<S, P> for No {
    type Out = Nil;
    #[inline(always)]
    fn open_mode(_: S, _: P) -> Nil {
        Nil
    }
}
/// Whether one static size is equal to another, and whether it is smaller.
pub struct Sizes<Same, Smaller>(Same, Smaller);
type SizesOf<S, S2> = Sizes<<S as StaticEq<S2>>::Out, <S as ILess<S2>>::Out>;
impl<S, P, T, S2, T2, Last> SharedModes<S, P, T, S2, T2, Last> for Yes
where
    S: StaticEq<S2> + ILess<S2>,
    SizesOf<S, S2>: SharedSizes<S, P, T, S2, T2, Last>,
{
    type Out = <SizesOf<S, S2> as SharedSizes<S, P, T, S2, T2, Last>>::Out;
    #[inline(always)]
    fn shared_modes(s: S, p: P, t: T, s2: S2, t2: T2) -> Self::Out {
        <SizesOf<S, S2> as SharedSizes<S, P, T, S2, T2, Last>>::shared_sizes(s, p, t, s2, t2)
    }
}
/// Takes the smaller size, and goes on with what is left of the larger one where it divides.
pub trait SharedSizes<S, P, T, S2, T2, Last> {
    /// The modes shared.
    type Out: Copy;
    fn shared_sizes(s: S, p: P, t: T, s2: S2, t2: T2) -> Self::Out;
}
impl<S, P, T, S2, T2, Last> SharedSizes<S, P, T, S2, T2, Last> for Sizes<Yes, No>
where
    S: Copy,
    P: Copy,
    T: SharedRun<T2, Last>,
{
    type Out = Cons<M<S, P>, <T as SharedRun<T2, Last>>::Out>;
    #[inline(always)]
    fn shared_sizes(s: S, p: P, t: T, _: S2, t2: T2) -> Self::Out {
        Cons(M(s, p), t.shared_run(t2))
    }
}
/// What is left of the size `S2` at the place `P` past its first `S` elements.
type Beyond<S, P, S2, T2> = Cons<M<<S2 as IDiv<S>>::Out, <P as IMul<S>>::Out>, T2>;
/// Whether `S` divides `S2`.
type Divides<S, S2> = <<S2 as IMod<S>>::Out as Int>::IsZero;
impl<S, P, T, S2, T2, Last> SharedSizes<S, P, T, S2, T2, Last> for Sizes<No, Yes>
where
    S: Copy,
    P: IMul<S> + Copy,
    S2: IMod<S> + IDiv<S> + Copy,
    <S2 as IMod<S>>::Out: Int,
    Divides<S, S2>: GoOn<T, Beyond<S, P, S2, T2>, Last>,
{
    type Out = Cons<M<S, P>, <Divides<S, S2> as GoOn<T, Beyond<S, P, S2, T2>, Last>>::Out>;
    #[inline(always)]
    fn shared_sizes(s: S, p: P, t: T, s2: S2, t2: T2) -> Self::Out {
        let beyond = Cons(M(s2.div(s), p.mul(s)), t2);
        Cons(
            M(s, p),
            <Divides<S, S2> as GoOn<T, Beyond<S, P, S2, T2>, Last>>::go_on(t, beyond),
        )
    }
}
impl<S, P, T, S2, T2, Last> SharedSizes<S, P, T, S2, T2, Last> for Sizes<No, No>
where
    S2: Copy,
    P: IMul<S2> + Copy,
    S: IMod<S2> + IDiv<S2> + Copy,
    <S as IMod<S2>>::Out: Int,
    Divides<S2, S>: GoOn<Beyond<S2, P, S, T>, T2, Last>,
{
    type Out = Cons<M<S2, P>, <Divides<S2, S> as GoOn<Beyond<S2, P, S, T>, T2, Last>>::Out>;
    #[inline(always)]
    fn shared_sizes(s: S, p: P, t: T, s2: S2, t2: T2) -> Self::Out {
        let beyond = Cons(M(s.div(s2), p.mul(s2)), t);
        Cons(
            M(s2, p),
            <Divides<S2, S> as GoOn<Beyond<S2, P, S, T>, T2, Last>>::go_on(beyond, t2),
        )
    }
}
/// Goes on with two lists (`Self = Yes`), or ends.
pub trait GoOn<T, T2, Last> {
    /// The modes shared.
    type Out: Copy;
    fn go_on(t: T, t2: T2) -> Self::Out;
}
impl<T: SharedRun<T2, Last>, T2, Last> GoOn<T, T2, Last> for Yes {
    type Out = T::Out;
    #[inline(always)]
    fn go_on(t: T, t2: T2) -> Self::Out {
        t.shared_run(t2)
    }
}
impl<T, T2, Last> GoOn<T, T2, Last> for No {
    type Out = Nil;
    #[inline(always)]
    fn go_on(_: T, _: T2) -> Nil {
        Nil
    }
}

/// What two trees of modes hold in the same order.
#[diagnostic::on_unimplemented(
    message = "these layouts have no common layout in types",
    note = "`max_common_layout` needs integer strides"
)]
pub trait CommonTree<B> {
    /// The modes of the common layout.
    type Out: Copy;
    fn common_tree(self, b: B) -> Self::Out;
}
type Inverse<L> = <<L as RightInverseTree>::Out as MovingModes>::Out;
type Flat<L> = <<L as CoalesceTree>::Out as Spread>::Out;
type Last<L> = <Flat<L> as LastPlace<One>>::Out;
type Shared<A, B> = <Inverse<A> as SharedRun<Inverse<B>, Last<A>>>::Out;
#[diagnostic::do_not_recommend]
impl<A, B> CommonTree<B> for A
where
    A: RightInverseTree + CoalesceTree,
    B: RightInverseTree,
    <A as RightInverseTree>::Out: MovingModes,
    <B as RightInverseTree>::Out: MovingModes,
    <A as CoalesceTree>::Out: Spread,
    Flat<A>: LastPlace<One>,
    Inverse<A>: SharedRun<Inverse<B>, Last<A>>,
    Shared<A, B>: CoalesceTree,
{
    type Out = <Shared<A, B> as CoalesceTree>::Out;
    #[inline(always)]
    fn common_tree(self, b: B) -> Self::Out {
        self.right_inverse_tree()
            .moving_modes()
            .shared_run(b.right_inverse_tree().moving_modes())
            .coalesce_tree()
    }
}

/// A layout that has something in common with the layout `A`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no common layout with `{A}`",
    note = "both are layouts of integer strides; a swizzle may stand in front"
)]
pub trait CommonWith<A>: Copy {
    /// The common layout.
    type Out: Copy;
    /// Its size.
    type Vector: Copy;
    /// The common layout.
    fn common_layout(self, a: A) -> Self::Out;
    /// Its size.
    fn common_vector(self, a: A) -> Self::Vector;
}
#[diagnostic::do_not_recommend]
impl<S, D, A> CommonWith<A> for Layout<S, D>
where
    Self: AnyLayout,
    A: AnyLayout,
    <A as AnyLayout>::L: CommonTree<<Self as AnyLayout>::L>,
    <<A as AnyLayout>::L as CommonTree<<Self as AnyLayout>::L>>::Out: Native + Size,
{
    type Out = LayoutOf<<<A as AnyLayout>::L as CommonTree<<Self as AnyLayout>::L>>::Out>;
    type Vector = <<<A as AnyLayout>::L as CommonTree<<Self as AnyLayout>::L>>::Out as Size>::Out;
    #[inline(always)]
    fn common_layout(self, a: A) -> Self::Out {
        layout_of(build(|| a.modes().common_tree(self.modes())))
    }
    #[inline(always)]
    fn common_vector(self, a: A) -> Self::Vector {
        a.modes().common_tree(self.modes()).size()
    }
}

/// The longest layout `R` along which `a` and `b` both count 0, 1, 2, …: what can be copied as one vector.
///
/// | | |
/// |---|---|
/// | precondition | equal sizes. Where a dynamic extent of `a` stands against a static one of `b`, that equality decides; it panics on the host where the extent is smaller |
/// | rule | `a(R(i)) = b(R(i)) = i` for `0 <= i < size(R)` |
/// | difference from CuTe | no pair is rejected: where CuTe's composition has no answer, the run ends before; it never leaves the smaller layout |
///
/// The size of `R` is static; it is `_1` where dynamic strides hide the run.
///
/// ```text
/// a = (_4,_4):(_1,_8)   0 1 2 3, 8 …    b = _16:_1   0 1 2 3, 4 …     R = _4:_1
/// ```
/// ```
/// use azulejo_layout::{layout, max_common_layout, max_common_vector};
/// let (a, b) = (layout!((_4, _4):(_1, _8)), layout!((_4, _4):(_1, _4)));
/// assert_eq!(max_common_layout(a, b).to_string(), "_4:_1");
/// assert_eq!(max_common_vector(a, b).to_string(), "_4");
/// let (a, b) = (layout!((_6, _2):(_2, _1)), layout!((_6, _2):(_2, _1)));
/// assert_eq!(max_common_layout(a, b).to_string(), "(_2,_6):(_6,_1)");
/// let ld = 9usize;
/// assert_eq!(max_common_vector(layout!((_8, _2):(_1, ld)), layout!((_8, _2):(_1, _8))).to_string(), "_8");
/// ```
#[inline(always)]
pub fn max_common_layout<A, B: CommonWith<A, Out = R>, R>(a: A, b: B) -> R {
    b.common_layout(a)
}

/// The size of [`max_common_layout`]: how many elements of `a` and `b` are neighbours in both, in the same order.
///
/// | | |
/// |---|---|
/// | precondition | that of [`max_common_layout`] |
/// | error | that of [`max_common_layout`] |
/// | rule | `size(max_common_layout(a, b))`: so many elements lie side by side in both, from offset 0 on |
/// | difference from CuTe | never longer than the smaller layout |
///
/// ```
/// use azulejo_layout::{layout, max_common_vector};
/// // tables 0 1 2 3 4 5 … and 0 1 2 3 16 17 …
/// let v = max_common_vector(layout!((_4, _8):(_1, _4)), layout!((_4, _8):(_1, _16)));
/// assert_eq!(v.to_string(), "_4");
/// ```
#[inline(always)]
pub fn max_common_vector<A, B: CommonWith<A, Vector = R>, R>(a: A, b: B) -> R {
    b.common_vector(a)
}
