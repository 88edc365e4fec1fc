//! `complement`: the layout of what a layout skips.
//!
//! Length: the steps of one recursion over types, which are read together.

use super::coalesce::CoalesceList;
use super::sort::SortModes;
use crate::check::rules::build;
use crate::int::{
    Bool, C, CeilDiv, Dyn, IDiv, IMul, Int, Leaf, NatCeilDiv, NatMul, No, Yes, for_dynamic,
};
use crate::layout::{AnyLayout, CompactLeft, Cosize, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Flatten, Lf, M, Native, Nil, Size, Tree, Unwrap, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The modes of a flat list that move: those of size 1 and of the static stride 0 are left out.
///
/// Modes that run on are left apart. Sorted, no other mode can stand between them, and the gap between two such is 1, which the
/// coalescing at the end drops.
pub trait MovingModes {
    /// The list.
    type Out: Copy;
    fn moving_modes(self) -> Self::Out;
}
empty!(MovingModes::moving_modes());
impl<S, D> MovingModes for M<S, D>
where
    S: Int,
    D: Int,
{
    type Out = Single<S, D>;
    #[inline(always)]
    fn moving_modes(self) -> Self::Out {
        <Rests<S, D> as Bool>::pick(Nil, Cons(self, Nil))
    }
}
/// Whether a mode does not move.
type Rests<S, D> = <<S as Int>::IsOne as Bool>::Or<<D as Int>::IsZero>;
/// A single mode, or nothing where it does not move.
type Single<S, D> = <Rests<S, D> as Bool>::Pick<Nil, Cons<M<S, D>, Nil>>;
impl<S, D, T> MovingModes for Cons<M<S, D>, T>
where
    S: Int,
    D: Int,
    T: MovingModes,
{
    type Out = <Rests<S, D> as Bool>::Pick<
        <T as MovingModes>::Out,
        Cons<M<S, D>, <T as MovingModes>::Out>,
    >;
    #[inline(always)]
    fn moving_modes(self) -> Self::Out {
        let rest = self.1.moving_modes();
        <Rests<S, D> as Bool>::pick(rest, Cons(self.0, rest))
    }
}

/// The quotient of a stride by the extent of the modes below it, which must not be zero.
#[diagnostic::on_unimplemented(
    message = "the modes of this layout overlap, so it has no complement",
    label = "a stride is smaller than the extent (size times stride) of the mode below it",
    note = "sorted by stride, each stride must be at least the extent of the mode before: `(_2,_2):(_1,_2)`, not `(_2,_2):(_2,_3)`"
)]
pub trait Gap: Copy {
    /// The quotient, which must be positive.
    ///
    /// # Panics
    /// On the host, when a dynamic stride is not. Device code trusts the values, which the host has checked.
    #[inline(always)]
    #[must_use]
    fn gap(self) -> Self {
        self
    }
}
impl<U: Copy, B: Copy> Gap for C<UInt<U, B>> {}
macro_rules! gap {
    ($t:ident) => {
        impl Gap for $t {
            #[inline(always)]
            fn gap(self) -> Self {
                assert!(
                    cfg!(target_arch = "nvptx64") || self.value() > 0,
                    "a mode of the dynamic stride {} has no complement: it does not move forwards; drop it, or write the stride 0 as `_0`",
                    self
                );
                self
            }
        }
    };
}
for_dynamic!(gap);
impl<K: Copy, T: Copy> Gap for crate::int::Dyn<K, T> {}

