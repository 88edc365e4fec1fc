//! `flatten`: all modes at one level.

use crate::layout::{Domain, Layout};
use crate::tree::{Cons, Flatten, M, Native, Nil, empty};

/// The leaf modes of a tree as one list; a single mode stays as it is.
pub trait FlattenTree {
    /// The modes of the result.
    type Out: Copy;
    fn flatten_tree(self) -> Self::Out;
}
impl<S: Copy, D: Copy> FlattenTree for M<S, D> {
    type Out = Self;
    #[inline(always)]
    fn flatten_tree(self) -> Self {
        self
    }
}
empty!(FlattenTree::flatten_tree());
impl<H, T> FlattenTree for Cons<H, T>
where
    Cons<H, T>: Flatten<Nil>,
{
    type Out = <Cons<H, T> as Flatten<Nil>>::Out;
    #[inline(always)]
    fn flatten_tree(self) -> Self::Out {
        self.flatten(Nil)
    }
}

/// The layout `L` flattened.
pub type Flattened<L> = <L as Domain>::With<<<L as Domain>::L as FlattenTree>::Out>;

/// The same modes at one level, in order; a single mode stays as it is.
///
/// | | |
/// |---|---|
/// | precondition | at most twelve leaf modes |
/// | error | none; a result of more than twelve modes does not compile |
/// | rule | `flatten(L)(i) = L(i)` for every `i`; `depth <= 1` |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{flatten, layout};
/// // i:      0 1 2 3 4 5 6 7
/// // offset: 0 1 4 5 2 3 6 7   before and after
/// let l = layout!((_2, (_2, _2)):(_1, (_4, _2)));
/// assert_eq!(flatten(l).to_string(), "(_2,_2,_2):(_1,_4,_2)");
/// assert_eq!((0..8).map(|i| flatten(l).at(i)).collect::<Vec<_>>(), [0, 1, 4, 5, 2, 3, 6, 7]);
/// ```
#[inline(always)]
pub fn flatten<L: Domain>(layout: L) -> Flattened<L>
where
    <L as Domain>::L: FlattenTree,
    <<L as Domain>::L as FlattenTree>::Out: Native,
{
    layout.with(layout.domain().flatten_tree())
}

impl<S, D> Layout<S, D>
where
    Self: Domain,
{
    /// See [`flatten`].
    #[inline(always)]
    pub fn flatten(self) -> Flattened<Self>
    where
        <Self as Domain>::L: FlattenTree,
        <<Self as Domain>::L as FlattenTree>::Out: Native,
    {
        flatten(self)
    }
}
