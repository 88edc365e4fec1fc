//! The size of a layout's codomain.

use crate::int::{C, IAbs, IAdd, IDec, IMul};
use crate::tree::{Cons, M, Nil};
use typenum::{B1, UInt, UTerm};

/// The largest offset of a tree of modes, with strides taken by magnitude.
#[diagnostic::on_unimplemented(
    message = "this layout has no integer cosize",
    note = "cosize needs integer strides; a layout of basis strides has coordinates for offsets"
)]
pub trait Extent {
    /// Its type.
    type Out: Copy;
    fn extent(self) -> Self::Out;
}
impl Extent for Nil {
    type Out = C<UTerm>;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        C::NEW
    }
}
impl<S, D> Extent for M<S, D>
where
    S: IDec,
    D: IAbs,
    <S as IDec>::Out: IMul<<D as IAbs>::Out>,
{
    type Out = <<S as IDec>::Out as IMul<<D as IAbs>::Out>>::Out;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        self.0.dec().mul(self.1.abs())
    }
}
impl<H, T> Extent for Cons<H, T>
where
    H: Extent,
    T: Extent,
    <H as Extent>::Out: IAdd<<T as Extent>::Out>,
{
    type Out = <<H as Extent>::Out as IAdd<<T as Extent>::Out>>::Out;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        self.0.extent().add(self.1.extent())
    }
}

/// One more than the largest offset.
pub trait Cosize {
    /// Its type.
    type Out: Copy;
    /// Computes it.
    fn cosize(self) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L> Cosize for L
where
    L: Extent,
    <L as Extent>::Out: IAdd<C<UInt<UTerm, B1>>>,
{
    type Out = <<L as Extent>::Out as IAdd<C<UInt<UTerm, B1>>>>::Out;
    #[inline(always)]
    fn cosize(self) -> Self::Out {
        self.extent().add(C::NEW)
    }
}