/// Walks sorted modes from the running extent `P`, then covers the cotarget `Co`.
pub trait Cover<P, Co> {
    /// The modes of the complement, not yet coalesced.
    type Out: Copy;
    fn cover(self, p: P, co: Co) -> Self::Out;
}
impl<S, D, T, P, Co> Cover<P, Co> for Cons<M<S, D>, T>
where
    D: IDiv<P> + Copy,
    S: IMul<D>,
    <D as IDiv<P>>::Out: Gap,
    P: Copy,
    T: Cover<<S as IMul<D>>::Out, Co>,
{
    type Out = Cons<M<<D as IDiv<P>>::Out, P>, <T as Cover<<S as IMul<D>>::Out, Co>>::Out>;
    #[inline(always)]
    fn cover(self, p: P, co: Co) -> Self::Out {
        let Cons(M(s, d), t) = self;
        Cons(M(d.div(p).gap(), p), t.cover(s.mul(d), co))
    }
}
impl<P, Co: CoverRest<P>> Cover<P, Co> for Nil {
    type Out = Co::Out;
    #[inline(always)]
    fn cover(self, p: P, co: Co) -> Co::Out {
        co.cover_rest(p)
    }
}

/// What is left of the cotarget `Self` past the extent `P`, as modes.
pub trait CoverRest<P> {
    /// The list of modes.
    type Out: Copy;
    fn cover_rest(self, p: P) -> Self::Out;
}
/// What is left of a cotarget that is one number.
type Left<X, P> = <X as CeilDiv<P>>::Out;
impl<X, P> CoverRest<P> for Lf<X>
where
    X: CeilDiv<P>,
    <X as CeilDiv<P>>::Out: Int,
    P: Copy,
{
    type Out = Cons<M<Left<X, P>, <<Left<X, P> as Int>::IsOne as Bool>::Pick<C<UTerm>, P>>, Nil>;
    #[inline(always)]
    fn cover_rest(self, p: P) -> Self::Out {
        let stride = <<Left<X, P> as Int>::IsOne as Bool>::pick(C::NEW, p);
        Cons(M(self.0.ceil_div(p), stride), Nil)
    }
}
empty!([P] CoverRest<P>::cover_rest(P));
// Static sizes are divided and multiplied in one walk; others are divided first and multiplied where they are alike.
impl<U, X, T> CoverRest<C<U>> for Cons<Lf<C<X>>, T>
where
    Cons<Lf<C<X>>, T>: CoverStatic<U, UInt<UTerm, B1>, C<U>>,
{
    type Out = <Cons<Lf<C<X>>, T> as CoverStatic<U, UInt<UTerm, B1>, C<U>>>::Out;
    #[inline(always)]
    fn cover_rest(self, p: C<U>) -> Self::Out {
        self.cover_static(p)
    }
}
macro_rules! cover_mixed {
    ([$($g:tt)*] $l:ty, $p:ty) => {
        impl<$($g)*> CoverRest<$p> for $l
        where
            $l: CoverMixed<$p, $p>,
            $p: Copy,
        {
            type Out = <$l as CoverMixed<$p, $p>>::Out;
            #[inline(always)]
            fn cover_rest(self, p: $p) -> Self::Out {
                <$l as CoverMixed<$p, $p>>::cover_mixed(self, p, p)
            }
        }
    };
}
macro_rules! cover_dynamic {
    ($t:ident) => {
        cover_mixed!([X, T] Cons<Lf<C<X>>, T>, $t);
        cover_mixed!([P, T] Cons<Lf<$t>, T>, P);
        cover_static_end!([] Lf<$t>);
    };
}
cover_mixed!([X, T, K, I] Cons<Lf<C<X>>, T>, Dyn<K, I>);
cover_mixed!([P, T, K, I] Cons<Lf<Dyn<K, I>>, T>, P);
cover_mixed!([P, H, I, T] Cons<Cons<H, I>, T>, P);
cover_mixed!([P, T] Cons<Nil, T>, P);

