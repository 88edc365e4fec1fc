//! Strided arrays of rank 0 to 8 on the CPU: what the memory kernels compute.
//!
//! They run everywhere, and they say what the device kernels must give: the same bits wherever the result is exact or
//! rounded once.
//!
//! | module | what is in it |
//! |---|---|
//! | `strided` | [`Strided`]: extents and strides, broadcasting, what is injective |
//! | `layout` | layouts of the algebra as [`Strided`], and back |
//! | `view` | [`View`], [`ViewMut`], [`Array`]: data and the layout that reads it |
//! | `reshape` | [`View::reshape`], [`View::recast`], [`View::astype`]: another shape or type without a copy |
//! | `walk` | the loop nest over several arrays: modes sorted, merged, walked in runs |
//! | `map` | [`map`], [`fill`], [`zeros`], [`copy`], [`cast`] |
//! | `arithmetic` | [`add`], [`sub`], [`mul`] of two types, promoted at compile time |
//! | `ndarray` | arrays of the crate `ndarray` as these, and back (feature `ndarray`) |
//! | `any` | [`AnyArray`]: an array whose type is known at run time |
//! | `op`, `elementwise` | the operators by name, on such arrays, with promotion: [`elementwise`] |
//! | `constant` | [`constant`]: the operators by name, on constants without a type |
//! | `reduce` | [`reduce`]: sum, prod, max, min, argmax, argmin, mean over any axes |
//! | `rows` | [`softmax`], [`layer_norm`] |
//! | `tile` | [`load_tile`], [`store_tile`]: one tile, padded at the edges |

mod any;
mod arithmetic;
mod constant;
mod elementwise;
mod error;
mod layout;
mod map;
#[cfg(feature = "ndarray")]
pub mod ndarray;
mod op;
mod reduce;
mod reshape;
mod rows;
mod strided;
mod tile;
#[doc(hidden)]
pub mod timed;
mod view;
mod walk;

#[doc(hidden)]
pub use any::check_mode;
pub use any::{AnyArray, Stored};
pub use arithmetic::{add, mul, sub};
pub use constant::{Constant, constant};
pub use elementwise::elementwise;
pub use error::ArrayError;
pub use map::{Sources, cast, copy, fill, map, zeros};
#[doc(hidden)]
pub use op::Kind;
pub use op::{Op, UnknownOp};
pub use reduce::{Reduction, reduce};
pub use rows::{layer_norm, softmax};
pub use strided::{Strided, broadcast_shapes};
pub use tile::{Padding, UnknownPadding, load_tile, store_tile, tile_space};
pub use view::{Array, View, ViewMut};
#[doc(hidden)]
pub use walk::Walk;

/// The largest rank of an array.
pub const MAX_RANK: usize = 8;

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
