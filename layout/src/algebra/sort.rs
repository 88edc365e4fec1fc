//! Sorting modes by stride, shared by complement, inverses and ordered layouts.

use crate::int::{ILess, No, Yes};
use crate::tree::{Cons, M, Nil, empty};

/// Modes sorted by stride, ascending.
pub trait SortModes {
    /// The sorted list.
    type Out: Copy;
    fn sort(self) -> Self::Out;
}
empty!(SortModes::sort());
impl<S, D, T> SortModes for Cons<M<S, D>, T>
where
    T: SortModes,
    <T as SortModes>::Out: Insert<S, D>,
{
    type Out = <<T as SortModes>::Out as Insert<S, D>>::Out;
    #[inline(always)]
    fn sort(self) -> Self::Out {
        self.1.sort().insert(self.0)
    }
}
/// A mode inserted into a sorted list, before the modes that are not smaller.
pub trait Insert<S, D> {
    /// The longer list.
    type Out: Copy;
    fn insert(self, m: M<S, D>) -> Self::Out;
}
impl<S: Copy, D: Copy> Insert<S, D> for Nil {
    type Out = Cons<M<S, D>, Nil>;
    #[inline(always)]
    fn insert(self, m: M<S, D>) -> Self::Out {
        Cons(m, Nil)
    }
}
impl<S, D, S2, D2, T> Insert<S, D> for Cons<M<S2, D2>, T>
where
    D2: ILess<D>,
    <D2 as ILess<D>>::Out: Place<S, D, S2, D2, T>,
{
    type Out = <<D2 as ILess<D>>::Out as Place<S, D, S2, D2, T>>::Out;
    #[inline(always)]
    fn insert(self, m: M<S, D>) -> Self::Out {
        <<D2 as ILess<D>>::Out as Place<S, D, S2, D2, T>>::place(m, self)
    }
}
/// `Self = Yes` when the list's head comes first.
pub trait Place<S, D, S2, D2, T> {
    /// The longer list.
    type Out: Copy;
    fn place(m: M<S, D>, list: Cons<M<S2, D2>, T>) -> Self::Out;
}
impl<S, D, S2: Copy, D2: Copy, T: Insert<S, D>> Place<S, D, S2, D2, T> for Yes {
    type Out = Cons<M<S2, D2>, T::Out>;
    #[inline(always)]
    fn place(m: M<S, D>, list: Cons<M<S2, D2>, T>) -> Self::Out {
        Cons(list.0, list.1.insert(m))
    }
}
impl<S: Copy, D: Copy, S2: Copy, D2: Copy, T: Copy> Place<S, D, S2, D2, T> for No {
    type Out = Cons<M<S, D>, Cons<M<S2, D2>, T>>;
    #[inline(always)]
    fn place(m: M<S, D>, list: Cons<M<S2, D2>, T>) -> Self::Out {
        Cons(m, list)
    }
}