/// The sizes `Self` divided by `P`, runs of static and of dynamic quotients multiplied together, as modes from the stride `D` on.
pub trait CoverMixed<P, D> {
    /// The list of modes.
    type Out: Copy;
    fn cover_mixed(self, p: P, d: D) -> Self::Out;
}
/// The quotients, multiplied together where they are alike.
type Quotients<L, P> = <<L as CeilDivBy<P>>::Out as MergeSizes>::Out;
#[diagnostic::do_not_recommend]
impl<L, P, D> CoverMixed<P, D> for L
where
    L: CeilDivBy<P>,
    <L as CeilDivBy<P>>::Out: MergeSizes,
    Quotients<L, P>: CompactLeft<D>,
{
    type Out = <Quotients<L, P> as CompactLeft<D>>::Out;
    #[inline(always)]
    fn cover_mixed(self, p: P, d: D) -> Self::Out {
        self.ceil_div_by(p).merge_sizes().left(d).0
    }
}

/// The static sizes at the head of the list `Self` divided by `U`, their quotients multiplied with `R`: one mode of the stride
/// `D`; then what other sizes give.
pub trait CoverStatic<U, R, D> {
    /// The list of modes.
    type Out: Copy;
    fn cover_static(self, d: D) -> Self::Out;
}
impl<U, R, D: Copy> CoverStatic<U, R, D> for Nil {
    type Out = Cons<M<C<R>, D>, Nil>;
    #[inline(always)]
    fn cover_static(self, d: D) -> Self::Out {
        Cons(M(C::NEW, d), Nil)
    }
}
// Nothing is left to divide by.
impl<X, T, R, D> CoverStatic<UInt<UTerm, B1>, R, D> for Cons<Lf<C<X>>, T>
where
    X: NatMul<R>,
    T: CoverStatic<UInt<UTerm, B1>, <X as NatMul<R>>::Out, D>,
{
    type Out = <T as CoverStatic<UInt<UTerm, B1>, <X as NatMul<R>>::Out, D>>::Out;
    #[inline(always)]
    fn cover_static(self, d: D) -> Self::Out {
        self.1.cover_static(d)
    }
}
/// The product with one more quotient.
type Grown<X, U, R> = <<X as NatCeilDiv<U>>::Out as NatMul<R>>::Out;
/// What is left of a divisor.
type Shrunk<X, U> = <U as NatCeilDiv<X>>::Out;
impl<X, T, V, A, B, R, D> CoverStatic<UInt<UInt<V, A>, B>, R, D> for Cons<Lf<C<X>>, T>
where
    X: NatCeilDiv<UInt<UInt<V, A>, B>>,
    <X as NatCeilDiv<UInt<UInt<V, A>, B>>>::Out: NatMul<R>,
    UInt<UInt<V, A>, B>: NatCeilDiv<X>,
    T: CoverStatic<Shrunk<X, UInt<UInt<V, A>, B>>, Grown<X, UInt<UInt<V, A>, B>, R>, D>,
{
    type Out = <T as CoverStatic<
        Shrunk<X, UInt<UInt<V, A>, B>>,
        Grown<X, UInt<UInt<V, A>, B>, R>,
        D,
    >>::Out;
    #[inline(always)]
    fn cover_static(self, d: D) -> Self::Out {
        self.1.cover_static(d)
    }
}
macro_rules! cover_static_end {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)* T, U, R, D> CoverStatic<U, R, D> for Cons<$t, T>
        where
            C<R>: IMul<D>,
            D: Copy,
            Cons<$t, T>: CoverMixed<C<U>, <C<R> as IMul<D>>::Out>,
        {
            type Out = Cons<
                M<C<R>, D>,
                <Cons<$t, T> as CoverMixed<C<U>, <C<R> as IMul<D>>::Out>>::Out,
            >;
            #[inline(always)]
            fn cover_static(self, d: D) -> Self::Out {
                let run: C<R> = C::NEW;
                let next = <C<R> as IMul<D>>::mul(run, d);
                let rest = <Self as CoverMixed<C<U>, <C<R> as IMul<D>>::Out>>::cover_mixed(
                    self,
                    C::NEW,
                    next,
                );
                Cons(M(run, d), rest)
            }
        }
    };
}
// What is nested is divided by itself; coalescing merges it with what is before it.
cover_static_end!([K, I,] Lf<Dyn<K, I>>);
cover_static_end!([H, I,] Cons<H, I>);
cover_static_end!([] Nil);
for_dynamic!(cover_dynamic);

