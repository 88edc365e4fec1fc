//! Where a basis element points: the way from a coordinate's root to one of its leaves.

use crate::int::{Bool, No, Yes};
use crate::tree::{Cons, Lf, M};
use core::fmt;

/// The end of a way.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Here;

/// Into the mode at hand, then on by `P`.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct First<P>(P);

/// Past the mode at hand, then on by `P`.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Next<P>(P);

/// A way into a coordinate: `@0` is `First<Here>`, `@1` is `Next<First<Here>>`, `@0@1` (sub-mode 0 of mode 1) is
/// `Next<First<First<Here>>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a way into a coordinate",
    note = "write basis elements with `basis!`: `basis!(_1 @ 0)`, `basis!(_1 @ 0 @ 1)`"
)]
pub trait Path: Copy + Default + 'static {
    /// The way as a number, read from the lowest bit: 0 goes into the mode at hand, 1 past it; 1 alone is the end.
    const CODE: u64;
    /// Writes `@i` for each level, the outermost last; `passed` modes were skipped on this level.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show(f: &mut fmt::Formatter<'_>, passed: usize) -> fmt::Result;
}
impl Path for Here {
    const CODE: u64 = 1;
    fn show(_: &mut fmt::Formatter<'_>, _: usize) -> fmt::Result {
        Ok(())
    }
}
impl<P: Path> Path for First<P> {
    const CODE: u64 = P::CODE << 1;
    fn show(f: &mut fmt::Formatter<'_>, passed: usize) -> fmt::Result {
        P::show(f, 0)?;
        write!(f, "@{passed}")
    }
}
impl<P: Path> Path for Next<P> {
    const CODE: u64 = (P::CODE << 1) | 1;
    fn show(f: &mut fmt::Formatter<'_>, passed: usize) -> fmt::Result {
        P::show(f, passed + 1)
    }
}

/// Whether two ways are the same.
pub trait PathEq<Q> {
    /// The answer.
    type Out: Bool;
}
macro_rules! path_eq {
    ($([$($g:tt)*] $p:ty, $q:ty => $o:ty;)*) => {$(
        impl<$($g)*> PathEq<$q> for $p {
            type Out = $o;
        }
    )*};
}
path_eq! {
    [] Here, Here => Yes;
    [Q] Here, First<Q> => No;
    [Q] Here, Next<Q> => No;
    [P] First<P>, Here => No;
    [P: PathEq<Q>, Q] First<P>, First<Q> => <P as PathEq<Q>>::Out;
    [P, Q] First<P>, Next<Q> => No;
    [P] Next<P>, Here => No;
    [P, Q] Next<P>, First<Q> => No;
    [P: PathEq<Q>, Q] Next<P>, Next<Q> => <P as PathEq<Q>>::Out;
}

/// A way read backwards, then on by `Q`.
pub trait ReversePath<Q> {
    /// The way.
    type Out: Path;
}
impl<Q: Path> ReversePath<Q> for Here {
    type Out = Q;
}
impl<P: ReversePath<First<Q>>, Q> ReversePath<Q> for First<P> {
    type Out = P::Out;
}
impl<P: ReversePath<Next<Q>>, Q> ReversePath<Q> for Next<P> {
    type Out = P::Out;
}

/// The node of the tree `L` to which a way leads. A single node is its own mode 0.
#[diagnostic::on_unimplemented(
    message = "a basis stride points outside of the layout: `{Self}` has no place in `{L}`",
    note = "`n@i` needs a mode `i`; `n@j@i` needs a mode `i` with a sub-mode `j`"
)]
pub trait Pick<L> {
    /// The node.
    type Out: Copy;
    /// Finds it.
    fn pick(tree: L) -> Self::Out;
}
impl<L: Copy> Pick<L> for Here {
    type Out = L;
    #[inline(always)]
    fn pick(tree: L) -> L {
        tree
    }
}
impl<P: Pick<H>, H, T> Pick<Cons<H, T>> for First<P> {
    type Out = P::Out;
    #[inline(always)]
    fn pick(tree: Cons<H, T>) -> P::Out {
        P::pick(tree.0)
    }
}
impl<P: Pick<T>, H, T> Pick<Cons<H, T>> for Next<P> {
    type Out = P::Out;
    #[inline(always)]
    fn pick(tree: Cons<H, T>) -> P::Out {
        P::pick(tree.1)
    }
}
impl<P: Pick<M<S, D>>, S, D> Pick<M<S, D>> for First<P> {
    type Out = P::Out;
    #[inline(always)]
    fn pick(tree: M<S, D>) -> P::Out {
        P::pick(tree)
    }
}
impl<P: Pick<Lf<X>>, X> Pick<Lf<X>> for First<P> {
    type Out = P::Out;
    #[inline(always)]
    fn pick(tree: Lf<X>) -> P::Out {
        P::pick(tree)
    }
}
