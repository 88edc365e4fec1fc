//! `nullspace`: the coordinates that a layout does not tell apart.

use crate::int::{Bool, C, IMul, Int, No, Yes};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Flatten, M, Native, Nil, Unwrap, empty};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The modes of static stride 0 of a flat list, each with its place `P` in the domain for a stride.
pub trait NullModes<P> {
    /// The modes.
    type Out: Copy;
    fn null_modes(self, p: P) -> Self::Out;
}
empty!([P] NullModes<P>::null_modes(P));
impl<S, D, T, P> NullModes<P> for Cons<M<S, D>, T>
where
    S: Int,
    D: Int,
    P: IMul<S> + Copy,
    T: NullModes<<P as IMul<S>>::Out>,
    <D as Int>::IsZero: NullMode<S, P, <T as NullModes<<P as IMul<S>>::Out>>::Out>,
{
    type Out =
        <<D as Int>::IsZero as NullMode<S, P, <T as NullModes<<P as IMul<S>>::Out>>::Out>>::Out;
    #[inline(always)]
    fn null_modes(self, p: P) -> Self::Out {
        let s = self.0.0;
        <<D as Int>::IsZero as NullMode<S, P, <T as NullModes<<P as IMul<S>>::Out>>::Out>>::null_mode(
            s,
            p,
            self.1.null_modes(p.mul(s)),
        )
    }
}
/// A mode in front of the others, when `Self = Yes`.
pub trait NullMode<S, P, T> {
    /// The modes.
    type Out: Copy;
    fn null_mode(s: S, p: P, rest: T) -> Self::Out;
}
impl<S: Int, P: Copy, T: Copy> NullMode<S, P, T> for Yes {
    type Out = Cons<M<S, <S::IsOne as Bool>::Pick<C<UTerm>, P>>, T>;
    #[inline(always)]
    fn null_mode(s: S, p: P, rest: T) -> Self::Out {
        Cons(M(s, <S::IsOne as Bool>::pick(C::NEW, p)), rest)
    }
}
impl<S, P, T: Copy> NullMode<S, P, T> for No {
    type Out = T;
    #[inline(always)]
    fn null_mode(_: S, _: P, rest: T) -> T {
        rest
    }
}

/// The null space of a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this layout has no null space in types",
    note = "`nullspace` needs integer strides"
)]
pub trait NullTree {
    /// The modes.
    type Out: Copy;
    /// Computes them.
    fn null_tree(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> NullTree for L
where
    L: Flatten<Nil>,
    <L as Flatten<Nil>>::Out: NullModes<One>,
    <<L as Flatten<Nil>>::Out as NullModes<One>>::Out: Unwrap,
{
    type Out = <<<L as Flatten<Nil>>::Out as NullModes<One>>::Out as Unwrap>::Out;
    #[inline(always)]
    fn null_tree(self) -> Self::Out {
        self.flatten(Nil).null_modes(C::NEW).unwrap()
    }
}

/// The null space of the layout `L`.
pub type Nullspace<L> = LayoutOf<<<L as AnyLayout>::L as NullTree>::Out>;

/// The layout of the indices along which `layout` stands still: its modes of static stride 0, placed in the domain.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | `L(N(i)) = 0` for every `i`; `size(N) size(filter_zeros(L)) = size(L)` |
/// | difference from CuTe | none; a dynamic zero stride is not seen, nor strides that cancel |
///
/// ```
/// use azulejo_layout::{layout, nullspace};
/// // L: 0 0 0 1 1 1   N: 0 1 2
/// let l = layout!((_3, _2):(_0, _1));
/// let n = nullspace(l);
/// assert_eq!(n.to_string(), "_3:_1");
/// assert!((0..3).all(|i| l.at(n.at(i)) == 0));
/// assert_eq!(nullspace(layout!((_2, _5):(_1, _0))).to_string(), "_5:_2");
/// ```
#[inline(always)]
pub fn nullspace<L: AnyLayout>(layout: L) -> Nullspace<L>
where
    L::L: NullTree,
    <L::L as NullTree>::Out: Native,
{
    layout_of(layout.modes().null_tree())
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
{
    /// See [`nullspace`].
    #[inline(always)]
    pub fn nullspace(self) -> Nullspace<Self>
    where
        <Self as AnyLayout>::L: NullTree,
        <<Self as AnyLayout>::L as NullTree>::Out: Native,
    {
        nullspace(self)
    }
}