/// A tree of sizes divided by `P`, rounding up, the divisor folded through the modes from the left.
pub trait CeilDivBy<P> {
    /// The quotients.
    type Out: Copy;
    fn ceil_div_by(self, p: P) -> Self::Out;
}
impl<X: CeilDiv<P>, P> CeilDivBy<P> for Lf<X> {
    type Out = Lf<X::Out>;
    #[inline(always)]
    fn ceil_div_by(self, p: P) -> Self::Out {
        Lf(self.0.ceil_div(p))
    }
}
empty!([P] CeilDivBy<P>::ceil_div_by(P));
impl<P, H, T> CeilDivBy<P> for Cons<H, T>
where
    H: CeilDivBy<P> + Size + Copy,
    P: CeilDiv<<H as Size>::Out> + Copy,
    T: CeilDivBy<<P as CeilDiv<<H as Size>::Out>>::Out>,
{
    type Out = Cons<
        <H as CeilDivBy<P>>::Out,
        <T as CeilDivBy<<P as CeilDiv<<H as Size>::Out>>::Out>>::Out,
    >;
    #[inline(always)]
    fn ceil_div_by(self, p: P) -> Self::Out {
        let rest = p.ceil_div(self.0.size());
        Cons(self.0.ceil_div_by(p), self.1.ceil_div_by(rest))
    }
}

