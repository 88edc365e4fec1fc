//! Element types: what a tensor holds, how values convert, what two types promote to.
//!
//! Sixteen types, one file each. A type is a Rust type that implements [`Element`]; its run-time name is a [`DType`].
//!
//! | dtype | Rust type | bits | category | accumulator |
//! |---|---|--:|---|---|
//! | `bool_` | [`Bool`] | 8 | boolean | `i32` |
//! | `uint8 … uint64` | `u8 … u64` | 8 … 64 | integral | `i32`, `u32`, `u32`, `u64` |
//! | `int8 … int64` | `i8 … i64` | 8 … 64 | integral | `i32`, `i32`, `i32`, `i64` |
//! | `float16` | [`f16`](struct@f16) (1-5-10) | 16 | floating | `f32` |
//! | `float32`, `float64` | `f32`, `f64` | 32, 64 | floating | itself |
//! | `bfloat16` | [`bf16`] (1-8-7) | 16 | floating | `f32` |
//! | `tfloat32` | [`Tf32`] (1-8-10 in 32 bits) | 32 | floating | `f32` |
//! | `float8_e4m3fn` | [`F8E4M3`] (1-4-3, no infinity) | 8 | floating | `f32` |
//! | `float8_e5m2` | [`F8E5M2`] (1-5-2) | 8 | floating | `f32` |
//!
//! Conversions are defined once, on integers ([`rounding`] and `pack`), and give the same bits on every machine:
//! a value is rounded once, from its exact value, whatever its source type.
//!
//! | cast | rule |
//! |---|---|
//! | to a float | nearest even unless a mode is named; the two 8-bit floats saturate, the others overflow to infinity |
//! | float to integer | toward zero, saturating, NaN becomes 0 |
//! | integer to integer | two's complement wrap ([`cast_saturating`] clamps) |
//! | to [`Bool`] | `x != 0` (NaN is true) |

mod cast;
mod dtype;
mod error;
mod fma;
mod loose;
mod macros;
mod narrow;
mod number;
mod pack;
mod promotion;
pub mod rounding;
mod traits;
mod value;

mod bfloat16;
mod bool_;
mod float16;
mod float32;
mod float64;
mod float8_e4m3;
mod float8_e5m2;
mod int16;
mod int32;
mod int64;
mod int8;
mod tfloat32;
mod uint16;
mod uint32;
mod uint64;
mod uint8;

pub use bool_::Bool;
pub(crate) use cast::convert;
pub use cast::{cast, cast_mode, cast_saturating, cast_with, try_cast, try_from_number};
pub use dtype::{Category, DType};
pub use error::ElementError;
pub use float8_e4m3::F8E4M3;
pub use float8_e5m2::F8E5M2;
pub use half::{bf16, f16};
pub use loose::Loose;
#[doc(hidden)]
pub use narrow::{AtomValue, S4, SubByte, U1, U4};
pub use number::Number;
pub use pack::{FloatFormat, Overflow};
pub use promotion::{ImplicitCast, Promote};
pub use rounding::RoundingMode;
pub use tfloat32::Tf32;
pub use traits::{Arithmetic, Element, Float, Integer, Numeric};
#[doc(hidden)]
pub use value::Value;
