//! `idx2crd`, `crd2crd`: from an index to a coordinate, from one shape's coordinate to another's.

use crate::int::{C, IDiv, IMod, Int};
use crate::layout::{CompactLeft, CrdIdx};
use crate::tree::{Cons, Lf, Nil, Plain, Size, Tree, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The coordinate of the index `X` in the tree of sizes `Self`.
#[diagnostic::on_unimplemented(
    message = "this index has no coordinate in the shape",
    note = "`idx2crd` takes a shape of integers and an integer index"
)]
pub trait IdxCrd<X> {
    /// The coordinate.
    type Out: Copy;
    fn crd(self, x: X) -> Self::Out;
}
impl<S, X: Copy> IdxCrd<X> for Lf<S> {
    type Out = Lf<X>;
    #[inline(always)]
    fn crd(self, x: X) -> Lf<X> {
        Lf(x)
    }
}
empty!([X] IdxCrd<X>::crd(X));
impl<H, T, X> IdxCrd<X> for Cons<H, T>
where
    T: CrdTail<H, X>,
{
    type Out = <T as CrdTail<H, X>>::Out;
    #[inline(always)]
    fn crd(self, x: X) -> Self::Out {
        self.1.crd_tail(self.0, x)
    }
}
/// The coordinate in the sizes `H` in front of the tail `Self`; the last digit is not reduced.
pub trait CrdTail<H, X> {
    /// The list of digits.
    type Out: Copy;
    fn crd_tail(self, head: H, x: X) -> Self::Out;
}
impl<H: IdxCrd<X>, X> CrdTail<H, X> for Nil {
    type Out = Cons<H::Out, Nil>;
    #[inline(always)]
    fn crd_tail(self, head: H, x: X) -> Self::Out {
        Cons(head.crd(x), Nil)
    }
}
type Digit<X, H> = <X as IMod<<H as Size>::Out>>::Out;
type Left<X, H> = <X as IDiv<<H as Size>::Out>>::Out;
impl<H, X, I, T> CrdTail<H, X> for Cons<I, T>
where
    X: IMod<<H as Size>::Out> + IDiv<<H as Size>::Out> + Copy,
    H: Size + Copy + IdxCrd<Digit<X, H>>,
    Cons<I, T>: IdxCrd<Left<X, H>>,
{
    type Out = Cons<<H as IdxCrd<Digit<X, H>>>::Out, <Cons<I, T> as IdxCrd<Left<X, H>>>::Out>;
    #[inline(always)]
    fn crd_tail(self, head: H, x: X) -> Self::Out {
        let s = head.size();
        Cons(head.crd(x.rem(s)), self.crd(x.div(s)))
    }
}

