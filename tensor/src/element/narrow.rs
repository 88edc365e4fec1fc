//! [`AtomValue`]: what the operands of an instruction are made of, elements and integers narrower than a byte.

use super::{Category, Element, Value};

/// A value of an operand: every [`Element`], and [`S4`], [`U4`] and [`U1`], of which several share a byte on the device.
///
/// The layouts of an atom count values, whatever their width. Tensors hold the narrow ones several to a byte
/// ([`Subbyte`](crate::engine::Subbyte)).
pub trait AtomValue: Value + Default + 'static {
    /// The width.
    const BITS: u32;
    /// The short name: `f16`, `s4`.
    const NAME: &'static str;
    /// Whether it is an integer.
    const INTEGER: bool;

    /// The value.
    fn real(self) -> f64;

    /// The value of an integer.
    fn integer(self) -> i64;

    /// The nearest value; integers narrower than a byte keep the low bits.
    fn nearest(x: f64) -> Self;

    /// The value of the low bits; higher bits are ignored.
    fn from_bits(bits: u64) -> Self;

    /// The value's bits, the higher ones zero.
    fn to_bits(self) -> u64;
}

impl<T: Element> AtomValue for T {
    const BITS: u32 = T::DTYPE.bits();
    const NAME: &'static str = T::DTYPE.short_name();
    const INTEGER: bool = matches!(T::DTYPE.category(), Category::Int);

    fn real(self) -> f64 {
        self.to_f64()
    }

    fn integer(self) -> i64 {
        self.cast()
    }

    fn nearest(x: f64) -> Self {
        Self::from_f64(x)
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_raw(bits)
    }

    fn to_bits(self) -> u64 {
        self.to_raw()
    }
}

/// An integer narrower than a byte whose width divides 8: [`S4`], [`U4`] and [`U1`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not share bytes",
    note = "`S4`, `U4` and `U1` are stored several to a byte; other elements have addresses: use a slice or a pointer of them"
)]
pub trait SubByte: AtomValue + PartialEq {
    /// How many share a byte.
    const PER_BYTE: isize = 8 / Self::BITS as isize;

    /// The value of the low bits; higher bits are ignored.
    fn from_low_bits(bits: u8) -> Self;

    /// The value's bits, the higher ones zero.
    fn low_bits(self) -> u8;
}

macro_rules! narrow {
    ($($(#[$doc:meta])* $name:ident $storage:ty, $bits:literal $text:literal, $low:literal to $high:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use azulejo_tensor::atom::{AtomValue, ", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "::new(", stringify!($high), ").integer(), ", stringify!($high), ");")]
        #[doc = concat!("assert_eq!(", stringify!($name), "::new(", stringify!($high), " + 1).integer(), ", stringify!($low), "); // the low bits")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name($storage);

        impl $name {
            /// The low bits of `x`.
            #[must_use]
            pub const fn new(x: i64) -> Self {
                const OTHERS: u32 = <$storage>::BITS - $bits;
                $name((x as $storage) << OTHERS >> OTHERS)
            }
        }

        impl SubByte for $name {
            #[inline(always)]
            fn from_low_bits(bits: u8) -> Self {
                Self::new(bits as i64)
            }

            #[inline(always)]
            fn low_bits(self) -> u8 {
                self.0 as u8 & (u8::MAX >> (8 - $bits))
            }
        }

        impl AtomValue for $name {
            const BITS: u32 = $bits;
            const NAME: &'static str = $text;
            const INTEGER: bool = true;

            fn real(self) -> f64 {
                self.0 as f64
            }

            fn integer(self) -> i64 {
                self.0 as i64
            }

            fn nearest(x: f64) -> Self {
                Self::new(x as i64)
            }

            fn from_bits(bits: u64) -> Self {
                Self::new(bits as i64)
            }

            fn to_bits(self) -> u64 {
                SubByte::low_bits(self).into()
            }
        }
    )*};
}

narrow! {
    /// A signed integer of 4 bits.
    S4 i8, 4 "s4", -8 to 7;
    /// An unsigned integer of 4 bits.
    U4 u8, 4 "u4", 0 to 15;
    /// A bit.
    U1 u8, 1 "b1", 0 to 1;
}
