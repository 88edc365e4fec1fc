//! `make_identity_layout`, `make_basis_like`: coordinates as the offsets of a layout.

use crate::basis::{E, First, Here, Next, Pick, ReversePath};
use crate::int::C;
use crate::layout::{LayoutOf, layout_of};
use crate::tree::{Cons, Lf, M, Native, Plain, Tree, empty, entrywise};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// The stride of a leaf reached by the way `Self`, read backwards: `_1` at the root, a basis element elsewhere.
pub trait BasisStride {
    /// The stride.
    type Out: Copy + Default;
}
impl BasisStride for Here {
    type Out = One;
}
impl<P> BasisStride for First<P>
where
    First<P>: ReversePath<Here>,
{
    type Out = E<One, <First<P> as ReversePath<Here>>::Out>;
}

/// A shape node as modes with unit basis strides, reached by the way `P` read backwards.
pub trait BasisOf<P> {
    /// The modes.
    type Out: Copy;
    /// Computes them.
    fn basis_of(self) -> Self::Out;
}
impl<X: Copy, P: BasisStride> BasisOf<P> for Lf<X> {
    type Out = M<X, P::Out>;
    #[inline(always)]
    fn basis_of(self) -> Self::Out {
        M(self.0, P::Out::default())
    }
}
empty!([P] BasisOf<P>::basis_of());
impl<H, T, P> BasisOf<P> for Cons<H, T>
where
    H: BasisOf<First<P>>,
    T: BasisOf<Next<P>>,
{
    type Out = Cons<<H as BasisOf<First<P>>>::Out, <T as BasisOf<Next<P>>>::Out>;
    #[inline(always)]
    fn basis_of(self) -> Self::Out {
        Cons(
            <H as BasisOf<First<P>>>::basis_of(self.0),
            <T as BasisOf<Next<P>>>::basis_of(self.1),
        )
    }
}

/// A shape that has an identity layout.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no identity layout",
    note = "the shape is an integer or a tuple of shapes: `make_identity_layout(shape!(m, (_2, n)))`"
)]
pub trait IdentityShape: Tree {
    /// The modes of the identity layout.
    type Modes: Native;
    /// Computes them.
    fn identity_modes(self) -> Self::Modes;
}
#[diagnostic::do_not_recommend]
impl<S> IdentityShape for S
where
    S: Tree,
    <S as Tree>::L: BasisOf<Here>,
    <<S as Tree>::L as BasisOf<Here>>::Out: Native,
{
    type Modes = <<S as Tree>::L as BasisOf<Here>>::Out;
    #[inline(always)]
    fn identity_modes(self) -> Self::Modes {
        <<S as Tree>::L as BasisOf<Here>>::basis_of(self.tree())
    }
}

/// The layout that sends each coordinate of `shape` to itself.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | `make_identity_layout(S)(c) = c` for every natural coordinate `c` of `S`; an integer coordinate goes to the natural coordinate it counts |
/// | difference from CuTe | none |
///
/// ```text
/// (_2,_3):(_1@0,_1@1)      n=0    1      2
///                    m=0  (0,0)  (0,1)  (0,2)
///                    m=1  (1,0)  (1,1)  (1,2)
/// ```
///
/// Cut or partition it as the data is cut, and its offsets say which element of the whole each entry is: compare with
/// the shape to predicate.
///
/// ```
/// use azulejo_layout::{make_identity_layout, shape, tile, zipped_divide_ceil};
/// let (m, n) = (5, 7);
/// let id = make_identity_layout(shape!(m, (_2, n)));
/// assert_eq!(id.to_string(), "(5,(_2,7)):(_1@0,(_1@0@1,_1@1@1))");
/// assert_eq!(id.at((3, (1, 6))), (3, (1, 6)));
/// assert_eq!(make_identity_layout(shape!(_2, _3)).at(5), (1, 2));
///
/// // Tiles of 2 x 4 hang over 5 x 7: the last place of the last tile would be (5, 7).
/// let tiles = zipped_divide_ceil(make_identity_layout(shape!(m, n)), tile!(_2, _4)).layout;
/// assert_eq!(tiles.to_string(), "((_2,_4),(3,2)):((_1@0,_1@1),(_2@0,_4@1))");
/// assert_eq!(tiles.at(((1, 3), (2, 1))), (5, 7));
/// ```
#[inline(always)]
pub fn make_identity_layout<S: IdentityShape>(shape: S) -> LayoutOf<S::Modes> {
    layout_of(shape.identity_modes())
}

/// The stride of [`make_identity_layout`]: a unit basis element for each leaf of `shape`.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | what is no tree of integers does not compile |
/// | rule | the strides of [`make_identity_layout`] |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{Notation, make_basis_like, shape};
/// let n = 7;
/// assert_eq!(Notation(make_basis_like(shape!(_4, (_2, n)))).to_string(), "(_1@0,(_1@0@1,_1@1@1))");
/// ```
#[inline(always)]
pub fn make_basis_like<S: IdentityShape>(shape: S) -> <S::Modes as Native>::D {
    shape.identity_modes().stride()
}

/// A tree of zeros.
pub trait OriginOf {
    /// The tree.
    type Out: Copy;
    /// Builds it.
    fn origin_of(self) -> Self::Out;
}
impl<X> OriginOf for Lf<X> {
    type Out = Lf<Zero>;
    #[inline(always)]
    fn origin_of(self) -> Self::Out {
        Lf(C::NEW)
    }
}
entrywise!(OriginOf::origin_of);

/// A tree of the profile of `shape` with the static 0 at each leaf: where an identity tensor starts.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | error | what is no tree of integers does not compile |
/// | rule | the coordinate of index 0 |
/// | difference from CuTe | CuTe writes `repeat_like(shape, 0)` |
///
/// ```
/// use azulejo_layout::{Notation, origin_like, shape};
/// let n = 7;
/// assert_eq!(Notation(origin_like(shape!(_4, (_2, n)))).to_string(), "(_0,(_0,_0))");
/// ```
#[inline(always)]
pub fn origin_like<S>(shape: S) -> <<S::L as OriginOf>::Out as Plain>::T
where
    S: Tree,
    S::L: OriginOf,
    <S::L as OriginOf>::Out: Plain,
{
    shape.tree().origin_of().plain()
}

/// The entry of `tree` to which a basis element points; a scalar is its own entry 0.
///
/// | | |
/// |---|---|
/// | precondition | the element points into the tree |
/// | error | a path that leaves the tree does not compile |
/// | rule | the node of the tree to which the element points |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{basis, basis_get, shape};
/// assert_eq!(basis_get(basis!(_1 @ 0 @ 1), shape!(_4, (_2, 7))).to_string(), "_2");
/// assert_eq!(basis_get(basis!(_1 @ 0), shape!(_4, (_2, 7))).to_string(), "_4");
/// ```
#[inline(always)]
pub fn basis_get<X, P, T>(_: E<X, P>, tree: T) -> <<P as Pick<T::L>>::Out as Plain>::T
where
    T: Tree,
    P: Pick<T::L>,
    <P as Pick<T::L>>::Out: Plain,
{
    P::pick(tree.tree()).plain()
}