/// An index that has a coordinate in the shape `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no coordinate in the shape `{S}`",
    note = "the index is an integer leaf, the shape a tree of integers"
)]
pub trait Index<S>: Copy {
    /// The coordinate, congruent to the shape.
    type Out;
    /// Computes it.
    fn coordinate(self, shape: S) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<S, X> Index<S> for X
where
    S: Tree,
    X: Copy,
    <S as Tree>::L: IdxCrd<X>,
    <<S as Tree>::L as IdxCrd<X>>::Out: Plain,
{
    type Out = <<<S as Tree>::L as IdxCrd<X>>::Out as Plain>::T;
    #[inline(always)]
    fn coordinate(self, shape: S) -> Self::Out {
        shape.tree().crd(self).plain()
    }
}

/// The natural coordinate of an index: digits by size, first mode fastest, the last digit of a level not reduced.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | `crd2idx(S, idx2crd(S, i)) = i` for every `i >= 0` |
/// | difference from CuTe | the shape is the first argument |
///
/// ```
/// use azulejo_layout::{idx2crd, shape};
/// // i:            0     1     2     3     4     5
/// // coordinate: (0,0) (1,0) (0,1) (1,1) (0,2) (1,2)
/// assert_eq!(idx2crd(shape!(_2, _3), 3), (1, 1));
/// assert_eq!(idx2crd(shape!((_2, _2), (_2, _4)), 31), ((1, 1), (1, 3)));
/// ```
#[inline(always)]
pub fn idx2crd<S, X: Index<S, Out = R>, R>(shape: S, index: X) -> R {
    index.coordinate(shape)
}

/// The coordinate in the sizes `Dst` of the coordinate `X` in the sizes `Self`.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not carry over from one shape to the other",
    note = "tuples carry over mode by mode and need equal ranks; an integer on either side goes through the index"
)]
pub trait CrdCrd<Dst, X> {
    /// The coordinate.
    type Out: Copy;
    fn crd2crd_tree(self, dst: Dst, x: X) -> Self::Out;
    /// The first pair of sizes that differ, node by node as the coordinate carries over.
    fn apart(self, dst: Dst) -> Option<(i64, i64)>;
}
/// Two sizes, if they differ.
fn differ(a: impl Int, b: impl Int) -> Option<(i64, i64)> {
    let (a, b) = (a.value(), b.value());
    (a != b).then_some((a, b))
}
/// The index of a coordinate in a tree of sizes.
type IndexIn<S, X> = <<S as CompactLeft<One>>::Out as CrdIdx<X>>::Out;
macro_rules! through_index {
    ($($src:ty, $dst:ty, $x:ty, [$($g:ident)*];)*) => {$(
        impl<$($g),*> CrdCrd<$dst, $x> for $src
        where
            $src: CompactLeft<One>,
            <$src as CompactLeft<One>>::Out: CrdIdx<$x>,
            $dst: IdxCrd<IndexIn<$src, $x>> + Size + Copy,
            $src: Size + Copy,
            <$src as Size>::Out: Int,
            <$dst as Size>::Out: Int,
        {
            type Out = <$dst as IdxCrd<IndexIn<$src, $x>>>::Out;
            #[inline(always)]
            fn crd2crd_tree(self, dst: $dst, x: $x) -> Self::Out {
                dst.crd(self.left(C::NEW).0.idx(x))
            }
            #[inline(always)]
            fn apart(self, dst: $dst) -> Option<(i64, i64)> {
                differ(self.size(), dst.size())
            }
        }
    )*};
}
through_index! {
    Lf<S>, Lf<R>, Lf<X>, [S R X];
    Lf<S>, Cons<I, J>, Lf<X>, [S I J X];
    Cons<H, T>, Lf<R>, Lf<X>, [H T R X];
    Cons<H, T>, Cons<I, J>, Lf<X>, [H T I J X];
    Cons<H, T>, Lf<R>, Cons<X, Y>, [H T R X Y];
}
impl CrdCrd<Nil, Nil> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn crd2crd_tree(self, _: Nil, _: Nil) -> Nil {
        Nil
    }
    #[inline(always)]
    fn apart(self, _: Nil) -> Option<(i64, i64)> {
        None
    }
}
impl<H, T, I, J, X, Y> CrdCrd<Cons<I, J>, Cons<X, Y>> for Cons<H, T>
where
    H: CrdCrd<I, X>,
    T: CrdCrd<J, Y>,
{
    type Out = Cons<<H as CrdCrd<I, X>>::Out, <T as CrdCrd<J, Y>>::Out>;
    #[inline(always)]
    fn crd2crd_tree(self, dst: Cons<I, J>, x: Cons<X, Y>) -> Self::Out {
        Cons(
            self.0.crd2crd_tree(dst.0, x.0),
            self.1.crd2crd_tree(dst.1, x.1),
        )
    }
    #[inline(always)]
    fn apart(self, dst: Cons<I, J>) -> Option<(i64, i64)> {
        self.0.apart(dst.0).or(self.1.apart(dst.1))
    }
}

/// The coordinate of `dst` that has the same index as `coord` has in `src`; tuples on all three sides go mode by mode.
///
/// | | |
/// |---|---|
/// | precondition | `size(src) = size(dst)`, and mode by mode where all three are tuples |
/// | rule | `crd2idx(dst, crd2crd(src, dst, c)) = crd2idx(src, c)` |
/// | difference from CuTe | the coordinate is the last argument; sizes that differ are rejected, where CuTe gives some coordinate |
///
/// # Panics
/// On the host, when sizes differ. Device code trusts the values.
///
/// ```
/// use azulejo_layout::{crd2crd, shape};
/// assert_eq!(crd2crd(shape!(_6, _8), shape!(_48), (5, 7)), 47);
/// assert_eq!(crd2crd(shape!(_48), shape!(_6, _8), 47), (5, 7));
/// ```
#[inline(always)]
pub fn crd2crd<S, D, X>(
    src: S,
    dst: D,
    coord: X,
) -> <<<S as Tree>::L as CrdCrd<<D as Tree>::L, <X as Tree>::L>>::Out as Plain>::T
where
    S: Tree,
    D: Tree,
    X: Tree,
    <S as Tree>::L: CrdCrd<<D as Tree>::L, <X as Tree>::L>,
    <<S as Tree>::L as CrdCrd<<D as Tree>::L, <X as Tree>::L>>::Out: Plain,
{
    let (from, to) = (src.tree(), dst.tree());
    if cfg!(not(target_arch = "nvptx64"))
        && let Some((a, b)) = from.apart(to)
    {
        panic!(
            "crd2crd: {a} elements cannot be counted as {b}: the shapes need equal sizes, mode by mode where both are tuples"
        );
    }
    from.crd2crd_tree(to, coord.tree()).plain()
}