/// The sizes of a tree, runs of static ones multiplied together and runs of dynamic ones likewise.
pub trait MergeSizes {
    /// The list of sizes.
    type Out: Copy;
    fn merge_sizes(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<T> MergeSizes for T
where
    T: Flatten<Nil>,
    <T as Flatten<Nil>>::Out: MergeFlat,
{
    type Out = <<T as Flatten<Nil>>::Out as MergeFlat>::Out;
    #[inline(always)]
    fn merge_sizes(self) -> Self::Out {
        self.flatten(Nil).merge_flat()
    }
}
/// [`MergeSizes`] of a flat list.
pub trait MergeFlat {
    /// The list of sizes.
    type Out: Copy;
    fn merge_flat(self) -> Self::Out;
}
empty!(MergeFlat::merge_flat());
impl<X, T> MergeFlat for Cons<Lf<X>, T>
where
    T: MergeTail<X>,
{
    type Out = <T as MergeTail<X>>::Out;
    #[inline(always)]
    fn merge_flat(self) -> Self::Out {
        self.1.merge_tail(self.0.0)
    }
}
/// [`MergeFlat`] of a size in front of the tail `Self`.
pub trait MergeTail<X> {
    /// The list of sizes.
    type Out: Copy;
    fn merge_tail(self, x: X) -> Self::Out;
}
impl<X: Copy> MergeTail<X> for Nil {
    type Out = Cons<Lf<X>, Nil>;
    #[inline(always)]
    fn merge_tail(self, x: X) -> Self::Out {
        Cons(Lf(x), Nil)
    }
}
/// Whether both are static, or both dynamic.
type Alike<X, Y> = <<<X as Leaf>::IsStatic as Bool>::And<<Y as Leaf>::IsStatic> as Bool>::Or<
    <<<X as Leaf>::IsStatic as Bool>::Not as Bool>::And<<<Y as Leaf>::IsStatic as Bool>::Not>,
>;
impl<X, Y, T> MergeTail<X> for Cons<Lf<Y>, T>
where
    X: Leaf,
    Y: Leaf,
    Alike<X, Y>: MergeTwo<X, Y, T>,
{
    type Out = <Alike<X, Y> as MergeTwo<X, Y, T>>::Out;
    #[inline(always)]
    fn merge_tail(self, x: X) -> Self::Out {
        <Alike<X, Y> as MergeTwo<X, Y, T>>::merge_two(x, self.0.0, self.1)
    }
}
/// Multiplies two sizes, or keeps the first, as `Self` says, and goes on.
pub trait MergeTwo<X, Y, T> {
    /// The list of sizes.
    type Out: Copy;
    fn merge_two(x: X, y: Y, t: T) -> Self::Out;
}
impl<X, Y, T> MergeTwo<X, Y, T> for Yes
where
    X: IMul<Y>,
    Cons<Lf<<X as IMul<Y>>::Out>, T>: MergeFlat,
{
    type Out = <Cons<Lf<<X as IMul<Y>>::Out>, T> as MergeFlat>::Out;
    #[inline(always)]
    fn merge_two(x: X, y: Y, t: T) -> Self::Out {
        Cons(Lf(x.mul(y)), t).merge_flat()
    }
}
impl<X, Y, T> MergeTwo<X, Y, T> for No
where
    X: Copy,
    Cons<Lf<Y>, T>: MergeFlat,
{
    type Out = Cons<Lf<X>, <Cons<Lf<Y>, T> as MergeFlat>::Out>;
    #[inline(always)]
    fn merge_two(x: X, y: Y, t: T) -> Self::Out {
        Cons(Lf(x), Cons(Lf(y), t).merge_flat())
    }
}

/// The complement of the modes `Self` in the cotarget `Co`, a tree of sizes.
#[diagnostic::on_unimplemented(
    message = "this layout has no complement in types",
    note = "`complement` needs static strides once there is more than one mode that moves, sorted modes that do not overlap, and non-negative strides"
)]
pub trait ComplementTree<Co> {
    /// The modes of the complement.
    type Out: Copy;
    fn complement_tree(self, co: Co) -> Self::Out;
}
/// The modes of the complement, not yet coalesced.
type Covers<L, Co> = <L as Cover<One, Co>>::Out;
/// The modes of the complement, coalesced.
type Covered<L, Co> = <Covers<L, Co> as CoalesceList>::Out;
/// The sorted modes that move.
type Sorted<L> = <<<L as Flatten<Nil>>::Out as MovingModes>::Out as SortModes>::Out;
#[diagnostic::do_not_recommend]
impl<H, T, Co> ComplementTree<Co> for Cons<H, T>
where
    Cons<H, T>: Flatten<Nil>,
    <Cons<H, T> as Flatten<Nil>>::Out: MovingModes,
    <<Cons<H, T> as Flatten<Nil>>::Out as MovingModes>::Out: SortModes,
    Sorted<Cons<H, T>>: Cover<One, Co>,
    Covers<Sorted<Cons<H, T>>, Co>: CoalesceList,
    Covered<Sorted<Cons<H, T>>, Co>: Unwrap,
{
    type Out = <Covered<Sorted<Cons<H, T>>, Co> as Unwrap>::Out;
    #[inline(always)]
    fn complement_tree(self, co: Co) -> Self::Out {
        let sorted = self.flatten(Nil).moving_modes().sort();
        sorted.cover(C::NEW, co).coalesce_list().unwrap()
    }
}
#[diagnostic::do_not_recommend]
impl<S, D, Co> ComplementTree<Co> for M<S, D>
where
    S: Int,
    D: Int,
    Single<S, D>: Cover<One, Co>,
    Covers<Single<S, D>, Co>: CoalesceList,
    Covered<Single<S, D>, Co>: Unwrap,
{
    type Out = <Covered<Single<S, D>, Co> as Unwrap>::Out;
    #[inline(always)]
    fn complement_tree(self, co: Co) -> Self::Out {
        self.moving_modes()
            .cover(C::NEW, co)
            .coalesce_list()
            .unwrap()
    }
}
#[diagnostic::do_not_recommend]
impl<Co> ComplementTree<Co> for Nil
where
    Nil: Cover<One, Co>,
    Covers<Nil, Co>: CoalesceList,
    Covered<Nil, Co>: Unwrap,
{
    type Out = <Covered<Nil, Co> as Unwrap>::Out;
    #[inline(always)]
    fn complement_tree(self, co: Co) -> Self::Out {
        Nil.cover(C::NEW, co).coalesce_list().unwrap()
    }
}

