//! Recasts to and from elements that share bytes.

use generic_array::ArrayLength;

use super::{
    Array, Engine, EngineMut, Ptr, Recastable, RecastableMut, Rmem, SharedCast, Slice, SliceMut,
    Space, SubByte, Subbyte,
};
use crate::element::Element;
use crate::element::{S4, U1, U4};

impl<T: SubByte, U: Element, S: Space> Recastable<U> for Subbyte<T, Slice<'_, u8, S>> {
    type Recast<'a>
        = Slice<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, S>> {
        Slice::recast(self.bytes.view(self.first_byte()?))
    }
}

impl<T: SubByte, U: Element, S: Space> Recastable<U> for Subbyte<T, SliceMut<'_, u8, S>> {
    type Recast<'a>
        = Slice<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, S>> {
        Slice::recast(self.bytes.view(self.first_byte()?))
    }
}

impl<T: SubByte, U: Element, S: Space> RecastableMut<U> for Subbyte<T, SliceMut<'_, u8, S>> {
    type RecastMut<'a>
        = SliceMut<'a, U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<SliceMut<'_, U, S>> {
        let byte = self.first_byte()?;
        SliceMut::recast(self.bytes.view_mut(byte))
    }
}

impl<T: SubByte, U: Element, N: ArrayLength> Recastable<U> for Subbyte<T, Array<u8, N>> {
    type Recast<'a>
        = Slice<'a, U, Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Slice<'_, U, Rmem>> {
        Slice::recast(self.bytes.view(self.first_byte()?))
    }
}

impl<T: SubByte, U: Element, N: ArrayLength> RecastableMut<U> for Subbyte<T, Array<u8, N>> {
    type RecastMut<'a>
        = SliceMut<'a, U, Rmem>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<SliceMut<'_, U, Rmem>> {
        let byte = self.first_byte()?;
        SliceMut::recast(self.bytes.view_mut(byte))
    }
}

impl<T: SubByte, U: Element, S: Space> Recastable<U> for Subbyte<T, Ptr<u8, S>> {
    type Recast<'a>
        = Ptr<U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast(&self) -> Option<Ptr<U, S>> {
        Recastable::<U>::recast(&self.bytes.moved(self.first_byte()?))
    }
}

impl<T: SubByte, U: Element, S: Space> RecastableMut<U> for Subbyte<T, Ptr<u8, S>> {
    type RecastMut<'a>
        = Ptr<U, S>
    where
        Self: 'a;

    #[inline(always)]
    fn recast_mut(&mut self) -> Option<Ptr<U, S>> {
        Recastable::<U>::recast(self)
    }
}

/// Recasts of every engine to `$to`.
macro_rules! to_subbyte {
    ($($to:ident)*) => {$(
        impl<E: SharedCast<Item: Element>> Recastable<$to> for E {
            type Recast<'a>
                = Subbyte<$to, E::As<u8>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                <Self as Recastable<u8>>::recast(self).map(Subbyte::new)
            }
        }

        impl<E: SharedCast<Item: Element>> RecastableMut<$to> for E {
            type RecastMut<'a>
                = Subbyte<$to, E::As<u8>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>> {
                <Self as Recastable<u8>>::recast(self).map(Subbyte::new)
            }
        }

        impl<T: SubByte, B: Engine<Item = u8>> Recastable<$to> for Subbyte<T, B> {
            type Recast<'a>
                = Subbyte<$to, B::View<'a>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                Some(Subbyte::from(self.bytes.view(0), self.base_among::<$to>()?))
            }
        }

        impl<T: SubByte, B: EngineMut<Item = u8>> RecastableMut<$to> for Subbyte<T, B> {
            type RecastMut<'a>
                = Subbyte<$to, B::ViewMut<'a>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>> {
                let base = self.base_among::<$to>()?;
                Some(Subbyte::from(self.bytes.view_mut(0), base))
            }
        }

        impl<T: Element, S: Space> Recastable<$to> for Slice<'_, T, S> {
            type Recast<'a>
                = Subbyte<$to, Slice<'a, u8, S>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                Slice::recast(*self).map(Subbyte::new)
            }
        }

        impl<T: Element, S: Space> Recastable<$to> for SliceMut<'_, T, S> {
            type Recast<'a>
                = Subbyte<$to, Slice<'a, u8, S>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                Slice::recast(self.view(0)).map(Subbyte::new)
            }
        }

        impl<T: Element, S: Space> RecastableMut<$to> for SliceMut<'_, T, S> {
            type RecastMut<'a>
                = Subbyte<$to, SliceMut<'a, u8, S>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>> {
                SliceMut::recast(self.view_mut(0)).map(Subbyte::new)
            }
        }

        impl<T: Element, N: ArrayLength> Recastable<$to> for Array<T, N> {
            type Recast<'a>
                = Subbyte<$to, Slice<'a, u8, Rmem>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                Slice::recast(self.view(0)).map(Subbyte::new)
            }
        }

        impl<T: Element, N: ArrayLength> RecastableMut<$to> for Array<T, N> {
            type RecastMut<'a>
                = Subbyte<$to, SliceMut<'a, u8, Rmem>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>> {
                SliceMut::recast(self.view_mut(0)).map(Subbyte::new)
            }
        }

        impl<T: Element, S: Space> Recastable<$to> for Ptr<T, S> {
            type Recast<'a>
                = Subbyte<$to, Ptr<u8, S>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast(&self) -> Option<Self::Recast<'_>> {
                <Self as Recastable<u8>>::recast(self).map(Subbyte::new)
            }
        }

        impl<T: Element, S: Space> RecastableMut<$to> for Ptr<T, S> {
            type RecastMut<'a>
                = Subbyte<$to, Ptr<u8, S>>
            where
                Self: 'a;

            #[inline(always)]
            fn recast_mut(&mut self) -> Option<Self::RecastMut<'_>> {
                <Self as Recastable<u8>>::recast(self).map(Subbyte::new)
            }
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
