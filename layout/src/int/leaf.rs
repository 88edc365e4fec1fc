//! The leaves of shapes and strides.

use super::boolean::{Bool, No};
use super::nat::Nat;
use core::fmt;
use core::marker::PhantomData;

/// A static non-negative integer: `C<U8>`, written `_8`. It occupies no memory.
///
/// ```
/// use azulejo_layout::{ints::_8, Int};
/// assert_eq!(core::mem::size_of_val(&_8), 0);
/// assert_eq!(_8.value(), 8);
/// assert_eq!(_8.to_string(), "_8");
/// ```
pub struct C<U>(PhantomData<U>);

/// A static negative integer, `-U` with `U > 0`: `N<U8>`, written `_-8`.
pub struct N<U>(PhantomData<U>);

/// What the compiler knows of a leaf's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// This integer.
    Static(i64),
    /// A positive integer that is only known at run time, and known to be a multiple of this.
    Multiple(i64),
    /// An integer that is only known at run time.
    Dynamic,
}

/// What may stand at a leaf of a shape or a stride: an integer or a scaled basis element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a leaf of a shape or a stride",
    note = "leaves are static integers (`_8`), `i32`, `u32`, `i64`, `usize` and basis elements; tuples of leaves nest"
)]
pub trait Leaf: Copy + 'static {
    /// `Yes` when the type alone determines the value.
    type IsStatic: Bool;
    /// What the compiler knows of the value; of a basis element, of its scale.
    const KNOWN: Known;
    /// Where a basis element points (see [`Path::CODE`](crate::Path::CODE)); 0 for an integer.
    const ALONG: u64 = 0;
    /// The greatest value that integers of this type hold; beyond any offset for a static one.
    const MOST: i64 = i64::MAX;
    /// The value of an integer, the scale of a basis element.
    fn scalar(self) -> i64;
    /// Some value of the type: the only one when it is static.
    fn any() -> Self;
    /// Writes the leaf in the notation: `_8`, `8`, `_1@0`.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// An integer leaf, static or dynamic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer leaf",
    note = "integers are static (`_8`, of type `C<U8>`) or one of `i32`, `u32`, `i64`, `usize`"
)]
pub trait Int: Leaf {
    /// The value when the type alone determines it.
    const STATIC: Option<i64>;
    /// `Yes` when it is known to be 1.
    type IsOne: Bool;
    /// `Yes` when it is known to be 0.
    type IsZero: Bool;
    /// `No` when it is known not to be a power of two.
    type IsPower: Bool;
    /// `Yes` when it is known to be a power of two, or 0.
    type IsStaticPower: Bool;
    /// The value.
    fn value(self) -> i64;
}

macro_rules! zero_sized {
    ($($name:ident)*) => {$(
        impl<U> $name<U> {
            /// The only value of the type.
            pub const NEW: Self = $name(PhantomData);
        }
        impl<U> Clone for $name<U> {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl<U> Copy for $name<U> {}
        impl<U> Default for $name<U> {
            #[inline(always)]
            fn default() -> Self { Self::NEW }
        }
        impl<U, V> PartialEq<$name<V>> for $name<U> where U: super::nat::NatEq<V> {
            #[inline(always)]
            fn eq(&self, _: &$name<V>) -> bool { <U::Out as Bool>::VALUE }
        }
        impl<U> Eq for $name<U> where U: super::nat::NatEq<U> {}
        impl<U: Nat> fmt::Display for $name<U> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.show(f) }
        }
        impl<U: Nat> fmt::Debug for $name<U> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.show(f) }
        }
    )*};
}
zero_sized!(C N);

impl<U: Nat> Leaf for C<U> {
    type IsStatic = super::Yes;
    const KNOWN: Known = Known::Static(U::I64);
    #[inline(always)]
    fn scalar(self) -> i64 {
        U::I64
    }
    #[inline(always)]
    fn any() -> Self {
        C::NEW
    }
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "_{}", U::U64)
    }
}
impl<U: Nat> Int for C<U> {
    const STATIC: Option<i64> = Some(U::I64);
    type IsOne = U::IsOne;
    type IsZero = U::IsZero;
    type IsPower = U::IsPower;
    type IsStaticPower = U::IsPower;
    #[inline(always)]
    fn value(self) -> i64 {
        U::I64
    }
}
impl<U: Nat> Leaf for N<U> {
    type IsStatic = super::Yes;
    const KNOWN: Known = Known::Static(-U::I64);
    #[inline(always)]
    fn scalar(self) -> i64 {
        -U::I64
    }
    #[inline(always)]
    fn any() -> Self {
        N::NEW
    }
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "_-{}", U::U64)
    }
}
impl<U: Nat> Int for N<U> {
    const STATIC: Option<i64> = Some(-U::I64);
    type IsOne = No;
    type IsZero = No;
    type IsPower = U::IsPower;
    type IsStaticPower = No;
    #[inline(always)]
    fn value(self) -> i64 {
        -U::I64
    }
}
