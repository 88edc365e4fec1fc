//! Values that host and device share byte for byte: vectors, records, aligned values, complex numbers.
//!
//! They are what CUDA Python's heterogeneous types are: each has the representation of its C counterpart, and a program
//! takes any of them by value, as a [`Value`](crate::Value) argument.
//!
//! | type | representation |
//! |---|---|
//! | [`Float32x4`] and 55 others | `float4` and related types |
//! | [`heterogeneous!`](crate::heterogeneous) `struct` | a C struct of its fields |
//! | [`Record2`], [`Record3`], [`Record4`] | a C struct of 2, 3, 4 fields: what a tuple is to a kernel |
//! | [`Aligned`] | its value, at multiples of 2 to 64 bytes |
//! | [`Complex32`], [`Complex64`] | `cuda::std::complex` |
//! | [`Null`] | `void *`, null |

#[cfg(feature = "std")]
mod array_api;
mod complex;
#[cfg(feature = "std")]
mod field;
mod record;
mod vector;

#[cfg(feature = "std")]
pub use array_api::ArrayApi;
pub use complex::{Complex32, Complex64};
#[cfg(feature = "std")]
pub use field::field;
pub use record::{
    A2, A4, A8, A16, A32, A64, Aligned, Heterogeneous, Null, Record2, Record3, Record4,
};
pub use vector::*;
