//! Offsets of which some bits are known.

use crate::int::{C, IAdd, Int, Nat, No, StaticEq, for_dynamic};
use crate::tree::Show;
use core::fmt;
use core::marker::PhantomData;
use typenum::UTerm;

/// A dynamic offset of which the bits `U` are known to be set and all but the bits `F` are known: `U` plus a value
/// whose bits lie in `F`.
///
/// It stands between a swizzle and a layout after a slice with dynamic coordinates: what the swizzle does to the
/// known bits is known. It prints `M_4|(8&24)=12`: known bits 4, dynamic bits 8 of 24, together 12.
pub struct MixedBits<U, F, T> {
    value: T,
    known: PhantomData<(U, F)>,
}
impl<U, F, T> MixedBits<U, F, T> {
    /// The offset with the dynamic bits `value`, which must lie in `F`.
    #[inline(always)]
    pub(crate) const fn new(value: T) -> Self {
        MixedBits {
            value,
            known: PhantomData,
        }
    }

    /// The dynamic bits.
    #[inline(always)]
    pub const fn dynamic(&self) -> T
    where
        T: Copy,
    {
        self.value
    }
}
impl<U, F, T: Clone> Clone for MixedBits<U, F, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self::new(self.value.clone())
    }
}
impl<U, F, T: Copy> Copy for MixedBits<U, F, T> {}
impl<U, F, T: PartialEq> PartialEq for MixedBits<U, F, T> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl<U: Nat, F: Nat, T: Int> Show for MixedBits<U, F, T> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, value) = (U::I64, self.value.value());
        write!(f, "M_{known}|({value}&{})={}", F::I64, known | value)
    }
}
impl<U, F, T, X> StaticEq<X> for MixedBits<U, F, T> {
    type Out = No;
}
impl<U, F, T, X> IAdd<X> for MixedBits<U, F, T>
where
    T: IAdd<C<U>>,
    <T as IAdd<C<U>>>::Out: IAdd<X>,
{
    type Out = <<T as IAdd<C<U>>>::Out as IAdd<X>>::Out;
    #[inline(always)]
    fn add(self, x: X) -> Self::Out {
        self.value.add(C::<U>::NEW).add(x)
    }
}

/// The dynamic part of an offset: an integer, or the static 0 when there is none.
pub trait DynamicBits: Copy {
    /// The type of a dynamic stride made of it.
    type Signed: Copy;
    /// The bits that lie in `F`.
    fn masked<F: Nat>(self) -> Self;
    /// `base + bit`, or `base - bit` where the bit `At` is set.
    fn flip<At: Nat>(self, base: i64, bit: i64) -> Self::Signed;
}
impl DynamicBits for C<UTerm> {
    type Signed = C<UTerm>;
    #[inline(always)]
    fn masked<F: Nat>(self) -> Self {
        self
    }
    #[inline(always)]
    fn flip<At: Nat>(self, _: i64, _: i64) -> Self {
        self
    }
}
macro_rules! dynamic {
    ($t:ident) => {
        dynamic!(@ $t signed!($t));
    };
    (@ $t:ident $s:ty) => {
        impl DynamicBits for $t {
            type Signed = $s;
            #[inline(always)]
            fn masked<F: Nat>(self) -> Self {
                self & (F::U64 as $t)
            }
            #[inline(always)]
            fn flip<At: Nat>(self, base: i64, bit: i64) -> $s {
                let (base, bit) = (base as $s, bit as $s);
                if self & (At::U64 as $t) == 0 { base + bit } else { base - bit }
            }
        }
    };
}
/// A signed type that holds the strides of offsets of the given one.
macro_rules! signed {
    (i32) => {
        i32
    };
    (u32) => {
        i64
    };
    (i64) => {
        i64
    };
    (usize) => {
        i64
    };
}
for_dynamic!(dynamic);
