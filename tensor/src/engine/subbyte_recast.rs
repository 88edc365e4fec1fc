//! Recasts to and from elements that share bytes.

use generic_array::ArrayLength;

use super::{
    Array, Engine, EngineMut, Ptr, Recastable, RecastableMut, Rmem, SharedCast, Slice, SliceMut,
    Space, SubByte, Subbyte, recast::recasts,
};
use crate::element::Element;
use crate::element::{S4, U1, U4};

recasts! { Recastable Recast recast &Self:
    {T: SubByte, U: Element, S: Space} Subbyte<T, Slice<'_, u8, S>> as U => Slice<'a, U, S>,
        |this| Slice::recast(this.bytes.view(this.first_byte()?));
    {T: SubByte, U: Element, S: Space} Subbyte<T, SliceMut<'_, u8, S>> as U => Slice<'a, U, S>,
        |this| Slice::recast(this.bytes.view(this.first_byte()?));
    {T: SubByte, U: Element, N: ArrayLength} Subbyte<T, Array<u8, N>> as U => Slice<'a, U, Rmem>,
        |this| Slice::recast(this.bytes.view(this.first_byte()?));
    {T: SubByte, U: Element, S: Space} Subbyte<T, Ptr<u8, S>> as U => Ptr<U, S>,
        |this| Recastable::<U>::recast(&this.bytes.moved(this.first_byte()?));
}

recasts! { RecastableMut RecastMut recast_mut &mut Self:
    {T: SubByte, U: Element, S: Space} Subbyte<T, SliceMut<'_, u8, S>> as U => SliceMut<'a, U, S>, |this| {
        let byte = this.first_byte()?;
        SliceMut::recast(this.bytes.view_mut(byte))
    };
    {T: SubByte, U: Element, N: ArrayLength} Subbyte<T, Array<u8, N>> as U => SliceMut<'a, U, Rmem>, |this| {
        let byte = this.first_byte()?;
        SliceMut::recast(this.bytes.view_mut(byte))
    };
    {T: SubByte, U: Element, S: Space} Subbyte<T, Ptr<u8, S>> as U => Ptr<U, S>,
        |this| Recastable::<U>::recast(this);
}

/// Recasts of every engine to `$to`.
macro_rules! to_subbyte {
    ($($to:ident)*) => {$(
        recasts! { Recastable Recast recast &Self:
            {T: SubByte, B: Engine<Item = u8>} Subbyte<T, B> as $to => Subbyte<$to, B::View<'a>>,
                |this| Some(Subbyte::from(this.bytes.view(0), this.base_among::<$to>()?));
            {T: Element, S: Space} Slice<'_, T, S> as $to => Subbyte<$to, Slice<'a, u8, S>>,
                |this| Slice::recast(*this).map(Subbyte::new);
            {T: Element, S: Space} SliceMut<'_, T, S> as $to => Subbyte<$to, Slice<'a, u8, S>>,
                |this| Slice::recast(this.view(0)).map(Subbyte::new);
            {T: Element, N: ArrayLength} Array<T, N> as $to => Subbyte<$to, Slice<'a, u8, Rmem>>,
                |this| Slice::recast(this.view(0)).map(Subbyte::new);
            {E: SharedCast<Item: Element>} E as $to => Subbyte<$to, E::As<u8>>,
                |this| <Self as Recastable<u8>>::recast(this).map(Subbyte::new);
            {T: Element, S: Space} Ptr<T, S> as $to => Subbyte<$to, Ptr<u8, S>>,
                |this| <Self as Recastable<u8>>::recast(this).map(Subbyte::new);
        }

        recasts! { RecastableMut RecastMut recast_mut &mut Self:
            {T: SubByte, B: EngineMut<Item = u8>} Subbyte<T, B> as $to => Subbyte<$to, B::ViewMut<'a>>, |this| {
                let base = this.base_among::<$to>()?;
                Some(Subbyte::from(this.bytes.view_mut(0), base))
            };
            {T: Element, S: Space} SliceMut<'_, T, S> as $to => Subbyte<$to, SliceMut<'a, u8, S>>,
                |this| SliceMut::recast(this.view_mut(0)).map(Subbyte::new);
            {T: Element, N: ArrayLength} Array<T, N> as $to => Subbyte<$to, SliceMut<'a, u8, Rmem>>,
                |this| SliceMut::recast(this.view_mut(0)).map(Subbyte::new);
            {E: SharedCast<Item: Element>} E as $to => Subbyte<$to, E::As<u8>>,
                |this| <Self as Recastable<u8>>::recast(this).map(Subbyte::new);
            {T: Element, S: Space} Ptr<T, S> as $to => Subbyte<$to, Ptr<u8, S>>,
                |this| <Self as Recastable<u8>>::recast(this).map(Subbyte::new);
        }
    )*};
}

to_subbyte!(S4 U4 U1);

impl<T: SubByte, B> Subbyte<T, B> {
    /// The number of the base among elements `U`; `None` where it is inside one.
    #[inline(always)]
    fn base_among<U: SubByte>(&self) -> Option<isize> {
        let bit = self.base.wrapping_mul(T::BITS as isize);
        (bit % U::BITS as isize == 0).then_some(bit.div_euclid(U::BITS as isize))
    }
}
