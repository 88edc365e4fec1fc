//! [`Heterogeneous`]: what a kernel takes by value; records and alignment.

use core::ops::Deref;

use azulejo_tensor::{Bool, DType, F8E4M3, F8E5M2, Tf32, bf16, f16};

/// A type with one representation on host and device, so that a program takes it by value.
///
/// Element types, the vectors, records of such types, structs that [`heterogeneous!`](crate::heterogeneous) declares.
/// Rust's own tuples have no fixed layout: use [`Record2`] and the others.
///
/// ```compile_fail
/// fn argument<T: azulejo_tile::Heterogeneous>(_: T) {}
/// argument((8, 8, 8)); // a tuple: use `Record3(8, 8, 8)`
/// ```
///
/// # Safety
/// The type must be plain data laid out as `repr(C)` says, without references.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not laid out alike on host and device",
    note = "for a tuple write `Record2`, `Record3` or `Record4`; declare structs with `heterogeneous!`"
)]
pub unsafe trait Heterogeneous: Copy + Send + Sync + 'static {}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        // SAFETY: a number, a transparent wrapper of one, or an enumeration in a byte.
        unsafe impl Heterogeneous for $t {}
    )*};
}

numbers!(DType u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 f16 bf16 Tf32 F8E4M3 F8E5M2 Bool);

// SAFETY: elements one after the other, as in C.
unsafe impl<T: Heterogeneous, const N: usize> Heterogeneous for [T; N] {}

/// Declares a struct that host and device lay out alike: a C struct of its fields, in order.
///
/// Its value is changed by making another: `Point { x: 9, ..point }`. A `#[repr(align(16))]` of your own aligns it.
///
/// ```
/// use azulejo_tile::heterogeneous;
/// use azulejo_tensor::Bool;
/// heterogeneous! {
///     /// A number of each size.
///     pub struct Mixed { pub flag: Bool, pub wide: f64, pub small: i8 }
/// }
/// assert_eq!((size_of::<Mixed>(), align_of::<Mixed>()), (24, 8));
/// assert_eq!((core::mem::offset_of!(Mixed, wide), core::mem::offset_of!(Mixed, small)), (8, 16));
///
/// heterogeneous! {
///     /// Aligned as a whole.
///     #[repr(align(16))]
///     pub struct Pair { pub re: f32, pub im: f32 }
/// }
/// assert_eq!((size_of::<Pair>(), align_of::<Pair>()), (16, 16));
/// ```
/// ```compile_fail
/// azulejo_tile::heterogeneous! {
///     /// A string has another representation on every machine.
///     pub struct Named { pub name: String }
/// }
/// ```
#[macro_export]
macro_rules! heterogeneous {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$of:meta])* $field_vis:vis $field:ident: $t:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(C)]
        $vis struct $name {
            $($(#[$of])* #[allow(missing_docs)] $field_vis $field: $t),*
        }

        // SAFETY: `repr(C)`, and each field is heterogeneous.
        unsafe impl $crate::Heterogeneous for $name where $($t: $crate::Heterogeneous),* {}
    };
}

macro_rules! records {
    ($($(#[$doc:meta])* $name:ident ($($t:ident $what:literal),*);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(C)]
        pub struct $name<$($t),*>($(#[doc = $what] pub $t),*);

        // SAFETY: `repr(C)`, and each member is heterogeneous.
        unsafe impl<$($t: Heterogeneous),*> Heterogeneous for $name<$($t),*> {}
    )*};
}

records! {
    /// Two members, as a C struct has them.
    Record2(A "The first.", B "The second.");
    /// Three members, as a C struct has them.
    ///
    /// ```
    /// use azulejo_tile::{Record2, Record3};
    /// use azulejo_tensor::Bool;
    /// type Nested = Record3<Bool, f32, Record2<i32, i32>>;
    /// assert_eq!((size_of::<Record3<i32, i32, i32>>(), size_of::<Nested>()), (12, 16));
    /// assert_eq!((core::mem::offset_of!(Nested, 1), core::mem::offset_of!(Nested, 2)), (4, 8));
    /// ```
    Record3(A "The first.", B "The second.", C "The third.");
    /// Four members, as a C struct has them.
    Record4(A "The first.", B "The second.", C "The third.", D "The fourth.");
}

/// A value at a multiple of some bytes at least: `Aligned<i32, A16>`.
///
/// ```
/// use azulejo_tile::{A16, Aligned, Record2};
/// type Lock = Record2<i32, Aligned<i32, A16>>;
/// assert_eq!((size_of::<Lock>(), align_of::<Lock>(), core::mem::offset_of!(Lock, 1)), (32, 16, 16));
/// assert_eq!(*Aligned::<i32, A16>::new(7) + 1, 8);
/// assert_eq!(align_of::<Aligned<f64, azulejo_tile::A4>>(), 8); // below the natural one: no effect
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Aligned<T, A> {
    align: [A; 0],
    value: T,
}

impl<T, A> Aligned<T, A> {
    /// The value.
    pub const fn new(value: T) -> Self {
        Self { align: [], value }
    }
}

impl<T, A> Deref for Aligned<T, A> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

// SAFETY: `repr(C)`: the value, and bytes behind it.
unsafe impl<T: Heterogeneous, A: Copy + Send + Sync + 'static> Heterogeneous for Aligned<T, A> {}

macro_rules! alignments {
    ($($name:ident $n:literal)*) => {$(
        #[doc = concat!("An alignment of ", stringify!($n), " bytes, for [`Aligned`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(align($n))]
        pub struct $name;
    )*};
}

alignments!(A2 2 A4 4 A8 8 A16 16 A32 32 A64 64);

/// A null `void *`: `None` of CUDA Python.
///
/// ```
/// assert_eq!(size_of::<azulejo_tile::Null>(), 8);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Null {
    zero: Zero,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u64)]
enum Zero {
    #[default]
    Zero = 0,
}

// SAFETY: eight bytes of zeros.
unsafe impl Heterogeneous for Null {}
