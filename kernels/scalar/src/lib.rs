//! What is computed with one element, the same on the CPU and on a GPU: [`Compute`] and [`Real`].
//!
//! | module | contents |
//! |---|---|
//! | `half` | conversions of 16-bit and 8-bit floats by an instruction, on a device |
//! | `pairs` | conversions between two element types, on a device |
//! | `math` | approximations of one instruction, on a device |
//! | `num` | elements as they are stored and the types that they are computed in, on a device |
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(asm_experimental_arch))]

mod compute;
#[cfg(any(test, target_arch = "nvptx64"))]
mod exp;
#[cfg(all(feature = "std", not(target_arch = "nvptx64")))]
mod floats;
#[cfg(any(test, target_arch = "nvptx64"))]
mod gate;
#[cfg(target_arch = "nvptx64")]
pub mod half;
mod integers;
#[cfg(target_arch = "nvptx64")]
pub mod math;
#[cfg(target_arch = "nvptx64")]
#[allow(missing_docs)] // The methods are the operators of their names.
pub mod num;
#[cfg(target_arch = "nvptx64")]
pub mod pairs;
mod real;
#[cfg(any(test, target_arch = "nvptx64"))]
mod sine;
#[cfg(any(test, target_arch = "nvptx64"))]
mod tanh;
#[cfg(any(test, target_arch = "nvptx64"))]
mod trig;

pub use compute::Compute;
pub use real::Real;

/// The code of README, tested.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}
