//! The layout algebra of azulejo: integers, tuples, layouts and their operations, in types and in values.
//!
//! A layout is a function from coordinates to offsets, given by a shape and a congruent stride. Its integers are static
//! (`_8`, known to the compiler, zero-sized) or dynamic, mixed freely, and every operation keeps static what CuTe keeps
//! static. All of the algebra is evaluated by the type checker; an all-static layout occupies no memory.
//!
//! ```
//! use azulejo_layout::{composition, layout};
//! let a = layout!((_6, _2):(_8, _2));
//! let b = layout!((_4, _3):(_3, _1));
//! assert_eq!(composition(a, b).to_string(), "((_2,_2),_3):((_24,_2),_8)");
//! ```
//!
//! Rules that every implementation here keeps: impls are selected by head constructor alone; what is inferred last
//! stands in `Self`; bounds are fully qualified projections; internal trait methods stay inside; users see inherent
//! methods and free functions.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod algebra;
mod basis;
pub mod check;
#[cfg(feature = "alloc")]
pub mod draw;
#[cfg(feature = "alloc")]
pub mod expr;
mod int;
mod layout;
#[macro_use]
mod macros;
mod swizzle;
mod tree;
mod units;
#[cfg(feature = "alloc")]
pub mod value;

pub use algebra::*;
pub use basis::*;
pub use int::*;
pub use layout::*;
pub use swizzle::*;
pub use tree::*;
pub use units::*;

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
