//! The size of a layout's codomain.

use crate::int::{Bool, C, IAbs, IAdd, IDec, IMul, Int, N, No, for_dynamic};
use crate::tree::{Cons, M, Nil};
use typenum::{B1, UInt, UTerm};

/// The largest offset of a tree of modes with elements, with strides taken by magnitude.
#[diagnostic::on_unimplemented(
    message = "this layout has no integer cosize",
    note = "cosize needs integer strides; a layout of basis strides has coordinates for offsets"
)]
pub trait Extent {
    /// Its type.
    type Out: Copy;
    /// Whether an extent is known to be 0.
    type Empty: Bool;
    fn extent(self) -> Self::Out;
    /// Whether an extent is 0.
    fn empty(self) -> bool;
}
impl Extent for Nil {
    type Out = C<UTerm>;
    type Empty = No;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        C::NEW
    }
    #[inline(always)]
    fn empty(self) -> bool {
        false
    }
}
impl<S, D> Extent for M<S, D>
where
    S: Int + IDec,
    D: IAbs,
    <S as IDec>::Out: IMul<<D as IAbs>::Out>,
{
    type Out = <<S as IDec>::Out as IMul<<D as IAbs>::Out>>::Out;
    type Empty = S::IsZero;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        self.0.dec().mul(self.1.abs())
    }
    #[inline(always)]
    fn empty(self) -> bool {
        self.0.value() == 0
    }
}
impl<H, T> Extent for Cons<H, T>
where
    H: Extent,
    T: Extent,
    <H as Extent>::Out: IAdd<<T as Extent>::Out>,
{
    type Out = <<H as Extent>::Out as IAdd<<T as Extent>::Out>>::Out;
    type Empty = <H::Empty as Bool>::Or<T::Empty>;
    #[inline(always)]
    fn extent(self) -> Self::Out {
        self.0.extent().add(self.1.extent())
    }
    #[inline(always)]
    fn empty(self) -> bool {
        self.0.empty() || self.1.empty()
    }
}

/// An integer that may be replaced by 0 where its type holds that.
pub trait OrZero: Copy {
    /// 0 if `empty`; itself where the type alone determines it.
    fn or_zero(self, empty: bool) -> Self;
}
impl<U> OrZero for C<U> {
    #[inline(always)]
    fn or_zero(self, _: bool) -> Self {
        self
    }
}
impl<U> OrZero for N<U> {
    #[inline(always)]
    fn or_zero(self, _: bool) -> Self {
        self
    }
}
macro_rules! dynamic {
    ($t:ident) => {
        impl OrZero for $t {
            #[inline(always)]
            fn or_zero(self, empty: bool) -> Self {
                if empty { 0 } else { self }
            }
        }
    };
}
for_dynamic!(dynamic);

/// One more than the largest offset; 0 without elements.
pub trait Cosize {
    /// Its type.
    type Out: Copy;
    /// Computes it.
    fn cosize(self) -> Self::Out;
}
/// One more than the largest offset of modes with elements.
type Last<L> = <<L as Extent>::Out as IAdd<C<UInt<UTerm, B1>>>>::Out;
#[diagnostic::do_not_recommend]
impl<L> Cosize for L
where
    L: Extent + Copy,
    <L as Extent>::Out: IAdd<C<UInt<UTerm, B1>>, Out: OrZero>,
{
    type Out = <L::Empty as Bool>::Pick<C<UTerm>, Last<L>>;
    #[inline(always)]
    fn cosize(self) -> Self::Out {
        let end = self.extent().add(C::NEW).or_zero(self.empty());
        L::Empty::pick(C::NEW, end)
    }
}
