//! Integers: static ones that live in their type, dynamic ones that live in a register, and their arithmetic.
//!
//! A static integer is a type ([`C`], [`N`]) and occupies no memory; a dynamic one is a plain `i32`, `u32`, `i64` or
//! `usize`. Both appear side by side in one shape or stride, and every operation keeps static what it can.

mod arith;
mod boolean;
mod compare;
mod dynamic;
mod key;
mod kinds;
mod leaf;
mod multiple;
mod nat;
mod reduce;
mod round;
mod tokens;

pub mod ints;

#[doc(hidden)]
pub use arith::{IAdd, IDiv, IMod, IMul};
pub use boolean::{Bool, No, Yes};
#[doc(hidden)]
pub use compare::{ILess, IMin, KnownLess, StaticEq};
pub use dynamic::Dynamic;
#[doc(hidden)]
pub use key::{Early, KeyLess, Late, OrderKey};
pub use leaf::{C, Int, Known, Leaf, N};
#[doc(hidden)]
pub use multiple::{AtMost, Exactly};
pub use multiple::{Dyn, NotAMultiple, multiple_of};
pub use nat::Nat;
#[doc(hidden)]
pub use reduce::{IAbs, IDec, INeg, SignLike};
#[doc(hidden)]
pub use round::CeilDiv;

pub(crate) use kinds::{for_dynamic, for_integers, for_plain_integers};
pub(crate) use nat::{Dec, Inc, NatCeilDiv, NatCmp, NatDiv, NatMod, NatMul, Order};