/// A cotarget for the complement of the layout `A`: an integer or a shape.
#[diagnostic::on_unimplemented(
    message = "`{A}` has no complement in `{Self}`",
    note = "the cotarget is an integer or a shape; the layout needs static strides that do not overlap once it has more than one mode"
)]
pub trait Cotarget<A>: Copy {
    /// The complement.
    type Out;
    /// Computes it.
    fn complement_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, X> Cotarget<A> for X
where
    A: AnyLayout,
    X: Tree,
    <A as AnyLayout>::L: ComplementTree<<X as Tree>::L>,
    <<A as AnyLayout>::L as ComplementTree<<X as Tree>::L>>::Out: Native,
{
    type Out = LayoutOf<<<A as AnyLayout>::L as ComplementTree<<X as Tree>::L>>::Out>;
    #[inline(always)]
    fn complement_of(self, a: A) -> Self::Out {
        layout_of(build(|| a.modes().complement_tree(self.tree())))
    }
}

/// The layout of what `layout` skips in `0..cotarget`: sorted, disjoint from it but for 0.
///
/// The modes that move are sorted by stride; each gap between the extent of one and the stride of the next is a mode of
/// the complement, and the last mode covers the cotarget, rounded up. A tuple cotarget keeps its modes apart where they
/// cannot be merged statically.
///
/// | | |
/// |---|---|
/// | precondition | static, non-negative strides once more than one mode moves; sorted, each stride is at least the extent (size times stride) of the mode before. Otherwise a compile error; a panic where a dynamic stride is not positive |
/// | rule | `A*` is strictly increasing and shares only 0 with `A`; when each stride is a multiple of the extent before and the last extent divides the cotarget, `(A, A*)` is a bijection onto `0..cotarget` |
/// | difference from CuTe | the error speaks of overlap, which is what is tested; CuTe's says "Non-injective" also of injective layouts |
///
/// ```
/// use azulejo_layout::{complement, ints::*, layout};
/// // A: 0 2 4 6      A*: 0 1 8 9 16 17      A + A*: 0 … 23, each once
/// let (a, rest) = (layout!(_4:_2), complement(layout!(_4:_2), _24));
/// assert_eq!(rest.to_string(), "(_2,_3):(_1,_8)");
/// let mut all: Vec<usize> = (0..24usize).map(|i| a.at(i % 4) + rest.at(i / 4)).collect();
/// all.sort();
/// assert!(all.into_iter().eq(0..24));
/// ```
#[inline(always)]
pub fn complement<A, X: Cotarget<A, Out = R>, R>(layout: A, cotarget: X) -> R {
    cotarget.complement_of(layout)
}

/// The complement in the layout's own cosize: the holes of the layout. See [`complement`].
///
/// | | |
/// |---|---|
/// | precondition | that of [`complement`] |
/// | error | that of [`complement`] |
/// | rule | `complement(L, cosize(L))`: what fills the holes of the layout and no more |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{complement_default, layout};
/// assert_eq!(complement_default(layout!((_2, _2):(_1, _6))).to_string(), "_3:_2");
/// ```
#[inline(always)]
pub fn complement_default<A>(layout: A) -> <<A::L as Cosize>::Out as Cotarget<A>>::Out
where
    A: AnyLayout,
    A::L: Cosize,
    <A::L as Cosize>::Out: Cotarget<A>,
{
    layout.modes().cosize().complement_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`complement`].
    #[inline(always)]
    pub fn complement<X: Cotarget<Self, Out = R>, R>(self, cotarget: X) -> R {
        cotarget.complement_of(self)
    }
}
